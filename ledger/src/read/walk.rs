//! Walking the log: pages of what is asked for, newest or oldest first, without an index for every question.
//!
//! The log is walked in windows of positions that grow while little is found, each asked of every log. Where keys lead
//! to each line, a wide window costs no more than what it holds, and a page ends when it is full or the log is at its
//! end. Elsewhere it ends after [`LOOKED_AT_MAX`] events as well, and says where. Where an index leads to candidates
//! only, a window is made so narrow that it holds few of them.
//!
//! Lines are ordered by position, then partition, then leg: with one log that is the order of recording. Facts never
//! change, so a page below a bound is the same for ever. Knows nothing of what is searched for.

use crate::error::Fault;
use crate::event_log::EventLog;

/// Lines of one page at most.
pub const LINES_MAX: usize = 200;
/// Events that one page looks at when no key leads to what is asked for.
pub const LOOKED_AT_MAX: i64 = 20_000;
/// Positions of the first window: a page lies in less when everything is wanted.
const WINDOW: i64 = 1_000;
/// How much wider each window is than the one before.
const WIDER: i64 = 4;

/// Where a line stands in the order of lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cursor {
    /// Position of the event.
    pub position: i64,
    pub partition: i32,
    /// Leg of the event; 0 for the event itself.
    pub leg: i16,
}

/// Which way a list continues from a cursor, which is not in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    Before(Option<Cursor>),
    After(Cursor),
}

/// The part of the logs that is looked at, by partition: after one position, up to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Range {
    /// The last positions before it.
    pub after: Vec<i64>,
    /// Its last positions.
    pub until: Vec<i64>,
}

impl Range {
    /// What is looked at of one log; nothing of a log that the range does not have.
    pub fn part(&self, partition: u16) -> Part {
        let end = |ends: &[i64]| ends.get(usize::from(partition)).copied().unwrap_or(0);
        Part {
            partition: partition.into(),
            low: end(&self.after),
            high: end(&self.until),
        }
    }
}

/// A page of lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found<L> {
    /// Newest first, in both directions.
    pub lines: Vec<L>,
    /// Whether there may be more that way.
    pub has_more: bool,
    /// Where the search stopped before the page was full; nothing when it was filled or came to an end.
    pub reached: Option<i64>,
}

/// What a page searches for.
pub trait Search: Sync {
    /// One line of the answer.
    type Line: Send;

    /// Whether keys lead to every line.
    fn is_direct(&self) -> bool;

    /// Makes a window so narrow that it holds few candidates: how far it then reaches, and how many events looking at
    /// it is worth. By default a window stays as it is.
    fn narrow(&self, _pool: &EventLog, way: Way, part: Part) -> impl Future<Output = Result<Narrowed, Fault>> + Send {
        let reach = match way {
            Way::Before(_) => part.low,
            Way::After(_) => part.high,
        };
        let looked_at = part.high - part.low;
        std::future::ready(Ok(Narrowed { reach, looked_at }))
    }

    /// Positions of the first window.
    fn width(&self) -> i64 {
        WINDOW
    }

    /// The cursor of a line.
    fn cursor(line: &Self::Line) -> Cursor;

    /// Up to `wanted` lines of one log, after one position and up to another, in the order of the walk.
    fn window(
        &self,
        pool: &EventLog,
        way: Way,
        part: Part,
        wanted: usize,
    ) -> impl Future<Output = Result<Vec<Self::Line>, Fault>> + Send;
}

/// A window of one log: after one position, up to another.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    pub partition: i32,
    /// The last position before it.
    pub low: i64,
    /// Its last position.
    pub high: i64,
}

/// How far a window reaches.
#[derive(Clone, Copy, Debug)]
pub struct Narrowed {
    /// The end of the window on the way.
    pub reach: i64,
    /// What looking at it is worth, in events.
    pub looked_at: i64,
}

/// A page of at most `limit` lines from a cursor on.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn page<A: Search>(
    pool: &EventLog,
    search: &A,
    range: &Range,
    way: Way,
    limit: usize,
) -> Result<Found<A::Line>, Fault> {
    let limit = limit.clamp(1, LINES_MAX);
    let newest = range.until.iter().copied().max().unwrap_or(0);
    let oldest = range.after.iter().copied().min().unwrap_or(0);
    // Between the two: what is not looked at yet.
    let (mut low, mut high) = match way {
        Way::Before(cursor) => (oldest, cursor.map_or(newest, |cursor| cursor.position.min(newest))),
        Way::After(cursor) => ((cursor.position - 1).max(oldest), newest),
    };
    let (mut width, mut looked_at) = (search.width(), 0);
    let mut lines = Vec::new();
    while low < high && lines.len() <= limit && (search.is_direct() || looked_at < LOOKED_AT_MAX) {
        let wanted = limit + 1 - lines.len();
        let wide = match way {
            Way::Before(_) => (high.saturating_sub(width).max(low), high),
            Way::After(_) => (low, low.saturating_add(width).min(high)),
        };
        let narrowed = narrowed(pool, search, range, way, wide).await?;
        let window = match way {
            Way::Before(_) => (narrowed.reach, high),
            Way::After(_) => (low, narrowed.reach),
        };
        lines.extend(window_of(pool, search, range, way, window, wanted).await?);
        match way {
            Way::Before(_) => high = window.0,
            Way::After(_) => low = window.1,
        }
        looked_at += narrowed.looked_at;
        width = width.saturating_mul(WIDER);
    }
    let is_full = lines.len() > limit;
    let has_stopped = low < high && !is_full;
    lines.truncate(limit);
    if matches!(way, Way::After(_)) {
        lines.reverse();
    }
    let reached = if matches!(way, Way::After(_)) { low } else { high };
    Ok(Found {
        lines,
        has_more: is_full || has_stopped,
        reached: has_stopped.then_some(reached),
    })
}

/// The part of a log that lies in a window.
fn part_of(range: &Range, log: usize, (low, high): (i64, i64)) -> Option<Part> {
    let part = Part {
        partition: i32::try_from(log).ok()?,
        low: low.max(*range.after.get(log)?),
        high: high.min(*range.until.get(log)?),
    };
    (part.low < part.high).then_some(part)
}

/// The window that is narrow enough for every log.
async fn narrowed<A: Search>(
    pool: &EventLog,
    search: &A,
    range: &Range,
    way: Way,
    (low, high): (i64, i64),
) -> Result<Narrowed, Fault> {
    let is_back = matches!(way, Way::Before(_));
    let mut all = Narrowed {
        reach: if is_back { low } else { high },
        looked_at: 0,
    };
    for log in 0..range.until.len() {
        if let Some(part) = part_of(range, log, (low, high)) {
            let own = search.narrow(pool, way, part).await?;
            // What of a log lies beyond its own end does not hold the others back.
            all.reach = match way {
                Way::Before(_) if own.reach > part.low => all.reach.max(own.reach),
                Way::After(_) if own.reach < part.high => all.reach.min(own.reach),
                _ => all.reach,
            };
            all.looked_at += own.looked_at;
        }
    }
    Ok(all)
}

/// The first lines of a window over all logs, in the order of the walk.
async fn window_of<A: Search>(
    pool: &EventLog,
    search: &A,
    range: &Range,
    way: Way,
    window: (i64, i64),
    wanted: usize,
) -> Result<Vec<A::Line>, Fault> {
    let mut lines = Vec::new();
    for log in 0..range.until.len() {
        if let Some(part) = part_of(range, log, window) {
            lines.extend(search.window(pool, way, part, wanted).await?);
        }
    }
    match way {
        Way::Before(_) => lines.sort_by_key(|line| std::cmp::Reverse(A::cursor(line))),
        Way::After(_) => lines.sort_by_key(A::cursor),
    }
    lines.truncate(wanted);
    Ok(lines)
}
