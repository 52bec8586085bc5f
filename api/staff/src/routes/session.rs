//! `session/…`: come, stay, go.

use crate::call::{StaffCall, StaffVisit, is_development};
use crate::session::Member;
use crate::wire::StaffDone;
use crate::wire::keys::StaffHeldKey;
use crate::wire::session::{SessionCloseBody, SessionMe, SessionMeBody, SessionOpenBody};
use crate::{login, permissions, session};
use api::endpoint::{Answer, Data};
use domain::staff::Role;

/// Opens a session.
///
/// # Errors
/// 9006, whatever was wrong.
pub async fn open(visit: StaffVisit<SessionOpenBody>) -> Answer<SessionMe> {
    let (ledger, body) = (visit.app.ledger(), &visit.body);
    let proof = (body.name.as_str(), body.password.as_str(), body.totp.as_str());
    let (token, _) = login::login(ledger, visit.from, proof, visit.now).await?;
    let member = session::find(ledger, &token, visit.now).await?;
    visit.keep(Some(&token));
    Ok(shown(&member, is_development(&visit.app)))
}

/// Ends the session.
///
/// # Errors
/// A fault of the ledger.
pub async fn close(call: StaffCall<SessionCloseBody>) -> Answer<StaffDone> {
    session::close(call.app.ledger(), &call.member).await?;
    call.forget();
    Ok(Data::of(&StaffDone::DONE))
}

/// Who is signed in, and may do what.
///
/// # Errors
/// None of its own.
pub async fn me(call: StaffCall<SessionMeBody>) -> Answer<SessionMe> {
    Ok(shown(&call.member, is_development(&call.app)))
}

fn shown(member: &Member, development: bool) -> Data<SessionMe> {
    let can = permissions::of_roles(&member.roles);
    Data::of(&SessionMe {
        name: member.name.clone(),
        roles: member.roles.iter().map(|role: &Role| role.name().to_owned()).collect(),
        can: can.into_iter().map(str::to_owned).collect(),
        keys: member.keys.iter().map(StaffHeldKey::shown).collect(),
        signs: member.signs || !development,
        expires_ms: member.expires_at.0,
        development,
    })
}
