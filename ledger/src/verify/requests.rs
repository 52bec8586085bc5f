//! Remembered answers against the log: an accepted request points at the last event
//! of its command, and every event that names a request has its answer.

use super::rows::for_each_row;
use super::{Check, finding};
use crate::append::rows::RequestRow;
use crate::error::Fault;
use crate::mac::MacKey;
use sqlx::{PgConnection, Row};

/// Requests joined with the events they point at, and events joined with the requests they name.
const PAIRS: &str = "
    select coalesce(r.position, e.position),
           case
               when r.request_id is null then 'an event names a request that has no answer'
               when r.code <> 0 and r.position is not null then 'a refused request points at an event'
               when r.code = 0 and e.position is null then 'an accepted request points at no event of its own'
               when encode(r.digest, 'hex') <> e.digest then 'the digest of a request is not that of its event'
               when r.version <> e.sequence then 'the version of an answer is not that of its event'
           end
      from (select * from requests where partition = $1) r
      full join (select distinct on (aggregate_type, aggregate_id, metadata->>'request_id')
                        position, sequence, metadata->>'request_id' as request_id, metadata->>'digest' as digest
                   from events
                  where partition = $1 and metadata->>'request_id' is not null
                  order by aggregate_type, aggregate_id, metadata->>'request_id', position desc) e
        on e.request_id = r.request_id::text and e.position = r.position
     where r.request_id is null or r.code = 0 or r.position is not null";

/// Every remembered answer with its MAC.
const ANSWERS: &str = "
    select scope, request_id, digest, code, message, answer, version, recorded_at_ms, position, mac from requests
     where partition = $1";

/// Compares all requests of a partition; with a key, also who wrote them.
pub(crate) async fn run(key: Option<&MacKey>, connection: &mut PgConnection, partition: i32) -> Result<Check, Fault> {
    let mut compared = 0;
    let mut wrong = None;
    if let Some(key) = key {
        for_each_row(connection, ANSWERS, partition, |row| {
            let request = RequestRow::read(row, row.try_get("scope")?, row.try_get("request_id")?)?;
            if let Err(fault) = key.check_request(partition, &request, row.try_get("mac")?) {
                wrong.get_or_insert(finding(
                    "requests",
                    partition,
                    row.try_get("position")?,
                    fault.to_string(),
                ));
            }
            Ok(())
        })
        .await?;
    }
    for_each_row(connection, PAIRS, partition, |row| {
        compared += 1;
        let (position, what): (Option<i64>, Option<String>) = (row.try_get(0)?, row.try_get(1)?);
        if let Some(what) = what {
            wrong.get_or_insert(finding("requests", partition, position, what));
        }
        Ok(())
    })
    .await?;
    Ok(Check {
        name: "requests",
        compared,
        finding: wrong,
    })
}
