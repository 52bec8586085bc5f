//! View `bonus_credits`: when a player's bonus tokens were credited last, until they
//! expired; for the scheduled job that expires them (domain §2.8).

use crate::moments::{Last, Moments};
use crate::view::{View, ViewEvent, Writing, facts_of};
use domain::ids::PlayerId;
use domain::player::{Event, Player};
use domain::posting::{Account, Purse};
use domain::stream::StreamEvent as _;
use domain::time::Timestamp;
use ledger::log_page::LogPage;
use ledger::{EventLog, Fault, books};
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, Row};
use uuid::Uuid;

/// What changes the view. A correction by staff begins no time.
const EVENTS: [&str; 4] = ["DiveClosed", "TaskReceived", "RedPacketCredited", "BonusExpired"];

/// Holders by the last credit, which no page that is read late takes back.
const HELD: Moments = Moments {
    table: "bonus_credits",
    owner: "player",
    at: "credited_at_ms",
    merged: Some("greatest(known.credited_at_ms, excluded.credited_at_ms)"),
};

#[derive(Clone, Copy, Debug)]
pub struct BonusCredits;

impl View for BonusCredits {
    fn name(&self) -> &'static str {
        "bonus_credits"
    }

    fn write<'a>(&'a self, transaction: &'a mut PgConnection, page: &'a LogPage) -> Writing<'a> {
        Box::pin(async move {
            let facts: Vec<ViewEvent<'_, Player>> = facts_of(page, &EVENTS)?;
            let mut last = Last::new();
            for fact in &facts {
                let key = (fact.recorded.partition, fact.owner);
                match fact.event {
                    Event::BonusExpired(_) => {
                        last.insert(key, None);
                    }
                    event => {
                        if let Some(at) = credited_at(event, fact.owner) {
                            let known = last.get(&key).copied().flatten();
                            last.insert(key, known.max(Some(at.0)));
                        }
                    }
                }
            }
            HELD.write(transaction, &last).await
        })
    }
}

/// When bonus tokens were credited, if the event did so.
fn credited_at(event: &Event, owner: Uuid) -> Option<Timestamp> {
    let at = match event {
        Event::DiveClosed(event) => event.at,
        Event::TaskReceived(event) => event.at,
        Event::RedPacketCredited(event) => event.at,
        // No other event credits any.
        _ => return None,
    };
    let purse = Account::Player(PlayerId(owner), Purse::GusdBonus);
    let postings = event.postings(owner);
    let credits = postings.legs().iter().any(|leg| leg.account == purse && leg.amount > 0);
    credits.then_some(at)
}

/// Players who hold bonus tokens whose last credit was at `before` or earlier, oldest first.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn credited_until(pool: &EventLog, before: Timestamp, limit: i64) -> Result<Vec<PlayerId>, Fault> {
    books::reach_heads(pool).await?;
    let rows = sqlx::query(
        "select c.player from bonus_credits c
           join balances b on b.partition = c.partition and b.owner = c.player and b.account = $3
          where c.credited_at_ms <= $1 and b.balance > 0
          order by c.credited_at_ms, c.player
          limit $2",
    )
    .bind(before.0)
    .bind(limit)
    .bind(Purse::GusdBonus.name())
    .fetch_all(pool)
    .await?;
    let player = |row: &PgRow| Ok(PlayerId(row.try_get(0)?));
    Ok(rows.iter().map(player).collect::<Result<_, sqlx::Error>>()?)
}
