//! Work that takes longer than a call: begun once, looked at until it is done.
//!
//! Jobs live in the memory of one process and end with it: what one leaves half done is nothing, so whoever misses
//! it begins it again.
//! Few run at once and few are remembered, the newest. Knows nothing of what a job does.

use crate::wire::job::JobState;
use api::error::Failure;
use domain::finding::Finding;
use domain::time::Timestamp;
use ledger::{Clock, Fault};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use uuid::Uuid;

/// Jobs of one kind that run at once: each reads the whole log.
const RUNNING_MAX: usize = 2;
/// Jobs of one kind that are remembered, when their results are small.
const KEPT_MAX: usize = 32;

/// How far a job is; clones share it.
#[derive(Clone, Debug, Default)]
pub struct Progress(Arc<(AtomicI64, AtomicI64)>);

impl Progress {
    /// So much of so much is done.
    pub fn report(&self, done: u64, total: u64) {
        let whole = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
        self.0.0.store(whole(done), Ordering::Relaxed);
        self.0.1.store(whole(total), Ordering::Relaxed);
    }
}

/// What became of a job.
#[derive(Clone, Debug)]
enum Outcome<T> {
    Running,
    Done(Arc<T>, Timestamp),
    Failed(Finding, Timestamp),
}

struct Job<T> {
    id: Uuid,
    about: String,
    by: String,
    started_at: Timestamp,
    progress: Progress,
    outcome: Outcome<T>,
}

/// The jobs of one kind. Clones share them.
pub struct Jobs<T> {
    jobs: Arc<Mutex<VecDeque<Job<T>>>>,
    kept_max: usize,
}

impl<T> Clone for Jobs<T> {
    fn clone(&self) -> Self {
        let (jobs, kept_max) = (self.jobs.clone(), self.kept_max);
        Jobs { jobs, kept_max }
    }
}

impl<T> Default for Jobs<T> {
    fn default() -> Self {
        Jobs::keeping(KEPT_MAX)
    }
}

impl<T> Jobs<T> {
    /// Jobs of which so many are remembered.
    pub fn keeping(kept_max: usize) -> Jobs<T> {
        let jobs = Arc::default();
        Jobs { jobs, kept_max }
    }
}

impl<T: Send + Sync + 'static> Jobs<T> {
    /// Begins a job and returns at once. What it fails with is logged here, and reported without its details.
    ///
    /// # Errors
    /// [`Failure::Busy`] while as many run as may.
    pub fn begin<W>(&self, clock: &Clock, by: &str, work: impl FnOnce(Uuid, Progress) -> W) -> Result<Uuid, Failure>
    where
        W: Future<Output = Result<T, Failure>> + Send + 'static,
    {
        self.begin_once((Uuid::new_v4(), ""), clock, by, work)
    }

    /// The same under the id of a request and the name of what it is about: one that is known goes on as it is.
    ///
    /// # Errors
    /// [`Failure::Busy`] while as many run as may.
    pub fn begin_once<W>(
        &self,
        (id, about): (Uuid, &str),
        clock: &Clock,
        by: &str,
        work: impl FnOnce(Uuid, Progress) -> W,
    ) -> Result<Uuid, Failure>
    where
        W: Future<Output = Result<T, Failure>> + Send + 'static,
    {
        let progress = Progress::default();
        let job = Job {
            id,
            about: about.to_owned(),
            by: by.to_owned(),
            started_at: clock.now(),
            progress: progress.clone(),
            outcome: Outcome::Running,
        };
        if !self.keep(job)? {
            return Ok(id);
        }
        let (jobs, clock, work) = (self.clone(), clock.clone(), work(id, progress));
        // A task of its own, so that a job that panics is reported as failed and not as running for ever.
        let working = tokio::spawn(work);
        tokio::spawn(async move {
            let outcome = match working.await {
                Ok(Ok(done)) => Outcome::Done(Arc::new(done), clock.now()),
                Ok(Err(failure)) => {
                    tracing::error!(%failure, job = %id, "the job failed");
                    Outcome::Failed(problem(&failure), clock.now())
                }
                Err(broken) => {
                    tracing::error!(%broken, job = %id, "the job broke");
                    let said = "it broke; the log of the service says why";
                    Outcome::Failed(Finding::new("job_broke", said), clock.now())
                }
            };
            jobs.with(|all| {
                if let Some(job) = all.iter_mut().find(|job| job.id == id) {
                    job.outcome = outcome;
                }
            });
        });
        Ok(id)
    }

    fn with<R>(&self, work: impl FnOnce(&mut VecDeque<Job<T>>) -> R) -> R {
        work(&mut self.jobs.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// False when it is known already.
    fn keep(&self, job: Job<T>) -> Result<bool, Failure> {
        self.with(|all| {
            if all.iter().any(|known| known.id == job.id) {
                return Ok(false);
            }
            let is_running = |job: &&Job<T>| matches!(job.outcome, Outcome::Running);
            if all.iter().filter(is_running).count() >= RUNNING_MAX {
                return Err(Failure::Busy);
            }
            all.push_back(job);
            while all.len() > self.kept_max {
                let ended = all.iter().position(|job| !matches!(job.outcome, Outcome::Running));
                match ended {
                    Some(ended) => all.remove(ended),
                    None => break,
                };
            }
            Ok(true)
        })
    }

    /// What a job is about.
    pub fn about(&self, id: Uuid) -> Option<String> {
        self.with(|all| all.iter().find(|job| job.id == id).map(|job| job.about.clone()))
    }

    /// How far a job is, and its result once it is done.
    ///
    /// # Errors
    /// -1006 `id` for a job that this process does not know.
    pub fn look(&self, id: &str) -> Result<(JobState, Option<Arc<T>>), Failure> {
        let unknown = || Failure::invalid("id");
        let id = Uuid::try_parse(id).map_err(|_| unknown())?;
        self.with(|all| {
            let job = all.iter().find(|job| job.id == id).ok_or_else(unknown)?;
            let (done, total) = (&job.progress.0.0, &job.progress.0.1);
            let mut state = JobState {
                id: id.to_string(),
                state: "running".into(),
                done: done.load(Ordering::Relaxed),
                total: total.load(Ordering::Relaxed),
                by: job.by.clone(),
                started_at_ms: job.started_at.0,
                ended_at_ms: None,
                problem: None,
                finding: None,
            };
            let result = match &job.outcome {
                Outcome::Running => None,
                Outcome::Done(result, at) => {
                    (state.state, state.ended_at_ms) = ("done".into(), Some(at.0));
                    Some(result.clone())
                }
                Outcome::Failed(problem, at) => {
                    (state.state, state.ended_at_ms) = ("failed".into(), Some(at.0));
                    state.problem = Some(problem.to_string());
                    state.finding = Some(problem.clone().into());
                    None
                }
            };
            Ok((state, result))
        })
    }
}

/// What whoever asked may read: a field of the caller's, else only that it failed.
fn problem(failure: &Failure) -> Finding {
    let finding_with_detail = |code| Finding::new(code, failure.to_string()).with("detail", failure);
    match failure {
        Failure::Invalid(field) => Finding::new("field_wrong", format!("{field} is wrong")).with("field", field),
        Failure::Broken(finding) => Finding::clone(finding),
        Failure::Fault(Fault::Unreadable { .. }) => finding_with_detail("log_unreadable"),
        Failure::Fault(Fault::Law(_)) => finding_with_detail("law_broken"),
        Failure::Fault(Fault::Contradiction(_)) => finding_with_detail("log_contradicts"),
        _ => Finding::new("job_failed", "it failed; the log of the service says why"),
    }
}

#[cfg(test)]
mod tests;
