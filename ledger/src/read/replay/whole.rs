//! Every stream of a type, folded from the whole log: tasks read pages, the caller folds them, so that
//! neither waits for the other.
//!
//! Reads what a fold needs and nothing else: metadata and leaves are for [`crate::verify`]. A position
//! that is missing ends the replay, as it ends every reader's reading.

use crate::error::Fault;
use crate::read::feed;
use crate::upcast;
use domain::stream::Stream;
use proofs::Unreadable;
use sqlx::postgres::PgRow;
use sqlx::{PgPool, Row};
use std::collections::{HashMap, VecDeque};
use tokio::sync::mpsc;

/// Events read at once.
const PAGE: i64 = 10_000;
/// Pages that wait for the fold.
const AHEAD: usize = 2;
/// Pages fetched at once.
const READERS: usize = 2;

const READ: &str = "position, aggregate_type, aggregate_id, sequence, event_type, event_version, payload";

/// A partition and rows of its log.
type Page = (i32, Vec<PgRow>);

/// All streams of a type.
#[derive(Clone, Debug)]
pub struct Whole<S> {
    /// States by stream key.
    pub states: HashMap<String, S>,
    /// Events folded into them.
    pub events: u64,
}

/// Folds every stream of a type from the logs of all partitions, in order. Holds all states at once.
///
/// # Errors
/// [`Fault`] of the database, for a position that is missing, or for the first event that does not read back.
pub async fn whole<S: Stream>(pool: &PgPool) -> Result<Whole<S>, Fault> {
    let (pages, mut read) = mpsc::channel(AHEAD);
    let reading = tokio::spawn(pass_on(pool.clone(), pages));
    let mut whole = Whole {
        states: HashMap::new(),
        events: 0,
    };
    while let Some((partition, page)) = read.recv().await {
        for row in &page {
            whole.take(partition, row)?;
        }
    }
    reading
        .await
        .map_err(|broken| Fault::Law(format!("reading the log broke: {broken}")))??;
    Ok(whole)
}

/// Pages of every partition, up to where it stands now, to the listener; the reading ends with it.
async fn pass_on(pool: PgPool, pages: mpsc::Sender<Page>) -> Result<(), Fault> {
    let logs: Vec<(i32, i64)> = sqlx::query_as("select partition, position from heads order by partition")
        .fetch_all(&pool)
        .await?;
    let pages_of = |(partition, head): (i32, i64)| {
        let starts = (0..head).step_by(PAGE as usize);
        starts.map(move |after| (partition, after, PAGE.min(head - after)))
    };
    let mut ahead = VecDeque::new();
    let mut wanted = logs.into_iter().flat_map(pages_of);
    loop {
        // Positions have no gaps, so pages are known before they are read: two connections fetch in turn.
        while ahead.len() < READERS
            && let Some((partition, after, events)) = wanted.next()
        {
            ahead.push_back(tokio::spawn(read(pool.clone(), partition, after, events)));
        }
        let Some(next) = ahead.pop_front() else { return Ok(()) };
        let page = next
            .await
            .map_err(|broken| Fault::Law(format!("reading the log broke: {broken}")))??;
        if pages.send(page).await.is_err() {
            return Ok(());
        }
    }
}

async fn read(pool: PgPool, partition: i32, after: i64, events: i64) -> Result<Page, Fault> {
    let rows = sqlx::query(&feed::page_of(READ))
        .bind(partition)
        .bind(after)
        .bind(events)
        .fetch_all(&pool)
        .await?;
    let mut found = rows.iter().map(|row| row.try_get::<i64, _>(0));
    for position in after + 1..=after + events {
        if found.next().transpose()? != Some(position) {
            return Err(feed::missing(partition, position));
        }
    }
    Ok((partition, rows))
}

impl<S: Stream> Whole<S> {
    fn take(&mut self, partition: i32, row: &PgRow) -> Result<(), Fault> {
        let text = |column| feed::text(row, column);
        if text(1)? != S::TYPE {
            return Ok(());
        }
        let key = text(2)?;
        let event = upcast::read::<S::Event>(text(4)?, text(5)?, text(6)?);
        let event = event.map_err(|error| unreadable::<S>(partition, row, key, &error))?;
        match self.states.get_mut(key) {
            Some(state) => state.evolve(&event),
            None => self.states.entry(key.to_owned()).or_default().evolve(&event),
        }
        self.events += 1;
        Ok(())
    }
}

fn unreadable<S: Stream>(partition: i32, row: &PgRow, key: &str, error: &upcast::UpcastError) -> Fault {
    let number = |column| row.try_get(column).unwrap_or_default();
    let unreadable = Unreadable {
        stream: format!("{} {key}", S::TYPE),
        sequence: number(3),
        partition,
        position: number(0),
        reason: error.to_string(),
    };
    unreadable.into()
}
