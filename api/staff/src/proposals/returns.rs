//! A payment of nobody that goes back to its sender, over the rail that it came by (api §7.7).

use super::changes::read;
use super::settle;
use api::error::Failure;
use domain::finding::Finding;
use domain::ids::{PlayerId, ProposalId, WithdrawalId, derived};
use domain::money::Usdt;
use domain::proposal::Change;
use domain::refusal::Refusal;
use domain::withdrawal::{Address, OpenReturn, Terms, WithdrawalCommand};
use ledger::{Ledger, Plain, Request, StreamId};
use rails::incoming::{self, Unmatched};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// What the sender of a payment that goes back reads beside it.
const RETURN_COMMENT: &str = "Returned: your payment named no order";

/// A payment of nobody that goes back to its sender.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ReturnWhat {
    /// The payment.
    pub payment: incoming::Key,
    /// Minor units: all of it.
    pub amount: String,
    /// Its sender, as payouts are written.
    pub address: Address,
    /// What goes with it, where the chain carries that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
}

impl ReturnWhat {
    /// The way back of a payment.
    ///
    /// # Errors
    /// -1006 for a payment that this service did not see on the chain, and for a sender that cannot be paid.
    pub async fn of(ledger: &Ledger, found: &Unmatched) -> Result<ReturnWhat, Failure> {
        check_seen(ledger, found).await?;
        let address = payable(&found.payment.sender)?;
        let comment = Some(RETURN_COMMENT.to_owned());
        Ok(ReturnWhat {
            payment: found.key(),
            amount: found.payment.amount.minor().to_string(),
            comment: comment.filter(|text| address.chain().is_some_and(|chain| chain.carries(text))),
            address,
        })
    }
}

/// Nobody is paid because of a payment that this service did not see on the chain: its row names any sender.
///
/// # Errors
/// -1006 for such a payment, and a fault.
pub(super) async fn check_seen(ledger: &Ledger, payment: &Unmatched) -> Result<(), Failure> {
    match incoming::doubt(ledger.pool(), ledger.macs(), payment).await? {
        Some(why) => Err(why.into()),
        None => Ok(()),
    }
}

/// The sender of a payment, as payouts are written.
///
/// # Errors
/// -1006 for a sender that cannot be paid.
pub(super) fn payable(sender: &str) -> Result<Address, Failure> {
    let written = ton::Address::parse(sender).map(|sender| sender.non_bounceable());
    let sender = written.as_deref().unwrap_or(sender);
    let unpayable = || Finding::new("sender_unpayable", "its sender cannot be paid").of("tx");
    Address::parse(sender).ok_or_else(|| unpayable().into())
}

/// Takes the payment for its way back and opens the payout that takes it there: one for each proposal.
///
/// # Errors
/// 9003 for a payment that is somebody's by now, or whose row says something else; -1006 when this service did not see it
/// on the chain; the refusal of the payout, [`Failure::Busy`] or a fault.
pub(super) async fn carry_out(
    ledger: &Ledger,
    proposal: ProposalId,
    change: &Change,
    approver: &str,
    request: Request,
) -> Result<(), Failure> {
    let what: ReturnWhat = read(change)?;
    let withdrawal = WithdrawalId(derived("payment_return", proposal.0));
    let found = incoming::find(ledger.pool(), &what.payment).await?;
    let (payment, seen_at) = found.ok_or(Refusal::StateChanged)?;
    let rail = what.payment.rail.clone();
    let now = ReturnWhat::of(ledger, &Unmatched { rail, payment, seen_at }).await?;
    if (&now.amount, &now.address) != (&what.amount, &what.address) {
        return Err(Refusal::StateChanged.into());
    }
    if !incoming::take_back(ledger.pool(), &what.payment, proposal, withdrawal).await? {
        return Err(Refusal::StateChanged.into());
    }
    let amount = what.amount.parse().map_err(|_| Failure::invalid("amount"))?;
    let command = WithdrawalCommand::OpenReturn(Box::new(OpenReturn {
        terms: Terms {
            withdrawal,
            player: PlayerId(Uuid::nil()),
            amount: Usdt::from_minor(amount),
            fee: Usdt::ZERO,
            address: what.address,
            comment: what.comment,
        },
        payment: what.payment,
        proposer: change.maker.clone(),
        approver: approver.to_owned(),
        reason: change.reason.clone(),
    }));
    let id = StreamId::thing(withdrawal.0);
    let reply = ledger.withdrawals().execute(&id, command, request, Plain).await;
    settle(ledger, &id, reply).await.map(drop)
}
