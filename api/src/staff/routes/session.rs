//! `session/…`: come, stay, go.

use crate::call::{Answer, Data};
use crate::staff::call::{Desk, Door, is_development};
use crate::staff::session::Member;
use crate::staff::wire::StaffDone;
use crate::staff::wire::session::{SessionCloseBody, SessionMe, SessionMeBody, SessionOpenBody};
use crate::staff::{login, permissions, session};
use domain::staff::Role;

/// Opens a session.
///
/// # Errors
/// 9006, whatever was wrong.
pub async fn open(door: Door<SessionOpenBody>) -> Answer {
    let (ledger, body) = (door.app.ledger(), &door.body);
    let (token, _) = login::login(ledger, &body.name, &body.password, &body.totp, door.now).await?;
    let member = session::find(ledger, &token, door.now).await?;
    door.keep(Some(&token));
    Ok(told(&member, is_development(&door.app)))
}

/// Ends the session.
///
/// # Errors
/// A fault of the ledger.
pub async fn close(desk: Desk<SessionCloseBody>) -> Answer {
    session::close(desk.app.ledger(), &desk.member).await?;
    desk.forget();
    Ok(Data::of(&StaffDone::DONE))
}

/// Who is signed in, and may do what.
///
/// # Errors
/// None of its own.
pub async fn me(desk: Desk<SessionMeBody>) -> Answer {
    Ok(told(&desk.member, is_development(&desk.app)))
}

fn told(member: &Member, development: bool) -> Data {
    let can = permissions::of_roles(&member.roles);
    Data::of(&SessionMe {
        name: member.name.clone(),
        roles: member.roles.iter().map(|role: &Role| role.name().to_owned()).collect(),
        can: can.into_iter().map(str::to_owned).collect(),
        expires_ms: member.expires_at.0,
        development,
    })
}
