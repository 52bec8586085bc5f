//! Password and second factor of a member: how they are made, kept and checked (case T-53).
//!
//! Both lie in the vault under the member's own key. What is kept of a password is its argon2id hash (19 MiB,
//! two passes: about 0.1 s on a small machine); codes are those of RFC 6238, as every authenticator makes them.
//! Knows nothing of attempts, locks and sessions.

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use domain::ids::StaffId;
use domain::time::Timestamp;
use ledger::{Fault, Ledger};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::{Deserialize, Serialize};
use std::sync::OnceLock;
use tokio::sync::Semaphore;
use totp_rs::{Builder, Secret, Totp};
use uuid::Uuid;

/// Kind of the vault's record.
const RECORD: &str = "staff:credentials";
/// Bytes of a second factor's secret (RFC 4226: 160 bits).
const SECRET_BYTES: usize = 20;
/// Bytes of a made password: 100 bits in 20 letters.
const PASSWORD_BYTES: usize = 12;
/// Passwords that this process checks at once; each takes 19 MiB.
static CHECKS: Semaphore = Semaphore::const_new(2);

/// What a member is shown once, when the account is made or reset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Issued {
    /// The password.
    pub password: String,
    /// The second factor's secret, in base 32 as authenticators take it.
    pub totp_secret: String,
    /// The same as a link, which authenticators read from a picture.
    pub otpauth_url: String,
}

/// What is kept.
#[derive(Debug, Serialize, Deserialize)]
struct Kept {
    password: String,
    totp: String,
    /// Version of the member's stream that asked for them.
    version: u64,
}

/// Makes password and secret at random: whoever holds the master key and every request cannot make them again.
pub fn issue(name: &str) -> Issued {
    issued(name, &rand::random(), &rand::random())
}

/// What the demo world's members share: the same at every start. Development only.
pub fn demo(ledger: &Ledger, name: &str) -> Issued {
    let of = |purpose: &str| ledger.vault().fingerprint(purpose, name.as_bytes());
    issued(name, &of("demo_password"), &of("demo_second_factor"))
}

fn issued(name: &str, password: &[u8; 32], secret: &[u8; 32]) -> Issued {
    let totp_secret = base32(&secret[..SECRET_BYTES]);
    Issued {
        password: base32(&password[..PASSWORD_BYTES]).to_ascii_lowercase(),
        otpauth_url: otpauth_url(name, &totp_secret),
        totp_secret,
    }
}

fn base32(bytes: &[u8]) -> String {
    Secret::new(bytes.into()).to_base32()
}

fn otpauth_url(name: &str, totp_secret: &str) -> String {
    let name = utf8_percent_encode(name, NON_ALPHANUMERIC);
    format!("otpauth://totp/ledger:{name}?secret={totp_secret}&issuer=ledger")
}

/// Keeps what was issued at this version of the member's stream, in place of what was there. False, and nothing is
/// changed, when there is something of this version or a later one.
///
/// # Errors
/// A fault of the vault.
pub async fn keep(ledger: &Ledger, member: StaffId, issued: &Issued, version: u64) -> Result<bool, Fault> {
    if kept(ledger, member).await?.is_some_and(|kept| kept.version >= version) {
        return Ok(false);
    }
    let password = issued.password.clone();
    let hashed = tokio::task::spawn_blocking(move || hash(&password)).await;
    let kept = Kept {
        password: hashed.map_err(|error| Fault::Unknown(error.to_string()))?,
        totp: issued.totp_secret.clone(),
        version,
    };
    let plain = serde_json::to_vec(&kept).expect("texts write");
    ledger.vault().put(member.0, RECORD, &plain).await?;
    Ok(true)
}

fn hash(password: &str) -> String {
    let hashed = Argon2::default().hash_password_with_salt(password.as_bytes(), &rand::random::<[u8; 16]>());
    hashed.expect("a password of any length has a hash").to_string()
}

async fn kept(ledger: &Ledger, member: StaffId) -> Result<Option<Kept>, Fault> {
    let plain = ledger.vault().get(member.0, RECORD).await?;
    let read = plain.map(|plain| serde_json::from_slice(&plain)).transpose();
    read.map_err(|_| Fault::Law(format!("the credentials of {member} do not read back")))
}

/// What nobody's password fits, so that a name that does not exist costs as much time as one that does.
fn nobody() -> Kept {
    static NOBODY: OnceLock<String> = OnceLock::new();
    Kept {
        password: NOBODY.get_or_init(|| hash(&Uuid::new_v4().to_string())).clone(),
        totp: base32(&[0; SECRET_BYTES]),
        version: 0,
    }
}

/// The step of the code, if the password and the code are the member's. Takes the same time for a member that does not
/// exist.
///
/// # Errors
/// A fault of the vault.
pub async fn check(
    ledger: &Ledger,
    member: StaffId,
    password: &str,
    code: &str,
    now: Timestamp,
) -> Result<Option<i64>, Fault> {
    let _place = CHECKS
        .acquire()
        .await
        .map_err(|error| Fault::Unknown(error.to_string()))?;
    let (found, password) = (kept(ledger, member).await?, password.to_owned());
    let exists = found.is_some();
    let checked = tokio::task::spawn_blocking(move || {
        let kept = found.unwrap_or_else(nobody);
        let is_right = PasswordHash::new(&kept.password)
            .is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok());
        (kept.totp, exists && is_right)
    });
    let (totp, is_right) = checked.await.map_err(|error| Fault::Unknown(error.to_string()))?;
    let step = totp_of(&totp).and_then(|totp| totp.check(code, seconds(now)));
    Ok(step.filter(|_| is_right).and_then(|step| i64::try_from(step).ok()))
}

/// The code of this moment; for the demo world and for tests.
pub fn code(totp_secret: &str, now: Timestamp) -> Option<String> {
    Some(totp_of(totp_secret)?.generate(seconds(now)).to_string())
}

/// The code of a member at this moment; for development only.
///
/// # Errors
/// A fault of the vault.
pub async fn code_of(ledger: &Ledger, member: StaffId, now: Timestamp) -> Result<Option<String>, Fault> {
    Ok(kept(ledger, member).await?.and_then(|kept| code(&kept.totp, now)))
}

/// Six digits, thirty seconds, one step of tolerance: what authenticators expect.
fn totp_of(secret: &str) -> Option<Totp> {
    let secret = Secret::try_from_base32(secret).ok()?;
    Builder::new().with_secret(secret).build().ok()
}

fn seconds(now: Timestamp) -> u64 {
    now.0.div_euclid(1_000).unsigned_abs()
}

#[cfg(test)]
mod tests;
