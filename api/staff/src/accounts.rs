//! Accounts of members, for the console and for the command line: the stream decides, then password and second
//! factor are made and shown, once: whoever asks again under the same request is refused, and resets the account.

use super::credentials::{self, Issued};
use super::login;
use api::error::Failure;
use domain::ids::StaffId;
use domain::refusal::Refusal;
use domain::staff::{Add, Decided, Staff, StaffCommand};
use ledger::{CommandError, Fault, Ledger, Plain, Reply, Request, StreamId};

/// Members that are listed at most: more than any house has.
const LISTED_MAX: i64 = 200;

/// An account as the list shows it.
#[derive(Clone, Debug)]
pub struct Account {
    /// Which.
    pub id: StaffId,
    /// How it stands.
    pub state: Staff,
    /// Wrong attempts in a row.
    pub failures: i32,
    /// No attempt counts before, in milliseconds.
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

/// Makes an account. What is issued is shown once.
///
/// # Errors
/// The refusal of the member's stream, 9003 for what was shown already, or a fault.
pub async fn add(ledger: &Ledger, add: Add, request: Request) -> Result<Issued, Failure> {
    let name = add.name.clone();
    let member = StaffId::of(&name);
    let reply = ask(ledger, member, StaffCommand::Add(add), request).await?;
    accepted(&reply)?;
    login::register(ledger, member, &name).await?;
    issue(ledger, &name, reply.version).await
}

/// New password and second factor for an account; its sessions end, and no address waits any longer.
///
/// # Errors
/// As [`add`].
pub async fn reset(ledger: &Ledger, name: &str, decided: Decided, request: Request) -> Result<Issued, Failure> {
    let command = StaffCommand::ResetCredentials(decided);
    let reply = ask(ledger, StaffId::of(name), command, request).await?;
    accepted(&reply)?;
    issue(ledger, name, reply.version).await
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

async fn issue(ledger: &Ledger, name: &str, version: u64) -> Result<Issued, Failure> {
    let (member, issued) = (StaffId::of(name), credentials::issue(name));
    if !credentials::keep(ledger, member, &issued, version).await? {
        return Err(Refusal::StateChanged.into());
    }
    login::unlock(ledger, member).await?;
    Ok(issued)
}

/// Every account, by name.
///
/// # Errors
/// A fault of the database.
pub async fn list(ledger: &Ledger) -> Result<Vec<Account>, Fault> {
    let mut accounts = Vec::new();
    for counted in login::counted(ledger, LISTED_MAX).await? {
        accounts.push(Account {
            id: counted.member,
            state: ledger.staff().load(&StreamId::thing(counted.member.0)).await?.state,
            failures: counted.failures,
            locked_until_ms: counted.locked_until_ms,
        });
    }
    Ok(accounts)
}
