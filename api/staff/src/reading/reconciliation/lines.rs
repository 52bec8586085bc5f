//! Pairs and breaks as they are listed, filtered and written as CSV.

use crate::reading::read::typed;
use crate::reconciliation::{AGES, Break, Compared, JournalLine, Pair, StatementLine, age, name};
use crate::wire::reconciliation::{JournalSide, ReconciledLine, ReconciliationLinesBody, StatementSide};
use api::error::Failure;
use api::moment;
use domain::money::Usdt;
use domain::time::{DAY_MS, Timestamp};
use projections::page::Between;

/// Longest text that is looked for.
const SEARCH_MAX: usize = 128;
const COLUMNS: [&str; 15] = [
    "kind",
    "age_days",
    "amount_usdt",
    "statement_line",
    "statement_time_utc",
    "statement_transaction",
    "statement_reference",
    "statement_amount",
    "statement_asset",
    "journal_log",
    "journal_position",
    "journal_event",
    "journal_time_utc",
    "journal_reference",
    "journal_amount_usdt",
];

/// Which lines are wanted.
pub(super) struct Filter {
    kind: Option<String>,
    age: Option<usize>,
    search: Option<Search>,
    between: Between,
}

impl Filter {
    /// # Errors
    /// -1006 with the field that is wrong.
    pub(super) fn of(body: &ReconciliationLinesBody, between: Between) -> Result<Filter, Failure> {
        let age = body.age.map(usize::try_from).transpose().ok();
        let age = age.filter(|age| age.is_none_or(|age| age <= AGES.len()));
        let search = body.search.as_deref().map(|text| text.trim().to_lowercase());
        if search.as_ref().is_some_and(|text| text.len() > SEARCH_MAX) {
            return Err(Failure::invalid("search"));
        }
        Ok(Filter {
            kind: body.kind.clone(),
            age: age.ok_or_else(|| Failure::invalid("age"))?,
            search: search.filter(|text| !text.is_empty()).map(Search::of),
            between,
        })
    }

    pub(super) fn fits(&self, line: &ReconciledLine) -> bool {
        let days = Timestamp(line.age_days * DAY_MS);
        self.kind.as_ref().is_none_or(|kind| *kind == line.kind)
            && self.age.is_none_or(|place| age(Timestamp(0), days) == place)
            && self.between.has(line.at_ms)
            && self.search.as_ref().is_none_or(|search| search.finds(line))
    }
}

/// What is looked for, in lower case: a part of a transaction or of what a line names, the two ends of one as lists show
/// it, or a part of an amount as screens and people write it.
struct Search {
    text: String,
    ends: Option<(String, String)>,
    amount: String,
}

impl Search {
    fn of(text: String) -> Search {
        let ends = typed::ends(&text).map(|(head, tail)| (head.to_owned(), tail.to_owned()));
        let amount = text.trim_start_matches('+').trim_end_matches("usdt").trim_end();
        // Screens group the digits and have a minus of their own.
        let amount = amount.replace(',', "").replace('\u{2212}', "-");
        Search { text, ends, amount }
    }

    fn finds(&self, line: &ReconciledLine) -> bool {
        let stated = line.statement.iter();
        let stated = stated.flat_map(|side| [Some(&side.transaction), side.reference.as_ref()].into_iter().flatten());
        let booked = line.journal.iter();
        let booked = booked.flat_map(|side| side.transactions.iter().chain(&side.reference));
        let is_amount = !self.amount.is_empty() && decimal(&line.amount).contains(&self.amount);
        is_amount || stated.chain(booked).any(|text| self.is_named(&text.to_lowercase()))
    }

    fn is_named(&self, text: &str) -> bool {
        let has_ends = |(head, tail): &(String, String)| {
            text.len() >= head.len() + tail.len() && text.starts_with(head) && text.ends_with(tail)
        };
        text.contains(&self.text) || self.ends.as_ref().is_some_and(has_ends)
    }
}

/// Breaks, oldest first.
pub(super) fn breaks(compared: &Compared) -> Vec<ReconciledLine> {
    let line = |one: &Break| {
        let (at, amount) = compared.of(one);
        let (statement, journal) = (one.statement.as_slice(), one.journal.as_slice());
        shown(compared, name(one.kind), (at, amount.into()), (statement, journal))
    };
    numbered(compared.matched.breaks.iter().map(line).collect())
}

/// Pairs, oldest first.
pub(super) fn pairs(compared: &Compared) -> Vec<ReconciledLine> {
    let line = |pair: &Pair| {
        let stated = pair.statement.iter().map(|place| &compared.statement[*place]);
        let booked = pair
            .journal
            .iter()
            .map(|place| Timestamp(compared.journal[*place].at_ms));
        let at = stated.clone().map(|line| line.at).min().or_else(|| booked.min());
        let at = at.unwrap_or(compared.now);
        let amount = stated.map(|line| i128::from(line.amount)).sum();
        shown(
            compared,
            name(pair.rule),
            (at, amount),
            (&pair.statement, &pair.journal),
        )
    };
    numbered(compared.matched.pairs.iter().map(line).collect())
}

fn numbered(mut lines: Vec<ReconciledLine>) -> Vec<ReconciledLine> {
    lines.sort_by_key(|line| line.at_ms);
    for (number, line) in (0..).zip(&mut lines) {
        line.line = number;
    }
    lines
}

fn shown(
    compared: &Compared,
    kind: String,
    (at, amount): (Timestamp, i128),
    (statement, journal): (&[usize], &[usize]),
) -> ReconciledLine {
    ReconciledLine {
        line: 0,
        kind,
        at_ms: at.0,
        age_days: compared.now.since(at).div_euclid(DAY_MS),
        amount: amount.to_string(),
        statement: statement
            .iter()
            .map(|place| stated(&compared.statement[*place]))
            .collect(),
        journal: journal.iter().map(|place| booked(&compared.journal[*place])).collect(),
    }
}

fn stated(line: &StatementLine) -> StatementSide {
    StatementSide {
        number: line.number,
        transaction: line.transaction.clone(),
        reference: line.reference.clone(),
        at_ms: line.at.0,
        amount: line.amount.to_string(),
        asset: line.asset.clone(),
    }
}

fn booked(line: &JournalLine) -> JournalSide {
    JournalSide {
        partition: line.partition,
        position: line.position,
        event: line.event.clone(),
        transactions: line.transactions.clone(),
        reference: line.reference.clone(),
        at_ms: line.at_ms,
        amount: line.amount.to_string(),
    }
}

/// Millionths with all their decimals.
fn decimal(minor: &str) -> String {
    minor
        .parse()
        .map(Usdt::from_minor)
        .map_or_else(|_| minor.to_owned(), |usdt| usdt.to_string())
}

/// Every text of a cell stands in quotes, and none of them begins a formula.
fn cell(text: &str) -> String {
    let is_formula =
        text.starts_with(['=', '+', '@', '\t', '\r']) || text.starts_with('-') && text.parse::<f64>().is_err();
    let guard = if is_formula { "'" } else { "" };
    format!("\"{guard}{}\"", text.replace('"', "\"\""))
}

/// Breaks as CSV: times in UTC, amounts with all decimals.
pub(super) fn csv(breaks: &[ReconciledLine]) -> String {
    let time = |ms: i64| moment::write(Timestamp(ms));
    let mut rows = vec![COLUMNS.map(cell).join(",")];
    for line in breaks {
        let mut cells = vec![line.kind.clone(), line.age_days.to_string(), decimal(&line.amount)];
        cells.extend(line.statement.first().map_or_else(Default::default, |side| {
            [
                side.number.to_string(),
                time(side.at_ms),
                side.transaction.clone(),
                side.reference.clone().unwrap_or_default(),
                decimal(&side.amount),
                side.asset.clone(),
            ]
        }));
        cells.extend(line.journal.first().map_or_else(Default::default, |side| {
            [
                side.partition.to_string(),
                side.position.to_string(),
                side.event.clone(),
                time(side.at_ms),
                side.reference.clone().unwrap_or_default(),
                decimal(&side.amount),
            ]
        }));
        rows.push(cells.iter().map(|text| cell(text)).collect::<Vec<_>>().join(","));
    }
    rows.push(String::new());
    rows.join("\r\n")
}
