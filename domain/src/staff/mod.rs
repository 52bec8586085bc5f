//! Members of staff: accounts, sessions and actions (api §7, domain §4). One stream
//! is one member.
//!
//! | event | ends the sessions |
//! |---|---|
//! | `StaffAdded`, `StaffEnabled`, `StaffLocked` | no |
//! | `StaffRolesSet`, `StaffDisabled`, `StaffCredentialsReset` | all of them, at once |
//! | `StaffActivated` | no: there is none |
//! | `StaffPasswordChanged` | all but the one in which it was changed |
//! | `StaffSessionOpened` | the oldest beyond five |
//! | `StaffSessionEnded` | that one |
//! | `StaffActed`, `StaffReadPersonal`, `StaffLooked` | no |
//! | `ExportMade`, `ExportMissed`, `ExportScheduled`, `ExportScheduleStopped` ([`exports`]) | no |
//! | `BookmarkSaved`, `BookmarkForgotten` ([`bookmarks`]) | no |
//! | `StaffKeyProposed` | no |
//! | `StaffKeyApproved` | those that no key opened: from here on a session is bound to one |
//! | `StaffKeyRevoked` | those that the key opened |
//!
//! Invariants (law I-41, threats T-53, T-55): an action needs an open session of an open account and a role
//! that permits it at that moment; every change and every read of personal data is an
//! event here, with its reason, before anything is done or shown; decisions about the own account are refused. Nobody
//! knows a member's password but the member ([`activation`]). From the first key of a member on, what the member
//! approves is signed ([`key`]), and while a key is in force, so is each login. A member who logged in while the service
//! demanded keys needs one for ever: no setting takes back what the stream says.
//!
//! Passwords, codes, cookies and the permissions of a role are in other modules.

pub mod activation;
mod acts;
pub mod bookmarks;
mod command;
mod event;
pub mod exports;
mod held;
pub mod key;
pub mod permission;
mod role;
pub mod subject;
#[cfg(test)]
mod tests;

pub use activation::Activation;
pub use acts::{RecentAct, may};
pub use bookmarks::{Bookmark, ForgetBookmark, KeptBookmark};
pub use command::{Act, Add, Decided, Look, Read, StaffCommand};
pub use event::{Payment, StaffEvent};
pub use exports::{Every, ExportedFile, MakeExport, Run, RunningSchedule, Schedule};
pub use key::{Approval, Assertion, HeldKey, ProposeKey, Signature, StaffKey, Statement};
pub use role::{Role, Roles};

use crate::ids::PlayerId;
use crate::refusal::{Refusal, check_reason, field};
use crate::stream::{Context, Decision, Stream};
use crate::time::{DAY_MS, Timestamp};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// A minute.
const MINUTE_MS: i64 = 60_000;
/// Open sessions of one member. ASSUMED: two desks and a telephone.
pub const SESSIONS_MAX: usize = 5;
/// Members of security who can decide about accounts: one proposes, another approves.
pub const SECURITY_MIN: usize = 2;
/// Longest life of a session. ASSUMED: longer is a mistake.
const SESSION_MS_MAX: i64 = DAY_MS;
/// Wrong attempts in a row from one address before an account is shown as guessed at (ASSUMED).
pub const FAILURES_MAX: u32 = 5;
/// Longest time for which it is shown so (ASSUMED): the doubling stops here.
const WAIT_MS_MAX: i64 = 60 * MINUTE_MS;
/// Longest name, in bytes.
const NAME_BYTES_MAX: usize = 60;

/// How long an account is shown as guessed at after so many wrong attempts in a row: a minute after the fifth, doubled
/// after each further one. Nobody is kept out by it.
pub fn wait_ms(failures: u32) -> i64 {
    match failures.checked_sub(FAILURES_MAX) {
        None => 0,
        Some(further) => (MINUTE_MS << further.min(10)).min(WAIT_MS_MAX),
    }
}

/// True for a name that a member may have: up to 60 letters, digits, dots, dashes, underscores and @.
pub fn is_name(text: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-_@".contains(&byte);
    (1..=NAME_BYTES_MAX).contains(&text.len()) && text.bytes().all(plain)
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenSession {
    pub session: Uuid,
    pub expires_at: Timestamp,
    /// The key that opened it; nothing when the member had none.
    pub key: Option<String>,
}

/// The stream of one member.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Staff {
    /// The name; `None` before the account was made.
    pub name: Option<String>,
    /// The roles.
    pub roles: Roles,
    /// The member's own player account, if any.
    pub own: Option<PlayerId>,
    /// The account is closed.
    pub is_disabled: bool,
    /// Sessions that may act, oldest first.
    pub sessions: Vec<OpenSession>,
    /// What the member moved or let go in the 24 hours before the newest such act, oldest first.
    pub recent: Vec<RecentAct>,
    /// Keys that wait or are in force, oldest first.
    pub keys: Vec<HeldKey>,
    /// The member had a key in force once: approvals are signed from then on.
    pub signs: bool,
    /// A session was opened while the service demanded keys: without one the member does nothing that is signed.
    pub keys_demanded: bool,
    /// Who issued the code of activation, or before there were codes the password: could have signed in with it.
    pub issued_by: Option<String>,
    /// The code that waits for the owner; without it nobody signs in.
    pub activation: Option<Activation>,
    /// The record of the vault with password and second factor; nothing where there is one record of the member.
    pub credentials: Option<Uuid>,
    /// Exports that are made again and again, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub schedules: Vec<RunningSchedule>,
    /// Views that the member keeps, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bookmarks: Vec<KeptBookmark>,
}

type Ruling = Result<Decision<StaffEvent>, Refusal>;

/// Who makes and who approves are two people.
fn two(decided: &Decided) -> Result<(), Refusal> {
    match &decided.approver {
        Some(approver) if *approver == decided.by => Err(Refusal::OtherPersonMustApprove),
        _ => Ok(()),
    }
}

impl Staff {
    /// True while the session may act.
    pub fn is_open(&self, session: Uuid, now: Timestamp) -> bool {
        let is_alive = |open: &OpenSession| open.session == session && now < open.expires_at;
        !self.is_disabled && self.sessions.iter().any(is_alive)
    }

    /// Order of checks: the account, the reason, other people, who are two where two are named.
    fn decided(&self, decided: &Decided) -> Result<(), Refusal> {
        let name = self.name.as_ref().ok_or(Refusal::RecordNotFound)?;
        check_reason(&decided.reason)?;
        if *name == decided.by || decided.approver.as_ref() == Some(name) {
            return Err(Refusal::OtherPersonMustApprove);
        }
        two(decided)
    }

    fn add(&self, add: &Add, now: Timestamp) -> Ruling {
        if self.name.is_some() {
            return Err(Refusal::StateChanged);
        }
        if !is_name(&add.name) {
            return Err(field("name"));
        }
        if add.roles.is_empty() {
            return Err(field("roles"));
        }
        check_reason(&add.decided.reason)?;
        two(&add.decided)?;
        Ok(StaffEvent::StaffAdded {
            name: add.name.clone(),
            roles: add.roles.clone(),
            own: add.own,
            by: add.decided.by.clone(),
            approver: add.decided.approver.clone(),
            reason: add.decided.reason.clone(),
            activation: add
                .code
                .as_deref()
                .map(|code| Activation::from(code, now))
                .transpose()?,
            at: now,
        }
        .into())
    }

    fn set_roles(&self, roles: &Roles, decided: &Decided, now: Timestamp) -> Ruling {
        self.decided(decided)?;
        if roles.is_empty() {
            return Err(field("roles"));
        }
        if *roles == self.roles {
            return Err(Refusal::StateChanged);
        }
        Ok(StaffEvent::StaffRolesSet {
            before: self.roles.clone(),
            roles: roles.clone(),
            by: decided.by.clone(),
            approver: decided.approver.clone(),
            reason: decided.reason.clone(),
            at: now,
        }
        .into())
    }

    fn switch(&self, decided: &Decided, to_disabled: bool, at: Timestamp) -> Ruling {
        self.decided(decided)?;
        if self.is_disabled == to_disabled {
            return Err(Refusal::StateChanged);
        }
        let Decided { by, approver, reason } = decided.clone();
        Ok(match to_disabled {
            true => StaffEvent::StaffDisabled { by, reason, at },
            false => StaffEvent::StaffEnabled {
                by,
                approver,
                reason,
                at,
            },
        }
        .into())
    }

    /// Order of checks: the account, whether it may sign in, the key.
    fn may_open(&self, expires_at: Timestamp, proof: Option<&Approval>, now: Timestamp) -> Result<(), Refusal> {
        if self.name.is_none() || self.is_disabled || self.activation.is_some() {
            return Err(Refusal::NoPermission);
        }
        if expires_at <= now || expires_at.since(now) > SESSION_MS_MAX {
            return Err(field("expires_at"));
        }
        self.proved(proof)
    }

    fn close(&self, session: Uuid, at: Timestamp) -> Ruling {
        if !self.sessions.iter().any(|open| open.session == session) {
            return Err(Refusal::StateChanged);
        }
        Ok(StaffEvent::StaffSessionEnded { session, at }.into())
    }

    fn lock(&self, failures: u32, until: Timestamp, at: Timestamp) -> Ruling {
        if self.name.is_none() || failures < FAILURES_MAX {
            return Err(Refusal::StateChanged);
        }
        Ok(StaffEvent::StaffLocked { failures, until, at }.into())
    }
}

impl Stream for Staff {
    const TYPE: &'static str = "staff";
    const STATE_VERSION: u16 = 8;
    type Command = StaffCommand;
    type Event = StaffEvent;

    fn decide(&self, command: &StaffCommand, context: &Context) -> Ruling {
        let now = context.now;
        match command {
            StaffCommand::Add(add) => self.add(add, now),
            StaffCommand::SetRoles { roles, decided } => self.set_roles(roles, decided, now),
            StaffCommand::Disable(decided) => self.switch(decided, true, now),
            StaffCommand::Enable(decided) => self.switch(decided, false, now),
            StaffCommand::ResetCredentials { code, decided } => self.reset(code, decided, now),
            StaffCommand::Activate { code, credentials } => self.activate(code, *credentials, now),
            StaffCommand::ChangePassword { session, credentials } => self.change_password(*session, *credentials, now),
            StaffCommand::OpenSession {
                session,
                expires_at,
                proof,
                keys_demanded,
            } => {
                self.may_open(*expires_at, proof.as_ref(), now)?;
                let opened = StaffEvent::StaffSessionOpened {
                    session: *session,
                    expires_at: *expires_at,
                    proof: proof.clone(),
                    keys_demanded: *keys_demanded || self.keys_demanded,
                    at: now,
                };
                Ok(opened.into())
            }
            StaffCommand::CloseSession { session } => self.close(*session, now),
            StaffCommand::Lock { failures, until } => self.lock(*failures, *until, now),
            StaffCommand::Act(act) => self.act(act, now),
            StaffCommand::Read(read) => self.read(read, now),
            StaffCommand::Look(look) => self.look(look, now),
            StaffCommand::MakeExport(make) => self.make_export(make, now),
            StaffCommand::MissExport { run, problem } => self.miss_export(*run, problem, now),
            StaffCommand::ScheduleExport(schedule) => self.set_schedule(schedule, now),
            StaffCommand::StopSchedule { schedule, by, reason } => self.stop_schedule(*schedule, by, reason, now),
            StaffCommand::SaveBookmark(bookmark) => self.save_bookmark(bookmark, now),
            StaffCommand::ForgetBookmark(forget) => self.forget_bookmark(forget, now),
            StaffCommand::ProposeKey(propose) => self.propose_key(propose, now),
            StaffCommand::ApproveKey { key, decided } => self.approve_key(key, decided, now),
            StaffCommand::RevokeKey { key, decided } => self.revoke_key(key, decided, now),
        }
    }

    fn evolve(&mut self, event: &StaffEvent) {
        match event {
            StaffEvent::StaffAdded {
                name,
                roles,
                own,
                by,
                activation,
                ..
            } => {
                (self.name, self.own) = (Some(name.clone()), *own);
                self.issued_by = Some(by.clone());
                self.activation.clone_from(activation);
                self.roles.clone_from(roles);
            }
            StaffEvent::StaffRolesSet { roles, .. } => {
                self.roles.clone_from(roles);
                self.sessions.clear();
            }
            StaffEvent::StaffDisabled { .. } => {
                self.is_disabled = true;
                self.sessions.clear();
            }
            StaffEvent::StaffEnabled { .. } => self.is_disabled = false,
            StaffEvent::StaffCredentialsReset { by, activation, .. } => {
                self.sessions.clear();
                self.issued_by = Some(by.clone());
                self.activation.clone_from(activation);
            }
            StaffEvent::StaffActivated { credentials, .. } => {
                (self.activation, self.credentials) = (None, *credentials);
            }
            StaffEvent::StaffPasswordChanged {
                session, credentials, ..
            } => {
                self.credentials = *credentials;
                self.sessions.retain(|open| open.session == *session);
            }
            StaffEvent::StaffSessionOpened {
                session,
                expires_at,
                proof,
                keys_demanded,
                at,
            } => {
                self.keys_demanded |= keys_demanded;
                let signature = proof.as_ref().and_then(|proof| proof.signature.as_ref());
                let opened = OpenSession {
                    session: *session,
                    expires_at: *expires_at,
                    key: signature.map(|signature| signature.key.clone()),
                };
                self.keep_session(opened, *at);
            }
            StaffEvent::StaffSessionEnded { session, .. } => self.sessions.retain(|open| open.session != *session),
            StaffEvent::StaffActed { worth, payment, at, .. } => self.count_act(*worth, payment.as_ref(), *at),
            StaffEvent::StaffKeyProposed { .. }
            | StaffEvent::StaffKeyApproved { .. }
            | StaffEvent::StaffKeyRevoked { .. }
            | StaffEvent::ExportMade { .. }
            | StaffEvent::ExportMissed { .. }
            | StaffEvent::ExportScheduled { .. }
            | StaffEvent::ExportScheduleStopped { .. }
            | StaffEvent::BookmarkSaved { .. }
            | StaffEvent::BookmarkForgotten { .. } => self.evolve_held(event),
            StaffEvent::StaffLocked { .. } | StaffEvent::StaffReadPersonal { .. } | StaffEvent::StaffLooked { .. } => {}
        }
    }
}
