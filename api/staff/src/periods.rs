//! Closed months: read from their stream, summed from the log, shown as statements. A closing records sums of legs;
//! every statement of a month, a quarter or a year is computed from the recorded sums of its months and of those before
//! them, so it says of a closed period what was closed, whatever is recorded later.

mod report;
mod restate;
mod said;

pub use report::{later, report};
pub use restate::{KnownAt, restate};

use crate::report::breaks_of_month;
use api::error::Failure;
use domain::chart::Rates;
use domain::config::{ConfigDocument, ConfigEvent};
use domain::day_close::{CloseEvent, DayClose};
use domain::finding::Finding;
use domain::ids::ProposalId;
use domain::period::{Breaks, Closing, Figures, Moved, PeriodEvent, Periods, Span, SpanClosing};
use domain::refusal::Refusal;
use domain::time::{Day, Month, Timestamp};
use ledger::balance::{AsOf, bounds};
use ledger::{CONFIG_STREAM, EventLog, Fault, Ledger, PERIODS_STREAM, StreamId, feed, periods};
use projections::turnovers;
use std::collections::BTreeMap;
use std::fmt::Display;

/// A month with its figures: as it was closed, or as it would be.
#[derive(Clone, Debug)]
pub struct MonthFigures {
    pub period: Month,
    /// Where each log stood at its end.
    pub until: Vec<i64>,
    pub figures: Figures,
    /// What the assets were worth at its end; nothing in closings that store no rates.
    pub rates: Option<Rates>,
    /// What of custody had no other side at its end; nothing in closings of before they had it.
    pub breaks: Option<Breaks>,
    /// The closing; nothing while it is open.
    pub closed: Option<Closing>,
}

impl From<Closing> for MonthFigures {
    fn from(closed: Closing) -> MonthFigures {
        MonthFigures {
            period: closed.period,
            until: closed.until.clone(),
            figures: closed.figures.clone(),
            rates: closed.rates.clone(),
            breaks: closed.breaks.clone(),
            closed: Some(closed),
        }
    }
}

/// All closings of months, in order.
///
/// # Errors
/// A fault of the database.
pub async fn closed(pool: &EventLog) -> Result<Vec<Closing>, Fault> {
    let closings = closed_at(pool).await?.into_iter();
    Ok(closings.map(|(closing, _)| closing).collect())
}

/// The same, each with the position of its event in the log of the house.
///
/// # Errors
/// A fault of the database.
pub async fn closed_at(pool: &EventLog) -> Result<Vec<(Closing, i64)>, Fault> {
    let events = events(pool).await?.into_iter();
    let month = |(event, position): (PeriodEvent, i64)| Some((event.into_month()?, position));
    Ok(events.filter_map(month).collect())
}

/// All closings of quarters and years, in order.
///
/// # Errors
/// A fault of the database.
pub async fn closed_spans(pool: &EventLog) -> Result<Vec<SpanClosing>, Fault> {
    let events = events(pool).await?.into_iter();
    Ok(events.filter_map(|(event, _)| event.into_span()).collect())
}

/// Whether this proposal closed a month, a quarter or a year.
///
/// # Errors
/// A fault of the database.
pub async fn is_closed_by(pool: &EventLog, wanted: ProposalId) -> Result<bool, Fault> {
    let by = |(event, _): &(PeriodEvent, i64)| match event {
        PeriodEvent::PeriodClosed(closing) => closing.agreed.proposal,
        PeriodEvent::SpanClosed(closing) => closing.agreed.proposal,
    };
    Ok(events(pool).await?.iter().any(|event| by(event) == wanted))
}

async fn events(pool: &EventLog) -> Result<Vec<(PeriodEvent, i64)>, Fault> {
    let events = feed::read_stream(pool, <Periods as domain::stream::Stream>::TYPE, PERIODS_STREAM, 0).await?;
    let closing = |event: &feed::Recorded| Ok((event.decode()?, event.position));
    events.iter().map(closing).collect()
}

/// What was recorded after one position of each log and up to another.
///
/// # Errors
/// A fault of the database; [`Fault::Law`] for a sum that no number holds.
pub async fn figures(pool: &EventLog, after: &[i64], until: &[i64]) -> Result<Figures, Fault> {
    let mut moved: BTreeMap<(String, String), (i128, i128)> = BTreeMap::new();
    for (one, sums) in turnovers::moved(pool, after, until).await? {
        let sum = moved.entry((one.event_type, one.account)).or_default();
        *sum = (sum.0 + sums.debit, sum.1 + sums.credit);
    }
    let whole = |sum: i128| i64::try_from(sum).map_err(|_| Fault::Law(format!("a sum of a month is {sum}")));
    let moved = moved.into_iter().map(|((event, account), (debit, credit))| {
        let (debit, credit) = (whole(debit)?, whole(credit)?);
        Ok(Moved {
            event,
            account,
            debit,
            credit,
        })
    });
    let mut figures = Figures {
        moved: moved.collect::<Result<_, Fault>>()?,
        ..Figures::default()
    };
    for (log, (after, until)) in (0..).zip(after.iter().zip(until)) {
        let (cash, restated) = periods::flows(pool, log, *after, *until).await?;
        figures.cash.extend(cash);
        figures.restated.extend(restated);
    }
    Ok(figures.summed())
}

/// The rates of the configuration that was in force where the logs stood there; nothing before the first one.
///
/// # Errors
/// A fault of the database.
pub async fn rates_at(pool: &EventLog, until: &[i64]) -> Result<Option<Rates>, Fault> {
    // The house, whose configuration this is, lives in the first log.
    let house = until.first().copied().unwrap_or_default();
    let published = feed::read_stream(pool, <ConfigDocument as domain::stream::Stream>::TYPE, CONFIG_STREAM, 0).await?;
    let Some(newest) = published.iter().rfind(|event| event.position <= house) else {
        return Ok(None);
    };
    let ConfigEvent::ConfigPublished { body, .. } = newest.decode()?;
    Ok(Some(Rates::of(&body)))
}

/// The newest closing that was known where the logs stood there, if it stores rates: its month and these.
///
/// # Errors
/// A fault of the database.
pub async fn stored_rates(pool: &EventLog, until: &[i64]) -> Result<Option<(Month, Rates)>, Fault> {
    let house = until.first().copied().unwrap_or_default();
    let mut closings = closed_at(pool).await?.into_iter();
    let known = closings.rfind(|(_, position)| *position <= house);
    Ok(known.and_then(|(closing, _)| Some((closing.period, closing.rates?))))
}

/// Positions by the name of their log.
pub fn by_log(positions: &[i64]) -> BTreeMap<String, i64> {
    (0..)
        .zip(positions)
        .map(|(log, position): (u16, &i64)| (log.to_string(), *position))
        .collect()
}

/// Where each log stood at the end of a month, or stands now; never before `after`.
///
/// # Errors
/// A fault of the database.
pub async fn end(pool: &EventLog, month: Month, after: &[i64]) -> Result<Vec<i64>, Fault> {
    let end = month.next().first().start().0 - 1;
    let until = bounds(pool, AsOf::Time(end)).await?;
    Ok(until
        .iter()
        .zip(after)
        .map(|(until, after)| *until.max(after))
        .collect())
}

/// What is known of the closed months and of the log.
pub struct Known {
    pub periods: Periods,
    /// The day of the first event.
    pub begun: Day,
}

/// The same, from the log.
///
/// # Errors
/// -1006 for an empty log; a fault of the ledger.
pub async fn known(ledger: &Ledger) -> Result<Known, Failure> {
    let begun = projections::cursor::begun(ledger).await?.map(Timestamp::day);
    let begun = begun.ok_or_else(|| log_empty("period"))?;
    let periods = ledger.periods().load(&StreamId::house(PERIODS_STREAM)).await?.state;
    Ok(Known { periods, begun })
}

/// Nothing was recorded that a period could hold.
pub fn log_empty(field: &str) -> Finding {
    Finding::new("log_empty", "the log is empty").of(field)
}

/// A period before the first day of the log, which begins `on` a day or `in` a month.
pub fn log_begins(field: &str, within: &str, first: impl Display) -> Finding {
    let text = format!("the log begins {within} {first}");
    Finding::new("log_begins", text).of(field).with("first", first)
}

/// The days of a month that have their close.
///
/// # Errors
/// A fault of the database.
pub async fn closed_days(pool: &EventLog, month: Month) -> Result<Vec<Day>, Fault> {
    let keys: Vec<String> = month.days().map(|day| DayClose::id(day).to_string()).collect();
    let closes = feed::read_streams(pool, <DayClose as domain::stream::Stream>::TYPE, &keys).await?;
    let day = |close: &feed::Recorded| {
        let CloseEvent::DayClosed { day, .. } = close.decode()?;
        Ok(day)
    };
    closes.iter().map(day).collect()
}

/// The report that was signed with the close of a day; nothing while that is open.
///
/// # Errors
/// A fault of the database.
pub async fn signed_day(pool: &EventLog, day: Day) -> Result<Option<serde_json::Value>, Fault> {
    let key = DayClose::id(day).to_string();
    let closes = feed::read_streams(pool, <DayClose as domain::stream::Stream>::TYPE, &[key]).await?;
    let report = |close: &feed::Recorded| {
        let CloseEvent::DayClosed { report, .. } = close.decode()?;
        Ok(report)
    };
    closes.last().map(report).transpose()
}

impl Known {
    /// Where each log stood before the month that is the next to close.
    pub fn after(&self, ledger: &Ledger) -> Vec<i64> {
        self.periods.after(ledger.partitions().into())
    }

    /// Why the period cannot be proposed now, if it cannot: [`Periods::check`], [`Periods::check_span`].
    ///
    /// # Errors
    /// A fault of the database.
    pub async fn hindrance(&self, pool: &EventLog, span: Span, now: Timestamp) -> Result<Option<Refusal>, Fault> {
        let Some(month) = span.as_month() else {
            return Ok(self.periods.check_span(span, self.begun).err());
        };
        let days = closed_days(pool, month).await?;
        Ok(self.periods.check(month, self.begun, &days, now).err())
    }

    /// The period may be proposed by now.
    ///
    /// # Errors
    /// As [`Periods::check`] and [`Periods::check_span`]; a fault of the database.
    pub async fn check(&self, pool: &EventLog, span: Span, now: Timestamp) -> Result<(), Failure> {
        match self.hindrance(pool, span, now).await? {
            Some(refusal) => Err(refusal.into()),
            None => Ok(()),
        }
    }
}

/// All months up to the end of a span: the closed ones, and those that are open as they would be closed now. Months
/// before those that are compared stand together as one.
///
/// # Errors
/// -1006 for a span before the log, 4002 for one that has not begun; a fault of the database.
pub async fn months(ledger: &Ledger, known: &Known, span: Span, now: Timestamp) -> Result<Vec<MonthFigures>, Failure> {
    let (first, present) = (Month::of(known.begun), Month::of(now.day()));
    if span.last() < first {
        return Err(log_begins("period", "in", first).into());
    }
    if span.first() > present {
        let at = span.first().first().start().0;
        return Err(Refusal::NotReadyYet { at }.into());
    }
    let pool = ledger.pool();
    let mut months: Vec<MonthFigures> = closed(pool).await?.into_iter().map(MonthFigures::from).collect();
    let mut after = known.after(ledger);
    let compared = span.prior().first().back(1);
    let mut next = known.periods.next(known.begun).max(compared);
    while next <= span.last().min(present) {
        let until = end(pool, next, &after).await?;
        let figures = figures(pool, &after, &until).await?;
        months.push(MonthFigures {
            period: next,
            until: until.clone(),
            figures,
            rates: rates_at(pool, &until).await?,
            breaks: Some(breaks_of_month(ledger, next).await?),
            closed: None,
        });
        (next, after) = (next.next(), until);
    }
    Ok(months)
}
