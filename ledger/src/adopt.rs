//! Takes over a database of a version without MACs: every event and remembered answer gets its MAC, once.
//!
//! It vouches for what stands there, so it is a command that somebody gives, never a step of a start; and it refuses a
//! database in which anything has a MAC already, since what has none there was not written by this service.

use crate::append::rows::RequestRow;
use crate::error::Fault;
use crate::mac::{MacKeys, Stored};
use crate::notary::signed::origin;
use crate::read::feed::{COLUMNS, page_of, recorded};
use sqlx::postgres::PgConnectOptions;
use sqlx::{Connection, Executor, PgConnection, Row};
use uuid::Uuid;

/// Rows taken over by one statement.
const PAGE: i64 = 5_000;

/// Gives every fact its MAC, in one transaction, as the owner of the tables; returns how many events there were.
///
/// # Errors
/// [`Fault::Setting`] when something has a MAC already; [`Fault`] of the database.
pub async fn adopt(options: &PgConnectOptions, master_key: &[u8; 32]) -> Result<u64, Fault> {
    let mut connection = PgConnection::connect_with(options).await?;
    let key = MacKeys::of(master_key, &origin(&mut connection).await?);
    let mut transaction = connection.begin().await?;
    transaction
        .execute("lock table events, requests in access exclusive mode")
        .await?;
    let marked: bool = sqlx::query_scalar(
        "select exists (select from events where mac is not null) or exists (select from requests where mac is not null)",
    )
    .fetch_one(&mut *transaction)
    .await?;
    if marked {
        let sentence = "facts of this database carry MACs already: what has none there was not written by this service";
        return Err(Fault::Setting(sentence.into()));
    }
    for table in ["events", "requests"] {
        let disable = format!("alter table {table} disable trigger facts_never_change");
        transaction.execute(disable.as_str()).await?;
    }
    let partitions: Vec<i32> = sqlx::query_scalar("select partition from heads order by partition")
        .fetch_all(&mut *transaction)
        .await?;
    let mut adopted = 0;
    for partition in partitions {
        adopted += events(&mut transaction, &key, partition).await?;
        requests(&mut transaction, &key, partition).await?;
    }
    for table in ["events", "requests"] {
        let enable = format!(
            "alter table {table} enable trigger facts_never_change; alter table {table} alter column mac set not null"
        );
        transaction.execute(enable.as_str()).await?;
    }
    transaction.commit().await?;
    connection.close().await?;
    Ok(adopted)
}

async fn events(connection: &mut PgConnection, key: &MacKeys, partition: i32) -> Result<u64, Fault> {
    let page = page_of(COLUMNS);
    let (mut last, mut adopted) = (0, 0);
    loop {
        let rows = sqlx::query(&page)
            .bind(partition)
            .bind(last)
            .bind(PAGE)
            .fetch_all(&mut *connection)
            .await?;
        let (mut positions, mut macs) = (Vec::new(), Vec::new());
        for row in &rows {
            let event = recorded(row)?;
            let mac = key.of_recorded(&event);
            macs.push(mac.ok_or_else(|| Fault::Law(format!("the leaf of event {} is not 32 bytes", event.event_id)))?);
            positions.push(event.position);
        }
        let Some(position) = positions.last() else {
            return Ok(adopted);
        };
        last = *position;
        adopted += rows.len() as u64;
        sqlx::query(
            "update events e set mac = made.mac
               from unnest($2::bigint[], $3::bytea[]) as made(position, mac)
              where e.partition = $1 and e.position = made.position",
        )
        .bind(partition)
        .bind(positions)
        .bind(macs)
        .execute(&mut *connection)
        .await?;
    }
}

async fn requests(connection: &mut PgConnection, key: &MacKeys, partition: i32) -> Result<(), Fault> {
    loop {
        let rows = sqlx::query(
            "select scope, request_id, digest, code, message, answer, version, recorded_at_ms from requests
              where partition = $1 and mac is null limit $2",
        )
        .bind(partition)
        .bind(PAGE)
        .fetch_all(&mut *connection)
        .await?;
        if rows.is_empty() {
            return Ok(());
        }
        let (mut scopes, mut ids, mut macs): (Vec<Uuid>, Vec<Uuid>, Vec<Stored>) = Default::default();
        for row in &rows {
            let request = RequestRow::read(row, row.try_get("scope")?, row.try_get("request_id")?)?;
            macs.push(key.of_request(partition, &request));
            scopes.push(request.scope);
            ids.push(request.request_id);
        }
        sqlx::query(
            "update requests r set mac = made.mac
               from unnest($2::uuid[], $3::uuid[], $4::bytea[]) as made(scope, request_id, mac)
              where r.partition = $1 and r.request_id = made.request_id and r.scope = made.scope",
        )
        .bind(partition)
        .bind(scopes)
        .bind(ids)
        .bind(macs)
        .execute(&mut *connection)
        .await?;
    }
}
