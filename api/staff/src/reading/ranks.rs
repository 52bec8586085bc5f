//! Boards of closed periods, at a moment.

use super::read::{self, period};
use crate::wire::ranks::{
    ClosedBoard, RanksInfoBody, RanksInfoData, RanksListBody, RanksListData, StaffBoard, StaffCorrection, StaffPlace,
};
use api::error::Failure;
use domain::rank::{Rank, RankEvent};
use domain::stream::Stream;
use ledger::feed::{self, Recorded};
use ledger::log::{self, Filter};
use ledger::{Fault, Ledger, StreamId, walk};

/// Events of one board at most: it is closed, and each of its hundred players is taken off.
const EVENTS_MAX: i64 = 101;

/// Closed boards.
///
/// # Errors
/// -1006 with the field that is wrong; a fault of the database.
pub async fn list(ledger: &Ledger, body: &RanksListBody) -> Result<RanksListData, Failure> {
    let filter = Filter {
        types: vec!["RankClosed".to_owned()],
        ..Filter::default()
    };
    let asked = (body.from.as_deref(), body.until.as_deref());
    let (until, range) = period::within(ledger, body.as_of.as_deref(), asked).await?;
    let way = read::way(body.before.as_deref(), None)?;
    let found = walk::page(ledger.pool(), &filter, &range, way, read::limit(body.limit)?).await?;
    let cursors: Vec<_> = found.lines.iter().map(log::cursor).collect();
    let (next, _) = read::ends(&cursors, way, found.has_more, found.reached);
    let boards = found.lines.iter().map(closed).collect::<Result<Vec<_>, Fault>>()?;
    Ok(RanksListData {
        at: until.at,
        list: boards.into_iter().flatten().collect(),
        next,
    })
}

fn closed(recorded: &Recorded) -> Result<Option<ClosedBoard>, Fault> {
    Ok(match recorded.decode()? {
        RankEvent::RankClosed { board, period, top } => Some(ClosedBoard {
            board: StaffBoard::of(board, period),
            players: top.len(),
            closed_ms: recorded.recorded_at_ms,
        }),
        // Only that type was asked for.
        RankEvent::RankCorrected { .. } => None,
    })
}

/// One board, with who was taken off.
///
/// # Errors
/// -1006 `rank` for none that was closed by then; a fault of the database.
pub async fn info(ledger: &Ledger, body: &RanksInfoBody) -> Result<RanksInfoData, Failure> {
    let unknown = || Failure::invalid("rank");
    let id = StreamId::thing(read::id(&body.rank).ok_or_else(unknown)?);
    let until = read::moment(ledger, body.as_of.as_deref()).await?;
    let log = usize::from(ledger.partition_of(id.owner));
    let bound = until.bounds.get(log).copied().unwrap_or(0);
    let (mut rank, mut corrections) = (Rank::default(), Vec::new());
    let page = feed::read_stream_page(ledger.pool(), Rank::TYPE, &id.key, 0, EVENTS_MAX).await?;
    for recorded in page.iter().filter(|recorded| recorded.position <= bound) {
        let event = recorded.decode().map_err(Fault::from)?;
        rank.evolve(&event);
        corrections.extend(correction(event, recorded.recorded_at_ms));
    }
    let (board, period) = rank.closed.ok_or_else(unknown)?;
    let places = (1..).zip(&rank.top).map(|(place, entry)| StaffPlace {
        place,
        player: entry.player.to_string(),
        score: entry.score.to_string(),
        reached_ms: entry.reached_at.0,
    });
    Ok(RanksInfoData {
        at: until.at,
        board: StaffBoard::of(board, period),
        list: places.collect(),
        corrections,
    })
}

fn correction(event: RankEvent, at_ms: i64) -> Option<StaffCorrection> {
    match event {
        RankEvent::RankCorrected {
            player,
            by,
            reason,
            proposer,
            case_id,
        } => Some(StaffCorrection {
            player: player.to_string(),
            proposer,
            approver: by,
            case_id,
            reason,
            at_ms,
        }),
        RankEvent::RankClosed { .. } => None,
    }
}
