//! Which logs there are: exactly those that the database was made with, and no row of another.
//!
//! Readers that sum over all logs would count such a row, and no fold of a log would come upon it.

use super::{Check, Finding, finding};
use crate::error::Fault;
use crate::schema::genesis_partitions;
use sqlx::PgConnection;

/// Tables whose rows belong to a log.
const TABLES: [&str; 6] = ["events", "requests", "natural_keys", "postings", "balances", "cursors"];

/// Checks the heads, and that no table has a row of another log. Heads of others are taken away: nothing follows them.
pub(super) async fn check(connection: &mut PgConnection, heads: &mut Vec<(i32, i64)>) -> Result<Check, Fault> {
    let partitions = i32::from(genesis_partitions(connection).await?);
    let missing = (0..partitions).find(|partition| !heads.iter().any(|(head, _)| head == partition));
    let mut wrong = missing.map(|partition| finding("logs", partition, None, "the log has no head"));
    for (other, _) in heads.extract_if(.., |(head, _)| !(0..partitions).contains(head)) {
        wrong = wrong.or_else(|| Some(elsewhere("heads", other, partitions)));
    }
    for table in TABLES {
        // Two ends of the primary key: nothing is read where nothing is.
        let of_no_log = format!(
            "(select partition from {table} where partition < 0 order by partition limit 1)
             union all (select partition from {table} where partition >= $1 order by partition limit 1)"
        );
        let found: Option<i32> = sqlx::query_scalar(&of_no_log)
            .bind(partitions)
            .fetch_optional(&mut *connection)
            .await?;
        wrong = wrong.or_else(|| found.map(|other| elsewhere(table, other, partitions)));
    }
    Ok(Check {
        name: "logs",
        compared: heads.len() as u64,
        finding: wrong,
    })
}

fn elsewhere(table: &str, partition: i32, partitions: i32) -> Finding {
    let what = format!("{table} has a row of a log that does not exist: there are {partitions}");
    finding("logs", partition, None, what)
}
