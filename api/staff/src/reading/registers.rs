//! Registers for auditors: events of some types, and refused requests.

mod decisions;

use self::decisions::Streams;
use super::events::heading;
use super::read::{self, Moment, period};
use crate::proposals::amount::Moves;
use crate::wire::finding::StaffFinding;
use crate::wire::registers::{RefusedRequest, RegisterLine, RegistersListBody, RegistersListData};
use api::error::Failure;
use api::wire::why::values_of;
use domain::finding::Finding;
use domain::player::Player;
use domain::stream::Stream as _;
use ledger::feed::Recorded;
use ledger::log::{self, Filter};
use ledger::sums::Sums;
use ledger::walk::{Part, Range, Search, Way};
use ledger::{Fault, Ledger, StreamId, entries, requests, walk};
use std::collections::BTreeMap;
use uuid::Uuid;

/// Events of one log that are added up (ASSUMED): what staff decides in years.
const SUMMED_MAX: usize = 10_000;
/// Decisions that are added up (ASSUMED): each is read from its stream.
const DECISIONS_MAX: usize = 2_000;
/// Decisions whose streams are read with one query: those of one query together have less than it reads.
const DECISIONS_PAGE: usize = 200;
/// The register of refusals, which are no events.
const REFUSED: &str = "refused";

/// The register of decisions. It has the event that decides of each, which names the others: what was proposed, first
/// yeses, what came of it. What waits is no decision yet.
const APPROVALS: &str = "approvals";

/// The registers and the events in them. What members of staff set about, each act by itself, is `acts`.
const REGISTERS: [(&str, &[&str]); 7] = [
    (
        "manual",
        &[
            "AdjustmentPosted",
            "CouponRefunded",
            "DiveVoided",
            "MismatchCleared",
            "PlayerFrozen",
            "PlayerUnfrozen",
            "PromoBudgetFunded",
            "RankCorrected",
            "ReserveFunded",
            "ReturnOpened",
            "StakesOpened",
            "TeamRecordCancelled",
        ],
    ),
    (
        "reversed",
        &[
            "CouponRefunded",
            "DiveVoided",
            "PromoReturned",
            "StockGivenBack",
            "TeamRecordCancelled",
            "WithdrawalRefunded",
        ],
    ),
    (REFUSED, &[]),
    (
        APPROVALS,
        &[
            "Approved",
            "ConfigApproved",
            "ConfigRejected",
            "KycDecided",
            "KycReset",
            "Rejected",
            "StaffKeyApproved",
            "StaffKeyRevoked",
            "Withdrawn",
        ],
    ),
    ("acts", &["StaffActed"]),
    (
        "config",
        &["ConfigApproved", "ConfigProposed", "ConfigPublished", "ConfigRejected"],
    ),
    (
        "personal",
        &[
            "DataErased",
            "ErasureCancelled",
            "ErasureRequested",
            "KycDecided",
            "KycOpened",
            "KycReset",
            "StaffLooked",
            "StaffReadPersonal",
        ],
    ),
];

/// A page of a register.
///
/// # Errors
/// -1006 with the field that is wrong; a fault of the database.
pub async fn list(ledger: &Ledger, body: &RegistersListBody) -> Result<RegistersListData, Failure> {
    let register = REGISTERS.iter().find(|(name, _)| *name == body.register);
    let (name, types) = register.ok_or_else(|| Failure::invalid("register"))?;
    let asked = (body.from.as_deref(), body.until.as_deref());
    let (until, range) = period::within(ledger, body.as_of.as_deref(), asked).await?;
    let filter = Filter {
        types: types.iter().map(|name| (*name).to_owned()).collect(),
        ..Filter::default()
    };
    let (list, next) = match *name == REFUSED {
        true => refused(ledger, body, &until).await?,
        false => recorded(ledger, body, &filter, (&range, &until)).await?,
    };
    let sums = async {
        match *name == APPROVALS {
            true => agreed(ledger, &filter, &range, &until).await,
            false => moved(ledger, &filter, &range).await,
        }
    };
    Ok(RegistersListData {
        sums: period::wanted(body.sums, sums).await?,
        at: until.at,
        types: types.iter().map(|name| (*name).to_owned()).collect(),
        list,
        next,
    })
}

type Lines = (Vec<RegisterLine>, Option<String>);

async fn recorded(
    ledger: &Ledger,
    body: &RegistersListBody,
    filter: &Filter,
    (range, until): (&Range, &Moment),
) -> Result<Lines, Failure> {
    let way = read::way(body.before.as_deref(), None)?;
    let found = walk::page(ledger.pool(), filter, range, way, read::limit(body.limit)?).await?;
    let cursors: Vec<_> = found.lines.iter().map(log::cursor).collect();
    let (next, _) = read::ends(&cursors, way, found.has_more, found.reached);
    let has_decisions = body.register == APPROVALS;
    let list = match has_decisions {
        true => decided(ledger, &found.lines, until).await?,
        false => plain(ledger, &found.lines).await?,
    };
    Ok((list, next))
}

fn line(event: &Recorded, players: Vec<String>, moves: Option<Moves>) -> Result<RegisterLine, Fault> {
    let (amount, asset) = moves.map(|moves| (moves.amount, moves.asset)).unzip();
    Ok(RegisterLine {
        event: Some(heading(event)?),
        values: values_of(&event.event_type, &event.payload),
        players,
        amount,
        asset,
        decision: None,
        refused: None,
    })
}

async fn decided(ledger: &Ledger, events: &[Recorded], until: &Moment) -> Result<Vec<RegisterLine>, Fault> {
    let streams = Streams::read(ledger, events, until).await?;
    let mut lines = Vec::with_capacity(events.len());
    for event in events {
        let said = decisions::of_event(ledger, event, &streams).await?.unwrap_or_default();
        let players = said.players.iter().map(ToString::to_string).collect();
        lines.push(RegisterLine {
            decision: Some(said.decision),
            ..line(event, players, said.moves)?
        });
    }
    Ok(lines)
}

/// Events with what they move: of players' accounts where there are any, else what came to the house's.
async fn plain(ledger: &Ledger, events: &[Recorded]) -> Result<Vec<RegisterLine>, Fault> {
    let mut legs = Vec::new();
    for partition in 0..i32::from(ledger.partitions()) {
        let of_log = events.iter().filter(|event| event.partition == partition);
        let positions: Vec<i64> = of_log.map(|event| event.position).collect();
        legs.extend(entries::legs(ledger.pool(), partition, &positions).await?);
    }
    let of_event = |event: &Recorded| {
        let own = legs
            .iter()
            .filter(|leg| (leg.cursor.partition, leg.cursor.position) == (event.partition, event.position));
        let of_players: Vec<_> = own.clone().filter(|leg| !leg.owner.is_nil()).collect();
        let first = of_players
            .first()
            .copied()
            .or_else(|| own.clone().find(|leg| leg.amount > 0));
        let moves = first.map(|leg| Moves {
            asset: leg.asset.clone(),
            amount: leg.amount.to_string(),
        });
        let mut players: Vec<String> = of_players.iter().map(|leg| leg.owner.to_string()).collect();
        players.extend(
            (event.aggregate_type == Player::TYPE).then(|| StreamId::parse(&event.aggregate_id).owner.to_string()),
        );
        players.sort_unstable();
        players.dedup();
        line(event, players, moves)
    };
    events.iter().map(of_event).collect()
}

/// What the events of a register moved, by asset: the legs above zero, once for each event and asset; nothing where the
/// events are too many. Legs are found by the keys that their events declare, not by a walk over all legs.
async fn moved(ledger: &Ledger, filter: &Filter, range: &Range) -> Result<Option<Sums>, Fault> {
    let mut sums = Sums::new();
    if filter.types.is_empty() {
        return Ok(Some(sums));
    }
    for (partition, (low, high)) in (0..).zip(range.after.iter().zip(&range.until)) {
        let (low, high) = (*low, *high);
        let part = Part { partition, low, high };
        let events = filter
            .window(ledger.pool(), Way::Before(None), part, SUMMED_MAX + 1)
            .await?;
        if events.len() > SUMMED_MAX {
            return Ok(None);
        }
        let positions: Vec<i64> = events.iter().map(|event| event.position).collect();
        let mut of_events: BTreeMap<(i64, String), i128> = BTreeMap::new();
        for leg in entries::legs(ledger.pool(), partition, &positions).await? {
            let moved = of_events.entry((leg.cursor.position, leg.asset)).or_default();
            *moved += i128::from(leg.amount.max(0));
        }
        for ((_, asset), moved) in of_events {
            sums.entry(asset).or_default().add(moved);
        }
    }
    Ok(Some(sums))
}

/// What all decisions were about, by asset, as their lines show it, whatever was decided; nothing where they are too many.
async fn agreed(ledger: &Ledger, filter: &Filter, range: &Range, until: &Moment) -> Result<Option<Sums>, Fault> {
    let mut sums = Sums::new();
    let mut left = DECISIONS_MAX;
    for (partition, (low, high)) in (0..).zip(range.after.iter().zip(&range.until)) {
        let (low, high) = (*low, *high);
        let part = Part { partition, low, high };
        let mut events = filter.window(ledger.pool(), Way::Before(None), part, left + 1).await?;
        if events.len() > left {
            return Ok(None);
        }
        left -= events.len();
        events.retain(decisions::may_move);
        for page in events.chunks(DECISIONS_PAGE) {
            let streams = Streams::read(ledger, page, until).await?;
            for event in page {
                let said = decisions::of_event(ledger, event, &streams).await?;
                if let Some(Moves { asset, amount }) = said.and_then(|said| said.moves) {
                    let amount = amount.parse();
                    let amount = amount.map_err(|_| Fault::Unknown(format!("{} is no amount", event.position)))?;
                    sums.entry(asset).or_default().add(amount);
                }
            }
        }
    }
    Ok(Some(sums))
}

/// Where a page of refusals ends: time and request.
fn cursor(text: &str) -> Option<(i64, Uuid)> {
    let (time, id) = text.split_once('-')?;
    Some((time.parse().ok()?, read::id(id)?))
}

/// The rule that an answer names.
fn finding_in(answer: &str) -> Option<Finding> {
    #[derive(serde::Deserialize)]
    struct Named {
        finding: Finding,
    }
    serde_json::from_str(answer).ok().map(|named: Named| named.finding)
}

async fn refused(ledger: &Ledger, body: &RegistersListBody, until: &Moment) -> Result<Lines, Failure> {
    let limit = read::limit(body.limit)?;
    let before = body
        .before
        .as_deref()
        .map(|text| cursor(text).ok_or_else(|| Failure::invalid("before")));
    let before = before.transpose()?.unwrap_or((i64::MAX, Uuid::max()));
    let asked = period::between(ledger, body.from.as_deref(), body.until.as_deref()).await?;
    let period = (asked.after_ms, asked.until_ms.min(until.at.time_ms));
    let wanted = i64::try_from(limit + 1).unwrap_or(i64::MAX);
    let mut found = requests::refused(ledger.pool(), period, before, wanted).await?;
    let has_more = found.len() > limit;
    found.truncate(limit);
    let last = found.last().filter(|_| has_more);
    let next = last.map(|last| format!("{}-{}", last.at_ms, last.id));
    let line = |refused: requests::Refused| RegisterLine {
        event: None,
        values: BTreeMap::new(),
        players: Vec::new(),
        amount: None,
        asset: None,
        decision: None,
        refused: Some(RefusedRequest {
            request_id: refused.id.to_string(),
            owner: refused.owner.to_string(),
            at_ms: refused.at_ms,
            code: refused.code,
            message: refused.message,
            finding: finding_in(&refused.answer).map(StaffFinding::from),
        }),
    };
    Ok((found.into_iter().map(line).collect(), next))
}
