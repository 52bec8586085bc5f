//! The append: one data-modifying statement, one round trip, one commit.
//!
//! Order inside the statement: everything reads `head`, so the partition's
//! counter row is locked first and is the only contended lock; balances are
//! upserted in key order. Unique keys decide: a version of a stream, a request id
//! and a natural key are each written once, or nothing of the batch is.
//!
//! `after` of a posting is the folded balance minus what later postings of the
//! same batch add, so history costs no extra read.

use crate::append::entry::Entry;
use crate::crash_point::{Point, reach};
use crate::json_text::JsonText;
use sqlx::{PgConnection, Row};
use std::collections::BTreeMap;
use uuid::Uuid;

/// Arrays are unnested in target lists: rows are made as they are inserted, with no store in between.
const APPEND: &str = r"
with head as (
    update heads set position = position + $2 where partition = $1
    returning position - $2 as base
),
appended as (
    insert into events (partition, position, aggregate_type, aggregate_id, sequence, event_id,
                        event_type, event_version, payload, metadata, recorded_at_ms, leaf)
    select $1, (select base from head) + e.ordinal, e.aggregate_type, e.aggregate_id, e.sequence, e.event_id,
           e.event_type, e.event_version, e.payload, e.metadata, e.recorded_at_ms, e.leaf
    from (select generate_series(1, $2) as ordinal, unnest($3::text[]) as aggregate_type,
                 unnest($4::text[]) as aggregate_id, unnest($5::bigint[]) as sequence, unnest($6::uuid[]) as event_id,
                 unnest($7::text[]) as event_type, unnest($8::text[]) as event_version,
                 unnest($9::json[]) as payload, unnest($10::json[]) as metadata,
                 unnest($11::bigint[]) as recorded_at_ms, unnest($12::bytea[]) as leaf) e
),
remembered as (
    insert into requests (partition, scope, request_id, digest, code, message, answer, version, position, recorded_at_ms)
    select $1, r.scope, r.request_id, r.digest, r.code, r.message, r.answer, r.version,
           (select base from head) + r.ordinal, r.recorded_at_ms
    from (select unnest($13::uuid[]) as scope, unnest($14::uuid[]) as request_id, unnest($15::bytea[]) as digest,
                 unnest($16::int[]) as code, unnest($17::text[]) as message, unnest($18::text[]) as answer,
                 unnest($19::bigint[]) as version, unnest($20::bigint[]) as ordinal,
                 unnest($21::bigint[]) as recorded_at_ms) r
),
claimed as (
    insert into natural_keys (partition, key, aggregate_id, position)
    select $1, n.key, n.aggregate_id, (select base from head) + n.ordinal
    from (select unnest($22::text[]) as key, unnest($23::text[]) as aggregate_id, unnest($24::bigint[]) as ordinal) n
),
folded as (
    insert into balances as b (partition, owner, account, asset, balance, position)
    select $1, f.owner, f.account, f.asset, f.delta, (select base from head) + f.ordinal
    from (select unnest($25::uuid[]) as owner, unnest($26::text[]) as account, unnest($27::text[]) as asset,
                 unnest($28::bigint[]) as delta, unnest($29::bigint[]) as ordinal) f
    on conflict (partition, owner, account)
    do update set balance = b.balance + excluded.balance, position = excluded.position
    returning owner, account, balance
),
posted as (
    insert into postings (partition, owner, account, position, leg, asset, amount, after)
    select $1, p.owner, p.account, (select base from head) + p.ordinal, p.leg, p.asset, p.amount,
           folded.balance - p.later
    from (select unnest($30::uuid[]) as owner, unnest($31::text[]) as account, unnest($32::bigint[]) as ordinal,
                 unnest($33::smallint[]) as leg, unnest($34::text[]) as asset, unnest($35::bigint[]) as amount,
                 unnest($36::bigint[]) as later) p
    join folded on folded.owner = p.owner and folded.account = p.account
)
select head.base, case when $37 then pg_notify('ledger', $1::text) end from head
";

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
    request: RequestColumns<'a>,
    claim_key: Vec<&'a str>,
    claim_stream: Vec<&'a str>,
    claim_ordinal: Vec<i64>,
    posting: PostingColumns,
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
}

#[derive(Default)]
struct PostingColumns {
    owner: Vec<Uuid>,
    account: Vec<&'static str>,
    ordinal: Vec<i64>,
    leg: Vec<i16>,
    asset: Vec<&'static str>,
    amount: Vec<i64>,
    later: Vec<i64>,
}

/// Net change of an account in the batch: asset, sum, ordinal of its last event.
type Folded = BTreeMap<(Uuid, &'static str), (&'static str, i64, i64)>;

impl<'a> Columns<'a> {
    fn of(entries: &'a [Entry]) -> Columns<'a> {
        let mut columns = Columns::default();
        for entry in entries {
            columns.add(entry);
        }
        columns
    }

    fn add(&mut self, entry: &'a Entry) {
        let base = self.sequence.len() as i64;
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
        for posting in &entry.postings {
            self.posting.owner.push(posting.owner);
            self.posting.account.push(posting.account);
            self.posting.ordinal.push(base + 1 + posting.event as i64);
            self.posting.leg.push(posting.leg);
            self.posting.asset.push(posting.asset);
            self.posting.amount.push(posting.amount);
        }
        let last = self.sequence.len() as i64;
        for claim in &entry.claims {
            self.claim_key.push(&claim.key);
            self.claim_stream.push(&entry.stream_key);
            self.claim_ordinal.push(last);
        }
        if let Some(request) = &entry.remember {
            self.request.scope.push(request.scope);
            self.request.request_id.push(request.request_id);
            self.request.digest.push(&request.digest);
            self.request.code.push(request.code);
            self.request.message.push(&request.message);
            self.request.answer.push(&request.answer);
            self.request.version.push(request.version);
            self.request.ordinal.push((!entry.events.is_empty()).then_some(last));
            self.request.recorded_at_ms.push(request.recorded_at_ms);
        }
    }

    /// Nets the postings by account and fills `later`, walking the batch backwards.
    fn fold(&mut self) -> Folded {
        let mut folded = Folded::new();
        let posting = &mut self.posting;
        posting.later = vec![0; posting.amount.len()];
        for index in (0..posting.amount.len()).rev() {
            let ordinal = posting.ordinal[index];
            let account = folded.entry((posting.owner[index], posting.account[index]));
            let (_, later, _) = account.or_insert((posting.asset[index], 0, ordinal));
            posting.later[index] = *later;
            *later += posting.amount[index];
        }
        folded
    }
}

/// Writes the entries in one transaction and returns the position before the first event.
pub(crate) async fn append(
    connection: &mut PgConnection,
    partition: i32,
    entries: &[Entry],
    hint: bool,
) -> Result<i64, sqlx::Error> {
    let mut columns = Columns::of(entries);
    let folded = columns.fold();
    let (owners, accounts): (Vec<Uuid>, Vec<&str>) = folded.keys().copied().unzip();
    let assets: Vec<&str> = folded.values().map(|(asset, _, _)| *asset).collect();
    let deltas: Vec<i64> = folded.values().map(|(_, delta, _)| *delta).collect();
    let ordinals: Vec<i64> = folded.values().map(|(_, _, ordinal)| *ordinal).collect();
    let Columns { request, posting, .. } = &columns;
    reach(Point::BeforeAppend);
    let row = sqlx::query(APPEND)
        .bind(partition)
        .bind(columns.sequence.len() as i64)
        .bind(&columns.aggregate_type)
        .bind(&columns.aggregate_id)
        .bind(&columns.sequence)
        .bind(&columns.event_id)
        .bind(&columns.event_type)
        .bind(&columns.event_version)
        .bind(&columns.payload)
        .bind(&columns.metadata)
        .bind(&columns.recorded_at_ms)
        .bind(&columns.leaf)
        .bind(&request.scope)
        .bind(&request.request_id)
        .bind(&request.digest)
        .bind(&request.code)
        .bind(&request.message)
        .bind(&request.answer)
        .bind(&request.version)
        .bind(&request.ordinal)
        .bind(&request.recorded_at_ms)
        .bind(&columns.claim_key)
        .bind(&columns.claim_stream)
        .bind(&columns.claim_ordinal)
        .bind(owners)
        .bind(accounts)
        .bind(assets)
        .bind(deltas)
        .bind(ordinals)
        .bind(&posting.owner)
        .bind(&posting.account)
        .bind(&posting.ordinal)
        .bind(&posting.leg)
        .bind(&posting.asset)
        .bind(&posting.amount)
        .bind(&posting.later)
        .bind(hint)
        .fetch_one(connection)
        .await?;
    reach(Point::AfterCommit);
    row.try_get(0)
}
