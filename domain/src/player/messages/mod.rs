//! Messages by the bot (domain §3.17): what a player chose to get. Nothing is sent until it is chosen; a notice about
//! the security of the account is always sent and cannot be switched off.
//!
//! Which event leads to which message, and who gets it, is in `notice.rs`. That the messenger delivers nothing any
//! more is an event too: it belongs to the choice, the next choice ends it, and support can explain the silence
//! from the log alone. Knows no text and no messenger.

mod notice;

pub use notice::{Notice, REMINDER_MS};

use super::{DomainEvent, Event, Player, Rule};
use crate::refusal::Refusal;
use crate::stream::{Context, Decision};
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};

/// What a player may choose to get; nothing at first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Topics {
    /// A reminder of the check-in, once a day at most.
    pub checkin: bool,
    /// A withdrawal was paid or came back.
    pub withdrawal: bool,
    /// A friend's invite counts.
    pub friend: bool,
    /// Bonus tokens were unlocked.
    pub bonus: bool,
}

/// The choice, and whether messages arrive.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Messages {
    pub topics: Topics,
    /// Language of the app when the choice was made; `None` before the first one.
    pub lang: Option<String>,
    /// The player blocked the bot: it is silent until the next choice.
    pub is_blocked: bool,
}

/// Chooses what the bot writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChooseMessages {
    pub topics: Topics,
    /// Language in which the player reads the app.
    pub lang: String,
}

/// Records that the messenger refuses messages to the player; issued by whoever sends them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoteMessagesBlocked;

/// The player chose what the bot writes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MessagesChosen {
    pub topics: Topics,
    pub lang: String,
    pub at: Timestamp,
}

/// The messenger refused a message: the player blocked the bot, or never let it write.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MessagesBlocked {
    pub at: Timestamp,
}

impl Player {
    /// The language in which the player is written to: that of the choice, else that of the registration.
    pub fn language(&self) -> &str {
        self.messages.lang.as_deref().unwrap_or(&self.registration.lang)
    }
}

impl Rule for ChooseMessages {
    /// No gate: whoever is frozen or on a break can always stop messages. The same choice again is recorded: it ends a
    /// block.
    fn decide(&self, _player: &Player, context: &Context) -> Result<Decision<Event>, Refusal> {
        Ok(Event::from(MessagesChosen {
            topics: self.topics,
            lang: self.lang.clone(),
            at: context.now,
        })
        .into())
    }
}

impl Rule for NoteMessagesBlocked {
    fn decide(&self, player: &Player, context: &Context) -> Result<Decision<Event>, Refusal> {
        if player.messages.is_blocked {
            return Err(Refusal::StateChanged);
        }
        Ok(Event::from(MessagesBlocked { at: context.now }).into())
    }
}

impl DomainEvent for MessagesChosen {
    fn evolve(&self, player: &mut Player) {
        player.messages = Messages {
            topics: self.topics,
            lang: Some(self.lang.clone()),
            is_blocked: false,
        };
    }
}

impl DomainEvent for MessagesBlocked {
    fn evolve(&self, player: &mut Player) {
        player.messages.is_blocked = true;
    }
}

#[cfg(test)]
mod tests;
