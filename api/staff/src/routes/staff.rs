//! `staff/…`: accounts of members (security).

use crate::accounts::{self, Account};
use crate::call::{StaffCall, accepted};
use crate::credentials::Issued;
use crate::wire::StaffDone;
use crate::wire::keys::StaffHeldKey;
use crate::wire::staff::{
    StaffAccount, StaffAddBody, StaffDisableBody, StaffEnableBody, StaffIssued, StaffListBody, StaffListData,
    StaffResetBody, StaffRolesBody,
};
use api::endpoint::{Answer, Data};
use api::error::Failure;
use api::wire::body::Body;
use domain::ids::{PlayerId, StaffId};
use domain::staff::{Add, Decided, Role, Roles, StaffCommand};
use domain::time::Timestamp;

/// Every account.
///
/// # Errors
/// A fault of the database.
pub async fn list(call: StaffCall<StaffListBody>) -> Answer<StaffListData> {
    let accounts = accounts::list(call.app.ledger()).await?;
    let list = accounts.iter().map(|account| shown(account, call.now)).collect();
    Ok(Data::of(&StaffListData { list }))
}

fn shown(account: &Account, now: Timestamp) -> StaffAccount {
    let state = &account.state;
    let open = state.sessions.iter().filter(|open| now < open.expires_at);
    StaffAccount {
        name: state.name.clone().unwrap_or_default(),
        roles: state.roles.iter().map(|role| role.name().to_owned()).collect(),
        own: state.own.map(|own| own.to_string()),
        keys: state.keys.iter().map(StaffHeldKey::shown).collect(),
        disabled: state.is_disabled,
        sessions: i64::try_from(open.count()).unwrap_or_default(),
        failures: account.failures.into(),
        locked_until_ms: Some(account.locked_until_ms).filter(|until| *until > now.0),
    }
}

/// Makes an account; password and second factor are shown once.
///
/// # Errors
/// 9003 for a name that is taken and for a repetition, whose secrets were shown; -1006 for a name or a role that is none.
pub async fn add(call: StaffCall<StaffAddBody>) -> Answer<StaffIssued> {
    let body = &call.body;
    let add = Add {
        name: body.name.clone(),
        roles: named(&body.roles)?,
        own: body.own.map(|own| PlayerId(own.0)),
        decided: decided(&call),
    };
    let request = call.begin(&body.name).await?;
    let issued = accounts::add(call.app.ledger(), add, request).await?;
    Ok(secrets(&body.name, issued))
}

/// Changes what a member may do.
///
/// # Errors
/// 9002 for the own account, 4007 for none.
pub async fn roles(call: StaffCall<StaffRolesBody>) -> Answer<StaffDone> {
    let (roles, decided) = (named(&call.body.roles)?, decided(&call));
    change(&call, &call.body.name, StaffCommand::SetRoles { roles, decided }).await
}

/// Closes an account.
///
/// # Errors
/// 9002 for the own account, 4007 for none, 9003 when it is closed.
pub async fn disable(call: StaffCall<StaffDisableBody>) -> Answer<StaffDone> {
    change(&call, &call.body.name, StaffCommand::Disable(decided(&call))).await
}

/// Opens an account again.
///
/// # Errors
/// 9002 for the own account, 4007 for none, 9003 when it is open.
pub async fn enable(call: StaffCall<StaffEnableBody>) -> Answer<StaffDone> {
    change(&call, &call.body.name, StaffCommand::Enable(decided(&call))).await
}

/// New password and second factor, shown once.
///
/// # Errors
/// 9002 for the own account, 4007 for none, 9003 for a repetition.
pub async fn reset(call: StaffCall<StaffResetBody>) -> Answer<StaffIssued> {
    let request = call.begin(&call.body.name).await?;
    let issued = accounts::reset(call.app.ledger(), &call.body.name, decided(&call), request).await?;
    Ok(secrets(&call.body.name, issued))
}

async fn change<B: Body>(call: &StaffCall<B>, name: &str, command: StaffCommand) -> Answer<StaffDone> {
    let request = call.begin(name).await?;
    accepted(accounts::ask(call.app.ledger(), StaffId::of(name), command, request).await)?;
    Ok(Data::of(&StaffDone::DONE))
}

fn decided<B: Body>(call: &StaffCall<B>) -> Decided {
    Decided {
        by: call.member.name.clone(),
        reason: call.reason(),
    }
}

fn named(names: &[String]) -> Result<Roles, Failure> {
    let roles = names.iter().map(|name| Role::named(name));
    roles
        .collect::<Option<Roles>>()
        .ok_or_else(|| Failure::invalid("roles"))
}

fn secrets(name: &str, issued: Issued) -> Data<StaffIssued> {
    Data::of(&StaffIssued {
        name: name.to_owned(),
        password: issued.password,
        totp_secret: issued.totp_secret,
        otpauth_url: issued.otpauth_url,
    })
}
