//! The laws of the books, asked as a job.

use crate::error::Failure;
use crate::staff::jobs::Jobs;
use crate::staff::wire::audits::{AuditsInfoData, LawTold};
use crate::staff::wire::job::{JobInfoBody, JobTold};
use ledger::Ledger;
use workers::audit::{self, Verdict};

/// Audits that were asked for.
pub type Audits = Jobs<Vec<Verdict>>;

/// Begins to ask every law.
///
/// # Errors
/// -1008 while as many audits run as may.
pub fn run(ledger: &Ledger, audits: &Audits, by: &str) -> Result<JobTold, Failure> {
    let pool = ledger.pool().clone();
    let total = audit::laws().count() as u64;
    let id = audits.begin(ledger.clock(), by, move |_, progress| async move {
        progress.tell(0, total);
        Ok(audit::run(&pool, &mut |asked| progress.tell(asked as u64, total)).await?)
    })?;
    Ok(audits.look(&id.to_string())?.0)
}

/// How far an audit is.
///
/// # Errors
/// -1006 `id`.
pub fn info(audits: &Audits, body: &JobInfoBody) -> Result<AuditsInfoData, Failure> {
    let (job, verdicts) = audits.look(&body.id)?;
    let told = |verdict: &Verdict| LawTold {
        law: verdict.law.to_owned(),
        says: verdict.says.to_owned(),
        compared: verdict.compared,
        broken: verdict.broken,
        first: verdict.first.clone(),
    };
    Ok(AuditsInfoData {
        job,
        holds: verdicts.as_ref().map(|verdicts| verdicts.iter().all(Verdict::holds)),
        list: verdicts.map_or_else(Vec::new, |verdicts| verdicts.iter().map(told).collect()),
    })
}
