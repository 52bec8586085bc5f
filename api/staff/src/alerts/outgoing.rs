//! Transfers out of a wallet that the house did not sign, as long as the journal does not have them: whoever has the key takes
//! the rest as well, so finance and security look at once.

use super::{Found, KIND_MAX};
use crate::reconciliation::open;
use crate::wire::facts::{FactUnit, Measured};
use api::app::App;
use domain::time::Timestamp;
use ledger::Fault;
use rails::outgoing;
use std::collections::HashSet;

/// One for each transfer that is an open line of custody.
///
/// # Errors
/// A fault of the database.
pub async fn all(app: &App) -> Result<Vec<Found>, Fault> {
    let seen = outgoing::seen_between(app.ledger().pool(), Timestamp(i64::MIN), app.now()).await?;
    if seen.is_empty() {
        return Ok(Vec::new());
    }
    let strange: HashSet<&str> = seen.iter().map(|seen| seen.tx.as_str()).collect();
    let compared = open::now(app.ledger()).await?;
    let stated = compared.matched.breaks.iter().filter_map(|one| one.statement);
    let lines = stated.map(|place| &compared.statement[place]);
    let stolen = lines.filter(|line| line.amount < 0 && strange.contains(line.transaction.as_str()));
    let found = stolen
        .take(usize::try_from(KIND_MAX).unwrap_or_default())
        .map(|line| Found {
            kind: "outgoing_unknown",
            is_high: true,
            subject: line.transaction.clone(),
            value: Measured::new(FactUnit::Usdt, -line.amount),
            bound: Measured::new(FactUnit::Usdt, 0),
            since: Some(line.at),
        });
    Ok(found.collect())
}
