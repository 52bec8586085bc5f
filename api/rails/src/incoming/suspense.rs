//! Payments that no comment gives to an order: on the suspense account of the books from the moment they are seen.

use super::{Key, PAGE, Rail, Usdt, about, payment, seal};
use crate::Incoming;
use domain::ids::ProposalId;
use domain::time::Timestamp;
use ledger::{EventLog, Fault};
use sqlx::{PgPool, Row};

/// A payment that is to be booked to the suspense account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unnamed {
    pub payment: Incoming,
    /// The order that it was assigned to meanwhile.
    pub order_no: Option<String>,
}

/// Payments that nothing booked yet and that no comment gave to an order, oldest first, whatever was assigned
/// meanwhile: people may give one to the order that its comment names with something around the number. What this
/// service did not see on the chain is left out: [`super::unfounded`] names it.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn to_suspend(log: &EventLog, rail: &dyn Rail) -> Result<Vec<Unnamed>, Fault> {
    let rows = sqlx::query(
        "select lt, tx, sender, amount, comment, order_no, mac from incoming_payments
          where partition = 0 and rail = $1 and credited_at_ms is null and in_suspense_at_ms is null
            and (order_no is null or proposal is not null or not comment_names(comment, order_no))
          order by lt, tx limit $2",
    )
    .bind(rail.name())
    .bind(PAGE)
    .fetch_all(&**log)
    .await?;
    let (macs, mut unnamed) = (log.keys()?.macs(), Vec::with_capacity(rows.len()));
    for row in &rows {
        let payment = payment(row)?;
        if seal::is_ours(macs, rail.name(), &payment, row.try_get("mac")?)? {
            let order_no = row.try_get("order_no")?;
            unnamed.push(Unnamed { payment, order_no });
        }
    }
    Ok(unnamed)
}

/// Notes that the log has a payment on the suspense account. False when it has not, or when that was noted before.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn suspended(pool: &PgPool, of: &Key, now: Timestamp) -> Result<bool, Fault> {
    let row = about("select suspend_incoming_payment($1, $2, $3, $4)", of)?
        .bind(now.0)
        .fetch_one(pool)
        .await?;
    Ok(row.try_get(0)?)
}

/// Takes a payment of nobody for the reserve, as an approved proposal says; again for the same proposal. False when it is
/// somebody's, or not on the suspense account.
///
/// # Errors
/// [`Fault`] of the database, also when the proposal is not approved or says something else.
pub async fn fund(pool: &PgPool, of: &Key, proposal: ProposalId) -> Result<bool, Fault> {
    let row = about("select fund_from_incoming_payment($1, $2, $3, $4)", of)?
        .bind(proposal.0)
        .fetch_one(pool)
        .await?;
    Ok(row.try_get(0)?)
}

/// Whether a transaction brought a payment, whosever it is.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn is_known(pool: &PgPool, tx: &str) -> Result<bool, Fault> {
    let row = sqlx::query("select exists (select from incoming_payments where partition = 0 and tx = $1)")
        .bind(tx)
        .fetch_one(pool)
        .await?;
    Ok(row.try_get(0)?)
}

/// What came by a rail and is not in the books yet: no order's stream has it, and it is not on the suspense account.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn unbooked(pool: &PgPool, rail: &dyn Rail) -> Result<Usdt, Fault> {
    let row = sqlx::query(
        "select coalesce(sum(amount), 0)::bigint from incoming_payments
          where partition = 0 and rail = $1 and credited_at_ms is null and in_suspense_at_ms is null",
    )
    .bind(rail.name())
    .fetch_one(pool)
    .await?;
    Ok(Usdt::from_minor(row.try_get(0)?))
}
