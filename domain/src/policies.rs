//! Policies: what an event in one stream asks of another (DESIGN §3).
//!
//! A policy is a function of the recorded event. The command it returns carries
//! a request id derived from that event, so running it twice is running it once.

use crate::ids::{PlayerId, derived};
use crate::player::{Command, Event, team::CountInvite};
use uuid::Uuid;

/// A command for another player's stream.
#[derive(Clone, Debug, PartialEq)]
pub struct Reaction {
    /// Whose stream.
    pub player: PlayerId,
    /// What to do.
    pub command: Command,
    /// The request id, fixed by cause and purpose.
    pub request_id: Uuid,
}

/// What the event `event_id` of `player` asks of others.
pub fn react(player: PlayerId, event: &Event, event_id: Uuid) -> Option<Reaction> {
    match event {
        Event::InviteQualified(qualified) => Some(Reaction {
            player: qualified.inviter,
            command: CountInvite { friend: player }.into(),
            request_id: derived("count_invite", event_id),
        }),
        // Only a qualified invite concerns another player's stream; shares lie on the earner's own event.
        _ => None,
    }
}
