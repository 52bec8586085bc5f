//! A rule that does not hold, as a client words it in the language of its reader.

use domain::finding::Finding;
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// What is wrong: a code, the values of its sentence, and the sentence in English.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct StaffFinding {
    /// The rule; a refusal of the catalogue by its number. Permanent.
    pub code: String,
    /// The field that it is about, as the call names it.
    pub of: Option<String>,
    /// What the sentence names: whole numbers in digits, days, ids; `detail` is a message of a program, in English.
    pub values: BTreeMap<String, String>,
    /// In English.
    pub text: String,
}

impl From<Finding> for StaffFinding {
    fn from(finding: Finding) -> StaffFinding {
        let Finding { code, of, values, text } = finding;
        StaffFinding { code, of, values, text }
    }
}
