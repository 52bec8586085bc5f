//! `days/…`: the daily close with its signed report (api §7.12).

use crate::call::{StaffCall, accepted};
use crate::periods::{log_begins, log_empty};
use crate::reading::read;
use crate::report;
use crate::wire::days::{
    DayLiabilities, DayReport, DaysCloseBody, DaysInfoBody, DaysInfoData, DaysListBody, DaysListData, StaffDay,
};
use crate::wire::page;
use api::endpoint::{Answer, Data};
use api::error::Failure;
use domain::day_close::{Close, CloseEvent, DayClose};
use domain::refusal::Refusal;
use domain::stream::Stream as _;
use domain::time::{Day, Timestamp};
use ledger::notary::Vkey;
use ledger::{Fault, Ledger, Plain, StreamId, feed};

/// Days of one page at most.
const DAYS_MAX: i64 = 100;
/// Days of a page that asks for no number.
const DAYS: i64 = 31;

/// Days, newest first: today as a preview, and those that are over, closed or not.
///
/// # Errors
/// -1006 for a number of days or a cursor that is none.
pub async fn list(call: StaffCall<DaysListBody>) -> Answer<DaysListData> {
    let (ledger, limit) = (call.app.ledger(), call.body.limit.unwrap_or(DAYS));
    if !(1..=DAYS_MAX).contains(&limit) {
        return Err(Failure::invalid("limit"));
    }
    let at = read::now(ledger).await?;
    let before = call
        .body
        .before
        .clone()
        .map(|text| day_of(text, "before"))
        .transpose()?;
    let today = call.now.day();
    let days = days_before(before.unwrap_or_else(|| today.next()), begun(ledger).await?, limit);
    let mut list = Vec::with_capacity(days.len());
    for day in &days {
        list.push(shown(*day, today, closed(ledger, *day).await?.as_ref()));
    }
    let next = page::next(&days, limit, Day::to_string);
    Ok(Data::of(&DaysListData { at, list, next }))
}

/// At most `limit` days before one, newest first, down to the day of the first event; none in an empty ledger.
fn days_before(before: Day, begun: Option<Day>, limit: i64) -> Vec<Day> {
    let days = (1..).map(|back| Day(before.0 - back));
    days.take_while(|day| begun.is_some_and(|begun| begun <= *day))
        .take(usize::try_from(limit).unwrap_or_default())
        .collect()
}

/// The day of the first event; none in an empty ledger.
async fn begun(ledger: &Ledger) -> Result<Option<Day>, Fault> {
    let begun = projections::cursor::begun(ledger).await?;
    Ok(begun.map(Timestamp::day))
}

/// The log knows the day: nothing was recorded before it began, so there is nothing to report.
///
/// # Errors
/// -1006 with the day on which the log begins.
fn check_logged(begun: Option<Day>, day: Day) -> Result<(), Failure> {
    match begun {
        Some(begun) if begun <= day => Ok(()),
        Some(begun) => Err(log_begins("day", "on", begun).into()),
        None => Err(log_empty("day").into()),
    }
}

fn day_of(text: String, field: &str) -> Result<Day, Failure> {
    Day::try_from(text).map_err(|_| Failure::invalid(field))
}

async fn closed(ledger: &Ledger, day: Day) -> Result<Option<CloseEvent>, Fault> {
    let key = DayClose::id(day).to_string();
    let page = feed::read_stream_page(ledger.pool(), DayClose::TYPE, &key, 0, 1).await?;
    Ok(page.first().map(feed::Recorded::decode).transpose()?)
}

fn shown(day: Day, today: Day, closed: Option<&CloseEvent>) -> StaffDay {
    let signed = closed.map(
        |CloseEvent::DayClosed {
             at,
             by,
             reason,
             is_balanced,
             ..
         }| (at, by, reason, is_balanced),
    );
    StaffDay {
        day: day.to_string(),
        over: day < today,
        closed_ms: signed.map(|(at, ..)| at.0),
        by: signed.map(|(_, by, ..)| by.clone()),
        reason: signed.map(|(_, _, reason, _)| reason.clone()),
        balanced: signed.map(|(.., balanced)| *balanced),
    }
}

/// The report of one day.
///
/// # Errors
/// -1006 for what is no day and for a day before the log, 4002 for one that has not begun.
pub async fn info(call: StaffCall<DaysInfoBody>) -> Answer<DaysInfoData> {
    let day = day_of(call.body.day.clone(), "day")?;
    check_reached(day.start(), call.now)?;
    with_report(call.app.ledger(), day, call.now).await
}

fn check_reached(at: Timestamp, now: Timestamp) -> Result<(), Failure> {
    match now < at {
        true => Err(Refusal::NotReadyYet { at: at.0 }.into()),
        false => Ok(()),
    }
}

async fn with_report(ledger: &Ledger, day: Day, now: Timestamp) -> Answer<DaysInfoData> {
    let at = read::now(ledger).await?;
    let closed = closed(ledger, day).await?;
    let shown = shown(day, now.day(), closed.as_ref());
    let (report, signed, key) = match closed {
        None => {
            check_logged(begun(ledger).await?, day)?;
            (report::of_day(ledger, day).await?, None, None)
        }
        Some(CloseEvent::DayClosed { report, signature, .. }) => {
            let report: DayReport = serde_json::from_value(report).map_err(|_| unreadable(day))?;
            let key = key(ledger).await?;
            (report, Some(signature), Some(key))
        }
    };
    Ok(Data::of(&DaysInfoData {
        at,
        day: shown,
        report,
        signed,
        key,
    }))
}

fn unreadable(day: Day) -> Fault {
    Fault::Law(format!("the report of {day} does not read back"))
}

async fn key(ledger: &Ledger) -> Result<String, Fault> {
    let vkey: Vkey = ledger.notary_key()?;
    Ok(vkey.of_days().to_string())
}

/// Closes a day: what the players are owed is published, and the report is signed and recorded as it is.
///
/// # Errors
/// -1008 until a checkpoint covers the day, -1006 for what is no day and for a day before the log, 4002 for one that is not over, 9003 for one that is closed.
pub async fn close(call: StaffCall<DaysCloseBody>) -> Answer<DaysInfoData> {
    let (ledger, day) = (call.app.ledger(), day_of(call.body.day.clone(), "day")?);
    check_reached(day.next().start(), call.now)?;
    check_logged(begun(ledger).await?, day)?;
    let request = call.begin(day).await?;
    let mut report = report::of_day(ledger, day).await?;
    report.liabilities = published(ledger, day, report.liabilities).await?;
    let text = serde_json::to_string(&report).map_err(|error| call.app.unreadable(&error))?;
    let close = Close {
        day,
        signature: ledger.sign_day(&format!("{text}\n"))?,
        is_balanced: report.balanced,
        report: serde_json::from_str(&text).map_err(|error| call.app.unreadable(&error))?,
        by: call.member.name.clone(),
        reason: call.reason(),
    };
    let id = StreamId::thing(DayClose::id(day));
    accepted(ledger.day_closes().execute(&id, close, request, Plain).await)?;
    with_report(ledger, day, call.now).await
}

/// What the players are owed, as it is published. A day that is closed will be refused: its statement, or that it has
/// none, stays as it is.
async fn published(ledger: &Ledger, day: Day, owed: Option<DayLiabilities>) -> Result<Option<DayLiabilities>, Failure> {
    match (closed(ledger, day).await?, owed) {
        (None, Some(owed)) => Ok(Some(report::publish_liabilities(ledger, day, owed).await?)),
        (_, owed) => Ok(owed),
    }
}

#[cfg(test)]
mod tests;
