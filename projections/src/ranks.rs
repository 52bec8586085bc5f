//! View `ranks`: what counts on the boards of paid withdrawals and valid invites
//! (domain §3.13), and the boards made of it.
//!
//! A row is one withdrawal or one invite, so that taking one back is exact. Scores are
//! summed when a board is requested; a caller with many readers caches the answer for a
//! moment. Players of [`crate::hidden_players`] are left out in the same statement.

use crate::view::{View, ViewEvent, Writing, column, facts_of};
use crate::{hidden_players, week_catches};
use domain::ids::PlayerId;
use domain::player::team::RecordKind;
use domain::player::{Event, Player};
use domain::rank::{Board, Entry, Period};
use domain::time::{Day, Timestamp};
use ledger::Fault;
use ledger::log_page::LogPage;
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, PgPool, Row};
use std::collections::BTreeMap;
use uuid::Uuid;

/// Ranks that are computed (ASSUMED): who is further behind has no rank.
pub const PLACES_MAX: i64 = 10_000;

/// What changes the view.
const EVENTS: [&str; 3] = ["WithdrawalSettled", "InviteValidated", "TeamRecordCancelled"];

#[derive(Clone, Copy, Debug)]
pub struct Ranks;

/// Partition, board, player and item.
type Key = (i32, &'static str, Uuid, Uuid);

/// What a page says of an item.
#[derive(Default)]
struct Item {
    amount: i64,
    at_ms: i64,
    cancelled: bool,
}

/// The name of a board, as it stands in the table.
pub const fn name(board: Board) -> &'static str {
    match board {
        Board::Withdraw => "withdraw",
        Board::Invite => "invite",
        Board::Species => "species",
    }
}

impl View for Ranks {
    fn name(&self) -> &'static str {
        "ranks"
    }

    // One statement: an item comes once and may be cancelled, before or after.
    fn write<'a>(&'a self, transaction: &'a mut PgConnection, page: &'a LogPage) -> Writing<'a> {
        Box::pin(async move {
            let mut items: BTreeMap<Key, Item> = BTreeMap::new();
            for fact in facts_of::<Player>(page, &EVENTS)? {
                let Some((key, change)) = counted(&fact) else { continue };
                let item = items.entry(key).or_default();
                item.amount = item.amount.max(change.amount);
                item.at_ms = item.at_ms.max(change.at_ms);
                item.cancelled |= change.cancelled;
            }
            upsert(transaction, &items.into_iter().collect::<Vec<_>>()).await
        })
    }
}

/// What an event says of an item.
fn counted(fact: &ViewEvent<'_, Player>) -> Option<(Key, Item)> {
    let (amount, at_ms) = (1, fact.recorded.recorded_at_ms);
    let key = |board, item| (fact.recorded.partition, name(board), fact.owner, item);
    let cancelled = false;
    match fact.event {
        // Coupons that staff gave back are no prize that somebody withdrew.
        Event::WithdrawalSettled(paid) if paid.order_no.is_none() => {
            let amount = (paid.amount - paid.fee).minor();
            let key = key(Board::Withdraw, paid.withdrawal.0);
            Some((
                key,
                Item {
                    amount,
                    at_ms,
                    cancelled,
                },
            ))
        }
        Event::InviteValidated(valid) => {
            let key = key(Board::Invite, valid.friend.0);
            Some((
                key,
                Item {
                    amount,
                    at_ms,
                    cancelled,
                },
            ))
        }
        Event::TeamRecordCancelled(taken) if taken.record.kind == RecordKind::Invite => {
            let cancelled = Item {
                cancelled: true,
                ..Item::default()
            };
            Some((key(Board::Invite, taken.record.friend?.0), cancelled))
        }
        // Only the types above are read; a cancelled rebate was on no board.
        _ => None,
    }
}

async fn upsert(transaction: &mut PgConnection, rows: &[(Key, Item)]) -> Result<(), Fault> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(
        "insert into ranks as known (partition, board, player, item, amount, at_ms, cancelled)
         select * from unnest($1::int[], $2::text[], $3::uuid[], $4::uuid[], $5::bigint[], $6::bigint[], $7::bool[])
             on conflict (partition, board, player, item) do update
            set amount = greatest(known.amount, excluded.amount),
                at_ms = greatest(known.at_ms, excluded.at_ms),
                cancelled = known.cancelled or excluded.cancelled",
    )
    .bind(column(rows, |((partition, ..), _)| *partition))
    .bind(column(rows, |((_, board, ..), _)| *board))
    .bind(column(rows, |((_, _, player, _), _)| *player))
    .bind(column(rows, |((.., item), _)| *item))
    .bind(column(rows, |(_, item)| item.amount))
    .bind(column(rows, |(_, item)| item.at_ms))
    .bind(column(rows, |(_, item)| item.cancelled))
    .execute(transaction)
    .await?;
    Ok(())
}

/// The first moment of a period and the first after it; all of time without one.
pub fn bounds(period: Option<Period>) -> (Timestamp, Timestamp) {
    let from = period.map_or(Timestamp(0), Period::start);
    let until = period.and_then(Period::end);
    (from, until.unwrap_or(Timestamp(i64::MAX)))
}

/// The week of a day: its Monday. 1970-01-01 was a Thursday.
pub const fn monday(day: Day) -> Day {
    Day(day.0 - (day.0 + 3).rem_euclid(7))
}

/// A board, best first, without those who are hidden at `now`. Species are compared by the week alone.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn board(
    pool: &PgPool,
    board: Board,
    period: Option<Period>,
    now: Timestamp,
    places: i64,
) -> Result<Vec<Entry>, Fault> {
    if let (Board::Species, Some(Period::Week(week))) = (board, period) {
        return week_catches::board(pool, week, now, places).await;
    }
    let (from, until) = bounds(period);
    let is_hidden = hidden_players::is_hidden("r.player", "$4");
    let statement = format!(
        "select r.player, sum(r.amount)::bigint, max(r.at_ms) from ranks r
          where r.board = $1 and r.at_ms >= $2 and r.at_ms < $3 and not r.cancelled and not {is_hidden}
          group by r.player
         having sum(r.amount) > 0
          order by sum(r.amount) desc, max(r.at_ms), r.player
          limit $5"
    );
    let rows = sqlx::query(&statement)
        .bind(name(board))
        .bind(from.0)
        .bind(until.0)
        .bind(now.0)
        .bind(places.clamp(1, PLACES_MAX))
        .fetch_all(pool)
        .await?;
    Ok(rows.iter().map(entry_of).collect::<Result<_, sqlx::Error>>()?)
}

/// A line of a board: player, score, when it was reached.
pub(crate) fn entry_of(row: &PgRow) -> Result<Entry, sqlx::Error> {
    Ok(Entry {
        player: PlayerId(row.try_get(0)?),
        score: row.try_get(1)?,
        reached_at: Timestamp(row.try_get(2)?),
    })
}

/// A player's own score, hidden or not.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn score(pool: &PgPool, board: Board, period: Option<Period>, player: PlayerId) -> Result<i64, Fault> {
    if let (Board::Species, Some(Period::Week(week))) = (board, period) {
        return week_catches::score(pool, week, player).await;
    }
    let (from, until) = bounds(period);
    let row = sqlx::query(
        "select coalesce(sum(amount), 0)::bigint from ranks
          where board = $1 and player = $2 and at_ms >= $3 and at_ms < $4 and not cancelled",
    )
    .bind(name(board))
    .bind(player.0)
    .bind(from.0)
    .bind(until.0)
    .fetch_one(pool)
    .await?;
    Ok(row.try_get(0)?)
}
