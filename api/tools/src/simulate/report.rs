//! The figures of a run as a table for people.

use super::stats::per_second;
use super::tally::{CallFigures, Tally};
use settings::table::Table;

/// Most sentences of one kind that are printed; the rest is counted.
const SENTENCES_MAX: usize = 10;

pub fn print(tally: &Tally, players: u32, elapsed_ms: u64) {
    let mut table = Table::new(&[
        "call",
        "count",
        "per s",
        "p50 ms",
        "p99 ms",
        "max ms",
        "5xx",
        "lost",
        "refused (code: times)",
    ]);
    for (call, figures) in &tally.calls {
        table.row(row(call, figures, elapsed_ms));
    }
    table.row(row("total", &tally.total(), elapsed_ms));
    print!("{table}");
    println!();
    println!(
        "{players} players in {} s.",
        tenths(elapsed_ms.saturating_mul(10) / 1_000)
    );
    println!(
        "{} requests were repeated on purpose, {} answered differently.",
        tally.repeats,
        tally.mismatches.len()
    );
    println!(
        "{} dives were verified, {} were not fair.",
        tally.dives_verified,
        tally.dives_unfair.len()
    );
    println!(
        "{} answers were compared with the players' own books, {} did not fit.",
        tally.balances_compared,
        tally.balances_wrong.len()
    );
    println!("{} players could not go on.", tally.gave_up.len());
    for sentences in [
        &tally.mismatches,
        &tally.dives_unfair,
        &tally.balances_wrong,
        &tally.gave_up,
    ] {
        sentences
            .iter()
            .take(SENTENCES_MAX)
            .for_each(|sentence| println!("  {sentence}"));
    }
}

fn row(call: &str, figures: &CallFigures, elapsed_ms: u64) -> Vec<String> {
    let refused: Vec<String> = figures
        .refused
        .iter()
        .map(|(code, times)| format!("{code}: {times}"))
        .collect();
    vec![
        call.to_owned(),
        figures.count.to_string(),
        per_second(figures.count, elapsed_ms),
        tenths(figures.latency.quantile_us(500) / 100),
        tenths(figures.latency.quantile_us(990) / 100),
        tenths(figures.latency.max_us() / 100),
        figures.server_faults.to_string(),
        figures.network_faults.to_string(),
        refused.join(", "),
    ]
}

fn tenths(number: u64) -> String {
    format!("{}.{}", number / 10, number % 10)
}
