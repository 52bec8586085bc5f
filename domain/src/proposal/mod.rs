//! Four eyes: changes that one person proposes and another approves (api §7, cases T-50, T-51). One stream
//! is one proposal. What it changes has its own rules, which decide once it is approved.
//!
//! | state | event | next |
//! |---|---|---|
//! | - | `Proposed` | waiting |
//! | waiting | `Approved` | approved |
//! | waiting | `Rejected`, `Withdrawn` | rejected, withdrawn |
//! | approved | `Done` | done |
//!
//! Invariants: the approver is not the proposer, and neither is a player or a member of staff it affects; an approval
//! is bound to a digest of the whole change; a proposal is decided once; nothing is approved after seven days.
//!
//! [`Kind::approvers`] is the one rule about who may approve, and [`digest`] the one digest: versions of the
//! configuration use both, although their own stream keeps them. The meaning of a change is in other modules.

mod event;
mod stated;
mod taken;
#[cfg(test)]
mod tests;

pub use event::{Approve, Kind, ProposalCommand, ProposalEvent, Propose};
pub use stated::{NO_CLOSED_MONTH, stated_subject};
pub use taken::TAKE_MS_MAX;

use crate::defence::Defence;
use crate::draw::hex_digest;
use crate::ids::PlayerId;
use crate::refusal::{Refusal, check_reason, field};
use crate::stream::{Context, Decision, Stream};
use crate::time::{DAY_MS, Timestamp};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// How long a proposal may wait (ASSUMED): later its facts may have changed.
pub const WAIT_MS_MAX: i64 = 7 * DAY_MS;
/// Largest change, written, in bytes (ASSUMED).
const WHAT_BYTES_MAX: usize = 16 * 1024;
/// Players that one proposal is about (ASSUMED).
pub const PLAYERS_MAX: usize = 50;

/// The state of a proposal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    #[default]
    Waiting,
    /// It was approved.
    Approved,
    /// It was rejected.
    Rejected,
    /// Its maker withdrew it.
    Withdrawn,
    /// It was executed, or refused by its rules.
    Done,
}

impl State {
    pub const ALL: [State; 5] = [
        State::Waiting,
        State::Approved,
        State::Rejected,
        State::Withdrawn,
        State::Done,
    ];

    /// The permanent name.
    pub const fn name(self) -> &'static str {
        match self {
            State::Waiting => "waiting",
            State::Approved => "approved",
            State::Rejected => "rejected",
            State::Withdrawn => "withdrawn",
            State::Done => "done",
        }
    }
}

/// What was proposed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Change {
    /// What kind of change.
    pub kind: Kind,
    pub what: Value,
    /// What an approval is bound to.
    pub digest: String,
    /// Players it is about.
    pub players: Vec<PlayerId>,
    pub maker: String,
    pub reason: String,
    pub at: Timestamp,
}

/// The stream of one proposal.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Proposal {
    /// The proposed change; `None` before.
    pub change: Option<Change>,
    /// The current status.
    pub state: State,
    pub decided_by: Option<String>,
    /// The result: 0, or the refusal's code.
    pub code: Option<i32>,
}

type Ruling = Result<Decision<ProposalEvent>, Refusal>;

/// What an approval is bound to: hex of SHA-256 over one JSON list of the proposal's id, its kind and the change.
pub fn digest(proposal: &impl Serialize, kind: Kind, what: &impl Serialize) -> String {
    hex_digest(&serde_json::to_vec(&(proposal, kind, what)).expect("a change writes"))
}

/// True when the account of staff that the change is about is this member's.
fn is_account(kind: Kind, what: &Value, member: &str) -> bool {
    let account = what.get("name").and_then(Value::as_str);
    kind == Kind::StaffAccount && account.is_some_and(|account| account.eq_ignore_ascii_case(member))
}

impl Proposal {
    fn waiting(&self) -> Result<&Change, Refusal> {
        let change = self.change.as_ref().ok_or(Refusal::RecordNotFound)?;
        match self.state {
            State::Waiting => Ok(change),
            _ => Err(Refusal::StateChanged),
        }
    }

    fn propose(&self, propose: &Propose, now: Timestamp) -> Ruling {
        if self.change.is_some() {
            return Err(Refusal::StateChanged);
        }
        if propose.kind == Kind::Config {
            return Err(field("kind"));
        }
        check_reason(&propose.reason)?;
        if propose.maker.trim().is_empty() {
            return Err(field("maker"));
        }
        let written = serde_json::to_vec(&propose.what).map_or(usize::MAX, |what| what.len());
        if written > WHAT_BYTES_MAX || propose.players.len() > PLAYERS_MAX {
            return Err(field("what"));
        }
        let is_own = propose.own.is_some_and(|own| propose.players.contains(&own));
        if is_own || is_account(propose.kind, &propose.what, &propose.maker) {
            return Err(Refusal::OtherPersonMustApprove);
        }
        Ok(ProposalEvent::Proposed {
            proposal: propose.proposal,
            kind: propose.kind,
            what: propose.what.clone(),
            digest: digest(&propose.proposal, propose.kind, &propose.what),
            players: propose.players.clone(),
            maker: propose.maker.clone(),
            reason: propose.reason.clone(),
            at: now,
        }
        .into())
    }

    /// Order of checks: state, person, digest, reason, time.
    fn approve(&self, approve: &Approve, now: Timestamp) -> Ruling {
        let change = self.waiting()?;
        let is_own = approve.own.is_some_and(|own| change.players.contains(&own));
        let is_maker = change.maker == approve.by && !Defence::OtherPerson.is_off();
        if is_maker || is_own || is_account(change.kind, &change.what, &approve.by) {
            return Err(Refusal::OtherPersonMustApprove);
        }
        if change.digest != approve.digest {
            return Err(Refusal::StateChanged);
        }
        check_reason(&approve.reason)?;
        if now.since(change.at) >= WAIT_MS_MAX {
            return Err(Refusal::Expired);
        }
        Ok(ProposalEvent::Approved {
            by: approve.by.clone(),
            digest: approve.digest.clone(),
            reason: approve.reason.clone(),
            at: now,
        }
        .into())
    }

    fn reject(&self, by: &str, reason: &str, at: Timestamp) -> Ruling {
        let is_own = self.waiting()?.maker == by;
        check_reason(reason)?;
        let (by, reason) = (by.to_owned(), reason.to_owned());
        Ok(match is_own {
            true => ProposalEvent::Withdrawn { by, reason, at },
            false => ProposalEvent::Rejected { by, reason, at },
        }
        .into())
    }

    fn finish(&self, code: i32, at: Timestamp) -> Ruling {
        match self.state {
            State::Approved => Ok(ProposalEvent::Done { code, at }.into()),
            _ => Err(Refusal::StateChanged),
        }
    }
}

impl Stream for Proposal {
    const TYPE: &'static str = "proposal";
    const STATE_VERSION: u16 = 1;
    type Command = ProposalCommand;
    type Event = ProposalEvent;

    fn decide(&self, command: &ProposalCommand, context: &Context) -> Ruling {
        let now = context.now;
        match command {
            ProposalCommand::Propose(propose) => self.propose(propose, now),
            ProposalCommand::Approve(approve) => self.approve(approve, now),
            ProposalCommand::Reject { by, reason } => self.reject(by, reason, now),
            ProposalCommand::Finish { code } => self.finish(*code, now),
        }
    }

    fn evolve(&mut self, event: &ProposalEvent) {
        match event {
            ProposalEvent::Proposed {
                kind,
                what,
                digest,
                players,
                maker,
                reason,
                at,
                ..
            } => {
                self.change = Some(Change {
                    kind: *kind,
                    what: what.clone(),
                    digest: digest.clone(),
                    players: players.clone(),
                    maker: maker.clone(),
                    reason: reason.clone(),
                    at: *at,
                });
            }
            ProposalEvent::Approved { by, .. } => (self.state, self.decided_by) = (State::Approved, Some(by.clone())),
            ProposalEvent::Rejected { by, .. } => (self.state, self.decided_by) = (State::Rejected, Some(by.clone())),
            ProposalEvent::Withdrawn { .. } => self.state = State::Withdrawn,
            ProposalEvent::Done { code, .. } => (self.state, self.code) = (State::Done, Some(*code)),
        }
    }
}
