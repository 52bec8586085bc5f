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
use fold::Folded;
use sqlx::{PgConnection, PgPool};

/// The name of the books' cursor.
pub const CURSOR: &str = "books";

/// Events of one page: what many of them change in one account is written once.
pub const PAGE_MAX: i64 = 4_000;

/// Each posting gets the balance after it: the account's folded balance less what later postings of the page add.
const WRITE: &str = r"
with folded as (
    insert into balances as b (partition, owner, account, asset, balance, position)
    select $1, f.owner, f.account, f.asset, f.delta, f.position
      from (select unnest($2::uuid[]) as owner, unnest($3::text[]) as account, unnest($4::text[]) as asset,
                   unnest($5::bigint[]) as delta, unnest($6::bigint[]) as position) f
    on conflict (partition, owner, account)
    do update set balance = b.balance + excluded.balance, position = excluded.position
    returning owner, account, balance
)
insert into postings (partition, owner, account, position, leg, asset, amount, after)
select $1, p.owner, p.account, p.position, p.leg, p.asset, p.amount, folded.balance - p.later
  from (select unnest($7::uuid[]) as owner, unnest($8::text[]) as account, unnest($9::bigint[]) as position,
               unnest($10::smallint[]) as leg, unnest($11::text[]) as asset, unnest($12::bigint[]) as amount,
               unnest($13::bigint[]) as later) p
  join folded on folded.owner = p.owner and folded.account = p.account
";

/// Writes what one page of a partition adds to the books, in the given transaction. The page follows the page before
/// without a gap.
///
/// # Errors
/// [`Fault::Unreadable`] for an event whose postings cannot be read; [`Fault`] of the database, which refuses a balance
/// below its floor.
pub async fn write(transaction: &mut PgConnection, page: &LogPage) -> Result<(), Fault> {
    let Some(first) = page.first() else { return Ok(()) };
    let Folded { changes, legs } = Folded::of(page)?;
    sqlx::query(WRITE)
        .bind(first.partition)
        .bind(changes.owner)
        .bind(changes.account)
        .bind(changes.asset)
        .bind(changes.delta)
        .bind(changes.position)
        .bind(legs.owner)
        .bind(legs.account)
        .bind(legs.position)
        .bind(legs.leg)
        .bind(legs.asset)
        .bind(legs.amount)
        .bind(legs.later)
        .execute(transaction)
        .await?;
    Ok(())
}

/// A page that was looked for.
struct Step {
    /// The cursor before it.
    after: i64,
    /// How many events it had.
    events: usize,
}

/// Writes the next page of a partition; nothing when another process writes. A reader without the key of the MACs writes
/// nothing: it cannot tell whose events they are.
async fn step(log: &EventLog, partition: i32) -> Result<Option<Step>, Fault> {
    if log.key().is_none() {
        return Ok(None);
    }
    let mut transaction = log.begin().await?;
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
