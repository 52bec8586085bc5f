//! Compares the rows that serve with the rows of the log, key by key and column by column.

use super::shadow::LIVE;
use ledger::Fault;
use sqlx::{PgConnection, Row};

/// Two tables of one shape, row against row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compared {
    /// Rows that served.
    pub live: i64,
    /// Rows the log makes.
    pub rebuilt: i64,
    /// Keys whose rows differ or that only one side has.
    pub different: i64,
    /// The first of them, by key.
    pub first: Option<Difference>,
}

/// What each side says of one key, as PostgreSQL writes a row; nothing where it has none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The row that served.
    pub live: Option<String>,
    /// The row of the log.
    pub rebuilt: Option<String>,
}

/// Compares the table that serves with its copy in a schema. Rows are compared as text, because `json` columns keep
/// their bytes and know no equality.
pub(super) async fn run(connection: &mut PgConnection, table: &str, copy: &str) -> Result<Compared, Fault> {
    let key = key(connection, table).await?;
    let pairs = format!("from {LIVE}.{table} l full join {copy}.{table} r using ({key})");
    let counts =
        format!("select count(l.*), count(r.*), count(*) filter (where l::text is distinct from r::text) {pairs}");
    let row = sqlx::query(&counts).fetch_one(&mut *connection).await?;
    let different = row.try_get(2)?;
    let first = if different == 0 {
        None
    } else {
        let first =
            format!("select l::text, r::text {pairs} where l::text is distinct from r::text order by {key} limit 1");
        let row = sqlx::query(&first).fetch_one(connection).await?;
        Some(Difference {
            live: row.try_get(0)?,
            rebuilt: row.try_get(1)?,
        })
    };
    Ok(Compared {
        live: row.try_get(0)?,
        rebuilt: row.try_get(1)?,
        different,
        first,
    })
}

/// The columns of the primary key.
async fn key(connection: &mut PgConnection, table: &str) -> Result<String, Fault> {
    let row = sqlx::query(
        "select string_agg(quote_ident(a.attname), ', ' order by k.place)
           from pg_index i
          cross join unnest(i.indkey) with ordinality as k(number, place)
           join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
          where i.indrelid = $1::regclass and i.indisprimary",
    )
    .bind(format!("{LIVE}.{table}"))
    .fetch_one(connection)
    .await?;
    row.try_get::<Option<String>, _>(0)?
        .ok_or_else(|| Fault::Law(format!("{table} has no primary key")))
}
