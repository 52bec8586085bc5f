//! What is asked of a member of staff's account, and what happened to it.

use super::role::Roles;
use crate::ids::PlayerId;
use crate::money::Usdt;
use crate::posting::Postings;
use crate::stream::{StreamEvent, catalogue};
use crate::time::Timestamp;
use crate::upcast::Lineage;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Somebody decides about an account, and says why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decided {
    /// Who; another member, or the machine's operator.
    pub by: String,
    /// Why.
    pub reason: String,
}

/// A new account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Add {
    /// The name, which the stream's key is derived from.
    pub name: String,
    /// What the member may do.
    pub roles: Roles,
    /// The player that the member is, if any: nobody decides about the own money.
    pub own: Option<PlayerId>,
    /// Who decided, and why.
    pub decided: Decided,
}

/// What a session does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Act {
    /// The session.
    pub session: Uuid,
    /// Which call, such as `withdrawals/approve`.
    pub call: String,
    /// The roles that may; the table of permissions says so.
    pub allowed: Roles,
    /// What it is about, if it names one thing: an id, a section, a name.
    pub subject: Option<String>,
    /// Why.
    pub reason: String,
    /// The request under which its consequences are recorded in other streams.
    pub request: Uuid,
    /// What it would move, at parity; nothing for what moves no money.
    pub worth: Usdt,
    /// What the member may move in a day.
    pub worth_max: Usdt,
}

/// A look at personal data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read {
    /// The session.
    pub session: Uuid,
    /// Which call.
    pub call: String,
    /// The roles that may.
    pub allowed: Roles,
    /// Whose data.
    pub player: PlayerId,
    /// Which: the name of a record, never what it says.
    pub what: String,
    /// Why.
    pub reason: String,
}

/// What is asked of an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StaffCommand {
    /// Makes the account.
    Add(Add),
    /// Changes what the member may do; every session ends.
    SetRoles {
        /// From now on.
        roles: Roles,
        /// Who decided, and why.
        decided: Decided,
    },
    /// Closes the account; every session ends.
    Disable(Decided),
    /// Opens it again.
    Enable(Decided),
    /// New password and second factor; every session ends.
    ResetCredentials(Decided),
    /// The member proved password and second factor.
    OpenSession {
        /// The session's id, which opens nothing.
        session: Uuid,
        /// Its end, however busy it is.
        expires_at: Timestamp,
    },
    /// The member leaves.
    CloseSession {
        /// The session.
        session: Uuid,
    },
    /// Too many wrong attempts.
    Lock {
        /// Wrong attempts in a row.
        failures: u32,
        /// No attempt counts before.
        until: Timestamp,
    },
    /// The member changes something.
    Act(Act),
    /// The member looks at personal data; recorded before anything is shown.
    Read(Read),
}

impl From<Add> for StaffCommand {
    fn from(add: Add) -> StaffCommand {
        StaffCommand::Add(add)
    }
}

/// What happened to an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StaffEvent {
    /// The account was made.
    StaffAdded {
        /// The name.
        name: String,
        /// What the member may do.
        roles: Roles,
        /// The player that the member is.
        own: Option<PlayerId>,
        /// Who decided.
        by: String,
        /// Why.
        reason: String,
        /// When.
        at: Timestamp,
    },
    /// The member may do something else from now on. Every session ended.
    StaffRolesSet {
        /// Until now.
        before: Roles,
        /// From now on.
        roles: Roles,
        /// Who decided.
        by: String,
        /// Why.
        reason: String,
        /// When.
        at: Timestamp,
    },
    /// The account was closed. Every session ended.
    StaffDisabled {
        /// Who decided.
        by: String,
        /// Why.
        reason: String,
        /// When.
        at: Timestamp,
    },
    /// The account was opened again.
    StaffEnabled {
        /// Who decided.
        by: String,
        /// Why.
        reason: String,
        /// When.
        at: Timestamp,
    },
    /// Password and second factor are new. Every session ended.
    StaffCredentialsReset {
        /// Who decided.
        by: String,
        /// Why.
        reason: String,
        /// When.
        at: Timestamp,
    },
    /// The member came.
    StaffSessionOpened {
        /// The session's id.
        session: Uuid,
        /// Its end.
        expires_at: Timestamp,
        /// When.
        at: Timestamp,
    },
    /// The member left.
    StaffSessionEnded {
        /// The session's id.
        session: Uuid,
        /// When.
        at: Timestamp,
    },
    /// Too many wrong attempts; the sessions that are open go on.
    StaffLocked {
        /// Wrong attempts in a row.
        failures: u32,
        /// No attempt counts before.
        until: Timestamp,
        /// When.
        at: Timestamp,
    },
    /// The member set about a change. What came of it is recorded in the stream that it is about, under `request`.
    StaffActed {
        /// The session.
        session: Uuid,
        /// Which call.
        call: String,
        /// What the member was allowed to do then (law I-41).
        roles: Roles,
        /// What it is about.
        subject: Option<String>,
        /// Why.
        reason: String,
        /// The request.
        request: Uuid,
        /// What it would move, at parity.
        worth: Usdt,
        /// When.
        at: Timestamp,
    },
    /// The member looked at personal data (law I-40).
    StaffReadPersonal {
        /// The session.
        session: Uuid,
        /// Which call.
        call: String,
        /// What the member was allowed to do then.
        roles: Roles,
        /// Whose data.
        player: PlayerId,
        /// Which.
        what: String,
        /// Why.
        reason: String,
        /// When.
        at: Timestamp,
    },
}

catalogue!(StaffEvent {
    StaffAdded = 1,
    StaffRolesSet = 1,
    StaffDisabled = 1,
    StaffEnabled = 1,
    StaffCredentialsReset = 1,
    StaffSessionOpened = 1,
    StaffSessionEnded = 1,
    StaffLocked = 1,
    StaffActed = 1,
    StaffReadPersonal = 1,
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
