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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Angler, START};

    #[test]
    fn a_valid_invite_is_counted_for_the_inviter_under_one_request() {
        let father = Angler::registered(100, None, START.plus_ms(-1));
        let mut son = Angler::invited_by(Some(father.as_inviter())).with_coins(50);
        son.dives(10, 1).casts(5).surfaces();
        let (cause, other) = (derived("test", Uuid::nil()), derived("other", Uuid::nil()));
        let asked: Vec<_> = son
            .log
            .iter()
            .filter_map(|event| react(son.player.id, event, cause))
            .collect();
        let [reaction] = asked.as_slice() else {
            panic!("one event of the story asks for something, not {asked:?}");
        };
        assert_eq!(reaction.player, father.player.id);
        assert_eq!(reaction.command, CountInvite { friend: son.player.id }.into());
        let last = son.log.last().expect("a story");
        assert_eq!(
            react(son.player.id, last, cause),
            Some(reaction.clone()),
            "twice is once"
        );
        let again = react(son.player.id, last, other).expect("a reaction");
        assert_ne!(again.request_id, reaction.request_id);
    }
}
