//! Commands of a member of staff's account.

use super::bookmarks::{Bookmark, ForgetBookmark};
use super::event::Payment;
use super::exports::{MakeExport, Run, Schedule};
use super::key::{Approval, ProposeKey};
use super::role::Roles;
use crate::ids::{PlayerId, ProposalId};
use crate::money::Usdt;
use crate::time::Timestamp;
use uuid::Uuid;

/// A decision about an account, with its reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decided {
    /// Another member, or the operator of the machine.
    pub by: String,
    /// The second person, where it takes two; nobody for what one person may do, and what the operator does.
    pub approver: Option<String>,
    pub reason: String,
}

/// A new account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Add {
    /// The name, which the stream's key is derived from.
    pub name: String,
    pub roles: Roles,
    /// The member's own player account, if any: decisions about own money are refused.
    pub own: Option<PlayerId>,
    /// Hash of the code with which the owner activates it; nothing where credentials are given beside the stream.
    pub code: Option<String>,
    /// Who decided, and why.
    pub decided: Decided,
}

/// An action of a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Act {
    pub session: Uuid,
    /// Which call, such as `withdrawals/approve`.
    pub call: String,
    /// The roles that permit it, from the table of permissions.
    pub allowed: Roles,
    /// The subject, if it is one: an id, a section, a name.
    pub subject: Option<String>,
    pub reason: String,
    /// The request id under which its effects are recorded in other streams.
    pub request: Uuid,
    /// The value that it moves by this member alone, at parity; nothing where it moves none, or takes two.
    pub worth: Usdt,
    /// The member's limit in any 24 hours.
    pub worth_max: Usdt,
    /// The payment that it lets go, if it is such an act.
    pub payment: Option<Payment>,
    /// Accounts whose payments count with those of the receiver, where the act asks for that sum.
    pub tied: Option<Vec<PlayerId>>,
    /// What it approves, if it is an approval; a signature in it was checked before.
    pub approval: Option<Approval>,
    /// The service demands keys; what the member's own stream demands counts as well.
    pub keys_demanded: bool,
    /// Somebody else could do it with a key in force: it is not one of the first keys that is approved.
    pub keyed_other: bool,
}

/// A read of personal data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read {
    pub session: Uuid,
    pub call: String,
    /// The roles that permit it.
    pub allowed: Roles,
    pub player: PlayerId,
    /// The name of a record, never its content.
    pub what: String,
    pub reason: String,
    /// The approved proposal that lets the member read it, where one is needed.
    pub proposal: Option<ProposalId>,
}

/// A look at players' accounts, or at the books of the house as files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Look {
    pub session: Uuid,
    pub call: String,
    /// The roles that permit it.
    pub allowed: Roles,
    /// The player or stream that it is about, and what an export takes out. What was searched for is not recorded: it may
    /// be a name.
    pub subject: Option<String>,
    /// Why, where the call asks for it: of every export.
    pub reason: Option<String>,
}

/// Commands of an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StaffCommand {
    /// Creates the account.
    Add(Add),
    /// Changes the roles; every session ends.
    SetRoles {
        roles: Roles,
        /// Who decided, and why.
        decided: Decided,
    },
    /// Closes the account; every session ends.
    Disable(Decided),
    /// Opens it again.
    Enable(Decided),
    /// Password and second factor are void until the owner chooses new ones; every session ends.
    ResetCredentials {
        /// Hash of the code with which the owner activates the account again.
        code: String,
        decided: Decided,
    },
    /// The owner chose password and second factor.
    Activate {
        /// Hash of the code that the owner has.
        code: String,
        /// The record that holds them.
        credentials: Uuid,
    },
    /// The owner, who proved the old password, chose another one.
    ChangePassword {
        session: Uuid,
        /// The record that holds it, beside the same second factor.
        credentials: Uuid,
    },
    /// The member proved password and second factor.
    OpenSession {
        /// The session's id, which is not a credential.
        session: Uuid,
        /// When it expires, even while in use.
        expires_at: Timestamp,
        /// The challenge and its signature, which was checked before; required of who has a key in force.
        proof: Option<Approval>,
        /// The service demands keys.
        keys_demanded: bool,
    },
    /// The member logs out.
    CloseSession { session: Uuid },
    /// Too many wrong attempts.
    Lock {
        /// Wrong attempts in a row.
        failures: u32,
        /// The account is shown as guessed at until then.
        until: Timestamp,
    },
    /// The member makes a change.
    Act(Act),
    /// The member reads personal data; recorded before anything is shown.
    Read(Read),
    /// The member looks at players' accounts, or takes the books out; recorded before anything is shown.
    Look(Look),
    /// Files for the member are there.
    MakeExport(MakeExport),
    /// A run of a schedule came to nothing.
    MissExport {
        run: Run,
        /// The code of what was wrong.
        problem: String,
    },
    /// The member sets up an export that is made again and again.
    ScheduleExport(Schedule),
    /// It is made no more.
    StopSchedule { schedule: Uuid, by: String, reason: String },
    /// The member keeps a view of the console.
    SaveBookmark(Bookmark),
    /// It is kept no more.
    ForgetBookmark(ForgetBookmark),
    /// The member proposes a key for the own account; its signature was checked before.
    ProposeKey(ProposeKey),
    /// Another person approves it.
    ApproveKey { key: String, decided: Decided },
    /// The key signs nothing from here on.
    RevokeKey { key: String, decided: Decided },
}

impl From<Add> for StaffCommand {
    fn from(add: Add) -> StaffCommand {
        StaffCommand::Add(add)
    }
}
