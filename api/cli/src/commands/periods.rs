//! `ledger periods`: the closed months, and whether the log still gives their figures.

use super::{Failure, database};
use domain::period::{PeriodEvent, Span};
use ledger::EventLog;
use settings::Settings;
use settings::table::Table;
use staff::periods::{MonthFigures, closed, figures, later, report};

/// Show the closed months, or the statements of one period.
///
/// Each closing is summed again from the log; exit code 1 when the log no longer gives its figures. `ledger audit`
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
        let (closings, changed) = database::reading(settings, async |pool: &EventLog| {
            let closings = closed(pool).await.map_err(database::failure)?;
            let mut changed = Vec::new();
            for PeriodEvent::PeriodClosed {
                period,
                after,
                until,
                digest,
                ..
            } in &closings
            {
                let again = figures(pool, after, until).await.map_err(database::failure)?;
                changed.extend((again.digest() != *digest).then_some(*period));
            }
            Ok((closings, changed))
        })
        .await?;
        match self.period {
            Some(span) => statements(span, closings)?,
            None if self.json => lines(&closings),
            None => list(&closings),
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

fn statements(span: Span, closings: Vec<PeriodEvent>) -> Result<(), Failure> {
    let months: Vec<MonthFigures> = closings.into_iter().map(MonthFigures::from).collect();
    if !months.iter().any(|month| span.has(month.period)) {
        return Err(Failure::Usage(format!("No month of {span} is closed.")));
    }
    let report = report(span, &months).map_err(database::failure)?;
    let later = later(span, &months).map_err(database::failure)?;
    println!("{}", serde_json::json!({ "report": report, "later": later }));
    Ok(())
}

fn lines(closings: &[PeriodEvent]) {
    for PeriodEvent::PeriodClosed {
        sequence,
        period,
        until,
        digest,
        proposer,
        approver,
        reason,
        at,
        ..
    } in closings
    {
        println!(
            "{}",
            serde_json::json!({
                "sequence": sequence, "period": period, "until": until, "digest": digest, "proposer": proposer,
                "approver": approver, "reason": reason, "at_ms": at.0,
            })
        );
    }
}

fn list(closings: &[PeriodEvent]) {
    let mut table = Table::new(&["number", "period", "positions", "proposed by", "approved by", "digest"]);
    for PeriodEvent::PeriodClosed {
        sequence,
        period,
        until,
        digest,
        proposer,
        approver,
        ..
    } in closings
    {
        let until: Vec<String> = until.iter().map(i64::to_string).collect();
        table.row(vec![
            sequence.to_string(),
            period.to_string(),
            until.join(" "),
            proposer.clone(),
            approver.clone(),
            digest.chars().take(16).collect(),
        ]);
    }
    print!("{table}");
}
