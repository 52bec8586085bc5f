//! The stored answers of commands that both a call and a policy may send to a player's stream (`domain::policies`).
//!
//! A call sends the command at once and the policy that follows the log sends it too, under the same request id:
//! whoever is first decides. Both store the answer of the call, as of the decision, so a repetition gets the same bytes
//! whoever sent it first, and whatever the configuration or the player has become since.

use crate::command::{Outcome, details};
use crate::endpoint::written;
use crate::routes::{exchange, promotion, redpacket, shop};
use domain::player::{Event, Player};
use domain::refusal::Refusal;
use domain::stream::Context;
use ledger::{Plain, Shape};
use std::sync::Arc;

/// The shape that every process gives its ledger ([`ledger::Options::player_answers`]).
pub fn player_answers() -> Arc<dyn Shape<Player>> {
    Arc::new(CallAnswers)
}

/// Shapes the answers that a call returns; answers of other commands carry no data.
struct CallAnswers;

impl Shape<Player> for CallAnswers {
    fn accepted(&self, player: &Player, version: u64, events: &[Event], context: &Context) -> String {
        let outcome = Outcome {
            player,
            version,
            events,
            context,
        };
        let data = events.iter().find_map(|event| match event {
            Event::BonusUnlocked(_) => Some(written(&exchange::unlocked(&outcome))),
            Event::ShopPurchased(_) => Some(written(&shop::bought(&outcome))),
            Event::TaskReceived(_) => Some(written(&promotion::received(&outcome))),
            Event::RedPacketCredited(_) => Some(written(&redpacket::credited(&outcome))),
            _ => None,
        });
        match data {
            Some(text) => text,
            None => Plain.accepted(player, version, events, context),
        }
    }

    fn refused(&self, player: &Player, _version: u64, refusal: &Refusal, context: &Context) -> String {
        details(player, refusal, context).to_string()
    }
}
