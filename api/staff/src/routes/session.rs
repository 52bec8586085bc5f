//! `session/…`: come, stay, go.

use crate::call::{StaffCall, StaffVisit, is_development};
use crate::challenge::Challenge;
use crate::login::{Login, Opened};
use crate::session::Member;
use crate::wire::StaffDone;
use crate::wire::keys::StaffHeldKey;
use crate::wire::session::{
    SessionActivateBody, SessionChallenge, SessionCloseBody, SessionMe, SessionMeBody, SessionOpenBody, SessionOpened,
    SessionPasswordBody, SessionSignBody,
};
use crate::{accounts, activation, credentials, login, permissions, session};
use api::app::App;
use api::endpoint::{Answer, Data};
use api::error::Failure;
use api::limits::Subject;
use domain::staff::{Role, Signature, Staff};
use domain::time::Timestamp;

/// Opens a session; who has a key in force is asked for its signature first.
///
/// # Errors
/// 9006, whatever was wrong.
pub async fn open(visit: StaffVisit<SessionOpenBody>) -> Answer<SessionOpened> {
    let body = &visit.body;
    let proof = (body.name.as_str(), body.password.as_str(), body.totp.as_str());
    let opened_by = (visit.from, visit.known.as_deref());
    let Opened { login, browser } = login::login(&visit.app, opened_by, proof, visit.now).await?;
    visit.knows(&browser);
    Ok(Data::of(&match login {
        Login::Open(token) => SessionOpened {
            me: Some(opened(&visit, &token).await?),
            challenge: None,
        },
        Login::Sign(challenge, account) => SessionOpened {
            me: None,
            challenge: Some(asked(&challenge, &account)),
        },
    }))
}

/// Opens the session of a challenge that a key of the member signed.
///
/// # Errors
/// 9006, whatever was wrong.
pub async fn sign(visit: StaffVisit<SessionSignBody>) -> Answer<SessionMe> {
    let body = &visit.body;
    let challenge = Challenge {
        session: body.session.0,
        issued_at: Timestamp(body.issued_ms),
        digest: body.digest.clone(),
    };
    let signature = Signature::from(&body.signature);
    let signed = login::sign(&visit.app, (&body.name, &challenge), signature, visit.now).await;
    let token = visit.counts_wrong(signed)?;
    Ok(Data::of(&opened(&visit, &token).await?))
}

/// Spends the code of a new account, or of one that was reset: its owner chooses password and second factor, and then
/// signs in with them.
///
/// # Errors
/// 9006 for a wrong name or code, 4008 for one that is too late, -1006 for a password or a second factor that is unfit.
pub async fn activate(visit: StaffVisit<SessionActivateBody>) -> Answer<StaffDone> {
    let body = &visit.body;
    let chosen = (body.password.as_str(), body.totp_secret.as_str(), body.totp.as_str());
    let secrets = credentials::chosen(&body.name, chosen, visit.now)?;
    let activated = activation::activate(visit.app.ledger(), &body.name, &body.code, &secrets).await;
    visit.counts_wrong(activated)?;
    Ok(Data::of(&StaffDone::DONE))
}

/// Another password for the own account; every other session of it ends.
///
/// # Errors
/// 9006 for a wrong password or code, -1006 for a new password that is unfit.
pub async fn password(call: StaffCall<SessionPasswordBody>) -> Answer<StaffDone> {
    let (ledger, body) = (call.app.ledger(), &call.body);
    credentials::check_password(&body.new_password).map_err(|_| Failure::invalid("new_password"))?;
    let proof = (call.member.name.as_str(), body.password.as_str(), body.totp.as_str());
    let counted = Subject::Browser(call.member.session);
    login::prove(&call.app, (call.from, counted), proof, call.now).await?;
    accounts::change_password(ledger, &call.member, &body.new_password).await?;
    Ok(Data::of(&StaffDone::DONE))
}

/// Who is signed in from now on; the browser keeps the token.
async fn opened<B>(visit: &StaffVisit<B>, token: &str) -> Result<SessionMe, Failure> {
    let member = session::find(visit.app.ledger(), token, visit.now).await?;
    visit.keep(Some(token));
    Ok(shown(&member, &visit.app))
}

fn asked(challenge: &Challenge, account: &Staff) -> SessionChallenge {
    let in_force = account.keys.iter().filter(|held| held.approved_by.is_some());
    SessionChallenge {
        name: account.name.clone().unwrap_or_default(),
        session: challenge.session.to_string(),
        issued_ms: challenge.issued_at.0,
        digest: challenge.digest.clone(),
        keys: in_force.map(StaffHeldKey::shown).collect(),
    }
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
    Ok(Data::of(&shown(&call.member, &call.app)))
}

fn shown(member: &Member, app: &App) -> SessionMe {
    let can = permissions::of_roles(&member.roles);
    SessionMe {
        name: member.name.clone(),
        roles: member.roles.iter().map(|role: &Role| role.name().to_owned()).collect(),
        can: can.into_iter().map(str::to_owned).collect(),
        keys: member.keys.iter().map(StaffHeldKey::shown).collect(),
        signs: member.signs || !app.settings().keyless_staff,
        expires_ms: member.expires_at.0,
        development: is_development(app),
    }
}
