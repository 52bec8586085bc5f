//! Events of a member of staff's account.

use super::activation::Activation;
use super::bookmarks::Bookmark;
use super::exports::{ExportedFile, Run, Schedule};
use super::key::{Approval, Signature, StaffKey};
use super::role::Roles;
use crate::ids::{PlayerId, ProposalId};
use crate::money::Usdt;
use crate::posting::Postings;
use crate::stream::{StreamEvent, catalogue};
use crate::time::Timestamp;
use crate::upcast::Lineage;
use serde::{Deserialize, Serialize};
use std::ops::Not;
use uuid::Uuid;

/// Money that an act lets go, alone or as one of two.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Payment {
    /// The withdrawal, or the proposal: the same payment counts once, however often it is let go.
    pub what: Uuid,
    /// Who receives it.
    pub to: PlayerId,
    /// At parity.
    pub amount: Usdt,
}

/// Events of an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StaffEvent {
    /// The account was created.
    StaffAdded {
        name: String,
        roles: Roles,
        /// The member's own player account.
        own: Option<PlayerId>,
        by: String,
        /// The second person; nobody where the operator made it, and before it took two.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        approver: Option<String>,
        reason: String,
        /// How the owner activates it; nothing in accounts whose credentials were made for them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        activation: Option<Activation>,
        at: Timestamp,
    },
    /// The roles were changed. Every session ended.
    StaffRolesSet {
        before: Roles,
        roles: Roles,
        by: String,
        /// The second person.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        approver: Option<String>,
        reason: String,
        at: Timestamp,
    },
    /// The account was closed. Every session ended.
    StaffDisabled { by: String, reason: String, at: Timestamp },
    /// The account was opened again.
    StaffEnabled {
        by: String,
        /// The second person.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        approver: Option<String>,
        reason: String,
        at: Timestamp,
    },
    /// Password and second factor are void. Every session ended.
    StaffCredentialsReset {
        by: String,
        /// The second person.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        approver: Option<String>,
        reason: String,
        /// How the owner activates the account again.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        activation: Option<Activation>,
        at: Timestamp,
    },
    /// The owner spent the code and chose password and second factor.
    StaffActivated {
        /// The record of the vault that opens the account from here on: what is kept beside the log and what is recorded
        /// change at once. Nothing while there was one record of each member.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        credentials: Option<Uuid>,
        at: Timestamp,
    },
    /// The owner chose another password. Every other session ended.
    StaffPasswordChanged {
        session: Uuid,
        /// As of an activation.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        credentials: Option<Uuid>,
        at: Timestamp,
    },
    /// The member logged in.
    StaffSessionOpened {
        /// The session's id.
        session: Uuid,
        expires_at: Timestamp,
        /// The challenge and its signature: the session ends with the key. Nothing for a member without one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        proof: Option<Approval>,
        /// From here on the member needs a key, whatever the service demands later.
        #[serde(default, skip_serializing_if = "Not::not")]
        keys_demanded: bool,
        at: Timestamp,
    },
    /// The member logged out.
    StaffSessionEnded {
        /// The session's id.
        session: Uuid,
        at: Timestamp,
    },
    /// Too many wrong attempts from one address; open sessions continue, and the right proof opens another.
    StaffLocked {
        /// Wrong attempts in a row.
        failures: u32,
        /// The account is shown as guessed at until then; in events of older versions that address could not log in before.
        until: Timestamp,
        at: Timestamp,
    },
    /// The member started a change. Its result is recorded in the stream of its subject, under `request`.
    StaffActed {
        session: Uuid,
        call: String,
        /// The roles at that time (law I-41).
        roles: Roles,
        subject: Option<String>,
        reason: String,
        request: Uuid,
        /// The value it would move, at parity.
        worth: Usdt,
        /// The payment that it lets go; acts recorded before there were such sums have none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        payment: Option<Payment>,
        /// Accounts that were known to be tied to the receiver, where the act asked what all of them were let go (law
        /// I-41i); nothing in other acts, and before they were recorded.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tied: Option<Vec<PlayerId>>,
        /// What it approves, and the signature for it; nothing in acts that approve nothing, and before there were keys.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        approval: Option<Approval>,
        at: Timestamp,
    },
    /// The member read personal data (law I-40).
    StaffReadPersonal {
        session: Uuid,
        call: String,
        /// The roles at that time.
        roles: Roles,
        player: PlayerId,
        what: String,
        reason: String,
        /// The approved proposal that lets the member read it (law I-41j); nothing where none is needed, and in events of
        /// before, when one person made a file of all that is held.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        proposal: Option<ProposalId>,
        at: Timestamp,
    },
    /// The member looked at players' accounts, or took the books out: once for each session, call, player and reason.
    StaffLooked {
        session: Uuid,
        call: String,
        /// The roles at that time.
        roles: Roles,
        /// The player, if it was one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        subject: Option<String>,
        /// Why the books were taken out; nothing in other looks, and before exports had a reason.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
        at: Timestamp,
    },
    /// Files of the books or of a list are there for the member.
    ExportMade {
        export: Uuid,
        /// The call of a list, or `books`.
        what: String,
        /// Filters or range, as JSON. What was searched for is not recorded: it may be a name.
        filters: String,
        format: String,
        reason: String,
        files: Vec<ExportedFile>,
        /// The run of a schedule that made it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        run: Option<Run>,
        by: String,
        at: Timestamp,
    },
    /// A run of a schedule came to nothing.
    ExportMissed {
        run: Run,
        what: String,
        filters: String,
        format: String,
        reason: String,
        by: String,
        /// The code of what was wrong.
        problem: String,
        at: Timestamp,
    },
    /// The member set up an export that is made again and again.
    ExportScheduled { schedule: Schedule, at: Timestamp },
    /// It is made no more.
    ExportScheduleStopped {
        schedule: Uuid,
        by: String,
        reason: String,
        at: Timestamp,
    },
    /// The member keeps a view of the console, in place of the one of the same title.
    BookmarkSaved { bookmark: Bookmark, at: Timestamp },
    /// It is kept no more.
    BookmarkForgotten {
        bookmark: Uuid,
        by: String,
        reason: String,
        at: Timestamp,
    },
    /// The member proposed a key for the own account.
    StaffKeyProposed {
        key: StaffKey,
        /// By the key itself.
        signature: Signature,
        /// The request that it signed.
        request: Uuid,
        at: Timestamp,
    },
    /// Another person approved it: it signs for the account from here on.
    StaffKeyApproved {
        key: String,
        account: String,
        by: String,
        reason: String,
        /// From here on acts of one person are signed as well; not where the key was approved before they were.
        #[serde(default, skip_serializing_if = "Not::not")]
        acts: bool,
        /// The same of decisions about identities and accounts, closings of days and proposals, which are signed since later.
        #[serde(default, skip_serializing_if = "Not::not")]
        all_acts: bool,
        at: Timestamp,
    },
    /// It signs nothing from here on.
    StaffKeyRevoked {
        key: String,
        by: String,
        reason: String,
        at: Timestamp,
    },
}

catalogue!(StaffEvent {
    StaffAdded = 1,
    StaffRolesSet = 1,
    StaffDisabled = 1,
    StaffEnabled = 1,
    StaffCredentialsReset = 1,
    StaffActivated = 1,
    StaffPasswordChanged = 1,
    StaffSessionOpened = 1,
    StaffSessionEnded = 1,
    StaffLocked = 1,
    StaffActed = 1,
    StaffReadPersonal = 1,
    StaffLooked = 1,
    StaffKeyProposed = 1,
    StaffKeyApproved = 1,
    StaffKeyRevoked = 1,
    ExportMade = 1,
    ExportMissed = 1,
    ExportScheduled = 1,
    ExportScheduleStopped = 1,
    BookmarkSaved = 1,
    BookmarkForgotten = 1,
});

impl StreamEvent for StaffEvent {
    fn name(&self) -> &'static str {
        self.label().0
    }

    fn version(&self) -> u16 {
        self.label().1
    }

    fn lineage(name: &str) -> Option<Lineage> {
        StaffEvent::shapes(name)
    }

    fn postings(&self, _owner: Uuid) -> Postings {
        Postings::NONE
    }
}
