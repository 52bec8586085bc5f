//! `staff/…`: accounts of members (security). Two make and change them; one may close them.

use crate::accounts::{self, Account};
use crate::call::{StaffCall, accepted};
use crate::proposals::Made;
use crate::proposals::accounts::{AccountAct, AccountWhat, propose, propose_with_code};
use crate::wire::StaffDone;
use crate::wire::keys::StaffHeldKey;
use crate::wire::proposals::StaffProposed;
use crate::wire::staff::{
    StaffAccount, StaffAddBody, StaffDisableBody, StaffEnableBody, StaffInvited, StaffListBody, StaffListData,
    StaffResetBody, StaffRolesBody,
};
use api::endpoint::{Answer, Data};
use api::error::Failure;
use domain::ids::{PlayerId, StaffId};
use domain::refusal::Refusal;
use domain::staff::activation::CODE_MS;
use domain::staff::{Decided, Role, Roles, StaffCommand};
use domain::time::Timestamp;
use ledger::Ledger;

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
        activate_until_ms: state.activation.as_ref().map(|waiting| waiting.until.0),
        sessions: i64::try_from(open.count()).unwrap_or_default(),
        failures: account.failures.into(),
        locked_until_ms: Some(account.locked_until_ms).filter(|until| *until > now.0),
    }
}

/// Proposes an account; the code with which its owner activates it is shown once.
///
/// # Errors
/// 9003 for a name that is taken and for a repetition, whose code was shown; -1006 for a name or a role that is none.
pub async fn add(call: StaffCall<StaffAddBody>) -> Answer<StaffInvited> {
    let body = &call.body;
    let what = AccountWhat {
        roles: Some(named(&body.roles)?),
        own: body.own.map(|own| PlayerId(own.0)),
        ..AccountWhat::of(AccountAct::Add, &body.name)
    };
    let proposed = propose_with_code(&call, what).await?;
    Ok(invited(&body.name, proposed))
}

/// Proposes other roles; once another person approved them, the member's sessions end.
///
/// # Errors
/// 9002 for the own account, 4007 for none, 9003 for the roles that it has.
pub async fn roles(call: StaffCall<StaffRolesBody>) -> Answer<StaffProposed> {
    let what = AccountWhat {
        roles: Some(named(&call.body.roles)?),
        ..AccountWhat::of(AccountAct::Roles, &call.body.name)
    };
    Ok(proposed(propose(&call, what).await?))
}

/// Closes an account.
///
/// # Errors
/// 9002 for the own account, 4007 for none, -1006 for its name written in another way, 9003 when it is closed.
pub async fn disable(call: StaffCall<StaffDisableBody>) -> Answer<StaffDone> {
    let name = &call.body.name;
    let member = as_written(call.app.ledger(), name, "name").await?;
    let decided = Decided {
        by: call.member.name.clone(),
        approver: None,
        reason: call.reason(),
    };
    let request = call.begin(name).await?;
    let closed = accounts::ask(call.app.ledger(), member, StaffCommand::Disable(decided), request);
    accepted(closed.await)?;
    Ok(Data::of(&StaffDone::DONE))
}

/// Proposes to open an account again.
///
/// # Errors
/// 9002 for the own account, 4007 for none, 9003 when it is open.
pub async fn enable(call: StaffCall<StaffEnableBody>) -> Answer<StaffProposed> {
    let what = AccountWhat::of(AccountAct::Enable, &call.body.name);
    Ok(proposed(propose(&call, what).await?))
}

/// Proposes that password and second factor are void; the code with which the owner chooses others is shown once.
///
/// # Errors
/// 9002 for the own account, 4007 for none, 9003 for a repetition.
pub async fn reset(call: StaffCall<StaffResetBody>) -> Answer<StaffInvited> {
    let what = AccountWhat::of(AccountAct::Reset, &call.body.name);
    let proposed = propose_with_code(&call, what).await?;
    Ok(invited(&call.body.name, proposed))
}

/// The member of an account that is named as it was made. Capitals make no other account, but what is signed and
/// recorded names it letter for letter (law I-41e).
///
/// # Errors
/// 4007 for no such account, -1006 with the field for its name written in another way.
pub(super) async fn as_written(ledger: &Ledger, name: &str, field: &str) -> Result<StaffId, Failure> {
    let member = StaffId::of(name);
    let made = accounts::load(ledger, member).await?.name;
    match made.ok_or(Refusal::RecordNotFound)? == name {
        true => Ok(member),
        false => Err(Failure::invalid(field)),
    }
}

fn named(names: &[String]) -> Result<Roles, Failure> {
    let roles = names.iter().map(|name| Role::named(name));
    roles
        .collect::<Option<Roles>>()
        .ok_or_else(|| Failure::invalid("roles"))
}

fn proposed(made: Made) -> Data<StaffProposed> {
    Data::of(&StaffProposed {
        proposal: made.proposal.to_string(),
        digest: made.change.digest,
    })
}

fn invited(name: &str, (made, code): (Made, String)) -> Data<StaffInvited> {
    Data::of(&StaffInvited {
        name: name.to_owned(),
        code,
        code_valid_ms: CODE_MS,
        proposal: made.proposal.to_string(),
        digest: made.change.digest,
    })
}
