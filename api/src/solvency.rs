//! The house's solvency as calls of players meet it (domain §1).

use crate::app::App;
use crate::error::Failure;
use domain::player::fishing::is_large_stake;
use projections::cursor::{self, Waited};
use projections::solvency::Solvency;

/// Before a dive of a large stake begins: the checks are made, and a stake that they close is refused by the dive's own
/// rule. Smaller stakes, and large ones while they are closed, are not held up.
///
/// # Errors
/// [`Failure::Busy`] while the view is too far behind to say; a fault of the database.
pub async fn before_stake(app: &App, stake: i64) -> Result<(), Failure> {
    let context = app.context();
    if !is_large_stake(&context, stake) || context.stakes_closed_above.is_some() {
        return Ok(());
    }
    if !workers::solvency::is_current(app.ledger()).await? {
        catch_up(app).await?;
    }
    Ok(workers::solvency::check(app.ledger()).await?)
}

/// Waits until the view has seen what is recorded.
async fn catch_up(app: &App) -> Result<(), Failure> {
    for partition in 0..i32::from(app.ledger().partitions()) {
        if cursor::wait(app.ledger(), &Solvency, partition, None).await? != Waited::Seen {
            return Err(Failure::Busy);
        }
    }
    Ok(())
}
