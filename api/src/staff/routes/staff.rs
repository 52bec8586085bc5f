//! `staff/…`: accounts of members (security).

use crate::call::{Answer, Data};
use crate::error::Failure;
use crate::staff::accounts::{self, Account};
use crate::staff::call::{Desk, accepted};
use crate::staff::credentials::Issued;
use crate::staff::wire::staff::{
    StaffAccount, StaffAddBody, StaffDisableBody, StaffEnableBody, StaffIssued, StaffListBody, StaffListData,
    StaffResetBody, StaffRolesBody,
};
use crate::staff::wire::{Ask, StaffDone};
use domain::ids::{PlayerId, StaffId};
use domain::staff::{Add, Decided, Role, Roles, StaffCommand};
use domain::time::Timestamp;

/// Every account.
///
/// # Errors
/// A fault of the database.
pub async fn list(desk: Desk<StaffListBody>) -> Answer {
    let accounts = accounts::list(desk.app.ledger()).await?;
    let list = accounts.iter().map(|account| shown(account, desk.now)).collect();
    Ok(Data::of(&StaffListData { list }))
}

fn shown(account: &Account, now: Timestamp) -> StaffAccount {
    let state = &account.state;
    let open = state.sessions.iter().filter(|open| now < open.expires_at);
    StaffAccount {
        name: state.name.clone().unwrap_or_default(),
        roles: state.roles.iter().map(|role| role.name().to_owned()).collect(),
        own: state.own.map(|own| own.to_string()),
        disabled: state.is_disabled,
        sessions: i64::try_from(open.count()).unwrap_or_default(),
        failures: account.failures.into(),
        locked_until_ms: Some(account.locked_until_ms).filter(|until| *until > now.0),
    }
}

/// Makes an account; password and second factor are told once.
///
/// # Errors
/// 9003 for a name that is taken, -1006 for a name or a role that is none.
pub async fn add(desk: Desk<StaffAddBody>) -> Answer {
    let body = &desk.body;
    let add = Add {
        name: body.name.clone(),
        roles: named(&body.roles)?,
        own: body.own.map(|own| PlayerId(own.0)),
        decided: decided(&desk),
    };
    let request = desk.begin(&body.name).await?;
    let issued = accounts::add(desk.app.ledger(), add, request).await?;
    Ok(told(&body.name, issued))
}

/// Changes what a member may do.
///
/// # Errors
/// 9002 for the own account, 4007 for none.
pub async fn roles(desk: Desk<StaffRolesBody>) -> Answer {
    let (roles, decided) = (named(&desk.body.roles)?, decided(&desk));
    change(&desk, &desk.body.name, StaffCommand::SetRoles { roles, decided }).await
}

/// Closes an account.
///
/// # Errors
/// 9002 for the own account, 4007 for none, 9003 when it is closed.
pub async fn disable(desk: Desk<StaffDisableBody>) -> Answer {
    change(&desk, &desk.body.name, StaffCommand::Disable(decided(&desk))).await
}

/// Opens an account again.
///
/// # Errors
/// 9002 for the own account, 4007 for none, 9003 when it is open.
pub async fn enable(desk: Desk<StaffEnableBody>) -> Answer {
    change(&desk, &desk.body.name, StaffCommand::Enable(decided(&desk))).await
}

/// New password and second factor.
///
/// # Errors
/// 9002 for the own account, 4007 for none.
pub async fn reset(desk: Desk<StaffResetBody>) -> Answer {
    let request = desk.begin(&desk.body.name).await?;
    let issued = accounts::reset(desk.app.ledger(), &desk.body.name, decided(&desk), request).await?;
    Ok(told(&desk.body.name, issued))
}

async fn change<B: Ask>(desk: &Desk<B>, name: &str, command: StaffCommand) -> Answer {
    let request = desk.begin(name).await?;
    accepted(accounts::ask(desk.app.ledger(), StaffId::of(name), command, request).await)?;
    Ok(Data::of(&StaffDone::DONE))
}

fn decided<B: Ask>(desk: &Desk<B>) -> Decided {
    Decided {
        by: desk.member.name.clone(),
        reason: desk.reason(),
    }
}

fn named(names: &[String]) -> Result<Roles, Failure> {
    let roles = names.iter().map(|name| Role::named(name));
    roles
        .collect::<Option<Roles>>()
        .ok_or_else(|| Failure::invalid("roles"))
}

fn told(name: &str, issued: Issued) -> Data {
    Data::of(&StaffIssued {
        name: name.to_owned(),
        password: issued.password,
        totp_secret: issued.totp_secret,
        otpauth_url: issued.otpauth_url,
    })
}
