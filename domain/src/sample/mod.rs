//! Monetary-unit samples: an auditor plans one, draws it, writes down a result for each line and signs it (api §7.24).
//! One stream is one sample. It moves no value.
//!
//! | state | event | next |
//! |---|---|---|
//! | - | `SamplePlanned` | planned |
//! | planned | `SampleDrawn` | drawn |
//! | drawn | `SampleTested` | drawn |
//! | drawn, each item tested | `SampleSigned` | signed, for ever |
//!
//! Neither party chooses the lines: the plan fixes the population and commits to a seed that nobody has seen, then the
//! auditor gives words, and only then is the seed revealed ([`start_of`]). One person does all of it.
//!
//! Where the lines are read is outside this module; that none is missing is checked here.

mod evaluate;
mod event;
mod factors;
mod select;
#[cfg(test)]
mod tests;

pub use evaluate::{Evaluation, Side, evaluate, taint_ppm};
pub use event::{Item, Outcome, Plan, SampleCommand, SampleEvent, Tested};
pub use factors::{CONFIDENCES, Factors};
pub use select::{start_of, units_to};

use crate::draw::hex_digest;
use crate::refusal::{Refusal, field};
use crate::stream::{Context, Decision, Stream};
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Units that are selected at most (ASSUMED): what one person tests, and what one event holds.
pub const ITEMS_MAX: i64 = 200;
/// Longest words, in bytes.
pub const WORDS_BYTES_MAX: usize = 200;
/// Longest note, in bytes (ASSUMED): where the evidence is, and what it says.
pub const NOTE_BYTES_MAX: usize = 500;
/// Results of a sample (ASSUMED): each item's, and what is put right.
const TESTS_MAX: u32 = 800;

/// What was drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Drawn {
    pub words: String,
    pub seed: String,
    pub start: i64,
    pub items: Vec<Item>,
}

/// The stream of one sample.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    pub plan: Option<Plan>,
    /// Who planned it.
    pub by: String,
    pub drawn: Option<Drawn>,
    /// The last result of each item.
    pub results: BTreeMap<u16, Tested>,
    pub tests: u32,
    /// The digest of the signed sheet.
    pub signed: Option<String>,
}

type Ruling = Result<Decision<SampleEvent>, Refusal>;

impl Sample {
    fn plan(&self, plan: &Plan, by: &str, at: Timestamp) -> Ruling {
        if self.plan.is_some() {
            return Err(Refusal::StateChanged);
        }
        let grows = |(after, until): (&i64, &i64)| after <= until;
        let checks = [
            ("of", !plan.accounts.is_empty() && plan.units > 0 && plan.lines > 0),
            (
                "from",
                plan.after.len() == plan.until.len() && plan.after.iter().zip(&plan.until).all(grows),
            ),
            (
                "interval",
                plan.interval > 0 && plan.units / plan.interval.max(1) <= ITEMS_MAX,
            ),
            ("confidence", CONFIDENCES.contains(&plan.confidence)),
            ("tolerable", plan.tolerable.is_none_or(|tolerable| tolerable > 0)),
        ];
        match checks.iter().find(|(_, holds)| !holds) {
            Some((wrong, _)) => Err(field(wrong)),
            None => Ok(SampleEvent::SamplePlanned {
                plan: plan.clone(),
                by: by.to_owned(),
                at,
            }
            .into()),
        }
    }

    /// Order of checks: a plan, who made it, words, the items.
    fn draw(&self, words: &str, items: &[Item], by: &str, context: &Context) -> Ruling {
        let plan = self.planned(by)?;
        if self.drawn.is_some() {
            return Err(Refusal::StateChanged);
        }
        if words.is_empty() || words.len() > WORDS_BYTES_MAX {
            return Err(field("words"));
        }
        let seed = context.seed.as_ref().ok_or(Refusal::RecordNotFound)?;
        let start = start_of(seed, words, plan.interval);
        if seed.commit() != plan.commit || !select::is_whole(items, plan, start) {
            return Err(field("items"));
        }
        Ok(SampleEvent::SampleDrawn {
            words: words.to_owned(),
            seed: seed.reveal().to_owned(),
            start,
            items: items.to_vec(),
            by: by.to_owned(),
            at: context.now,
        }
        .into())
    }

    /// Order of checks: a draw, who made it, not signed, the item, the note, how often.
    fn test(&self, item: u16, tested: &Tested, by: &str, at: Timestamp) -> Ruling {
        let drawn = self.open(by)?;
        let own = drawn.items.get(usize::from(item)).ok_or_else(|| field("item"))?;
        let is_misstated = match tested.outcome {
            // What is supported is not below zero.
            Outcome::Difference { minor } => minor != 0 && minor <= own.amount.saturating_abs(),
            Outcome::Agreed | Outcome::Unsupported => true,
        };
        let is_explained = tested.outcome == Outcome::Agreed || !tested.note.trim().is_empty();
        for (name, holds) in [
            ("minor", is_misstated),
            ("note", is_explained && tested.note.len() <= NOTE_BYTES_MAX),
            ("item", self.tests < TESTS_MAX),
        ] {
            if !holds {
                return Err(field(name));
            }
        }
        Ok(SampleEvent::SampleTested {
            item,
            tested: tested.clone(),
            by: by.to_owned(),
            at,
        }
        .into())
    }

    /// Order of checks: a draw, who made it, not signed, a result of each item.
    fn sign(&self, by: &str, at: Timestamp) -> Ruling {
        let drawn = self.open(by)?;
        let evaluation = self.evaluation().filter(|_| self.results.len() == drawn.items.len());
        let evaluation = evaluation.ok_or_else(|| field("results"))?;
        Ok(SampleEvent::SampleSigned {
            digest: self.digest(),
            evaluation,
            by: by.to_owned(),
            at,
        }
        .into())
    }

    fn planned(&self, by: &str) -> Result<&Plan, Refusal> {
        let plan = self.plan.as_ref().ok_or(Refusal::RecordNotFound)?;
        match self.by == by {
            true => Ok(plan),
            false => Err(Refusal::NoPermission),
        }
    }

    fn open(&self, by: &str) -> Result<&Drawn, Refusal> {
        self.planned(by)?;
        match self.signed {
            Some(_) => Err(Refusal::StateChanged),
            None => self.drawn.as_ref().ok_or(Refusal::StateChanged),
        }
    }

    /// What the results say so far; nothing before the draw.
    pub fn evaluation(&self) -> Option<Evaluation> {
        let (plan, drawn) = (self.plan.as_ref()?, self.drawn.as_ref()?);
        let tested = (0..).zip(&drawn.items);
        let tested = tested.filter_map(|(number, item)| Some((item, self.results.get(&number)?.outcome)));
        Some(evaluate(plan, tested))
    }

    /// Hex of SHA-256 over plan, draw and last results as they are written.
    pub fn digest(&self) -> String {
        let written = serde_json::to_vec(&(&self.plan, &self.drawn, &self.results)).expect("a sample writes");
        hex_digest(&written)
    }
}

impl Stream for Sample {
    const TYPE: &'static str = "sample";
    const STATE_VERSION: u16 = 1;
    type Command = SampleCommand;
    type Event = SampleEvent;

    /// The seed that a draw reveals.
    fn seed_needed(&self, command: &SampleCommand) -> Option<&str> {
        let plan = self.plan.as_ref()?;
        matches!(command, SampleCommand::Draw { .. }).then_some(plan.commit.as_str())
    }

    fn decide(&self, command: &SampleCommand, context: &Context) -> Ruling {
        match command {
            SampleCommand::Plan { plan, by } => self.plan(plan, by, context.now),
            SampleCommand::Draw { words, items, by } => self.draw(words, items, by, context),
            SampleCommand::Test { item, tested, by } => self.test(*item, tested, by, context.now),
            SampleCommand::Sign { by } => self.sign(by, context.now),
        }
    }

    fn evolve(&mut self, event: &SampleEvent) {
        match event {
            SampleEvent::SamplePlanned { plan, by, .. } => {
                self.plan = Some(plan.clone());
                self.by.clone_from(by);
            }
            SampleEvent::SampleDrawn {
                words,
                seed,
                start,
                items,
                ..
            } => {
                self.drawn = Some(Drawn {
                    words: words.clone(),
                    seed: seed.clone(),
                    start: *start,
                    items: items.clone(),
                });
            }
            SampleEvent::SampleTested { item, tested, .. } => {
                self.tests += 1;
                self.results.insert(*item, tested.clone());
            }
            SampleEvent::SampleSigned { digest, .. } => self.signed = Some(digest.clone()),
        }
    }
}
