//! Why a command did not end well, and the exit code that follows from it.

use crate::BadSetting;

/// Why a command did not end well.
#[derive(Debug)]
pub enum Failure {
    /// A check did its work and found a problem, which it has printed: exit code 1.
    Found,
    /// The request cannot be served as asked; the sentence says why: exit code 2.
    Usage(String),
    /// The work failed on the way: exit code 1.
    Fault(anyhow::Error),
}

impl From<BadSetting> for Failure {
    fn from(bad: BadSetting) -> Failure {
        Failure::Usage(bad.to_string())
    }
}

impl From<anyhow::Error> for Failure {
    fn from(fault: anyhow::Error) -> Failure {
        Failure::Fault(fault)
    }
}
