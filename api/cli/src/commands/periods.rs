//! `ledger periods`: closed months, quarters and years, and whether the log still gives the figures of the months.

use super::{Failure, database};
use domain::period::{Closing, Span, SpanClosing};
use ledger::EventLog;
use settings::Settings;
use settings::table::Table;
use staff::periods::{MonthFigures, closed, closed_spans, figures, later, report};

/// Show what is closed, or the statements of one period.
///
/// Each closing of a month is summed again from the log; exit code 1 when the log no longer gives its figures. `ledger audit`
/// checks the same by other code (I-42).
#[derive(clap::Args, Debug)]
pub struct Periods {
    /// YYYY-MM, YYYY-Q1 to YYYY-Q4, or YYYY: its statements as JSON. Absent: the list
    #[arg(value_parser = span)]
    period: Option<Span>,
    /// Print the list as JSON lines
    #[arg(long)]
    json: bool,
}

/// A period as it is written.
pub fn span(text: &str) -> Result<Span, String> {
    Span::parse(text).ok_or_else(|| format!("a period is YYYY-MM, YYYY-Q1 to YYYY-Q4, or YYYY, not {text:?}"))
}

impl Periods {
    /// Reads, sums again and prints.
    pub async fn run(self, settings: &Settings) -> Result<(), Failure> {
        let (closings, spans, changed) = database::reading(settings, async |pool: &EventLog| {
            let closings = closed(pool).await.map_err(database::failure)?;
            let spans = closed_spans(pool).await.map_err(database::failure)?;
            let mut changed = Vec::new();
            for closing in &closings {
                let again = figures(pool, &closing.after, &closing.until)
                    .await
                    .map_err(database::failure)?;
                changed.extend((again.digest() != closing.digest).then_some(Span::month(closing.period)));
            }
            Ok((closings, spans, changed))
        })
        .await?;
        match self.period {
            Some(span) => statements(span, closings)?,
            None if self.json => lines(&closings, &spans),
            None => list(&closings, &spans),
        }
        for period in &changed {
            eprintln!("The log does not give the figures of {period} any more.");
        }
        if changed.is_empty() {
            Ok(())
        } else {
            Err(Failure::Found)
        }
    }
}

fn statements(span: Span, closings: Vec<Closing>) -> Result<(), Failure> {
    let months: Vec<MonthFigures> = closings.into_iter().map(MonthFigures::from).collect();
    if !months.iter().any(|month| span.has(month.period)) {
        return Err(Failure::Usage(format!("No month of {span} is closed.")));
    }
    let report = report(span, &months).map_err(database::failure)?;
    let later = later(span, &months).map_err(database::failure)?;
    println!("{}", serde_json::json!({ "report": report, "later": later }));
    Ok(())
}

fn lines(closings: &[Closing], spans: &[SpanClosing]) {
    for closing in closings {
        println!(
            "{}",
            serde_json::json!({
                "sequence": closing.sequence, "period": closing.period, "until": closing.until,
                "digest": closing.digest, "proposer": closing.agreed.proposer, "approver": closing.agreed.approver,
                "reason": closing.agreed.reason, "at_ms": closing.at.0,
            })
        );
    }
    for closing in spans {
        println!(
            "{}",
            serde_json::json!({
                "period": closing.period, "digest": closing.digest, "proposer": closing.agreed.proposer,
                "approver": closing.agreed.approver, "reason": closing.agreed.reason, "at_ms": closing.at.0,
            })
        );
    }
}

fn list(closings: &[Closing], spans: &[SpanClosing]) {
    let short = |digest: &str| digest.chars().take(16).collect();
    let mut table = Table::new(&["number", "period", "positions", "proposed by", "approved by", "digest"]);
    for closing in closings {
        let until: Vec<String> = closing.until.iter().map(i64::to_string).collect();
        table.row(vec![
            closing.sequence.to_string(),
            closing.period.to_string(),
            until.join(" "),
            closing.agreed.proposer.clone(),
            closing.agreed.approver.clone(),
            short(&closing.digest),
        ]);
    }
    for closing in spans {
        table.row(vec![
            String::new(),
            closing.period.to_string(),
            String::new(),
            closing.agreed.proposer.clone(),
            closing.agreed.approver.clone(),
            short(&closing.digest),
        ]);
    }
    print!("{table}");
}
