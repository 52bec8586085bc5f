//! Reads the payments that the house received and credits them; stops the wallet when it paid something unknown.
//!
//! Deposits are kept and credited whatever the wallet did: an alarm stops payouts and no deposit.
//!
//! A payment is kept before it is credited, so a crash between loses nothing; the order's stream takes it once,
//! under transaction and logical time, so a second process credits nothing twice. Late, too much, too little or
//! twice: what came is credited. What names no order stays with staff, on the suspense account (rails §6).

use super::payout::Halt;
use super::slots::{self, messages};
use super::{Incoming, News, Rail, incoming, outgoing};
use domain::finding::Finding;
use domain::ids::OrderId;
use domain::refusal::Refusal;
use domain::topup::TopUpCommand;
use domain::treasury::{ReceiveUnmatched, TreasuryCommand};
use ledger::policies;
use ledger::{Fault, Ledger, Plain, RESERVE_STREAM, Reply, Request, StreamId};
use sqlx::PgPool;

const ACTOR: &str = "system:scan";
/// Longest comment that may name an order.
const NUMBER_MAX: usize = 64;

/// Reads on from where the last look ended, then credits.
///
/// # Errors
/// [`Halt`]; the next look goes on from where this one stood.
pub async fn scan(ledger: &Ledger, rail: &dyn Rail) -> Result<(), Halt> {
    let pool = ledger.pool();
    let since = incoming::cursors(pool, rail).await?;
    let news = rail.news(since).await?;
    let alarm = unexplained(pool, rail, &news).await?;
    let strange = outgoing::unexplained(pool, rail, &news).await?;
    outgoing::keep(pool, rail, &strange, ledger.clock().now()).await?;
    let mut reached = news.reached;
    if alarm.is_some() {
        // The wallet's own account is read again until a person has looked: the alarm must outlive a crash.
        reached.wallet = since.wallet;
    }
    let mut payments: Vec<(Incoming, Option<String>)> = Vec::with_capacity(news.incoming.len());
    for payment in news.incoming {
        let order_no = order_of(ledger, payment.comment.as_deref()).await?;
        payments.push((payment, order_no));
    }
    if alarm.is_none() {
        refuse(ledger, &news.wrong_asset).await?;
    }
    if reached != since {
        incoming::keep(pool, rail, &payments, reached, ledger.clock().now()).await?;
    }
    let booked = book(ledger, rail).await;
    match alarm {
        Some(reason) => Err(Halt::Alarm(reason)),
        None => booked,
    }
}

/// Books what was kept and is not in the books yet: what names no order to the suspense account, the rest to its order.
///
/// # Errors
/// As [`credit`].
pub async fn book(ledger: &Ledger, rail: &dyn Rail) -> Result<(), Halt> {
    suspend(ledger, rail).await?;
    credit(ledger, rail).await
}

/// The treasury's stream takes a payment once, under its key; the row notes that afterwards. Whoever ends in between is
/// refused the second time, and notes it then.
async fn suspend(ledger: &Ledger, rail: &dyn Rail) -> Result<(), Halt> {
    let now = ledger.clock().now();
    for unnamed in incoming::to_suspend(ledger.pool(), rail).await? {
        let (payment, amount) = (unnamed.payment.key(rail.name()), unnamed.payment.amount);
        if let Some(order_no) = &unnamed.order_no
            && incoming::credited(ledger.pool(), &payment, order_no, now).await?
        {
            // Before there was a suspense account, what staff assigned was booked to custody by the order itself.
            continue;
        }
        let tx = payment.tx.clone();
        let receive = TreasuryCommand::ReceiveUnmatched(ReceiveUnmatched {
            payment: payment.clone(),
            amount,
        });
        let (id, request) = (StreamId::house(RESERVE_STREAM), Request::without_id(ACTOR));
        let reply = ledger.treasury().execute(&id, receive, request, Plain).await;
        let reply = reply.map_err(|error| Halt::Ledger(Fault::Unknown(error.to_string())))?;
        if reply.is_accepted() || reply.code == Refusal::AlreadyReceived.code() {
            incoming::suspended(ledger.pool(), &payment, now).await?;
        } else {
            tracing::error!(code = reply.code, tx, "a payment of nobody was not booked");
        }
    }
    Ok(())
}

/// What the wallet executed and no message here explains: a database restored from a backup, or a stolen key (case
/// T-60). Every payment might be a second one.
async fn unexplained(pool: &PgPool, rail: &dyn Rail, news: &News) -> Result<Option<Finding>, Fault> {
    let unknown = messages::unknown(pool, &news.executed).await?;
    if let Some(first) = unknown.first() {
        let text = format!("the wallet executed the message {first}, which is not known here");
        return Ok(Some(Finding::new("message_unknown", text).with("message", first)));
    }
    let slots = slots::count(pool, rail).await?;
    let used = news.used.filter(|used| *used > slots);
    Ok(used.map(|used| {
        let text = format!("the wallet executed {used} numbers, {slots} are known here");
        let found = Finding::new("numbers_unknown", text);
        found.with("used", used).with("known", slots)
    }))
}

/// Orders that were paid with something else.
async fn refuse(ledger: &Ledger, wrong_asset: &[String]) -> Result<(), Halt> {
    for comment in wrong_asset {
        if let Some(order_no) = order_of(ledger, Some(comment)).await? {
            issue(ledger, &order_no, TopUpCommand::RefuseAsset).await?;
        }
    }
    Ok(())
}

/// The order that a comment names, if there is one.
async fn order_of(ledger: &Ledger, comment: Option<&str>) -> Result<Option<String>, Fault> {
    let number = comment.map_or("", str::trim);
    let plain = (1..=NUMBER_MAX).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if !plain {
        return Ok(None);
    }
    let id = StreamId::thing(OrderId::of(number).0);
    let order = ledger.topups().load(&id).await?.state.order;
    Ok(order
        .filter(|order| order.order_no == number)
        .map(|order| order.order_no))
}

/// Credits what is an order's and not credited yet.
///
/// # Errors
/// [`Halt`] of the ledger; an alarm for a payment that neither its comment nor two people gave to its order, and for one
/// that this service did not see on the chain.
pub async fn credit(ledger: &Ledger, rail: &dyn Rail) -> Result<(), Halt> {
    for claimed in incoming::to_credit(ledger.pool(), rail).await? {
        let payment = &claimed.payment;
        if let Some(fault) = claimed.fault() {
            // The last ones of the list: what is an order's was credited before.
            return Err(Halt::Alarm(fault));
        }
        if !claimed.is_named && !claimed.in_suspense {
            // It is credited out of the suspense account and from nowhere else: the next look books it there first.
            continue;
        }
        let see = TopUpCommand::See { tx: payment.tx.clone() };
        issue(ledger, &claimed.order_no, see).await?;
        let pay = TopUpCommand::Pay {
            amount: payment.amount,
            tx: payment.tx.clone(),
            lt: payment.lt,
            from_suspense: claimed.in_suspense,
        };
        let reply = issue(ledger, &claimed.order_no, pay).await?;
        if reply.is_accepted() || reply.code == Refusal::AlreadyReceived.code() {
            let (key, now) = (payment.key(rail.name()), ledger.clock().now());
            let is_noted = incoming::credited(ledger.pool(), &key, &claimed.order_no, now).await?;
            if !is_noted {
                tracing::warn!(
                    tx = payment.tx,
                    "a payment was noted by another process, or another one like it was credited"
                );
            }
        } else {
            tracing::error!(
                code = reply.code,
                tx = payment.tx,
                "a payment was not credited to its order"
            );
        }
    }
    Ok(())
}

async fn issue(ledger: &Ledger, order_no: &str, command: TopUpCommand) -> Result<Reply, Halt> {
    let id = StreamId::thing(OrderId::of(order_no).0);
    let reply = ledger
        .topups()
        .execute(&id, command, Request::without_id(ACTOR), Plain)
        .await;
    let reply = reply.map_err(|error| Halt::Ledger(Fault::Unknown(error.to_string())))?;
    policies::apply_now(ledger, ledger.partition_of(id.owner), reply.position).await;
    Ok(reply)
}
