//! Identity checks (domain §3.11).

use super::checks::all;
use crate::finding::Finding;
use serde::{Deserialize, Serialize};

/// Who may submit what, and how often.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kyc {
    /// Submissions within [`Kyc::submission_days`] (domain §3.11: 5).
    pub submissions_max: usize,
    /// Days in which submissions are counted (domain §3.11: 30).
    pub submission_days: i64,
    /// Minimum age in years, where the document has a date of birth (domain §3.14: 18).
    pub age_min: i64,
}

impl Kyc {
    /// The defaults of domain §3.11.
    pub fn standard() -> Kyc {
        Kyc {
            submissions_max: 5,
            submission_days: 30,
            age_min: 18,
        }
    }

    pub(super) fn check(&self) -> Result<(), Finding> {
        all(&[
            (
                (1..=20).contains(&self.submissions_max),
                "submissions_max_range",
                "submissions_max is 1 to 20",
            ),
            (
                (1..=365).contains(&self.submission_days),
                "submission_days_range",
                "submission_days is 1 to 365",
            ),
            (
                (18..=99).contains(&self.age_min),
                "age_min_range",
                "age_min is 18 to 99",
            ),
        ])
    }
}

#[cfg(test)]
mod tests;
