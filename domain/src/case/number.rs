//! The number of a case: `C-` and eight characters of base 32 without I, L, O and U, as an invite code has. It is short
//! enough to be read out, and has a form that no other id has: wherever it stands in a text it is found.

use crate::draw::hex_digest;
use crate::ids::{ALPHABET, CaseId};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

const PREFIX: &str = "C-";
/// Characters after the prefix: 40 bits. That any two of 100,000 cases have the same number has a probability of 0.5 %; the
/// second one is then refused (9003), and another request opens it.
const SIGNS: usize = 8;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CaseNo(String);

impl CaseNo {
    /// The number of the case that a caller's request opens.
    pub fn of_request(request: Uuid) -> CaseNo {
        let digest = hex_digest(format!("case:{request}").as_bytes());
        let bits = u64::from_str_radix(&digest[..10], 16).unwrap_or_default();
        let sign = |index: usize| char::from(ALPHABET[(bits >> (35 - 5 * index) & 31) as usize]);
        CaseNo(PREFIX.chars().chain((0..SIGNS).map(sign)).collect())
    }

    /// Parses a number as typed: case does not matter.
    pub fn parse(text: &str) -> Option<CaseNo> {
        let text = text.trim().to_ascii_uppercase();
        let signs = text.strip_prefix(PREFIX)?;
        let is_one = signs.len() == SIGNS && signs.bytes().all(|byte| ALPHABET.contains(&byte));
        is_one.then_some(CaseNo(text))
    }

    /// Every number that a text names.
    pub fn named_in(text: &str) -> Vec<CaseNo> {
        let words = text.split(|sign: char| !sign.is_ascii_alphanumeric() && sign != '-');
        words.filter_map(CaseNo::parse).collect()
    }

    /// The case of this number.
    pub fn id(&self) -> CaseId {
        CaseId::of(self)
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Display for CaseNo {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.0)
    }
}
