//! Top-up orders: what the chain reports about a payment (domain §3.5, rails §6). One
//! stream is one order; the player's own stream opens it, enforces the limits and books
//! the coupons (`player/coupon/topup.rs`).
//!
//! | state | event | next | order on the client |
//! |---|---|---|---|
//! | - | `TopUpCreated` | created | loading |
//! | created | `TopUpSubmitted`: the wallet signed | submitted | loading |
//! | created, submitted | `TopUpSeen`: a payment is on its way | loading | loading |
//! | created, submitted, loading | `TopUpFailed`: expired, denied, wrong asset | fail | fail |
//! | fail | `LatePaymentSeen` | loading | loading |
//! | any | `TopUpSucceeded`: a payment is final | success | success |
//!
//! A received payment is never rejected or lost: late, too little, too much, or a
//! second time with the same comment, the received amount is credited, each payment once, under
//! a key of transaction and logical time (threat T-37). The chain decides, not the client:
//! a denial only closes the order. The comment of the payment is the order's number.
//!
//! Nodes, wallets and balances are in other modules.

mod event;
#[cfg(test)]
mod tests;

pub use event::{FailReason, Order, TopUpCommand, TopUpEvent};

use crate::ids::PlayerId;
use crate::money::Usdt;
use crate::refusal::Refusal;
use crate::stream::{Context, Decision, Stream};
use crate::time::{DAY_MS, Timestamp};
use serde::{Deserialize, Serialize};

/// The largest payment that can be booked: a thousand million USDT, as on the player's stream (ASSUMED).
const AMOUNT_MAX: i64 = 1_000_000_000_000_000;
/// Longest name of a transaction and of a signed message's hash.
const NAME_MAX: usize = 128;
/// How long a payment that was seen may take after the order's time (ASSUMED: a day; it still counts later).
const SEEN_WAIT_MS: i64 = DAY_MS;

/// The state of an order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// It waits for the wallet.
    #[default]
    Created,
    /// The wallet signed.
    Submitted,
    /// A payment was seen and is not final.
    Loading,
    /// A payment is final.
    Success,
    /// The order failed.
    Fail,
}

impl State {
    /// The state of the on-chain order (domain §10.4).
    pub const fn order(self) -> &'static str {
        match self {
            State::Created | State::Submitted | State::Loading => "loading",
            State::Success => "success",
            State::Fail => "fail",
        }
    }
}

/// The stream of one order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TopUp {
    /// The order; `None` before it was created.
    pub order: Option<Order>,
    /// The current status.
    pub state: State,
    /// Why the order failed.
    pub reason: Option<FailReason>,
    /// The sum received for it.
    pub credited: Usdt,
    /// The transaction seen last.
    pub tx: Option<String>,
}

type Decided = Result<Decision<TopUpEvent>, Refusal>;

fn check_name(text: &str, name: &str) -> Result<(), Refusal> {
    let plain = (1..=NAME_MAX).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic());
    let field = name.to_owned();
    if plain {
        Ok(())
    } else {
        Err(Refusal::InvalidField { field })
    }
}

impl TopUp {
    fn order(&self) -> Result<&Order, Refusal> {
        self.order.as_ref().ok_or(Refusal::OrderNotFound)
    }

    /// The order, if it is this player's: an order of another player is not found.
    fn own(&self, player: PlayerId) -> Result<&Order, Refusal> {
        let own = self.order.as_ref().filter(|order| order.player == player);
        own.ok_or(Refusal::OrderNotFound)
    }

    fn create(&self, order: &Order) -> Decided {
        if self.order.is_some() {
            return Err(Refusal::StateChanged);
        }
        Ok(TopUpEvent::TopUpCreated { order: order.clone() }.into())
    }

    /// The refusal of a player's step on a failed order.
    fn check_waiting(&self) -> Result<(), Refusal> {
        match (self.state, self.reason) {
            (State::Created, _) => Ok(()),
            (State::Fail, Some(FailReason::Expired)) => Err(Refusal::OrderExpired),
            (State::Fail, _) => Err(Refusal::TransactionDenied),
            _ => Err(Refusal::StateChanged),
        }
    }

    /// The order, if this player may pay it now. Order of checks: the player's order, its
    /// state, its time.
    ///
    /// # Errors
    /// 5203 for another player's order, 5201 and 5202 for a failed one, 9003 for one that is already signed.
    pub fn payable(&self, player: PlayerId, now: Timestamp) -> Result<&Order, Refusal> {
        let order = self.own(player)?;
        self.check_waiting()?;
        if now >= order.valid_until {
            return Err(Refusal::OrderExpired);
        }
        Ok(order)
    }

    fn submit(&self, player: PlayerId, boc_hash: &str, now: Timestamp) -> Decided {
        self.payable(player, now)?;
        check_name(boc_hash, "boc")?;
        let boc_hash = boc_hash.to_owned();
        Ok(TopUpEvent::TopUpSubmitted { boc_hash }.into())
    }

    fn cancel(&self, player: PlayerId, code: i64) -> Decided {
        self.own(player)?;
        self.check_waiting()?;
        self.failed(FailReason::Denied, Some(code))
    }

    fn see(&self, tx: &str) -> Decided {
        self.order()?;
        check_name(tx, "tx")?;
        let tx = tx.to_owned();
        match self.state {
            State::Created | State::Submitted => Ok(TopUpEvent::TopUpSeen { tx }.into()),
            State::Fail => Ok(TopUpEvent::LatePaymentSeen { tx }.into()),
            State::Loading | State::Success => Err(Refusal::StateChanged),
        }
    }

    fn pay(&self, amount: Usdt, tx: &str, lt: u64, from_suspense: bool) -> Decided {
        let order = self.order()?;
        check_name(tx, "tx")?;
        if !(1..=AMOUNT_MAX).contains(&amount.minor()) {
            return Err(Refusal::InvalidAmount);
        }
        let paid = TopUpEvent::TopUpSucceeded {
            player: order.player,
            order_no: order.order_no.clone(),
            amount,
            tx: tx.to_owned(),
            lt,
            from_suspense,
        };
        let mut decision = Decision::from(paid);
        if self.state == State::Fail {
            decision
                .events
                .insert(0, TopUpEvent::LatePaymentSeen { tx: tx.to_owned() });
        }
        Ok(decision.claiming(format!("topup_paid:{tx}:{lt}"), Refusal::AlreadyReceived))
    }

    fn failed(&self, reason: FailReason, code: Option<i64>) -> Decided {
        let order = self.order()?;
        Ok(TopUpEvent::TopUpFailed {
            player: order.player,
            order_no: order.order_no.clone(),
            reason,
            code,
        }
        .into())
    }

    /// A token other than the pinned one was received; staff handle it.
    fn refuse_asset(&self) -> Decided {
        self.order()?;
        match self.state {
            State::Created | State::Submitted | State::Loading => self.failed(FailReason::WrongAsset, None),
            State::Success | State::Fail => Err(Refusal::StateChanged),
        }
    }

    fn expire(&self, now: Timestamp) -> Decided {
        let valid_until = self.order()?.valid_until;
        let over_at = match self.state {
            State::Created | State::Submitted => valid_until,
            State::Loading => valid_until.plus_ms(SEEN_WAIT_MS),
            State::Success | State::Fail => return Err(Refusal::StateChanged),
        };
        if now < over_at {
            return Err(Refusal::NotReadyYet { at: over_at.0 });
        }
        self.failed(FailReason::Expired, None)
    }
}

impl Stream for TopUp {
    const TYPE: &'static str = "topup";
    const STATE_VERSION: u16 = 1;
    type Command = TopUpCommand;
    type Event = TopUpEvent;

    fn decide(&self, command: &TopUpCommand, context: &Context) -> Decided {
        match command {
            TopUpCommand::Create(order) => self.create(order),
            TopUpCommand::Submit { player, boc_hash } => self.submit(*player, boc_hash, context.now),
            TopUpCommand::Cancel { player, code } => self.cancel(*player, *code),
            TopUpCommand::See { tx } => self.see(tx),
            TopUpCommand::Pay {
                amount,
                tx,
                lt,
                from_suspense,
            } => self.pay(*amount, tx, *lt, *from_suspense),
            TopUpCommand::RefuseAsset => self.refuse_asset(),
            TopUpCommand::Expire => self.expire(context.now),
        }
    }

    fn evolve(&mut self, event: &TopUpEvent) {
        match event {
            TopUpEvent::TopUpCreated { order } => self.order = Some(order.clone()),
            TopUpEvent::TopUpSubmitted { .. } => self.state = State::Submitted,
            TopUpEvent::TopUpSeen { tx } | TopUpEvent::LatePaymentSeen { tx } => {
                (self.state, self.reason) = (State::Loading, None);
                self.tx = Some(tx.clone());
            }
            TopUpEvent::TopUpSucceeded { amount, tx, .. } => {
                self.state = State::Success;
                self.tx = Some(tx.clone());
                self.credited += *amount;
            }
            TopUpEvent::TopUpFailed { reason, .. } => {
                (self.state, self.reason) = (State::Fail, Some(*reason));
            }
        }
    }
}
