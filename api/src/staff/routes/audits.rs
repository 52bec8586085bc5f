//! The laws of the books.

use crate::endpoint::{Answer, Data};
use crate::staff::call::StaffCall;
use crate::staff::reading;
use crate::staff::wire::audits::AuditsInfoData;
use crate::staff::wire::audits::AuditsRunBody;
use crate::staff::wire::job::JobInfoBody;
use crate::staff::wire::job::JobState;

/// Begins an audit.
pub async fn run(call: StaffCall<AuditsRunBody>) -> Answer<JobState> {
    let data = reading::audits::run(call.app.ledger(), &call.app.reading().audits, &call.member.name)?;
    Ok(Data::of(&data))
}

/// How far an audit is.
pub async fn info(call: StaffCall<JobInfoBody>) -> Answer<AuditsInfoData> {
    let data = reading::audits::info(&call.app.reading().audits, &call.body)?;
    Ok(Data::of(&data))
}
