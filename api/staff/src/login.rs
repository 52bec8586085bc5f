//! A login of staff: counted before it is looked at, and answered the same whatever was wrong (threat T-53).
//!
//! Wrong attempts are counted by address and account. From the fifth in a row on, the account is shown as guessed at (list
//! of accounts, alert, event) for a minute, doubled up to an hour; while that lasts they count on, and the answer to each
//! stays the same. What bounds guessing is the limit of logins of an address ([`Class::StaffLogin`]); it counts what was wrong,
//! and what comes from a browser that the member signed in with before counts by itself ([`known`]). So the right proof
//! passes from there however much somebody guesses; from a new browser whose address guesses it passes with two codes in
//! a row ([`prove_beyond`]).
//!
//! | step | why in this order |
//! |---|---|
//! | the attempt counts for account and address, under a lock of the account's row; the right one takes the count back | many at once are as many attempts |
//! | password and code are checked, also for a name that nobody has | the time taken says nothing |
//! | the code's step is used up, in one statement | two at once with one code are one login |
//! | a session, or the challenge to a key of the member, or an event when the account is guessed at from now on | |

use super::challenge::Challenge;
use super::credentials::Steps;
use super::{accounts, credentials, known, session};
use api::app::App;
use api::call::{give_back, limit};
use api::error::Failure;
use api::limits::{Address, Class, Subject};
use domain::ids::StaffId;
use domain::staff::{FAILURES_MAX, Signature, Staff, StaffCommand, wait_ms};
use domain::time::{DAY_MS, Timestamp};
use ledger::{Fault, Ledger, Plain, Request, StreamId};
use serde_json::Value;
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, Row};
use std::collections::HashMap;
use uuid::Uuid;

/// The answer to everything that is no login.
pub const LOGIN_REFUSED: i32 = 9006;

/// How an attempt counts before it is looked at.
struct Attempt {
    /// With this one, in a row, of the account from the address.
    failures: u32,
    /// The account is shown as guessed at until then.
    guessed_until: Timestamp,
    /// And was not before this attempt.
    is_new: bool,
}

/// How far a login is.
pub enum Login {
    /// The token of a session.
    Open(String),
    /// What a key of the member must sign first, and the member as it stands.
    Sign(Challenge, Box<Staff>),
}

/// A login whose password and code were right.
pub struct Opened {
    pub login: Login,
    /// What the browser keeps, to be known the next time.
    pub browser: String,
}

/// The one answer to whatever is wrong.
pub fn refused() -> Failure {
    Failure::refused(LOGIN_REFUSED, &Value::Null)
}

/// Logs a member in, who then signs if a key of the member is in force.
///
/// # Errors
/// [`LOGIN_REFUSED`] without a reason: a wrong name, password or code, or a closed account.
pub async fn login(
    app: &App,
    (from, browser): (Address, Option<&str>),
    proof: (&str, &str, &str),
    now: Timestamp,
) -> Result<Opened, Failure> {
    let (ledger, member) = (app.ledger(), StaffId::of(proof.0));
    let counted = known::counted(ledger, member, from, browser).await?;
    prove(app, (from, counted), proof, now).await?;
    let browser = known::made(ledger, member, counted).await?;
    let account = accounts::load(ledger, member).await?;
    if account.has_key() {
        let login = Login::Sign(Challenge::to(ledger, member, now), Box::new(account));
        return Ok(Opened { login, browser });
    }
    let opened = session::open(app, (member, Uuid::new_v4()), None, now).await;
    let login = opened.map(Login::Open).map_err(closed)?;
    Ok(Opened { login, browser })
}

/// Opens the session of a challenge that a key of the member signed. Answers its token.
///
/// # Errors
/// [`LOGIN_REFUSED`] without a reason.
pub async fn sign(
    app: &App,
    (name, challenge): (&str, &Challenge),
    signature: Signature,
    now: Timestamp,
) -> Result<String, Failure> {
    let (ledger, member) = (app.ledger(), StaffId::of(name));
    let account = accounts::load(ledger, member).await?;
    let proof = challenge.answered(ledger, (member, &account), signature, now);
    let proof = proof.ok_or_else(refused)?;
    let opened = session::open(app, (member, challenge.session), Some(proof), now).await;
    opened.map_err(closed)
}

fn closed(failure: Failure) -> Failure {
    match failure {
        Failure::Unauthenticated => refused(),
        other => other,
    }
}

/// Checks password and code of a member, and uses the code up. What is counted is taken back when they were right: who
/// comes to work keeps nobody else out.
///
/// # Errors
/// [`LOGIN_REFUSED`] without a reason, -1005 after too many wrong ones but for two codes in a row, or a fault.
pub async fn prove(
    app: &App,
    (from, counted): (Address, Subject),
    (name, password, code): (&str, &str, &str),
    now: Timestamp,
) -> Result<(), Failure> {
    let (member, source) = (StaffId::of(name), source(app.ledger(), from));
    // Before it is looked at: many at once are as many attempts.
    if let Err(too_many) = limit(app, counted, Class::StaffLogin) {
        let passes = prove_beyond(app.ledger(), (member, &source), (password, code), now).await?;
        return passes.then_some(()).ok_or(too_many);
    }
    let ledger = app.ledger();
    let attempt = count(ledger, (member, &source), now).await?;
    let used = match credentials::check(ledger, member, password, code, now).await? {
        Some(steps) => use_up(ledger, member, &steps).await?,
        None => false,
    };
    if !used {
        lock(ledger, member, &attempt).await?;
        return Err(refused());
    }
    start_anew(ledger, member, Some(&source)).await?;
    give_back(app, counted, Class::StaffLogin);
    Ok(())
}

/// Whether this is the right proof with two codes in a row, which passes beyond the limit of an address.
///
/// Nobody guesses two codes: 3 pairs of 10^12 are right at a time. Nothing else is looked at, and a pair is used up before
/// its password is: so who has the second factor and not the password tries one password in 60 seconds here, and a password
/// costs its hash no more often. What is wrong is answered as if it had not been looked at.
async fn prove_beyond(
    ledger: &Ledger,
    (member, source): (StaffId, &[u8; 32]),
    (password, code): (&str, &str),
    now: Timestamp,
) -> Result<bool, Fault> {
    let Some(steps) = credentials::two_codes(ledger, member, code, now).await? else {
        return Ok(false);
    };
    if !use_up(ledger, member, &steps).await? {
        return Ok(false);
    }
    let is_right = credentials::check(ledger, member, password, code, now).await?.is_some();
    if is_right {
        start_anew(ledger, member, Some(source)).await?;
    }
    Ok(is_right)
}

/// Where an attempt comes from, as it is kept.
fn source(ledger: &Ledger, from: Address) -> [u8; 32] {
    let address = from.ip().to_string();
    ledger.vault().fingerprint("staff_source", address.as_bytes())
}

/// Counts an attempt. Time does not grow while it runs: one event says it, however many attempts follow.
async fn count(ledger: &Ledger, (member, source): (StaffId, &[u8; 32]), now: Timestamp) -> Result<Attempt, Fault> {
    let mut transaction = ledger.pool().begin().await?;
    let known = sqlx::query("select 1 from staff_logins where member = $1 for update")
        .bind(member.0)
        .fetch_optional(&mut *transaction)
        .await?;
    let row = sqlx::query("select failures, waits_until_ms from staff_attempts where member = $1 and source = $2")
        .bind(member.0)
        .bind(source.as_slice())
        .fetch_optional(&mut *transaction)
        .await?;
    let (failures, guessed_until): (i32, i64) = match &row {
        Some(row) => (row.try_get(0)?, row.try_get(1)?),
        None => (0, 0),
    };
    let failures = failures.saturating_add(1);
    let counted = u32::try_from(failures).unwrap_or_default();
    let runs_out = now.0 >= guessed_until;
    let guessed_until = match runs_out {
        true => now.plus_ms(wait_ms(counted)),
        false => Timestamp(guessed_until),
    };
    if known.is_some() {
        write(&mut transaction, (member, source), failures, guessed_until).await?;
    }
    transaction.commit().await?;
    Ok(Attempt {
        failures: counted,
        guessed_until,
        is_new: known.is_some() && runs_out && counted >= FAILURES_MAX,
    })
}

/// What counts is the row of the address; the account's own row says how it looks, for the desk and the alert.
async fn write(
    transaction: &mut PgConnection,
    (member, source): (StaffId, &[u8; 32]),
    failures: i32,
    until: Timestamp,
) -> Result<(), Fault> {
    sqlx::query("delete from staff_attempts where waits_until_ms < $1")
        .bind(until.plus_ms(-DAY_MS).0)
        .execute(&mut *transaction)
        .await?;
    sqlx::query(
        "insert into staff_attempts (member, source, failures, waits_until_ms) values ($1, $2, $3, $4)
         on conflict (member, source) do update set failures = $3, waits_until_ms = $4",
    )
    .bind(member.0)
    .bind(source.as_slice())
    .bind(failures)
    .bind(until.0)
    .execute(&mut *transaction)
    .await?;
    sqlx::query("update staff_logins set failures = failures + 1, locked_until_ms = greatest(locked_until_ms, $2) where member = $1")
        .bind(member.0)
        .bind(until.0)
        .execute(transaction)
        .await?;
    Ok(())
}

/// True for the first use of these steps of the member's second factor.
async fn use_up(ledger: &Ledger, member: StaffId, steps: &Steps) -> Result<bool, Fault> {
    let used = sqlx::query("update staff_logins set totp_step = $3 where member = $1 and totp_step < $2")
        .bind(member.0)
        .bind(steps.start())
        .bind(steps.end())
        .execute(ledger.pool())
        .await?;
    Ok(used.rows_affected() > 0)
}

/// That an account is guessed at from this attempt on is an event of it.
async fn lock(ledger: &Ledger, member: StaffId, attempt: &Attempt) -> Result<(), Failure> {
    if !attempt.is_new {
        return Ok(());
    }
    let request = Request {
        actor: "system:staff_login".into(),
        ..Request::default()
    };
    let command = StaffCommand::Lock {
        failures: attempt.failures,
        until: attempt.guessed_until,
    };
    ledger
        .staff()
        .execute(&StreamId::thing(member.0), command, request, Plain)
        .await?;
    tracing::warn!(member = %member, failures = attempt.failures, "somebody guesses at a staff account");
    Ok(())
}

/// Makes the row of a new member that counts attempts; one that is there stays as it is.
///
/// # Errors
/// A fault of the database.
pub async fn register(ledger: &Ledger, member: StaffId, name: &str) -> Result<(), Fault> {
    sqlx::query("insert into staff_logins (member, name) values ($1, $2) on conflict do nothing")
        .bind(member.0)
        .bind(name)
        .execute(ledger.pool())
        .await?;
    Ok(())
}

/// Forgets a member's wrong attempts, from wherever.
///
/// # Errors
/// A fault of the database.
pub async fn unlock(ledger: &Ledger, member: StaffId) -> Result<(), Fault> {
    start_anew(ledger, member, None).await
}

/// The account starts anew, and attempts at it from one address or from all.
async fn start_anew(ledger: &Ledger, member: StaffId, source: Option<&[u8; 32]>) -> Result<(), Fault> {
    sqlx::query(
        "with forgotten as (delete from staff_attempts where member = $1 and ($2::bytea is null or source = $2))
         update staff_logins set failures = 0, locked_until_ms = 0 where member = $1",
    )
    .bind(member.0)
    .bind(source.map(<[u8; 32]>::as_slice))
    .execute(ledger.pool())
    .await?;
    Ok(())
}

/// Attempts at an account.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counted {
    /// Wrong ones in a row.
    pub failures: i32,
    /// It is shown as guessed at until then, in milliseconds.
    pub locked_until_ms: i64,
}

/// Attempts at the accounts that were attacked.
///
/// # Errors
/// A fault of the database.
pub async fn counted(ledger: &Ledger) -> Result<HashMap<StaffId, Counted>, Fault> {
    let rows = sqlx::query("select member, failures, locked_until_ms from staff_logins where failures > 0")
        .fetch_all(ledger.pool())
        .await?;
    let counted = |row: &PgRow| {
        let counted = Counted {
            failures: row.try_get(1)?,
            locked_until_ms: row.try_get(2)?,
        };
        Ok((StaffId(row.try_get(0)?), counted))
    };
    Ok(rows.iter().map(counted).collect::<Result<_, sqlx::Error>>()?)
}
