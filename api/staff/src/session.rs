//! Whose a cookie is. Only the SHA-256 of its token is kept, with a MAC under a key that the database never holds: a row
//! that somebody else put into the table opens nothing, and functions alone write it, which check each transition
//! (`migrations/0209_protect_sessions_of_staff.sql`). Whether its session may act is read from the member's stream at
//! every call: no memory outlives the moment at which an account is closed or a key revoked.

use api::app::App;
use api::auth::session::hash_of;
use api::error::Failure;
use domain::ids::{PlayerId, StaffId};
use domain::staff::{Approval, HeldKey, Roles, StaffCommand};
use domain::time::{HOUR_MS, Timestamp};
use ledger::keys::rotate::renew_macs;
use ledger::{Fault, Ledger, MacKeys, Plain, Request, StreamId};
use rand::RngExt;
use sqlx::{PgConnection, Row};
use uuid::Uuid;

/// The cookie's name.
pub const COOKIE: &str = "staff";
/// Age at which a session ends however busy it is. ASSUMED: a working day.
pub const AGE_MS_MAX: i64 = 12 * HOUR_MS;
/// Idle time after which a session ends (ASSUMED).
pub const IDLE_MS_MAX: i64 = HOUR_MS;
/// Use is written down this often at most.
const SEEN_EVERY_MS: i64 = 60_000;
/// Sessions that ran out which a login takes away with it.
const SWEEP_MAX: i64 = 20;

/// Who acts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The account.
    pub id: StaffId,
    /// Its name.
    pub name: String,
    /// What the member may do at this moment.
    pub roles: Roles,
    /// The player that the member is, if any.
    pub own: Option<PlayerId>,
    /// Keys that wait or sign.
    pub keys: Vec<HeldKey>,
    /// Approvals of the member are signed.
    pub signs: bool,
    /// The session.
    pub session: Uuid,
    /// Its end.
    pub expires_at: Timestamp,
}

impl Member {
    /// Who, as events say it.
    pub fn actor(&self) -> String {
        format!("staff:{}", self.name)
    }
}

/// Opens a session for a member who proved to be one, with the signature of a key where the member has one. Answers the
/// token. A session is opened once, whoever proves it again.
///
/// # Errors
/// [`Failure::Unauthenticated`] when the member's stream refuses, or a fault.
pub async fn open(
    app: &App,
    (member, session): (StaffId, Uuid),
    proof: Option<Approval>,
    now: Timestamp,
) -> Result<String, Failure> {
    let token = hex::encode(rand::rng().random::<[u8; 32]>());
    let expires_at = now.plus_ms(AGE_MS_MAX);
    let request = Request::system("system:staff_login", session);
    let command = StaffCommand::OpenSession {
        session,
        expires_at,
        proof,
        keys_demanded: !app.settings().keyless_staff,
    };
    let reply = app
        .ledger()
        .staff()
        .execute(&StreamId::thing(member.0), command, request, Plain)
        .await?;
    if !reply.is_accepted() {
        return Err(Failure::Unauthenticated);
    }
    let kept = Kept {
        token_hash: hash_of(&token),
        session,
        member,
        created_at: now,
        expires_at,
    };
    match keep(app.ledger(), &kept).await? {
        true => Ok(token),
        false => Err(Failure::Unauthenticated),
    }
}

/// What a row is to its MAC.
const KIND: &str = "session of staff";

/// What the MAC of a row covers.
struct Kept {
    token_hash: [u8; 32],
    session: Uuid,
    member: StaffId,
    created_at: Timestamp,
    expires_at: Timestamp,
}

impl Kept {
    fn mac(&self, macs: &MacKeys) -> [u8; 20] {
        macs.of_row(KIND, &self.covered().each_ref().map(Vec::as_slice))
    }

    fn is_ours(&self, macs: &MacKeys, mac: &[u8]) -> bool {
        macs.fits_row(KIND, &self.covered().each_ref().map(Vec::as_slice), mac)
    }

    fn covered(&self) -> [Vec<u8>; 5] {
        let [created_at, expires_at] = [self.created_at.0, self.expires_at.0].map(|at| at.to_be_bytes().to_vec());
        let (session, member) = (self.session.as_bytes().to_vec(), self.member.0.as_bytes().to_vec());
        [self.token_hash.to_vec(), session, member, created_at, expires_at]
    }
}

/// What [`renew`] reads, and how it writes.
const RENEWED: (&str, &str) = (
    "select token_hash, mac, session, member, created_at_ms, expires_at_ms from staff_sessions
      where token_hash > $1 order by token_hash limit $2",
    "update staff_sessions set mac = $3 where token_hash = $1 and mac = $2",
);

/// Makes the MACs of sessions anew after the master key was changed ([`renew_macs`]).
///
/// # Errors
/// [`Fault`] of the database.
pub async fn renew(connection: &mut PgConnection, macs: &MacKeys) -> Result<u64, Fault> {
    renew_macs(connection, macs, RENEWED, |row, mac| {
        let Ok(token_hash) = row.try_get::<Vec<u8>, _>(0)?.try_into() else {
            return Ok(None);
        };
        let kept = Kept {
            token_hash,
            session: row.try_get(2)?,
            member: StaffId(row.try_get(3)?),
            created_at: Timestamp(row.try_get(4)?),
            expires_at: Timestamp(row.try_get(5)?),
        };
        Ok(kept.is_ours(macs, mac).then(|| kept.mac(macs)))
    })
    .await
}

/// False, and nothing is kept, when the session has a cookie already.
async fn keep(ledger: &Ledger, kept: &Kept) -> Result<bool, Failure> {
    let is_new = sqlx::query_scalar("select open_staff_session($1, $2, $3, $4, $5, $6, $7)")
        .bind(kept.token_hash.as_slice())
        .bind(kept.session)
        .bind(kept.member.0)
        .bind(kept.created_at.0)
        .bind(kept.expires_at.0)
        .bind(kept.mac(ledger.macs()).as_slice())
        .bind(SWEEP_MAX)
        .fetch_one(ledger.pool())
        .await?;
    Ok(is_new)
}

/// The member of a token.
///
/// # Errors
/// [`Failure::Unauthenticated`], whatever the reason.
pub async fn find(ledger: &Ledger, token: &str, now: Timestamp) -> Result<Member, Failure> {
    let row = sqlx::query(
        "select session, member, seen_at_ms, expires_at_ms, created_at_ms, mac from staff_sessions where token_hash = $1",
    )
    .bind(hash_of(token).as_slice())
    .fetch_optional(ledger.pool())
    .await?;
    let row = row.ok_or(Failure::Unauthenticated)?;
    let (session, member): (Uuid, Uuid) = (row.try_get(0)?, row.try_get(1)?);
    let (seen_at, expires_at) = (Timestamp(row.try_get(2)?), Timestamp(row.try_get(3)?));
    let kept = Kept {
        token_hash: hash_of(token),
        session,
        member: StaffId(member),
        created_at: Timestamp(row.try_get(4)?),
        expires_at,
    };
    let mac: Option<Vec<u8>> = row.try_get(5)?;
    if mac.is_none_or(|mac| !kept.is_ours(ledger.macs(), &mac)) {
        return Err(Failure::Unauthenticated);
    }
    let account = ledger.staff().load(&StreamId::thing(member)).await?.state;
    let is_idle = now.since(seen_at) >= IDLE_MS_MAX;
    if is_idle || now >= expires_at || !account.is_open(session, now) {
        return Err(Failure::Unauthenticated);
    }
    if now.since(seen_at) >= SEEN_EVERY_MS {
        sqlx::query("select see_staff_session($1, $2)")
            .bind(hash_of(token).as_slice())
            .bind(now.0)
            .execute(ledger.pool())
            .await?;
    }
    Ok(Member {
        id: StaffId(member),
        name: account.name.unwrap_or_default(),
        roles: account.roles,
        own: account.own,
        keys: account.keys,
        signs: account.signs || account.keys_demanded,
        session,
        expires_at,
    })
}

/// Ends the member's own session.
///
/// # Errors
/// A fault of the ledger or the database.
pub async fn close(ledger: &Ledger, member: &Member) -> Result<(), Failure> {
    let request = Request {
        actor: member.actor(),
        ..Request::default()
    };
    let command = StaffCommand::CloseSession {
        session: member.session,
    };
    ledger
        .staff()
        .execute(&StreamId::thing(member.id.0), command, request, Plain)
        .await?;
    sqlx::query("select close_staff_session($1)")
        .bind(member.session)
        .execute(ledger.pool())
        .await?;
    Ok(())
}

/// The token in a `Cookie` header, if it carries one.
pub fn token_in(header: &str) -> Option<&str> {
    value_in(header, COOKIE)
}

/// The value of a cookie in a `Cookie` header.
pub(crate) fn value_in<'a>(header: &'a str, cookie: &str) -> Option<&'a str> {
    let mut pairs = header.split(';').filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == cookie).map(|(_, value)| value)
}

/// The `Set-Cookie` header that keeps a token, or that forgets one.
pub fn cookie(token: Option<&str>, is_secure: bool) -> String {
    let (token, age_s) = token.map_or(("", 0), |token| (token, AGE_MS_MAX / 1_000));
    set_cookie((COOKIE, token), age_s, is_secure)
}

/// A `Set-Cookie` header that no script and no other site sees.
pub(crate) fn set_cookie((name, value): (&str, &str), age_s: i64, is_secure: bool) -> String {
    let secure = if is_secure { "; Secure" } else { "" };
    format!("{name}={value}; Path=/; HttpOnly; SameSite=Strict; Max-Age={age_s}{secure}")
}

#[cfg(test)]
mod tests;
