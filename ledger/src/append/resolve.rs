//! Verdicts: which command of a refused batch failed, and why.
//!
//! A conflict fails alone, never its batch. The slow path asks the database three
//! set-based questions (stream heads, request ids, natural keys), answers those
//! who lost, and gives the rest back for another attempt.

use crate::append::entry::{AppendError, Entry};
use crate::crash_point::{Defect, planted};
use domain::refusal::Refusal;
use sqlx::{PgConnection, Row};
use std::collections::{HashMap, HashSet};
use uuid::Uuid;

/// Versions of the streams in `keys` (type, key), for those that have events.
async fn heads(
    connection: &mut PgConnection,
    types: &[&str],
    keys: &[&str],
) -> Result<HashMap<(String, String), i64>, sqlx::Error> {
    let rows = sqlx::query(
        "select s.type, s.key, head.sequence
           from unnest($1::text[], $2::text[]) as s(type, key)
          cross join lateral (select e.sequence from events e
                 where e.aggregate_id = s.key and e.aggregate_type = s.type
                 order by e.sequence desc limit 1) head",
    )
    .bind(types)
    .bind(keys)
    .fetch_all(connection)
    .await?;
    rows.iter()
        .map(|row| Ok(((row.try_get(0)?, row.try_get(1)?), row.try_get(2)?)))
        .collect()
}

/// Places of the entries without events (fences and refusals) whose stream has moved on: they were decided on old state.
pub(crate) async fn stale(connection: &mut PgConnection, batch: &[Entry]) -> Result<HashSet<usize>, sqlx::Error> {
    // A fence behind events of its own stream in this batch stands on them; whoever else wrote makes those fail.
    let mut written = HashSet::new();
    let mut fences = Vec::new();
    for (index, entry) in batch.iter().enumerate() {
        let stream = (entry.stream_type, entry.stream_key.as_str());
        if !entry.events.is_empty() {
            written.insert(stream);
        } else if !written.contains(&stream) {
            fences.push((index, entry));
        }
    }
    if fences.is_empty() || planted(Defect::UnfencedRefusal) {
        return Ok(HashSet::new());
    }
    let types: Vec<&str> = fences.iter().map(|(_, entry)| entry.stream_type).collect();
    let keys: Vec<&str> = fences.iter().map(|(_, entry)| entry.stream_key.as_str()).collect();
    let expected: Vec<i64> = fences.iter().map(|(_, entry)| entry.expected).collect();
    let moved: Vec<i64> = sqlx::query_scalar(MOVED)
        .bind(types)
        .bind(keys)
        .bind(expected)
        .fetch_all(connection)
        .await?;
    let places = moved
        .iter()
        .filter_map(|ordinal| fences.get(usize::try_from(*ordinal).ok()?));
    Ok(places.map(|(index, _)| *index).collect())
}

/// Places of the streams that do not end at the version expected. Only that version and the next are looked at: streams
/// of several types share a key, and a walk to the end of one would pass all events of the others.
const MOVED: &str = "
select s.ordinal - 1
  from unnest($1::text[], $2::text[], $3::bigint[]) with ordinality as s(type, key, expected, ordinal)
 cross join lateral (select max(e.sequence) as newest from events e
        where e.aggregate_id = s.key and e.aggregate_type = s.type
          and e.sequence between s.expected and s.expected + 1) found
 where coalesce(found.newest, 0) <> s.expected";

/// Answers those at the `stale` places, and those whose stream failed before them; the rest may be written.
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
}

impl Taken {
    /// Asks the database.
    pub(crate) async fn ask(
        connection: &mut PgConnection,
        partition: i32,
        batch: &[Entry],
    ) -> Result<Taken, sqlx::Error> {
        let types: Vec<&str> = batch.iter().map(|entry| entry.stream_type).collect();
        let streams: Vec<&str> = batch.iter().map(|entry| entry.stream_key.as_str()).collect();
        let heads = heads(connection, &types, &streams).await?;
        let requests = batch.iter().filter_map(|entry| entry.remember.as_ref());
        let (scopes, ids): (Vec<Uuid>, Vec<Uuid>) = requests.map(|request| (request.scope, request.request_id)).unzip();
        let rows = sqlx::query(
            "select r.scope, r.request_id from requests r
               join unnest($2::uuid[], $3::uuid[]) as query_in_time(scope, request_id) using (scope, request_id)
              where r.partition = $1",
        )
        .bind(partition)
        .bind(scopes)
        .bind(ids)
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
        let rows = sqlx::query("select key from natural_keys where partition = $1 and key = any($2::text[])")
            .bind(partition)
            .bind(keys)
            .fetch_all(connection)
            .await?;
        let keys = rows
            .iter()
            .map(|row| row.try_get(0))
            .collect::<Result<_, sqlx::Error>>()?;
        Ok(Taken { heads, requests, keys })
    }
}

/// Who wins what within the batch, in order of arrival.
#[derive(Default)]
struct Winners {
    /// Versions the streams will have.
    heads: HashMap<(&'static str, String), i64>,
    requests: HashSet<(Uuid, Uuid)>,
    keys: HashSet<String>,
}

impl Winners {
    fn verdict(&mut self, taken: &Taken, entry: &Entry) -> Result<(), AppendError> {
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
        if let Some(refusal) = taken_claim(taken, entry) {
            return Err(AppendError::KeyTaken(refusal));
        }
        // The earlier of two equal ids in the batch wins; the later one looks the answer up on its retry.
        let second_request = request.is_some_and(|request| !self.requests.insert(request));
        let second_key = entry.claims.iter().any(|claim| !self.keys.insert(claim.key.clone()));
        if second_request || second_key {
            return Err(AppendError::Conflict);
        }
        self.heads.insert(stream, head + entry.events.len() as i64);
        Ok(())
    }
}

fn taken_claim(taken: &Taken, entry: &Entry) -> Option<Refusal> {
    let mut claims = entry.claims.iter();
    claims
        .find(|claim| taken.keys.contains(&claim.key))
        .map(|claim| claim.taken.clone())
}

/// Answers the losers of a refused batch; the rest may be tried again.
pub(crate) fn verdicts(taken: &Taken, batch: Vec<Entry>) -> Vec<Entry> {
    let mut winners = Winners::default();
    let mut rest = Vec::with_capacity(batch.len());
    for entry in batch {
        match winners.verdict(taken, &entry) {
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

/// Whether every answer of a batch of refusals stands there as it is told now: then it may be told, whoever wrote it.
async fn are_remembered(connection: &mut PgConnection, partition: i32, batch: &[Entry]) -> Result<bool, sqlx::Error> {
    let asked: Vec<_> = batch.iter().filter_map(|entry| entry.remember.as_ref()).collect();
    let digests: Vec<&[u8]> = asked.iter().map(|request| &request.digest[..]).collect();
    let found: i64 = sqlx::query_scalar(
        "select count(*) from requests r
           join unnest($2::uuid[], $3::uuid[], $4::bytea[], $5::text[], $6::bigint[])
                as query_in_time(scope, request_id, digest, answer, recorded_at_ms)
             on r.scope = asked.scope and r.request_id = asked.request_id and r.digest = asked.digest
            and r.answer = asked.answer and r.recorded_at_ms = asked.recorded_at_ms
          where r.partition = $1",
    )
    .bind(partition)
    .bind(asked.iter().map(|request| request.scope).collect::<Vec<_>>())
    .bind(asked.iter().map(|request| request.request_id).collect::<Vec<_>>())
    .bind(digests)
    .bind(asked.iter().map(|request| request.answer.as_str()).collect::<Vec<_>>())
    .bind(asked.iter().map(|request| request.recorded_at_ms).collect::<Vec<_>>())
    .fetch_one(connection)
    .await?;
    Ok(!asked.is_empty() && found == asked.len() as i64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::append::entry::GenerationCounter;
    use crate::append::rows::RequestRow;
    use crate::append::statement::append;
    use crate::testing::database;
    use sqlx::{ConnectOptions, Connection};
    use tokio::sync::oneshot;

    /// A refusal that waits to be remembered.
    fn refusal(answer: &str) -> Entry {
        Entry {
            stream_type: "player",
            stream_key: "somebody".into(),
            expected: 0,
            generations: GenerationCounter::default(),
            generation: 0,
            events: Vec::new(),
            postings: Vec::new(),
            claims: Vec::new(),
            remember: Some(RequestRow {
                scope: Uuid::from_u128(1),
                request_id: Uuid::new_v4(),
                digest: [3; 32],
                code: 1001,
                message: "no".into(),
                answer: answer.into(),
                version: 0,
                recorded_at_ms: 5,
            }),
            done: oneshot::channel().0,
        }
    }

    #[tokio::test]
    async fn refusals_are_found_when_every_one_is_remembered_as_it_is_told() {
        let mut line = database(1).await.connect().await.expect("a connection");
        let mut batch = vec![refusal("{}"), refusal("{}")];
        assert_eq!(find_batch(&mut line, 0, &batch).await.expect("an answer"), None);
        append(&mut line, 0, &batch, false).await.expect("written");
        assert_eq!(find_batch(&mut line, 0, &batch).await.expect("an answer"), Some(0));
        batch.push(refusal("{}"));
        assert_eq!(find_batch(&mut line, 0, &batch).await.expect("an answer"), None);
        batch.pop();
        if let Some(told) = &mut batch[1].remember {
            told.answer = "another".into();
        }
        assert_eq!(find_batch(&mut line, 0, &batch).await.expect("an answer"), None);
        line.close().await.expect("closed");
    }
}
