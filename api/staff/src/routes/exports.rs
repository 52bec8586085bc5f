//! Files of the books and of lists, which of them left the house, and those that are made again and again (api §7.23).

use crate::call::{StaffCall, StaffScope};
use crate::exports::{history, schedules, tables};
use crate::wire::StaffDone;
use crate::wire::exports::{
    ExportsHistoryBody, ExportsHistoryData, ExportsInfoData, ExportsScheduleBody, ExportsScheduleData,
    ExportsSchedulesBody, ExportsSchedulesData, ExportsStartBody, ExportsStopBody, ExportsTableBody,
};
use crate::wire::job::{JobInfoBody, JobState};
use api::endpoint::{Answer, Data};
use ledger::standby::WORK_WAIT;

/// Begins an export of the books.
pub async fn start(call: StaffCall<ExportsStartBody>) -> Answer<JobState> {
    let ledger = call.app.ledger().reader(WORK_WAIT).await;
    let exports = &call.jobs.exports;
    let data = exports.start(&ledger, &call.member, &call.body).await?;
    Ok(Data::of(&data))
}

/// Begins an export of a list, of everything that its filters leave.
///
/// # Errors
/// 9001 for who may not see the list, -1006 with the field that is wrong, of the list's own body too.
pub async fn table(call: StaffCall<ExportsTableBody>) -> Answer<JobState> {
    let data = tables::start(&StaffScope::clone(&call), &call.body).await?;
    Ok(Data::of(&data))
}

/// How far an export is.
pub async fn info(call: StaffCall<JobInfoBody>) -> Answer<ExportsInfoData> {
    let data = call.jobs.exports.info(&call.body)?;
    Ok(Data::of(&data))
}

/// Which files left the house, newest first.
pub async fn history(call: StaffCall<ExportsHistoryBody>) -> Answer<ExportsHistoryData> {
    let data = history::list(&StaffScope::clone(&call), &call.body).await?;
    Ok(Data::of(&data))
}

/// Exports that are made again and again.
pub async fn schedules(call: StaffCall<ExportsSchedulesBody>) -> Answer<ExportsSchedulesData> {
    let data = schedules::list(call.app.ledger()).await?;
    Ok(Data::of(&data))
}

/// Sets one up, in the name of who asks.
///
/// # Errors
/// 9001 for who may not see the list, -1006 with the field that is wrong, 9003 for more than a member may have.
pub async fn schedule(call: StaffCall<ExportsScheduleBody>) -> Answer<ExportsScheduleData> {
    let planned = schedules::planned(&call, &call.body).await?;
    let request = call.begin(&planned.what).await?;
    let data = schedules::set_up(&call, planned, request).await?;
    Ok(Data::of(&data))
}

/// Makes it no more; files that are there stay as long as they were to.
///
/// # Errors
/// -1006 `schedule` for none.
pub async fn stop(call: StaffCall<ExportsStopBody>) -> Answer<StaffDone> {
    let owner = schedules::owner(call.app.ledger(), call.body.schedule.0).await?;
    let request = call.begin(call.body.schedule.0).await?;
    let command = schedules::stopping(&call.body, &call.member);
    schedules::decide(call.app.ledger(), owner, command, request).await?;
    Ok(Data::of(&StaffDone::DONE))
}
