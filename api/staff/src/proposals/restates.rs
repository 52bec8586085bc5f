//! What a correction says of closed months: the one that it restates, or that it concerns none. Silence is no answer once a
//! month is closed: nobody could tell later whether it was forgotten.

use super::periods::of_month;
use api::error::Failure;
use domain::finding::Finding;
use domain::period::not_closed;
use domain::proposal::NO_CLOSED_MONTH;
use domain::time::Month;
use ledger::Ledger;
use serde::{Deserialize, Serialize};

/// What was said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Restates {
    /// This month, which stays as it was closed.
    Month(Month),
    NoMonth,
}

impl Restates {
    /// The month that it restates.
    pub const fn month(self) -> Option<Month> {
        match self {
            Restates::Month(month) => Some(month),
            Restates::NoMonth => None,
        }
    }
}

impl TryFrom<String> for Restates {
    type Error = String;

    fn try_from(text: String) -> Result<Restates, String> {
        match text.as_str() {
            NO_CLOSED_MONTH => Ok(Restates::NoMonth),
            _ => Month::try_from(text).map(Restates::Month),
        }
    }
}

impl From<Restates> for String {
    fn from(said: Restates) -> String {
        match said {
            Restates::Month(month) => month.to_string(),
            Restates::NoMonth => NO_CLOSED_MONTH.to_owned(),
        }
    }
}

/// What a new correction says. A month that it names is closed: an open one takes the correction itself.
///
/// # Errors
/// -1006 `restates` for what is no month, for one that is open, and for nothing once a month is closed; a fault of the
/// database.
pub async fn said(ledger: &Ledger, text: Option<&str>) -> Result<Option<Restates>, Failure> {
    let closed = crate::periods::closed(ledger.pool()).await?;
    let said = text.map(|text| Restates::try_from(text.to_owned()));
    match said.transpose().map_err(|_| Failure::invalid("restates"))? {
        Some(Restates::Month(month)) if of_month(&closed, month).is_none() => {
            Err(not_closed(month).of("restates").into())
        }
        None if !closed.is_empty() => {
            let needed = "name the closed month that it restates, or say none";
            Err(Finding::new("restates_unsaid", needed).of("restates").into())
        }
        said => Ok(said),
    }
}
