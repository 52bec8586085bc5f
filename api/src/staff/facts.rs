//! What a reviewer has to know of a player, computed from the log: how the player plays, where the money came from,
//! which addresses were set. Nothing here is personal data.

use super::wire::proposals::StaffFact;
use super::wire::withdrawals::{StaffAddress, StaffMessage, StaffStep};
use domain::ids::{PlayerId, WithdrawalId};
use domain::player::{Event, Player};
use domain::stream::Stream as _;
use domain::withdrawal::{Facts, Withdrawal};
use ledger::{Fault, Ledger, feed};
use serde_json::Value;
use sqlx::{PgPool, Row};

/// Addresses of a player that are shown.
const ADDRESSES_MAX: i64 = 20;
/// Steps of a withdrawal that are shown.
const STEPS_MAX: i64 = 200;
/// Events by which friends' play becomes USDT.
const REFERRAL: &str = "TeamRecordReceived";

/// A fact without a bound.
pub fn fact(name: &str, value: impl ToString) -> StaffFact {
    StaffFact {
        name: name.to_owned(),
        value: value.to_string(),
        bound: None,
    }
}

/// Where the USDT of a purse came from.
#[derive(Clone, Debug, Default)]
pub struct Sources(Vec<(String, i64)>);

impl Sources {
    /// What friends brought of it, in thousandths.
    pub fn referral_per_mille(&self) -> i64 {
        let all: i128 = self.0.iter().map(|(_, sum)| i128::from(*sum)).sum();
        let friends = self.0.iter().find(|(name, _)| name == REFERRAL);
        let friends = i128::from(friends.map_or(0, |(_, sum)| *sum));
        i64::try_from(friends * 1_000 / all.max(1)).unwrap_or(1_000)
    }

    /// One line an event, the largest first.
    pub fn lines(&self) -> Vec<StaffFact> {
        self.0.iter().map(|(name, sum)| fact(name, sum)).collect()
    }
}

/// Credits of the player's USDT by event; what was refunded is no source.
///
/// # Errors
/// A fault of the database.
pub async fn sources(ledger: &Ledger, player: PlayerId) -> Result<Sources, Fault> {
    let rows = sqlx::query(
        "select e.event_type, sum(p.amount)::bigint
           from postings p join events e on e.partition = p.partition and e.position = p.position
          where p.partition = $1 and p.owner = $2 and p.account = 'usdt' and p.amount > 0
            and e.event_type <> 'WithdrawalRefunded'
          group by e.event_type order by 2 desc",
    )
    .bind(i32::from(ledger.partition_of(player.0)))
    .bind(player.0)
    .fetch_all(ledger.pool())
    .await?;
    let line = |row: &sqlx::postgres::PgRow| Ok((row.try_get(0)?, row.try_get(1)?));
    Ok(Sources(rows.iter().map(line).collect::<Result<_, sqlx::Error>>()?))
}

/// How the player plays: dives by fund, coins staked, tokens paid out (minor units).
///
/// # Errors
/// A fault of the database.
pub async fn play(ledger: &Ledger, player: PlayerId) -> Result<Vec<StaffFact>, Fault> {
    let rows = sqlx::query(
        "select fund, count(*), coalesce(sum((closed->'DiveClosed'->>'staked')::numeric), 0)::text,
                coalesce(sum((closed->'DiveClosed'->>'payout')::numeric), 0)::text
           from dives where partition = $1 and player = $2 group by fund order by fund",
    )
    .bind(i32::from(ledger.partition_of(player.0)))
    .bind(player.0)
    .fetch_all(ledger.pool())
    .await?;
    let mut facts = Vec::new();
    for row in rows {
        let (fund, dives): (String, i64) = (row.try_get(0)?, row.try_get(1)?);
        let (staked, payout): (String, String) = (row.try_get(2)?, row.try_get(3)?);
        facts.push(fact(&format!("{fund} dives"), dives));
        facts.push(fact(&format!("{fund} coins staked"), staked));
        facts.push(fact(&format!("{fund} tokens paid out"), payout));
    }
    Ok(facts)
}

/// Addresses that the player set, newest first.
///
/// # Errors
/// A fault of the database.
pub async fn addresses(ledger: &Ledger, player: PlayerId) -> Result<Vec<StaffAddress>, Fault> {
    let key = player.to_string();
    let found = feed::read_newest(ledger.pool(), Player::TYPE, &key, &["AddressSet"], ADDRESSES_MAX).await?;
    let mut addresses = Vec::with_capacity(found.len());
    for recorded in found {
        if let Event::AddressSet(set) = recorded.decode()? {
            addresses.push(StaffAddress {
                address: set.address.to_string(),
                at_ms: set.at.0,
            });
        }
    }
    Ok(addresses)
}

/// What happened to a withdrawal, and who did it.
///
/// # Errors
/// A fault of the database.
pub async fn steps(ledger: &Ledger, withdrawal: WithdrawalId) -> Result<Vec<StaffStep>, Fault> {
    let key = withdrawal.to_string();
    let page = feed::read_stream_page(ledger.pool(), Withdrawal::TYPE, &key, 0, STEPS_MAX).await?;
    let step = |recorded: feed::Recorded| {
        let metadata: Value = serde_json::from_str(&recorded.metadata).unwrap_or_default();
        StaffStep {
            event: recorded.event_type,
            at_ms: recorded.recorded_at_ms,
            actor: metadata["actor"].as_str().unwrap_or_default().to_owned(),
        }
    };
    Ok(page.into_iter().map(step).collect())
}

/// What was signed for a withdrawal, in the order in which it was signed.
///
/// # Errors
/// A fault of the database.
pub async fn messages(pool: &PgPool, withdrawal: WithdrawalId) -> Result<Vec<StaffMessage>, Fault> {
    let rows = sqlx::query(
        "select m.rail, m.number, m.attempt, m.purpose, m.hash, m.signed_at_ms, s.outcome
           from payout_slots s
           join (select partition, rail, wallet, number, hash, signed_at_ms, 0 as attempt, 'pay' as purpose
                   from payout_messages
                  union all
                 select partition, rail, wallet, number, hash, signed_at_ms, attempt, purpose
                   from payout_replacements) m using (partition, rail, wallet, number)
          where s.withdrawal = $1 order by m.signed_at_ms, m.number, m.attempt",
    )
    .bind(withdrawal.0)
    .fetch_all(pool)
    .await?;
    let mut messages = Vec::with_capacity(rows.len());
    for row in rows {
        messages.push(StaffMessage {
            rail: row.try_get(0)?,
            slot: row.try_get(1)?,
            attempt: row.try_get::<i32, _>(2)?.into(),
            purpose: row.try_get(3)?,
            hash: hex::encode(row.try_get::<Vec<u8>, _>(4)?),
            signed_ms: row.try_get(5)?,
            outcome: row.try_get(6)?,
        });
    }
    Ok(messages)
}

/// What the rules knew at the request.
pub fn terms(facts: &Facts) -> Vec<StaffFact> {
    vec![
        fact("vip", facts.vip_id.map_or_else(|| "-".to_owned(), |id| id.to_string())),
        fact("fee, ppm", facts.fee_ppm),
        fact("fee at least", facts.fee_min.minor()),
        fact("withdrawn since ever", facts.lifetime.minor()),
        fact("ever topped up", facts.topped_up),
        fact("configuration", facts.config_version),
    ]
}
