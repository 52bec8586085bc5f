//! Commands and events of a case.

use super::CaseNo;
use crate::ids::PlayerId;
use crate::posting::Postings;
use crate::stream::{StreamEvent, catalogue};
use crate::time::Timestamp;
use crate::upcast::Lineage;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// What kind of thing a case is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AboutKind {
    Player,
    Withdrawal,
    /// A payment that came, by its transaction.
    Payment,
    /// A proposed correction.
    Adjustment,
}

impl AboutKind {
    const ALL: [AboutKind; 4] = [
        AboutKind::Player,
        AboutKind::Withdrawal,
        AboutKind::Payment,
        AboutKind::Adjustment,
    ];

    /// The permanent name.
    pub const fn name(self) -> &'static str {
        match self {
            AboutKind::Player => "player",
            AboutKind::Withdrawal => "withdrawal",
            AboutKind::Payment => "payment",
            AboutKind::Adjustment => "adjustment",
        }
    }

    pub fn named(name: &str) -> Option<AboutKind> {
        AboutKind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// What a case is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    pub kind: AboutKind,
    /// Its id, or a payment's transaction.
    pub id: String,
}

/// Who works on a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    pub name: String,
    /// The member's own player account, if any.
    pub own: Option<PlayerId>,
}

/// A new case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Open {
    pub no: CaseNo,
    pub title: String,
    pub about: Option<About>,
    /// Whom it concerns, as the service found.
    pub player: Option<PlayerId>,
    pub by: Member,
}

/// A comment, whose text is in the vault already.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// The record of the vault.
    pub text: Uuid,
    /// Hex of the keyed hash of the text.
    pub digest: String,
    pub bytes: usize,
    pub by: Member,
}

/// A file, which is in the vault already.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attach {
    /// The record of the vault.
    pub file: Uuid,
    /// Hex of the keyed hash of the bytes.
    pub digest: String,
    /// As found in the bytes.
    pub media_type: String,
    pub bytes: usize,
    pub by: Member,
}

/// Commands of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CaseCommand {
    Open(Open),
    Comment(Comment),
    Attach(Attach),
    /// Gives it to a member, or to nobody.
    Assign {
        to: Option<Member>,
        by: Member,
    },
    Close {
        outcome: String,
        by: Member,
    },
    Reopen {
        reason: String,
        by: Member,
    },
}

/// Events of a case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CaseEvent {
    /// It was opened.
    CaseOpened {
        no: CaseNo,
        title: String,
        /// What it is about; nothing for a matter of its own.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        about: Option<About>,
        /// Whom it concerns.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        player: Option<PlayerId>,
        by: String,
        at: Timestamp,
    },
    /// A member wrote a comment.
    CaseCommented {
        /// The record of the vault: its text.
        text: Uuid,
        /// Keyed hash of the text.
        digest: String,
        by: String,
        at: Timestamp,
    },
    /// A member attached a file.
    CaseAttached {
        /// The record of the vault: its bytes.
        file: Uuid,
        /// Keyed hash of the bytes.
        digest: String,
        media_type: String,
        bytes: usize,
        by: String,
        at: Timestamp,
    },
    /// A member has it now, or nobody.
    CaseAssigned {
        to: Option<String>,
        by: String,
        at: Timestamp,
    },
    /// It is done.
    CaseClosed { outcome: String, by: String, at: Timestamp },
    /// It is not done after all.
    CaseReopened { reason: String, by: String, at: Timestamp },
}

catalogue!(CaseEvent {
    CaseOpened = 1,
    CaseCommented = 1,
    CaseAttached = 1,
    CaseAssigned = 1,
    CaseClosed = 1,
    CaseReopened = 1,
});

impl StreamEvent for CaseEvent {
    fn name(&self) -> &'static str {
        self.label().0
    }

    fn version(&self) -> u16 {
        self.label().1
    }

    fn lineage(name: &str) -> Option<Lineage> {
        CaseEvent::shapes(name)
    }

    fn postings(&self, _owner: Uuid) -> Postings {
        Postings::NONE
    }
}
