//! The table at the end of a run; its last line is for machines.

use std::fmt;
use std::time::Duration;

/// Wide enough for every name, so that lines printed one at a time stand below each other.
const NAME_WIDTH: usize = 18;

/// How a check ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All steps succeeded.
    Passed,
    /// The sentence says which step failed and how.
    Failed(String),
    /// What it needs is not there; the sentence says what. Not a failure, and no success.
    Skipped(String),
    /// An earlier failure stopped the run.
    NotRun,
}

/// One line of the table.
#[derive(Clone, Debug)]
pub struct Line {
    /// The name of the check.
    pub name: &'static str,
    /// How it ended.
    pub outcome: Outcome,
    /// How long it took.
    pub took: Duration,
}

/// All lines, in the order of the catalogue.
#[derive(Clone, Debug, Default)]
pub struct Report(pub Vec<Line>);

impl Report {
    /// Whether every check that was asked for has passed, or could not run on this machine.
    pub fn is_clean(&self) -> bool {
        let clean = |outcome: &Outcome| matches!(outcome, Outcome::Passed | Outcome::Skipped(_));
        self.0.iter().all(|line| clean(&line.outcome))
    }

    fn count(&self, counted: impl Fn(&Outcome) -> bool) -> usize {
        self.0.iter().filter(|line| counted(&line.outcome)).count()
    }
}

impl fmt::Display for Line {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Line { name, outcome, took } = self;
        let (name, took) = (format!("{name:NAME_WIDTH$}"), time(*took));
        match outcome {
            Outcome::Passed => write!(formatter, "{name}  passed   {took:>8}"),
            Outcome::Failed(why) => write!(formatter, "{name}  FAILED   {took:>8}  {why}"),
            Outcome::Skipped(why) => write!(formatter, "{name}  SKIPPED  {took:>8}  {why}"),
            Outcome::NotRun => write!(formatter, "{name}  not run"),
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.0 {
            writeln!(formatter, "{line}")?;
        }
        let total = self.0.iter().map(|line| line.took).sum();
        let skipped = self.count(|outcome| matches!(outcome, Outcome::Skipped(_)));
        let not_run = self.count(|outcome| *outcome == Outcome::NotRun);
        write!(formatter, "{} checks in {}", self.0.len(), time(total))?;
        for (count, what) in [(skipped, "skipped"), (not_run, "not run")] {
            if count > 0 {
                write!(formatter, ", {count} {what}")?;
            }
        }
        let passed = self.count(|outcome| *outcome == Outcome::Passed);
        let failed = self.count(|outcome| matches!(outcome, Outcome::Failed(_)));
        write!(formatter, "\n{passed} passed, {failed} failed")
    }
}

fn time(took: Duration) -> String {
    let tenths = took.as_millis() / 100;
    match tenths / 600 {
        0 => format!("{}.{} s", tenths / 10, tenths % 10),
        minutes => format!("{minutes} m {:02} s", tenths / 10 % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::CHECKS;

    fn line(name: &'static str, outcome: Outcome, took_ms: u64) -> Line {
        Line {
            name,
            outcome,
            took: Duration::from_millis(took_ms),
        }
    }

    #[test]
    fn shows_each_check_with_time_and_result_and_counts_in_the_last_line() {
        let report = Report(vec![
            line("format", Outcome::Passed, 840),
            line("web tests", Outcome::Failed("`npm test` ended with 1".into()), 61_900),
            line("clippy", Outcome::NotRun, 0),
        ]);
        let wanted = "\
format              passed      0.8 s
web tests           FAILED   1 m 01 s  `npm test` ended with 1
clippy              not run
3 checks in 1 m 02 s, 1 not run
1 passed, 1 failed";
        assert_eq!(report.to_string(), wanted);
        assert!(!report.is_clean());
    }

    #[test]
    fn what_is_skipped_is_counted_apart() {
        let report = Report(vec![
            line("format", Outcome::Passed, 840),
            line("evm chain", Outcome::Skipped("no registry".into()), 1_000),
        ]);
        let wanted = "\
format              passed      0.8 s
evm chain           SKIPPED     1.0 s  no registry
2 checks in 1.8 s, 1 skipped
1 passed, 0 failed";
        assert_eq!(report.to_string(), wanted);
        assert!(report.is_clean());
    }

    #[test]
    fn every_name_fits_its_column() {
        let longest = CHECKS.iter().map(|check| check.name.len()).max();
        assert_eq!(longest, Some(NAME_WIDTH));
    }

    #[test]
    fn is_clean_only_when_everything_ran() {
        assert!(Report(vec![line("format", Outcome::Passed, 1)]).is_clean());
        assert!(!Report(vec![line("format", Outcome::NotRun, 1)]).is_clean());
    }
}
