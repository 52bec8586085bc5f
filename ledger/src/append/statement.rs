//! The append: one data-modifying statement, one round trip, one commit.
//!
//! Facts alone: events, remembered answers, natural keys. What they mean for balances is
//! folded from them afterwards ([`crate::books`]).
//!
//! Everything in the statement reads `head`, so the partition's counter row is locked first
//! and is the only contended lock. Unique keys decide: a version of a stream, a request id
//! and a natural key are each written once, or nothing of the batch is.
//!
//! On a server that shares the logs the same text is the body of a function ([`super::function`]).

use crate::append::entry::Entry;
use crate::append::function;
use crate::append::rows::RequestRow;
use crate::crash_point::{Point, reach};
use crate::json_text::JsonText;
use crate::mac::Stored;
use crate::schema::Engine;
use sqlx::postgres::{PgArguments, PgHasArrayType};
use sqlx::query::Query;
use sqlx::{Encode, PgConnection, Postgres, Row};
use std::sync::LazyLock;
use uuid::Uuid;

/// Arrays are unnested in target lists: rows are made as they are inserted, with no store in between.
const ROWS: &str = r"
with head as (update heads set position = position + $2 where partition = $1 returning position - $2 as base),
appended as (
    insert into events (partition, position, aggregate_type, aggregate_id, sequence, event_id, event_type, event_version,
                        payload, metadata, recorded_at_ms, leaf, mac)
    select $1, (select base from head) + generate_series(1, $2), unnest($3::text[]), unnest($4::text[]),
           unnest($5::bigint[]), unnest($6::uuid[]), unnest($7::text[]), unnest($8::text[]), unnest($9::json[]),
           unnest($10::json[]), unnest($11::bigint[]), unnest($12::bytea[]), unnest($13::bytea[])
),
remembered as (
    insert into requests (partition, scope, request_id, digest, code, message, answer, version, position, recorded_at_ms,
                          mac)
    select $1, r.scope, r.request_id, r.digest, r.code, r.message, r.answer, r.version,
           (select base from head) + r.ordinal, r.recorded_at_ms, r.mac
      from (select unnest($14::uuid[]) as scope, unnest($15::uuid[]) as request_id, unnest($16::bytea[]) as digest,
                   unnest($17::int[]) as code, unnest($18::text[]) as message, unnest($19::text[]) as answer,
                   unnest($20::bigint[]) as version, unnest($21::bigint[]) as ordinal,
                   unnest($22::bigint[]) as recorded_at_ms, unnest($23::bytea[]) as mac) r
)";

const CLAIMS: &str = r",
claimed as (
    insert into natural_keys (partition, key, aggregate_id, position)
    select $1, unnest($24::text[]), unnest($25::text[]), (select base from head) + unnest($26::bigint[])
)";

const BASE: &str = r"
select head.base, case when $27 then pg_notify('ledger', $1::text) end from head";

/// For any batch.
static BATCH: LazyLock<String> = LazyLock::new(|| format!("{}{BASE}", facts()));

/// For one event with its answer: the same with a value in the place of each array, a quarter less work for the server.
static SINGLE: LazyLock<String> = LazyLock::new(|| {
    let rows = ROWS.replace("unnest(", "(").replace("[])", ")");
    // Without the columns of claims, the hint is the parameter behind those of the answers.
    let hint = BASE.replace("$27", "$24");
    format!("{}{hint}", rows.replace("generate_series(1, $2)", "$2"))
});

/// A call of the function that has the same text.
static CALL: LazyLock<String> = LazyLock::new(function::call);

/// The parts of the statement that write, `head` among them.
pub(super) fn facts() -> String {
    format!("{ROWS}{CLAIMS}")
}

#[derive(Default)]
struct Columns<'a> {
    aggregate_type: Vec<&'a str>,
    aggregate_id: Vec<&'a str>,
    sequence: Vec<i64>,
    event_id: Vec<Uuid>,
    event_type: Vec<&'a str>,
    event_version: Vec<&'a str>,
    payload: Vec<JsonText<'a>>,
    metadata: Vec<JsonText<'a>>,
    recorded_at_ms: Vec<i64>,
    leaf: Vec<&'a [u8]>,
    mac: Vec<Stored>,
    request: RequestColumns<'a>,
    claim_key: Vec<&'a str>,
    claim_stream: Vec<&'a str>,
    claim_ordinal: Vec<i64>,
}

#[derive(Default)]
struct RequestColumns<'a> {
    scope: Vec<Uuid>,
    request_id: Vec<Uuid>,
    digest: Vec<&'a [u8]>,
    code: Vec<i32>,
    message: Vec<&'a str>,
    answer: Vec<&'a str>,
    version: Vec<i64>,
    ordinal: Vec<Option<i64>>,
    recorded_at_ms: Vec<i64>,
    mac: Vec<Stored>,
}

impl<'a> Columns<'a> {
    fn of(entries: &'a [Entry]) -> Columns<'a> {
        let mut columns = Columns::default();
        let mut remembered = Vec::new();
        for entry in entries {
            columns.add(entry);
            let ordinal = (!entry.events.is_empty()).then_some(columns.sequence.len() as i64);
            remembered.extend(
                entry
                    .remember
                    .as_ref()
                    .map(|request| (request, ordinal, entry.macs.request)),
            );
        }
        // In the order of the table's key, whatever the order of the events.
        remembered.sort_unstable_by_key(|(request, ..)| request.request_id);
        for (request, ordinal, mac) in remembered {
            columns.request.add(request, ordinal, mac);
        }
        columns
    }

    fn add(&mut self, entry: &'a Entry) {
        for event in &entry.events {
            self.aggregate_type.push(event.aggregate_type);
            self.aggregate_id.push(&event.aggregate_id);
            self.sequence.push(event.sequence);
            self.event_id.push(event.event_id);
            self.event_type.push(event.event_type);
            self.event_version.push(&event.event_version);
            self.payload.push(JsonText(&event.payload));
            self.metadata.push(JsonText(&event.metadata));
            self.recorded_at_ms.push(event.recorded_at_ms);
            self.leaf.push(&event.leaf);
        }
        self.mac.extend(&entry.macs.events);
        let last = self.sequence.len() as i64;
        for claim in &entry.claims {
            self.claim_key.push(&claim.key);
            self.claim_stream.push(&entry.stream_key);
            self.claim_ordinal.push(last);
        }
    }
}

impl<'a> RequestColumns<'a> {
    /// `ordinal` is that of the command's last event in the batch.
    fn add(&mut self, request: &'a RequestRow, ordinal: Option<i64>, mac: Option<Stored>) {
        self.scope.push(request.scope);
        self.request_id.push(request.request_id);
        self.digest.push(&request.digest);
        self.code.push(request.code);
        self.message.push(&request.message);
        self.answer.push(&request.answer);
        self.version.push(request.version);
        self.ordinal.push(ordinal);
        self.recorded_at_ms.push(request.recorded_at_ms);
        self.mac.extend(mac);
    }
}

/// Writes the entries in one transaction and returns the position before the first event.
pub(crate) async fn append(
    connection: &mut PgConnection,
    engine: Engine,
    partition: i32,
    entries: &[Entry],
    hint: bool,
) -> Result<i64, sqlx::Error> {
    let columns = Columns::of(entries);
    reach(Point::BeforeAppend);
    let statement = match engine {
        Engine::Plain => columns.statement(partition, hint),
        Engine::Citus => columns.call(partition),
    };
    let row = statement.fetch_one(&mut *connection).await?;
    reach(Point::AfterCommit);
    if hint && engine == Engine::Citus {
        notify(connection, partition).await;
    }
    row.try_get(0)
}

/// The hint of a batch that is committed: one that is lost costs readers a quarter of a second.
async fn notify(connection: &mut PgConnection, partition: i32) {
    let sent = sqlx::query("select pg_notify('ledger', $1::text)")
        .bind(partition.to_string())
        .execute(connection)
        .await;
    if let Err(error) = sent {
        tracing::debug!(partition, %error, "other processes were not notified of a batch");
    }
}

impl Columns<'_> {
    /// With everything bound, in the order of the parameters.
    fn statement(&self, partition: i32, hint: bool) -> Statement<'_> {
        let is_single = (self.sequence.len(), self.request.scope.len(), self.claim_key.len()) == (1, 1, 0);
        let rows = self.rows(if is_single { &SINGLE } else { &BATCH }, partition, is_single);
        let all = if is_single { rows } else { self.claims(rows) };
        all.bind(hint)
    }

    /// The same as a call of the function, which takes arrays alone.
    fn call(&self, partition: i32) -> Statement<'_> {
        self.claims(self.rows(&CALL, partition, false))
    }

    fn rows<'q>(&'q self, text: &'q str, partition: i32, is_single: bool) -> Statement<'q> {
        let query = sqlx::query(text).bind(partition).bind(self.sequence.len() as i64);
        let events = Bound { query, is_single }
            .column(&self.aggregate_type)
            .column(&self.aggregate_id)
            .column(&self.sequence)
            .column(&self.event_id)
            .column(&self.event_type)
            .column(&self.event_version)
            .column(&self.payload)
            .column(&self.metadata)
            .column(&self.recorded_at_ms)
            .column(&self.leaf)
            .column(&self.mac);
        self.request.bound(events).query
    }

    fn claims<'q>(&'q self, rows: Statement<'q>) -> Statement<'q> {
        rows.bind(&self.claim_key)
            .bind(&self.claim_stream)
            .bind(&self.claim_ordinal)
    }
}

impl RequestColumns<'_> {
    fn bound<'q>(&'q self, events: Bound<'q>) -> Bound<'q> {
        events
            .column(&self.scope)
            .column(&self.request_id)
            .column(&self.digest)
            .column(&self.code)
            .column(&self.message)
            .column(&self.answer)
            .column(&self.version)
            .column(&self.ordinal)
            .column(&self.recorded_at_ms)
            .column(&self.mac)
    }
}

type Statement<'q> = Query<'q, Postgres, PgArguments>;

/// A statement whose columns are bound as arrays, or as the one value that each has.
struct Bound<'q> {
    query: Statement<'q>,
    is_single: bool,
}

impl<'q> Bound<'q> {
    fn column<T>(mut self, column: &'q [T]) -> Bound<'q>
    where
        T: sqlx::Type<Postgres> + PgHasArrayType + Encode<'q, Postgres>,
    {
        self.query = match column {
            [one] if self.is_single => self.query.bind(one),
            _ => self.query.bind(column),
        };
        self
    }
}
