//! Ready-made rows: what our writer wrote for a thousand credits, read back from the ledger, so that
//! it can be written again under fresh keys by one statement.
//!
//! Knows nothing of time and of clients.

use anyhow::bail;
use ledger::EventLog;
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, Row};
use std::collections::BTreeMap;
use uuid::Uuid;

type Query<'q> = sqlx::query::Query<'q, sqlx::Postgres, sqlx::postgres::PgArguments>;

/// Commands of one batch.
pub const COMMANDS: usize = 1_000;

/// The latest credit of each of a thousand streams, in the order of the streams.
const CHOSEN: &str = "
with latest as (
    select distinct on (aggregate_id) *
      from events
     where event_type = 'AdjustmentPosted'
     order by aggregate_id, sequence desc
     limit $1),
chosen as (select *, row_number() over (order by aggregate_id) as ordinal from latest)";

/// What the append writes for a batch.
const FACTS: &str = "
with head as (
    update heads set position = position + $1 where partition = 0
),
appended as (
    insert into events (partition, position, aggregate_type, aggregate_id, sequence, event_id,
                        event_type, event_version, payload, metadata, recorded_at_ms, leaf, mac)
    select 0, e.position, e.aggregate_type, e.aggregate_id, e.sequence, e.event_id,
           e.event_type, e.event_version, e.payload::json, e.metadata::json, e.recorded_at_ms, e.leaf,
           e.mac
      from unnest($2::bigint[], $3::text[], $4::text[], $5::bigint[], $6::uuid[], $7::text[], $8::text[],
                  $9::text[], $10::text[], $11::bigint[], $12::bytea[], $17::bytea[])
           as e(position, aggregate_type, aggregate_id, sequence, event_id, event_type, event_version,
                payload, metadata, recorded_at_ms, leaf, mac)
),
remembered as (
    insert into requests (partition, scope, request_id, digest, code, message, answer, version, position, recorded_at_ms,
                          mac)
    select 0, r.scope, r.request_id, r.digest, 0, '', r.answer, r.version, r.position, r.recorded_at_ms, r.mac
      from unnest($13::uuid[], $14::uuid[], $15::bytea[], $16::text[], $5::bigint[], $2::bigint[], $11::bigint[],
                  $18::bytea[])
           as r(scope, request_id, digest, answer, version, position, recorded_at_ms, mac)
)";

/// What is folded from it.
const BOOKS: &str = ",
folded as (
    insert into balances as b (partition, owner, account, asset, balance, position)
    select 0, f.owner, f.account, f.asset, f.delta, f.position
      from unnest($19::uuid[], $20::text[], $21::text[], $22::bigint[], $23::bigint[])
           as f(owner, account, asset, delta, position)
        on conflict (partition, owner, account)
        do update set balance = b.balance + excluded.balance, position = excluded.position
)
insert into postings (partition, owner, account, position, leg, asset, amount, after)
select 0, p.owner, p.account, p.position, p.leg, p.asset, p.amount, p.after
  from unnest($24::uuid[], $25::text[], $26::bigint[], $27::smallint[], $28::text[], $29::bigint[], $30::bigint[])
       as p(owner, account, position, leg, asset, amount, after)";

/// An event with the remembered answer of its command.
pub struct Credit {
    pub aggregate_type: String,
    pub aggregate_id: String,
    /// Version of the stream.
    pub sequence: i64,
    pub event_type: String,
    /// Shape version.
    pub event_version: String,
    pub payload: String,
    pub metadata: String,
    pub recorded_at_ms: i64,
    pub leaf: Vec<u8>,
    pub mac: Vec<u8>,
    scope: Uuid,
    digest: Vec<u8>,
    answer: String,
    answer_mac: Vec<u8>,
}

struct Leg {
    ordinal: i64,
    owner: Uuid,
    account: String,
    leg: i16,
    asset: String,
    amount: i64,
    after: i64,
}

/// The rows of [`COMMANDS`] credits, by columns.
pub struct Rows {
    credits: Vec<Credit>,
    legs: Vec<Leg>,
}

/// The values that differ from batch to batch.
pub struct Batch {
    positions: Vec<i64>,
    sequences: Vec<i64>,
    event_ids: Vec<Uuid>,
    request_ids: Vec<Uuid>,
    leg_positions: Vec<i64>,
    afters: Vec<i64>,
    base: i64,
}

impl Rows {
    /// Reads the rows of the latest credits.
    ///
    /// # Errors
    /// When there are not enough of them.
    pub async fn read(pool: &EventLog) -> anyhow::Result<Rows> {
        ledger::books::settle(pool).await?;
        let statement = format!(
            "{CHOSEN}
             select c.aggregate_type, c.aggregate_id, c.sequence, c.event_type, c.event_version, c.payload::text,
                    c.metadata::text, c.recorded_at_ms, c.leaf, r.scope, r.digest, r.answer, c.mac, r.mac
               from chosen c
               join requests r on r.partition = c.partition and r.position = c.position
              order by c.ordinal"
        );
        let found = sqlx::query(&statement).bind(COMMANDS as i64).fetch_all(pool).await?;
        let credits: Vec<Credit> = found.iter().map(credit).collect::<Result<_, _>>()?;
        let statement = format!(
            "{CHOSEN}
             select c.ordinal, p.owner, p.account, p.leg, p.asset, p.amount, p.after
               from chosen c
               join postings p on p.partition = c.partition and p.position = c.position
              order by c.ordinal, p.leg"
        );
        let found = sqlx::query(&statement).bind(COMMANDS as i64).fetch_all(pool).await?;
        let legs: Vec<Leg> = found.iter().map(leg).collect::<Result<_, _>>()?;
        if credits.len() != COMMANDS || legs.len() != 2 * COMMANDS {
            bail!(
                "{COMMANDS} credits are needed, {} with {} postings were found",
                credits.len(),
                legs.len()
            );
        }
        Ok(Rows { credits, legs })
    }

    /// One event, for who writes events alone.
    pub fn event(&self) -> &Credit {
        &self.credits[0]
    }

    /// Fresh keys for batch number `written`.
    pub fn batch(&self, written: i64) -> Batch {
        let base = written * COMMANDS as i64;
        let fresh = |_: &Credit| Uuid::now_v7();
        Batch {
            positions: (base + 1..).take(COMMANDS).collect(),
            sequences: self.credits.iter().map(|credit| credit.sequence + written).collect(),
            event_ids: self.credits.iter().map(fresh).collect(),
            request_ids: self.credits.iter().map(fresh).collect(),
            leg_positions: self.legs.iter().map(|leg| base + leg.ordinal).collect(),
            afters: self.legs.iter().map(|leg| leg.after + leg.amount * written).collect(),
            base,
        }
    }

    /// Writes the facts of a batch and its books in one statement and one commit.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn write(&self, connection: &mut PgConnection, batch: &Batch) -> Result<(), sqlx::Error> {
        let statement = format!("{FACTS}{BOOKS}");
        let query = self.bind_facts(sqlx::query(&statement), batch);
        self.bind_books(query, batch).execute(connection).await?;
        Ok(())
    }

    /// Writes the facts of a batch alone.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn write_facts(&self, connection: &mut PgConnection, batch: &Batch) -> Result<(), sqlx::Error> {
        let statement = format!("{FACTS} select 1");
        let query = self.bind_facts(sqlx::query(&statement), batch);
        query.execute(connection).await?;
        Ok(())
    }

    fn bind_facts<'q>(&'q self, query: Query<'q>, batch: &'q Batch) -> Query<'q> {
        let of = |column: fn(&Credit) -> &str| self.credits.iter().map(column).collect::<Vec<&str>>();
        let times: Vec<i64> = self.credits.iter().map(|credit| credit.recorded_at_ms).collect();
        let bytes = |column: fn(&Credit) -> &[u8]| self.credits.iter().map(column).collect::<Vec<&[u8]>>();
        let scopes: Vec<Uuid> = self.credits.iter().map(|credit| credit.scope).collect();
        query
            .bind(COMMANDS as i64)
            .bind(&batch.positions)
            .bind(of(|credit| &credit.aggregate_type))
            .bind(of(|credit| &credit.aggregate_id))
            .bind(&batch.sequences)
            .bind(&batch.event_ids)
            .bind(of(|credit| &credit.event_type))
            .bind(of(|credit| &credit.event_version))
            .bind(of(|credit| &credit.payload))
            .bind(of(|credit| &credit.metadata))
            .bind(times)
            .bind(bytes(|credit| &credit.leaf))
            .bind(scopes)
            .bind(&batch.request_ids)
            .bind(bytes(|credit| &credit.digest))
            .bind(of(|credit| &credit.answer))
            .bind(bytes(|credit| &credit.mac))
            .bind(bytes(|credit| &credit.answer_mac))
    }

    fn bind_books<'q>(&'q self, query: Query<'q>, batch: &'q Batch) -> Query<'q> {
        let folded = self.folded();
        let net: Vec<&(&str, i64, i64)> = folded.values().collect();
        let text = |column: fn(&Leg) -> &str| self.legs.iter().map(column).collect::<Vec<&str>>();
        query
            .bind(folded.keys().map(|(owner, _)| *owner).collect::<Vec<Uuid>>())
            .bind(folded.keys().map(|(_, account)| *account).collect::<Vec<&str>>())
            .bind(net.iter().map(|(asset, _, _)| *asset).collect::<Vec<&str>>())
            .bind(net.iter().map(|(_, delta, _)| *delta).collect::<Vec<i64>>())
            .bind(
                net.iter()
                    .map(|(_, _, ordinal)| batch.base + ordinal)
                    .collect::<Vec<i64>>(),
            )
            .bind(self.legs.iter().map(|leg| leg.owner).collect::<Vec<Uuid>>())
            .bind(text(|leg| &leg.account))
            .bind(&batch.leg_positions)
            .bind(self.legs.iter().map(|leg| leg.leg).collect::<Vec<i16>>())
            .bind(text(|leg| &leg.asset))
            .bind(self.legs.iter().map(|leg| leg.amount).collect::<Vec<i64>>())
            .bind(&batch.afters)
    }

    /// Net change of each account, in the order of the keys: asset, sum, ordinal of the last event.
    fn folded(&self) -> BTreeMap<(Uuid, &str), (&str, i64, i64)> {
        let mut folded = BTreeMap::new();
        for leg in &self.legs {
            let net = folded
                .entry((leg.owner, leg.account.as_str()))
                .or_insert((leg.asset.as_str(), 0, 0));
            net.1 += leg.amount;
            net.2 = leg.ordinal;
        }
        folded
    }
}

fn credit(row: &PgRow) -> Result<Credit, sqlx::Error> {
    Ok(Credit {
        aggregate_type: row.try_get(0)?,
        aggregate_id: row.try_get(1)?,
        sequence: row.try_get(2)?,
        event_type: row.try_get(3)?,
        event_version: row.try_get(4)?,
        payload: row.try_get(5)?,
        metadata: row.try_get(6)?,
        recorded_at_ms: row.try_get(7)?,
        leaf: row.try_get(8)?,
        scope: row.try_get(9)?,
        digest: row.try_get(10)?,
        answer: row.try_get(11)?,
        mac: row.try_get(12)?,
        answer_mac: row.try_get(13)?,
    })
}

fn leg(row: &PgRow) -> Result<Leg, sqlx::Error> {
    Ok(Leg {
        ordinal: row.try_get(0)?,
        owner: row.try_get(1)?,
        account: row.try_get(2)?,
        leg: row.try_get(3)?,
        asset: row.try_get(4)?,
        amount: row.try_get(5)?,
        after: row.try_get(6)?,
    })
}
