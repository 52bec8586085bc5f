//! Cases of finance and auditors, on the log of the reading cases: what the staff service answers, without its HTTP.
//!
//! | case | one unit | by |
//! |---|---|---|
//! | journal | a page of entries, filtered one way or another, from some place on | `entries/list` |
//! | trial | the trial balance as of some position | `books/trial` |
//! | export | a row of events or postings in a file | `ledger::export` |

use super::contest::Contestant;
use super::load::{Client, closed_loop};
use super::report::Figure;
use super::{Case, Meter};
use anyhow::{Context, anyhow};
use api::error::Failure;
use api::wire::body;
use domain::ids::PlayerId;
use ledger::Ledger;
use ledger::export::{Form, Query};
use projections::turnovers::Turnovers;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};
use staff::reading::{books, entries};
use std::path::Path;
use std::sync::Arc;

/// Lines of a page, as the console asks for them.
const LINES: u32 = 100;

/// Runs those of these cases that are wanted.
///
/// # Errors
/// The first run that fails.
pub async fn run(meter: &mut Meter, cases: &[Case], ledger: &Ledger, players: &Arc<[PlayerId]>) -> anyhow::Result<()> {
    let log = (ledger, players, projections::cursor::head(ledger, 0).await?);
    if cases.contains(&Case::Journal) {
        asking(meter, "journal", log, Question::Journal).await?;
    }
    if cases.contains(&Case::Trial) {
        meter.progress("the books are summed in blocks");
        projections::runner::drain(ledger, &[&Turnovers]).await?;
        asking(meter, "trial", log, Question::Trial).await?;
    }
    if cases.contains(&Case::Export) {
        exporting(meter, ledger).await?;
    }
    Ok(())
}

/// A log, who is in it, and where it ends.
type Log<'a> = (&'a Ledger, &'a Arc<[PlayerId]>, i64);

async fn asking(meter: &mut Meter, case: &'static str, log: Log<'_>, question: Question) -> anyhow::Result<()> {
    let timing = meter.timing;
    let contestants = [Contestant::new(case, move || async move {
        closed_loop(&mut vec![Asker::new(log, question)], timing).await
    })];
    let series = meter.contest.hold(case, &contestants).await?;
    meter.record(Figure::of(case, 1, &series[0]));
    Ok(())
}

async fn exporting(meter: &mut Meter, ledger: &Ledger) -> anyhow::Result<()> {
    for (case, form) in [
        ("export", Form::Ndjson),
        ("export.csv", Form::Csv),
        ("export.parquet", Form::Parquet),
    ] {
        let folder = meter.scratch.folder().join(case);
        let contestants = [Contestant::new(case, || {
            super::reading::timed(export(ledger, &folder, form))
        })];
        let series = meter.contest.hold(case, &contestants).await?;
        meter.record(Figure::rate(case, 1, &series[0]));
    }
    Ok(())
}

/// Writes everything into the folder, and removes it; answers how many rows there were.
async fn export(ledger: &Ledger, folder: &Path, form: Form) -> anyhow::Result<u64> {
    tokio::fs::create_dir_all(folder).await?;
    let manifest = ledger::export::write(ledger.pool(), &Query::everything(form), folder, &mut |_| {}).await?;
    tokio::fs::remove_dir_all(folder).await.context("the export's folder")?;
    Ok(manifest.files.iter().map(|file| file.rows).sum())
}

#[derive(Clone, Copy, Debug)]
enum Question {
    Journal,
    Trial,
}

/// Somebody who asks one question about a moment, a player or an amount of their choice after another.
struct Asker {
    ledger: Ledger,
    players: Arc<[PlayerId]>,
    question: Question,
    head: i64,
    dice: StdRng,
}

impl Asker {
    fn new((ledger, players, head): Log<'_>, question: Question) -> Asker {
        Asker {
            ledger: ledger.clone(),
            players: players.clone(),
            question,
            head,
            dice: StdRng::seed_from_u64(1),
        }
    }

    /// A moment is any, like the place in the journal that a reader has come to.
    fn journal(&mut self) -> Value {
        let place = self.dice.random_range(self.head / 10..=self.head).to_string();
        let player = self.players[self.dice.random_range(0..self.players.len())].0;
        match self.dice.random_range(0..6) {
            0 => json!({ "limit": LINES }),
            1 => json!({ "limit": LINES, "as_of": place }),
            2 => json!({ "limit": LINES, "as_of": place, "owner": player }),
            3 => json!({ "limit": LINES, "as_of": place, "account": "coin_paid" }),
            4 => json!({ "limit": LINES, "as_of": place, "asset": "coin", "least": "1" }),
            _ => json!({ "limit": LINES, "as_of": place, "actor": "staff:ana" }),
        }
    }
}

impl Client for Asker {
    async fn step(&mut self) -> anyhow::Result<u64> {
        let failed = |failure: Failure| anyhow!("{failure:?}");
        match self.question {
            Question::Journal => {
                let asked = self.journal();
                let body = read(&asked)?;
                let page = entries::list(&self.ledger, &body).await.map_err(failed)?;
                anyhow::ensure!(!page.list.is_empty(), "{asked} finds nothing");
            }
            Question::Trial => {
                let place = self.dice.random_range(1..=self.head).to_string();
                let body = read(&json!({ "as_of": place }))?;
                let trial = books::trial(&self.ledger, &body).await.map_err(failed)?;
                anyhow::ensure!(trial.holds, "the books do not add up at {place}");
            }
        }
        Ok(1)
    }
}

fn read<B: body::Body>(asked: &Value) -> anyhow::Result<B> {
    body::read(asked.to_string().as_bytes()).map_err(|malformed| anyhow!("{asked}: {malformed:?}"))
}
