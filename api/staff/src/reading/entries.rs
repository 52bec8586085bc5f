//! The journal.

use super::read::{self, owner_text, period, typed};
use crate::wire::entries::{Counter, EntriesListBody, EntriesListData, Entry};
use api::error::Failure;
use domain::posting::House;
use ledger::entries::{self, Filter, Line};
use ledger::{Fault, Ledger, walk};
use std::collections::{BTreeMap, BTreeSet};
use uuid::Uuid;

/// A page of legs.
///
/// # Errors
/// -1006 with the field that is wrong; a fault of the database.
pub async fn list(ledger: &Ledger, body: &EntriesListBody) -> Result<EntriesListData, Failure> {
    let (filter, limit) = (filter(ledger, body).await?, read::limit(body.limit)?);
    let way = read::way(body.before.as_deref(), body.after.as_deref())?;
    let period = (body.from.as_deref(), body.until.as_deref());
    let (moment, range) = period::within(ledger, body.as_of.as_deref(), period).await?;
    let found = walk::page(ledger.pool(), &filter, &range, way, limit).await?;
    let cursors: Vec<_> = found.lines.iter().map(|line| line.cursor).collect();
    let (next, prev) = read::ends(&cursors, way, found.has_more, found.reached);
    Ok(EntriesListData {
        at: moment.at,
        sums: period::wanted(body.sums, filter.sums(ledger.pool(), &range)).await?,
        list: shown(ledger, found.lines).await?,
        next,
        prev,
        searched_to: found.reached,
    })
}

async fn filter(ledger: &Ledger, body: &EntriesListBody) -> Result<Filter, Failure> {
    let account = read::name(body.account.as_deref(), "account")?;
    let owner = typed::owner(ledger, body.owner.as_deref()).await?;
    // An account of the house has one owner: saying so lets its key be used.
    let of_house = account.as_deref().and_then(House::named).map(|_| Uuid::nil());
    Ok(Filter {
        owner: owner.or(of_house),
        account,
        asset: read::name(body.asset.as_deref(), "asset")?,
        event_type: read::name(body.event_type.as_deref(), "event_type")?,
        actor: read::name(body.actor.as_deref().map(typed::actor).as_deref(), "actor")?,
        least: read::minor(body.least.as_deref(), "least")?,
        most: read::minor(body.most.as_deref(), "most")?,
    })
}

/// The lines as they are shown, each with the other ends of its event in the same asset.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn shown(ledger: &Ledger, lines: Vec<Line>) -> Result<Vec<Entry>, Fault> {
    let mut positions: BTreeMap<i32, BTreeSet<i64>> = BTreeMap::new();
    for line in &lines {
        positions
            .entry(line.cursor.partition)
            .or_default()
            .insert(line.cursor.position);
    }
    let mut events: BTreeMap<(i32, i64), Vec<Line>> = BTreeMap::new();
    for (partition, positions) in positions {
        let positions: Vec<i64> = positions.into_iter().collect();
        for leg in entries::legs(ledger.pool(), partition, &positions).await? {
            events.entry((partition, leg.cursor.position)).or_default().push(leg);
        }
    }
    let of = |line: &Line| events.get(&(line.cursor.partition, line.cursor.position));
    let entry_of = |line: Line| {
        let legs = of(&line).map_or(&[][..], Vec::as_slice);
        entry(line, legs)
    };
    Ok(lines.into_iter().map(entry_of).collect())
}

/// A line with the other ends among the legs of its event: same asset, other sign.
pub(super) fn entry(line: Line, legs: &[Line]) -> Entry {
    let others = legs
        .iter()
        .filter(|leg| leg.asset == line.asset && leg.amount.signum() != line.amount.signum());
    let counter = others.map(|leg| Counter {
        owner: owner_text(leg.owner),
        account: leg.account.clone(),
        amount: leg.amount.to_string(),
    });
    Entry {
        counter: counter.collect(),
        id: read::cursor(line.cursor),
        partition: line.cursor.partition,
        position: line.cursor.position,
        leg: line.cursor.leg,
        at_ms: line.at_ms,
        event_id: line.event_id.to_string(),
        event_type: line.event_type,
        stream: line.stream,
        key: line.key,
        actor: line.actor,
        owner: owner_text(line.owner),
        account: line.account,
        asset: line.asset,
        amount: line.amount.to_string(),
        after: line.after.to_string(),
    }
}
