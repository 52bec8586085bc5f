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
//! again, by this process or by another one at the same time: whoever signs first has signed for both.
//! Decides nothing about money: the withdrawal's stream does.

use super::points::{Point, reach};
use super::sending::{retire, sign_and_send, taken};
use super::slots::{self, Outcome, Reserved};
use super::{Rail, RailFault, Sight};
use crate::reaction;
use crate::work::clock;
use domain::ids::WithdrawalId;
use domain::time::{HOUR_MS, Timestamp};
use domain::withdrawal::{Cause, NotPaid, Send, Slot, Standing, State, Terms, Withdrawal, WithdrawalCommand};
use ledger::{Fault, Ledger, Plain, Reply, StreamId};

/// Who acts.
const ACTOR: &str = "system:payouts";
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
    let chain = withdrawal
        .request
        .as_ref()
        .and_then(|request| request.terms.address.chain());
    if chain != Some(rail.chain()) {
        return Ok(());
    }
    match (withdrawal.state, &withdrawal.slot) {
        (State::Approved, _) => begin(ledger, rail, id, &withdrawal).await,
        (State::Sent | State::Broadcast, Some(slot)) if withdrawal.mismatch.is_none() => {
            follow(ledger, rail, id, &withdrawal, slot).await
        }
        _ => Ok(()),
    }
}

pub(super) async fn load(ledger: &Ledger, id: WithdrawalId) -> Result<Withdrawal, Fault> {
    Ok(ledger.withdrawals().load(&StreamId::thing(id.0)).await?.state)
}

/// Binds an approved withdrawal to a slot, once wallet, chain and player allow it.
async fn begin(ledger: &Ledger, rail: &dyn Rail, id: WithdrawalId, withdrawal: &Withdrawal) -> Result<(), Halt> {
    let (Some(request), Some(digest)) = (&withdrawal.request, withdrawal.digest()) else {
        return Ok(());
    };
    let (terms, now) = (&request.terms, ledger.clock().now());
    let standing = standing(ledger, terms).await?;
    if withdrawal.may_be_sent(standing, &ledger.current_config()).is_err()
        || !may_begin(ledger, rail, terms, now).await?
        || !fits_the_hour(ledger, rail, terms, now).await?
    {
        return Ok(());
    }
    if !rail.would_pay(&terms.address, terms.net()).await? {
        return doubt(ledger, id).await;
    }
    let chain_time = rail.time().await?;
    let reserved = slots::reserve(ledger.pool(), rail, terms, chain_time, now).await?;
    let slot = &reserved.payment.slot;
    if slot.valid_until <= now.max(chain_time) {
        // It was reserved long ago and never bound.
        return retire(ledger, rail, &reserved).await;
    }
    check(&reserved, terms)?;
    reach(Point::AfterSlot);
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

/// The player as the player is now (case T-08).
async fn standing(ledger: &Ledger, terms: &Terms) -> Result<Standing, Fault> {
    let player = ledger.players().load(&StreamId::player(terms.player)).await?.state;
    Ok(Standing {
        kyc: player.identity.kyc,
        is_frozen: player.freeze.is_frozen,
    })
}

/// The token refuses this payment: a person looks at it before a number and a fee are lost (RAILS §B3.10).
async fn doubt(ledger: &Ledger, id: WithdrawalId) -> Result<(), Halt> {
    let (by, reason) = (ACTOR.to_owned(), "The token refuses this payment".to_owned());
    let reply = tell(ledger, id, WithdrawalCommand::Flag { by, reason }).await?;
    tracing::warn!(withdrawal.id = %id, code = reply.code, "the token refuses a payment: somebody has to look");
    Ok(())
}

/// A wallet that cannot pay must not burn numbers; a chain that stands still must not be signed for. What other
/// slots may still take is not there for this one.
async fn may_begin(ledger: &Ledger, rail: &dyn Rail, terms: &Terms, now: Timestamp) -> Result<bool, Halt> {
    let (holding, chain_time) = (rail.holding().await?, rail.time().await?);
    let promised = slots::promised(ledger.pool(), rail, terms.withdrawal).await?;
    let (can_pay, behind_ms) = (
        holding.usdt - promised >= terms.net() && holding.gas >= rail.gas_min(),
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
    match rail.observe(&reserved.payment, &reserved.kept).await? {
        Sight::Nothing => sign_and_send(ledger, rail, &reserved).await,
        Sight::Broadcast { tx } if withdrawal.state == State::Sent => {
            tell(ledger, id, WithdrawalCommand::Broadcast { tx }).await.map(drop)
        }
        Sight::Broadcast { .. } => Ok(()),
        Sight::Paid(receipt) => end(ledger, id, slot, Outcome::Paid, WithdrawalCommand::Confirm(receipt)).await,
        Sight::NotPaid(proof) => end(ledger, id, slot, Outcome::NotPaid, refused(proof)).await,
        Sight::Taken => taken(ledger, &reserved).await,
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
