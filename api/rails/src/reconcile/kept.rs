//! Comparisons that stay: the newest of each wallet, and the first one after the end of each day, from which a daily close
//! takes what the chains held then (api §7.12). Knows nothing of chains: it is given what was found.

use super::{Check, Compared, compared_at};
use domain::money::Usdt;
use domain::time::{Day, Timestamp};
use ledger::{EventLog, Fault, Ledger, transactions};
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, Row};

/// Wallets of one comparison are kept at one moment; rows of the version before are some milliseconds apart.
const TOGETHER_MS: i64 = 30_000;

/// The newest comparison: all wallets that it covered. One that is not compared any more, because another took its place,
/// is no part of it.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn compared(pool: &EventLog) -> Result<Vec<Compared>, Fault> {
    let mut wallets = last_of_each(pool).await?;
    if let Some(newest) = compared_at(&wallets) {
        wallets.retain(|wallet| newest.since(wallet.at) <= TOGETHER_MS);
    }
    Ok(wallets)
}

/// The last comparison of each wallet that ever was.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn last_of_each(pool: &EventLog) -> Result<Vec<Compared>, Fault> {
    let rows = sqlx::query(
        "select rail, wallet, checked_at_ms, on_chain, in_books, under_way, unbooked, differs_since_ms
           from rail_checks where partition = 0 order by rail, wallet",
    )
    .fetch_all(pool)
    .await?;
    rows.iter().map(of_row).collect()
}

fn of_row(row: &PgRow) -> Result<Compared, Fault> {
    let usdt = |column: usize| row.try_get(column).map(Usdt::from_minor);
    Ok(Compared {
        rail: row.try_get(0)?,
        wallet: row.try_get(1)?,
        at: Timestamp(row.try_get(2)?),
        check: Check {
            on_chain: usdt(3)?,
            in_books: usdt(4)?,
            under_way: usdt(5)?,
            unbooked: usdt(6)?,
        },
        differs_since: row.try_get::<Option<i64>, _>(7)?.map(Timestamp),
    })
}

/// Keeps what a comparison found of each wallet, all at once: as the newest, and as that of the day's end before it if
/// nothing was open and none is kept yet. `differs` when nothing explains what chains and books have more or less than each
/// other.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn keep(ledger: &Ledger, wallets: &[(&str, &str, Check)], differs: bool) -> Result<(), Fault> {
    let now = ledger.clock().now();
    let is_settled = wallets.iter().all(|(.., check)| check.is_settled());
    let mut transaction = transactions::begin(ledger.pool()).await?;
    for wallet in wallets {
        as_newest(&mut transaction, wallet, now, differs).await?;
        if is_settled {
            as_first(&mut transaction, wallet, now).await?;
        }
    }
    transaction.commit().await?;
    Ok(())
}

async fn as_newest(
    connection: &mut PgConnection,
    (rail, wallet, check): &(&str, &str, Check),
    now: Timestamp,
    differs: bool,
) -> Result<(), Fault> {
    sqlx::query(
        "insert into rail_checks as kept
                (partition, rail, wallet, checked_at_ms, on_chain, in_books, under_way, unbooked, differs_since_ms)
         values (0, $1, $2, $3, $4, $5, $6, $7, $8)
         on conflict (partition, rail, wallet) do update
         set checked_at_ms = excluded.checked_at_ms, on_chain = excluded.on_chain, in_books = excluded.in_books,
             under_way = excluded.under_way, unbooked = excluded.unbooked,
             differs_since_ms = case when excluded.differs_since_ms is not null
                                     then coalesce(kept.differs_since_ms, excluded.differs_since_ms) end",
    )
    .bind(rail)
    .bind(wallet)
    .bind(now.0)
    .bind(check.on_chain.minor())
    .bind(check.in_books.minor())
    .bind(check.under_way.minor())
    .bind(check.unbooked.minor())
    .bind(differs.then_some(now.0))
    .execute(connection)
    .await?;
    Ok(())
}

async fn as_first(
    connection: &mut PgConnection,
    (rail, wallet, check): &(&str, &str, Check),
    at: Timestamp,
) -> Result<(), Fault> {
    sqlx::query(
        "insert into rail_day_checks (partition, rail, wallet, ends_at_ms, checked_at_ms, on_chain, in_books)
         select 0, $1, $2, $3, $4, $5, $6
          where not exists (select from rail_day_checks where partition = 0 and ends_at_ms = $3 and checked_at_ms <> $4)
         on conflict do nothing",
    )
    .bind(rail)
    .bind(wallet)
    .bind(at.day().start().0)
    .bind(at.0)
    .bind(check.on_chain.minor())
    .bind(check.in_books.minor())
    .execute(connection)
    .await?;
    Ok(())
}

/// The first comparison after the end of a day, on the day that follows, in which nothing was open: all wallets of it.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn first_after(pool: &EventLog, day: Day) -> Result<Vec<Compared>, Fault> {
    let rows = sqlx::query(
        "select rail, wallet, checked_at_ms, on_chain, in_books, 0::bigint, 0::bigint, null::bigint
           from rail_day_checks where partition = 0 and ends_at_ms = $1 order by rail, wallet",
    )
    .bind(day.next().start().0)
    .fetch_all(pool)
    .await?;
    rows.iter().map(of_row).collect()
}
