//! `ledger rebuild`: do the views say what the log says, and let them.

use super::amount::counted;
use super::{Failure, database, progress};
use ledger::MacKeys;
use projections::rebuild::{Intent, Mode, RebuildError, Report, run, views};
use projections::view::View;
use serde_json::{Value, json};
use settings::Settings;
use settings::table::Table;

/// Make views a second time from the log, compare them with those that serve, and let the new rows serve.
///
/// It may run beside working servers, as the database's owner (LEDGER_MIGRATE_URL): the view serves and follows meanwhile, and
/// the new rows take its place in one step, without an error for anybody. Interrupted at any point, the old
/// rows go on serving. Balances and postings are compared and never replaced. Exit code 1 when a view said
/// something else than the log, also when that is mended now.
#[derive(clap::Args, Debug)]
pub struct Rebuild {
    /// The view, called like its table: players, dives, revealed_seeds, balances or postings
    #[arg(value_name = "VIEW", required_unless_present = "all", value_parser = named)]
    view: Option<&'static str>,
    /// Every view, one after the other
    #[arg(long, conflicts_with = "view")]
    all: bool,
    /// Compare only: the rows that serve stay as they are
    #[arg(long)]
    compare_only: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

fn named(name: &str) -> Result<&'static str, String> {
    let known: Vec<&'static str> = views().map(|(view, _)| view.name()).collect();
    let found = known.iter().find(|known| **known == name);
    found
        .copied()
        .ok_or_else(|| format!("the views are {}", known.join(", ")))
}

impl Rebuild {
    /// Rebuilds and prints.
    pub async fn run(self, settings: &Settings) -> Result<(), Failure> {
        // At the primary, whatever else is read at a standby.
        let mut primary = settings.clone();
        primary.store.read = None;
        let (opened, pool) = database::open_to_read(&primary).await?;
        pool.close().await;
        let done = match database::try_owner(&opened).await {
            Ok(()) => self.rebuild(&opened, pool.key()).await,
            Err(refused) => Err(refused),
        };
        opened.close().await?;
        let reports = done?;
        if self.json {
            let views: Vec<Value> = reports.iter().map(json_of).collect();
            println!("{}", json!({ "ok": reports.iter().all(is_equal), "views": views }));
        } else {
            print_table(&reports);
        }
        if reports.iter().all(is_equal) {
            Ok(())
        } else {
            Err(Failure::Found)
        }
    }

    async fn rebuild(&self, opened: &database::Opened, key: Option<&MacKeys>) -> Result<Vec<Report>, Failure> {
        let wanted = |view: &dyn View| self.view.is_none_or(|name| name == view.name());
        let intent = if self.compare_only {
            Intent::Compare
        } else {
            Intent::Swap
        };
        let mut reports = Vec::new();
        for (view, mode) in views().filter(|(view, _)| wanted(*view)) {
            let bar = progress::bar(0).with_message(view.name());
            let mut report_progress = |read: u64, total: u64| {
                bar.set_length(total);
                bar.set_position(read);
            };
            let done = run(opened.owner()?, key.cloned(), view, mode, intent, &mut report_progress).await;
            bar.finish_and_clear();
            reports.push(done.map_err(|error| failure(view, error))?);
        }
        Ok(reports)
    }
}

fn failure(view: &dyn View, error: RebuildError) -> Failure {
    match error {
        RebuildError::UnderWay(_) => Failure::Usage(format!("{}: {error}.", view.name())),
        RebuildError::Fault(fault) => database::failure(fault),
    }
}

fn is_equal(report: &Report) -> bool {
    report.compared.different == 0
}

fn json_of(report: &Report) -> Value {
    let first = report.compared.first.as_ref();
    json!({
        "view": report.view, "mode": report.mode.name(), "events": report.events, "live_rows": report.compared.live,
        "rebuilt_rows": report.compared.rebuilt, "different": report.compared.different,
        "first": first.map(|first| json!({ "live": first.live, "rebuilt": first.rebuilt })), "swapped": report.swapped,
    })
}

fn print_table(reports: &[Report]) {
    let mut table = Table::new(&[
        "view",
        "mode",
        "events",
        "rows served",
        "rows of the log",
        "different",
        "now serving",
    ]);
    for report in reports {
        table.row(vec![
            report.view.to_owned(),
            report.mode.name().to_owned(),
            report.events.to_string(),
            report.compared.live.to_string(),
            report.compared.rebuilt.to_string(),
            report.compared.different.to_string(),
            if report.swapped { "the new rows" } else { "as before" }.to_owned(),
        ]);
    }
    print!("{table}");
    for report in reports.iter().filter(|report| !is_equal(report)) {
        println!("{}", complaint(report));
    }
}

fn complaint(report: &Report) -> String {
    let first = report.compared.first.as_ref();
    let live = first.and_then(|first| first.live.as_deref()).unwrap_or("no row");
    let rebuilt = first.and_then(|first| first.rebuilt.as_deref()).unwrap_or("no row");
    let outcome = match (report.swapped, report.mode) {
        (true, _) => "The rows of the log serve now.",
        (false, Mode::Following) => "Nothing was changed.",
        (false, Mode::Books) => "Nothing was changed: `ledger verify` names the event.",
    };
    format!(
        "{} DOES NOT FIT in {}. First: it says {live}, the log says {rebuilt}. {outcome}",
        report.view,
        counted(report.compared.different, "row")
    )
}
