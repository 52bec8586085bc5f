//! Policies: which command an event in one stream causes in another (domain §4).
//!
//! | event | command | stream | request id | if refused |
//! |---|---|---|---|---|
//! | `InviteQualified` | `CountInvite` | the inviter's player | `count_invite` of the event | - |
//! | `RebatesStopped` | `NoteTiedFriend` | the inviter's player | `note_tied_friend` of the event | - |
//! | `StockTaken` | `UnlockBonus`, `BuyItem` or `ReceiveTask` | the taker's player | the take's | `GiveBack` to the stock |
//! | `StockGivenBack`, late, of a pool | `ReturnPromo` | treasury | `return_promo` of the event | - |
//! | `StockClosed` of a pool with units left | `ReturnPromo` | treasury | `return_promo` of the event | - |
//! | `PromoAllotted` for a pool | `Offer`, for each shard | stock | `open_pool` of the stock | - |
//! | `PromoAllotted` for a packet | `Create` | red_packet | `create_packet` of the packet | `ReturnPromo` to the treasury |
//! | `ShareClaimed` | `CreditShare` | the claimer's player | `credit_share` of packet and slot | - |
//! | `WithdrawalRequested`, `CouponRefunded` with a payout | `Open` | withdrawal | `open_withdrawal` of the withdrawal | - |
//! | `Sent` | `NoteWithdrawalSent` | the owner's player | `withdrawal_sent` of the event | - |
//! | `Confirmed` | `SettleWithdrawal` | the owner's player | `settle_withdrawal` of the withdrawal | - |
//! | `Rejected`, `Failed` | `RefundWithdrawal` | the owner's player | `refund_withdrawal` of the withdrawal | - |
//! | `TopUpOpened` | `Create` | topup | `create_topup` of the order | - |
//! | `TopUpSucceeded` | `CreditTopUp` | the owner's player | `credit_topup` of order and payment | - |
//! | `TopUpFailed` | `CloseTopUp` | the owner's player | `close_topup` of the event | - |
//! | `KycSubmitted`, `KycDecided`, `KycReset` | `NoteKyc` | the player | `note_kyc` of the event | - |
//! | `KycDecided`, approved | `SeeCountry` | the player | `see_country` of the event | - |
//! | `PacketEnded` with money left | `ReturnPromo` | treasury | `return_promo` of the event | - |
//!
//! `Sent`, `Confirmed` and `Failed` of a payment that goes back to its sender belong to no player (the id is nil) and
//! cause no command: the payout worker books its end.
//!
//! A policy is a function of the recorded event. Its request id is fixed by the
//! event or by its subject, so that running it twice has the effect of running it
//! once; where a handler makes the same step itself, it uses the same id and the same
//! request digest, and the recorded answer - a refusal included - is returned to both. Events
//! that are not in the table have no policy.

mod payout;

use crate::ids::{OrderId, PacketId, PlayerId, StockId, WithdrawalId, derived};
use crate::kyc::{KycCommand, KycEvent};
use crate::money::Usdt;
use crate::player::exchange::UnlockBonus;
use crate::player::promotion::ReceiveTask;
use crate::player::red_packet::CreditShare;
use crate::player::shop::BuyItem;
use crate::player::team::{CountInvite, NoteTiedFriend};
use crate::player::{Command, Event};
use crate::red_packet::{PacketCommand, PacketEvent, ShareClaimed};
use crate::stock::{Lot, Purpose, StockCommand, StockEvent, StockTaken};
use crate::topup::{TopUpCommand, TopUpEvent};
use crate::treasury::{Allotment, ReturnPromo, Returned, TreasuryCommand, TreasuryEvent, pool_shard};
use crate::withdrawal::{WithdrawalCommand, WithdrawalEvent};
use uuid::Uuid;

/// A command for a stream of any type.
#[derive(Clone, Debug, PartialEq)]
pub enum PolicyCommand {
    Player(PlayerId, Command),
    /// To a lot.
    Stock(StockId, StockCommand),
    RedPacket(PacketId, PacketCommand),
    /// To the house's money.
    Treasury(TreasuryCommand),
    Withdrawal(WithdrawalId, WithdrawalCommand),
    TopUp(OrderId, TopUpCommand),
    /// To a player's identity check.
    Kyc(PlayerId, KycCommand),
}

/// A command that an event causes.
#[derive(Clone, Debug, PartialEq)]
pub struct Reaction {
    /// The command and its stream.
    pub command: PolicyCommand,
    /// The request id, fixed by cause and purpose.
    pub request_id: Uuid,
    /// The command when it is refused; without one, a refusal is final.
    pub otherwise: Option<Box<Reaction>>,
}

/// A recorded event, with the stream it was recorded in.
#[derive(Clone, Copy, Debug)]
pub enum RecordedEvent<'a> {
    /// Of a player.
    Player(PlayerId, &'a Event),
    /// Of a lot.
    Stock(StockId, &'a StockEvent),
    /// Of a packet.
    RedPacket(&'a PacketEvent),
    /// Of the house's money.
    Treasury(&'a TreasuryEvent),
    /// Of a withdrawal.
    Withdrawal(WithdrawalId, &'a WithdrawalEvent),
    /// Of a top-up order.
    TopUp(OrderId, &'a TopUpEvent),
    /// Of a player's identity check.
    Kyc(PlayerId, &'a KycEvent),
}

/// The commands that the event `event_id` causes in other streams, in order.
pub fn react(recorded: RecordedEvent, event_id: Uuid) -> Vec<Reaction> {
    match recorded {
        RecordedEvent::Player(player, event) => of_player(player, event, event_id).into_iter().collect(),
        RecordedEvent::Stock(stock, event) => of_stock(stock, event, event_id).into_iter().collect(),
        RecordedEvent::RedPacket(event) => of_packet(event, event_id).into_iter().collect(),
        RecordedEvent::Treasury(event) => of_treasury(event),
        RecordedEvent::Withdrawal(id, event) => payout::of_withdrawal(id, event, event_id).into_iter().collect(),
        RecordedEvent::TopUp(order, event) => payout::of_topup(order, event, event_id).into_iter().collect(),
        RecordedEvent::Kyc(player, event) => payout::of_kyc(player, event, event_id),
    }
}

fn of_player(player: PlayerId, event: &Event, event_id: Uuid) -> Option<Reaction> {
    match event {
        Event::InviteQualified(qualified) => Some(Reaction {
            command: PolicyCommand::Player(qualified.inviter, CountInvite { friend: player }.into()),
            request_id: derived("count_invite", event_id),
            otherwise: None,
        }),
        Event::RebatesStopped(stopped) => {
            let (friend, shared) = (player, stopped.shared);
            Some(Reaction {
                command: PolicyCommand::Player(stopped.inviter, NoteTiedFriend { friend, shared }.into()),
                request_id: derived("note_tied_friend", event_id),
                otherwise: None,
            })
        }
        Event::WithdrawalRequested(requested) => Some(payout::open_withdrawal(&requested.request)),
        Event::CouponRefunded(refunded) => refunded.payout.as_ref().map(payout::open_withdrawal),
        Event::TopUpOpened(opened) => Some(payout::create_topup(player, opened)),
        // Shares are part of the earner's own event; no other event of a player has a policy.
        _ => None,
    }
}

fn of_stock(stock: StockId, event: &StockEvent, event_id: Uuid) -> Option<Reaction> {
    let returned = |units: i64| return_promo(Returned::Pool(stock), Usdt::from_minor(units), event_id);
    match event {
        StockEvent::StockTaken(taken) => Some(use_take(stock, taken)),
        // A unit of a pool is a hundredth of gusd, worth one micro-USDT.
        StockEvent::StockGivenBack {
            lot: Lot::Pool { .. },
            units,
            late: true,
            ..
        } => returned(*units),
        StockEvent::StockClosed {
            lot: Lot::Pool { .. },
            left,
        } => returned(*left),
        StockEvent::StockOpened { .. }
        | StockEvent::StockResized { .. }
        | StockEvent::StockGivenBack { .. }
        | StockEvent::StockClosed { .. } => None,
    }
}

/// Step 2 of a take, and step 3 if that is refused (`stock`).
pub fn use_take(stock: StockId, taken: &StockTaken) -> Reaction {
    let take = Some(taken.take);
    let command = match taken.purpose.clone() {
        Purpose::Unlock { amount } => UnlockBonus {
            amount,
            pool: stock,
            take,
            request: taken.request,
        }
        .into(),
        Purpose::Buy { item_id, price, count } => BuyItem {
            item_id,
            price,
            count,
            take,
            request: taken.request,
        }
        .into(),
        Purpose::Receive { task_id, proof } => ReceiveTask { task_id, proof, take }.into(),
    };
    Reaction {
        command: PolicyCommand::Player(taken.taker, command),
        request_id: taken.take.use_request(),
        otherwise: Some(Box::new(Reaction {
            command: PolicyCommand::Stock(stock, StockCommand::GiveBack { taken: taken.clone() }),
            request_id: taken.take.back_request(),
            otherwise: None,
        })),
    }
}

fn of_packet(event: &PacketEvent, event_id: Uuid) -> Option<Reaction> {
    match event {
        PacketEvent::PacketCreated { .. } | PacketEvent::PacketRevealed { .. } => None,
        PacketEvent::ShareClaimed(claimed) => Some(credit_share(claimed)),
        PacketEvent::PacketEnded { packet, refund, .. } => {
            return_promo(Returned::Packet(*packet), refund.usdt()?, event_id)
        }
    }
}

pub fn credit_share(claimed: &ShareClaimed) -> Reaction {
    let credit = CreditShare {
        packet: claimed.packet,
        slot: claimed.slot,
        prize: claimed.prize,
    };
    Reaction {
        command: PolicyCommand::Player(claimed.player, credit.into()),
        request_id: derived(&format!("credit_share:{}", claimed.slot), claimed.packet.0),
        otherwise: None,
    }
}

/// The commands of an allotment of the promo budget: the stocks of a pool, or the packet.
fn of_treasury(event: &TreasuryEvent) -> Vec<Reaction> {
    match event {
        TreasuryEvent::PromoAllotted {
            purpose: Allotment::Pool { day, shards, .. },
            amount,
            ..
        } => (0..*shards)
            .map(|shard| {
                let lot = Lot::Pool { day: *day, shard };
                Reaction {
                    request_id: derived("open_pool", lot.id().0),
                    command: PolicyCommand::Stock(
                        lot.id(),
                        StockCommand::Offer {
                            lot,
                            capacity: pool_shard(*amount, shard, *shards).minor(),
                            until: Some(day.next().start()),
                        },
                    ),
                    otherwise: None,
                }
            })
            .collect(),
        TreasuryEvent::PromoAllotted {
            purpose: Allotment::Packet { create },
            amount,
            ..
        } => {
            let packet = create.packet;
            vec![Reaction {
                command: PolicyCommand::RedPacket(packet, PacketCommand::Create(create.clone())),
                request_id: derived("create_packet", packet.0),
                otherwise: return_promo(Returned::Packet(packet), *amount, packet.0).map(Box::new),
            }]
        }
        TreasuryEvent::ReserveFunded { .. }
        | TreasuryEvent::UnmatchedReceived { .. }
        | TreasuryEvent::PaymentReturned { .. }
        | TreasuryEvent::PromoBudgetFunded { .. }
        | TreasuryEvent::PromoReturned { .. }
        | TreasuryEvent::StakesClosed { .. }
        | TreasuryEvent::StakesOpened { .. } => Vec::new(),
    }
}

/// No command for zero.
fn return_promo(source: Returned, amount: Usdt, cause: Uuid) -> Option<Reaction> {
    (amount > Usdt::ZERO).then(|| Reaction {
        command: PolicyCommand::Treasury(TreasuryCommand::ReturnPromo(ReturnPromo { source, amount })),
        request_id: derived("return_promo", cause),
        otherwise: None,
    })
}

#[cfg(test)]
mod tests;
