//! Leaderboards (domain §3.13): `team/rank`, `withdraw/rank` and `collection/rank` are one board each.
//!
//! A board is computed at most once in two seconds for each period and then served to everybody. A season that was
//! closed is read from its stream: it is final.

use crate::app::App;
use crate::call::Call;
use crate::endpoint::{Answer, Data};
use crate::error::Failure;
use crate::wire::body::Body;
use crate::wire::rank::{RankData, RankLine, RankMe, RankPeriod, RankSeason, masked};
use crate::wire::user::Lang;
use domain::config::seasons::Season;
use domain::ids::PlayerId;
use domain::money::Usdt;
use domain::rank::{Board, Entry, MARKED, Period, TOP};
use domain::refusal::Refusal;
use domain::time::{Day, Timestamp};
use ledger::StreamId;
use projections::ranks::{self, PLACES_MAX};
use projections::team_records;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::OnceCell;
use uuid::Uuid;

/// How long a board serves before it is made again (domain §3.13: at most 60 s).
const FRESH: Duration = Duration::from_secs(2);
/// Leaderboards kept: three kinds, four periods, over a change of day, and seasons that are looked back at.
const BOARDS_MAX: u64 = 64;

/// A board that was made.
struct Made {
    list: Vec<RankLine>,
    ranks: BTreeMap<PlayerId, u32>,
    is_final: bool,
}

/// A board, and the first moment and the end of its period; none of all time.
type Key = (&'static str, Option<(Timestamp, Timestamp)>);

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
/// 4007 for a season that has not begun or is of another board; a fault of the database or of the vault.
pub async fn answer<B: Body>(
    call: &Call<B>,
    board: Board,
    asked: RankPeriod,
    season_id: Option<&str>,
) -> Answer<RankData> {
    let (today, context) = (call.now.day(), call.app.context());
    let seasons: Vec<&Season> = context.config.seasons.begun(board, today).collect();
    let chosen = seasons
        .iter()
        .find(|season| season_id.is_none_or(|id| season.season_id == id));
    let (period, season) = match asked {
        RankPeriod::Day => (Some(Period::Day(today)), None),
        RankPeriod::Week => (Some(Period::Week(ranks::monday(today))), None),
        RankPeriod::Season => {
            let season = chosen.ok_or(Refusal::RecordNotFound)?;
            (Some(season.period()), Some(spoken(season, call.lang)))
        }
        RankPeriod::All => (None, None),
    };
    let made = made(&call.app, board, period, call.now).await?;
    let score = ranks::score(call.app.ledger().pool(), board, period, call.player).await?;
    let rebates = rebates(&call.app, board, period, &[call.player.0]).await?;
    Ok(Data::of(&RankData {
        period: asked,
        closes_at: period.and_then(Period::end).map(|end| end.0),
        is_final: made.is_final,
        season,
        marked: if board == Board::Species { MARKED } else { 0 },
        seasons: seasons.iter().map(|season| spoken(season, call.lang)).collect(),
        list: made.list.clone(),
        me: RankMe {
            rank: made.ranks.get(&call.player).copied(),
            score: score_text(board, score),
            rebate: rebate_of(&rebates, board, call.player),
        },
    }))
}

fn spoken(season: &Season, lang: Lang) -> RankSeason {
    RankSeason {
        season_id: season.season_id.clone(),
        name: lang.text(&season.name).to_owned(),
        first: season.first.to_string(),
        last: season.last.to_string(),
    }
}

async fn made(app: &App, board: Board, period: Option<Period>, now: Timestamp) -> Result<Arc<Made>, Failure> {
    app.leaderboards()
        .of(
            (ranks::name(board), period.map(|_| ranks::bounds(period))),
            async || make(app, board, period, now).await,
        )
        .await
}

async fn make(app: &App, board: Board, period: Option<Period>, now: Timestamp) -> Result<Made, Failure> {
    let closed = closed(app, board, period, now).await?;
    let is_final = closed.is_some();
    let entries = match closed {
        Some(top) => top,
        None => ranks::board(app.ledger().pool(), board, period, now, PLACES_MAX).await?,
    };
    let shown = &entries[..entries.len().min(TOP)];
    let players: Vec<Uuid> = shown.iter().map(|entry| entry.player.0).collect();
    let rebates = rebates(app, board, period, &players).await?;
    let mut list = Vec::with_capacity(TOP);
    for (entry, rank) in shown.iter().zip(1..) {
        let rebate = rebate_of(&rebates, board, entry.player);
        list.push(line(app, board, entry, rank, rebate).await?);
    }
    let ranks = entries.iter().map(|entry| entry.player).zip(1..).collect();
    Ok(Made { list, ranks, is_final })
}

/// The final board of a season that is over and was closed.
async fn closed(
    app: &App,
    board: Board,
    period: Option<Period>,
    now: Timestamp,
) -> Result<Option<Vec<Entry>>, Failure> {
    let over = period.filter(|period| period.end().is_some_and(|end| end <= now));
    let Some(period) = over else { return Ok(None) };
    let id = StreamId::thing(period.id(board).0);
    let rank = app.ledger().ranks().load(&id).await?.state;
    Ok(rank.closed.map(|_| rank.top))
}

/// What friends brought these players in the period; nothing on a board that does not show it.
async fn rebates(
    app: &App,
    board: Board,
    period: Option<Period>,
    players: &[Uuid],
) -> Result<BTreeMap<PlayerId, Usdt>, Failure> {
    if board != Board::Invite {
        return Ok(BTreeMap::new());
    }
    let first = period.map_or(Day(0), |period| period.start().day());
    let after = period.and_then(Period::end).map_or(Day(i32::MAX), |end| end.day());
    let shown = team_records::shown(app.ledger(), &app.config().team).await?;
    Ok(team_records::rebates(app.ledger().pool(), players, shown, (first, after)).await?)
}

fn rebate_of(rebates: &BTreeMap<PlayerId, Usdt>, board: Board, player: PlayerId) -> Option<String> {
    (board == Board::Invite).then(|| rebates.get(&player).copied().unwrap_or(Usdt::ZERO).to_string())
}

async fn line(app: &App, board: Board, entry: &Entry, rank: u32, rebate: Option<String>) -> Result<RankLine, Failure> {
    let profile = app.profile(entry.player).await?;
    Ok(RankLine {
        rank,
        name: masked(&profile.nickname),
        avatar: profile.avatar,
        score: score_text(board, entry.score),
        rebate,
        reached_at: entry.reached_at.0,
    })
}

fn score_text(board: Board, score: i64) -> String {
    match board {
        Board::Withdraw => Usdt::from_minor(score).to_string(),
        Board::Invite | Board::Species => score.to_string(),
    }
}

#[cfg(test)]
mod tests;
