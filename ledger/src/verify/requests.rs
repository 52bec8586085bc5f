//! Remembered answers against the log: an accepted request points at the last event
//! of its command, and every event that names a request has its answer.

use super::rows::for_each_row;
use super::sums::{Fingerprints, Row as Printed, Sums};
use super::{Check, Finding, finding};
use crate::append::rows::RequestRow;
use crate::error::Fault;
use crate::mac::MacKeys;
use crate::read::feed::Recorded;
use serde::Deserialize;
use sqlx::{PgConnection, Row};
use std::borrow::Cow;
use uuid::Uuid;

/// Every remembered answer with its MAC.
const ANSWERS: &str = "
    select scope, request_id, digest, code, message, answer, version, recorded_at_ms, position, mac from requests
     where partition = $1";

/// Events of one command at most; a command that begins in a range may end so far behind it.
const COMMAND_MAX: i64 = 1_024;

/// Accepted requests of a range joined with the events they point at, and events joined with the requests they name.
const PAIRS: &str = "
    select coalesce(r.position, e.position),
           case
               when r.request_id is null then 'an event names a request that has no answer'
               when e.position is null then 'an accepted request points at no event of its own'
               when encode(r.digest, 'hex') is distinct from e.digest
                   then 'the digest of a request is not that of its event'
               when r.version <> e.sequence then 'the version of an answer is not that of its event'
           end
      from (select * from requests where partition = $1 and code = 0 and position between $from and $behind) r
      full join (select distinct on (aggregate_type, aggregate_id, metadata->>'request_id')
                        position, sequence, metadata->>'request_id' as request_id, metadata->>'digest' as digest
                   from events
                  where partition = $1 and metadata->>'request_id' is not null and position between $from and $behind
                  order by aggregate_type, aggregate_id, metadata->>'request_id', position desc) e
        on e.request_id = r.request_id::text and e.position = r.position
     where coalesce(r.position, e.position) <= $until
     order by 1";

/// The request that an event names.
#[derive(Deserialize)]
struct Named<'a> {
    #[serde(borrow)]
    request_id: Option<Cow<'a, str>>,
    #[serde(borrow)]
    digest: Option<Cow<'a, str>>,
}

/// The answers that the log asks for: one at the last event of each command that had a request id.
pub(super) struct Answers {
    prints: Fingerprints,
    sums: Sums,
    /// The newest event that names a request; the next event decides whether its command goes on.
    newest: Option<Newest>,
}

struct Newest {
    stream: (String, String),
    request_id: String,
    position: i64,
    row: Printed,
}

impl Answers {
    pub(super) fn new(prints: &Fingerprints) -> Answers {
        Answers {
            prints: prints.clone(),
            sums: Sums::default(),
            newest: None,
        }
    }

    /// Takes the events of a partition in order.
    pub(super) fn take(&mut self, event: &Recorded) {
        let named = serde_json::from_str::<Named<'_>>(&event.metadata).ok();
        let named = named.and_then(|named| Some((named.request_id?, named.digest.unwrap_or_default())));
        let Some((request_id, digest)) = named else {
            return self.end();
        };
        let row = printed(&self.prints, &request_id, &digest, (event.position, event.sequence));
        let goes_on = self.newest.as_ref().is_some_and(|newest| {
            newest.request_id == request_id
                && newest.stream.1 == event.aggregate_id
                && newest.stream.0 == event.aggregate_type
        });
        if let Some(newest) = self.newest.as_mut().filter(|_| goes_on) {
            (newest.position, newest.row) = (event.position, row);
            return;
        }
        self.end();
        self.newest = Some(Newest {
            stream: (event.aggregate_type.clone(), event.aggregate_id.clone()),
            request_id: request_id.into_owned(),
            position: event.position,
            row,
        });
    }

    /// The command of the newest event is over.
    pub(super) fn end(&mut self) {
        if let Some(newest) = self.newest.take() {
            self.sums.add(newest.position, newest.row);
        }
    }
}

fn printed(prints: &Fingerprints, request_id: &str, digest: &str, (position, version): (i64, i64)) -> Printed {
    let row = prints
        .row()
        .fixed(&position.to_be_bytes())
        .fixed(&version.to_be_bytes());
    row.text(request_id).text(digest)
}

/// The remembered answers of a partition, in whatever order the table gives them.
#[derive(Default)]
pub(super) struct StoredAnswers {
    rows: u64,
    sums: Sums,
    /// The first answer that is wrong by itself.
    wrong: Option<Finding>,
}

impl StoredAnswers {
    /// Reads them all; with a key, also who wrote them.
    pub(super) async fn read(
        connection: &mut PgConnection,
        (key, prints): (Option<&MacKeys>, &Fingerprints),
        partition: i32,
    ) -> Result<StoredAnswers, Fault> {
        let mut stored = StoredAnswers::default();
        for_each_row(connection, ANSWERS, partition, |row| {
            let request = RequestRow::read(row, row.try_get("scope")?, row.try_get("request_id")?)?;
            let position: Option<i64> = row.try_get("position")?;
            stored.rows += 1;
            let forged = key.and_then(|key| key.check_request(partition, &request, row.try_get("mac").ok()).err());
            if let Some(what) = forged.map(|fault| fault.to_string()) {
                stored.object(partition, position, what);
            }
            match (request.code, position) {
                (0, Some(position)) => {
                    let mut id = Uuid::encode_buffer();
                    let id = request.request_id.as_hyphenated().encode_lower(&mut id);
                    let digest = hex::encode(request.digest);
                    let row = printed(prints, id, &digest, (position, request.version));
                    stored.sums.add(position, row);
                }
                (0, None) => stored.object(partition, None, "an accepted request points at no event of its own"),
                (_, Some(_)) => stored.object(partition, position, "a refused request points at an event"),
                (_, None) => {}
            }
            Ok(())
        })
        .await?;
        Ok(stored)
    }

    fn object(&mut self, partition: i32, position: Option<i64>, what: impl Into<String>) {
        self.wrong
            .get_or_insert_with(|| finding("requests", partition, position, what));
    }

    /// Compares them with those of the log.
    pub(super) async fn check(
        self,
        connection: &mut PgConnection,
        partition: i32,
        expected: &Answers,
    ) -> Result<Check, Fault> {
        let finding = match self.sums.first_difference(&expected.sums) {
            Some(range) if self.wrong.is_none() => Some(locate(connection, partition, range).await?),
            _ => self.wrong,
        };
        Ok(Check {
            name: "requests",
            compared: self.rows,
            finding,
        })
    }
}

/// The first answer or event of a range that has no fitting other half.
async fn locate(connection: &mut PgConnection, partition: i32, (from, until): (i64, i64)) -> Result<Finding, Fault> {
    let pairs = PAIRS
        .replace("$from", &from.to_string())
        .replace("$behind", &(until + COMMAND_MAX).to_string())
        .replace("$until", &until.to_string());
    let mut wrong = None;
    for_each_row(connection, &pairs, partition, |row| {
        let (position, what): (Option<i64>, Option<String>) = (row.try_get(0)?, row.try_get(1)?);
        if let Some(what) = what {
            wrong.get_or_insert(finding("requests", partition, position, what));
        }
        Ok(())
    })
    .await?;
    let otherwise = || {
        finding(
            "requests",
            partition,
            Some(from),
            "the answers are not those of the events",
        )
    };
    Ok(wrong.unwrap_or_else(otherwise))
}
