//! Accounts of members. Two of security make and change them, by a proposal ([`crate::proposals::accounts`]); the first
//! accounts, who could propose nothing, are made by the operator on the database.

use super::login::{self, Counted};
use super::{activation, credentials};
use crate::session::Member;
use api::error::Failure;
use domain::ids::StaffId;
use domain::staff::{Add, Role, Staff, StaffCommand};
use domain::stream::Stream;
use ledger::crash_point::{self, Point};
use ledger::{CommandError, Fault, Ledger, Plain, Reply, Request, StreamId, log};
use uuid::Uuid;

/// An account as the list shows it.
#[derive(Clone, Debug)]
pub struct Account {
    /// Which.
    pub id: StaffId,
    /// How it stands.
    pub state: Staff,
    /// Wrong attempts in a row.
    pub failures: i32,
    /// It is shown as guessed at until then, in milliseconds.
    pub locked_until_ms: i64,
}

/// The refusal of a reply, if it is one.
///
/// # Errors
/// The refusal.
pub fn accepted(reply: &Reply) -> Result<(), Failure> {
    match reply.code {
        0 => Ok(()),
        code => Err(Failure::Refused {
            code,
            data: reply.data.clone(),
        }),
    }
}

/// Members of security who may decide: those whose account is open. Fewer than two can make nobody.
///
/// # Errors
/// A fault of the database.
pub async fn security(ledger: &Ledger) -> Result<usize, Fault> {
    let accounts = list(ledger).await?;
    Ok(accounts.iter().filter(|account| decides(&account.state)).count())
}

fn decides(member: &Staff) -> bool {
    !member.is_disabled && member.roles.contains(&Role::Security)
}

/// Whether somebody could approve a key of this account with a key in force: then nobody approves it without one.
///
/// # Errors
/// A fault of the database.
pub async fn has_keyed_approver(ledger: &Ledger, owner: &str) -> Result<bool, Fault> {
    let issuer = load(ledger, StaffId::of(owner)).await?.issued_by;
    let accounts = list(ledger).await?;
    let mut others = accounts.iter().map(|account| &account.state).filter(|other| {
        let is_other = other.name.as_deref() != Some(owner) && other.name != issuer;
        is_other && decides(other)
    });
    Ok(others.any(Staff::has_key))
}

/// Makes an account for the operator. Answers the code with which its owner activates it.
///
/// # Errors
/// The refusal of the member's stream, or a fault.
pub async fn add(ledger: &Ledger, add: Add, request: Request) -> Result<String, Failure> {
    let (name, member, code) = (add.name.clone(), StaffId::of(&add.name), activation::new_code());
    let add = Add {
        code: Some(activation::hash_of(&code)),
        ..add
    };
    accepted(&ask(ledger, member, StaffCommand::Add(add), request).await?)?;
    login::register(ledger, member, &name).await?;
    Ok(code)
}

/// Another password of a member who proved the old one; every other session of the member ends.
///
/// # Errors
/// The refusal of the member's stream, or a fault.
pub async fn change_password(ledger: &Ledger, member: &Member, password: &str) -> Result<(), Failure> {
    let request = Request {
        actor: member.actor(),
        ..Request::default()
    };
    let before = load(ledger, member.id).await?.credentials;
    let credentials = credentials::prepare_password(ledger, member.id, password).await?;
    let command = StaffCommand::ChangePassword {
        session: member.session,
        credentials,
    };
    accepted(&name(ledger, (member.id, before), (command, credentials), request).await?)
}

/// Asks a member's stream to name a new record of credentials, and destroys the record that opens the account no longer,
/// or the new one where it was refused. Where this ends earlier, what stays lies sealed and opens nothing.
///
/// # Errors
/// A busy command handler or a fault: a refusal is a [`Reply`].
pub async fn name(
    ledger: &Ledger,
    (member, before): (StaffId, Option<Uuid>),
    (command, prepared): (StaffCommand, Uuid),
    request: Request,
) -> Result<Reply, CommandError> {
    crash_point::reach(Point::BeforeNaming);
    let reply = ask(ledger, member, command, request).await?;
    crash_point::reach(Point::AfterNaming);
    let void = match reply.code {
        0 => before,
        _ => Some(prepared),
    };
    credentials::forget(ledger, member, void).await?;
    Ok(reply)
}

/// How an account stands.
///
/// # Errors
/// A fault of the ledger.
pub async fn load(ledger: &Ledger, member: StaffId) -> Result<Staff, Fault> {
    Ok(ledger.staff().load(&StreamId::thing(member.0)).await?.state)
}

/// Asks a member's stream.
///
/// # Errors
/// A busy command handler or a fault: a refusal is a [`Reply`].
pub async fn ask(
    ledger: &Ledger,
    member: StaffId,
    command: StaffCommand,
    request: Request,
) -> Result<Reply, CommandError> {
    let id = StreamId::thing(member.0);
    ledger.staff().execute(&id, command, request, Plain).await
}

/// Every account, by name: of all members whom the log knows, so no row beside it hides or invents one.
///
/// # Errors
/// A fault of the database.
pub async fn list(ledger: &Ledger) -> Result<Vec<Account>, Fault> {
    let counted = login::counted(ledger).await?;
    let mut accounts = Vec::new();
    for key in log::begun_by(ledger.pool(), Staff::TYPE, "StaffAdded").await? {
        let id = Uuid::try_parse(&key).map_err(|_| Fault::Law(format!("no member is called {key}")))?;
        let Counted {
            failures,
            locked_until_ms,
        } = counted.get(&StaffId(id)).copied().unwrap_or_default();
        accounts.push(Account {
            id: StaffId(id),
            state: load(ledger, StaffId(id)).await?,
            failures,
            locked_until_ms,
        });
    }
    accounts.sort_by(|one, other| one.state.name.cmp(&other.state.name));
    Ok(accounts)
}
