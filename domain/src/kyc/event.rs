//! What is asked of an identity check, and what happened to it.

use super::{Status, field};
use crate::ids::{PlayerId, SubmissionId};
use crate::posting::Postings;
use crate::refusal::Refusal;
use crate::stream::{StreamEvent, catalogue};
use crate::time::{Day, Timestamp};
use crate::upcast::Lineage;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// What is asked of an identity check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KycCommand {
    /// The player submits; the form was checked and lies in the vault.
    Submit(Submit),
    /// The documents went to the vendor.
    SendToVendor {
        /// The vendor's name for it.
        reference: String,
    },
    /// Staff, or the vendor's answer.
    Decide(Decide),
    /// Staff take the verdict back.
    Reset {
        /// Who.
        by: String,
        /// Why.
        reason: String,
    },
    /// Ends an approval whose document is over; issued by the clock.
    Expire,
    /// Staff look at what was submitted.
    Open(Open),
}

/// A look at personal data. It is recorded before anything is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Open {
    /// What is looked at.
    pub submission: SubmissionId,
    /// Who.
    pub by: String,
    /// Why; the name of a reason, never what a document says.
    pub reason: String,
    /// The images too.
    pub with_images: bool,
}

/// What the vault holds, by reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submit {
    /// Derived from the request, so that a retry names the same submission.
    pub submission: SubmissionId,
    /// Who submits.
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

/// A verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The identity is proved.
    Approve,
    /// Not like this; another try is welcome.
    Retry,
    /// Not at all.
    Reject,
}

/// Decides a submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decide {
    /// Which one was looked at.
    pub submission: SubmissionId,
    /// How.
    pub verdict: Verdict,
    /// Why not; names of reasons, never what a document says.
    pub reasons: Vec<String>,
    /// A staff member or the vendor.
    pub by: String,
    /// The player that the staff member is, if any.
    pub own: Option<PlayerId>,
    /// The last day of the document, if it has one.
    pub expires_on: Option<Day>,
}

/// Most reasons of a verdict, and letters of each.
const REASONS_MAX: usize = 10;
const REASON_MAX: usize = 40;

impl Decide {
    /// A no says why, in names that cannot hold personal data.
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

/// A name such as `image_unreadable`: too narrow for what a document says.
pub(super) fn is_reason(text: &str) -> bool {
    let letter = |byte: u8| byte.is_ascii_lowercase() || byte == b'_';
    (1..=REASON_MAX).contains(&text.len()) && text.bytes().all(letter)
}

/// What a vendor's answer means; nothing while it is not an answer, and for words nobody knows (domain §3.11, domain E7).
pub fn verdict_of(review_status: &str, answer: &str, reject_type: &str) -> Option<Verdict> {
    match (review_status, answer, reject_type) {
        ("completed", "GREEN", _) => Some(Verdict::Approve),
        ("completed", "RED", "RETRY") => Some(Verdict::Retry),
        ("completed", "RED", "FINAL") => Some(Verdict::Reject),
        // init, pending, queued and onHold stay under review, whatever else they say.
        _ => None,
    }
}

/// What happened to an identity check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum KycEvent {
    /// Documents wait for a verdict.
    KycSubmitted {
        /// Which submission.
        submission: SubmissionId,
        /// Whose.
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
        /// When.
        at: Timestamp,
    },
    /// The documents went to the vendor.
    KycSentToVendor {
        /// The vendor's name for it.
        reference: String,
    },
    /// A verdict.
    KycDecided {
        /// On which submission.
        submission: SubmissionId,
        /// How.
        verdict: Verdict,
        /// Why not.
        reasons: Vec<String>,
        /// Who decided.
        by: String,
        /// The document's country.
        country: String,
        /// The last day of the document.
        expires_on: Option<Day>,
        /// Counts changes of status.
        revision: u32,
    },
    /// The verdict was taken back.
    KycReset {
        /// Who.
        by: String,
        /// Why.
        reason: String,
        /// Counts changes of status.
        revision: u32,
    },
    /// Somebody of the staff looked at what was submitted.
    KycOpened {
        /// What was looked at.
        submission: SubmissionId,
        /// Who.
        by: String,
        /// Why.
        reason: String,
        /// The images too.
        with_images: bool,
        /// When.
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
    /// The status that the event brings and its number; nothing when it brings none.
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
