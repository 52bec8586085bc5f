//! Top-up orders (domain §3.5).

use super::body::body;
use domain::player::coupon::TopUpOpened;
use domain::topup::{State, TopUp};
use serde::Serialize;
use utoipa::ToSchema;

body! {
    /// Opens an order.
    TopupCreateBody(ts, token, req_id) {
        /// How to pay: `ton_usdt`, or another one that is switched on.
        channel: String,
        /// How much: USDT with up to 6 decimals.
        amount: String,
    }
}

/// How far an order is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum OrderState {
    /// It waits for the wallet.
    Created,
    /// The wallet signed.
    Submitted,
    /// A payment is on its way.
    Loading,
    /// A payment is final.
    Success,
    /// Nobody waits any more.
    Fail,
}

impl From<State> for OrderState {
    fn from(state: State) -> OrderState {
        match state {
            State::Created => OrderState::Created,
            State::Submitted => OrderState::Submitted,
            State::Loading => OrderState::Loading,
            State::Success => OrderState::Success,
            State::Fail => OrderState::Fail,
        }
    }
}

/// How to pay an order.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OrderPay {
    /// The account that is paid.
    pub to: String,
    /// The token that counts; anything else stays with staff.
    pub jetton_master: String,
    /// What must go with the payment: the order's number.
    pub comment: String,
    /// Until when, in milliseconds.
    pub valid_until: i64,
}

/// A top-up order.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Order {
    /// Its number, which is the comment of the payment.
    pub order_no: String,
    /// How it is paid.
    pub channel: String,
    /// How much was ordered, USDT with 6 decimals.
    pub amount: String,
    /// How much came; null while nothing did.
    #[schema(required)]
    pub credited: Option<String>,
    /// How far it is.
    pub state: OrderState,
    /// Why nobody waits any more: `expired`, `denied` or `wrong_asset`.
    #[schema(required)]
    pub reason: Option<String>,
    /// How to pay it; null once nobody waits, and while the house has no account on that channel.
    #[schema(required)]
    pub pay: Option<OrderPay>,
    /// The transaction that was seen last.
    #[schema(required)]
    pub tx: Option<String>,
    /// When it was opened, in milliseconds.
    pub created_at: i64,
}

/// The house's account that orders of a channel are paid to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deposit {
    /// The account.
    pub to: String,
    /// The token that counts.
    pub jetton_master: String,
}

impl Order {
    /// An order with how far its own stream is.
    pub fn of(opened: &TopUpOpened, topup: &TopUp, deposit: Option<&Deposit>) -> Order {
        let waits = matches!(topup.state, State::Created | State::Submitted);
        let pay = deposit.filter(|_| waits).map(|deposit| OrderPay {
            to: deposit.to.clone(),
            jetton_master: deposit.jetton_master.clone(),
            comment: opened.order_no.clone(),
            valid_until: opened.valid_until.0,
        });
        Order {
            order_no: opened.order_no.clone(),
            channel: opened.channel.clone(),
            amount: opened.amount.to_string(),
            credited: (!topup.credited.is_zero()).then(|| topup.credited.to_string()),
            state: topup.state.into(),
            reason: topup.reason.map(|reason| reason.name().to_owned()),
            pay,
            tx: topup.tx.clone(),
            created_at: opened.at.0,
        }
    }
}

/// One order.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TopupOrderData {
    /// The order.
    pub order: Order,
}

body! {
    /// Asks for what the player's wallet is to sign.
    TopupMessageBody(ts, token, min_position?) {
        /// Which order.
        order_no: String,
        /// The paying account, as the wallet gave it: `workchain:hex` or a friendly address.
        address: String,
    }
}

/// A message that the paying wallet sends, as TON Connect words it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct WalletMessage {
    /// To whom: the payer's own account of the token.
    pub address: String,
    /// Nanotons that go along for the fees; what is not used comes back to the payer.
    pub amount: String,
    /// The body: a jetton transfer with the order's amount and comment, a bag of cells in base64.
    pub payload: String,
}

/// What the wallet is to sign.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TopupMessageData {
    /// Until when the wallet may send it, in seconds.
    pub valid_until: i64,
    /// The messages.
    pub messages: Vec<WalletMessage>,
}

body! {
    /// Says that the wallet signed a payment.
    TopupSubmitBody(ts, token) {
        /// Which order.
        order_no: String,
        /// The signed message, base64 as the wallet gave it.
        boc: String,
    }
}

body! {
    /// Says that the wallet will not pay.
    TopupCancelBody(ts, token) {
        /// Which order.
        order_no: String,
        /// The wallet's code; 300 is a denial by the player.
        code: i64,
    }
}

body! {
    /// Asks how far an order is.
    TopupStatusBody(ts, token, min_position?) {
        /// Which order.
        order_no: String,
    }
}

body! {
    /// Asks for the orders, newest first.
    TopupRecordsBody(ts, token, min_position?) {
        /// `next_last_id` of the page before; empty for the newest.
        #[schema(nullable = false)]
        last_id: Option<String>,
        /// Lines, 1 to 50; 20 when absent.
        #[schema(nullable = false, minimum = 1, maximum = 50)]
        size: Option<u32>,
    }
}

/// A page of orders.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TopupRecordsData {
    /// Newest first.
    pub list: Vec<Order>,
    /// Asks for the next page; empty after the last.
    pub next_last_id: String,
    /// Whether older ones exist.
    pub has_more: bool,
}
