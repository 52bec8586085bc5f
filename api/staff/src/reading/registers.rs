//! Registers for auditors: events of some types, and refused requests.

use super::events::heading;
use super::read::{self, Moment, period};
use crate::wire::finding::StaffFinding;
use crate::wire::registers::{RefusedRequest, RegisterLine, RegistersListBody, RegistersListData};
use api::error::Failure;
use api::wire::why::values_of;
use domain::finding::Finding;
use ledger::feed::Recorded;
use ledger::log::{self, Filter};
use ledger::sums::Sums;
use ledger::walk::{Part, Range, Search, Way};
use ledger::{Fault, Ledger, entries, requests, walk};
use std::collections::BTreeMap;
use uuid::Uuid;

/// Events of one log that are added up (ASSUMED): what staff decides in years.
const SUMMED_MAX: usize = 10_000;
/// The register of refusals, which are no events.
const REFUSED: &str = "refused";

/// The registers and the events in them. What a member of staff set about, and why, stands beside what came of it.
const REGISTERS: [(&str, &[&str]); 6] = [
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
        "approvals",
        &[
            "ApprovalGiven",
            "Approved",
            "ConfigApproved",
            "ConfigRejected",
            "KycDecided",
            "KycReset",
            "MismatchCleared",
            "Proposed",
            "Rejected",
            "StaffActed",
            "StaffKeyApproved",
            "StaffKeyProposed",
            "StaffKeyRevoked",
        ],
    ),
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
        false => recorded(ledger, body, &filter, &range).await?,
    };
    Ok(RegistersListData {
        at: until.at,
        sums: period::wanted(body.sums, moved(ledger, &filter, &range)).await?,
        types: types.iter().map(|name| (*name).to_owned()).collect(),
        list,
        next,
    })
}

type Lines = (Vec<RegisterLine>, Option<String>);

async fn recorded(ledger: &Ledger, body: &RegistersListBody, filter: &Filter, range: &Range) -> Result<Lines, Failure> {
    let way = read::way(body.before.as_deref(), None)?;
    let found = walk::page(ledger.pool(), filter, range, way, read::limit(body.limit)?).await?;
    let cursors: Vec<_> = found.lines.iter().map(log::cursor).collect();
    let (next, _) = read::ends(&cursors, way, found.has_more, found.reached);
    let line = |event: &Recorded| {
        Ok::<_, Fault>(RegisterLine {
            event: Some(heading(event)?),
            values: values_of(&event.event_type, &event.payload),
            refused: None,
        })
    };
    Ok((found.lines.iter().map(line).collect::<Result<_, _>>()?, next))
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
