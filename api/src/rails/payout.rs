//! One withdrawal, one step further (RAILS §B2, §B3, §B5).
//!
//! ```text
//! approved ─▶ slot reserved ─▶ bound to the stream ─▶ signed and kept ─▶ sent … sent again ─▶ seen on the chain
//!    ▲                                                                                        │
//!    └── never executed, proved ◀─────────────────────────────────────────────────────────────┤
//!                                  paid: confirmed     came back, or executed without paying: failed, refunded
//! ```
//!
//! Every step looks at what is written and goes on from there, so a step that was cut off anywhere is taken
//! again, by this process or by another one at the same time: both sign the same bytes for the same slot.
//! Decides nothing about money: the withdrawal's stream does.

use super::points::{self, Point, reach};
use super::slots::{self, Outcome, Reserved};
use super::ton::GAS_MIN;
use super::{Rail, RailFault, Sight, Signed};
use crate::reaction;
use crate::work::clock;
use domain::ids::WithdrawalId;
use domain::time::{HOUR_MS, Timestamp};
use domain::withdrawal::{Cause, NotPaid, Send, Slot, Standing, State, Terms, Withdrawal, WithdrawalCommand};
use ledger::{Fault, Ledger, Plain, Reply, StreamId};

/// Who acts.
const ACTOR: &str = "system:payouts";
/// First number of the places of a planted defect: far from those that slots have.
const SECOND_PAYMENTS: u64 = 1_000_000;
/// How far the chain may be behind our clock: a node that is further behind shows yesterday (RAILS §A5).
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
    Alarm(String),
}

/// Takes one withdrawal a step further.
///
/// # Errors
/// [`Halt`]; nothing is lost by it.
pub async fn step(ledger: &Ledger, rail: &dyn Rail, id: WithdrawalId) -> Result<(), Halt> {
    let withdrawal = load(ledger, id).await?;
    match (withdrawal.state, &withdrawal.slot) {
        (State::Approved, _) => begin(ledger, rail, id, &withdrawal).await,
        (State::Sent | State::Broadcast, Some(slot)) if withdrawal.mismatch.is_none() => {
            follow(ledger, rail, id, &withdrawal, slot).await
        }
        _ => Ok(()),
    }
}

async fn load(ledger: &Ledger, id: WithdrawalId) -> Result<Withdrawal, Fault> {
    Ok(ledger.withdrawals().load(&StreamId::thing(id.0)).await?.state)
}

/// Binds an approved withdrawal to a slot, once wallet, chain and player allow it.
async fn begin(ledger: &Ledger, rail: &dyn Rail, id: WithdrawalId, withdrawal: &Withdrawal) -> Result<(), Halt> {
    let (Some(request), Some(digest)) = (&withdrawal.request, withdrawal.digest()) else {
        return Ok(());
    };
    let (terms, now) = (&request.terms, ledger.clock().now());
    let paused = ledger.current_config().withdraw.paused;
    if paused || !may_begin(rail, terms, now).await? || !fits_the_hour(ledger, rail, terms, now).await? {
        return Ok(());
    }
    let chain_time = rail.time().await?;
    let reserved = slots::reserve(ledger.pool(), rail, terms, chain_time, now).await?;
    let slot = &reserved.payment.slot;
    if slot.valid_until <= now.max(chain_time) && reserved.signed.is_none() {
        // It was reserved long ago and never bound: nothing can be signed for it any more.
        slots::end(ledger.pool(), slot, Outcome::Void, now).await?;
        return Ok(());
    }
    check(&reserved, terms)?;
    reach(Point::AfterSlot);
    let player = ledger.players().load(&StreamId::player(terms.player)).await?.state;
    let standing = Standing {
        kyc: player.identity.kyc,
        is_frozen: player.freeze.is_frozen,
    };
    let send = Send {
        slot: slot.clone(),
        digest,
        standing,
    };
    let reply = tell(ledger, id, WithdrawalCommand::Send(send)).await?;
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

/// A wallet that cannot pay must not burn numbers; a chain that stands still must not be signed for.
async fn may_begin(rail: &dyn Rail, terms: &Terms, now: Timestamp) -> Result<bool, Halt> {
    let (holding, chain_time) = (rail.holding().await?, rail.time().await?);
    let (can_pay, behind_ms) = (
        holding.usdt >= terms.net() && holding.gas >= GAS_MIN,
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

/// A wallet empties by the hour at most, whoever asks for it. A slot that is reserved already has its place.
async fn fits_the_hour(ledger: &Ledger, rail: &dyn Rail, terms: &Terms, now: Timestamp) -> Result<bool, Halt> {
    let pool = ledger.pool();
    if slots::live(pool, terms.withdrawal).await?.is_some() {
        return Ok(true);
    }
    let out = slots::reserved_since(pool, rail, now.plus_ms(-HOUR_MS)).await?;
    let fits = out + terms.net() <= rail.caps().hour;
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
        Err(Halt::Alarm(format!(
            "the slot of withdrawal {} is not for its terms",
            terms.withdrawal
        )))
    }
}

/// Signs, sends, looks at the chain and tells what it shows.
async fn follow(
    ledger: &Ledger,
    rail: &dyn Rail,
    id: WithdrawalId,
    withdrawal: &Withdrawal,
    slot: &Slot,
) -> Result<(), Halt> {
    let Some(request) = &withdrawal.request else {
        return Ok(());
    };
    let found = slots::find(ledger.pool(), slot).await?;
    let reserved = found.ok_or_else(|| Halt::Alarm(format!("withdrawal {id} is bound to a slot that is not known")))?;
    check(&reserved, &request.terms)?;
    let signed = match &reserved.signed {
        Some(signed) => Some(signed.clone()),
        None => sign(ledger, rail, &reserved).await?,
    };
    match rail.observe(&reserved.payment).await? {
        Sight::Nothing => {
            if let Some(signed) = signed {
                send(ledger, rail, &reserved, &signed).await?;
            }
            Ok(())
        }
        Sight::Broadcast { tx } if withdrawal.state == State::Sent => {
            tell(ledger, id, WithdrawalCommand::Broadcast { tx }).await.map(drop)
        }
        Sight::Broadcast { .. } => Ok(()),
        Sight::Paid(receipt) => end(ledger, id, slot, Outcome::Paid, WithdrawalCommand::Confirm(receipt)).await,
        Sight::NotPaid(proof) => end(ledger, id, slot, Outcome::NotPaid, refused(proof)).await,
    }
}

/// A slot whose time is over is not signed any more: what is not signed is proved never executed.
async fn sign(ledger: &Ledger, rail: &dyn Rail, reserved: &Reserved) -> Result<Option<Signed>, Halt> {
    let now = ledger.clock().now();
    if reserved.payment.slot.valid_until <= now {
        return Ok(None);
    }
    let signed = slots::keep(ledger.pool(), reserved, rail.sign(&reserved.payment)?, now).await?;
    reach(Point::AfterSigned);
    Ok(Some(signed))
}

/// What is sent is read back each time: bytes that say anything else stop the wallet.
async fn send(ledger: &Ledger, rail: &dyn Rail, reserved: &Reserved, signed: &Signed) -> Result<(), Halt> {
    if !rail.is(&signed.body, &reserved.payment) {
        let withdrawal = reserved.withdrawal;
        return Err(Halt::Alarm(format!(
            "the message kept for withdrawal {withdrawal} pays something else"
        )));
    }
    if reserved.payment.slot.valid_until > ledger.clock().now() {
        rail.send(&signed.body).await;
        if points::pays_twice() {
            pay_again(rail, reserved).await?;
        }
        reach(Point::AfterSend);
    }
    Ok(())
}

/// The defect that a drill plants to see that it is noticed: a payment through a place that no slot knows.
async fn pay_again(rail: &dyn Rail, reserved: &Reserved) -> Result<(), RailFault> {
    let mut again = reserved.payment.clone();
    let number = u64::try_from(reserved.number).unwrap_or_default() + SECOND_PAYMENTS;
    again.slot.query_id = rail.place(number, rail.time().await?)?.slot.query_id;
    rail.send(&rail.sign(&again)?.body).await;
    Ok(())
}

/// What was never executed is sent again through another slot; what came back goes back to the player.
fn refused(proof: NotPaid) -> WithdrawalCommand {
    match &proof.cause {
        Cause::NeverProcessed { .. } => WithdrawalCommand::CloseSlot(proof),
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
    let reply = tell(ledger, id, command).await?;
    if !reply.is_accepted() {
        tracing::info!(withdrawal.id = %id, code = reply.code, "an end was told before");
    }
    let after = load(ledger, id).await?;
    match after.mismatch {
        Some(_) => Err(Halt::Alarm(format!("withdrawal {id} was paid otherwise than approved"))),
        None => Ok(()),
    }
}

async fn tell(ledger: &Ledger, id: WithdrawalId, command: WithdrawalCommand) -> Result<Reply, Halt> {
    let stream = StreamId::thing(id.0);
    let door = ledger.withdrawals();
    let reply = door.execute(&stream, command, clock::request(ACTOR), Plain).await;
    let reply = reply.map_err(|error| Halt::Ledger(Fault::Unknown(error.to_string())))?;
    reach(Point::AfterTold);
    reaction::at_once(ledger, ledger.partition_of(id.0), reply.position).await;
    Ok(reply)
}
