//! The next step of one withdrawal (rails §2, §3, §5).
//!
//! ```text
//! approved ─▶ slot reserved ─▶ bound to the stream ─▶ signed and kept ─▶ sent … sent again ─▶ seen on the chain
//!    ▲                                                                                        │
//!    └── never executed, proved ◀─────────────────────────────────────────────────────────────┤
//!                                  paid: confirmed     came back, or executed without paying: failed, refunded
//! ```
//!
//! Every step reads what is stored and continues from there, so a step that was interrupted anywhere is repeated, by
//! this process or by another one at the same time: the first signature counts for both.
//! Decides nothing about money: the withdrawal's stream does.

mod mismatch;

use super::points::{Point, reach};
use super::sending::{cancel, retire, sign_and_send, taken, unpaid};
use super::slots::{self, Outcome, Reserved};
use super::{Rail, RailFault, Sight};
use domain::finding::Finding;
use domain::ids::WithdrawalId;
use domain::money::Usdt;
use domain::time::{HOUR_MS, Timestamp};
use domain::withdrawal::{Cause, NotPaid, Send, Slot, Standing, State, Terms, Withdrawal, WithdrawalCommand};
use ledger::policies;
use ledger::{Fault, Ledger, Plain, Reply, StreamId};

const ACTOR: &str = "system:payouts";
/// How far the chain may be behind our clock: a node that is further behind shows the past (rails §1.5).
const BEHIND_MS_MAX: i64 = 5 * 60_000;

/// Why a step was not taken.
#[derive(Debug, thiserror::Error)]
pub enum Halt {
    /// The rail does not answer; the next step tries again.
    #[error(transparent)]
    Rail(#[from] RailFault),
    /// The ledger does not.
    #[error(transparent)]
    Ledger(#[from] Fault),
    /// Something is wrong that a person has to look at: the wallet stops.
    #[error("payouts stop: {0}")]
    Alarm(Finding),
}

/// What a step leaves to those behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stepped {
    /// Nothing holds them up.
    On,
    /// This one waits for the hour's cap: a newer one that is begun would take the room that it waits for.
    HourFull,
}

/// Takes one withdrawal a step further.
///
/// # Errors
/// [`Halt`]; nothing is lost by it.
pub async fn step(ledger: &Ledger, rail: &dyn Rail, id: WithdrawalId) -> Result<Stepped, Halt> {
    let withdrawal = load(ledger, id).await?;
    if !is_of(rail, &withdrawal) {
        return Ok(Stepped::On);
    }
    match (withdrawal.state, out(&withdrawal)) {
        (State::Approved, _) => return begin(ledger, rail, id, &withdrawal).await,
        (_, Some(slot)) => follow(ledger, rail, id, &withdrawal, slot).await?,
        (_, None) => {}
    }
    Ok(Stepped::On)
}

/// Looks up a withdrawal that was sent and records that it was seen or is paid. Starts, signs and sends nothing, and
/// leaves a payment that did not arrive for the wallet's next step: this is what a stopped wallet still does.
///
/// # Errors
/// [`Halt`]; nothing is lost by it.
pub async fn watch(ledger: &Ledger, rail: &dyn Rail, id: WithdrawalId) -> Result<(), Halt> {
    let withdrawal = load(ledger, id).await?;
    let Some(slot) = out(&withdrawal).filter(|_| is_of(rail, &withdrawal)) else {
        return Ok(());
    };
    let reserved = bound(ledger, rail, &withdrawal, slot).await?;
    match rail.observe(&reserved.payment, &reserved.kept).await? {
        sight @ (Sight::Broadcast { .. } | Sight::Paid(_)) => {
            record_seen(ledger, rail, id, &withdrawal, slot, sight).await
        }
        Sight::Nothing | Sight::NotPaid(_) | Sight::Taken => Ok(()),
    }
}

/// True for a withdrawal to the rail's chain.
fn is_of(rail: &dyn Rail, withdrawal: &Withdrawal) -> bool {
    let request = withdrawal.request.as_ref();
    request.and_then(|request| request.terms.address.chain()) == Some(rail.chain())
}

/// The slot of a withdrawal that is out, as long as nothing wrong was seen of it.
fn out(withdrawal: &Withdrawal) -> Option<&Slot> {
    let is_out = matches!(withdrawal.state, State::Sent | State::Broadcast) && withdrawal.mismatch.is_none();
    withdrawal.slot.as_ref().filter(|_| is_out)
}

/// Another wallet's slot is not judged: this one's nodes and key would say that it was never paid, and it would be
/// paid again.
fn foreign(rail: &dyn Rail, id: WithdrawalId) -> Halt {
    let (wallet, name) = (rail.wallet(), rail.name());
    let text = format!(
        "withdrawal {id} has a slot of another wallet than {wallet} of {name}: the key or the chain was changed while it \
         was open"
    );
    let found = Finding::new("slot_of_other_wallet", text).with("withdrawal", id);
    Halt::Alarm(found.with("wallet", wallet).with("rail", name))
}

pub(super) async fn load(ledger: &Ledger, id: WithdrawalId) -> Result<Withdrawal, Fault> {
    Ok(ledger.withdrawals().load(&StreamId::thing(id.0)).await?.state)
}

/// Binds an approved withdrawal to a slot, once wallet, chain and player allow it.
async fn begin(ledger: &Ledger, rail: &dyn Rail, id: WithdrawalId, withdrawal: &Withdrawal) -> Result<Stepped, Halt> {
    let (Some(request), Some(digest)) = (&withdrawal.request, withdrawal.digest()) else {
        return Ok(Stepped::On);
    };
    let (terms, now) = (&request.terms, ledger.clock().now());
    let standing = standing(ledger, terms).await?;
    if withdrawal.may_be_sent(standing, &ledger.current_config()).is_err()
        || !may_begin(ledger, rail, terms, now).await?
    {
        return Ok(Stepped::On);
    }
    if !fits_the_hour(ledger, rail, terms, now).await? {
        return Ok(Stepped::HourFull);
    }
    if !rail.would_pay(&terms.address, terms.net()).await? {
        doubt(ledger, id, withdrawal).await?;
        return Ok(Stepped::On);
    }
    if let Some(reserved) = reserve(ledger, rail, terms, now).await? {
        let send = Send {
            slot: reserved.payment.slot,
            digest,
            standing,
        };
        bind(ledger, rail, id, send).await?;
    }
    Ok(Stepped::On)
}

/// Binds a withdrawal to its slot, and goes on with it.
async fn bind(ledger: &Ledger, rail: &dyn Rail, id: WithdrawalId, send: Send) -> Result<(), Halt> {
    let reply = issue(ledger, id, WithdrawalCommand::Send(send)).await?;
    if !reply.is_accepted() {
        tracing::info!(withdrawal.id = %id, code = reply.code, "an approved withdrawal is not sent yet");
        return Ok(());
    }
    reach(Point::AfterBound);
    let bound = load(ledger, id).await?;
    match &bound.slot {
        Some(slot) => follow(ledger, rail, id, &bound, slot).await,
        None => Ok(()),
    }
}

/// A slot that the withdrawal may be bound to; none for now when the one it had is over.
async fn reserve(ledger: &Ledger, rail: &dyn Rail, terms: &Terms, now: Timestamp) -> Result<Option<Reserved>, Halt> {
    let (pool, chain_time) = (ledger.pool(), rail.time().await?);
    let Some(reserved) = slots::reserve(pool, rail, terms, chain_time, now).await? else {
        // Or another worker has just ended the slot that was in the way: the next look reserves one.
        let is_elsewhere = slots::is_elsewhere(pool, rail, terms.withdrawal).await?;
        return if is_elsewhere {
            Err(foreign(rail, terms.withdrawal))
        } else {
            Ok(None)
        };
    };
    if reserved.payment.slot.valid_until <= now.max(chain_time) {
        // It was reserved long ago and never bound.
        return retire(ledger, rail, &reserved).await.map(|()| None);
    }
    check(&reserved, terms)?;
    reach(Point::AfterSlot);
    Ok(Some(reserved))
}

/// The player as the player is now (threat T-08).
async fn standing(ledger: &Ledger, terms: &Terms) -> Result<Standing, Fault> {
    let player = ledger.players().load(&StreamId::player(terms.player)).await?.state;
    Ok(Standing {
        kyc: player.identity.kyc,
        is_frozen: player.freeze.is_frozen,
    })
}

/// The token refuses this payment: a person looks at it before a number and a fee are lost (rails §3.10). What was to go
/// back to its sender is nobody's again.
async fn doubt(ledger: &Ledger, id: WithdrawalId, withdrawal: &Withdrawal) -> Result<(), Halt> {
    let (by, reason) = (ACTOR.to_owned(), "The token refuses this payment".to_owned());
    let command = match withdrawal.returns {
        Some(_) => WithdrawalCommand::Fail { reason, proof: None },
        None => WithdrawalCommand::Flag { by, reason },
    };
    let reply = issue(ledger, id, command).await?;
    tracing::warn!(withdrawal.id = %id, code = reply.code, "the token refuses a payment: somebody has to look");
    Ok(())
}

/// A wallet that cannot pay must not burn numbers; a chain that stands still must not be signed for. What other
/// slots may still take, of USDT and of the chain's own fees, is not there for this one.
async fn may_begin(ledger: &Ledger, rail: &dyn Rail, terms: &Terms, now: Timestamp) -> Result<bool, Halt> {
    let (holding, chain_time) = (rail.spendable().await?, rail.time().await?);
    let promised = slots::promised(ledger.pool(), rail, terms.withdrawal).await?;
    let gas_of_all = rail.gas_min().saturating_mul(u128::from(promised.payments) + 1);
    let (can_pay, behind_ms) = (
        holding.usdt - promised.usdt >= terms.net() && holding.gas >= gas_of_all,
        now.since(chain_time),
    );
    if !can_pay {
        tracing::warn!(rail = rail.name(), usdt = %holding.usdt, gas = holding.gas, "the wallet cannot pay what waits");
    }
    if behind_ms > BEHIND_MS_MAX {
        tracing::warn!(rail = rail.name(), behind_ms, "the chain stands still, or the nodes do");
    }
    Ok(can_pay && behind_ms <= BEHIND_MS_MAX)
}

/// A limit on what leaves the wallet within an hour. A slot that is reserved already was counted before. A payment
/// beyond the cap goes alone, in an hour in which nothing else went: it never fits, and people approved it.
async fn fits_the_hour(ledger: &Ledger, rail: &dyn Rail, terms: &Terms, now: Timestamp) -> Result<bool, Halt> {
    let pool = ledger.pool();
    if slots::live(pool, rail, terms.withdrawal).await?.is_some() {
        return Ok(true);
    }
    let out = slots::reserved_since(pool, rail, now.plus_ms(-HOUR_MS)).await?;
    let fits = out == Usdt::ZERO || out + terms.net() <= rail.caps().hour;
    if !fits {
        tracing::warn!(rail = rail.name(), %out, withdrawal.id = %terms.withdrawal, "a payout waits: the hour is full");
    }
    Ok(fits)
}

/// The slot's row and the stream must say the same; nothing is signed for a row that does not.
fn check(reserved: &Reserved, terms: &Terms) -> Result<(), Halt> {
    let payment = &reserved.payment;
    let same = reserved.withdrawal == terms.withdrawal
        && payment.address == terms.address
        && payment.comment == terms.comment
        && payment.amount == terms.net();
    if same {
        Ok(())
    } else {
        let text = format!("the slot of withdrawal {} is not for its terms", terms.withdrawal);
        let found = Finding::new("slot_terms_differ", text);
        Err(Halt::Alarm(found.with("withdrawal", terms.withdrawal)))
    }
}

/// Signs, sends, reads the chain and records what it shows.
async fn follow(
    ledger: &Ledger,
    rail: &dyn Rail,
    id: WithdrawalId,
    withdrawal: &Withdrawal,
    slot: &Slot,
) -> Result<(), Halt> {
    let reserved = bound(ledger, rail, withdrawal, slot).await?;
    match rail.observe(&reserved.payment, &reserved.kept).await? {
        Sight::Nothing if reserved.kept.is_empty() && is_stopped(ledger, withdrawal).await? => {
            tracing::info!(withdrawal.id = %id, "a withdrawal is bound to a slot and may not be signed");
            cancel(ledger, rail, &reserved).await
        }
        Sight::Nothing => sign_and_send(ledger, rail, &reserved).await,
        Sight::NotPaid(proof) => {
            unpaid(rail, &reserved)?;
            end(ledger, id, slot, Outcome::NotPaid, refused(proof)).await
        }
        Sight::Taken => taken(ledger, &reserved).await,
        seen => record_seen(ledger, rail, id, withdrawal, slot, seen).await,
    }
}

/// Whether what allowed a withdrawal to be bound holds no more: a freeze of its player or a stop of all withdrawals is
/// there to keep money in the house, and what nobody has signed is in the house. What was signed goes on: it may be on
/// its way already.
async fn is_stopped(ledger: &Ledger, withdrawal: &Withdrawal) -> Result<bool, Fault> {
    let Some(request) = &withdrawal.request else {
        return Ok(true);
    };
    let unbound = Withdrawal {
        state: State::Approved,
        ..withdrawal.clone()
    };
    let standing = standing(ledger, &request.terms).await?;
    Ok(unbound.may_be_sent(standing, &ledger.current_config()).is_err())
}

/// The slot that the stream is bound to, as it was reserved: the rail's own wallet's, and for the terms.
async fn bound(ledger: &Ledger, rail: &dyn Rail, withdrawal: &Withdrawal, slot: &Slot) -> Result<Reserved, Halt> {
    let unopened = || {
        let text = "a withdrawal is out that was never asked for";
        Halt::Alarm(Finding::new("withdrawal_never_asked", text))
    };
    let terms = &withdrawal.request.as_ref().ok_or_else(unopened)?.terms;
    let id = terms.withdrawal;
    if (slot.rail.as_str(), slot.wallet.as_str()) != (rail.name(), rail.wallet()) {
        return Err(foreign(rail, id));
    }
    let found = slots::find(ledger.pool(), slot).await?;
    let reserved = found.ok_or_else(|| {
        let text = format!("withdrawal {id} is bound to a slot that is not known");
        Halt::Alarm(Finding::new("slot_unknown", text).with("withdrawal", id))
    })?;
    check(&reserved, terms)?;
    Ok(reserved)
}

/// Records what was seen of a payment that arrived.
async fn record_seen(
    ledger: &Ledger,
    rail: &dyn Rail,
    id: WithdrawalId,
    withdrawal: &Withdrawal,
    slot: &Slot,
    sight: Sight,
) -> Result<(), Halt> {
    match sight {
        Sight::Paid(receipt) => {
            mismatch::stop(ledger, rail, id, withdrawal, &receipt).await?;
            end(ledger, id, slot, Outcome::Paid, WithdrawalCommand::Confirm(receipt)).await
        }
        Sight::Broadcast { tx } if withdrawal.state == State::Sent => {
            issue(ledger, id, WithdrawalCommand::Broadcast { tx }).await.map(drop)
        }
        _ => Ok(()),
    }
}

/// What was never executed is sent again through another slot; what came back goes back to the player.
fn refused(proof: NotPaid) -> WithdrawalCommand {
    match &proof.cause {
        Cause::NeverProcessed { .. } | Cause::Cancelled { .. } => WithdrawalCommand::CloseSlot(proof),
        Cause::Bounced { .. } => failed("The payment came back", proof),
        Cause::NoPayment { .. } => failed("The payment was not carried out", proof),
    }
}

fn failed(reason: &str, proof: NotPaid) -> WithdrawalCommand {
    let reason = reason.to_owned();
    WithdrawalCommand::Fail {
        reason,
        proof: Some(proof),
    }
}

/// The guard has the outcome before the stream has: a second slot is impossible while the first may have paid.
async fn end(
    ledger: &Ledger,
    id: WithdrawalId,
    slot: &Slot,
    outcome: Outcome,
    command: WithdrawalCommand,
) -> Result<(), Halt> {
    reach(Point::AfterSeen);
    if let WithdrawalCommand::CloseSlot(NotPaid {
        cause: Cause::NeverProcessed { chain_time },
        ..
    }) = &command
    {
        // The rule asks for a margin; until it is over nothing is proved.
        let margin_ms = ledger.current_config().withdraw.expiry_margin_ms;
        if chain_time.since(slot.valid_until) < margin_ms {
            return Ok(());
        }
    }
    slots::end(ledger.pool(), slot, outcome, ledger.clock().now()).await?;
    reach(Point::AfterOutcome);
    let reply = issue(ledger, id, command).await?;
    if !reply.is_accepted() {
        tracing::info!(withdrawal.id = %id, code = reply.code, "the end of a withdrawal was recorded before");
    }
    match load(ledger, id).await?.mismatch {
        Some(_) => Err(Halt::Alarm(mismatch::finding(id))),
        None => Ok(()),
    }
}

async fn issue(ledger: &Ledger, id: WithdrawalId, command: WithdrawalCommand) -> Result<Reply, Halt> {
    let stream = StreamId::thing(id.0);
    let handler = ledger.withdrawals();
    let reply = handler
        .execute(&stream, command, ledger::Request::without_id(ACTOR), Plain)
        .await;
    let reply = reply.map_err(|error| Halt::Ledger(Fault::Unknown(error.to_string())))?;
    reach(Point::AfterRecorded);
    policies::apply_now(ledger, ledger.partition_of(id.0), reply.position).await;
    Ok(reply)
}
