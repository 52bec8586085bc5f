//! What happened in a case, from its own stream, and the acts that name it, from the events of those.

use super::{Found, Record};
use crate::wire::cases::{StaffCaseAct, StaffCaseFile, StaffCaseLine};
use domain::case::{Case, CaseEvent};
use domain::proposal::{Proposal, ProposalEvent};
use domain::staff::Staff;
use domain::stream::Stream;
use ledger::feed::{self, Recorded};
use ledger::{Fault, Ledger, StreamId};
use projections::case_acts;
use projections::staff_actions::Said;
use std::collections::{BTreeMap, HashMap};

/// Events of a case that are read: more than its rules let it have (`domain §3.18`).
const EVENTS_MAX: i64 = 1_000;
/// Acts that are shown.
const ACTS_MAX: i64 = 50;

/// Everything that happened in a case, oldest first.
///
/// # Errors
/// A fault of the database or of the vault.
pub async fn lines(ledger: &Ledger, found: &Found) -> Result<Vec<StaffCaseLine>, Fault> {
    let key = StreamId::thing(found.no.id().0).key;
    let events = feed::read_stream_page(ledger.pool(), Case::TYPE, &key, 0, EVENTS_MAX).await?;
    let events: Vec<CaseEvent> = events.iter().map(Recorded::decode).collect::<Result<_, _>>()?;
    let kinds = events.iter().filter_map(|event| match event {
        CaseEvent::CaseCommented { text, .. } => Some(Record::Text.kind(*text)),
        _ => None,
    });
    let kinds: Vec<String> = kinds.collect();
    let texts = ledger.vault().get_kinds(&found.subjects(), &kinds).await?;
    Ok(events.iter().map(|event| line(event, &texts)).collect())
}

/// Who did something, and when.
fn done(what: &str, by: &str, at: domain::time::Timestamp) -> StaffCaseLine {
    StaffCaseLine {
        what: what.to_owned(),
        by: by.to_owned(),
        at_ms: at.0,
        ..StaffCaseLine::default()
    }
}

fn line(event: &CaseEvent, texts: &HashMap<String, Vec<u8>>) -> StaffCaseLine {
    match event {
        CaseEvent::CaseOpened { title, by, at, .. } => StaffCaseLine {
            text: Some(title.clone()),
            ..done("opened", by, *at)
        },
        CaseEvent::CaseCommented { text, by, at, .. } => {
            let kept = texts.get(&Record::Text.kind(*text));
            StaffCaseLine {
                text: kept.map(|text| String::from_utf8_lossy(text).into_owned()),
                ..done("commented", by, *at)
            }
        }
        CaseEvent::CaseAttached {
            file,
            media_type,
            bytes,
            by,
            at,
            ..
        } => StaffCaseLine {
            file: Some(StaffCaseFile {
                file: file.to_string(),
                media_type: media_type.clone(),
                bytes: i64::try_from(*bytes).unwrap_or(i64::MAX),
            }),
            ..done("attached", by, *at)
        },
        CaseEvent::CaseAssigned { to, by, at } => StaffCaseLine {
            to: to.clone(),
            ..done("assigned", by, *at)
        },
        CaseEvent::CaseClosed { outcome, by, at } => StaffCaseLine {
            text: Some(outcome.clone()),
            ..done("closed", by, *at)
        },
        CaseEvent::CaseReopened { reason, by, at } => StaffCaseLine {
            text: Some(reason.clone()),
            ..done("reopened", by, *at)
        },
    }
}

/// Acts that name a case, newest first.
///
/// # Errors
/// A fault of the database.
pub async fn acts(ledger: &Ledger, found: &Found) -> Result<Vec<StaffCaseAct>, Fault> {
    let mut places: BTreeMap<i32, Vec<i64>> = BTreeMap::new();
    for (partition, position) in case_acts::of_case(ledger.pool(), found.no.id(), ACTS_MAX).await? {
        places.entry(partition).or_default().push(position);
    }
    let mut acts = Vec::new();
    for (partition, positions) in places {
        for event in feed::read_at(ledger.pool(), partition, &positions).await? {
            acts.extend(act(ledger, &event).await?);
        }
    }
    acts.sort_by_key(|act| std::cmp::Reverse(act.at_ms));
    Ok(acts)
}

async fn act(ledger: &Ledger, event: &Recorded) -> Result<Option<StaffCaseAct>, Fault> {
    if event.aggregate_type == Proposal::TYPE {
        let ProposalEvent::Proposed {
            proposal,
            kind,
            maker,
            reason,
            at,
            ..
        } = event.decode()?
        else {
            return Ok(None);
        };
        return Ok(Some(StaffCaseAct {
            by: maker,
            at_ms: at.0,
            call: None,
            subject: Some(proposal.to_string()),
            kind: Some(kind.name().to_owned()),
            reason,
        }));
    }
    if event.aggregate_type != Staff::TYPE {
        return Ok(None);
    }
    let Some(said) = Said::of(event.decode()?) else {
        return Ok(None);
    };
    let member = ledger.staff().load(&StreamId::parse(&event.aggregate_id)).await?.state;
    Ok(Some(StaffCaseAct {
        by: member.name.unwrap_or_default(),
        at_ms: said.at.0,
        call: Some(said.call),
        subject: said.subject,
        kind: None,
        reason: said.reason.unwrap_or_default(),
    }))
}
