//! Why a leg has its amount: from the leg to the event, the rule and its numbers, the command, and what caused it.

use super::entries::{entry, shown};
use super::events::{heading, upstream};
use crate::wire::entries::{EntriesExplainBody, EntriesExplainData, Entry, Sentence, ShownCommand};
use api::error::Failure;
use api::wire::why::WalletWhy;
use domain::money::Asset;
use ledger::feed::{self, Recorded};
use ledger::{Fault, Ledger, entries, requests};
use projections::history;
use std::collections::BTreeMap;
use uuid::Uuid;

/// Why the leg has its amount.
///
/// # Errors
/// -1006 with the field that names no leg; a fault of the database.
pub async fn explain(ledger: &Ledger, body: &EntriesExplainBody) -> Result<EntriesExplainData, Failure> {
    if body.partition >= ledger.partitions() {
        return Err(Failure::invalid("partition"));
    }
    let event = feed::read_one(ledger.pool(), body.partition, body.position).await?;
    let event = event.ok_or_else(|| Failure::invalid("position"))?;
    let lines = entries::legs(ledger.pool(), event.partition, &[event.position]).await?;
    let line = lines.iter().find(|line| line.cursor.leg == body.leg).cloned();
    let line = line.ok_or_else(|| Failure::invalid("leg"))?;
    let before = i128::from(line.after) - i128::from(line.amount);
    let in_force = history::version_in_force(ledger.pool(), event.recorded_at_ms).await?;
    let why = WalletWhy::whole(&event.event_type, &event.event_id.to_string(), &event.payload, in_force);
    let entry = entry(line, &lines);
    Ok(EntriesExplainData {
        sentence: sentence(&entry, &why),
        legs: shown(ledger, lines).await?,
        command: command(ledger, &event).await?,
        causes: upstream(ledger, &event)
            .await?
            .iter()
            .map(heading)
            .collect::<Result<_, _>>()?,
        before: before.to_string(),
        entry,
        why,
    })
}

/// Money in a sentence has its decimals; names are those of the event.
fn sentence(entry: &Entry, why: &WalletWhy) -> Sentence {
    let amount = entry.amount.trim_start_matches('-');
    let written = Asset::named(&entry.asset).zip(amount.parse().ok());
    let mut values: BTreeMap<String, String> = why
        .inputs
        .iter()
        .map(|input| (input.name.clone(), input.value.clone()))
        .collect();
    let own = [
        (
            "amount",
            written.map_or_else(|| amount.to_owned(), |(asset, minor)| asset.format(minor)),
        ),
        ("asset", entry.asset.clone()),
        ("account", entry.account.clone()),
        ("actor", entry.actor.clone()),
        ("event", entry.event_type.clone()),
        ("owner", entry.owner.clone().unwrap_or_else(|| "house".into())),
    ];
    // The leg's own words come last: an event may have a field called amount.
    values.extend(own.map(|(name, value)| (format!("leg.{name}"), value)));
    let others: Vec<&str> = entry.counter.iter().map(|counter| counter.account.as_str()).collect();
    values.insert("leg.counter".into(), others.join(" "));
    let way = if entry.amount.starts_with('-') { "out" } else { "in" };
    Sentence {
        key: why.rule.clone(),
        way: way.into(),
        values,
    }
}

async fn command(ledger: &Ledger, event: &Recorded) -> Result<ShownCommand, Fault> {
    let mut context = event.context()?;
    let request_id = context.get("request_id").and_then(|id| Uuid::parse_str(id).ok());
    let mut command = ShownCommand {
        actor: context.remove("actor").unwrap_or_default(),
        request_id: request_id.map(|id| id.to_string()),
        digest: context.remove("digest"),
        answered_at_ms: None,
        code: None,
        events: 1,
    };
    let Some(id) = request_id else { return Ok(command) };
    if let Some(answered) = requests::answered(ledger.pool(), event.partition, id, event.position).await? {
        (command.answered_at_ms, command.code) = (Some(answered.at_ms), Some(answered.code));
    }
    command.events = i64::try_from(together(ledger, event).await?.len()).unwrap_or(i64::MAX);
    Ok(command)
}

/// Events of the same command: they stand side by side in one stream.
pub(super) async fn together(ledger: &Ledger, event: &Recorded) -> Result<Vec<Recorded>, Fault> {
    const SIDE: i64 = 64;
    let context = event.context()?;
    let Some(request) = context.get("request_id") else {
        return Ok(vec![event.clone()]);
    };
    let (stream, key) = (&event.aggregate_type, &event.aggregate_id);
    let after = (event.sequence - SIDE).max(0);
    let near = feed::read_stream_page(ledger.pool(), stream, key, after, SIDE * 2).await?;
    let is_same = |other: &Recorded| Ok::<_, Fault>(other.context()?.get("request_id") == Some(request));
    let mut same = Vec::new();
    for other in near {
        if is_same(&other)? {
            same.push(other);
        }
    }
    Ok(same)
}
