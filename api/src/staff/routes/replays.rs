//! History folded anew.

use crate::endpoint::{Answer, Data};
use crate::staff::call::StaffCall;
use crate::staff::reading;
use crate::staff::wire::job::JobInfoBody;
use crate::staff::wire::job::JobState;
use crate::staff::wire::replays::ReplaysInfoData;
use crate::staff::wire::replays::ReplaysRunBody;

/// Begins a replay.
pub async fn run(call: StaffCall<ReplaysRunBody>) -> Answer<JobState> {
    let data = reading::replays::run(
        call.app.ledger(),
        &call.app.reading().replays,
        &call.member.name,
        &call.body,
    )
    .await?;
    Ok(Data::of(&data))
}

/// How far a replay is.
pub async fn info(call: StaffCall<JobInfoBody>) -> Answer<ReplaysInfoData> {
    let data = reading::replays::info(&call.app.reading().replays, &call.body)?;
    Ok(Data::of(&data))
}
