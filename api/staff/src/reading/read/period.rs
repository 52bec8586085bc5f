//! The part of a list that is asked for by time: `from` and `until`, each a UTC day, a time or a position. A day counts
//! whole on both sides. What comes after a time or a position is in, what comes up to one as well. An end that has not
//! come is one that nothing has passed yet.

use super::{Moment, from, moment, range, shown};
use crate::wire::page::StaffSum;
use api::error::Failure;
use domain::time::Day;
use ledger::balance::{self, AsOf};
use ledger::sums::{Sum, Sums};
use ledger::walk::Range;
use ledger::{Fault, Ledger};
use projections::page::Between;

/// Where a period begins: a day begins after the last millisecond of the day before.
///
/// # Errors
/// -1006 `from`.
pub fn begin(text: &str) -> Result<AsOf, Failure> {
    edge(text, "from", |day| day.start().plus_ms(-1).0)
}

/// Where a period ends.
///
/// # Errors
/// -1006 `until`.
pub fn end(text: &str) -> Result<AsOf, Failure> {
    edge(text, "until", |day| day.next().start().plus_ms(-1).0)
}

fn edge(text: &str, field: &str, of_day: fn(Day) -> i64) -> Result<AsOf, Failure> {
    match Day::try_from(text.to_owned()) {
        Ok(day) => Ok(AsOf::Time(of_day(day))),
        Err(_) => api::moment::of_log(text).map_err(|_| Failure::invalid(field)),
    }
}

/// The moment of an answer and the part of the logs that it is of.
///
/// # Errors
/// -1006 `as_of`, `from` or `until`; a fault of the database.
pub async fn within(
    ledger: &Ledger,
    as_of: Option<&str>,
    (begin, until): (Option<&str>, Option<&str>),
) -> Result<(Moment, Range), Failure> {
    let moment = moment(ledger, as_of).await?;
    let mut range = range(from(ledger, begin, &moment).await?.as_ref(), &moment);
    if let Some(asked) = until.map(end).transpose()? {
        let ends = balance::bounds(ledger.pool(), asked).await?;
        for (bound, end) in range.until.iter_mut().zip(ends) {
            *bound = end.min(*bound);
        }
    }
    Ok((moment, range))
}

/// The same for a list whose rows have a time and no position. The time of a position is when its event was recorded.
///
/// # Errors
/// -1006 `from` or `until`; a fault of the database.
pub async fn between(ledger: &Ledger, begun: Option<&str>, until: Option<&str>) -> Result<Between, Failure> {
    let all = Between::default();
    Ok(Between {
        after_ms: time(ledger, begun.map(begin).transpose()?)
            .await?
            .unwrap_or(all.after_ms),
        until_ms: time(ledger, until.map(end).transpose()?).await?.unwrap_or(all.until_ms),
    })
}

async fn time(ledger: &Ledger, asked: Option<AsOf>) -> Result<Option<i64>, Failure> {
    match asked {
        None | Some(AsOf::Latest) => Ok(None),
        Some(AsOf::Time(ms)) => Ok(Some(ms)),
        Some(asked) => {
            let bounds = balance::bounds(ledger.pool(), asked).await?;
            Ok(Some(shown(ledger, asked, bounds).await?.at.time_ms))
        }
    }
}

/// Sums as they are shown.
pub fn summed(sums: Sums) -> Vec<StaffSum> {
    let shown = |(asset, Sum { rows, plus, minus }): (String, Sum)| StaffSum {
        asset,
        rows,
        sum: (plus + minus).to_string(),
        plus: plus.to_string(),
        minus: minus.to_string(),
    };
    sums.into_iter().map(shown).collect()
}

/// The sums that a list is asked for, where it is.
///
/// # Errors
/// A fault of the database.
pub async fn wanted(
    asked: Option<bool>,
    sums: impl Future<Output = Result<Option<Sums>, Fault>> + Send,
) -> Result<Option<Vec<StaffSum>>, Fault> {
    match asked {
        Some(true) => Ok(sums.await?.map(summed)),
        _ => Ok(None),
    }
}
