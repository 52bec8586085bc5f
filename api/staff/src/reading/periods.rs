//! What was said of a period at one moment and at a later one.

use super::read;
use crate::periods::{self, KnownAt};
use crate::wire::periods::{PeriodsRestateBody, PeriodsRestateData};
use api::error::Failure;
use domain::period::Span;
use ledger::Ledger;
use ledger::balance::AsOf;

/// Events of one comparison at most: as many as somebody reads on a screen (ASSUMED).
const EVENTS_MAX: usize = 500;

/// Both, and the events between them that made the difference.
///
/// # Errors
/// -1006 for what is no period, for a moment that is none or in the future, for the closing of a month that is open, and
/// for a later moment before the earlier one; a fault of the database.
pub async fn restate(ledger: &Ledger, body: &PeriodsRestateBody) -> Result<PeriodsRestateData, Failure> {
    let span = Span::parse(&body.period).ok_or_else(|| Failure::invalid("period"))?;
    let earlier = known_at(ledger, Some(&body.earlier), "earlier").await?;
    let later = known_at(ledger, body.later.as_deref(), "later").await?;
    let found = periods::restate(ledger.pool(), span, earlier, later).await?;
    Ok(PeriodsRestateData::from(&found).with_events(EVENTS_MAX))
}

/// The moment that `text` names, once it has come; now for nothing.
async fn known_at(ledger: &Ledger, text: Option<&str>, field: &str) -> Result<KnownAt, Failure> {
    match text.and_then(KnownAt::closing) {
        Some(closing) => Ok(closing),
        None => {
            let asked = read::asked(ledger, text, field).await?;
            Ok(KnownAt::Moment(asked.unwrap_or(AsOf::Latest)))
        }
    }
}
