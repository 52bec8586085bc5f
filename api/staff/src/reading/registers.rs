//! Registers for auditors: events of some types, and refused requests.

use super::events::heading;
use super::read::{self, Moment};
use crate::wire::finding::StaffFinding;
use crate::wire::registers::{RefusedRequest, RegisterLine, RegistersListBody, RegistersListData};
use api::error::Failure;
use api::wire::why::values_of;
use domain::finding::Finding;
use ledger::feed::Recorded;
use ledger::log::{self, Filter};
use ledger::{Fault, Ledger, requests, walk};
use std::collections::BTreeMap;
use uuid::Uuid;

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
    let until = read::moment(ledger, body.as_of.as_deref()).await?;
    let from = read::from(ledger, body.from.as_deref(), &until).await?;
    let (list, next) = if *name == REFUSED {
        refused(ledger, body, from.as_ref(), &until).await?
    } else {
        recorded(ledger, body, types, from.as_ref(), &until).await?
    };
    Ok(RegistersListData {
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
    types: &[&str],
    from: Option<&Moment>,
    until: &Moment,
) -> Result<Lines, Failure> {
    let filter = Filter {
        types: types.iter().map(|name| (*name).to_owned()).collect(),
        ..Filter::default()
    };
    let way = read::way(body.before.as_deref(), None)?;
    let range = read::range(from, until);
    let found = walk::page(ledger.pool(), &filter, &range, way, read::limit(body.limit)?).await?;
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

async fn refused(
    ledger: &Ledger,
    body: &RegistersListBody,
    from: Option<&Moment>,
    until: &Moment,
) -> Result<Lines, Failure> {
    let limit = read::limit(body.limit)?;
    let before = body
        .before
        .as_deref()
        .map(|text| cursor(text).ok_or_else(|| Failure::invalid("before")));
    let before = before.transpose()?.unwrap_or((i64::MAX, Uuid::max()));
    let period = (from.map_or(-1, |from| from.at.time_ms), until.at.time_ms);
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
