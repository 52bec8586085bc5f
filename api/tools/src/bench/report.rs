//! The results of a bench: one figure a case, as a table for people, an object for programs, a page to keep.

use super::figures::{Ratio, Series};
use super::machine::Facts;
use super::promises::Verdict;
use serde::Serialize;
use serde_json::{Map, Value, json};
use settings::table::Table;
use std::fmt::Write;

#[derive(Clone, Debug, Default, Serialize)]
pub struct Figure {
    /// The case; comparators are written behind a dot.
    pub case: String,
    /// Clients at once.
    pub clients: usize,
    /// Units of work a second.
    pub per_s: Option<u64>,
    /// Median latency in microseconds.
    pub p50_us: Option<u64>,
    /// Latency that 99 of 100 do not exceed, in microseconds.
    pub p99_us: Option<u64>,
    /// Times the rate of stock cqrs-es with postgres-es, same run.
    pub ratio_stock: Option<Ratio>,
    /// Share of what a batched insert of the same rows reaches, same run.
    pub ratio_limit: Option<Ratio>,
    /// Further figures of this case.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

impl Figure {
    /// A case without figures yet.
    pub fn new(case: impl Into<String>, clients: usize) -> Figure {
        Figure {
            case: case.into(),
            clients,
            ..Figure::default()
        }
    }

    /// Medians over the rounds, and how far the rates spread.
    pub fn of(case: impl Into<String>, clients: usize, series: &Series) -> Figure {
        let run = series.median();
        Figure {
            p50_us: Some(run.p50_us),
            p99_us: Some(run.p99_us),
            ..Figure::rate(case, clients, series)
        }
    }

    /// The same for work that is one long step: there are no latencies to report.
    pub fn rate(case: impl Into<String>, clients: usize, series: &Series) -> Figure {
        let rates = series.rates();
        Figure {
            per_s: Some(rates.median),
            ..Figure::new(case, clients)
        }
        .with("rates", rates)
    }

    /// Adds a figure of this case alone.
    pub fn with(mut self, name: &str, value: impl Serialize) -> Figure {
        self.extra.insert(name.to_owned(), json!(value));
        self
    }

    /// A further figure in thousandths, if the case has it.
    pub fn extra_milli(&self, name: &str) -> Option<u64> {
        milli(&self.extra.get(name)?.to_string())
    }

    fn cells(&self) -> Vec<String> {
        let number = |value: Option<u64>| value.map(|value| value.to_string()).unwrap_or_default();
        let ratio = |value: Option<Ratio>| value.map(|value| value.to_string()).unwrap_or_default();
        let extra = self
            .extra
            .iter()
            .map(|(name, value)| format!("{name} {}", plain(value)));
        vec![
            self.case.clone(),
            self.clients.to_string(),
            number(self.per_s),
            number(self.p50_us),
            number(self.p99_us),
            ratio(self.ratio_stock),
            ratio(self.ratio_limit),
            extra.collect::<Vec<_>>().join(", "),
        ]
    }
}

/// A decimal number as written, in thousandths.
fn milli(written: &str) -> Option<u64> {
    let (whole, decimals) = written.split_once('.').unwrap_or((written, ""));
    let thousandths: String = decimals.chars().chain("000".chars()).take(3).collect();
    let whole: u64 = whole.parse().ok()?;
    whole.checked_mul(1_000)?.checked_add(thousandths.parse().ok()?)
}

fn plain(value: &Value) -> String {
    match value {
        Value::Object(fields) => {
            let field = |name: &str| fields.get(name).map(plain).unwrap_or_default();
            format!("{} ({} to {})", field("median"), field("min"), field("max"))
        }
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn line((name, value): &(&str, String)) -> String {
    format!("{name:<16} {value}")
}

const HEADINGS: [&str; 8] = [
    "case", "clients", "per_s", "p50_us", "p99_us", "x_stock", "x_limit", "further",
];

/// Everything a run has measured.
pub struct Report {
    /// The command line that repeats it.
    pub command: String,
    /// What it was measured on.
    pub facts: Facts,
    pub figures: Vec<Figure>,
    /// The promises they keep or miss.
    pub verdicts: Vec<Verdict>,
}

impl Report {
    pub fn print(&self) {
        self.facts.iter().for_each(|fact| println!("{}", line(fact)));
        let mut table = Table::new(&HEADINGS);
        self.figures.iter().for_each(|figure| table.row(figure.cells()));
        print!("\n{table}\n");
        let mut table = Table::new(&["promise", "measured", "verdict"]);
        for verdict in &self.verdicts {
            table.row(vec![
                verdict.promise.clone(),
                verdict.measured(),
                verdict.word().to_owned(),
            ]);
        }
        println!("{table}\nAgain: {}", self.command);
    }

    /// For programs: one object a case, one a line. What they were measured on is for people.
    pub fn print_json(&self) {
        self.facts.iter().for_each(|fact| eprintln!("{}", line(fact)));
        eprintln!("Again: {}", self.command);
        for figure in &self.figures {
            println!("{}", serde_json::to_string(figure).expect("figures have a JSON form"));
        }
    }

    /// A page to keep beside the source.
    pub fn page(&self) -> String {
        let mut page = String::from(
            "# Figures\n\nGenerated by the command below; ratios are of one run, the median over its rounds. Absolute \
             figures belong to the machine\nthat is named; ratios are what carries over. `x_stock`: times stock cqrs-es \
             with postgres-es and one view. `x_limit`: share of\na batched insert of the same rows. Latencies are in \
             microseconds.\n\n",
        );
        writeln!(page, "```\n{}\n```\n", self.command).expect("a text grows");
        for (name, value) in &self.facts {
            writeln!(page, "- {name}: {value}").expect("a text grows");
        }
        page += "\n## Promises\n\n| promise | measured | verdict |\n|---|---|---|\n";
        for verdict in &self.verdicts {
            writeln!(
                page,
                "| {} | {} | {} |",
                verdict.promise,
                verdict.measured(),
                verdict.word()
            )
            .expect("a text grows");
        }
        writeln!(
            page,
            "\n## Cases\n\n| {} |\n|---|---:|---:|---:|---:|---:|---:|---|",
            HEADINGS.join(" | ")
        )
        .expect("a text grows");
        for figure in &self.figures {
            writeln!(page, "| {} |", figure.cells().join(" | ")).expect("a text grows");
        }
        page
    }
}

#[cfg(test)]
mod tests;
