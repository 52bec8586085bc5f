//! The house's wallets: whether each may send, who stopped it, and the number of its next slot (rails §4).

use crate::Rail;
use domain::finding::Finding;
use domain::time::Timestamp;
use ledger::Fault;
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, PgPool, Row};

/// A wallet as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wallet {
    pub rail: String,
    pub wallet: String,
    /// The number of its next slot.
    pub next_number: i64,
    /// Why it sends nothing; none while it works.
    pub paused: Option<Paused>,
    /// Since when it sends nothing.
    pub paused_at: Option<Timestamp>,
}

/// Why a wallet sends nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paused {
    /// The reason of a person, or the sentence of a rule.
    pub why: String,
    /// The rule that stopped it; nothing where a person did, and where the program of before did.
    pub finding: Option<Finding>,
}

impl Paused {
    fn of(why: Option<String>, finding: Option<&str>) -> Option<Paused> {
        let finding = finding.and_then(|json| serde_json::from_str(json).ok());
        why.map(|why| Paused { why, finding })
    }
}

/// Every wallet that is known, by rail and name.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn wallets(pool: &PgPool) -> Result<Vec<Wallet>, Fault> {
    let rows = sqlx::query(
        "select rail, wallet, next_number, paused, paused_at_ms, paused_finding::text from payout_wallets
          where partition = 0 order by rail, wallet",
    )
    .fetch_all(pool)
    .await?;
    let wallet = |row: &PgRow| {
        Ok(Wallet {
            rail: row.try_get(0)?,
            wallet: row.try_get(1)?,
            next_number: row.try_get(2)?,
            paused: Paused::of(row.try_get(3)?, row.try_get(5)?),
            paused_at: row.try_get::<Option<i64>, _>(4)?.map(Timestamp),
        })
    };
    Ok(rows.iter().map(wallet).collect::<Result<_, sqlx::Error>>()?)
}

/// Why a wallet sends nothing; none while it works.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn paused(pool: &PgPool, rail: &dyn Rail) -> Result<Option<String>, Fault> {
    let row = sqlx::query("select paused from payout_wallets where partition = 0 and rail = $1 and wallet = $2")
        .bind(rail.name())
        .bind(rail.wallet())
        .fetch_optional(pool)
        .await?;
    Ok(row.map(|row| row.try_get(0)).transpose()?.flatten())
}

/// Why some wallet sends nothing; none while all of them work.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn paused_why(pool: &PgPool) -> Result<Option<Paused>, Fault> {
    let row = sqlx::query(
        "select paused, paused_finding::text from payout_wallets
          where partition = 0 and paused is not null order by paused limit 1",
    )
    .fetch_optional(pool)
    .await?;
    let paused = |row: PgRow| Ok::<_, sqlx::Error>(Paused::of(row.try_get(0)?, row.try_get(1)?));
    Ok(row.map(paused).transpose()?.flatten())
}

/// Why wallets stop.
#[derive(Clone, Copy, Debug)]
pub enum Reason<'a> {
    /// In the words of a person.
    Said(&'a str),
    /// By a rule of the service.
    Found(&'a Finding),
}

impl<'a> From<&'a str> for Reason<'a> {
    fn from(said: &'a str) -> Reason<'a> {
        Reason::Said(said)
    }
}

impl<'a> From<&'a Finding> for Reason<'a> {
    fn from(found: &'a Finding) -> Reason<'a> {
        Reason::Found(found)
    }
}

impl Reason<'_> {
    fn text(self) -> String {
        match self {
            Reason::Said(said) => said.to_owned(),
            Reason::Found(found) => found.to_string(),
        }
    }

    fn finding(self) -> Option<String> {
        match self {
            Reason::Said(_) => None,
            Reason::Found(found) => serde_json::to_string(found).ok(),
        }
    }
}

/// What is switched, by whom and why.
#[derive(Clone, Copy, Debug)]
pub struct Switch<'a> {
    /// The wallet's rail and name; every wallet without.
    pub wallet: Option<(&'a str, &'a str)>,
    pub by: &'a str,
    /// Why it stops; nothing lets it go on.
    pub reason: Option<Reason<'a>>,
}

/// Stops wallets, or lets them go on. Answers how many that changed: a first reason stays.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn switch(pool: &PgPool, switch: Switch<'_>, now: Timestamp) -> Result<u64, Fault> {
    let row = sqlx::query("select switch_payout_wallets($1, $2, $3, $4, $5, $6::json)")
        .bind(switch.wallet.map(|(rail, _)| rail))
        .bind(switch.wallet.map(|(_, wallet)| wallet))
        .bind(switch.by)
        .bind(switch.reason.map(Reason::text))
        .bind(now.0)
        .bind(switch.reason.and_then(Reason::finding))
        .fetch_one(pool)
        .await?;
    Ok(u64::try_from(row.try_get::<i64, _>(0)?).unwrap_or_default())
}

/// Stops one wallet, known or not yet. True when it was not stopped before.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn pause<'a>(
    pool: &PgPool,
    rail: &dyn Rail,
    by: &str,
    reason: impl Into<Reason<'a>>,
    now: Timestamp,
) -> Result<bool, Fault> {
    ensure(pool, rail).await?;
    let (wallet, reason) = (Some((rail.name(), rail.wallet())), Some(reason.into()));
    Ok(switch(pool, Switch { wallet, by, reason }, now).await? > 0)
}

/// Adds a finding to the reason of a wallet that is stopped already: what no later look finds again must be seen by
/// whoever lets it go on. False when the wallet works, or has that reason.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn add_reason(
    pool: &PgPool,
    rail: &dyn Rail,
    by: &str,
    found: &Finding,
    now: Timestamp,
) -> Result<bool, Fault> {
    let row = sqlx::query("select add_reason_to_payout_wallet($1, $2, $3, $4, $5)")
        .bind(rail.name())
        .bind(rail.wallet())
        .bind(by)
        .bind(found.to_string())
        .bind(now.0)
        .fetch_one(pool)
        .await?;
    Ok(row.try_get(0)?)
}

/// Makes the wallet known, once.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn ensure(pool: &PgPool, rail: &dyn Rail) -> Result<(), Fault> {
    sqlx::query("select add_payout_wallet($1, $2)")
        .bind(rail.name())
        .bind(rail.wallet())
        .execute(pool)
        .await?;
    Ok(())
}

/// The number of a new slot. The row's lock orders whoever reserves; a rollback gives the number back.
pub(super) async fn take_number(transaction: &mut PgConnection, rail: &dyn Rail) -> Result<i64, Fault> {
    let row = sqlx::query("select take_payout_number($1, $2)")
        .bind(rail.name())
        .bind(rail.wallet())
        .fetch_one(transaction)
        .await?;
    Ok(row.try_get(0)?)
}
