//! What two members did with the money of the house: the kind of the change, and its fields as the event has them.

use super::Changed;
use domain::money::Usdt;
use domain::proposal::Kind;
use domain::treasury::TreasuryEvent;
use domain::withdrawal::WithdrawalEvent;
use serde_json::json;

fn minor(amount: Usdt) -> String {
    amount.minor().to_string()
}

/// Money that was dedicated; nothing for another event of the treasury.
pub(super) fn of_treasury(event: TreasuryEvent) -> Option<Changed> {
    Some(match event {
        TreasuryEvent::ReserveFunded {
            amount,
            proposer,
            approver,
            payment,
            ..
        } => {
            let fields = json!({ "amount": minor(amount), "payment": payment });
            (Kind::ReserveFund, fields, (proposer, approver))
        }
        TreasuryEvent::PromoBudgetFunded {
            amount,
            proposer,
            approver,
            ..
        } => (
            Kind::PromoFund,
            json!({ "amount": minor(amount) }),
            (proposer, approver),
        ),
        // Only these two are asked for.
        _ => return None,
    })
}

/// A payout that goes on after a mismatch, or a payment that goes back; nothing for another event of a withdrawal.
pub(super) fn of_withdrawal(event: WithdrawalEvent, key: &str) -> Option<Changed> {
    Some(match event {
        WithdrawalEvent::MismatchCleared { proposer, approver, .. } => {
            (Kind::MismatchClear, json!({ "withdrawal": key }), (proposer, approver))
        }
        WithdrawalEvent::ReturnOpened {
            terms,
            payment,
            proposer,
            approver,
            ..
        } => {
            let amount = minor(terms.net());
            let fields = json!({ "payment": payment, "amount": amount, "address": terms.address });
            (Kind::PaymentReturn, fields, (proposer, approver))
        }
        // Only these two are asked for.
        _ => return None,
    })
}
