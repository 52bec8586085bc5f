//! Monetary-unit samples: planned, drawn, tested, signed.

use crate::wire::ask;
use crate::wire::events::EventHeading;
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

ask! {
    /// Asks for monetary-unit samples, newest first.
    SamplesListBody(plain) {
        /// Only those planned from this UTC day on, or behind this time or position.
        #[schema(nullable = false)]
        from: Option<String>,
        /// Only those up to the end of this UTC day, or up to this time or position.
        #[schema(nullable = false)]
        until: Option<String>,
        /// Lines at most; 50 of them are the most that a page has.
        limit: Option<i64>,
        /// `next` of the page before.
        before: Option<String>,
    }
}

ask! {
    /// Asks for one sample with its items and results.
    SamplesInfoBody(plain) {
        /// Its id.
        sample: String,
    }
}

ask! {
    /// Fixes a population and an interval, and commits to a seed. Without account and class: all accounts of players.
    SamplesPlanBody(write) {
        /// `coin`, `diamond`, `gusd`, `usdt` or `coupon`.
        asset: String,
        /// One account of the journal, over all its owners.
        account: Option<String>,
        /// All accounts of a class of the chart: `asset`, `liability`, `equity`, `income` or `expense`.
        class: Option<String>,
        /// A position of the log or an RFC 3339 time: the population ends with it. Absent: now.
        as_of: Option<String>,
        /// The population begins after this position or time.
        from: Option<String>,
        /// Select one of so many minor units; or say `size`.
        interval: Option<String>,
        /// Select so many units, 1 to 200: the interval is the population divided by it, rounded down.
        size: Option<u32>,
        /// In percent: 80, 90, 95 or 99; 95 when absent.
        confidence: Option<u8>,
        /// The misstatement that would be accepted, in minor units.
        tolerable: Option<String>,
    }
}

ask! {
    /// Draws the sample: gives the words and reveals the seed.
    SamplesSelectBody(write) {
        /// The sample.
        sample: String,
        /// Any text of up to 200 bytes: with the seed it decides where the selection starts.
        words: String,
    }
}

ask! {
    /// Writes down the result of one item. The last one counts.
    SamplesTestBody(write, note) {
        /// The sample.
        sample: String,
        /// The item's place, from 0.
        item: u16,
        /// `agreed`, `difference` or `unsupported`.
        outcome: String,
        /// Of a difference: minor units recorded above what is supported; below zero for less.
        minor: Option<String>,
        /// What the evidence is and where; may name a case; recorded for ever. No personal data.
        note: String,
    }
}

ask! {
    /// Signs the sheet: nothing is changed afterwards.
    SamplesSignBody(write) {
        /// The sample.
        sample: String,
    }
}

/// A sample as it stands after an act.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SamplesDone {
    /// Its id.
    pub sample: String,
    /// `planned`, `drawn` or `signed`.
    pub state: String,
}

/// A monetary-unit sample.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StaffSample {
    /// Its id.
    pub sample: String,
    /// `planned`, `drawn` or `signed`.
    pub state: String,
    /// The auditor.
    pub by: String,
    /// When it was planned.
    pub planned_ms: i64,
    /// When it was signed.
    pub signed_ms: Option<i64>,
    /// The asset.
    pub asset: String,
    /// What was asked for: an account, a class of the chart, or all players' accounts.
    pub of: String,
    /// Lines of the population.
    pub lines: i64,
    /// Its monetary units, in minor units.
    #[schema(format = "minor")]
    pub units: String,
    /// One of so many minor units is selected.
    #[schema(format = "minor")]
    pub interval: String,
    /// Items; nothing before the draw.
    pub items: Option<u32>,
    /// How many of them have a result.
    pub tested: u32,
}

/// Samples.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SamplesListData {
    /// The page, newest first.
    pub list: Vec<StaffSample>,
    /// The next page begins behind it.
    pub next: Option<String>,
}

/// A line of the journal that was selected, with its result.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SampleItem {
    /// Its place, from 0.
    pub item: u32,
    /// The event.
    pub event: EventHeading,
    /// The leg of the event, from 0.
    pub leg: i32,
    /// The account.
    pub account: String,
    /// As recorded, in minor units: a credit is positive.
    pub amount: String,
    /// Units of the population up to the end of the line.
    pub upto: String,
    /// Selected units that it holds.
    pub hits: i64,
    /// It is of an interval or more, so every start selects it, and it stands for itself.
    pub is_certain: bool,
    /// `agreed`, `difference` or `unsupported`; nothing so far.
    pub outcome: Option<String>,
    /// Minor units recorded above what is supported.
    pub misstated: Option<String>,
    /// The share that is wrong, in millionths, rounded up.
    pub taint_ppm: Option<i64>,
    /// What was written down.
    pub note: Option<String>,
}

/// One direction of misstatement, in minor units.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SampleSide {
    /// Of items of an interval or more.
    pub known: String,
    /// Of the others, projected on their intervals.
    pub projected: String,
    /// What the factors allow beyond the projection.
    pub allowance: String,
    /// The upper bound, with the basic precision.
    pub upper: String,
}

/// What the results say of the population, in minor units.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SampleEvaluation {
    /// The interval times the factor of no misstatement.
    pub precision: String,
    /// Recorded above what is supported.
    pub over: SampleSide,
    /// Recorded below it.
    pub under: SampleSide,
    /// The most likely misstatement: over without under.
    pub likely: String,
}

/// One sample, whole.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SamplesInfoData {
    /// How it stands.
    pub sample: StaffSample,
    /// The accounts of the population.
    pub accounts: Vec<String>,
    /// The last position of each log before it.
    pub after: BTreeMap<String, i64>,
    /// The last position of each log in it.
    pub until: BTreeMap<String, i64>,
    /// In percent.
    pub confidence: u8,
    /// The factors of 0, 1, 2, … misstatements, in ten thousandths.
    pub factors: Vec<i64>,
    /// The misstatement that would be accepted, in minor units.
    pub tolerable: Option<String>,
    /// SHA-256 of the seed.
    pub commit: String,
    /// The auditor's words; nothing before the draw.
    pub words: Option<String>,
    /// The seed that the draw revealed.
    pub seed: Option<String>,
    /// The first unit that is selected.
    pub start: Option<String>,
    /// How to draw it again, in sentences.
    pub method: String,
    /// In the order of the logs.
    pub items: Vec<SampleItem>,
    /// Of the results so far.
    pub evaluation: Option<SampleEvaluation>,
    /// The digest of the signed sheet.
    pub digest: Option<String>,
}
