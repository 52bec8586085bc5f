//! Work that outlasts a call: started by one, polled by others, in the memory of this process. What a job changes is
//! recorded by whoever does it; a job that is forgotten leaves nothing half done.

use serde_json::Value;
use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use uuid::Uuid;

/// Jobs that are remembered; older ones are forgotten.
const REMEMBERED: usize = 50;

/// How far a job is.
#[derive(Clone, Debug, PartialEq)]
pub struct Job {
    /// Its id: the request that started it.
    pub id: Uuid,
    /// What it is about.
    pub subject: String,
    /// Steps done.
    pub done: u64,
    /// Steps in all, as far as known.
    pub total: u64,
    /// What came of it; nothing while it runs.
    pub outcome: Option<Result<Value, String>>,
}

static JOBS: Mutex<VecDeque<Job>> = Mutex::new(VecDeque::new());

fn jobs() -> MutexGuard<'static, VecDeque<Job>> {
    JOBS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Takes a job down; false when it is known already.
pub fn begin(id: Uuid, subject: &str) -> bool {
    let mut jobs = jobs();
    if jobs.iter().any(|job| job.id == id) {
        return false;
    }
    if jobs.len() == REMEMBERED {
        jobs.pop_front();
    }
    jobs.push_back(Job {
        id,
        subject: subject.to_owned(),
        done: 0,
        total: 0,
        outcome: None,
    });
    true
}

/// Tells how far a job is.
pub fn tell(id: Uuid, done: u64, total: u64) {
    if let Some(job) = jobs().iter_mut().find(|job| job.id == id) {
        (job.done, job.total) = (done, total);
    }
}

/// Tells what came of a job.
pub fn finish(id: Uuid, outcome: Result<Value, String>) {
    if let Some(job) = jobs().iter_mut().find(|job| job.id == id) {
        job.outcome = Some(outcome);
    }
}

/// A job as it stands.
pub fn find(id: Uuid) -> Option<Job> {
    jobs().iter().find(|job| job.id == id).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_job_is_taken_down_once_and_tells_how_it_went() {
        let id = Uuid::from_u128(0x1057);
        assert!(begin(id, "dives") && !begin(id, "dives"));
        tell(id, 3, 10);
        assert_eq!(
            find(id).map(|job| (job.done, job.total, job.outcome)),
            Some((3, 10, None))
        );
        finish(id, Ok(json!({ "different": 0 })));
        assert!(find(id).is_some_and(|job| job.outcome.is_some()));
        assert_eq!(find(Uuid::from_u128(0x1058)), None);
    }
}
