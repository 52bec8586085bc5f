//! The laws of the books.

use crate::call::StaffCall;
use crate::reading;
use crate::wire::audits::AuditsInfoData;
use crate::wire::audits::AuditsRunBody;
use crate::wire::job::JobInfoBody;
use crate::wire::job::JobState;
use api::endpoint::{Answer, Data};
use ledger::standby::WORK_WAIT;

/// Begins an audit.
pub async fn run(call: StaffCall<AuditsRunBody>) -> Answer<JobState> {
    let ledger = call.app.ledger().reader(WORK_WAIT).await;
    let data = reading::audits::run(&ledger, &call.jobs.audits, &call.member.name)?;
    Ok(Data::of(&data))
}

/// How far an audit is.
pub async fn info(call: StaffCall<JobInfoBody>) -> Answer<AuditsInfoData> {
    let data = reading::audits::info(&call.jobs.audits, &call.body)?;
    Ok(Data::of(&data))
}
