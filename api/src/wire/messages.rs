//! What the bot writes to the player (domain §3.17).

use super::body::body;
use domain::player::Player;
use domain::player::messages::Topics;
use serde::Serialize;
use utoipa::ToSchema;

/// What the player chose, and whether it arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Messages {
    /// A reminder of the check-in, once a day at most.
    pub checkin: bool,
    /// A withdrawal was paid or came back.
    pub withdrawal: bool,
    /// A friend's invite counts.
    pub friend: bool,
    /// Bonus tokens were unlocked.
    pub bonus: bool,
    /// The player blocked the bot: nothing of it is sent until the next choice.
    pub blocked: bool,
}

impl Messages {
    pub fn of(player: &Player) -> Messages {
        let Topics {
            checkin,
            withdrawal,
            friend,
            bonus,
        } = player.messages.topics;
        Messages {
            checkin,
            withdrawal,
            friend,
            bonus,
            blocked: player.messages.is_blocked,
        }
    }
}

body! {
    /// Asks what the bot writes.
    MessagesInfoBody(ts, token) {}
}

/// What the bot writes.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MessagesInfoData {
    /// The choice.
    pub messages: Messages,
}

body! {
    /// Chooses what the bot writes, in the language of the call. Security notices are always sent.
    MessagesSetBody(ts, token, req_id) {
        /// A reminder of the check-in, once a day at most.
        checkin: bool,
        /// A withdrawal was paid or came back.
        withdrawal: bool,
        /// A friend's invite counts.
        friend: bool,
        /// Bonus tokens were unlocked.
        bonus: bool,
    }
}

/// The choice afterwards.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MessagesSetData {
    /// The choice.
    pub messages: Messages,
}
