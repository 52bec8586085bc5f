//! The change of the master key (ledger §4.8): once every process makes its rows under the new one, the old one is
//! retired, and what is sealed or vouched for under it is made anew.
//!
//! ```text
//! 1. no writer holds the old key (each holds a lock on the id of its key)
//! 2. one transaction: what is kept of the old key, with the ends of all logs, sealed under the new one
//! 3. pages, each its own transaction: the subjects' keys, seeds, snapshots, the MACs of remembered answers
//! 4. one transaction: no answer counts under the old key any more
//! ```
//! Interrupted anywhere, it goes on when it is called again. It acts as the owner of the tables: who serves cannot
//! change a sealed seed. Events stay as they are.

use super::{Held, Kept, Keys, Lasting, Master, MasterKeys, Retired, answers, associated, retired, sealer};
use crate::error::Fault;
use crate::mac::{KeyId, MacKeys};
use crate::notary::signed::origin;
use crate::{claims, seeds, snapshot, vault};
use sqlx::postgres::PgRow;
use sqlx::{Connection, PgConnection, PgExecutor, Row};

/// The first half of the locks on keys in use; the second is the id.
const LOCKS: i32 = i32::from_be_bytes(*b"keys");
/// Rows made anew in one transaction.
pub(crate) const PAGE: i64 = 500;

/// What was done.
pub struct Rotated {
    /// Ids of retired keys in hex, each with the last position of each log at which its MACs count.
    pub retired: Vec<(String, Vec<i64>)>,
    /// Rows that were made anew, by what they are.
    pub renewed: Vec<(&'static str, u64)>,
}

/// Makes the MAC of every row of a table anew that was made under another key than the one in use; returns how many. One
/// that does not fit stays, and opens nothing.
///
/// `page` reads key and MAC, and what `mac_of` needs, of up to `$2` rows after the key `$1`, in their order; `update` sets
/// the MAC `$3` where key and MAC still are `$1` and `$2`. `mac_of` gives a row's new MAC if the old one fits.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn renew_macs(
    connection: &mut PgConnection,
    macs: &MacKeys,
    (page, update): (&str, &str),
    mac_of: impl Fn(&PgRow, &[u8]) -> Result<Option<[u8; 20]>, sqlx::Error>,
) -> Result<u64, Fault> {
    let (mut last, mut renewed) = (Vec::<u8>::new(), 0);
    loop {
        let rows = sqlx::query(page).bind(&last).bind(PAGE);
        let rows = rows.fetch_all(&mut *connection).await?;
        let Some(end) = rows.last() else { return Ok(renewed) };
        last = end.try_get(0)?;
        for row in &rows {
            let (key, old): (Vec<u8>, Option<Vec<u8>>) = (row.try_get(0)?, row.try_get(1)?);
            let old = old.unwrap_or_default();
            let new = macs.is_older(&old).then(|| mac_of(row, &old)).transpose()?.flatten();
            if let Some(new) = new {
                let done = sqlx::query(update).bind(key).bind(old).bind(new);
                renewed += done.execute(&mut *connection).await?.rows_affected();
            }
        }
    }
}

/// Retires the key before the one in use, unless that was done, and makes everything of it anew.
///
/// # Errors
/// [`Fault::Setting`] when the key before was not given, or a process still writes under it; [`Fault::Sealed`] for a row
/// that does not open under the key that it names; otherwise [`Fault`] of the database.
pub async fn rotate(owner: &mut PgConnection, masters: &MasterKeys) -> Result<Rotated, Fault> {
    retire(owner, masters).await?;
    let keys = Keys::open(owner, masters).await?;
    let renewed = vec![
        ("keys of subjects", vault::renew(owner, keys.vault()).await?),
        ("seeds", seeds::renew(owner, keys.seeds()).await?),
        ("snapshots", snapshot::renew(owner, keys.macs()).await?),
        ("natural keys of before", claims::renew(owner, keys.macs()).await?),
        ("answers", answers::renew(owner, keys.macs()).await?),
    ];
    let over = end_answers(owner, masters).await?;
    let retired = over.into_iter().map(|one| (hex::encode(one.id), one.kept.until));
    Ok(Rotated {
        retired: retired.collect(),
        renewed,
    })
}

async fn retire(owner: &mut PgConnection, masters: &MasterKeys) -> Result<(), Fault> {
    // Refuses what a start would refuse, such as a retired key as the one in use.
    Keys::open(owner, masters).await?;
    let origin = origin(&mut *owner).await?;
    let held = Held::of(masters, &origin);
    let mut rows = retired(owner, &held, &origin).await?;
    let Some((old, lasting)) = before(owner, &held, rows.last()).await? else {
        return Ok(());
    };
    let mut transaction = owner.begin().await?;
    lock(&mut transaction, old.id).await?;
    let until = sqlx::query_scalar("select position from heads order by partition")
        .fetch_all(&mut *transaction)
        .await?;
    rows.push(Retired {
        number: rows.last().map_or(1, |last| last.number + 1),
        id: old.id.to_vec(),
        sealed_by: Vec::new(),
        kept: Kept {
            macs: old.macs,
            until,
            answers_renewed: false,
            lasting,
        },
    });
    for row in &rows {
        keep(&mut transaction, &held, row, &origin).await?;
    }
    Ok(transaction.commit().await?)
}

/// No answer counts under a retired key from now on: each has a MAC of the key in use. Returns what is kept of the keys.
async fn end_answers(owner: &mut PgConnection, masters: &MasterKeys) -> Result<Vec<Retired>, Fault> {
    let origin = origin(&mut *owner).await?;
    let held = Held::of(masters, &origin);
    let mut rows = retired(owner, &held, &origin).await?;
    let mut transaction = owner.begin().await?;
    for row in rows.iter_mut().filter(|row| !row.kept.answers_renewed) {
        row.kept.answers_renewed = true;
        keep(&mut transaction, &held, row, &origin).await?;
    }
    transaction.commit().await?;
    Ok(rows)
}

/// The key that the one in use replaces, of the first one with what lasts; none when it was retired already.
async fn before<'h>(
    owner: &mut PgConnection,
    held: &'h Held,
    last: Option<&Retired>,
) -> Result<Option<(&'h Master, Option<Lasting>)>, Fault> {
    let missing = || Fault::Setting("LEDGER_OTHER_MASTER_KEYS must name the master key before".into());
    match last {
        Some(last) if last.sealed_by == held.current.id => Ok(None),
        Some(last) => Ok(Some((held.find(&last.sealed_by).ok_or_else(missing)?, None))),
        None => {
            let first = held.first(owner).await?.ok_or_else(missing)?;
            if first.id == held.current.id {
                let nothing = "LEDGER_MASTER_KEY is the key that this database always had: nothing is to be rotated";
                return Err(Fault::Setting(nothing.into()));
            }
            Ok(Some((first, Some(Lasting::of(&first.key)))))
        }
    }
}

/// Keeps writers from the key until the transaction ends.
async fn lock(transaction: &mut PgConnection, key: KeyId) -> Result<(), Fault> {
    let is_free: bool = sqlx::query_scalar("select pg_try_advisory_xact_lock($1, $2)")
        .bind(LOCKS)
        .bind(i32::from_be_bytes(key))
        .fetch_one(transaction)
        .await?;
    let why = "a process still writes under the master key before: start each with the new LEDGER_MASTER_KEY first";
    is_free.then_some(()).ok_or_else(|| Fault::Setting(why.into()))
}

/// What is kept of a retired key, sealed under the one in use.
async fn keep(connection: &mut PgConnection, held: &Held, row: &Retired, origin: &str) -> Result<(), Fault> {
    let unwritten = |fault: serde_json::Error| Fault::Law(format!("what is kept of a key does not write: {fault}"));
    let plain = serde_json::to_vec(&row.kept).map_err(unwritten)?;
    sqlx::query(
        "insert into retired_keys (number, key_id, sealed_by, sealed) values ($1, $2, $3, $4)
         on conflict (number) do update set sealed_by = excluded.sealed_by, sealed = excluded.sealed",
    )
    .bind(row.number)
    .bind(&row.id)
    .bind(held.current.id)
    .bind(sealer(&held.current).seal(&plain, &associated(row.number, &row.id, origin)))
    .execute(connection)
    .await?;
    Ok(())
}

/// Before a session writes: holds the lock on its key for as long as the session lives. False once the key was retired.
pub(crate) async fn may_write(connection: &mut PgConnection, key: KeyId) -> Result<bool, sqlx::Error> {
    let is_held: bool = sqlx::query_scalar("select pg_try_advisory_lock_shared($1, $2)")
        .bind(LOCKS)
        .bind(i32::from_be_bytes(key))
        .fetch_one(&mut *connection)
        .await?;
    // After the lock: a key that is retired meanwhile is waited for by nobody.
    Ok(is_held && !is_retired(connection, key).await?)
}

async fn is_retired(executor: impl PgExecutor<'_>, key: KeyId) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar("select exists (select from retired_keys where key_id = $1)")
        .bind(key)
        .fetch_one(executor)
        .await
}
