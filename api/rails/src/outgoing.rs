//! Transfers out of the house's wallets that no message of the house explains: a stolen key, or a database that was set back
//! (threat T-60). The sum of balances shows that money is missing; these are the lines that say where it went (api §7.21).
//!
//! What explains a transfer is the message that was kept before it was sent, so a payout is never among them, however often
//! it was sent. A transfer that the token refused moved nothing and is none.

use super::payout::Halt;
use super::slots::messages;
use super::{News, Outgoing, Rail};
use domain::money::Usdt;
use domain::time::Timestamp;
use ledger::Fault;
use sqlx::{PgPool, Row};

/// A transfer that no message of the house explains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unexplained {
    pub tx: String,
    /// Who got it, in the rail's spelling.
    pub recipient: String,
    /// How much, in millionths.
    pub amount: Usdt,
    pub seen_at: Timestamp,
}

/// Which transfers of the news no message of the house explains, as far as the token has moved them. What it has not moved
/// yet is read again: an unknown message leaves the wallet's cursor where it is.
///
/// # Errors
/// [`Halt`] of the database or of the nodes.
pub(super) async fn unexplained(pool: &PgPool, rail: &dyn Rail, news: &News) -> Result<Vec<Outgoing>, Halt> {
    let asked: Vec<[u8; 32]> = news.outgoing.iter().filter_map(|transfer| transfer.message).collect();
    let unknown = messages::unknown(pool, &asked).await?;
    let is_strange = |transfer: &&Outgoing| {
        let message = transfer.message.map(hex::encode);
        message.is_none_or(|message| unknown.contains(&message))
    };
    let mut moved = Vec::new();
    for transfer in news.outgoing.iter().filter(is_strange) {
        if rail.moved(transfer).await? == Some(true) {
            moved.push(transfer.clone());
        }
    }
    Ok(moved)
}

/// Keeps them, each once; one that is known stays as it is.
///
/// # Errors
/// [`Fault`] of the database.
pub(super) async fn keep(pool: &PgPool, rail: &dyn Rail, transfers: &[Outgoing], now: Timestamp) -> Result<(), Fault> {
    for transfer in transfers {
        sqlx::query(
            "insert into outgoing_transfers (partition, rail, tx, lt, wallet, recipient, amount, seen_at_ms)
             values (0, $1, $2, $3, $4, $5, $6, $7) on conflict do nothing",
        )
        .bind(rail.name())
        .bind(&transfer.tx)
        .bind(super::incoming::logical(transfer.lt)?)
        .bind(rail.wallet())
        .bind(&transfer.to)
        .bind(transfer.amount.minor())
        .bind(now.0)
        .execute(pool)
        .await?;
    }
    Ok(())
}

/// Those that were seen after one moment, up to another, oldest first.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn seen_between(pool: &PgPool, after: Timestamp, until: Timestamp) -> Result<Vec<Unexplained>, Fault> {
    let rows = sqlx::query(
        "select tx, recipient, amount, seen_at_ms from outgoing_transfers
          where partition = 0 and seen_at_ms > $1 and seen_at_ms <= $2 order by seen_at_ms, rail, tx, lt",
    )
    .bind(after.0)
    .bind(until.0)
    .fetch_all(pool)
    .await?;
    let seen = |row: &sqlx::postgres::PgRow| {
        Ok(Unexplained {
            tx: row.try_get(0)?,
            recipient: row.try_get(1)?,
            amount: Usdt::from_minor(row.try_get(2)?),
            seen_at: Timestamp(row.try_get(3)?),
        })
    };
    Ok(rows.iter().map(seen).collect::<Result<_, sqlx::Error>>()?)
}
