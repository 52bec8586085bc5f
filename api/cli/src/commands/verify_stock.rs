//! `ledger verify --stock`: does the published postgres-es repository read every stream as we do?

use super::{Failure, database, progress};
use ledger::EventLog;
use ledger::verify::stock::{StockReport, run as compare};
use serde_json::json;
use settings::Settings;
use settings::table::Table;

/// Compares and prints.
pub async fn run(settings: &Settings, as_json: bool) -> Result<(), Failure> {
    let bar = progress::bar(0);
    let mut report_progress = |read: u64, total: u64| {
        bar.set_length(total);
        bar.set_position(read);
    };
    let read = async |pool: &EventLog| compare(pool, &mut report_progress).await.map_err(database::failure);
    let report = database::reading(settings, read).await;
    bar.finish_and_clear();
    let report = report?;
    if as_json {
        println!(
            "{}",
            json!({ "ok": report.is_clean(), "types": report.types, "first": report.first })
        );
    } else {
        print_table(&report);
    }
    if report.is_clean() { Ok(()) } else { Err(Failure::Found) }
}

fn print_table(report: &StockReport) {
    let mut table = Table::new(&["type", "streams", "events", "different"]);
    for (stream_type, compared) in &report.types {
        let counts = [compared.streams, compared.events, compared.different];
        let cells = [stream_type.clone()]
            .into_iter()
            .chain(counts.map(|count| count.to_string()));
        table.row(cells.collect());
    }
    print!("{table}");
    match &report.first {
        None => println!("Both readers see every stream alike."),
        Some(first) => println!("First difference: {} {}: {}.", first.stream_type, first.key, first.what),
    }
}
