//! Leaderboards (domain §3.13): `team/rank` and `withdraw/rank` are one board each.
//!
//! A board is computed at most once in two seconds for each period and then served to everybody.

use crate::app::App;
use crate::call::Call;
use crate::endpoint::{Answer, Data};
use crate::error::Failure;
use crate::wire::body::Body;
use crate::wire::rank::{RankData, RankLine, RankMe, RankPeriod, masked};
use domain::ids::PlayerId;
use domain::money::Usdt;
use domain::rank::{Board, Entry, Period, TOP};
use domain::time::Timestamp;
use projections::ranks::{self, PLACES_MAX};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::OnceCell;

/// How long a board serves before it is made again (domain §3.13: at most 60 s).
const FRESH: Duration = Duration::from_secs(2);
/// Leaderboards kept: two kinds, three periods, over a change of day.
const BOARDS_MAX: u64 = 12;

/// A board that was made.
struct Made {
    list: Vec<RankLine>,
    ranks: BTreeMap<PlayerId, u32>,
}

/// A board's name, and the kind and first day of its period; none of all time.
type Key = (&'static str, Option<(u8, i32)>);

/// A board that one call makes, and for which the others wait.
type Making = Arc<OnceCell<Arc<Made>>>;

/// The leaderboards of this process.
#[derive(Clone)]
pub struct Leaderboards(moka::sync::Cache<Key, Making>);

impl Default for Leaderboards {
    fn default() -> Self {
        Leaderboards(
            moka::sync::Cache::builder()
                .max_capacity(BOARDS_MAX)
                .time_to_live(FRESH)
                .build(),
        )
    }
}

impl Leaderboards {
    /// The board of this name; made once for everybody who asks meanwhile. One that could not be made is made by
    /// whoever asks next.
    async fn of(&self, key: Key, make: impl AsyncFnOnce() -> Result<Made, Failure>) -> Result<Arc<Made>, Failure> {
        let making = self.0.get_with(key, Making::default);
        let made = making.get_or_try_init(async || make().await.map(Arc::new)).await?;
        Ok(made.clone())
    }
}

/// The board of a period and the caller's own rank on it.
///
/// # Errors
/// A fault of the database or of the vault.
pub async fn answer<B: Body>(call: &Call<B>, board: Board, asked: RankPeriod) -> Answer<RankData> {
    let today = call.now.day();
    let period = match asked {
        RankPeriod::Day => Some(Period::Day(today)),
        RankPeriod::Week => Some(Period::Week(ranks::monday(today))),
        RankPeriod::All => None,
    };
    let made = made(&call.app, board, period, call.now).await?;
    let score = ranks::score(call.app.ledger().pool(), board, period, call.player).await?;
    Ok(Data::of(&RankData {
        period: asked,
        closes_at: period.and_then(Period::end).map(|end| end.0),
        list: made.list.clone(),
        me: RankMe {
            rank: made.ranks.get(&call.player).copied(),
            score: written(board, score),
        },
    }))
}

async fn made(app: &App, board: Board, period: Option<Period>, now: Timestamp) -> Result<Arc<Made>, Failure> {
    let name = match board {
        Board::Withdraw => "withdraw",
        Board::Invite => "invite",
    };
    let span = period.map(|period| match period {
        Period::Day(day) => (0, day.0),
        Period::Week(day) => (1, day.0),
    });
    app.leaderboards()
        .of((name, span), async || make(app, board, period, now).await)
        .await
}

async fn make(app: &App, board: Board, period: Option<Period>, now: Timestamp) -> Result<Made, Failure> {
    let entries = ranks::board(app.ledger().pool(), board, period, now, PLACES_MAX).await?;
    let mut list = Vec::with_capacity(TOP);
    for (entry, rank) in entries.iter().take(TOP).zip(1..) {
        list.push(line(app, board, entry, rank).await?);
    }
    let ranks = entries.iter().map(|entry| entry.player).zip(1..).collect();
    Ok(Made { list, ranks })
}

async fn line(app: &App, board: Board, entry: &Entry, rank: u32) -> Result<RankLine, Failure> {
    let profile = app.profile(entry.player).await?;
    Ok(RankLine {
        rank,
        name: masked(&profile.nickname),
        avatar: profile.avatar,
        score: written(board, entry.score),
        reached_at: entry.reached_at.0,
    })
}

fn written(board: Board, score: i64) -> String {
    match board {
        Board::Withdraw => Usdt::from_minor(score).to_string(),
        Board::Invite => score.to_string(),
    }
}

#[cfg(test)]
mod tests;
