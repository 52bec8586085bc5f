//! Files that anybody can check.

use crate::endpoint::{Answer, Data};
use crate::staff::call::StaffCall;
use crate::staff::wire::exports::ExportsInfoData;
use crate::staff::wire::exports::ExportsStartBody;
use crate::staff::wire::job::JobInfoBody;
use crate::staff::wire::job::JobTold;

/// Begins an export.
pub async fn start(call: StaffCall<ExportsStartBody>) -> Answer<JobTold> {
    let told = call
        .app
        .reading()
        .exports
        .start(call.app.ledger(), &call.member.name, &call.body)
        .await?;
    Ok(Data::of(&told))
}

/// How far an export is.
pub async fn info(call: StaffCall<JobInfoBody>) -> Answer<ExportsInfoData> {
    let told = call.app.reading().exports.info(&call.body)?;
    Ok(Data::of(&told))
}
