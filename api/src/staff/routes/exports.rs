//! Files that anybody can check.

use crate::endpoint::{Answer, Data};
use crate::staff::call::StaffCall;
use crate::staff::wire::exports::ExportsInfoData;
use crate::staff::wire::exports::ExportsStartBody;
use crate::staff::wire::job::JobInfoBody;
use crate::staff::wire::job::JobState;

/// Begins an export.
pub async fn start(call: StaffCall<ExportsStartBody>) -> Answer<JobState> {
    let data = call
        .app
        .reading()
        .exports
        .start(call.app.ledger(), &call.member.name, &call.body)
        .await?;
    Ok(Data::of(&data))
}

/// How far an export is.
pub async fn info(call: StaffCall<JobInfoBody>) -> Answer<ExportsInfoData> {
    let data = call.app.reading().exports.info(&call.body)?;
    Ok(Data::of(&data))
}
