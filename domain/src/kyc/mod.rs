//! Identity checks (domain §3.11). One stream is one player's check.
//!
//! | status | event | next |
//! |---|---|---|
//! | 0 none, 2 failed | `KycSubmitted` | 1 under review |
//! | 1 under review | `KycSentToVendor` | 1 under review |
//! | 1 under review | `KycDecided` | 3 approved, 2 failed (another try), 4 rejected for good |
//! | 3 approved, 4 rejected | `KycReset`: two of staff, or the document has expired | 0 none |
//! | any, once something was submitted | `KycOpened`: staff read it | the same |
//!
//! Only ids and hashes are recorded: the content of a document is in the vault, encrypted
//! under the player's key, and is lost with that key (threats T-66, T-67). The document's
//! hash is keyed by the vault, so a number cannot be guessed from it; an approved
//! document belongs to one account for ever (threat T-68, law I-34). Each change of
//! status has a number, by which the player's stream detects late or repeated changes.
//!
//! Images, calls to vendors and the vault are outside this module. The rules of a form are in
//! `form`; no field of a form reaches this stream.

mod country;
mod event;
mod form;
mod number;
mod status;
#[cfg(test)]
mod tests;

pub use country::is_listed;
pub use event::{Decide, KycCommand, KycEvent, Open, Reset, Submit, Verdict, signed_subject, verdict_of};
pub use form::{DocumentKind, Form, Upload};
pub use status::Status;

use crate::ids::{PlayerId, SubmissionId};
use crate::refusal::{Refusal, field};
use crate::stream::{Context, Decision, Stream};
use crate::time::{DAY_MS, Day, Timestamp};
use serde::{Deserialize, Serialize};

/// Most submissions and approved documents that are kept (`config::kyc` counts to 20).
const REMEMBERED: usize = 20;

/// The stream of one player's check.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct KycCheck {
    /// The player; nil before the first submission.
    pub player: Option<PlayerId>,
    /// The current status.
    pub status: Status,
    /// Changes of status so far.
    pub revision: u32,
    /// What was submitted last.
    pub submission: Option<SubmissionId>,
    pub doc_hash: String,
    /// The document's country.
    pub country: String,
    /// Why it was not approved.
    pub reasons: Vec<String>,
    /// The last day of the approved document.
    pub expires_on: Option<Day>,
    /// The last submissions.
    pub submitted: Vec<Timestamp>,
    /// The last documents that belong to this account.
    documents: Vec<String>,
}

type Decided = Result<Decision<KycEvent>, Refusal>;

fn check_name(text: &str, name: &str) -> Result<(), Refusal> {
    let plain = (1..=100).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic());
    if plain { Ok(()) } else { Err(field(name)) }
}

impl KycCheck {
    /// True when the player may submit at this moment.
    pub fn can_submit(&self, context: &Context) -> bool {
        let rules = &context.config.kyc;
        let window_ms = rules.submission_days * DAY_MS;
        let recent = self.submitted.iter().filter(|at| context.now.since(**at) < window_ms);
        self.status.can_edit() && recent.count() < rules.submissions_max
    }

    /// Order of checks: ids, state and number of tries, document of another account.
    fn submit(&self, submit: &Submit, context: &Context) -> Decided {
        let is_hash = submit.doc_hash.len() == 64 && submit.doc_hash.bytes().all(|byte| byte.is_ascii_hexdigit());
        if !is_hash {
            return Err(field("doc_hash"));
        }
        check_name(&submit.key_id, "key_id")?;
        if !is_listed(&submit.country) {
            return Err(Refusal::CountryNotSupported);
        }
        if self.player.is_some_and(|player| player != submit.player) {
            return Err(field("player"));
        }
        if !self.can_submit(context) {
            return Err(Refusal::CannotEditNow);
        }
        if submit.is_used_elsewhere {
            return Err(Refusal::DocumentAlreadyUsed);
        }
        let decision = Decision::from(KycEvent::KycSubmitted {
            submission: submit.submission,
            player: submit.player,
            doc_hash: submit.doc_hash.clone(),
            key_id: submit.key_id.clone(),
            country: submit.country.clone(),
            images: submit.images,
            revision: self.revision + 1,
            at: context.now,
        });
        let key = format!("kyc_submission:{}", submit.submission);
        Ok(decision.claiming(key, Refusal::StateChanged))
    }

    fn send_to_vendor(&self, reference: &str) -> Decided {
        self.under_review(self.submission)?;
        check_name(reference, "reference")?;
        let reference = reference.to_owned();
        Ok(KycEvent::KycSentToVendor { reference }.into())
    }

    fn under_review(&self, submission: Option<SubmissionId>) -> Result<(), Refusal> {
        let current = self.status == Status::UnderReview && self.submission == submission;
        if current { Ok(()) } else { Err(Refusal::StateChanged) }
    }

    /// Order of checks: submission, the player's own, reasons, document of another account.
    fn settle(&self, decide: &Decide) -> Decided {
        self.under_review(Some(decide.submission))?;
        if decide.own.is_some() && decide.own == self.player {
            return Err(Refusal::OtherPersonMustApprove);
        }
        check_name(&decide.by, "by")?;
        decide.check_reasons()?;
        let decision = Decision::from(KycEvent::KycDecided {
            submission: decide.submission,
            verdict: decide.verdict,
            reasons: decide.reasons.clone(),
            by: decide.by.clone(),
            country: self.country.clone(),
            expires_on: decide.expires_on,
            revision: self.revision + 1,
        });
        if decide.verdict != Verdict::Approve || self.documents.contains(&self.doc_hash) {
            return Ok(decision);
        }
        let key = format!("kyc_document:{}", self.doc_hash);
        Ok(decision.claiming(key, Refusal::DocumentAlreadyUsed))
    }

    /// The number of the verdict that can be revoked now: another one by the time of the approval is not what was
    /// proposed.
    ///
    /// # Errors
    /// [`Refusal::StateChanged`] without such a verdict.
    pub fn revocable(&self) -> Result<u32, Refusal> {
        match self.status {
            Status::Approved | Status::Rejected => Ok(self.revision),
            Status::None | Status::UnderReview | Status::Failed => Err(Refusal::StateChanged),
        }
    }

    /// Order of checks: people, reason, the verdict that was looked at.
    fn reset(&self, reset: &Reset) -> Decided {
        if reset.by == reset.approver {
            return Err(Refusal::OtherPersonMustApprove);
        }
        if reset.reason.trim().is_empty() {
            return Err(Refusal::ReasonMissing);
        }
        if self.revocable()? != reset.revision {
            return Err(Refusal::StateChanged);
        }
        Ok(KycEvent::KycReset {
            by: reset.by.clone(),
            approver: Some(reset.approver.clone()),
            reason: reset.reason.clone(),
            revision: self.revision + 1,
        }
        .into())
    }

    /// A reader of personal data gives name and reason (T-66, law I-40); only the last submission can be read.
    fn open(&self, open: &Open, context: &Context) -> Decided {
        check_name(&open.by, "by")?;
        if !event::is_reason(&open.reason) {
            return Err(field("reason"));
        }
        if self.submission != Some(open.submission) {
            return Err(Refusal::StateChanged);
        }
        Ok(KycEvent::KycOpened {
            submission: open.submission,
            by: open.by.clone(),
            reason: open.reason.clone(),
            with_images: open.with_images,
            at: context.now,
        }
        .into())
    }

    fn expire(&self, today: Day) -> Decided {
        let is_over = self.expires_on.is_some_and(|last| last < today);
        if !is_over || self.status != Status::Approved {
            return Err(Refusal::StateChanged);
        }
        Ok(KycEvent::KycReset {
            by: "clock".to_owned(),
            approver: None,
            reason: "document_expired".to_owned(),
            revision: self.revision + 1,
        }
        .into())
    }
}

impl Stream for KycCheck {
    const TYPE: &'static str = "kyc";
    const STATE_VERSION: u16 = 1;
    type Command = KycCommand;
    type Event = KycEvent;

    fn decide(&self, command: &KycCommand, context: &Context) -> Decided {
        match command {
            KycCommand::Submit(submit) => self.submit(submit, context),
            KycCommand::SendToVendor { reference } => self.send_to_vendor(reference),
            KycCommand::Decide(decide) => self.settle(decide),
            KycCommand::Reset(reset) => self.reset(reset),
            KycCommand::Expire => self.expire(context.now.day()),
            KycCommand::Open(open) => self.open(open, context),
        }
    }

    fn evolve(&mut self, event: &KycEvent) {
        if let Some((status, revision)) = event.status() {
            (self.status, self.revision) = (status, revision);
        }
        match event {
            KycEvent::KycSubmitted {
                submission,
                player,
                doc_hash,
                country,
                at,
                ..
            } => {
                (self.player, self.submission) = (Some(*player), Some(*submission));
                (self.doc_hash, self.country) = (doc_hash.clone(), country.clone());
                self.reasons.clear();
                push(&mut self.submitted, *at);
            }
            KycEvent::KycSentToVendor { .. } | KycEvent::KycOpened { .. } => {}
            KycEvent::KycDecided {
                verdict,
                reasons,
                expires_on,
                ..
            } => {
                self.reasons.clone_from(reasons);
                self.expires_on = *expires_on;
                if *verdict == Verdict::Approve && !self.documents.contains(&self.doc_hash) {
                    push(&mut self.documents, self.doc_hash.clone());
                }
            }
            KycEvent::KycReset { .. } => self.expires_on = None,
        }
    }
}

/// Keeps the last [`REMEMBERED`].
fn push<T>(list: &mut Vec<T>, item: T) {
    if list.len() == REMEMBERED {
        list.remove(0);
    }
    list.push(item);
}
