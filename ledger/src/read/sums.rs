//! What all rows of a list add up to, by asset. Adding up has a bound of time: a list is worth more than its sum, and
//! over a shorter period the sum is there.

use crate::error::Fault;
use crate::transactions;
use sqlx::postgres::PgRow;
use sqlx::{Error, PgConnection, PgPool, Postgres, Row, Transaction};
use std::collections::BTreeMap;

/// How long one statement may add up (ASSUMED): longer than people wait for a list.
const TIME_MAX_MS: u16 = 3_000;
/// What PostgreSQL says of a statement that ran out of its time.
const CANCELLED: &str = "57014";

/// What the rows of one asset add up to, in minor units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    /// How many rows.
    pub rows: i64,
    /// The sum of those above zero.
    pub plus: i128,
    /// The sum of those below zero.
    pub minus: i128,
}

/// Sums by the name of the asset. Those of different assets are never added.
pub type Sums = BTreeMap<String, Sum>;

impl Sum {
    /// One row more.
    pub fn add(&mut self, amount: i128) {
        self.rows += 1;
        self.plus += amount.max(0);
        self.minus += amount.min(0);
    }
}

/// A transaction whose statements run for so long and no longer.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn begin(pool: &PgPool) -> Result<Transaction<'static, Postgres>, Fault> {
    let mut transaction = transactions::begin(pool).await?;
    bound(&mut transaction).await?;
    Ok(transaction)
}

/// The same for the rest of a transaction.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn bound(transaction: &mut PgConnection) -> Result<(), Fault> {
    sqlx::query(&format!("set local statement_timeout = {TIME_MAX_MS}"))
        .execute(transaction)
        .await?;
    Ok(())
}

/// Adds rows of (asset, rows, plus, minus), the last two as text; false where they took too long.
///
/// # Errors
/// [`Fault`] of the database.
pub fn take(sums: &mut Sums, read: Result<Vec<PgRow>, Error>) -> Result<bool, Fault> {
    let is_late = |error: &Error| {
        let of_database = error.as_database_error();
        of_database.and_then(sqlx::error::DatabaseError::code).as_deref() == Some(CANCELLED)
    };
    let rows = match read {
        Err(error) if is_late(&error) => return Ok(false),
        read => read?,
    };
    let whole = |row: &PgRow, column: usize| {
        let text: String = row.try_get(column)?;
        text.parse::<i128>()
            .map_err(|_| Fault::Unknown(format!("{text} is no sum")))
    };
    for row in &rows {
        let (plus, minus) = (whole(row, 2)?, whole(row, 3)?);
        let sum = sums.entry(row.try_get(0)?).or_default();
        sum.rows += row.try_get::<i64, _>(1)?;
        sum.plus += plus;
        sum.minus += minus;
    }
    Ok(true)
}
