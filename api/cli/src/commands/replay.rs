//! `ledger replay`: a stream event by event, with what each one moved.

use super::amount::counted;
use super::subject::Subject;
use super::{Failure, database, moment};
use domain::posting::Account;
use domain::stream::Stream;
use domain::time::Timestamp;
use ledger::replay::{Leg, Step};
use ledger::streams::{self, ForStream, Listed};
use serde_json::value::RawValue;
use serde_json::{Value, json};
use settings::Settings;
use sqlx::PgPool;
use std::collections::BTreeMap;
use std::io::Write;
use std::pin::Pin;
use uuid::Uuid;

/// Print a stream event by event, from the log alone.
///
/// Each event is printed with its version, time, type, content and postings; own accounts with the
/// balance after it. The state at the end is folded from these events and from nothing else.
#[derive(clap::Args, Debug)]
pub struct Replay {
    /// The stream: <type>/<key>, for example player/tg:<messenger id>, config/product, treasury/reserve or stock/<id>
    #[arg(value_name = "STREAM", value_parser = Subject::read)]
    stream: Subject,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Replay {
    /// Reads, folds and prints.
    pub async fn run(self, settings: &Settings) -> Result<(), Failure> {
        let kind = self.stream.kind;
        database::reading(settings, async |pool| {
            let print = Print { replay: &self, pool };
            match streams::of_type(kind, print) {
                Some(printed) => printed.await,
                None => {
                    let types = streams::TYPES.join(", ");
                    Err(Failure::Usage(format!(
                        "There are no streams of type {kind}; the types are {types}."
                    )))
                }
            }
        })
        .await
    }

    async fn print<S: Stream>(&self, pool: &PgPool) -> Result<(), Failure> {
        let id = &self.stream.id;
        let (steps, state) = ledger::replay::stream::<S>(pool, id).await.map_err(database::failure)?;
        if steps.is_empty() {
            return Err(Failure::Usage(format!(
                "The stream {} {} has no events.",
                S::TYPE,
                id.key
            )));
        }
        let mut out = std::io::stdout().lock();
        let printed = if self.json {
            let events: Vec<Value> = steps.iter().map(step_json).collect();
            writeln!(
                out,
                "{}",
                json!({ "type": S::TYPE, "key": id.key, "events": events, "state": state })
            )
        } else {
            lines::<S>(&mut out, &id.key, id.owner, &steps, &state)
        };
        // A reader that has seen enough closes its end: not a fault.
        printed
            .or_else(|fault| {
                if fault.kind() == std::io::ErrorKind::BrokenPipe {
                    Ok(())
                } else {
                    Err(fault)
                }
            })
            .map_err(|fault| Failure::Fault(fault.into()))
    }
}

/// Prints a stream of any type.
struct Print<'a> {
    replay: &'a Replay,
    pool: &'a PgPool,
}

impl<'a> ForStream for Print<'a> {
    type Answer = Pin<Box<dyn Future<Output = Result<(), Failure>> + 'a>>;

    fn run<S: Listed>(self) -> Self::Answer {
        Box::pin(self.replay.print::<S>(self.pool))
    }
}

fn lines<S: Stream>(out: &mut impl Write, key: &str, owner: Uuid, steps: &[Step], state: &S) -> std::io::Result<()> {
    writeln!(out, "{} {key}, {}", S::TYPE, counted(steps.len(), "event"))?;
    for Step { event, legs } in steps {
        let at = moment::write(Timestamp(event.recorded_at_ms));
        writeln!(
            out,
            "{:>6}  {at}  {}  {}",
            event.sequence,
            event.event_type,
            content(&event.payload, &event.event_type)
        )?;
        for leg in legs {
            writeln!(out, "                                      {}", leg_line(leg, owner))?;
        }
    }
    for (account, balance) in balances(steps, owner) {
        writeln!(out, "balance of {account:<12} {balance:>18}")?;
    }
    writeln!(
        out,
        "state at version {}:",
        steps.last().map_or(0, |step| step.event.sequence)
    )?;
    writeln!(out, "{}", serde_json::to_string_pretty(state)?)
}

/// The owner's accounts with what the last posting left in each.
fn balances(steps: &[Step], owner: Uuid) -> BTreeMap<&'static str, String> {
    let legs = steps.iter().flat_map(|step| &step.legs);
    let own = legs.filter(|leg| matches!(leg.posting.account, Account::Player(player, _) if player.0 == owner));
    own.map(|leg| {
        (
            leg.posting.account.name(),
            leg.posting.account.asset().format(leg.after),
        )
    })
    .collect()
}

/// What an event says, without the wrapper that repeats its type.
fn content(payload: &str, event_type: &str) -> String {
    let inner = payload
        .strip_prefix(&format!("{{\"{event_type}\":"))
        .and_then(|rest| rest.strip_suffix('}'));
    inner.unwrap_or(payload).to_owned()
}

fn leg_line(leg: &Leg, owner: Uuid) -> String {
    let account = leg.posting.account;
    let asset = account.asset();
    let sign = if leg.posting.amount > 0 { "+" } else { "" };
    let moved = format!("{sign}{}", asset.format(leg.posting.amount));
    match account {
        // Only the stream's own accounts are written by this stream alone, so only their sums are balances.
        Account::Player(player, _) if player.0 == owner => {
            format!("{:<24} {moved:>18}  = {}", account.name(), asset.format(leg.after))
        }
        Account::House(_) => format!("{:<24} {moved:>18}", account.name()),
        other => format!("{:<24} {moved:>18}  of {}", other.name(), other.owner()),
    }
}

fn step_json(step: &Step) -> Value {
    let Step { event, legs } = step;
    let raw = RawValue::from_string(event.payload.clone()).ok();
    let legs: Vec<Value> = legs.iter().map(leg_json).collect();
    json!({
        "version": event.sequence, "position": event.position, "partition": event.partition, "event_id": event.event_id,
        "at": moment::write(Timestamp(event.recorded_at_ms)), "type": event.event_type, "payload": raw, "postings": legs,
    })
}

fn leg_json(leg: &Leg) -> Value {
    let account = leg.posting.account;
    let asset = account.asset();
    json!({
        "account": account.name(), "owner": account.owner(), "asset": asset.name(),
        "amount": asset.format(leg.posting.amount), "stream_sum_after": asset.format(leg.after),
    })
}

#[cfg(test)]
mod tests;
