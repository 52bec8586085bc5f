//! Files that leave the house, and exports that are made again and again (api §7.23).
//!
//! An export is recorded when its files are there, with their hashes: who lost session or role meanwhile gets none.
//! A schedule belongs to who set it up, and runs in that member's name only while the member still may. Each moment at
//! which one is due has one event, made or missed, so two processes that make it leave one export.

use super::acts::may;
use super::{Roles, Ruling, Staff, StaffEvent};
use crate::refusal::{Refusal, check_reason, field};
use crate::time::{DAY_MS, Day, HOUR_MS, Timestamp};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Schedules of one member. ASSUMED: a dozen reports, and room.
pub const SCHEDULES_MAX: usize = 20;
/// Days for which files of a schedule are kept at most (ASSUMED: a quarter).
pub const KEPT_DAYS_MAX: u32 = 92;
/// Longest filters of an export, in bytes of their JSON.
pub const FILTERS_BYTES_MAX: usize = 4_000;
/// Days between two moments at which something is due, at most: a month.
const SPAN_DAYS_MAX: i32 = 31;

/// How often an export is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Every {
    Day,
    /// On Mondays.
    Week,
    /// On the first of the month.
    Month,
}

impl Every {
    /// The permanent name.
    pub const fn name(self) -> &'static str {
        match self {
            Every::Day => "day",
            Every::Week => "week",
            Every::Month => "month",
        }
    }

    /// The one of a name.
    pub fn named(name: &str) -> Option<Every> {
        [Every::Day, Every::Week, Every::Month]
            .into_iter()
            .find(|every| every.name() == name)
    }

    fn is_on(self, day: Day) -> bool {
        match self {
            Every::Day => true,
            // 1970-01-05 was a Monday.
            Every::Week => (day.0 - 4).rem_euclid(7) == 0,
            Every::Month => day.to_string().ends_with("-01"),
        }
    }

    /// The first moment after `after` at which it is due.
    pub fn next(self, hour: u32, after: Timestamp) -> Timestamp {
        let first = after.day();
        let due = |day: Day| day.start().plus_ms(i64::from(hour) * HOUR_MS);
        let days = (0..=SPAN_DAYS_MAX).map(|days| Day(first.0 + days));
        let found = days.filter(|day| self.is_on(*day)).map(due).find(|due| *due > after);
        // A month has a first day within 31 days.
        found.unwrap_or_else(|| after.plus_ms(i64::from(SPAN_DAYS_MAX) * DAY_MS))
    }
}

/// An export that is made again and again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Schedule {
    pub id: Uuid,
    /// The call of the list, such as `books/trial`.
    pub what: String,
    /// The list's filters, as JSON.
    pub filters: String,
    pub format: String,
    pub every: Every,
    /// Of the day, in UTC.
    pub hour: u32,
    /// Days for which its files are kept.
    pub kept_days: u32,
    pub reason: String,
}

/// A schedule, and up to which moment it was seen to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunningSchedule {
    pub schedule: Schedule,
    /// When it was set up, or last due.
    pub seen_to: Timestamp,
}

impl RunningSchedule {
    /// When it is due next.
    pub fn due(&self) -> Timestamp {
        self.schedule.every.next(self.schedule.hour, self.seen_to)
    }
}

/// A file that left the house.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExportedFile {
    pub name: String,
    pub rows: u64,
    pub bytes: u64,
    /// Of its bytes, hexadecimal; nothing of a manifest, which holds those of the others.
    pub sha256: Option<String>,
}

/// Which run of which schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    pub schedule: Uuid,
    /// When it was due.
    pub due: Timestamp,
}

/// Files that were made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MakeExport {
    /// In which they were asked for; nothing for what a schedule made.
    pub session: Option<Uuid>,
    /// The member has a role of each.
    pub allowed: Vec<Roles>,
    pub export: Uuid,
    /// The call of a list, or `books`.
    pub what: String,
    /// Filters or range, as JSON.
    pub filters: String,
    pub format: String,
    pub reason: String,
    pub files: Vec<ExportedFile>,
    pub run: Option<Run>,
}

impl Staff {
    /// Order of checks: the session or the account, the roles, the run.
    pub(super) fn make_export(&self, make: &MakeExport, at: Timestamp) -> Ruling {
        match make.session {
            Some(session) if !self.is_open(session, at) => return Err(Refusal::NoPermission),
            None if self.is_disabled || make.run.is_none() => return Err(Refusal::NoPermission),
            _ => {}
        }
        make.allowed.iter().try_for_each(|allowed| may(&self.roles, allowed))?;
        make.run.map(|run| self.runs(run)).transpose()?;
        check_reason(&make.reason)?;
        Ok(StaffEvent::ExportMade {
            export: make.export,
            what: make.what.clone(),
            filters: make.filters.clone(),
            format: make.format.clone(),
            reason: make.reason.clone(),
            files: make.files.clone(),
            run: make.run,
            by: self.name.clone().ok_or(Refusal::RecordNotFound)?,
            at,
        }
        .into())
    }

    pub(super) fn miss_export(&self, run: Run, problem: &str, at: Timestamp) -> Ruling {
        let schedule = self.runs(run)?;
        Ok(StaffEvent::ExportMissed {
            run,
            what: schedule.what.clone(),
            filters: schedule.filters.clone(),
            format: schedule.format.clone(),
            reason: schedule.reason.clone(),
            by: self.name.clone().ok_or(Refusal::RecordNotFound)?,
            problem: problem.to_owned(),
            at,
        }
        .into())
    }

    /// The schedule whose run it is; the run is the one that is due next.
    fn runs(&self, run: Run) -> Result<&Schedule, Refusal> {
        let running = self.schedule(run.schedule).ok_or(Refusal::RecordNotFound)?;
        match running.due() == run.due {
            true => Ok(&running.schedule),
            false => Err(Refusal::StateChanged),
        }
    }

    fn schedule(&self, id: Uuid) -> Option<&RunningSchedule> {
        self.schedules.iter().find(|running| running.schedule.id == id)
    }

    /// Order of checks: the fields, the reason, how many there are.
    pub(super) fn set_schedule(&self, schedule: &Schedule, at: Timestamp) -> Ruling {
        if schedule.hour > 23 {
            return Err(field("hour"));
        }
        if !(1..=KEPT_DAYS_MAX).contains(&schedule.kept_days) {
            return Err(field("kept_days"));
        }
        if schedule.filters.len() > FILTERS_BYTES_MAX {
            return Err(field("body"));
        }
        check_reason(&schedule.reason)?;
        if self.schedules.len() >= SCHEDULES_MAX || self.schedule(schedule.id).is_some() {
            return Err(Refusal::StateChanged);
        }
        let schedule = schedule.clone();
        Ok(StaffEvent::ExportScheduled { schedule, at }.into())
    }

    pub(super) fn stop_schedule(&self, schedule: Uuid, by: &str, reason: &str, at: Timestamp) -> Ruling {
        check_reason(reason)?;
        self.schedule(schedule).ok_or(Refusal::RecordNotFound)?;
        Ok(StaffEvent::ExportScheduleStopped {
            schedule,
            by: by.to_owned(),
            reason: reason.to_owned(),
            at,
        }
        .into())
    }

    /// The run was seen to.
    pub(super) fn seen_to(&mut self, run: Run) {
        if let Some(running) = self.schedules.iter_mut().find(|of| of.schedule.id == run.schedule) {
            running.seen_to = run.due;
        }
    }
}

#[cfg(test)]
mod tests;
