//! The laws of the books, asked as a job.

use crate::jobs::Jobs;
use crate::wire::audits::{AuditsInfoData, ShownLaw};
use crate::wire::job::{JobInfoBody, JobState};
use api::error::Failure;
use ledger::Ledger;
use workers::audit::{self, LawResult};

/// Audits that were asked for.
pub type Audits = Jobs<Vec<LawResult>>;

/// Begins to ask every law.
///
/// # Errors
/// -1008 while as many audits run as may.
pub fn run(ledger: &Ledger, audits: &Audits, by: &str) -> Result<JobState, Failure> {
    let pool = ledger.pool().clone();
    let total = audit::count() as u64;
    let id = audits.begin(ledger.clock(), by, move |_, progress| async move {
        progress.report(0, total);
        Ok(audit::run(&pool, &mut |checked| progress.report(checked as u64, total)).await?)
    })?;
    Ok(audits.look(&id.to_string())?.0)
}

/// How far an audit is.
///
/// # Errors
/// -1006 `id`.
pub fn info(audits: &Audits, body: &JobInfoBody) -> Result<AuditsInfoData, Failure> {
    let (job, results) = audits.look(&body.id)?;
    let shown = |result: &LawResult| ShownLaw {
        law: result.law.to_owned(),
        says: result.says.to_owned(),
        compared: result.compared,
        broken: result.broken,
        first: result.first.clone(),
    };
    Ok(AuditsInfoData {
        job,
        holds: results.as_ref().map(|results| results.iter().all(LawResult::holds)),
        list: results.map_or_else(Vec::new, |results| results.iter().map(shown).collect()),
    })
}
