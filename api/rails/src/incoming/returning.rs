//! Payments of nobody that go back to their senders, as two people approved.

use super::{Key, PAGE, about};
use crate::Rail;
use domain::ids::{ProposalId, WithdrawalId};
use domain::money::Usdt;
use domain::time::Timestamp;
use ledger::Fault;
use sqlx::postgres::PgRow;
use sqlx::{PgPool, Row};

/// A payment on its way back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Returning {
    pub payment: Key,
    pub amount: Usdt,
    /// The stream of the payout that takes it there.
    pub withdrawal: WithdrawalId,
    /// When the payment was seen.
    pub seen_at: Timestamp,
}

/// Takes a payment of nobody for its way back, as an approved proposal says; again for the same proposal. False when it
/// is somebody's, or not on the suspense account.
///
/// # Errors
/// [`Fault`] of the database, also when the proposal is not approved or says something else.
pub async fn take_back(pool: &PgPool, of: &Key, proposal: ProposalId, withdrawal: WithdrawalId) -> Result<bool, Fault> {
    let row = about("select return_incoming_payment($1, $2, $3, $4, $5)", of)?
        .bind(proposal.0)
        .bind(withdrawal.0)
        .fetch_one(pool)
        .await?;
    Ok(row.try_get(0)?)
}

/// What came by a rail and is on its way back, oldest first: as many as one look takes.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn going_back(pool: &PgPool, rail: &dyn Rail) -> Result<Vec<Returning>, Fault> {
    let rows = sqlx::query(
        "select tx, lt, amount, return_withdrawal, seen_at_ms from incoming_payments
          where partition = 0 and rail = $1 and return_withdrawal is not null and returned_at_ms is null
          order by seen_at_ms, lt, tx limit $2",
    )
    .bind(rail.name())
    .bind(PAGE)
    .fetch_all(pool)
    .await?;
    let returning = |row: &PgRow| {
        Ok(Returning {
            payment: Key {
                rail: rail.name().to_owned(),
                tx: row.try_get(0)?,
                lt: u64::try_from(row.try_get::<i64, _>(1)?).unwrap_or_default(),
            },
            amount: Usdt::from_minor(row.try_get(2)?),
            withdrawal: WithdrawalId(row.try_get(3)?),
            seen_at: Timestamp(row.try_get(4)?),
        })
    };
    rows.iter().map(returning).collect()
}

/// What goes back to senders and is not booked as gone yet, whatever rail it came by.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn to_go_back(pool: &PgPool) -> Result<Usdt, Fault> {
    let row = sqlx::query(
        "select coalesce(sum(amount), 0)::bigint from incoming_payments
          where partition = 0 and return_withdrawal is not null and returned_at_ms is null",
    )
    .fetch_one(pool)
    .await?;
    Ok(Usdt::from_minor(row.try_get(0)?))
}

/// Notes that a payment is with its sender again. False when the log does not say so, or when that was noted before.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn returned(pool: &PgPool, of: &Key, now: Timestamp) -> Result<bool, Fault> {
    let row = about("select note_returned_payment($1, $2, $3, $4)", of)?
        .bind(now.0)
        .fetch_one(pool)
        .await?;
    Ok(row.try_get(0)?)
}

/// Makes a payment nobody's again whose way back failed for good. False when it did not fail.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn free(pool: &PgPool, of: &Key) -> Result<bool, Fault> {
    let row = about("select free_returning_payment($1, $2, $3)", of)?
        .fetch_one(pool)
        .await?;
    Ok(row.try_get(0)?)
}

/// SQL that holds for a payout that took a payment back, which the books show; `withdrawal` is the expression that
/// names it.
pub fn is_back(withdrawal: &str) -> String {
    format!(
        "exists (select from incoming_payments i
                  where i.return_withdrawal = {withdrawal} and i.returned_at_ms is not null)"
    )
}
