//! Remembered answers under the key in use, after the master key was changed. An answer has no position that a retired key
//! could count up to, so none counts under one: each that fits gets a MAC of the key in use. One that does not fit stays,
//! and is found by whoever reads it.
//!
//! Answers are facts, which a trigger keeps as they are; only the MAC beside them is written. The trigger is off within the
//! transaction of a page, which keeps every other writer from the table for as long.

use super::rotate::PAGE;
use crate::append::rows::RequestRow;
use crate::error::Fault;
use crate::mac::{MacKeys, Stored};
use sqlx::{Connection, Executor, PgConnection, Row};
use uuid::Uuid;

/// Where the next page begins: partition, request id and scope.
type Place = (i32, Uuid, Uuid);

/// Answers of a page with their new MACs.
#[derive(Default)]
struct Made {
    partitions: Vec<i32>,
    ids: Vec<Uuid>,
    scopes: Vec<Uuid>,
    macs: Vec<Stored>,
}

/// Makes the MAC of every answer anew that was made under another key; returns how many.
pub(super) async fn renew(owner: &mut PgConnection, keys: &MacKeys) -> Result<u64, Fault> {
    let guarded: bool = sqlx::query_scalar(
        "select exists (select from pg_trigger where tgrelid = 'requests'::regclass and tgname = 'facts_never_change')",
    )
    .fetch_one(&mut *owner)
    .await?;
    let (mut last, mut renewed): (Place, u64) = ((-1, Uuid::nil(), Uuid::nil()), 0);
    loop {
        let rows = sqlx::query(
            "select partition, request_id, scope, digest, code, message, answer, version, recorded_at_ms, position, mac
               from requests
              where (partition, request_id, scope) > ($1, $2, $3) and substr(mac, 1, 4) <> $4
              order by partition, request_id, scope limit $5",
        )
        .bind(last.0)
        .bind(last.1)
        .bind(last.2)
        .bind(keys.id())
        .bind(PAGE)
        .fetch_all(&mut *owner)
        .await?;
        let Some(end) = rows.last() else { return Ok(renewed) };
        last = (end.try_get(0)?, end.try_get(1)?, end.try_get(2)?);
        let mut made = Made::default();
        for row in &rows {
            let (partition, id, scope): Place = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
            let answer = RequestRow::read(row, scope, id)?;
            if keys.check_request(partition, &answer, row.try_get("mac")?).is_ok() {
                made.partitions.push(partition);
                made.ids.push(id);
                made.scopes.push(scope);
                made.macs.push(keys.of_request(partition, &answer));
            }
        }
        renewed += made.write(owner, guarded).await?;
    }
}

impl Made {
    async fn write(self, owner: &mut PgConnection, guarded: bool) -> Result<u64, Fault> {
        let mut transaction = owner.begin().await?;
        if guarded {
            transaction
                .execute("alter table requests disable trigger facts_never_change")
                .await?;
        }
        let done = sqlx::query(
            "update requests r set mac = made.mac
               from unnest($1::int[], $2::uuid[], $3::uuid[], $4::bytea[]) as made(partition, request_id, scope, mac)
              where r.partition = made.partition and r.request_id = made.request_id and r.scope = made.scope",
        )
        .bind(self.partitions)
        .bind(self.ids)
        .bind(self.scopes)
        .bind(self.macs)
        .execute(&mut *transaction)
        .await?;
        if guarded {
            transaction
                .execute("alter table requests enable trigger facts_never_change")
                .await?;
        }
        transaction.commit().await?;
        Ok(done.rows_affected())
    }
}
