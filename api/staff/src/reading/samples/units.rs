//! Monetary-unit samples as they are recorded: the list, and one with its items and what its results say.

use crate::reading::events::heading;
use crate::reading::read::period;
use crate::wire::page;
use crate::wire::samples::{
    SampleEvaluation, SampleItem, SampleSide, SamplesInfoBody, SamplesInfoData, SamplesListBody, SamplesListData,
    StaffSample,
};
use api::error::Failure;
use domain::refusal::Refusal;
use domain::sample::{Evaluation, Factors, Item, Outcome, Plan, Sample, SampleEvent, Side, taint_ppm};
use domain::stream::Stream as _;
use domain::time::Timestamp;
use ledger::balance::{AsOf, bounds};
use ledger::feed::{self, Recorded};
use ledger::walk::Range;
use ledger::{Fault, Ledger, log};
use std::collections::{BTreeMap, HashMap};
use uuid::Uuid;

/// Samples of one answer (ASSUMED): each is a stream that is read.
const LIST_MAX: i64 = 50;

const METHOD: &str = "The population is every posting of the accounts in the asset, after the positions and up to them, in \
the order of partition, position and leg. Laid one after the other, each is as long as its absolute amount in minor units. \
The start is SHA-256(the seed's hex, a zero byte, the words), its first 16 bytes as a big-endian number, modulo the \
interval, plus 1. Selected are the units start, start + interval, start + 2 x interval, ...; an item is a posting that \
holds one of them. Every posting of an interval or more holds one at any start. SHA-256 of the seed's hex is the commit, \
which was recorded before the words.";

/// A sample with when it was planned and signed.
pub struct Kept {
    pub id: Uuid,
    pub sample: Sample,
    planned_at: Timestamp,
    signed_at: Option<Timestamp>,
}

impl Kept {
    /// The sample with this id.
    ///
    /// # Errors
    /// -1006 for what is no id, 4007 for none.
    pub async fn of(ledger: &Ledger, text: &str) -> Result<Kept, Failure> {
        let id = Uuid::parse_str(text).map_err(|_| Failure::invalid("sample"))?;
        let found = read(ledger, id).await?;
        found.ok_or_else(|| Refusal::RecordNotFound.into())
    }

    /// A plan is there once the stream has begun.
    fn plan(&self) -> Result<&Plan, Fault> {
        let plan = self.sample.plan.as_ref();
        plan.ok_or_else(|| Fault::Law(format!("sample {} has no plan", self.id)))
    }

    fn listed(&self) -> Result<StaffSample, Fault> {
        let plan = self.plan()?;
        Ok(StaffSample {
            sample: self.id.to_string(),
            state: state(&self.sample).to_owned(),
            by: self.sample.by.clone(),
            planned_ms: self.planned_at.0,
            signed_ms: self.signed_at.map(|at| at.0),
            asset: plan.asset.name().to_owned(),
            of: plan.of.clone(),
            lines: plan.lines,
            units: plan.units.to_string(),
            interval: plan.interval.to_string(),
            items: self.sample.drawn.as_ref().map(|drawn| count(drawn.items.len())),
            tested: count(self.sample.results.len()),
        })
    }
}

fn count(many: usize) -> u32 {
    u32::try_from(many).unwrap_or(u32::MAX)
}

/// `planned`, `drawn` or `signed`.
pub fn state(sample: &Sample) -> &'static str {
    match (&sample.drawn, &sample.signed) {
        (_, Some(_)) => "signed",
        (Some(_), None) => "drawn",
        (None, None) => "planned",
    }
}

async fn read(ledger: &Ledger, id: Uuid) -> Result<Option<Kept>, Fault> {
    let events = feed::read_stream(ledger.pool(), Sample::TYPE, &id.to_string(), 0).await?;
    let mut found: Option<Kept> = None;
    for event in &events {
        let event: SampleEvent = event.decode()?;
        if let SampleEvent::SamplePlanned { at, .. } = &event {
            found = Some(Kept {
                id,
                sample: Sample::default(),
                planned_at: *at,
                signed_at: None,
            });
        }
        let Some(found) = &mut found else { continue };
        if let SampleEvent::SampleSigned { at, .. } = &event {
            found.signed_at = Some(*at);
        }
        found.sample.evolve(&event);
    }
    Ok(found)
}

/// Samples, newest first.
///
/// # Errors
/// -1006 for a period, a limit or a cursor that is none; a fault of the database.
pub async fn list(ledger: &Ledger, body: &SamplesListBody) -> Result<SamplesListData, Failure> {
    let limit = page::limit(body.limit)?.min(LIST_MAX);
    let until = bounds(ledger.pool(), AsOf::Latest).await?;
    let after = vec![0; until.len()];
    let places = log::places_of(ledger.pool(), "SamplePlanned", &Range { after, until }).await?;
    let mut planned = Vec::new();
    for (partition, positions) in by_log(places.unwrap_or_default()) {
        planned.extend(feed::read_at(ledger.pool(), partition, &positions).await?);
    }
    let between = period::between(ledger, body.from.as_deref(), body.until.as_deref()).await?;
    let before = page::place(body.before.as_deref())?;
    let mut samples = Vec::with_capacity(planned.len());
    for event in planned {
        let id = Uuid::parse_str(&event.aggregate_id).map_err(|_| Fault::Law("a sample without an id".into()))?;
        samples.push((event.recorded_at_ms, id));
    }
    samples.retain(|sample| between.has(sample.0) && before.is_none_or(|before| *sample < before));
    samples.sort_by_key(|sample| std::cmp::Reverse(*sample));
    samples.truncate(usize::try_from(limit).unwrap_or_default());
    let next = page::next(&samples, limit, |(at_ms, id)| page::cursor(*at_ms, *id));
    let mut list = Vec::with_capacity(samples.len());
    for (_, id) in samples {
        if let Some(found) = read(ledger, id).await? {
            list.push(found.listed()?);
        }
    }
    Ok(SamplesListData { list, next })
}

fn by_log(places: impl IntoIterator<Item = (i32, i64)>) -> BTreeMap<i32, Vec<i64>> {
    let mut logs: BTreeMap<i32, Vec<i64>> = BTreeMap::new();
    for (partition, position) in places {
        logs.entry(partition).or_default().push(position);
    }
    logs
}

/// One sample with its items, their results, and what these say.
///
/// # Errors
/// -1006 for what is no id, 4007 for none; a fault of the database.
pub async fn info(ledger: &Ledger, body: &SamplesInfoBody) -> Result<SamplesInfoData, Failure> {
    let found = Kept::of(ledger, &body.sample).await?;
    let (plan, drawn) = (found.plan()?, found.sample.drawn.as_ref());
    let items: &[Item] = drawn.map_or(&[], |drawn| &drawn.items);
    let events = events_of(ledger, items).await?;
    let lines = (0..)
        .zip(items)
        .map(|(number, item)| line(&found.sample, plan, number, item, &events));
    Ok(SamplesInfoData {
        sample: found.listed()?,
        accounts: plan.accounts.clone(),
        after: crate::periods::by_log(&plan.after),
        until: crate::periods::by_log(&plan.until),
        confidence: plan.confidence,
        factors: Factors::of(plan.confidence).table().to_vec(),
        tolerable: plan.tolerable.map(|units| units.to_string()),
        commit: plan.commit.clone(),
        words: drawn.map(|drawn| drawn.words.clone()),
        seed: drawn.map(|drawn| drawn.seed.clone()),
        start: drawn.map(|drawn| drawn.start.to_string()),
        method: METHOD.to_owned(),
        items: lines.collect::<Result<_, Failure>>()?,
        evaluation: found.sample.evaluation().map(SampleEvaluation::from),
        digest: found.sample.signed.clone(),
    })
}

async fn events_of(ledger: &Ledger, items: &[Item]) -> Result<HashMap<(i32, i64), Recorded>, Fault> {
    let mut events = HashMap::new();
    for (partition, positions) in by_log(items.iter().map(|item| (item.partition, item.position))) {
        let of_log = feed::read_at(ledger.pool(), partition, &positions).await?;
        events.extend(
            of_log
                .into_iter()
                .map(|event| ((event.partition, event.position), event)),
        );
    }
    Ok(events)
}

fn line(
    sample: &Sample,
    plan: &Plan,
    number: u16,
    item: &Item,
    events: &HashMap<(i32, i64), Recorded>,
) -> Result<SampleItem, Failure> {
    let Item {
        partition, position, ..
    } = item;
    let event = events.get(&(*partition, *position));
    let event = event.ok_or_else(|| Fault::Law(format!("position {position} of log {partition} is missing")))?;
    let (result, size) = (sample.results.get(&number), item.amount.saturating_abs());
    let misstated = result.map(|result| result.outcome.misstated(size));
    Ok(SampleItem {
        item: number.into(),
        event: heading(event)?,
        leg: item.leg,
        account: item.account.clone(),
        amount: item.amount.to_string(),
        upto: item.upto.to_string(),
        hits: item.hits,
        is_certain: size >= plan.interval,
        outcome: result.map(|result| outcome(result.outcome).to_owned()),
        misstated: misstated.map(|units| units.to_string()),
        taint_ppm: misstated.map(|units| taint_ppm(units, size) * units.signum()),
        note: result.map(|result| result.note.clone()),
    })
}

const fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Agreed => "agreed",
        Outcome::Difference { .. } => "difference",
        Outcome::Unsupported => "unsupported",
    }
}

impl From<Evaluation> for SampleEvaluation {
    fn from(found: Evaluation) -> SampleEvaluation {
        let side = |side: Side| SampleSide {
            known: side.known.to_string(),
            projected: side.projected.to_string(),
            allowance: side.allowance.to_string(),
            upper: side.upper.to_string(),
        };
        SampleEvaluation {
            precision: found.precision.to_string(),
            over: side(found.over),
            under: side(found.under),
            likely: found.likely.to_string(),
        }
    }
}
