//! Exports that are made again and again: set up by a member with a reason, made by the service when they are due, in
//! that member's name and under the roles that the member has then.
//!
//! A run is of the moment at which it was due: a list without a past that takes an end ends there, and a list that
//! takes a begin begins where the run before it was due, so files that follow one another join. The member's
//! stream takes each run once: of two processes that make it, one keeps its files. A run that cannot be made now is
//! tried again in each round until the next one is due, and then missed.

use super::lists::{self, List};
use super::table::Form;
use super::tables;
use super::taking::{BY_SCHEDULE, Taking, recorded};
use crate::accounts;
use crate::call::{StaffCall, StaffScope, accepted};
use crate::jobs::Progress;
use crate::reading::Work;
use crate::session::Member;
use crate::wire::exports::{
    ExportSchedule, ExportsScheduleBody, ExportsScheduleData, ExportsSchedulesData, ExportsStopBody,
};
use api::app::App;
use api::error::Failure;
use api::moment;
use domain::finding::Finding;
use domain::ids::{StaffId, derived};
use domain::staff::{Every, Run, RunningSchedule, Schedule, Staff, StaffCommand};
use domain::time::{DAY_MS, Timestamp};
use ledger::{Ledger, Plain, Request, StreamId};
use serde_json::{Map, Value};
use std::sync::Arc;
use std::time::Duration;
use uuid::Uuid;

/// How often schedules are looked at.
const LOOK_EVERY: Duration = Duration::from_secs(60);

/// Every schedule, by who set it up.
///
/// # Errors
/// A fault of the database.
pub(crate) async fn list(ledger: &Ledger) -> Result<ExportsSchedulesData, Failure> {
    let mut list = Vec::new();
    for account in accounts::list(ledger).await? {
        let by = account.state.name.clone().unwrap_or_default();
        list.extend(account.state.schedules.iter().map(|running| shown(&by, running)));
    }
    Ok(ExportsSchedulesData { list })
}

fn shown(by: &str, running: &RunningSchedule) -> ExportSchedule {
    let schedule = &running.schedule;
    ExportSchedule {
        schedule: schedule.id.to_string(),
        by: by.to_owned(),
        what: schedule.what.clone(),
        filters: schedule.filters.clone(),
        format: schedule.format.clone(),
        every: schedule.every.name().into(),
        hour: i64::from(schedule.hour),
        kept_days: i64::from(schedule.kept_days),
        reason: schedule.reason.clone(),
        due_ms: running.due().0,
    }
}

/// The schedule that a body describes, for who may see its list.
///
/// # Errors
/// 9001 for who may not, -1006 with the field that is wrong.
pub(crate) async fn planned(
    call: &StaffCall<ExportsScheduleBody>,
    body: &ExportsScheduleBody,
) -> Result<Schedule, Failure> {
    Form::named(&body.format)?;
    let filters = recorded(&body.body);
    // What is searched for is kept nowhere, so no run could search for it.
    let asked = Value::Object(body.body.clone()).to_string();
    if filters != asked {
        let text = "filters without a search, and without empty ones";
        return Err(Finding::new("schedule_searches", text).of("body").into());
    }
    tables::checked(&StaffScope::clone(call), &body.list, &body.body).await?;
    let small = |number: i64, field| u32::try_from(number).map_err(|_| Failure::invalid(field));
    Ok(Schedule {
        id: derived("export_schedule", body.req_id.0),
        what: body.list.clone(),
        filters,
        format: body.format.clone(),
        every: Every::named(&body.every).ok_or_else(|| Failure::invalid("every"))?,
        hour: small(body.hour, "hour")?,
        kept_days: small(body.kept_days, "kept_days")?,
        reason: body.reason.trim().to_owned(),
    })
}

/// Sets it up.
///
/// # Errors
/// As the member's stream: -1006 with a field, 9003 for more than a member may have.
pub(crate) async fn set_up(
    call: &StaffCall<ExportsScheduleBody>,
    schedule: Schedule,
    request: Request,
) -> Result<ExportsScheduleData, Failure> {
    let data = ExportsScheduleData {
        schedule: schedule.id.to_string(),
    };
    let command = StaffCommand::ScheduleExport(schedule);
    decide(call.app.ledger(), call.member.id, command, request).await?;
    Ok(data)
}

/// Who set a schedule up.
///
/// # Errors
/// -1006 `schedule` for none.
pub(crate) async fn owner(ledger: &Ledger, schedule: Uuid) -> Result<StaffId, Failure> {
    let has = |state: &Staff| state.schedules.iter().any(|running| running.schedule.id == schedule);
    let accounts = accounts::list(ledger).await?;
    let owner = accounts.into_iter().find(|account| has(&account.state));
    owner.map(|owner| owner.id).ok_or_else(|| Failure::invalid("schedule"))
}

/// The command that stops it.
pub(crate) fn stopping(body: &ExportsStopBody, by: &Member) -> StaffCommand {
    StaffCommand::StopSchedule {
        schedule: body.schedule.0,
        by: by.name.clone(),
        reason: body.reason.trim().to_owned(),
    }
}

/// Decides about the schedules of a member.
///
/// # Errors
/// The refusal of the member's stream.
pub(crate) async fn decide(
    ledger: &Ledger,
    owner: StaffId,
    command: StaffCommand,
    request: Request,
) -> Result<(), Failure> {
    let id = StreamId::thing(owner.0);
    accepted(ledger.staff().execute(&id, command, request, Plain).await).map(drop)
}

/// Makes what is due, for as long as it is polled.
pub(crate) async fn run(app: App, work: Arc<Work>) {
    loop {
        tokio::time::sleep(LOOK_EVERY).await;
        if let Err(failure) = run_once(&app, &work).await {
            tracing::warn!(%failure, "exports that are due wait");
        }
    }
}

/// One round of it: every schedule that is due, once, whatever became of those before it.
///
/// # Errors
/// The first that could not be made now, after which the next round tries again.
pub async fn run_once(app: &App, work: &Arc<Work>) -> Result<(), Failure> {
    let (now, mut done) = (app.now(), Ok(()));
    for account in accounts::list(app.ledger()).await? {
        let due = account.state.schedules.iter().filter(|running| running.due() <= now);
        for running in due {
            done = done.and(see_to(app, work, (account.id, &account.state), running).await);
        }
    }
    done
}

/// Makes a run, or records that it came to nothing.
async fn see_to(
    app: &App,
    work: &Arc<Work>,
    (id, state): (StaffId, &Staff),
    running: &RunningSchedule,
) -> Result<(), Failure> {
    let (schedule, due) = (running.schedule.id, running.due());
    let run = Run { schedule, due };
    let made = make(app, work, (member(id, state), run), running).await;
    let next = running.schedule.every.next(running.schedule.hour, due);
    match made {
        Ok(()) => Ok(()),
        // Busy or broken: the next round tries again, but not for ever.
        Err(failure @ (Failure::Busy | Failure::Fault(_))) if app.now() < next => Err(failure),
        Err(failure) => miss(app.ledger(), id, run, &failure).await,
    }
}

async fn make(
    app: &App,
    work: &Arc<Work>,
    (member, run): (Member, Run),
    running: &RunningSchedule,
) -> Result<(), Failure> {
    let schedule = &running.schedule;
    // A list or a form of before may be gone.
    let (list, form) = (lists::named(&schedule.what)?, Form::named(&schedule.format)?);
    let taking = Taking {
        member,
        allowed: tables::allowed(list),
        what: schedule.what.clone(),
        filters: filters(list, running),
        format: schedule.format.clone(),
        reason: schedule.reason.clone(),
        run: Some(run),
        kept_ms: i64::from(schedule.kept_days) * DAY_MS,
    };
    let scope = StaffScope::by_itself(app, work.clone(), list.asked.0, taking.member.clone());
    let export = (Uuid::new_v4(), &Progress::default());
    let made = work.exports.make(&scope, export, (list, form), &taking).await;
    made.map(drop)
}

/// Records that a run came to nothing, unless another process made it.
async fn miss(ledger: &Ledger, member: StaffId, run: Run, failure: &Failure) -> Result<(), Failure> {
    let id = derived(&format!("export_missed {}", run.due.0), run.schedule);
    let problem = code(failure);
    let miss = StaffCommand::MissExport { run, problem };
    match decide(ledger, member, miss, Request::system(BY_SCHEDULE, id)).await {
        Err(Failure::Refused { .. }) => Ok(()),
        missed => missed,
    }
}

/// What was wrong about a run, as a code.
fn code(failure: &Failure) -> String {
    match failure {
        Failure::Broken(finding) => finding.code.clone(),
        failure => failure.code().to_string(),
    }
}

/// The member as the account stands now, in no session.
fn member(id: StaffId, state: &Staff) -> Member {
    Member {
        id,
        name: state.name.clone().unwrap_or_default(),
        roles: match state.is_disabled {
            true => domain::staff::Roles::new(),
            false => state.roles.clone(),
        },
        own: state.own,
        keys: state.keys.clone(),
        signs: state.signs,
        session: Uuid::nil(),
        expires_at: Timestamp(0),
    }
}

/// The filters of a run: of the moment at which it is due, or up to it, from the one before. What is of that moment is
/// in, what is of the one before is not ([`crate::reading::read::period`]), both to the millisecond.
fn filters(list: &List, running: &RunningSchedule) -> Map<String, Value> {
    let mut filters: Map<String, Value> = serde_json::from_str(&running.schedule.filters).unwrap_or_default();
    // A list with a past has no line behind its moment.
    let end = match list.takes("as_of") {
        true => "as_of",
        false => "until",
    };
    for (field, at) in [(end, running.due()), ("from", running.seen_to)] {
        if list.takes(field) && !filters.contains_key(field) {
            filters.insert(field.into(), moment::write(at).into());
        }
    }
    filters
}
