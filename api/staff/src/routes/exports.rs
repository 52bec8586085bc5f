//! Files that anybody can check.

use crate::call::StaffCall;
use crate::wire::exports::ExportsInfoData;
use crate::wire::exports::ExportsStartBody;
use crate::wire::job::JobInfoBody;
use crate::wire::job::JobState;
use api::endpoint::{Answer, Data};
use ledger::standby::WORK_WAIT;

/// Begins an export.
pub async fn start(call: StaffCall<ExportsStartBody>) -> Answer<JobState> {
    let ledger = call.app.ledger().reader(WORK_WAIT).await;
    let exports = &call.jobs.exports;
    let data = exports.start(&ledger, &call.member.name, &call.body).await?;
    Ok(Data::of(&data))
}

/// How far an export is.
pub async fn info(call: StaffCall<JobInfoBody>) -> Answer<ExportsInfoData> {
    let data = call.jobs.exports.info(&call.body)?;
    Ok(Data::of(&data))
}
