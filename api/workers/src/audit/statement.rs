//! The rest of law I-07b, which SQL cannot see: that the newest statement is signed by the notary. Its numbers alone could be
//! written to fit by whoever writes to the database, in the place of the one that was published.

use super::LawResult;
use super::entry::count;
use ledger::notary::liabilities::{Statement, published};
use ledger::{EventLog, Fault};
use sqlx::PgConnection;

/// The law that compares its numbers.
const LAW: &str = "I-07b";

/// Adds to the result of the law whether the newest statement is signed. Without the master key it is not known by whom.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn check(database: &mut PgConnection, log: &EventLog, results: &mut [LawResult]) -> Result<(), Fault> {
    let result = results.iter_mut().find(|result| result.law == LAW);
    let (Ok(vkey), Some(result)) = (log.vkey(), result) else {
        return Ok(());
    };
    if let Some(note) = published::newest(database).await? {
        count(
            result,
            Statement::open(&note, &vkey).is_ok(),
            "the newest statement's signature",
        );
    }
    Ok(())
}
