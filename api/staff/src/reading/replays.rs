//! Replays: history folded anew, beside what serves, and both compared.
//!
//! | asked | folded | compared with |
//! |---|---|---|
//! | a stream | its events, one by one, up to the moment | its chain of hashes; the accounts it alone writes; the state in memory |
//! | a range | every event after one position, up to another | chains; every leg with its running balance, by account |
//! | a view, or all | the whole log, in a sandbox | every row that serves |
//!
//! Nothing that serves is touched. Memory holds one page of events, the last leaf of each stream in the range and the
//! last balance of each account in it.

mod range;
mod stream;

use super::read;
use crate::jobs::{Jobs, Progress};
use crate::wire::finding::StaffFinding;
use crate::wire::job::{JobInfoBody, JobState};
use crate::wire::replays::{ReplayRow, ReplaysInfoData, ReplaysRunBody};
use api::error::Failure;
use domain::finding::Finding;
use ledger::Ledger;
use projections::rebuild::{self, Mode, Report};
use projections::view::View;

/// Replays that were asked for.
pub type Replays = Jobs<Vec<ReplayRow>>;

/// What is folded.
enum Plan {
    Stream { kind: String, key: String, until: Vec<i64> },
    Range(ledger::walk::Range),
    Views(Vec<(&'static dyn View, Mode)>),
}

/// Begins a replay.
///
/// # Errors
/// -1006 with the field that is wrong, -1008 while as many replays run as may; a fault of the database.
pub async fn run(ledger: &Ledger, replays: &Replays, by: &str, body: &ReplaysRunBody) -> Result<JobState, Failure> {
    let plan = plan(ledger, body).await?;
    let work = ledger.clone();
    let id = replays.begin(ledger.clock(), by, move |_, progress| async move {
        match plan {
            Plan::Stream { kind, key, until } => stream::replay(&work, &kind, &key, &until, &progress).await,
            Plan::Range(range) => range::replay(&work, &range, &progress).await,
            Plan::Views(views) => replay_views(&work, &views, &progress).await,
        }
    })?;
    Ok(replays.look(&id.to_string())?.0)
}

async fn plan(ledger: &Ledger, body: &ReplaysRunBody) -> Result<Plan, Failure> {
    if let Some(view) = &body.view {
        let is_past = body.as_of.is_some() || body.from.is_some() || body.stream.is_some();
        let wanted: Vec<_> = rebuild::views()
            .filter(|(one, _)| view == "all" || one.name() == view)
            .collect();
        if wanted.is_empty() || is_past {
            return Err(Failure::invalid("view"));
        }
        return Ok(Plan::Views(wanted));
    }
    let until = read::moment(ledger, body.as_of.as_deref()).await?;
    let Some(stream) = &body.stream else {
        let from = read::from(ledger, body.from.as_deref(), &until).await?;
        return Ok(Plan::Range(read::range(from.as_ref(), &until)));
    };
    let unknown = || Failure::invalid("stream");
    let (kind, key) = stream.split_once('/').ok_or_else(unknown)?;
    let is_known = ledger::streams::TYPES.contains(&kind) && body.from.is_none();
    // A player's stream is named by the messenger id as well.
    let player = read::player(key)
        .filter(|_| key.starts_with("tg:"))
        .map(|player| player.to_string());
    let key = player.unwrap_or_else(|| key.to_owned());
    if !is_known
        || ledger::feed::read_stream_page(ledger.pool(), kind, &key, 0, 1)
            .await?
            .is_empty()
    {
        return Err(unknown());
    }
    Ok(Plan::Stream {
        kind: kind.to_owned(),
        key,
        until: until.bounds,
    })
}

async fn replay_views(
    ledger: &Ledger,
    views: &[(&'static dyn View, Mode)],
    progress: &Progress,
) -> Result<Vec<ReplayRow>, Failure> {
    let (mut rows, count) = (Vec::new(), views.len() as u64);
    for (number, (view, mode)) in (0..).zip(views) {
        let mut report = |done: u64, total: u64| progress.report(number * total + done, count * total);
        let report = rebuild::sandbox(ledger.pool(), *view, *mode, &mut report).await?;
        rows.push(row(&report));
    }
    Ok(rows)
}

fn row(report: &Report) -> ReplayRow {
    let compared = &report.compared;
    let text = |row: Option<&String>| row.cloned().unwrap_or_else(|| "nothing".into());
    let first = compared.first.as_ref().map(|first| {
        let (live, log) = (first.live.as_ref(), first.rebuilt.as_ref());
        let text = format!("there is {}, the log says {}", text(live), text(log));
        Finding::new("row_differs", text)
            .with_known("live", live)
            .with_known("log", log)
    });
    ReplayRow {
        what: format!("view {}", report.view),
        asset: None,
        folded: format!("{} rows", compared.rebuilt),
        live: format!("{} rows", compared.live),
        compared: compared.live.max(compared.rebuilt),
        equal: compared.different == 0,
        first: None,
        finding: None,
    }
    .differing(first)
}

impl ReplayRow {
    /// The row with its first difference, if there is one.
    fn differing(self, first: Option<Finding>) -> ReplayRow {
        ReplayRow {
            first: first.as_ref().map(Finding::to_string),
            finding: first.map(StaffFinding::from),
            ..self
        }
    }
}

/// How far a replay is.
///
/// # Errors
/// -1006 `id`.
pub fn info(replays: &Replays, body: &JobInfoBody) -> Result<ReplaysInfoData, Failure> {
    let (job, rows) = replays.look(&body.id)?;
    Ok(ReplaysInfoData {
        job,
        holds: rows.as_ref().map(|rows| rows.iter().all(|row| row.equal)),
        list: rows.map_or_else(Vec::new, |rows| rows.to_vec()),
    })
}

/// A row of something counted: how many were compared, and the first that does not fit.
fn counted(what: &str, compared: i64, first: Option<Finding>) -> ReplayRow {
    ReplayRow {
        what: what.to_owned(),
        asset: None,
        folded: compared.to_string(),
        live: compared.to_string(),
        compared,
        equal: first.is_none(),
        first: None,
        finding: None,
    }
    .differing(first)
}
