//! The verbs on test players, and those that only tests of the ledger itself need.

pub use ledger::testing::players::*;

use domain::player::{Event, Player};
use domain::refusal::Refusal;
use domain::stream::Context;
use ledger::{Ledger, Request, Shape};
use uuid::Uuid;

/// Answers with the version and the coins, so that tests see which state was answered.
pub struct VersionAndCoins;

impl Shape<Player> for VersionAndCoins {
    fn accepted(&self, state: &Player, version: u64, events: &[Event], _context: &Context) -> String {
        format!(
            "{{\"version\":{version},\"coins\":{},\"events\":{}}}",
            state.wallet.coins(),
            events.len()
        )
    }

    fn refused(&self, _state: &Player, version: u64, refusal: &Refusal, _context: &Context) -> String {
        format!("{{\"version\":{version},\"refused\":{}}}", refusal.code())
    }
}

pub fn request(id: Uuid) -> Request {
    Request {
        id: Some(id),
        digest: [1; 32],
        actor: "player".into(),
        ..Request::default()
    }
}

pub async fn verified(ledger: &Ledger) -> ledger::verify::Report {
    ledger::verify::run(ledger.pool(), &mut |_, _| {})
        .await
        .expect("a report")
}
