//! Slots: the tables that make a second payment impossible to record (rails §4).
//!
//! A slot is reserved in one transaction with its number, so a number is neither lost nor given out twice. An
//! outcome is written once. The wallets that they are numbered in: `wallets`; what was signed for a slot:
//! [`messages`].

pub mod messages;
mod wallets;

pub use wallets::{Paused, Reason, Switch, Wallet, add_reason, ensure, pause, paused, paused_why, switch, wallets};

use super::{Kept, NewSlot, Payment, Rail, RailFault, incoming};
use domain::ids::WithdrawalId;
use domain::money::Usdt;
use domain::time::Timestamp;
use domain::withdrawal::{Address, Slot, Terms};
use ledger::{Fault, transactions};
use projections::withdrawals;
use sqlx::postgres::PgRow;
use sqlx::{PgPool, Row};
use std::collections::HashSet;

/// Slots whose time is over that one look takes.
const OVERDUE_MAX: i64 = 100;

/// Why a slot's story is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The payee has it.
    Paid,
    /// Proved never to be paid.
    NotPaid,
    /// Nothing was ever signed.
    Void,
}

impl Outcome {
    const fn name(self) -> &'static str {
        match self {
            Outcome::Paid => "paid",
            Outcome::NotPaid => "not_paid",
            Outcome::Void => "void",
        }
    }
}

/// A slot that is still open, or has paid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reserved {
    /// Its number in the wallet.
    pub number: i64,
    pub withdrawal: WithdrawalId,
    /// What is paid through it.
    pub payment: Payment,
    /// What was signed, the latest last; none before it was.
    pub kept: Vec<Kept>,
}

/// The slot of a withdrawal in the rail's wallet that may pay or has paid; a new one when there is none. Nothing
/// while a slot of another wallet may pay the withdrawal or has paid it: that one is left as it is.
///
/// # Errors
/// [`Fault`] of the database, also when the withdrawal is not approved on these terms, or of a rail that has no number
/// left.
pub async fn reserve(
    pool: &PgPool,
    rail: &dyn Rail,
    terms: &Terms,
    chain_time: Timestamp,
    now: Timestamp,
) -> Result<Option<Reserved>, Fault> {
    wallets::ensure(pool, rail).await?;
    let mut transaction = transactions::begin(pool).await?;
    let number = wallets::take_number(&mut transaction, rail).await?;
    let new = new_slot(rail, number, chain_time)?;
    let row = sqlx::query("select reserve_payout_slot($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)")
        .bind(rail.name())
        .bind(rail.wallet())
        .bind(number)
        .bind(signed_number(new.slot.query_id)?)
        .bind(terms.withdrawal.0)
        .bind(terms.address.as_str())
        .bind(terms.comment.as_deref())
        .bind(terms.net().minor())
        .bind(signed_number(new.created_at_s)?)
        .bind(new.slot.valid_until.0)
        .bind(now.0)
        .fetch_one(&mut *transaction)
        .await?;
    if row.try_get(0)? {
        transaction.commit().await?;
    } else {
        transaction.rollback().await?;
    }
    live(pool, rail, terms.withdrawal).await
}

fn new_slot(rail: &dyn Rail, number: i64, chain_time: Timestamp) -> Result<NewSlot, Fault> {
    let number = u64::try_from(number).map_err(|_| Fault::Law("a wallet's number is negative".into()))?;
    rail.new_slot(number, chain_time).map_err(unfit)
}

/// What a rail cannot do is a fault of the house, not of a caller.
pub(crate) fn unfit(fault: RailFault) -> Fault {
    Fault::Law(fault.to_string())
}

fn signed_number(number: u64) -> Result<i64, Fault> {
    i64::try_from(number).map_err(|_| Fault::Law(format!("{number} does not fit the tables")))
}

const COLUMNS: &str = "s.number, s.query_id, s.withdrawal, s.address, s.comment, s.amount, s.created_at_s, \
                       s.valid_until_ms, s.rail, s.wallet";

/// The slot of a withdrawal in the rail's wallet that may pay or has paid. Slots of other wallets are not the rail's
/// to use: it cannot see what became of them.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn live(pool: &PgPool, rail: &dyn Rail, withdrawal: WithdrawalId) -> Result<Option<Reserved>, Fault> {
    let statement = format!(
        "select {COLUMNS} from payout_slots s
          where s.partition = 0 and s.rail = $1 and s.wallet = $2 and s.withdrawal = $3
            and (s.outcome is null or s.outcome = 'paid')"
    );
    let row = sqlx::query(&statement)
        .bind(rail.name())
        .bind(rail.wallet())
        .bind(withdrawal.0)
        .fetch_optional(pool)
        .await?;
    whole(pool, row.as_ref()).await
}

/// Those of these withdrawals that have a slot in the rail's wallet which is under way.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn reserved_of(
    pool: &PgPool,
    rail: &dyn Rail,
    withdrawals: &[WithdrawalId],
) -> Result<HashSet<WithdrawalId>, Fault> {
    let ids: Vec<_> = withdrawals.iter().map(|id| id.0).collect();
    let reserved: Vec<_> = sqlx::query_scalar(
        "select withdrawal from payout_slots
          where partition = 0 and rail = $1 and wallet = $2 and outcome is null and withdrawal = any($3)",
    )
    .bind(rail.name())
    .bind(rail.wallet())
    .bind(ids)
    .fetch_all(pool)
    .await?;
    Ok(reserved.into_iter().map(WithdrawalId).collect())
}

/// True when a slot of another wallet than the rail's may pay a withdrawal, or has paid it.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn is_elsewhere(pool: &PgPool, rail: &dyn Rail, withdrawal: WithdrawalId) -> Result<bool, Fault> {
    let row = sqlx::query(
        "select exists (select from payout_slots
                         where partition = 0 and withdrawal = $3 and (rail, wallet) <> ($1, $2)
                           and (outcome is null or outcome = 'paid'))",
    )
    .bind(rail.name())
    .bind(rail.wallet())
    .bind(withdrawal.0)
    .fetch_one(pool)
    .await?;
    Ok(row.try_get(0)?)
}

/// Slots without an outcome whose time is over, oldest first: as many as one look takes.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn overdue(pool: &PgPool, rail: &dyn Rail, now: Timestamp) -> Result<Vec<Reserved>, Fault> {
    let statement = format!(
        "select {COLUMNS} from payout_slots s
          where s.partition = 0 and s.rail = $1 and s.wallet = $2 and s.outcome is null and s.valid_until_ms <= $3
          order by s.number limit $4"
    );
    let rows = sqlx::query(&statement)
        .bind(rail.name())
        .bind(rail.wallet())
        .bind(now.0)
        .bind(OVERDUE_MAX)
        .fetch_all(pool)
        .await?;
    let mut overdue = Vec::with_capacity(rows.len());
    for row in &rows {
        overdue.extend(whole(pool, Some(row)).await?);
    }
    Ok(overdue)
}

/// A slot's row with what was signed for it.
async fn whole(pool: &PgPool, row: Option<&PgRow>) -> Result<Option<Reserved>, Fault> {
    let Some(row) = row else { return Ok(None) };
    let mut reserved = read(row)?;
    reserved.kept = messages::kept(pool, &reserved).await?;
    Ok(Some(reserved))
}

pub(super) fn broken(what: &str) -> Fault {
    Fault::Law(format!("a payout slot's {what} does not read back"))
}

fn read(row: &PgRow) -> Result<Reserved, Fault> {
    let unsigned = |column: usize| -> Result<u64, Fault> {
        u64::try_from(row.try_get::<i64, _>(column)?).map_err(|_| broken("number"))
    };
    let address: String = row.try_get(3)?;
    Ok(Reserved {
        number: row.try_get(0)?,
        withdrawal: WithdrawalId(row.try_get(2)?),
        payment: Payment {
            slot: Slot {
                rail: row.try_get(8)?,
                wallet: row.try_get(9)?,
                query_id: unsigned(1)?,
                valid_until: Timestamp(row.try_get(7)?),
            },
            created_at_s: unsigned(6)?,
            address: Address::parse(&address).ok_or_else(|| broken("address"))?,
            comment: row.try_get(4)?,
            amount: Usdt::from_minor(row.try_get(5)?),
        },
        kept: Vec::new(),
    })
}

/// Writes how a slot ended; the first outcome stays.
///
/// # Errors
/// [`Fault`] of the database, also for an outcome that contradicts what was signed or confirmed.
pub async fn end(pool: &PgPool, slot: &Slot, outcome: Outcome, now: Timestamp) -> Result<(), Fault> {
    sqlx::query("select end_payout_slot($1, $2, $3, $4, $5)")
        .bind(&slot.rail)
        .bind(&slot.wallet)
        .bind(signed_number(slot.query_id)?)
        .bind(outcome.name())
        .bind(now.0)
        .execute(pool)
        .await?;
    Ok(())
}

/// How many numbers of a wallet have a slot: no more can be executed.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn count(pool: &PgPool, rail: &dyn Rail) -> Result<u64, Fault> {
    let row = sqlx::query("select count(*) from payout_slots where partition = 0 and rail = $1 and wallet = $2")
        .bind(rail.name())
        .bind(rail.wallet())
        .fetch_one(pool)
        .await?;
    Ok(u64::try_from(row.try_get::<i64, _>(0)?).unwrap_or_default())
}

/// What a wallet has promised to payments that may still come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Promised {
    /// What they take out of it, in millionths.
    pub usdt: Usdt,
    /// How many they are: each needs the chain's own fees.
    pub payments: u64,
}

/// What the open slots of other withdrawals may still take out of the wallet.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn promised(pool: &PgPool, rail: &dyn Rail, beside: WithdrawalId) -> Result<Promised, Fault> {
    let row = sqlx::query(
        "select coalesce(sum(amount), 0)::bigint, count(*) from payout_slots
          where partition = 0 and rail = $1 and wallet = $2 and withdrawal <> $3 and outcome is null",
    )
    .bind(rail.name())
    .bind(rail.wallet())
    .bind(beside.0)
    .fetch_one(pool)
    .await?;
    Ok(Promised {
        usdt: Usdt::from_minor(row.try_get(0)?),
        payments: u64::try_from(row.try_get::<i64, _>(1)?).unwrap_or_default(),
    })
}

/// What slots of the rail's wallet may have paid and the books do not show yet.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn under_way(pool: &PgPool, rail: &dyn Rail) -> Result<Usdt, Fault> {
    let (is_over, is_back) = (withdrawals::is_over("s.withdrawal"), incoming::is_back("s.withdrawal"));
    let statement = format!(
        "select coalesce(sum(s.amount), 0)::bigint from payout_slots s
          where s.partition = 0 and s.rail = $1 and s.wallet = $2
            and (s.outcome is null or s.outcome = 'paid' and not {is_over} and not {is_back})"
    );
    let row = sqlx::query(&statement)
        .bind(rail.name())
        .bind(rail.wallet())
        .fetch_one(pool)
        .await?;
    Ok(Usdt::from_minor(row.try_get(0)?))
}

/// What slots that were reserved since a moment pay, or may pay.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn reserved_since(pool: &PgPool, rail: &dyn Rail, since: Timestamp) -> Result<Usdt, Fault> {
    let row = sqlx::query(
        "select coalesce(sum(amount), 0)::bigint from payout_slots
          where partition = 0 and rail = $1 and wallet = $2 and reserved_at_ms >= $3
            and (outcome is null or outcome = 'paid')",
    )
    .bind(rail.name())
    .bind(rail.wallet())
    .bind(since.0)
    .fetch_one(pool)
    .await?;
    Ok(Usdt::from_minor(row.try_get(0)?))
}

/// A slot through which the payee has the money.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaidSlot {
    rail: String,
    wallet: String,
    number: i64,
    pub withdrawal: WithdrawalId,
    /// What was to be paid through it.
    pub amount: Usdt,
    /// When that was certain.
    pub ended_at: Timestamp,
}

impl PaidSlot {
    /// Which slot it is, as text.
    pub fn place(&self) -> String {
        format!("{}:{}:{}", self.rail, self.wallet, self.number)
    }
}

/// Slots that ended as paid after one moment, up to another, oldest first.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn paid_between(pool: &PgPool, after: Timestamp, until: Timestamp) -> Result<Vec<PaidSlot>, Fault> {
    let rows = sqlx::query(
        "select rail, wallet, number, withdrawal, amount, closed_at_ms from payout_slots
          where partition = 0 and outcome = 'paid' and closed_at_ms > $1 and closed_at_ms <= $2
          order by closed_at_ms, rail, wallet, number",
    )
    .bind(after.0)
    .bind(until.0)
    .fetch_all(pool)
    .await?;
    let paid = |row: &PgRow| {
        Ok(PaidSlot {
            rail: row.try_get(0)?,
            wallet: row.try_get(1)?,
            number: row.try_get(2)?,
            withdrawal: WithdrawalId(row.try_get(3)?),
            amount: Usdt::from_minor(row.try_get(4)?),
            ended_at: Timestamp(row.try_get(5)?),
        })
    };
    Ok(rows.iter().map(paid).collect::<Result<_, sqlx::Error>>()?)
}

/// The slot that a withdrawal's stream names, whatever became of it.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn find(pool: &PgPool, slot: &Slot) -> Result<Option<Reserved>, Fault> {
    let statement = format!(
        "select {COLUMNS} from payout_slots s
          where s.partition = 0 and s.rail = $1 and s.wallet = $2 and s.query_id = $3"
    );
    let row = sqlx::query(&statement)
        .bind(&slot.rail)
        .bind(&slot.wallet)
        .bind(signed_number(slot.query_id)?)
        .fetch_optional(pool)
        .await?;
    whole(pool, row.as_ref()).await
}
