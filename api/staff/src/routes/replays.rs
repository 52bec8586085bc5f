//! History folded anew.

use crate::call::StaffCall;
use crate::reading;
use crate::wire::job::JobInfoBody;
use crate::wire::job::JobState;
use crate::wire::replays::ReplaysInfoData;
use crate::wire::replays::ReplaysRunBody;
use api::endpoint::{Answer, Data};
use ledger::standby::WORK_WAIT;

/// Begins a replay.
pub async fn run(call: StaffCall<ReplaysRunBody>) -> Answer<JobState> {
    let ledger = call.app.ledger().reader(WORK_WAIT).await;
    let data = reading::replays::run(&ledger, &call.jobs.replays, &call.member.name, &call.body).await?;
    Ok(Data::of(&data))
}

/// How far a replay is.
pub async fn info(call: StaffCall<JobInfoBody>) -> Answer<ReplaysInfoData> {
    let data = reading::replays::info(&call.jobs.replays, &call.body)?;
    Ok(Data::of(&data))
}
