//! A login of staff: counted before it is looked at, and answered the same whatever was wrong (case T-53).
//!
//! | step | why in this order |
//! |---|---|
//! | the attempt counts, under a lock of the account's row | many at once are as many attempts |
//! | password and code are checked, also for a name that nobody has | the time taken says nothing |
//! | the code's step is used up, in one statement | two at once with one code are one login |
//! | a session, or an event for an account that waits from now on | |

use super::{credentials, session};
use api::error::Failure;
use domain::ids::StaffId;
use domain::staff::{FAILURES_MAX, StaffCommand, wait_ms};
use domain::time::Timestamp;
use ledger::{Fault, Ledger, Plain, Request, StreamId};
use serde_json::Value;
use sqlx::Row;
use sqlx::postgres::PgRow;

/// The answer to everything that is no login.
pub const LOGIN_REFUSED: i32 = 9006;

/// How an attempt stands before it is looked at.
struct Attempt {
    failures: u32,
    locked_until: Timestamp,
    is_welcome: bool,
}

/// Logs a member in. Answers the token of the session and its end.
///
/// # Errors
/// [`LOGIN_REFUSED`] without a reason: a wrong name, password or code, a closed account, or one that waits.
pub async fn login(
    ledger: &Ledger,
    name: &str,
    password: &str,
    code: &str,
    now: Timestamp,
) -> Result<(String, Timestamp), Failure> {
    let refused = || Failure::refused(LOGIN_REFUSED, &Value::Null);
    let member = StaffId::of(name);
    let attempt = count(ledger, member, now).await?;
    let step = credentials::check(ledger, member, password, code, now).await?;
    let used = match step.filter(|_| attempt.is_welcome) {
        Some(step) => use_up(ledger, member, step).await?,
        None => false,
    };
    if !used {
        lock(ledger, member, &attempt).await?;
        return Err(refused());
    }
    match session::open(ledger, member, now).await {
        Err(Failure::Unauthenticated) => Err(refused()),
        opened => opened,
    }
}

/// Counts an attempt; none counts while the account waits.
async fn count(ledger: &Ledger, member: StaffId, now: Timestamp) -> Result<Attempt, Fault> {
    let mut transaction = ledger.pool().begin().await?;
    let row = sqlx::query("select failures, locked_until_ms from staff_logins where member = $1 for update")
        .bind(member.0)
        .fetch_optional(&mut *transaction)
        .await?;
    let (failures, locked_until): (i32, i64) = match &row {
        Some(row) => (row.try_get(0)?, row.try_get(1)?),
        None => (0, 0),
    };
    let is_welcome = row.is_some() && now.0 >= locked_until;
    let failures = failures.saturating_add(i32::from(is_welcome));
    let counted = u32::try_from(failures).unwrap_or_default();
    let until = if is_welcome {
        now.plus_ms(wait_ms(counted))
    } else {
        Timestamp(locked_until)
    };
    sqlx::query("update staff_logins set failures = $2, locked_until_ms = $3 where member = $1")
        .bind(member.0)
        .bind(failures)
        .bind(until.0)
        .execute(&mut *transaction)
        .await?;
    transaction.commit().await?;
    Ok(Attempt {
        failures: counted,
        locked_until: until,
        is_welcome,
    })
}

/// True for the first use of a code's step; the account starts anew.
async fn use_up(ledger: &Ledger, member: StaffId, step: i64) -> Result<bool, Fault> {
    let used = sqlx::query(
        "update staff_logins set failures = 0, locked_until_ms = 0, totp_step = $2 where member = $1 and totp_step < $2",
    )
    .bind(member.0)
    .bind(step)
    .execute(ledger.pool())
    .await?;
    Ok(used.rows_affected() == 1)
}

/// An account that waits from this attempt on says so in its stream.
async fn lock(ledger: &Ledger, member: StaffId, attempt: &Attempt) -> Result<(), Failure> {
    if !attempt.is_welcome || attempt.failures < FAILURES_MAX {
        return Ok(());
    }
    let request = Request {
        actor: "system:staff_login".into(),
        ..Request::default()
    };
    let command = StaffCommand::Lock {
        failures: attempt.failures,
        until: attempt.locked_until,
    };
    ledger
        .staff()
        .execute(&StreamId::thing(member.0), command, request, Plain)
        .await?;
    tracing::warn!(member = %member, failures = attempt.failures, "a staff account waits after wrong attempts");
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

/// Forgets a member's wrong attempts; the account waits no longer.
///
/// # Errors
/// A fault of the database.
pub async fn unlock(ledger: &Ledger, member: StaffId) -> Result<(), Fault> {
    sqlx::query("update staff_logins set failures = 0, locked_until_ms = 0 where member = $1")
        .bind(member.0)
        .execute(ledger.pool())
        .await?;
    Ok(())
}

/// Attempts of a member.
#[derive(Clone, Copy, Debug)]
pub struct Counted {
    pub member: StaffId,
    /// Wrong ones in a row.
    pub failures: i32,
    /// No attempt counts before, in milliseconds.
    pub locked_until_ms: i64,
}

/// Attempts of all members, by name.
///
/// # Errors
/// A fault of the database.
pub async fn counted(ledger: &Ledger, limit: i64) -> Result<Vec<Counted>, Fault> {
    let rows = sqlx::query("select member, failures, locked_until_ms from staff_logins order by name limit $1")
        .bind(limit)
        .fetch_all(ledger.pool())
        .await?;
    let counted = |row: &PgRow| {
        Ok(Counted {
            member: StaffId(row.try_get(0)?),
            failures: row.try_get(1)?,
            locked_until_ms: row.try_get(2)?,
        })
    };
    Ok(rows.iter().map(counted).collect::<Result<_, sqlx::Error>>()?)
}
