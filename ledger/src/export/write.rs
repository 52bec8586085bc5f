//! Writing an export: one snapshot of the database, read through cursors, so that memory does not grow with it.

use super::seals::Seals;
use super::sheet::Sheet;
use super::{
    Anchor, DICTIONARY, EventRow, ExportError, Form, LogRange, MANIFEST, Manifest, PostingRow, SheetFault, VERSION,
};
use crate::books;
use crate::error::Fault;
use crate::event_log::EventLog;
use crate::leaf::ROOT;
use crate::notary::{Signed, Vkey, signed};
use crate::read::balance::{AsOf, position};
use crate::read::feed::COLUMNS;
use crate::read::trial::Period;
use proofs::export::dictionary_text;
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, Row};
use std::collections::BTreeMap;
use std::path::Path;
use uuid::Uuid;

/// Rows of one look into a cursor.
pub(super) const PAGE: usize = 5_000;

/// The cursors' names.
const EVENTS: &str = "exported_events";
const POSTINGS: &str = "exported_postings";

#[derive(Clone, Debug)]
pub struct Query {
    /// One player's streams and accounts; none: everybody's.
    pub player: Option<Uuid>,
    /// The range, in every log. Up to the latest: up to the newest signed checkpoint, if there is one.
    pub period: Period,
    /// How rows are written.
    pub form: Form,
    /// With the MAC of every event, and remembered refusals with theirs.
    pub with_seals: bool,
}

impl Query {
    /// Everybody's, from the begin of the logs to the latest.
    pub const fn everything(form: Form) -> Query {
        let period = Period {
            after: None,
            until: AsOf::Latest,
        };
        Query {
            player: None,
            period,
            form,
            with_seals: false,
        }
    }
}

/// Called with the number of rows written.
pub type Progress<'a> = &'a mut (dyn FnMut(u64) + Send);

/// Writes an export into a folder without one.
///
/// # Errors
/// [`ExportError`]; what was written so far has no manifest and is no export.
pub async fn write(
    pool: &EventLog,
    query: &Query,
    folder: &Path,
    progress: Progress<'_>,
) -> Result<Manifest, ExportError> {
    books::reach_heads(pool).await?;
    let mut snapshot = pool.begin().await?;
    sqlx::query("set transaction isolation level repeatable read, read only")
        .execute(&mut *snapshot)
        .await?;
    let newest = signed::newest(&mut *snapshot).await?;
    let mut logs = ranges(pool, &mut snapshot, query, newest.as_ref()).await?;
    let mut books = Books {
        events: Sheet::create::<EventRow>(folder, "events", query.form)?,
        postings: Sheet::create::<PostingRow>(folder, "postings", query.form)?,
        seals: match query.with_seals {
            true => Some(Seals::create(folder, query.form)?),
            false => None,
        },
        sums: BTreeMap::new(),
        written: 0,
    };
    for range in &mut logs {
        range.events = books
            .events_of(pool, &mut snapshot, query.player, range, progress)
            .await?;
        books.postings_of(&mut snapshot, query.player, range, progress).await?;
        if let Some(seals) = &mut books.seals {
            seals.refusals_of(pool, &mut snapshot, query.player, range).await?;
        }
    }
    let origin = signed::origin(&mut *snapshot).await?;
    let manifest = Manifest {
        version: VERSION,
        program: concat!("ledger ", env!("CARGO_PKG_VERSION")).into(),
        origin,
        player: query.player,
        checkpoint: newest.filter(|newest| ends_at(newest, &logs)).map(anchor),
        logs,
        form: query.form,
        files: [books.events.finish()?, books.postings.finish()?],
        seals: books.seals.map(Seals::finish).transpose()?,
        sums: books
            .sums
            .into_iter()
            .map(|(asset, sum)| (asset, sum.to_string()))
            .collect(),
    };
    put(folder, DICTIONARY, &dictionary_text())?;
    let text = serde_json::to_string_pretty(&manifest).map_err(|why| SheetFault(why.to_string()))?;
    put(folder, MANIFEST, &(text + "\n"))?;
    Ok(manifest)
}

fn put(folder: &Path, name: &str, text: &str) -> Result<(), SheetFault> {
    let path = folder.join(name);
    std::fs::write(&path, text).map_err(|why| SheetFault(format!("{}: {why}", path.display())))
}

async fn ranges(
    pool: &EventLog,
    snapshot: &mut PgConnection,
    query: &Query,
    newest: Option<&(Signed, Vkey)>,
) -> Result<Vec<LogRange>, ExportError> {
    let heads = sqlx::query("select partition, position from heads order by partition")
        .fetch_all(snapshot)
        .await?;
    let mut ranges = Vec::new();
    for head in heads {
        let (partition, head): (i32, i64) = (head.try_get(0)?, head.try_get(1)?);
        let log = u16::try_from(partition).map_err(|_| Fault::Law(format!("there is a log {partition}")))?;
        let signed = newest.and_then(|(signed, _)| signed.checkpoint.log(partition).ok());
        let until = match (query.period.until, signed) {
            (AsOf::Latest, Some(signed)) => i64::try_from(signed.size).unwrap_or(i64::MAX),
            (moment, _) => position(pool, log, moment).await?,
        };
        let after = match query.period.after {
            Some(moment) => position(pool, log, moment).await?.min(head),
            None => 0,
        };
        let until = until.min(head).max(after);
        ranges.push(LogRange {
            partition,
            after,
            until,
            events: 0,
        });
    }
    Ok(ranges)
}

fn ends_at((newest, _): &(Signed, Vkey), logs: &[LogRange]) -> bool {
    let signed = |range: &LogRange| newest.checkpoint.log(range.partition).map(|log| log.size);
    logs.iter().all(|range| signed(range) == Ok(range.until.unsigned_abs()))
}

fn anchor((newest, vkey): (Signed, Vkey)) -> Anchor {
    Anchor {
        note: newest.note,
        vkey: vkey.to_string(),
    }
}

struct Books {
    events: Sheet,
    postings: Sheet,
    seals: Option<Seals>,
    sums: BTreeMap<String, i128>,
    written: u64,
}

impl Books {
    async fn events_of(
        &mut self,
        log: &EventLog,
        snapshot: &mut PgConnection,
        player: Option<Uuid>,
        range: &LogRange,
        progress: Progress<'_>,
    ) -> Result<u64, ExportError> {
        let LogRange {
            partition,
            after,
            until,
            ..
        } = *range;
        let own = player.map_or_else(String::new, |player| format!("and e.aggregate_id = '{player}'"));
        declare(
            snapshot,
            EVENTS,
            &format!(
                "select {COLUMNS}, (select b.leaf from events b
                                     where b.partition = e.partition and b.aggregate_type = e.aggregate_type
                                       and b.aggregate_id = e.aggregate_id and b.sequence = e.sequence - 1) as previous
                   from events e
                  where e.partition = {partition} and e.position > {after} and e.position <= {until} {own}
                  order by e.position"
            ),
        )
        .await?;
        let mut events = 0;
        loop {
            let page = fetch(snapshot, EVENTS).await?;
            for row in &page {
                let event = event(log, row)?;
                self.events.add(&event)?;
                if let Some(seals) = &mut self.seals {
                    seals.add((event.partition, event.position), row)?;
                }
            }
            events += page.len() as u64;
            self.report(page.len(), progress);
            if page.len() < PAGE {
                close(snapshot, EVENTS).await?;
                return Ok(events);
            }
        }
    }

    async fn postings_of(
        &mut self,
        snapshot: &mut PgConnection,
        player: Option<Uuid>,
        range: &LogRange,
        progress: Progress<'_>,
    ) -> Result<(), ExportError> {
        let LogRange {
            partition,
            after,
            until,
            ..
        } = *range;
        let own = player.map_or_else(String::new, |player| {
            format!(
                "and owner = '{player}' and position in
                     (select position from events where partition = {partition} and aggregate_id = '{player}')"
            )
        });
        declare(
            snapshot,
            POSTINGS,
            &format!(
                "select partition, position, leg, owner, account, asset, amount, after from postings
                  where partition = {partition} and position > {after} and position <= {until} {own}
                  order by position, leg"
            ),
        )
        .await?;
        loop {
            let page = fetch(snapshot, POSTINGS).await?;
            for row in &page {
                let posting = posting(row)?;
                *self.sums.entry(posting.asset.clone()).or_default() += i128::from(posting.amount);
                self.postings.add(&posting)?;
            }
            self.report(page.len(), progress);
            if page.len() < PAGE {
                return close(snapshot, POSTINGS).await;
            }
        }
    }

    fn report(&mut self, rows: usize, progress: Progress<'_>) {
        self.written += rows as u64;
        progress(self.written);
    }
}

/// The statement is of this program's own text, with numbers and an id in it.
pub(super) async fn declare(snapshot: &mut PgConnection, name: &str, statement: &str) -> Result<(), ExportError> {
    sqlx::query(&format!("declare {name} no scroll cursor for {statement}"))
        .persistent(false)
        .execute(snapshot)
        .await?;
    Ok(())
}

/// A cursor has a name of its own kind: a statement that is prepared once has the columns of once.
pub(super) async fn fetch(snapshot: &mut PgConnection, name: &str) -> Result<Vec<PgRow>, ExportError> {
    Ok(sqlx::query(&format!("fetch {PAGE} from {name}"))
        .fetch_all(snapshot)
        .await?)
}

pub(super) async fn close(snapshot: &mut PgConnection, name: &str) -> Result<(), ExportError> {
    sqlx::query(&format!("close {name}")).execute(snapshot).await?;
    Ok(())
}

/// With a key, an event that was not written under it is not exported.
fn event(log: &EventLog, row: &PgRow) -> Result<EventRow, Fault> {
    let event = log.event(row)?;
    let previous: Option<Vec<u8>> = row.try_get("previous")?;
    Ok(EventRow {
        partition: event.partition,
        position: event.position,
        stream: event.aggregate_type,
        key: event.aggregate_id,
        sequence: event.sequence,
        event_id: event.event_id,
        event_type: event.event_type,
        event_version: event.event_version,
        recorded_at_ms: event.recorded_at_ms,
        payload: event.payload,
        metadata: event.metadata,
        previous: hex::encode(previous.as_deref().unwrap_or(&ROOT)),
        leaf: hex::encode(event.leaf),
    })
}

fn posting(row: &PgRow) -> Result<PostingRow, sqlx::Error> {
    Ok(PostingRow {
        partition: row.try_get(0)?,
        position: row.try_get(1)?,
        leg: row.try_get(2)?,
        owner: row.try_get(3)?,
        account: row.try_get(4)?,
        asset: row.try_get(5)?,
        amount: row.try_get(6)?,
        after: row.try_get(7)?,
    })
}
