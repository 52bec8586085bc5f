//! The scheduled job that closes leaderboards at 00:15: the day before, on Mondays the week before, and a season after
//! its last day (domain §3.13). Species are compared by the week alone.
//!
//! It walks back from the last period to the newest closed one, so that what was missed is closed too, oldest
//! first. A board is closed only when the views have passed its end in every log; the quarter of an hour covers
//! commands that were decided before midnight and written after.

use domain::rank::{Board, Period, RankCommand};
use domain::time::{Day, HOUR_MS, Timestamp};
use ledger::{Fault, Ledger, Plain, StreamId};
use projections::cursor;
use projections::hidden_players::HiddenPlayers;
use projections::ranks::{self, PLACES_MAX, Ranks};
use projections::week_catches::WeekCatches;
use std::time::Duration;

/// How often the job runs.
pub const EVERY: Duration = Duration::from_secs(60);
/// How long after its end a period is closed (domain §3.15: 00:15).
const CLOSES_AFTER_MS: i64 = HOUR_MS / 4;
/// Periods of one kind closed in one run at most; the next run continues.
const PERIODS_MAX: usize = 400;

/// Closes what is over.
///
/// # Errors
/// [`Fault`] of the ledger; the next run does it again.
pub async fn tick(ledger: &Ledger) -> Result<(), Fault> {
    let Some(begun) = cursor::begun(ledger).await? else {
        return Ok(());
    };
    let seen = cursor::seen(ledger, &Ranks)
        .await?
        .min(cursor::seen(ledger, &WeekCatches).await?)
        .min(cursor::seen(ledger, &HiddenPlayers).await?);
    let over = seen.plus_ms(-CLOSES_AFTER_MS).day();
    let weeks: fn(Day) -> Period = |day| Period::Week(ranks::monday(day));
    for board in [Board::Withdraw, Board::Invite] {
        // The last day, and a day of the last week, that are over.
        close(ledger, board, Period::Day, Day(over.0 - 1), 1, begun).await?;
        close(ledger, board, weeks, Day(over.0 - 7), 7, begun).await?;
    }
    close(ledger, Board::Species, weeks, Day(over.0 - 7), 7, begun).await?;
    for season in &ledger.context().config.seasons.list {
        let period = season.period();
        let is_over = period.end().is_some_and(|end| end <= over.start());
        if is_over && !is_closed(ledger, season.board, period).await? {
            close_one(ledger, season.board, period).await?;
        }
    }
    Ok(())
}

async fn is_closed(ledger: &Ledger, board: Board, period: Period) -> Result<bool, Fault> {
    let id = StreamId::thing(period.id(board).0);
    Ok(ledger.ranks().load(&id).await?.state.closed.is_some())
}

/// Closes the periods of one kind, from the one after the newest closed to that of `last`.
async fn close(
    ledger: &Ledger,
    board: Board,
    of: fn(Day) -> Period,
    last: Day,
    length: i32,
    begun: Timestamp,
) -> Result<(), Fault> {
    let mut open = Vec::new();
    for back in (0..).take(PERIODS_MAX) {
        let period = of(Day(last.0 - back * length));
        let is_before = period.end().is_none_or(|end| end <= begun);
        if is_before || is_closed(ledger, board, period).await? {
            break;
        }
        open.push(period);
    }
    for period in open.into_iter().rev() {
        close_one(ledger, board, period).await?;
    }
    Ok(())
}

/// Closes a board of a period that is over.
async fn close_one(ledger: &Ledger, board: Board, period: Period) -> Result<(), Fault> {
    let id = StreamId::thing(period.id(board).0);
    let now = ledger.clock().now();
    let entries = ranks::board(ledger.pool(), board, Some(period), now, PLACES_MAX).await?;
    let close = RankCommand::Close { board, period, entries };
    let closed = ledger
        .ranks()
        .execute(&id, close, ledger::Request::without_id("system:ranks"), Plain)
        .await;
    let reply = closed.map_err(|error| Fault::Unknown(error.to_string()))?;
    tracing::info!(?board, ?period, code = reply.code, "a leaderboard was closed");
    Ok(())
}
