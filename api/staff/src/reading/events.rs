//! Events as they were recorded, and the chains of hashes and of causes they stand in.

use super::explain::together;
use super::read::{self, period, typed};
use crate::wire::events::{
    ChainLink, EventHeading, EventsCausesBody, EventsCausesData, EventsInfoBody, EventsInfoData, EventsListBody,
    EventsListData,
};
use api::error::Failure;
use ledger::feed::{self, Recorded};
use ledger::leaf::ROOT;
use ledger::log::{self, Filter};
use ledger::{Fault, Ledger, entries, walk};
use projections::effects;
use std::collections::{BTreeMap, VecDeque};

/// Causes of causes that are followed.
const DEPTH_MAX: usize = 32;
/// Effects that are shown.
const EFFECTS_MAX: usize = 200;

/// A page of events.
///
/// # Errors
/// -1006 with the field that is wrong; a fault of the database.
pub async fn list(ledger: &Ledger, body: &EventsListBody) -> Result<EventsListData, Failure> {
    let event_type = read::name(body.event_type.as_deref(), "event_type")?;
    let stream = read::name(body.stream.as_deref(), "stream")?;
    let filter = Filter {
        key: typed::key(ledger, stream.as_deref(), body.key.as_deref()).await?,
        stream,
        types: event_type.into_iter().collect(),
        actor: read::name(body.actor.as_deref().map(typed::actor).as_deref(), "actor")?,
    };
    let period = (body.from.as_deref(), body.until.as_deref());
    let (moment, range) = period::within(ledger, body.as_of.as_deref(), period).await?;
    let way = read::way(body.before.as_deref(), body.after.as_deref())?;
    let found = walk::page(ledger.pool(), &filter, &range, way, read::limit(body.limit)?).await?;
    let cursors: Vec<_> = found.lines.iter().map(log::cursor).collect();
    let (next, prev) = read::ends(&cursors, way, found.has_more, found.reached);
    Ok(EventsListData {
        at: moment.at,
        list: found.lines.iter().map(heading).collect::<Result<_, _>>()?,
        next,
        prev,
        searched_to: found.reached,
    })
}

/// What an event is.
///
/// # Errors
/// [`Fault::Unreadable`] for metadata that does not read back.
pub fn heading(event: &Recorded) -> Result<EventHeading, Fault> {
    let mut context = event.context()?;
    Ok(EventHeading {
        id: read::cursor(log::cursor(event)),
        partition: event.partition,
        position: event.position,
        at_ms: event.recorded_at_ms,
        event_id: event.event_id.to_string(),
        event_type: event.event_type.clone(),
        stream: event.aggregate_type.clone(),
        key: event.aggregate_id.clone(),
        version: event.sequence,
        actor: context.remove("actor").unwrap_or_default(),
        cause: context.remove("cause"),
    })
}

/// One event with everything that is known about it.
///
/// # Errors
/// -1006 with the field that names no event; a fault of the database.
pub async fn info(ledger: &Ledger, body: &EventsInfoBody) -> Result<EventsInfoData, Failure> {
    let event = match (&body.event_id, body.position) {
        (Some(id), None) => named(ledger, id).await?,
        (None, Some(position)) => {
            let partition = body.partition.unwrap_or(0);
            let found = feed::read_one(ledger.pool(), partition, position).await?;
            found.ok_or_else(|| Failure::invalid("position"))?
        }
        _ => return Err(Failure::invalid("event_id")),
    };
    let lines = entries::legs(ledger.pool(), event.partition, &[event.position]).await?;
    Ok(EventsInfoData {
        shape: event.event_version.clone(),
        payload: event.payload.clone(),
        metadata: event.metadata.clone(),
        legs: super::entries::shown(ledger, lines).await?,
        chain: link(ledger, &event).await?,
        event: heading(&event)?,
    })
}

async fn named(ledger: &Ledger, id: &str) -> Result<Recorded, Failure> {
    let unknown = || Failure::invalid("event_id");
    let id = read::id(id).ok_or_else(unknown)?;
    log::find(ledger.pool(), id).await?.ok_or_else(unknown)
}

async fn link(ledger: &Ledger, event: &Recorded) -> Result<ChainLink, Fault> {
    let before = log::leaf_before(ledger.pool(), event).await?;
    let is_there = before.is_some() || event.sequence == 1;
    let previous: [u8; 32] = before.and_then(|leaf| leaf.try_into().ok()).unwrap_or(ROOT);
    let computed = event.leaf_after(&previous);
    let (stream, key) = (&event.aggregate_type, &event.aggregate_id);
    let next = feed::read_stream_page(ledger.pool(), stream, key, event.sequence, 1).await?;
    Ok(ChainLink {
        leaf: hex::encode(&event.leaf),
        previous: hex::encode(previous),
        computed: hex::encode(computed),
        holds: is_there && event.leaf == computed,
        next_position: next.first().map(|next| next.position),
    })
}

/// What caused the event, the nearest first.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn upstream(ledger: &Ledger, event: &Recorded) -> Result<Vec<Recorded>, Fault> {
    let mut causes: Vec<Recorded> = Vec::new();
    while causes.len() < DEPTH_MAX {
        let Some(cause) = effects::cause_of(causes.last().unwrap_or(event))? else {
            break;
        };
        match log::find(ledger.pool(), cause).await? {
            Some(found) => causes.push(found),
            None => break,
        }
    }
    Ok(causes)
}

/// What led to an event and what came of it.
///
/// # Errors
/// -1006 for an event that is not there at the moment; a fault of the database.
pub async fn causes(ledger: &Ledger, body: &EventsCausesBody) -> Result<EventsCausesData, Failure> {
    let until = read::moment(ledger, body.as_of.as_deref()).await?;
    let event = named(ledger, &body.event_id).await?;
    if !until.has(&event) {
        return Err(Failure::invalid("event_id"));
    }
    let together = together(ledger, &event).await?;
    let (downstream, more) = downstream(ledger, &event, &until.bounds).await?;
    let headings = |events: &[Recorded]| events.iter().map(heading).collect::<Result<Vec<_>, _>>();
    Ok(EventsCausesData {
        upstream: headings(&upstream(ledger, &event).await?)?,
        together: headings(
            &together
                .into_iter()
                .filter(|event| until.has(event))
                .collect::<Vec<_>>(),
        )?,
        downstream: headings(&downstream)?,
        event: heading(&event)?,
        at: until.at,
        more,
    })
}

/// Effects and their effects, in the order of the log; true when there are more.
async fn downstream(ledger: &Ledger, event: &Recorded, bounds: &[i64]) -> Result<(Vec<Recorded>, bool), Fault> {
    let mut found: BTreeMap<(i32, i64), Recorded> = BTreeMap::new();
    let mut waiting = VecDeque::from([event.event_id]);
    while let Some(cause) = waiting.pop_front() {
        for (partition, position) in effects::of(ledger.pool(), cause, bounds).await? {
            let place = (i32::from(partition), position);
            if found.len() == EFFECTS_MAX {
                return Ok((found.into_values().collect(), true));
            }
            // An effect is later than its cause, so nothing comes back to itself.
            if let Some(effect) = feed::read_one(ledger.pool(), partition, position).await? {
                waiting.push_back(effect.event_id);
                found.insert(place, effect);
            }
        }
    }
    Ok((found.into_values().collect(), false))
}
