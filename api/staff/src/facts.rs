//! What a reviewer has to know of a player, computed from the log: how the player plays, where the money came from,
//! which addresses were set. Nothing here is personal data.

mod decision;

pub use decision::decision;

use super::wire::facts::{FactUnit, StaffFact, fact, fact_if_known};
use super::wire::withdrawals::{StaffAddress, StaffMessage, StaffStep, WithdrawalTie};
use api::auth::shared_details;
use domain::ids::{PlayerId, StaffId, WithdrawalId};
use domain::player::{Event, Player};
use domain::posting::Purse;
use domain::stream::Stream as _;
use domain::time::Timestamp;
use domain::withdrawal::{Facts, Withdrawal, WithdrawalEvent};
use ledger::{Fault, Ledger, entries, feed};
use projections::dives;
use projections::staff_actions::{self, Action};
use rails::slots::messages;
use serde_json::Value;
use sqlx::PgPool;

/// Addresses of a player that are shown.
const ADDRESSES_MAX: i64 = 20;
/// Steps of a withdrawal that are shown.
const STEPS_MAX: i64 = 200;
/// Accounts that share one detail and are shown: as many as one proposal stops.
const TIED_MAX: usize = 50;
/// Events by which friends' play becomes USDT.
const REFERRAL: &str = "TeamRecordReceived";
/// What was refunded is no source.
const REFUND: &str = "WithdrawalRefunded";

/// Where the USDT of a purse came from.
#[derive(Clone, Debug, Default)]
pub struct Sources(Vec<(String, i64)>);

impl Sources {
    /// What friends brought of it, in thousandths.
    pub fn referral_per_mille(&self) -> i64 {
        let all: i128 = self.0.iter().map(|(_, sum)| i128::from(*sum)).sum();
        let friends = self.0.iter().find(|(name, _)| name == REFERRAL);
        let friends = i128::from(friends.map_or(0, |(_, sum)| *sum));
        i64::try_from(friends * 1_000 / all.max(1)).unwrap_or(1_000)
    }

    /// One line an event, the largest first.
    pub fn lines(&self) -> Vec<StaffFact> {
        let line = |(name, sum): &(String, i64)| fact(name, FactUnit::Usdt, sum);
        self.0.iter().map(line).collect()
    }
}

/// Credits of the player's USDT by event.
///
/// # Errors
/// A fault of the database.
pub async fn sources(ledger: &Ledger, player: PlayerId) -> Result<Sources, Fault> {
    let partition = ledger.partition_of(player.0);
    let credits = entries::credits_by_type(ledger.pool(), partition, player.0, Purse::Usdt.name()).await?;
    let sources = credits.into_iter().filter(|(event_type, _)| event_type != REFUND);
    Ok(Sources(sources.collect()))
}

/// How the player plays: dives by fund, coins staked, tokens paid out (minor units).
///
/// # Errors
/// A fault of the database.
pub async fn play(ledger: &Ledger, player: PlayerId) -> Result<Vec<StaffFact>, Fault> {
    let mut facts = Vec::new();
    for of in dives::played(ledger.pool(), ledger.partition_of(player.0), player).await? {
        facts.push(fact("dives", FactUnit::Number, of.dives).of(&of.fund));
        facts.push(fact("coins_staked", FactUnit::Coin, of.staked).of(&of.fund));
        facts.push(fact("tokens_paid_out", FactUnit::Gusd, of.payout).of(&of.fund));
    }
    Ok(facts)
}

/// Addresses that the player set, newest first.
///
/// # Errors
/// A fault of the database.
pub async fn addresses(ledger: &Ledger, player: PlayerId) -> Result<Vec<StaffAddress>, Fault> {
    let key = player.to_string();
    let found = feed::read_newest(ledger.pool(), Player::TYPE, &key, &["AddressSet"], ADDRESSES_MAX).await?;
    let mut addresses = Vec::with_capacity(found.len());
    for recorded in found {
        if let Event::AddressSet(set) = recorded.decode()? {
            addresses.push(StaffAddress {
                address: set.address.to_string(),
                at_ms: set.at.0,
            });
        }
    }
    Ok(addresses)
}

/// Calls by which a member decides about a withdrawal without the event having room for the reason.
const CALLS: [&str; 2] = ["withdrawals/start", "withdrawals/approve"];

/// What happened to a withdrawal, who did it and why. The reason of an event that has none is that of the member's own
/// act, which was recorded right before it.
///
/// # Errors
/// A fault of the database.
pub async fn steps(ledger: &Ledger, withdrawal: WithdrawalId) -> Result<Vec<StaffStep>, Fault> {
    let key = withdrawal.to_string();
    let page = feed::read_stream_page(ledger.pool(), Withdrawal::TYPE, &key, 0, STEPS_MAX).await?;
    let mut acts = Vec::new();
    for call in CALLS {
        acts.extend(staff_actions::of_call(ledger.pool(), call, Some(&key), STEPS_MAX).await?);
    }
    let step = |recorded: feed::Recorded| {
        let metadata: Value = serde_json::from_str(&recorded.metadata).unwrap_or_default();
        let actor = metadata["actor"].as_str().unwrap_or_default().to_owned();
        let event: WithdrawalEvent = recorded.decode()?;
        let (reason, tx) = details(&event);
        let at = Timestamp(recorded.recorded_at_ms);
        let reason = reason.or_else(|| reason_of(&acts, call_of(&event)?, actor.strip_prefix("staff:")?, at));
        Ok(StaffStep {
            event: recorded.event_type,
            at_ms: recorded.recorded_at_ms,
            actor,
            reason,
            tx,
        })
    };
    page.into_iter().map(step).collect()
}

/// The reason and the transaction that an event of a withdrawal holds.
fn details(event: &WithdrawalEvent) -> (Option<String>, Option<String>) {
    let reason = match event {
        WithdrawalEvent::RiskFlagged { reason, .. }
        | WithdrawalEvent::Rejected { reason, .. }
        | WithdrawalEvent::MismatchCleared { reason, .. }
        | WithdrawalEvent::ReturnOpened { reason, .. }
        | WithdrawalEvent::Failed { reason, .. } => Some(reason.clone()),
        _ => None,
    };
    let tx = match event {
        WithdrawalEvent::Broadcast { tx } => Some(tx.clone()),
        WithdrawalEvent::Confirmed { receipt, .. } | WithdrawalEvent::ReceiptMismatched { receipt } => {
            Some(receipt.tx.clone())
        }
        _ => None,
    };
    (reason, tx)
}

/// The call by which a member brings the event about.
fn call_of(event: &WithdrawalEvent) -> Option<&'static str> {
    let [start, approve] = CALLS;
    match event {
        WithdrawalEvent::ReviewStarted { .. } => Some(start),
        WithdrawalEvent::ApprovalGiven { .. } | WithdrawalEvent::Approved { .. } => Some(approve),
        _ => None,
    }
}

/// The reason of a decision: that of the member's last act of the call up to then. What was tried later, and refused,
/// is an act too.
pub fn reason_of(acts: &[Action], call: &str, name: &str, at: Timestamp) -> Option<String> {
    let member = StaffId::of(name);
    let own = acts
        .iter()
        .filter(|act| act.call == call && act.member == member && act.at <= at);
    own.max_by_key(|act| act.at).map(|act| act.reason.clone())
}

/// What was signed for a withdrawal, in the order in which it was signed.
///
/// # Errors
/// A fault of the database.
pub async fn messages(pool: &PgPool, withdrawal: WithdrawalId) -> Result<Vec<StaffMessage>, Fault> {
    let messages = messages::of_withdrawal(pool, withdrawal).await?;
    let shown = messages.into_iter().map(|message| StaffMessage {
        rail: message.rail,
        slot: message.number,
        attempt: message.attempt.into(),
        purpose: message.purpose,
        hash: hex::encode(message.hash),
        signed_ms: message.signed_at.0,
        outcome: message.outcome,
    });
    Ok(shown.collect())
}

/// What the rules knew at the request.
pub fn terms(facts: &Facts) -> Vec<StaffFact> {
    vec![
        fact_if_known("vip", FactUnit::Text, facts.vip_id),
        fact("fee", FactUnit::Ppm, facts.fee_ppm),
        fact("fee_at_least", FactUnit::Usdt, facts.fee_min.minor()),
        fact("withdrawn_since_ever", FactUnit::Usdt, facts.lifetime.minor()),
        fact("ever_topped_up", FactUnit::YesNo, facts.topped_up),
        fact("configuration", FactUnit::Number, facts.config_version),
    ]
}

/// Who else ever brought what the player brings now: the kind of what is shared, never what it is.
///
/// # Errors
/// A fault of the vault.
pub async fn ties(ledger: &Ledger, player: PlayerId) -> Result<Vec<WithdrawalTie>, Fault> {
    let tie = |tie: shared_details::Tie| WithdrawalTie {
        detail: tie.detail.to_owned(),
        others: tie.others.iter().take(TIED_MAX).map(ToString::to_string).collect(),
    };
    let ties = shared_details::ties(ledger, player).await?;
    Ok(ties.into_iter().map(tie).collect())
}
