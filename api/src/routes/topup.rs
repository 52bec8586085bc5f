//! Top-up orders (domain §3.5). The player's stream opens an order and keeps the limits;
//! the state of an order is in the order's own stream, which the chain drives.

use crate::call::Call;
use crate::endpoint::{Answer, Data};
use crate::error::Failure;
use crate::tonconnect;
use crate::wire::body::Body;
use crate::wire::page;
use crate::wire::topup::{
    Order, TopupCancelBody, TopupCreateBody, TopupMessageBody, TopupMessageData, TopupOrderData, TopupRecordsBody,
    TopupRecordsData, TopupStatusBody, TopupSubmitBody,
};
use domain::ids::{OrderId, derived};
use domain::money::Usdt;
use domain::player::Event;
use domain::player::coupon::{OpenTopUp, TopUpOpened};
use domain::refusal::Refusal;
use domain::stream::Stream as _;
use domain::time::Timestamp;
use domain::topup::{self as order, TopUp, TopUpCommand};
use ledger::policies;
use ledger::{Plain, Request, StreamId, feed};
use projections::topups;
use serde_json::Value;
use sha2::{Digest, Sha256};
use ton::Address;

/// Opens an order. Its own stream is opened at once, so that the wallet's answer finds it.
pub async fn create(call: Call<TopupCreateBody>) -> Answer<TopupOrderData> {
    let amount = Usdt::parse(&call.body.amount).map_err(|_| Failure::invalid("amount"))?;
    let id = derived(&format!("topup:{}", call.player), call.body.req_id.0);
    let command = OpenTopUp {
        order_no: OrderId::number(id),
        channel: call.body.channel.clone(),
        amount,
    };
    let stored = call
        .execute(command, |outcome| {
            outcome.event(|event| match event {
                Event::TopUpOpened(opened) => Some(opened.clone()),
                _ => None,
            })
        })
        .await?;
    let ledger = call.app.ledger();
    let partition = ledger.partition_of(call.player.0);
    policies::apply_now(ledger, partition, call.written.position()).await;
    // What was opened is remembered; where to pay is this installation's own.
    let opened: TopUpOpened = serde_json::from_str(&stored.into_text()).map_err(|error| call.app.unreadable(&error))?;
    Ok(answer(&call, &opened, &TopUp::default()))
}

/// What the player's wallet is to sign, for an order that waits for its payment.
pub async fn message(call: Call<TopupMessageBody>) -> Answer<TopupMessageData> {
    let payer = Address::parse(&call.body.address).map_err(|_| Failure::invalid("address"))?;
    let id = StreamId::thing(OrderId::of(&call.body.order_no).0);
    let topup = call.app.ledger().topups().load(&id).await?.state;
    let order = topup.payable(call.player, call.now)?;
    // Without an account of the house there is nothing to pay to yet; the order waits.
    let deposit = call.app.settings().deposit.as_ref().ok_or(Failure::Busy)?;
    let message = tonconnect::payment(order, deposit, payer).ok_or_else(|| Failure::invalid("order_no"))?;
    Ok(Data::of(&TopupMessageData {
        valid_until: tonconnect::valid_until_s(order, call.now),
        messages: vec![message],
    }))
}

/// Says that the wallet signed.
pub async fn submit(call: Call<TopupSubmitBody>) -> Answer<TopupOrderData> {
    if call.body.boc.is_empty() {
        return Err(Failure::invalid("boc"));
    }
    let command = TopUpCommand::Submit {
        player: call.player,
        boc_hash: hex::encode(Sha256::digest(&call.body.boc)),
    };
    change(&call, &call.body.order_no, command).await
}

/// Says that the wallet will not pay.
pub async fn cancel(call: Call<TopupCancelBody>) -> Answer<TopupOrderData> {
    let command = TopUpCommand::Cancel {
        player: call.player,
        code: call.body.code,
    };
    change(&call, &call.body.order_no, command).await
}

/// A player's own step. An order that has changed since is no mistake of the player's: it is answered as it is.
async fn change<B: Body>(call: &Call<B>, order_no: &str, command: TopUpCommand) -> Answer<TopupOrderData> {
    own(call, order_no).await?;
    let ledger = call.app.ledger();
    let id = StreamId::thing(OrderId::of(order_no).0);
    let request = Request {
        actor: "player".to_owned(),
        ..Request::default()
    };
    let reply = ledger.topups().execute(&id, command, request, Plain).await?;
    policies::apply_now(ledger, ledger.partition_of(id.owner), reply.position).await;
    match reply.code {
        0 => order_of(call, order_no).await,
        code if code == Refusal::StateChanged.code() => order_of(call, order_no).await,
        code => Err(Failure::refused(code, &Value::Null)),
    }
}

/// How far an order is. Another player's is as unknown as none (T-31).
pub async fn status(call: Call<TopupStatusBody>) -> Answer<TopupOrderData> {
    order_of(&call, &call.body.order_no).await
}

/// The order as its own stream has it, if it is this player's.
async fn own<B: Body>(call: &Call<B>, order_no: &str) -> Result<(order::Order, TopUp), Failure> {
    let id = StreamId::thing(OrderId::of(order_no).0);
    let topup = call.app.ledger().topups().load(&id).await?.state;
    let order = topup.order.clone().filter(|order| order.player == call.player);
    Ok((order.ok_or_else(not_found)?, topup))
}

async fn order_of<B: Body>(call: &Call<B>, order_no: &str) -> Answer<TopupOrderData> {
    let (order, topup) = own(call, order_no).await?;
    let opened = opened_of(call, order).await?;
    Ok(answer(call, &opened, &topup))
}

/// The order as the player's stream opened it; for as long as the list is behind, as its own stream took it.
async fn opened_of<B: Body>(call: &Call<B>, order: order::Order) -> Result<TopUpOpened, Failure> {
    let (ledger, id) = (call.app.ledger(), OrderId::of(&order.order_no));
    let partition = ledger.partition_of(call.player.0);
    if let Some(opened) = topups::find(ledger.pool(), partition, call.player, id).await? {
        return Ok(opened);
    }
    let first = feed::read_stream_page(ledger.pool(), TopUp::TYPE, &id.to_string(), 0, 1).await?;
    Ok(TopUpOpened {
        order_no: order.order_no,
        channel: order.channel,
        amount: order.amount,
        valid_until: order.valid_until,
        proposal: None,
        at: first
            .first()
            .map_or(call.now, |created| Timestamp(created.recorded_at_ms)),
    })
}

fn answer<B: Body>(call: &Call<B>, opened: &TopUpOpened, topup: &TopUp) -> Data<TopupOrderData> {
    Data::of(&TopupOrderData {
        order: Order::of(opened, topup, call.app.settings().deposit.as_ref()),
    })
}

fn not_found() -> Failure {
    Failure::refused(Refusal::OrderNotFound.code(), &Value::Null)
}

/// The player's orders, newest first.
pub async fn records(call: Call<TopupRecordsBody>) -> Answer<TopupRecordsData> {
    let size = page::size(call.body.size)?;
    let before = page::after(call.body.last_id.as_deref(), order_id)?;
    let ledger = call.app.ledger();
    let partition = ledger.partition_of(call.player.0);
    let page = topups::page(ledger.pool(), partition, call.player, before, size).await?;
    let ids: Vec<OrderId> = page.lines.iter().map(|opened| OrderId::of(&opened.order_no)).collect();
    let states = topups::states(ledger.pool(), &ids).await?;
    let (fresh, deposit) = (TopUp::default(), call.app.settings().deposit.as_ref());
    let line = |opened: &TopUpOpened| {
        let state = states.get(&OrderId::of(&opened.order_no)).unwrap_or(&fresh);
        Order::of(opened, state, deposit)
    };
    Ok(Data::of(&TopupRecordsData {
        list: page.lines.iter().map(line).collect(),
        next_last_id: page.next().map_or_else(String::new, |last| last.order_no.clone()),
        has_more: page.has_more,
    }))
}

/// The order with this number; none for a text that is no order's number.
fn order_id(order_no: &str) -> Option<OrderId> {
    let is_number = order_no.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_number.then(|| OrderId::of(order_no))
}
