//! Outcomes: which command of a rejected batch failed, and why.
//!
//! A conflict fails one command, never its batch. The slow path sends the database three
//! set-based queries (stream heads, request ids, natural keys), answers the commands
//! that failed, and returns the rest for another attempt.

use crate::append::entry::{AppendError, Entry};
use crate::claims::{Claim, keys_of, unfounded};
use crate::crash_point::{Defect, planted};
use crate::error::Fault;
use crate::mac::MacKeys;
use sqlx::{PgConnection, Row};
use std::collections::{HashMap, HashSet};
use uuid::Uuid;

/// Versions of the streams in `keys` (type, key) of a log, for those that have events. Asked after a conflict only: planned for
/// the tables as they are then.
async fn heads(
    connection: &mut PgConnection,
    partition: i32,
    types: &[&str],
    keys: &[&str],
) -> Result<HashMap<(String, String), i64>, sqlx::Error> {
    let rows = sqlx::query(
        "select s.type, s.key, head.sequence
           from unnest($1::text[], $2::text[]) as s(type, key)
          cross join lateral (select e.sequence from events e
                 where e.aggregate_id = s.key and e.aggregate_type = s.type and e.partition = $3
                 order by e.sequence desc limit 1) head",
    )
    .bind(types)
    .bind(keys)
    .bind(partition)
    .persistent(false)
    .fetch_all(connection)
    .await?;
    rows.iter()
        .map(|row| Ok(((row.try_get(0)?, row.try_get(1)?), row.try_get(2)?)))
        .collect()
}

/// Indexes of the entries whose stream does not end where they were decided. Asked for those without events (fences,
/// refusals), and for those with events whose version before was not written by this session: a log that lost its end
/// would go on with a gap, since the unique key refuses a version that is there and not one that is missing.
pub(crate) async fn stale(
    connection: &mut PgConnection,
    (partition, session): (i32, u64),
    batch: &[Entry],
) -> Result<HashSet<usize>, sqlx::Error> {
    // An entry behind events of its own stream in this batch depends on them; if they fail, it does.
    let mut written = HashSet::new();
    let mut asked = Vec::new();
    for (index, entry) in batch.iter().enumerate() {
        let stream = (entry.stream_type, entry.stream_key.as_str());
        let is_first = match entry.events.is_empty() {
            true => !written.contains(&stream) && !planted(Defect::UnfencedRefusal),
            false => written.insert(stream) && !entry.is_continued_by(session) && !planted(Defect::TrustedMemory),
        };
        asked.extend(is_first.then_some((index, entry)));
    }
    if asked.is_empty() {
        return Ok(HashSet::new());
    }
    let column = |of: fn(&Entry) -> &str| asked.iter().map(|(_, entry)| of(entry)).collect::<Vec<&str>>();
    let moved: Vec<i64> = sqlx::query_scalar(MOVED)
        .bind(column(|entry| entry.stream_type))
        .bind(column(|entry| &entry.stream_key))
        .bind(asked.iter().map(|(_, entry)| entry.expected).collect::<Vec<i64>>())
        .bind(asked.iter().map(|(_, entry)| &entry.leaf[..]).collect::<Vec<&[u8]>>())
        .bind(partition)
        .fetch_all(connection)
        .await?;
    let indexes = moved
        .iter()
        .filter_map(|ordinal| asked.get(usize::try_from(*ordinal).ok()?));
    Ok(indexes.map(|(index, _)| *index).collect())
}

/// Ordinals of the streams that do not end at the version expected, with its leaf. Only that version and the next are
/// looked at: streams of several types share a key, and a walk to the end of one would pass all events of the others.
const MOVED: &str = "
select s.ordinal - 1
  from unnest($1::text[], $2::text[], $3::bigint[], $4::bytea[]) with ordinality as s(type, key, expected, leaf, ordinal)
  left join lateral (select e.sequence, e.leaf from events e
        where e.aggregate_id = s.key and e.aggregate_type = s.type and e.partition = $5
          and e.sequence between s.expected and s.expected + 1
        order by e.sequence desc limit 1) newest on true
 where coalesce(newest.sequence, 0) <> s.expected or newest.leaf <> s.leaf";

/// Answers the entries at the `stale` indexes, and those whose stream failed before them; returns the rest.
pub(crate) fn without(batch: Vec<Entry>, stale: &HashSet<usize>) -> Vec<Entry> {
    let mut rest = Vec::with_capacity(batch.len());
    for (index, entry) in batch.into_iter().enumerate() {
        if stale.contains(&index) || entry.is_stale() {
            entry.fail(AppendError::Conflict);
        } else {
            rest.push(entry);
        }
    }
    rest
}

fn head_of(heads: &HashMap<(String, String), i64>, entry: &Entry) -> i64 {
    let stream = (entry.stream_type.to_owned(), entry.stream_key.clone());
    heads.get(&stream).copied().unwrap_or_default()
}

/// What the database already holds of a batch.
pub(crate) struct Taken {
    heads: HashMap<(String, String), i64>,
    requests: HashSet<(Uuid, Uuid)>,
    keys: HashSet<String>,
    /// Those of the keys that no event claims: somebody put them there.
    unfounded: HashSet<String>,
}

impl Taken {
    /// Reads it from the database.
    pub(crate) async fn read(
        connection: &mut PgConnection,
        (partition, macs): (i32, &MacKeys),
        batch: &[Entry],
    ) -> Result<Taken, sqlx::Error> {
        let types: Vec<&str> = batch.iter().map(|entry| entry.stream_type).collect();
        let streams: Vec<&str> = batch.iter().map(|entry| entry.stream_key.as_str()).collect();
        let heads = heads(connection, partition, &types, &streams).await?;
        let requests = batch.iter().filter_map(|entry| entry.remember.as_ref());
        let (scopes, ids): (Vec<Uuid>, Vec<Uuid>) = requests.map(|request| (request.scope, request.request_id)).unzip();
        let rows = sqlx::query(
            "select r.scope, r.request_id from requests r
               join unnest($2::uuid[], $3::uuid[]) as wanted(scope, request_id) using (scope, request_id)
              where r.partition = $1",
        )
        .bind(partition)
        .bind(scopes)
        .bind(ids)
        .persistent(false)
        .fetch_all(&mut *connection)
        .await?;
        let requests = rows
            .iter()
            .map(|row| Ok((row.try_get(0)?, row.try_get(1)?)))
            .collect::<Result<_, sqlx::Error>>()?;
        let keys: Vec<&str> = batch
            .iter()
            .flat_map(|entry| &entry.claims)
            .map(|claim| claim.key.as_str())
            .collect();
        let rows = sqlx::query(
            "select key, aggregate_id, position from natural_keys where partition = $1 and key = any($2::text[])",
        )
        .bind(partition)
        .bind(keys)
        .persistent(false)
        .fetch_all(&mut *connection)
        .await?;
        let claims = rows.iter().map(Claim::read).collect::<Result<Vec<_>, _>>()?;
        let keys = keys_of(claims.clone());
        let unfounded = keys_of(unfounded(Some(macs), connection, partition, claims).await?);
        Ok(Taken {
            heads,
            requests,
            keys,
            unfounded,
        })
    }
}

/// What the accepted entries of a batch take, in order of arrival.
#[derive(Default)]
struct Accepted {
    /// Versions the streams will have.
    heads: HashMap<(&'static str, String), i64>,
    requests: HashSet<(Uuid, Uuid)>,
    keys: HashSet<String>,
}

impl Accepted {
    fn outcome(&mut self, taken: &Taken, entry: &Entry) -> Result<(), AppendError> {
        if entry.is_stale() {
            return Err(AppendError::Conflict);
        }
        let request = entry
            .remember
            .as_ref()
            .map(|request| (request.scope, request.request_id));
        if request.is_some_and(|request| taken.requests.contains(&request)) {
            return Err(AppendError::RequestTaken);
        }
        let stream = (entry.stream_type, entry.stream_key.clone());
        let head = self
            .heads
            .get(&stream)
            .copied()
            .unwrap_or_else(|| head_of(&taken.heads, entry));
        if head != entry.expected {
            return Err(AppendError::Conflict);
        }
        if let Some(error) = taken_claim(taken, entry) {
            return Err(error);
        }
        // The earlier of two equal ids in the batch is accepted; the later one finds the answer on its retry.
        let second_request = request.is_some_and(|request| !self.requests.insert(request));
        let second_key = entry.claims.iter().any(|claim| !self.keys.insert(claim.key.clone()));
        if second_request || second_key {
            return Err(AppendError::Conflict);
        }
        self.heads.insert(stream, head + entry.events.len() as i64);
        Ok(())
    }
}

fn taken_claim(taken: &Taken, entry: &Entry) -> Option<AppendError> {
    let claim = entry.claims.iter().find(|claim| taken.keys.contains(&claim.key))?;
    if taken.unfounded.contains(&claim.key) {
        let what = format!("no event claims the natural key {}, which is taken", claim.key);
        return Some(Fault::Contradiction(what).into());
    }
    Some(AppendError::KeyTaken(claim.taken.clone()))
}

/// Answers the commands of a rejected batch that failed; returns the rest, which may be tried again.
pub(crate) fn outcomes(taken: &Taken, batch: Vec<Entry>) -> Vec<Entry> {
    let mut accepted = Accepted::default();
    let mut rest = Vec::with_capacity(batch.len());
    for entry in batch {
        match accepted.outcome(taken, &entry) {
            Ok(()) => rest.push(entry),
            Err(error) => entry.fail(error),
        }
    }
    rest
}

/// The position before the batch if it was committed. Waits for a commit in flight by locking the head first.
pub(crate) async fn find_batch(
    connection: &mut PgConnection,
    partition: i32,
    batch: &[Entry],
) -> Result<Option<i64>, sqlx::Error> {
    sqlx::query("select 1 from heads where partition = $1 for update")
        .bind(partition)
        .execute(&mut *connection)
        .await?;
    if let Some(first) = batch.iter().find_map(|entry| entry.events.first()) {
        let row = sqlx::query(
            "select position - 1 from events
              where aggregate_id = $1 and sequence = $2 and aggregate_type = $3 and partition = $4 and event_id = $5",
        )
        .bind(&first.aggregate_id)
        .bind(first.sequence)
        .bind(first.aggregate_type)
        .bind(partition)
        .bind(first.event_id)
        .fetch_optional(connection)
        .await?;
        return row.map(|row| row.try_get(0)).transpose();
    }
    let remembered = are_remembered(connection, partition, batch).await?;
    Ok(remembered.then_some(0))
}

/// Whether every answer of a batch of refusals is stored exactly as it would be given now: then it may be given,
/// whoever stored it.
async fn are_remembered(connection: &mut PgConnection, partition: i32, batch: &[Entry]) -> Result<bool, sqlx::Error> {
    let wanted: Vec<_> = batch.iter().filter_map(|entry| entry.remember.as_ref()).collect();
    let digests: Vec<&[u8]> = wanted.iter().map(|request| &request.digest[..]).collect();
    let found: i64 = sqlx::query_scalar(
        "select count(*) from requests r
           join unnest($2::uuid[], $3::uuid[], $4::bytea[], $5::text[], $6::bigint[])
                as wanted(scope, request_id, digest, answer, recorded_at_ms)
             on r.scope = wanted.scope and r.request_id = wanted.request_id and r.digest = wanted.digest
            and r.answer = wanted.answer and r.recorded_at_ms = wanted.recorded_at_ms
          where r.partition = $1",
    )
    .bind(partition)
    .bind(wanted.iter().map(|request| request.scope).collect::<Vec<_>>())
    .bind(wanted.iter().map(|request| request.request_id).collect::<Vec<_>>())
    .bind(digests)
    .bind(wanted.iter().map(|request| request.answer.as_str()).collect::<Vec<_>>())
    .bind(wanted.iter().map(|request| request.recorded_at_ms).collect::<Vec<_>>())
    .fetch_one(connection)
    .await?;
    Ok(!wanted.is_empty() && found == wanted.len() as i64)
}

#[cfg(test)]
mod tests;
