//! What was open at the end of each day, kept: a row a line, from the day at which it was first open to the one at which it
//! was open no more. Rows are derived; nothing but their end is changed.

use super::{Carried, Line};
use crate::reconciliation::{Kind, name};
use domain::time::Timestamp;
use ledger::{EventLog, Fault, transactions};
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, Row as _};

/// Which row a line has: the end of the day that opened it, and its number there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Row {
    opened_at_ms: i64,
    number: i32,
}

/// The end of the newest day up to a moment that is kept.
///
/// # Errors
/// [`Fault`] of the database.
pub(super) async fn newest(log: &EventLog, until: Timestamp) -> Result<Option<Timestamp>, Fault> {
    let row = sqlx::query("select max(ends_at_ms) from custody_open_days where partition = 0 and ends_at_ms <= $1")
        .bind(until.0)
        .fetch_one(&**log)
        .await?;
    Ok(row.try_get::<Option<i64>, _>(0)?.map(Timestamp))
}

/// What was open at the end of a day that is kept.
///
/// # Errors
/// [`Fault`] of the database, also for a row that does not read back.
pub(super) async fn open_at(log: &EventLog, end: Timestamp) -> Result<Vec<Carried>, Fault> {
    let rows = sqlx::query(
        "select opened_at_ms, number, kind, line::text from custody_open_lines
          where partition = 0 and opened_at_ms <= $1 and (closed_at_ms is null or closed_at_ms > $1)
          order by opened_at_ms, number",
    )
    .bind(end.0)
    .fetch_all(&**log)
    .await?;
    rows.iter().map(carried).collect()
}

fn carried(row: &PgRow) -> Result<Carried, Fault> {
    let broken = |why: serde_json::Error| Fault::Law(format!("an open line of custody does not read back: {why}"));
    let (kind, line): (String, String) = (row.try_get(2)?, row.try_get(3)?);
    Ok(Carried {
        row: Some(Row {
            opened_at_ms: row.try_get(0)?,
            number: row.try_get(1)?,
        }),
        kind: serde_json::from_value(kind.into()).map_err(broken)?,
        line: serde_json::from_str(&line).map_err(broken)?,
    })
}

/// Keeps what is open at the end of a day, of which `before` was open when it began. A day that another process has kept
/// meanwhile stays as it is.
///
/// # Errors
/// [`Fault`] of the database.
pub(super) async fn keep(log: &EventLog, end: Timestamp, before: &[Carried], left: &[Carried]) -> Result<(), Fault> {
    let mut transaction = transactions::begin(log).await?;
    let day =
        sqlx::query("insert into custody_open_days (partition, ends_at_ms) values (0, $1) on conflict do nothing")
            .bind(end.0);
    if day.execute(&mut *transaction).await?.rows_affected() == 0 {
        return Ok(());
    }
    let stay: Vec<Row> = left.iter().filter_map(|carried| carried.row).collect();
    for row in before.iter().filter_map(|carried| carried.row) {
        if !stay.contains(&row) {
            close(&mut transaction, row, end).await?;
        }
    }
    let new = left.iter().filter(|carried| carried.row.is_none());
    for (number, carried) in (0..).zip(new) {
        open(&mut transaction, (end, number), carried.kind, &carried.line).await?;
    }
    Ok(transaction.commit().await?)
}

async fn close(connection: &mut PgConnection, row: Row, end: Timestamp) -> Result<(), Fault> {
    sqlx::query(
        "update custody_open_lines set closed_at_ms = $3
          where partition = 0 and opened_at_ms = $1 and number = $2 and closed_at_ms is null",
    )
    .bind(row.opened_at_ms)
    .bind(row.number)
    .bind(end.0)
    .execute(connection)
    .await?;
    Ok(())
}

async fn open(
    connection: &mut PgConnection,
    (end, number): (Timestamp, i32),
    kind: Kind,
    line: &Line,
) -> Result<(), Fault> {
    let written = serde_json::to_string(line).map_err(|why| Fault::Unknown(why.to_string()))?;
    sqlx::query(
        "insert into custody_open_lines (partition, opened_at_ms, number, kind, line) values (0, $1, $2, $3, $4::jsonb)",
    )
    .bind(end.0)
    .bind(number)
    .bind(name(kind))
    .bind(written)
    .execute(connection)
    .await?;
    Ok(())
}
