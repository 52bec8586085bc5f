//! `ledger simulate`: many players against running servers (crate `tools`), or with `--days` a business of so many days
//! in a new database.
//!
//! | file | what |
//! |---|---|
//! | here | a day after the other, and the hours of a day |
//! | `house` | the product in this process under a clock that is moved |
//! | `desk` | what staff do: days, months, quarters and years closed, money moved, a month restated |
//! | `outcome` | what is there at the end, checked and printed |

mod desk;
mod house;
mod outcome;

use super::{Failure, progress};
use desk::Desk;
use domain::time::{DAY_MS, Day, HOUR_MS, Month, Timestamp};
use house::House;
use indicatif::ProgressBar;
use ledger::Clock;
use settings::Settings;
use std::time::Instant;
use tools::simulate::year::Crowd;
use tools::simulate::{Days, Simulate};

/// When the jobs of a day run: after the unlock pool is due at 00:05 and the boards at 00:15; and before the players
/// come, because a seed is revealed within a day of its last dive.
const JOBS_MS: [i64; 2] = [16 * 60_000, 15 * HOUR_MS];
/// When staff close what is over.
const DESK_MS: i64 = 8 * HOUR_MS;
/// When players come.
const VISITS_MS: i64 = 18 * HOUR_MS;
/// Longer than any visits take by the clock, which must not pass the present.
const VISITS_MAX_MS: i64 = HOUR_MS;

/// Does what was asked for.
///
/// # Errors
/// A flag or a setting that cannot work; [`Failure::Found`] when something is not as it must be.
pub async fn run(command: Simulate, settings: &Settings) -> Result<(), Failure> {
    match command.days(settings)? {
        Some(days) => make(days, settings).await,
        None => command.run(settings).await,
    }
}

/// From midnight of the first day to the end of the last one, or to now.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Calendar {
    first: Day,
    last: Day,
    end: Timestamp,
}

impl Calendar {
    fn of(days: Days) -> Result<Calendar, Failure> {
        let now = Clock::system().now();
        let last = days.until.unwrap_or_else(|| now.day());
        if last > now.day() {
            return Err(Failure::Usage(format!("--until {last} is not over yet.")));
        }
        Ok(Calendar {
            first: Day(last.0 + 1 - i32::from(days.days)),
            last,
            end: now.min(Timestamp(last.next().start().0 - 1)),
        })
    }

    fn days(self) -> impl Iterator<Item = Day> {
        (self.first.0..=self.last.0).map(Day)
    }

    /// The month in the middle of those that will be closed.
    fn restated(self) -> Option<Month> {
        let (first, after) = (Month::of(self.first), Month::of(self.last));
        let months: Vec<Month> = std::iter::successors(Some(first), |month| Some(month.next()))
            .take_while(|month| *month < after)
            .collect();
        // The next one is closed before the correction, which stands in one after that.
        (months.len() > 2).then(|| months[(months.len() - 2) / 2])
    }
}

async fn make(days: Days, settings: &Settings) -> Result<(), Failure> {
    let (calendar, began) = (Calendar::of(days)?, Instant::now());
    let house = House::open(settings, calendar.first.start()).await?;
    let played = play(&house, calendar, days).await;
    let outcome = match played {
        Ok((desk, crowd)) => outcome::of(&house, calendar, desk, crowd).await,
        Err(failure) => Err(failure),
    };
    house.close(settings).await?;
    let outcome = outcome?;
    outcome.print(days.json, began.elapsed());
    match outcome.is_good() {
        true => Ok(()),
        false => Err(Failure::Found),
    }
}

async fn play(house: &House, calendar: Calendar, days: Days) -> Result<(Desk, Crowd), Failure> {
    let mut desk = Desk::open(house, calendar.restated()).await?;
    let mut crowd = house.crowd(days.players)?;
    let bar = progress::bar(u64::from(days.days));
    for day in calendar.days() {
        jobs(house, calendar, day.start().plus_ms(JOBS_MS[0])).await?;
        morning(house, calendar, &mut desk, day).await?;
        jobs(house, calendar, day.start().plus_ms(JOBS_MS[1])).await?;
        visits(house, calendar, &desk, &mut crowd, day.start().plus_ms(VISITS_MS)).await?;
        show(&bar, &crowd, &desk, day);
    }
    bar.finish_and_clear();
    house.clock.set_ms(house.clock.now().0.max(calendar.end.0));
    house.rounds.jobs().await.map_err(super::database::failure)?;
    Ok((desk, crowd))
}

/// What is due by then, and the chain beside the books.
async fn jobs(house: &House, calendar: Calendar, at: Timestamp) -> Result<(), Failure> {
    if house.reach(at, calendar.end) {
        house.rounds.jobs().await.map_err(super::database::failure)?;
        house.rounds.compare().await.map_err(super::database::failure)?;
    }
    Ok(())
}

/// Yesterday is closed, and what ended with it.
async fn morning(house: &House, calendar: Calendar, desk: &mut Desk, day: Day) -> Result<(), Failure> {
    // Today may be younger than the morning: what is over is closed all the same.
    let at = day.start().plus_ms(DESK_MS).min(calendar.end);
    house.reach(at, calendar.end);
    house.sign().await?;
    desk.works(house, day, day == calendar.first).await
}

/// Some players come: they pay, the chain carries it, they play, and what they withdraw goes out.
async fn visits(
    house: &House,
    calendar: Calendar,
    desk: &Desk,
    crowd: &mut Crowd,
    at: Timestamp,
) -> Result<(), Failure> {
    if calendar.end < at.plus_ms(VISITS_MAX_MS) || !house.reach(at, calendar.end) {
        return Ok(());
    }
    let age = at.since(calendar.first.start()) * 1_000 / (calendar.days().count() as i64 * DAY_MS);
    let who = crowd.who_comes(at.day(), age);
    house.while_followed(crowd.pay(&who)).await?;
    house.pay().await?;
    house.while_followed(crowd.play(&who, desk.packet())).await?;
    house.pay().await
}

fn show(bar: &ProgressBar, crowd: &Crowd, desk: &Desk, day: Day) {
    let (answers, faults) = crowd.answers();
    bar.inc(1);
    bar.set_message(format!(
        "days, {day}: {} players, {answers} answers, {faults} faults, {} months closed",
        crowd.known(),
        desk.months().len()
    ));
}
