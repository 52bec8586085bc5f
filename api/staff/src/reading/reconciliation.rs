//! Custody compared line by line, as a job: with what the rails saw, or with a statement that somebody sent. Statements are
//! not kept: what stays until newer comparisons take its place is what was found.

mod lines;

use super::read::in_future;
use crate::jobs::Jobs;
use crate::reconciliation::{self, AGES, Compared, Count, Period, Rule, StatementLine, name, open};
use crate::wire::job::{JobInfoBody, JobState};
use crate::wire::page;
use crate::wire::reconciliation::{
    ReconciledCount, ReconciledLine, ReconciliationFound, ReconciliationInfoData, ReconciliationLinesBody,
    ReconciliationLinesData, ReconciliationRunBody,
};
use api::error::Failure;
use domain::finding::Finding;
use domain::time::{Day, HOUR_MS, Timestamp};
use ledger::Ledger;
use projections::page::Between;
use std::collections::BTreeMap;
use std::sync::Arc;
use uuid::Uuid;

/// Comparisons that are remembered: each has every line of both sides.
const KEPT_MAX: usize = 8;
/// Days of one comparison with the chains: a quarter.
const DAYS_MAX: i32 = 92;
/// Hours that two lines may be apart at most, and without a wish (api §7.21).
const WINDOW_MAX: i64 = 720;
pub const WINDOW: i64 = 24;

/// What is compared.
#[derive(Clone, Debug)]
struct Question {
    file: Option<String>,
    first: Timestamp,
    last: Timestamp,
    window: i64,
}

/// A comparison with its lines as they are shown, oldest first.
struct Reconciled {
    question: Question,
    compared: Compared,
    breaks: Vec<ReconciledLine>,
    pairs: Vec<ReconciledLine>,
}

/// Comparisons that were asked for. Clones share them.
#[derive(Clone)]
pub struct Reconciliations(Jobs<Reconciled>);

impl Default for Reconciliations {
    fn default() -> Reconciliations {
        Reconciliations(Jobs::keeping(KEPT_MAX))
    }
}

/// The hours of a window.
///
/// # Errors
/// -1006 `window`.
pub fn window(asked: Option<i64>) -> Result<i64, Failure> {
    let window = asked.unwrap_or(WINDOW);
    match (1..=WINDOW_MAX).contains(&window) {
        true => Ok(window),
        false => Err(Failure::invalid("window")),
    }
}

fn question(body: &ReconciliationRunBody, now: Timestamp) -> Result<Question, Failure> {
    let day = |text: &str, field| Day::try_from(text.to_owned()).map_err(|_| Failure::invalid(field));
    let (from, to) = (day(&body.from, "from")?, day(&body.to, "to")?);
    let days = to.0.checked_sub(from.0).filter(|days| (0..DAYS_MAX).contains(days));
    days.ok_or_else(|| {
        let most = format!("at most {DAYS_MAX} days from the first");
        Finding::new("days_max", most).of("to").with("most", DAYS_MAX)
    })?;
    if from.start() > now {
        return Err(in_future("from").into());
    }
    Ok(Question {
        file: None,
        first: from.start(),
        last: to.next().start().plus_ms(-1),
        window: window(body.window)?,
    })
}

impl Reconciliations {
    /// Begins to compare what the rails saw within a period, and what was open before it.
    ///
    /// # Errors
    /// -1006 with the field that is wrong, -1008 while as many run as may.
    pub fn run(&self, ledger: &Ledger, by: &str, body: &ReconciliationRunBody) -> Result<JobState, Failure> {
        let now = ledger.clock().now();
        let (work, question) = (ledger.clone(), question(body, now)?);
        let id = self.0.begin(ledger.clock(), by, move |_, _| async move {
            let window_ms = question.window * HOUR_MS;
            let period = Period {
                first: question.first.day(),
                last: question.last,
                until: question.last.plus_ms(window_ms),
                window_ms,
            };
            let compared = open::of_period(&work, period, now).await?;
            Ok(Reconciled::of(question, compared))
        })?;
        self.state(id)
    }

    /// Begins to compare a statement that somebody sent.
    ///
    /// # Errors
    /// -1008 while as many run as may.
    pub fn run_statement(
        &self,
        ledger: &Ledger,
        by: &str,
        (file, window): (String, i64),
        statement: Vec<StatementLine>,
    ) -> Result<JobState, Failure> {
        let (now, work) = (ledger.clock().now(), ledger.clone());
        let times = statement.iter().map(|line| line.at);
        let question = Question {
            file: Some(file),
            first: times.clone().min().unwrap_or(now),
            last: times.max().unwrap_or(now),
            window,
        };
        let id = self.0.begin(ledger.clock(), by, move |_, _| async move {
            let compared = reconciliation::of_statement(work.pool(), statement, window * HOUR_MS, now).await?;
            Ok(Reconciled::of(question, compared))
        })?;
        self.state(id)
    }

    fn state(&self, id: Uuid) -> Result<JobState, Failure> {
        Ok(self.0.look(&id.to_string())?.0)
    }

    /// How far a comparison is, and what it found.
    ///
    /// # Errors
    /// -1006 `id`.
    pub fn info(&self, body: &JobInfoBody) -> Result<ReconciliationInfoData, Failure> {
        let (job, done) = self.0.look(&body.id)?;
        let question = done.as_ref().map(|done| done.question.clone());
        Ok(ReconciliationInfoData {
            job,
            file: question.as_ref().and_then(|question| question.file.clone()),
            first_ms: question.as_ref().map_or(0, |question| question.first.0),
            last_ms: question.as_ref().map_or(0, |question| question.last.0),
            window: question.as_ref().map_or(0, |question| question.window),
            found: done.map(|done| done.found()),
        })
    }

    /// A page of pairs or breaks.
    ///
    /// # Errors
    /// -1006 with the field that is wrong.
    pub fn lines(&self, body: &ReconciliationLinesBody, between: Between) -> Result<ReconciliationLinesData, Failure> {
        let done = self.done(&body.id)?;
        let limit = page::limit(body.limit)?;
        let lines = match body.part.as_str() {
            "breaks" => &done.breaks,
            "pairs" => &done.pairs,
            _ => return Err(Failure::invalid("part")),
        };
        let before = body.before.as_deref().map(str::parse::<i64>).transpose();
        let before = before.map_err(|_| Failure::invalid("before"))?.unwrap_or(-1);
        let filter = lines::Filter::of(body, between)?;
        let fitting: Vec<&ReconciledLine> = lines.iter().filter(|line| filter.fits(line)).collect();
        let shown = fitting.iter().filter(|line| line.line > before);
        let size = usize::try_from(limit).unwrap_or_default();
        let list: Vec<ReconciledLine> = shown.take(size).map(|line| (*line).clone()).collect();
        let amounts = fitting.iter().filter_map(|line| line.amount.parse::<i128>().ok());
        Ok(ReconciliationLinesData {
            next: page::next(&list, limit, |line| line.line.to_string()),
            total: whole(fitting.len()),
            sum: amounts.sum::<i128>().to_string(),
            list,
        })
    }

    /// All breaks of a comparison as CSV.
    ///
    /// # Errors
    /// -1006 `id`.
    pub fn csv(&self, id: &str) -> Result<String, Failure> {
        Ok(lines::csv(&self.done(id)?.breaks))
    }

    fn done(&self, id: &str) -> Result<Arc<Reconciled>, Failure> {
        let (_, done) = self.0.look(id)?;
        done.ok_or_else(|| Failure::invalid("id"))
    }
}

impl Reconciled {
    fn of(question: Question, compared: Compared) -> Reconciled {
        let (breaks, pairs) = (lines::breaks(&compared), lines::pairs(&compared));
        Reconciled {
            question,
            compared,
            breaks,
            pairs,
        }
    }

    fn found(&self) -> ReconciliationFound {
        let compared = &self.compared;
        let [statement, journal] = compared.sides().map(|side| shown(None, side));
        let mut pairs: BTreeMap<Rule, Count> = BTreeMap::new();
        for pair in &compared.matched.pairs {
            let sum = pair
                .statement
                .iter()
                .map(|place| i128::from(compared.statement[*place].amount));
            let count = pairs.entry(pair.rule).or_default();
            (count.lines, count.sum) = (count.lines + 1, count.sum + sum.sum::<i128>());
        }
        ReconciliationFound {
            statement,
            journal,
            outside: whole(compared.matched.outside),
            pairs: pairs
                .into_iter()
                .map(|(rule, count)| shown(Some(name(rule)), count))
                .collect(),
            breaks: shown_kinds(compared),
            ages: shown_ages(compared),
            oldest_ms: compared.oldest().map(|at| at.0),
        }
    }
}

/// A count as it is shown.
pub fn shown(of: Option<String>, count: Count) -> ReconciledCount {
    ReconciledCount {
        of,
        count: whole(count.lines),
        sum: count.sum.to_string(),
    }
}

/// Breaks by kind as they are shown.
pub fn shown_kinds(compared: &Compared) -> Vec<ReconciledCount> {
    let kinds = compared.kinds().into_iter();
    kinds.map(|(kind, count)| shown(Some(name(kind)), count)).collect()
}

/// Breaks by age as they are shown.
pub fn shown_ages(compared: &Compared) -> Vec<ReconciledCount> {
    let ages = compared.ages().into_iter().enumerate();
    ages.map(|(place, count)| shown(AGES.get(place).map(i64::to_string), count))
        .collect()
}

fn whole(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
