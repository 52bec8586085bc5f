//! Unspent coupons of a top-up that go back to whoever paid it (api §7.27).

use super::changes::read;
use super::returns::{check_seen, payable};
use super::settle;
use api::error::Failure;
use domain::finding::Finding;
use domain::ids::{PlayerId, ProposalId, WithdrawalId, derived};
use domain::money::Coupon;
use domain::player::coupon::{Paid, RefundCoupons};
use domain::proposal::Change;
use domain::refusal::Refusal;
use domain::withdrawal::Address;
use ledger::{Ledger, Plain, Request, StreamId};
use rails::incoming::{self, Key, Unmatched};
use serde::{Deserialize, Serialize};

/// What the payer reads beside the payment.
const REFUND_COMMENT: &str = "Refund of unspent coupons";

/// The refund, as proposed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RefundWhat {
    pub player: PlayerId,
    pub order_no: String,
    /// `coupon`.
    pub asset: String,
    /// Minor units of coupons, one for each of USDT.
    pub amount: String,
    /// The payment of the order whose coupons go back, and whose sender is paid. Proposals of before have it as
    /// `payment`, which their makers did not name: the service took the newest.
    #[serde(alias = "payment")]
    pub paid_by: Key,
    /// Its sender, as payouts are written.
    pub address: Address,
    /// What goes with it, where the chain carries that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    pub case_id: String,
}

impl RefundWhat {
    /// The payment whose coupons go back.
    pub fn paid(&self) -> Paid<'_> {
        Paid::of(&self.order_no, &self.paid_by.tx, self.paid_by.lt)
    }

    /// How many coupons.
    ///
    /// # Errors
    /// -1006 for none.
    pub fn coupons(&self) -> Result<Coupon, Failure> {
        coupons(&self.amount)
    }
}

/// An amount of coupons as a body writes it.
///
/// # Errors
/// -1006 unless it is a number above zero.
pub fn coupons(minor: &str) -> Result<Coupon, Failure> {
    let minor: Option<i64> = minor.parse().ok().filter(|minor| *minor > 0);
    minor.map(Coupon::from_minor).ok_or_else(|| Failure::invalid("amount"))
}

/// Who sent a payment of an order.
pub struct Payer {
    pub payment: Unmatched,
    pub address: Address,
}

impl Payer {
    /// What goes with the money, where the chain carries that.
    pub fn comment(&self) -> Option<String> {
        let chain = self.address.chain()?;
        chain.carries(REFUND_COMMENT).then(|| REFUND_COMMENT.to_owned())
    }
}

/// Who sent a payment of an order.
///
/// # Errors
/// -1006 for one that is no payment of a chain to this order, for one that this service did not see on the chain, and for
/// a sender that cannot be paid.
pub async fn payer(ledger: &Ledger, paid: Paid<'_>) -> Result<Payer, Failure> {
    let payment = incoming::of_order(ledger.pool(), paid.order_no, paid.tx, paid.lt).await?;
    let unpaid = || Finding::new("payer_unknown", "no payment of a chain paid this order").of("tx");
    let payment = payment.ok_or_else(unpaid)?;
    check_seen(ledger, &payment).await?;
    let address = payable(&payment.payment.sender)?;
    Ok(Payer { payment, address })
}

/// Takes the coupons and opens the payout that takes their money to the payer: one for each proposal. The player's stream
/// does the first, a policy of its event the second. Once the stream has answered this proposal, that answer stands:
/// whatever is written of the payment later, its money may be on its way.
///
/// # Errors
/// 9003 when the payment's row names somebody else by now; the refusal of the player's stream, [`Failure::Busy`] or a
/// fault.
pub(super) async fn carry_out(
    ledger: &Ledger,
    proposal: ProposalId,
    change: &Change,
    approver: &str,
    request: Request,
) -> Result<(), Failure> {
    let what: RefundWhat = read(change)?;
    let id = StreamId::player(what.player);
    if let Some(reply) = ledger.players().remembered(&id, &request).await.transpose() {
        return settle(ledger, &id, reply).await.map(drop);
    }
    let payer = payer(ledger, what.paid()).await?;
    if (payer.payment.key(), &payer.address) != (what.paid_by.clone(), &what.address) {
        return Err(Refusal::StateChanged.into());
    }
    let command = RefundCoupons {
        amount: what.coupons()?,
        order_no: what.order_no,
        withdrawal: withdrawal_of(proposal),
        payment: what.paid_by,
        address: what.address,
        comment: what.comment,
        case_id: what.case_id,
        proposer: change.maker.clone(),
        approver: approver.to_owned(),
    };
    let reply = ledger.players().execute(&id, command.into(), request, Plain).await;
    settle(ledger, &id, reply).await.map(drop)
}

/// The payout of a refund.
pub fn withdrawal_of(proposal: ProposalId) -> WithdrawalId {
    WithdrawalId(derived("coupon_refund", proposal.0))
}
