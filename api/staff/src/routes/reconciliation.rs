//! `reconciliation/…`: custody line by line (api §7.21). A statement that somebody has is sent to
//! [`crate::files::statements`].

use crate::call::StaffCall;
use crate::reading::read::period;
use crate::wire::job::{JobInfoBody, JobState};
use crate::wire::reconciliation::{
    ReconciliationInfoData, ReconciliationLinesBody, ReconciliationLinesData, ReconciliationRunBody,
};
use api::endpoint::{Answer, Data};

/// Begins to compare what the rails saw with the journal.
///
/// # Errors
/// -1006 with the field that is wrong, -1008 while as many comparisons run as may.
pub async fn run(call: StaffCall<ReconciliationRunBody>) -> Answer<JobState> {
    let (ledger, by) = (call.app.ledger(), &call.member.name);
    Ok(Data::of(&call.jobs.reconciliations.run(ledger, by, &call.body)?))
}

/// How far a comparison is, and what it found.
///
/// # Errors
/// -1006 `id`.
pub async fn info(call: StaffCall<JobInfoBody>) -> Answer<ReconciliationInfoData> {
    Ok(Data::of(&call.jobs.reconciliations.info(&call.body)?))
}

/// Pairs or breaks of a comparison.
///
/// # Errors
/// -1006 with the field that is wrong.
pub async fn lines(call: StaffCall<ReconciliationLinesBody>) -> Answer<ReconciliationLinesData> {
    let (ledger, body) = (call.app.ledger(), &call.body);
    let between = period::between(ledger, body.from.as_deref(), body.until.as_deref()).await?;
    Ok(Data::of(&call.jobs.reconciliations.lines(body, between)?))
}
