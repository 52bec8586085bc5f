//! What is said of a period as known at a moment: the figures of those of its months whose closing was known, with the
//! corrections recorded by then that name one of them. What two moments say differs by closings and corrections alone,
//! so the difference is proved by their events.

use super::closed_at;
use crate::reading::read::recorded_at;
use api::error::Failure;
use api::moment;
use domain::chart::{Amounts, Chart, NotInChart};
use domain::finding::Finding;
use domain::period::{Closing, Span, not_closed};
use domain::time::{Month, Timestamp};
use ledger::balance::{AsOf, bounds};
use ledger::periods::{Correction, Which, corrections};
use ledger::{EventLog, Fault};

/// The event of a correction.
pub(super) const CORRECTED: &str = "AdjustmentPosted";

/// A moment at which something was known of a period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KnownAt {
    Moment(AsOf),
    /// Right after this month was closed.
    Closing(Month),
}

impl KnownAt {
    /// Reads a closed month, a position of the log, a time, or `now`.
    ///
    /// # Errors
    /// How a moment is written.
    pub fn parse(text: &str) -> Result<KnownAt, String> {
        match (KnownAt::closing(text), text) {
            (Some(closing), _) => Ok(closing),
            (None, "now") => Ok(KnownAt::Moment(AsOf::Latest)),
            (None, _) => moment::of_log(text).map(KnownAt::Moment),
        }
    }

    /// The moment itself; nothing for a closing, which is known once it was recorded.
    pub fn moment(self) -> Option<AsOf> {
        match self {
            KnownAt::Moment(moment) => Some(moment),
            KnownAt::Closing(_) => None,
        }
    }

    /// The closing of the month that is written.
    pub fn closing(text: &str) -> Option<KnownAt> {
        Month::try_from(text.to_owned()).ok().map(KnownAt::Closing)
    }
}

/// What is said of the period at a moment.
#[derive(Debug)]
pub struct Said {
    /// Where each log stood.
    pub positions: Vec<i64>,
    /// When the newest event up to there was recorded; 0 before the first.
    pub recorded_at: Timestamp,
    /// Closings of its months that were known, each with the position of its event.
    pub closings: Vec<(Closing, i64)>,
    /// Sums by entry, the corrections included.
    pub amounts: Amounts,
}

/// An event that changed what is said of the period.
#[derive(Debug)]
pub struct Restating {
    pub partition: i32,
    pub position: i64,
    pub recorded_at: Timestamp,
    /// Nothing for a correction that names none.
    pub month: Option<Month>,
    /// The player's stream and the case of a correction; nothing for a closing.
    pub correction: Option<(String, String)>,
    /// What it changed, by entry.
    pub amounts: Amounts,
}

/// What is said of a period at two moments.
#[derive(Debug)]
pub struct Restatement {
    pub period: Span,
    pub earlier: Said,
    pub later: Said,
    /// Closings and corrections between them.
    pub events: Vec<Restating>,
    /// Corrections between them, after the first closing of the period, that name no month: they change nothing here.
    pub unnamed: Vec<Restating>,
}

/// What is said of a period at one moment and at a later one.
///
/// # Errors
/// -1006 for the closing of a month that is open, and where a log stood further at the earlier moment; a fault of the
/// database; [`Fault::Law`] names an account that is not in the chart.
pub async fn restate(pool: &EventLog, period: Span, earlier: KnownAt, later: KnownAt) -> Result<Restatement, Failure> {
    let closings = closed_at(pool).await?;
    let (after, until) = (
        positions(pool, &closings, earlier).await?,
        positions(pool, &closings, later).await?,
    );
    if after.iter().zip(&until).any(|(after, until)| after > until) {
        return Err(Finding::new("moments_order", "the later moment is before the earlier one").into());
    }
    let between = legs(pool, (&after, &until), Which::All).await?;
    let (earlier, later) = (
        said(pool, period, &closings, after).await?,
        said(pool, period, &closings, until).await?,
    );
    // Closings stand in the order of the log: those that were known before are the first ones.
    let closings = later.closings.iter().skip(earlier.closings.len()).map(closed);
    let naming: Vec<Correction> = between.iter().filter(|leg| is_of(period, leg)).cloned().collect();
    let events = closings.chain(naming.chunk_by(is_one_event).map(corrected));
    let events = events.collect::<Result<_, Fault>>()?;
    let unnamed = unnamed(&between, &later)?;
    Ok(Restatement {
        period,
        earlier,
        later,
        events,
        unnamed,
    })
}

/// Where each log stood. The house, whose closings these are, lives in the first log.
async fn positions(pool: &EventLog, closings: &[(Closing, i64)], known: KnownAt) -> Result<Vec<i64>, Failure> {
    let month = match known {
        KnownAt::Moment(moment) => return Ok(bounds(pool, moment).await?),
        KnownAt::Closing(month) => month,
    };
    let closing = closings.iter().find(|(closing, _)| closing.period == month);
    let (closing, position) = closing.ok_or_else(|| not_closed(month))?;
    let mut positions = bounds(pool, AsOf::Time(closing.at.0)).await?;
    positions.iter_mut().take(1).for_each(|house| *house = *position);
    Ok(positions)
}

async fn said(pool: &EventLog, period: Span, closings: &[(Closing, i64)], positions: Vec<i64>) -> Result<Said, Fault> {
    let house = positions.first().copied().unwrap_or_default();
    let known = closings.iter().filter(|(_, position)| *position <= house);
    let own = known.filter(|(closing, _)| period.has(closing.period));
    let closings: Vec<(Closing, i64)> = own.cloned().collect();
    let mut amounts = Amounts::default();
    for (closing, _) in &closings {
        closing
            .figures
            .add_to(&mut amounts, Chart::built_in())
            .map_err(unlisted)?;
    }
    let corrections = legs(pool, (&vec![0; positions.len()], &positions), Which::OfMonths).await?;
    for leg in corrections.iter().filter(|leg| is_of(period, leg)) {
        add(&mut amounts, leg)?;
    }
    Ok(Said {
        recorded_at: Timestamp(recorded_at(pool, &positions).await?),
        positions,
        closings,
        amounts,
    })
}

/// Legs of corrections of all logs.
async fn legs(pool: &EventLog, (after, until): (&[i64], &[i64]), which: Which) -> Result<Vec<Correction>, Fault> {
    let mut all = Vec::new();
    for (log, (after, until)) in (0..).zip(after.iter().zip(until)) {
        all.extend(corrections(pool, log, (*after, *until), which).await?);
    }
    Ok(all)
}

/// Whether a correction names a month of the period.
fn is_of(period: Span, leg: &Correction) -> bool {
    leg.restates.is_some_and(|month| period.has(month))
}

/// Corrections that name no month though one of the period was closed: what came before is in the closed figures.
fn unnamed(legs: &[Correction], later: &Said) -> Result<Vec<Restating>, Fault> {
    let first = later.closings.iter().map(|(closing, _)| closing.at).min();
    let is_since = |leg: &&Correction| leg.restates.is_none() && first.is_some_and(|at| leg.recorded_at > at);
    let since: Vec<Correction> = legs.iter().filter(is_since).cloned().collect();
    since.chunk_by(is_one_event).map(corrected).collect()
}

fn is_one_event(leg: &Correction, next: &Correction) -> bool {
    (leg.partition, leg.position) == (next.partition, next.position)
}

fn closed((closing, position): &(Closing, i64)) -> Result<Restating, Fault> {
    let mut amounts = Amounts::default();
    closing
        .figures
        .add_to(&mut amounts, Chart::built_in())
        .map_err(unlisted)?;
    Ok(Restating {
        partition: 0,
        position: *position,
        recorded_at: closing.at,
        month: Some(closing.period),
        correction: None,
        amounts,
    })
}

/// The legs of one correction; `legs` is not empty.
fn corrected(legs: &[Correction]) -> Result<Restating, Fault> {
    let mut amounts = Amounts::default();
    legs.iter().try_for_each(|leg| add(&mut amounts, leg))?;
    let first = &legs[0];
    Ok(Restating {
        partition: first.partition,
        position: first.position,
        recorded_at: first.recorded_at,
        month: first.restates,
        correction: Some((first.stream.clone(), first.case_id.clone())),
        amounts,
    })
}

fn add(amounts: &mut Amounts, leg: &Correction) -> Result<(), Fault> {
    let added = amounts.add(Chart::built_in(), &leg.account, CORRECTED, leg.amount.into());
    added.map_err(unlisted)
}

fn unlisted(account: NotInChart) -> Fault {
    Fault::Law(account.to_string())
}
