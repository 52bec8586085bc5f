//! The books: postings and balances, folded from the log.
//!
//! They follow the log like every view, with one cursor for both tables, so at each position of that cursor they are
//! the fold of exactly the events up to it. Any process may write the next page: the lock on the cursor's row makes
//! every event count once. The service follows all the time (`projections`); a reader that needs a position which the
//! books have not reached writes the missing pages itself ([`reach()`]), so no answer depends on who follows.
//!
//! ```text
//! append ─▶ events ─▶ page after the cursor ─▶ postings with the balance after each, balances ─▶ cursor, one commit
//! ```
//!
//! The floor of players' accounts is a constraint of `postings`: an event that breaks it cannot be written, the books
//! stop before it, and nothing that reads them goes on as if it were not there.
//!
//! Knows nothing of what events mean beyond the postings that they declare.

mod fold;
mod reach;

pub use reach::{reach, reach_heads, settle};

use crate::cursor;
use crate::error::Fault;
use crate::event_log::EventLog;
use crate::read::log_page::LogPage;
use crate::transactions;
use fold::Folded;
use sqlx::{Connection, PgConnection, PgPool};

/// The name of the books' cursor.
pub const CURSOR: &str = "books";

/// Events of one page: what many of them change in one account is written once.
pub const PAGE_MAX: i64 = 4_000;

/// Moves the accounts that have a row, and writes their postings. Each gets the balance after it: the account's new
/// balance less what later postings of the page add.
const WRITE: &str = r"
with folded as (
    update balances b set balance = b.balance + a.delta, position = a.position
      from (select unnest($2::int[]) as number, unnest($3::uuid[]) as owner, unnest($4::text[]) as account,
                   unnest($5::text[]) as asset, unnest($6::bigint[]) as delta, unnest($7::bigint[]) as position) a
     where b.partition = $1 and b.owner = a.owner and b.account = a.account
    returning a.number, a.owner, a.account, a.asset, b.balance
)
insert into postings (partition, owner, account, position, leg, asset, amount, after)
select $1, a.owner, a.account, p.position, p.leg, a.asset, p.amount, a.balance - p.later
  from (select unnest($8::int[]) as number, unnest($9::bigint[]) as position, unnest($10::smallint[]) as leg,
               unnest($11::bigint[]) as amount, unnest($12::bigint[]) as later) p
  join folded a using (number)
";

/// The same for the accounts that have no row yet: an upsert of all would cost each of them a second look at its row.
const OPEN: &str = r"
with change as (
    select unnest($2::int[]) as number, unnest($3::uuid[]) as owner, unnest($4::text[]) as account,
           unnest($5::text[]) as asset, unnest($6::bigint[]) as delta, unnest($7::bigint[]) as position
),
opened as (
    insert into balances (partition, owner, account, asset, balance, position)
    select $1, owner, account, asset, delta, position from change
    on conflict do nothing
    returning owner, account
)
insert into postings (partition, owner, account, position, leg, asset, amount, after)
select $1, a.owner, a.account, p.position, p.leg, a.asset, p.amount, a.delta - p.later
  from (select unnest($8::int[]) as number, unnest($9::bigint[]) as position, unnest($10::smallint[]) as leg,
               unnest($11::bigint[]) as amount, unnest($12::bigint[]) as later) p
  join change a using (number)
  join opened using (owner, account)
";

/// Writes what one page of a partition adds to the books, in the given transaction. The page follows the page before
/// without a gap.
///
/// # Errors
/// [`Fault::Unreadable`] for an event whose postings cannot be read; [`Fault`] of the database, which refuses a balance
/// below its floor.
pub async fn write(transaction: &mut PgConnection, page: &LogPage) -> Result<(), Fault> {
    let Some(first) = page.first() else { return Ok(()) };
    let folded = Folded::of(page)?;
    let legs = folded.legs.amount.len() as u64;
    let mut written = run(transaction, WRITE, first.partition, &folded).await?;
    if written < legs {
        written += run(transaction, OPEN, first.partition, &folded).await?;
    }
    if written == legs {
        return Ok(());
    }
    let what = format!(
        "the books took {written} of {legs} postings after position {}",
        first.position - 1
    );
    Err(Fault::Contradiction(what))
}

/// Runs one of the statements; returns how many postings it wrote. It is planned for the table as it is now: a plan made
/// while there are few accounts reads all of them.
async fn run(connection: &mut PgConnection, statement: &str, partition: i32, folded: &Folded) -> Result<u64, Fault> {
    let Folded { changes, legs } = folded;
    let done = sqlx::query(statement)
        .bind(partition)
        .bind(&changes.number)
        .bind(&changes.owner)
        .bind(&changes.account)
        .bind(&changes.asset)
        .bind(&changes.delta)
        .bind(&changes.position)
        .bind(&legs.number)
        .bind(&legs.position)
        .bind(&legs.leg)
        .bind(&legs.amount)
        .bind(&legs.later)
        .persistent(false)
        .execute(connection)
        .await?;
    Ok(done.rows_affected())
}

/// A page that was looked for.
struct Step {
    /// The cursor before it.
    after: i64,
    /// How many events it had.
    events: usize,
}

/// Writes the next page of a partition; nothing when another process writes. A reader without the key of the MACs writes
/// nothing: it cannot tell whose events they are. A page that is not answered in time is given up: whoever reads the
/// books may be who writes it.
async fn step(log: &EventLog, partition: i32) -> Result<Option<Step>, Fault> {
    if log.key().is_none() {
        return Ok(None);
    }
    transactions::step(log, async |connection| take(log, connection, partition).await).await
}

async fn take(log: &EventLog, connection: &mut PgConnection, partition: i32) -> Result<Option<Step>, Fault> {
    let mut transaction = connection.begin().await?;
    let locked = cursor::lock_free(&mut transaction, &[CURSOR], partition).await?;
    let Some((_, after)) = locked.into_iter().next() else {
        return Ok(None);
    };
    let page = log.page(&mut transaction, partition, after, PAGE_MAX).await?;
    if let Some(last) = page.last() {
        write(&mut transaction, &page).await?;
        cursor::advance(&mut transaction, &[CURSOR], partition, last.position).await?;
        transaction.commit().await?;
    }
    Ok(Some(Step {
        after,
        events: page.len(),
    }))
}

/// Whether the database has books of its own. Those of a version that wrote them with the events get theirs from
/// `ledger migrate`.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn exist(pool: &PgPool) -> Result<bool, Fault> {
    cursor::exists(pool, CURSOR).await
}

/// Up to where the books of a log reach, as a connection sees it: in a snapshot, the position of all rows in it.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn reached(connection: &mut PgConnection, partition: i32) -> Result<i64, Fault> {
    Ok(cursor::standing(connection, CURSOR, partition).await?.1)
}
