//! Password and second factor of a member: how they are chosen, kept and checked (threat T-53).
//!
//! The owner chooses the password, and the owner's device makes the secret of the second factor: nobody else ever has them.
//! Both lie in the vault under the member's own key. What is kept of a password is its argon2id hash (19 MiB,
//! two passes: about 0.1 s on a small machine); codes are those of RFC 6238, as every authenticator makes them.
//! Knows nothing of attempts, locks and sessions.

use api::error::Failure;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use domain::ids::StaffId;
use domain::time::Timestamp;
use ledger::{Fault, Ledger, StreamId};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::{Deserialize, Serialize};
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::sync::OnceLock;
use tokio::sync::Semaphore;
use totp_rs::{Builder, Secret, Totp};
use uuid::Uuid;

/// Kind of the vault's record; of one that the member's stream names, with its id behind.
const RECORD: &str = "staff:credentials";
/// Kind of the record of what the demo's members share.
const DEMO_RECORD: &str = "staff:demo";
/// Bytes of a second factor's secret (RFC 4226: 160 bits).
const SECRET_BYTES: usize = 20;
/// Bytes of a second factor's secret at least (RFC 4226: 128 bits) and at most.
const SECRET_BYTES_RANGE: RangeInclusive<usize> = 16..=64;
/// Characters of a password that somebody chose, at least (ASSUMED: a second factor stands beside it) and at most.
const PASSWORD_CHARS_RANGE: RangeInclusive<usize> = 12..=128;
/// Digits of a code, and seconds until the next one (RFC 6238, as authenticators make them).
const CODE_DIGITS: usize = 6;
const STEP_S: u64 = 30;
/// Bytes of the demo's password: 100 bits in 20 letters.
const PASSWORD_BYTES: usize = 12;
/// What the hashes of a test cost instead.
#[cfg(feature = "testing")]
static CHEAP: OnceLock<Params> = OnceLock::new();
/// Passwords that this process checks at once; each takes 19 MiB.
static CHECKS: Semaphore = Semaphore::const_new(2);

/// Password and second factor as their owner knows them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Secrets {
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
}

/// What an owner chose, if it is fit.
///
/// # Errors
/// -1006 with `password` outside 12 to 128 characters, with `totp_secret` for one that no authenticator takes or that is
/// short, with `totp` for a code that is not of this secret at this moment.
pub fn chosen(name: &str, (password, secret, code): (&str, &str, &str), now: Timestamp) -> Result<Secrets, Failure> {
    check_password(password)?;
    let totp_secret = secret.trim().trim_end_matches('=').to_ascii_uppercase();
    let bytes = Secret::try_from_base32(&totp_secret).map(|secret| secret.as_bytes().len());
    let totp = totp_of(&totp_secret).filter(|_| bytes.is_ok_and(|bytes| SECRET_BYTES_RANGE.contains(&bytes)));
    let totp = totp.ok_or_else(|| Failure::invalid("totp_secret"))?;
    if totp.check(code.trim(), seconds(now)).is_none() {
        return Err(Failure::invalid("totp"));
    }
    Ok(Secrets {
        password: password.to_owned(),
        otpauth_url: otpauth_url(name, &totp_secret),
        totp_secret,
    })
}

/// Whether somebody may choose this password.
///
/// # Errors
/// -1006 with `password`.
pub fn check_password(password: &str) -> Result<(), Failure> {
    match PASSWORD_CHARS_RANGE.contains(&password.chars().count()) {
        true => Ok(()),
        false => Err(Failure::invalid("password")),
    }
}

/// A new secret of a second factor, in base 32, and the same for an authenticator.
pub fn new_secret(name: &str) -> (String, String) {
    let secret = base32(&rand::random::<[u8; SECRET_BYTES]>());
    let url = otpauth_url(name, &secret);
    (secret, url)
}

/// What the demo world's members share: made at random for this database and kept in its vault, and whether that was just
/// now. Development only.
///
/// # Errors
/// A fault of the vault.
pub async fn demo(ledger: &Ledger, name: &str) -> Result<(Secrets, bool), Fault> {
    let password = base32(&rand::random::<[u8; PASSWORD_BYTES]>()).to_ascii_lowercase();
    let made = serde_json::to_vec(&(password, new_secret(name).0)).expect("texts write");
    let kept = ledger.vault().keep(StaffId::of(name).0, DEMO_RECORD, &made).await?;
    let read = serde_json::from_slice(&kept);
    let (password, totp_secret): (String, String) =
        read.map_err(|_| Fault::Law(format!("{DEMO_RECORD} does not read")))?;
    let otpauth_url = otpauth_url(name, &totp_secret);
    let secrets = Secrets {
        password,
        totp_secret,
        otpauth_url,
    };
    Ok((secrets, kept == made))
}

pub(crate) fn base32(bytes: &[u8]) -> String {
    Secret::new(bytes.into()).to_base32()
}

fn otpauth_url(name: &str, totp_secret: &str) -> String {
    let name = utf8_percent_encode(name, NON_ALPHANUMERIC);
    format!("otpauth://totp/ledger:{name}?secret={totp_secret}&issuer=ledger")
}

/// Keeps what all members of the demo share, in place of what was there if that is asked for; it opens accounts whose
/// stream names no record.
///
/// # Errors
/// A fault of the vault.
pub async fn share(ledger: &Ledger, member: StaffId, secrets: &Secrets, replaces: bool) -> Result<(), Fault> {
    if !replaces && read(ledger, member, None).await?.is_some() {
        return Ok(());
    }
    put(ledger, member, None, (&secrets.password, secrets.totp_secret.clone())).await
}

/// Keeps what a member chose as a record of its own, which opens nothing before the member's stream names it.
///
/// # Errors
/// A fault of the vault.
pub async fn prepare(ledger: &Ledger, member: StaffId, secrets: &Secrets) -> Result<Uuid, Fault> {
    let record = Uuid::new_v4();
    put(
        ledger,
        member,
        Some(record),
        (&secrets.password, secrets.totp_secret.clone()),
    )
    .await?;
    Ok(record)
}

/// The same of another password, beside the second factor that the member has.
///
/// # Errors
/// A fault of the vault.
pub async fn prepare_password(ledger: &Ledger, member: StaffId, password: &str) -> Result<Uuid, Fault> {
    let (record, kept) = (Uuid::new_v4(), kept(ledger, member).await?);
    let kept = kept.ok_or_else(|| Fault::Law(format!("{member} proved a password and has none")))?;
    put(ledger, member, Some(record), (password, kept.totp)).await?;
    Ok(record)
}

/// Destroys a record that opens the account no longer, or never did.
///
/// # Errors
/// A fault of the vault.
pub async fn forget(ledger: &Ledger, member: StaffId, record: Option<Uuid>) -> Result<(), Fault> {
    ledger.vault().remove(member.0, &kind_of(record)).await
}

fn kind_of(record: Option<Uuid>) -> String {
    record.map_or_else(|| RECORD.to_owned(), |record| format!("{RECORD}:{record}"))
}

async fn put(
    ledger: &Ledger,
    member: StaffId,
    record: Option<Uuid>,
    (password, totp): (&str, String),
) -> Result<(), Fault> {
    let password = password.to_owned();
    let hashed = tokio::task::spawn_blocking(move || hash(&password)).await;
    let kept = Kept {
        password: hashed.map_err(broke)?,
        totp,
    };
    let plain = serde_json::to_vec(&kept).expect("texts write");
    ledger.vault().put(member.0, &kind_of(record), &plain).await
}

/// A defect of ours, which does not pass by itself.
fn broke(error: impl Display) -> Fault {
    Fault::Law(format!("the check of a password broke: {error}"))
}

/// From now on the hashes that this process makes cost next to nothing, to make and to guess: for tests that sign many
/// members in. What checks a hash takes its cost from the hash.
#[cfg(feature = "testing")]
pub fn hash_cheaply() {
    CHEAP.get_or_init(|| Params::new(Params::MIN_M_COST, 1, 1, None).expect("a cost"));
}

fn cost() -> Params {
    #[cfg(feature = "testing")]
    if let Some(cheap) = CHEAP.get() {
        return cheap.clone();
    }
    Params::default()
}

fn hash(password: &str) -> String {
    let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, cost());
    let hashed = argon2.hash_password_with_salt(password.as_bytes(), &rand::random::<[u8; 16]>());
    hashed.expect("a password of any length has a hash").to_string()
}

/// What opens the account as its stream stands.
async fn kept(ledger: &Ledger, member: StaffId) -> Result<Option<Kept>, Fault> {
    let account = ledger.staff().load(&StreamId::thing(member.0)).await?.state;
    read(ledger, member, account.credentials).await
}

async fn read(ledger: &Ledger, member: StaffId, record: Option<Uuid>) -> Result<Option<Kept>, Fault> {
    let plain = ledger.vault().get(member.0, &kind_of(record)).await?;
    let read = plain.map(|plain| serde_json::from_slice(&plain)).transpose();
    read.map_err(|_| Fault::Law(format!("the credentials of {member} do not read back")))
}

/// What nobody's password fits, so that a name that does not exist costs as much time as one that does.
fn nobody() -> Kept {
    static NOBODY: OnceLock<String> = OnceLock::new();
    Kept {
        password: NOBODY.get_or_init(|| hash(&Uuid::new_v4().to_string())).clone(),
        totp: base32(&[0; SECRET_BYTES]),
    }
}

/// The steps of one code, or of two in a row.
pub type Steps = RangeInclusive<i64>;

/// The steps of the code, if the password and the code are the member's. Takes the same time for a member that does not
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
) -> Result<Option<Steps>, Fault> {
    let _place = CHECKS.acquire().await.map_err(broke)?;
    let (found, password) = (kept(ledger, member).await?, password.to_owned());
    let exists = found.is_some();
    let checked = tokio::task::spawn_blocking(move || {
        let kept = found.unwrap_or_else(nobody);
        let is_right = PasswordHash::new(&kept.password)
            .is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok());
        (kept.totp, exists && is_right)
    });
    let (totp, is_right) = checked.await.map_err(broke)?;
    Ok(steps(&totp, &digits(code), now).filter(|_| is_right))
}

/// The steps of two codes of the member in a row; nothing for one code. Looks at no password, so it costs one read.
///
/// # Errors
/// A fault of the vault.
pub async fn two_codes(ledger: &Ledger, member: StaffId, code: &str, now: Timestamp) -> Result<Option<Steps>, Fault> {
    let code = digits(code);
    if code.len() != 2 * CODE_DIGITS {
        return Ok(None);
    }
    Ok(kept(ledger, member)
        .await?
        .and_then(|kept| steps(&kept.totp, &code, now)))
}

/// What somebody typed, without the blanks between two codes.
fn digits(code: &str) -> String {
    code.split_whitespace().collect()
}

/// The step of a code; of two codes those of both, the newer one behind.
fn steps(secret: &str, code: &str, now: Timestamp) -> Option<Steps> {
    let totp = totp_of(secret)?;
    let Some((first, second)) = code
        .split_at_checked(CODE_DIGITS)
        .filter(|(_, second)| !second.is_empty())
    else {
        let step = i64::try_from(totp.check(code, seconds(now))?).ok()?;
        return Some(step..=step);
    };
    let last = totp.check(second, seconds(now))?;
    let before = last.checked_sub(1)?;
    let is_before = totp.check(first, before * STEP_S) == Some(before);
    let last = i64::try_from(last).ok().filter(|_| is_before)?;
    Some(last - 1..=last)
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
