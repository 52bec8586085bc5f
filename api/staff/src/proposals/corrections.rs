//! Corrections of purses: what is asked of one before it is proposed, and its command. Their rules are the player's.

use super::changes::{on_player, read};
use super::restates::Restates;
use api::error::Failure;
use domain::finding::Finding;
use domain::ids::PlayerId;
use domain::player::adjustment::{Adjust, can_correct};
use domain::posting::{House, Purse};
use domain::proposal::Change;
use ledger::{Ledger, Request};
use rails::incoming;
use serde::{Deserialize, Serialize};
use sqlx::PgPool;

/// Longest name of a transaction.
const TX_BYTES_MAX: usize = 128;

/// A correction of a purse, as proposed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct AdjustmentWhat {
    /// Whose.
    pub player: PlayerId,
    /// Journal name of the purse.
    pub purse: String,
    /// Signed minor units.
    pub delta: String,
    /// Journal name of the counter-account.
    pub counter: String,
    /// The case.
    pub case_id: String,
    /// The transaction of the chain that moved as much; a correction against custody has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tx: Option<String>,
    /// The closed month that it restates, or that it concerns none; nothing where none was closed, and in older proposals.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub restates: Option<Restates>,
}

/// The command that a correction is, if its parts are what they must be.
///
/// # Errors
/// -1006 with the first part that is not.
pub fn adjustment(what: &AdjustmentWhat, proposer: &str, approver: &str) -> Result<Adjust, Failure> {
    let counter = House::named(&what.counter).ok_or_else(|| Failure::invalid("counter"))?;
    check_tx(counter, what.tx.as_deref())?;
    let purse = Purse::named(&what.purse).filter(|purse| can_correct(*purse));
    Ok(Adjust {
        purse: purse.ok_or_else(|| Failure::invalid("purse"))?,
        delta: what.delta.parse().map_err(|_| Failure::invalid("delta"))?,
        counter,
        case_id: what.case_id.clone(),
        proposer: proposer.to_owned(),
        approver: approver.to_owned(),
        tx: what.tx.clone(),
        restates: what.restates.and_then(Restates::month),
    })
}

/// Says what the rule of a correction asks of its transaction, before anybody is asked to approve it.
fn check_tx(counter: House, tx: Option<&str>) -> Result<(), Failure> {
    let is_plain = |tx: &str| (1..=TX_BYTES_MAX).contains(&tx.len()) && tx.bytes().all(|byte| byte.is_ascii_graphic());
    match tx {
        Some(tx) if !is_plain(tx) => Err(Failure::invalid("tx")),
        None if counter == House::UsdtCustody => {
            let needed = "custody is corrected with a transaction of the chain";
            Err(Finding::new("custody_needs_tx", needed).of("tx").into())
        }
        _ if counter == House::UsdtSuspense => {
            let whole = "a payment leaves suspense whole, for an order, for the reserve or back to its sender";
            Err(Finding::new("suspense_whole", whole).of("counter").into())
        }
        _ => Ok(()),
    }
}

/// A payment that came is in custody already: it leaves the suspense account for an order or for the reserve.
///
/// # Errors
/// -1006 for a correction against custody that names such a payment; a fault of the database.
pub async fn check_unbooked(pool: &PgPool, what: &AdjustmentWhat) -> Result<(), Failure> {
    let of_custody = what.tx.as_deref().filter(|_| what.counter == House::UsdtCustody.name());
    match of_custody {
        Some(tx) if incoming::is_known(pool, tx).await? => {
            let booked = "the payment is in custody already; it is given to an order or to the reserve";
            Err(Finding::new("payment_in_custody", booked).of("tx").into())
        }
        _ => Ok(()),
    }
}

/// Corrects the purse.
///
/// # Errors
/// -1006 for what is not as it must be, the refusal of the player's rules, a fault.
pub(super) async fn carry_out(
    ledger: &Ledger,
    change: &Change,
    approver: &str,
    request: Request,
) -> Result<(), Failure> {
    let what: AdjustmentWhat = read(change)?;
    check_unbooked(ledger.pool(), &what).await?;
    let command = adjustment(&what, &change.maker, approver)?;
    on_player(ledger, what.player, command, request).await
}
