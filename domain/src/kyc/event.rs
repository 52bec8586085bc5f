//! Commands and events of an identity check.

use super::{Status, field};
use crate::ids::{PlayerId, SubmissionId};
use crate::posting::Postings;
use crate::refusal::Refusal;
use crate::staff::subject;
use crate::stream::{StreamEvent, catalogue};
use crate::time::{Day, Timestamp};
use crate::upcast::Lineage;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Commands of an identity check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KycCommand {
    /// The player submits; the form was validated and is stored in the vault.
    Submit(Submit),
    /// The documents went to the vendor.
    SendToVendor {
        /// The vendor's reference.
        reference: String,
    },
    /// Staff, or the vendor's answer.
    Decide(Decide),
    /// Two members of staff revoke the decision.
    Reset(Reset),
    /// Ends an approval whose document has expired; issued by the clock.
    Expire,
    /// Staff read what was submitted.
    Open(Open),
}

/// Revokes a decision, as one member proposed and another approved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reset {
    /// The number of the status that was looked at: another verdict has another one.
    pub revision: u32,
    /// Who proposed it.
    pub by: String,
    pub approver: String,
    /// Why, in the proposer's words.
    pub reason: String,
}

/// A read of personal data, recorded before anything is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Open {
    /// The submission that is read.
    pub submission: SubmissionId,
    pub by: String,
    /// The name of a reason, never content of a document.
    pub reason: String,
    /// The images too.
    pub with_images: bool,
}

/// A submission, by references into the vault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submit {
    /// Derived from the request, so that a retry names the same submission.
    pub submission: SubmissionId,
    pub player: PlayerId,
    /// Keyed hash of country, kind and number of the document, in hex.
    pub doc_hash: String,
    /// The key under which the vault holds the form.
    pub key_id: String,
    /// The document's country.
    pub country: String,
    /// How many images there are.
    pub images: u8,
    /// The vault's index knows the document from another account.
    pub is_used_elsewhere: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The identity is proved.
    Approve,
    /// Failed; the player may submit again.
    Retry,
    /// Rejected for good.
    Reject,
}

impl Verdict {
    /// The permanent name.
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Approve => "approve",
            Verdict::Retry => "retry",
            Verdict::Reject => "reject",
        }
    }
}

/// Decides a submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decide {
    /// The submission that was reviewed.
    pub submission: SubmissionId,
    pub verdict: Verdict,
    /// Names of reasons of a rejection, never content of a document.
    pub reasons: Vec<String>,
    /// A staff member or the vendor.
    pub by: String,
    /// The member's own player account, if any.
    pub own: Option<PlayerId>,
    /// The last day of the document, if it has one.
    pub expires_on: Option<Day>,
}

/// Most reasons of a verdict, and letters of each.
const REASONS_MAX: usize = 10;
const REASON_MAX: usize = 40;

impl Decide {
    /// What a member of staff signs of it, beside the reason in words (api §7.19).
    pub fn signed_subject(&self, player: PlayerId) -> String {
        signed_subject(
            &player.to_string(),
            self.submission,
            self.verdict,
            self.expires_on,
            &self.reasons,
        )
    }

    /// A rejection has reasons, as names that cannot contain personal data.
    pub(super) fn check_reasons(&self) -> Result<(), Refusal> {
        if self.verdict != Verdict::Approve && self.reasons.is_empty() {
            return Err(Refusal::ReasonMissing);
        }
        if self.reasons.len() > REASONS_MAX || !self.reasons.iter().all(|reason| is_reason(reason)) {
            return Err(field("reasons"));
        }
        Ok(())
    }
}

/// What was signed of a verdict, as its event says it.
pub fn signed_subject(
    player: &str,
    submission: SubmissionId,
    verdict: Verdict,
    expires_on: Option<Day>,
    reasons: &[String],
) -> String {
    let day = expires_on.map(|day| day.to_string());
    let reasons: Vec<&str> = reasons.iter().map(String::as_str).collect();
    subject::decided(
        player,
        &submission.to_string(),
        verdict.name(),
        day.as_deref(),
        &reasons,
    )
}

/// A name such as `image_unreadable`: a format that cannot contain personal data.
pub(super) fn is_reason(text: &str) -> bool {
    let letter = |byte: u8| byte.is_ascii_lowercase() || byte == b'_';
    (1..=REASON_MAX).contains(&text.len()) && text.bytes().all(letter)
}

/// The verdict of a vendor's answer; `None` while it is pending, and for unknown values (domain §3.11, domain E7).
pub fn verdict_of(review_status: &str, answer: &str, reject_type: &str) -> Option<Verdict> {
    match (review_status, answer, reject_type) {
        ("completed", "GREEN", _) => Some(Verdict::Approve),
        ("completed", "RED", "RETRY") => Some(Verdict::Retry),
        ("completed", "RED", "FINAL") => Some(Verdict::Reject),
        // init, pending, queued and onHold stay under review, whatever else they contain.
        _ => None,
    }
}

/// Events of an identity check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum KycEvent {
    /// Documents wait for a decision.
    KycSubmitted {
        submission: SubmissionId,
        player: PlayerId,
        /// Keyed hash of the document.
        doc_hash: String,
        /// The key of the vault.
        key_id: String,
        /// The document's country.
        country: String,
        /// How many images there are.
        images: u8,
        /// Counts changes of status.
        revision: u32,
        at: Timestamp,
    },
    /// The documents went to the vendor.
    KycSentToVendor {
        /// The vendor's reference.
        reference: String,
    },
    KycDecided {
        /// On which submission.
        submission: SubmissionId,
        verdict: Verdict,
        reasons: Vec<String>,
        by: String,
        /// The document's country.
        country: String,
        /// The last day of the document.
        expires_on: Option<Day>,
        /// Counts changes of status.
        revision: u32,
    },
    /// The decision was revoked.
    KycReset {
        /// Who proposed it; `clock` when the document expired.
        by: String,
        /// Who approved it; nobody when the document expired, and in events of before, when one person did it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        approver: Option<String>,
        reason: String,
        /// Counts changes of status.
        revision: u32,
    },
    /// A member of staff read the submission.
    KycOpened {
        /// What was reviewed.
        submission: SubmissionId,
        by: String,
        reason: String,
        /// The images too.
        with_images: bool,
        at: Timestamp,
    },
}

catalogue!(KycEvent {
    KycSubmitted = 1,
    KycSentToVendor = 1,
    KycDecided = 1,
    KycReset = 1,
    KycOpened = 1,
});

impl KycEvent {
    /// The status after the event and its number; `None` when it does not change.
    pub const fn status(&self) -> Option<(Status, u32)> {
        match self {
            KycEvent::KycSubmitted { revision, .. } => Some((Status::UnderReview, *revision)),
            KycEvent::KycSentToVendor { .. } | KycEvent::KycOpened { .. } => None,
            KycEvent::KycDecided { verdict, revision, .. } => {
                let status = match verdict {
                    Verdict::Approve => Status::Approved,
                    Verdict::Retry => Status::Failed,
                    Verdict::Reject => Status::Rejected,
                };
                Some((status, *revision))
            }
            KycEvent::KycReset { revision, .. } => Some((Status::None, *revision)),
        }
    }
}

impl StreamEvent for KycEvent {
    fn name(&self) -> &'static str {
        self.label().0
    }

    fn version(&self) -> u16 {
        self.label().1
    }

    fn lineage(name: &str) -> Option<Lineage> {
        KycEvent::shapes(name)
    }

    fn postings(&self, _owner: Uuid) -> Postings {
        Postings::NONE
    }
}
