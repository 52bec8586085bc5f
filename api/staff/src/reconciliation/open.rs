//! What is open, whatever its age: lines of custody that had no other side at the end of a day are carried into the next
//! one, until they are paired.
//!
//! ```text
//! open at the end of yesterday ─┐
//! lines of the day, both sides ─┴─▶ matching ─▶ pairs, and what is open at the end of the day ─▶ kept
//! ```
//!
//! Each line of history is read once: the day after, what was open of it is kept in a table ([`kept`]), which is made anew
//! from the first day on when it is empty. A day is kept once no line of it can come any more; later ones are compared at
//! each look. So what was open at the end of a day is the same at any later time.
//!
//! Lines that were open and are paired later are paired, however far apart they are: each day said that they were open.
//! Lines that agree about the money and differ in something else ([`Kind::is_agreed`]) are carried for [`AGREED_DAYS`]
//! after they came together: nothing that comes later could pair them.

mod kept;

use super::matching::{Known, reconcile_period};
use super::{Compared, JournalLine, Kind, StatementLine, books, chain};
use domain::time::{DAY_MS, Day, HOUR_MS, Timestamp};
use ledger::{EventLog, Fault, Ledger};
use projections::cursor;
use serde::{Deserialize, Serialize};

/// Hours that two lines may be apart when nobody says (api §7.21).
pub const WINDOW_MS: i64 = 24 * HOUR_MS;
/// How long after a day its last lines may be written. ASSUMED: no transaction of the service is open for so long.
const SETTLED_MS: i64 = HOUR_MS;
/// Days that lines are carried which agree about the money. ASSUMED: a month's close has looked at them.
const AGREED_DAYS: i64 = 31;

/// A line of one of the sides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Line {
    Statement(StatementLine),
    Journal(JournalLine),
}

/// A line that had no other side at a day's end.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Carried {
    /// Its row, once it has one.
    row: Option<kept::Row>,
    /// What was said of it first.
    kind: Kind,
    line: Line,
}

/// The lines of one side, what is known of each, and its place among those that are carried.
struct Side<L> {
    lines: Vec<L>,
    known: Vec<Known>,
    carried: Vec<Option<usize>>,
}

/// A period that is compared: from the first moment of a day to a last moment, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    pub first: Day,
    pub last: Timestamp,
    /// Up to when lines are looked at for matches.
    pub until: Timestamp,
    /// How far two lines of a pair may be apart.
    pub window_ms: i64,
}

impl Period {
    /// From the begin of a day, with nothing later than its last moment.
    pub fn up_to(first: Day, last: Timestamp) -> Period {
        Period {
            first,
            last,
            until: last,
            window_ms: WINDOW_MS,
        }
    }
}

/// Compares what the rails saw within a period, and what was open before it, with the journal.
///
/// # Errors
/// A fault of the database; an event that does not read back.
pub async fn of_period(ledger: &Ledger, period: Period, now: Timestamp) -> Result<Compared, Fault> {
    let carried = carried(ledger, period.first.start()).await?;
    Ok(compare(ledger.pool(), &carried, period, now).await?.0)
}

/// What is open at this moment.
///
/// # Errors
/// As [`of_period`].
pub async fn now(ledger: &Ledger) -> Result<Compared, Fault> {
    let now = ledger.clock().now();
    of_period(ledger, Period::up_to(now.day(), now), now).await
}

/// What was open at the end of a day, with the day's own lines.
///
/// # Errors
/// As [`of_period`].
pub async fn at_end(ledger: &Ledger, day: Day) -> Result<Compared, Fault> {
    let end = day.next().start();
    of_period(ledger, Period::up_to(day, end.plus_ms(-1)), end).await
}

/// What was open when a day began.
async fn carried(ledger: &Ledger, begin: Timestamp) -> Result<Vec<Carried>, Fault> {
    let Some(begun) = cursor::begun(ledger).await? else {
        return Ok(Vec::new());
    };
    let (log, now) = (ledger.pool(), ledger.clock().now());
    let newest = kept::newest(log, begin).await?;
    let mut day = newest.unwrap_or(begun).day();
    let mut open = kept::open_at(log, day.start()).await?;
    while day.start() < begin {
        let end = day.next().start();
        refresh(log, &mut open).await?;
        let compared = compare(log, &open, Period::up_to(day, end.plus_ms(-1)), end).await?;
        let left = left(&open, &compared, end);
        if end.plus_ms(SETTLED_MS) <= now {
            kept::keep(log, end, &open, &left).await?;
            open = kept::open_at(log, end).await?;
        } else {
            open = left;
        }
        day = day.next();
    }
    refresh(log, &mut open).await?;
    Ok(open)
}

/// What a slot paid is known by its receipt once its stream has one.
async fn refresh(log: &EventLog, open: &mut [Carried]) -> Result<(), Fault> {
    let lines = open.iter_mut().filter_map(|carried| match &mut carried.line {
        Line::Statement(line) => Some(line),
        Line::Journal(_) => None,
    });
    chain::refresh(log, lines.collect()).await
}

type Compares = (Compared, [Vec<Option<usize>>; 2]);

async fn compare(log: &EventLog, open: &[Carried], period: Period, now: Timestamp) -> Result<Compares, Fault> {
    let (first, last) = (period.first.start(), period.last);
    let after = first.plus_ms(-period.window_ms - 1);
    let (mut stated, mut booked) = (Vec::new(), Vec::new());
    for (place, carried) in open.iter().enumerate() {
        match &carried.line {
            Line::Statement(line) => stated.push((place, carried.kind, line.clone())),
            Line::Journal(line) => booked.push((place, carried.kind, line.clone())),
        }
    }
    let seen = chain::lines(log, after, period.until).await?;
    let mut statement = side(seen, stated, first, |line| line.at, is_same_seen);
    for (number, line) in (1..).zip(&mut statement.lines) {
        line.number = number;
    }
    let legs = books::lines(log, after, period.until).await?;
    let journal = side(legs, booked, first, |line| Timestamp(line.at_ms), is_same_booked);
    let known = [&*statement.known, &*journal.known];
    let compared = Compared {
        matched: reconcile_period(&statement.lines, &journal.lines, period.window_ms, last.0, known),
        statement: statement.lines,
        journal: journal.lines,
        first,
        now,
    };
    Ok((compared, [statement.carried, journal.carried]))
}

fn is_same_seen(one: &StatementLine, other: &StatementLine) -> bool {
    (one.at, one.amount, &one.transaction, &one.reference)
        == (other.at, other.amount, &other.transaction, &other.reference)
}

fn is_same_booked(one: &JournalLine, other: &JournalLine) -> bool {
    (one.partition, one.position) == (other.partition, other.position)
}

/// Lines that were read, with those that are carried, oldest first. What is older than the period and not carried is
/// settled.
fn side<L>(
    read: Vec<L>,
    carried: Vec<(usize, Kind, L)>,
    first: Timestamp,
    at: impl Fn(&L) -> Timestamp,
    is_same: impl Fn(&L, &L) -> bool,
) -> Side<L> {
    let known = |line: &L| match at(line) < first {
        true => Known::Settled,
        false => Known::Nothing,
    };
    let mut rows: Vec<(L, Known, Option<usize>)> = (read.into_iter())
        .map(|line| (known(&line), line))
        .map(|(known, line)| (line, known, None))
        .collect();
    for (place, kind, line) in carried {
        let is_it = |row: &&mut (L, Known, Option<usize>)| row.1 == Known::Settled && is_same(&row.0, &line);
        match rows.iter_mut().find(is_it) {
            Some(row) => (row.1, row.2) = (Known::Open(kind), Some(place)),
            None => rows.push((line, Known::Open(kind), Some(place))),
        }
    }
    rows.sort_by_key(|(line, ..)| at(line));
    let mut side = Side {
        lines: Vec::with_capacity(rows.len()),
        known: Vec::with_capacity(rows.len()),
        carried: Vec::with_capacity(rows.len()),
    };
    for (line, known, carried) in rows {
        side.lines.push(line);
        side.known.push(known);
        side.carried.push(carried);
    }
    side
}

/// What is carried on when a day has ended.
fn left(open: &[Carried], (compared, carried): &Compares, end: Timestamp) -> Vec<Carried> {
    let stays = |kind: Kind, statement: Option<usize>, journal: Option<usize>| {
        let stated = statement.map(|place| compared.statement[place].at.0);
        let met = stated.max(journal.map(|place| compared.journal[place].at_ms));
        !kind.is_agreed() || met.is_some_and(|met| met >= end.0 - AGREED_DAYS * DAY_MS)
    };
    let mut left = Vec::new();
    for one in &compared.matched.breaks {
        if !stays(one.kind, one.statement, one.journal) {
            continue;
        }
        let stated = one.statement.map(|place| {
            let line = Line::Statement(compared.statement[place].clone());
            (carried[0][place], line)
        });
        let booked = one.journal.map(|place| {
            let line = Line::Journal(compared.journal[place].clone());
            (carried[1][place], line)
        });
        let kept = |(before, line): (Option<usize>, Line)| match before {
            Some(before) => Carried {
                line,
                ..open[before].clone()
            },
            None => Carried {
                row: None,
                kind: one.kind,
                line,
            },
        };
        left.extend(stated.into_iter().chain(booked).map(kept));
    }
    left
}
