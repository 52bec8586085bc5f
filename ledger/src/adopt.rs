//! Takes over a database of an earlier version, once: every event and remembered answer gets its MAC, where it has none,
//! and the natural keys that no event names get theirs together.
//!
//! It vouches for what stands there, so it is a command that somebody gives, never a step of a start; and it refuses a
//! database in which anything has a MAC already, since what has none there was not written by this service.

use crate::append::rows::RequestRow;
use crate::claims::Adopted;
use crate::error::Fault;
use crate::mac::{MacKeys, Stored};
use crate::notary::signed::origin;
use crate::read::feed::{COLUMNS, page_of, recorded};
use sqlx::postgres::PgConnectOptions;
use sqlx::{Connection, Executor, PgConnection, Row};
use uuid::Uuid;

/// Rows taken over by one statement.
const PAGE: i64 = 5_000;

/// Gives every fact its MAC, in one transaction, as the owner of the tables; returns how many events had none.
///
/// # Errors
/// [`Fault::Setting`] when everything has a MAC already; [`Fault`] of the database.
pub async fn adopt(options: &PgConnectOptions, master_key: &[u8; 32]) -> Result<u64, Fault> {
    let mut connection = PgConnection::connect_with(options).await?;
    let key = MacKeys::of(master_key, &origin(&mut connection).await?);
    let mut transaction = connection.begin().await?;
    transaction
        .execute("lock table events, requests, natural_keys, adopted_claims in access exclusive mode")
        .await?;
    let marked: bool = sqlx::query_scalar(
        "select exists (select from events where mac is not null) or exists (select from requests where mac is not null)",
    )
    .fetch_one(&mut *transaction)
    .await?;
    let has_keys: bool = sqlx::query_scalar("select exists (select from adopted_claims where mac is null)")
        .fetch_one(&mut *transaction)
        .await?;
    if marked && !has_keys {
        let sentence = "facts of this database carry MACs already: what has none there was not written by this service";
        return Err(Fault::Setting(sentence.into()));
    }
    let adopted = match marked {
        true => 0,
        false => facts(&mut transaction, &key).await?,
    };
    Adopted::adopt(&mut transaction, &key).await?;
    transaction.commit().await?;
    connection.close().await?;
    Ok(adopted)
}

async fn facts(connection: &mut PgConnection, key: &MacKeys) -> Result<u64, Fault> {
    for table in ["events", "requests"] {
        let disable = format!("alter table {table} disable trigger facts_never_change");
        connection.execute(disable.as_str()).await?;
    }
    let partitions: Vec<i32> = sqlx::query_scalar("select partition from heads order by partition")
        .fetch_all(&mut *connection)
        .await?;
    let mut adopted = 0;
    for partition in partitions {
        adopted += events(connection, key, partition).await?;
        requests(connection, key, partition).await?;
    }
    for table in ["events", "requests"] {
        let enable = format!(
            "alter table {table} enable trigger facts_never_change; alter table {table} alter column mac set not null"
        );
        connection.execute(enable.as_str()).await?;
    }
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
