//! Rows one by one, without holding a whole table in memory.

use crate::error::Fault;
use sqlx::PgConnection;
use sqlx::postgres::PgRow;

/// Rows fetched at once.
const PAGE: usize = 10_000;

/// Calls `take` for each row of `statement`, through a cursor of the running transaction.
/// `$1` stands for the partition.
pub(super) async fn for_each_row(
    connection: &mut PgConnection,
    statement: &str,
    partition: i32,
    mut take: impl FnMut(&PgRow) -> Result<(), sqlx::Error>,
) -> Result<(), Fault> {
    let statement = statement.replace("$1", &partition.to_string());
    let declare = format!("declare verified no scroll cursor for {statement}");
    sqlx::query(&declare).execute(&mut *connection).await?;
    let fetch = format!("fetch {PAGE} from verified");
    loop {
        // Not kept as a prepared statement: the next cursor of this name has other columns.
        let rows = sqlx::query(&fetch)
            .persistent(false)
            .fetch_all(&mut *connection)
            .await?;
        rows.iter().try_for_each(&mut take)?;
        if rows.len() < PAGE {
            break;
        }
    }
    sqlx::query("close verified").execute(connection).await?;
    Ok(())
}
