//! What the house won on a day, of the same events as the accounts beside it: the dives whose end stands between the
//! positions of the report.
//!
//! The view counts a dive by the time in its event, which serves the breaker at once. The accounts of a report end at a
//! position. The two part where clocks of processes differ, or a batch has events of both days: so the ends of dives
//! near both midnights are read once more, and counted where they stand.

use super::reach;
use api::error::Failure;
use domain::player::Event;
use domain::time::Day;
use ledger::balance::{AsOf, bounds};
use ledger::walk::Range;
use ledger::{Fault, Ledger, feed, log};
use projections::house_days::{self, HouseDay};

/// How far the clocks of processes may differ (ASSUMED, as the laws of closed months have it).
const CLOCKS_MS: i64 = 60_000;
/// Ends of dives that are read at once.
const PAGE: usize = 500;

/// The house's day between two positions of each log.
///
/// # Errors
/// [`Failure::Busy`] while the view has not read so far; a fault of the database.
pub(super) async fn between(ledger: &Ledger, day: Day, after: &[i64], until: &[i64]) -> Result<HouseDay, Failure> {
    let begin = near(ledger, day.start().0).await?;
    let mut end = near(ledger, day.next().start().0).await?;
    // Of a day that is not over: what the view has read since the moment of the report.
    for (from, until) in end.after.iter_mut().zip(until) {
        *from = (*from).min(*until);
    }
    reach(ledger, until).await?;
    reach(ledger, &end.until).await?;
    let mut house = house_days::find(ledger.pool(), day).await?;
    for edge in [begin, end] {
        correct(ledger, day, (after, until), &edge, &mut house).await?;
    }
    Ok(house)
}

/// The part of the logs around a midnight.
async fn near(ledger: &Ledger, midnight_ms: i64) -> Result<Range, Fault> {
    let at = |ms: i64| bounds(ledger.pool(), AsOf::Time(ms - 1));
    Ok(Range {
        after: at(midnight_ms - CLOCKS_MS).await?,
        until: at(midnight_ms + CLOCKS_MS).await?,
    })
}

/// Counts the dives that stand in the report and are of another day, and leaves out those of the day that do not.
async fn correct(
    ledger: &Ledger,
    day: Day,
    (after, until): (&[i64], &[i64]),
    edge: &Range,
    house: &mut HouseDay,
) -> Result<(), Fault> {
    let places = log::places_of(ledger.pool(), "DiveClosed", edge)
        .await?
        .unwrap_or_default();
    for (partition, after, until) in (0_i32..)
        .zip(after)
        .zip(until)
        .map(|((log, after), until)| (log, *after, *until))
    {
        let of_log = places.iter().filter(|(log, _)| *log == partition);
        let positions: Vec<i64> = of_log.map(|(_, position)| *position).collect();
        for page in positions.chunks(PAGE) {
            for recorded in feed::read_at(ledger.pool(), partition, page).await? {
                let Event::DiveClosed(closed) = recorded.decode()? else {
                    continue;
                };
                let stands_in_it = after < recorded.position && recorded.position <= until;
                match (stands_in_it, closed.at.day() == day) {
                    (true, false) => house.count(&closed),
                    (false, true) => house.leave_out(&closed),
                    _ => {}
                }
            }
        }
    }
    Ok(())
}
