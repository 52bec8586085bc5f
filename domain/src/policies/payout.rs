//! Policies of payments in and out, and of identities: the commands between withdrawal,
//! order, identity check and the player's stream.

use super::{PolicyCommand, Reaction};
use crate::ids::{OrderId, PlayerId, WithdrawalId, derived};
use crate::kyc::{KycEvent, Verdict};
use crate::player::Command;
use crate::player::coupon::{CloseTopUp, CreditTopUp, TopUpOpened};
use crate::player::identity::{NoteKyc, SeeCountry, Source};
use crate::player::withdrawal::{NoteWithdrawalSent, RefundWithdrawal, SettleWithdrawal};
use crate::topup::{Order, TopUpCommand, TopUpEvent};
use crate::withdrawal::{Request, WithdrawalCommand, WithdrawalEvent};
use uuid::Uuid;

/// The withdrawal's own stream.
pub(super) fn open_withdrawal(request: &Request) -> Reaction {
    let id = request.terms.withdrawal;
    Reaction {
        command: PolicyCommand::Withdrawal(id, WithdrawalCommand::Open(Box::new(request.clone()))),
        request_id: derived("open_withdrawal", id.0),
        otherwise: None,
    }
}

/// The outcome of a withdrawal, booked in the player's stream, which holds the money.
pub(super) fn of_withdrawal(withdrawal: WithdrawalId, event: &WithdrawalEvent, event_id: Uuid) -> Option<Reaction> {
    let ask = |player: PlayerId, command: Command, request_id| {
        Some(Reaction {
            command: PolicyCommand::Player(player, command),
            request_id,
            otherwise: None,
        })
    };
    match event {
        // What goes back to its sender is no player's: the payout worker books its end.
        WithdrawalEvent::Sent { player, .. }
        | WithdrawalEvent::Confirmed { player, .. }
        | WithdrawalEvent::Failed { player, .. }
            if player.0.is_nil() =>
        {
            None
        }
        // A second slot of one withdrawal is another `Sent`; the player's stream refuses to book it twice.
        WithdrawalEvent::Sent { player, .. } => ask(
            *player,
            NoteWithdrawalSent { withdrawal }.into(),
            derived("withdrawal_sent", event_id),
        ),
        WithdrawalEvent::Confirmed { player, .. } => ask(
            *player,
            SettleWithdrawal { withdrawal }.into(),
            derived("settle_withdrawal", withdrawal.0),
        ),
        WithdrawalEvent::Rejected { player, reason, .. } | WithdrawalEvent::Failed { player, reason, .. } => {
            let reason = reason.clone();
            let refund = RefundWithdrawal { withdrawal, reason };
            ask(*player, refund.into(), derived("refund_withdrawal", withdrawal.0))
        }
        // Review, approvals and slots stay in the withdrawal's stream.
        _ => None,
    }
}

/// The order's own stream.
pub(super) fn create_topup(player: PlayerId, opened: &TopUpOpened) -> Reaction {
    let id = OrderId::of(&opened.order_no);
    let order = Order {
        player,
        order_no: opened.order_no.clone(),
        channel: opened.channel.clone(),
        amount: opened.amount,
        valid_until: opened.valid_until,
    };
    Reaction {
        command: PolicyCommand::TopUp(id, TopUpCommand::Create(order)),
        request_id: derived("create_topup", id.0),
        otherwise: None,
    }
}

/// A payment is credited; a failed order is closed.
pub(super) fn of_topup(id: OrderId, event: &TopUpEvent, event_id: Uuid) -> Option<Reaction> {
    let (player, command, request_id): (&PlayerId, Command, Uuid) = match event {
        TopUpEvent::TopUpSucceeded {
            player,
            order_no,
            amount,
            tx,
            lt,
            from_suspense,
        } => {
            let credit = CreditTopUp {
                order_no: order_no.clone(),
                amount: *amount,
                tx: tx.clone(),
                lt: *lt,
                from_suspense: *from_suspense,
            };
            (player, credit.into(), derived(&format!("credit_topup:{tx}:{lt}"), id.0))
        }
        TopUpEvent::TopUpFailed {
            player,
            order_no,
            reason,
            ..
        } => {
            let (order_no, reason) = (order_no.clone(), reason.name().to_owned());
            (
                player,
                CloseTopUp { order_no, reason }.into(),
                derived("close_topup", event_id),
            )
        }
        // The steps between stay in the order's stream.
        _ => return None,
    };
    Some(Reaction {
        command: PolicyCommand::Player(*player, command),
        request_id,
        otherwise: None,
    })
}

/// The player's stream records the status of the check, and the country of an approved document.
pub(super) fn of_kyc(player: PlayerId, event: &KycEvent, event_id: Uuid) -> Vec<Reaction> {
    let ask = |command: Command, purpose| Reaction {
        command: PolicyCommand::Player(player, command),
        request_id: derived(purpose, event_id),
        otherwise: None,
    };
    let note = event
        .status()
        .map(|(status, revision)| ask(NoteKyc { status, revision }.into(), "note_kyc"));
    let see = match event {
        KycEvent::KycDecided {
            verdict: Verdict::Approve,
            country,
            ..
        } => {
            let (country, source) = (country.clone(), Source::Document);
            Some(ask(SeeCountry { country, source }.into(), "see_country"))
        }
        _ => None,
    };
    note.into_iter().chain(see).collect()
}
