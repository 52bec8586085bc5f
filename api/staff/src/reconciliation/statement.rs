//! Statements as files: CSV with named columns, or camt.053, the ISO 20022 statement of banks and custodians.
//!
//! | column of the CSV | |
//! |---|---|
//! | `transaction` | as the chain or bank names it |
//! | `time` | RFC 3339, or a day (`2025-01-31`) |
//! | `amount` | decimal USDT, at most six digits after the point; below zero what went out |
//! | `reference` | optional: the order, the withdrawal, or a text that contains it |
//! | `asset` | optional: USDT when absent |
//!
//! Other columns are ignored. A line that cannot be read refuses the file: half a statement would make breaks of its
//! own.

use super::{StatementLine, camt};
use api::moment;
use domain::finding::Finding;
use domain::money::Usdt;
use domain::time::{Day, Timestamp};

/// The largest file, in bytes; beyond it a statement is split by its time.
pub const BYTES_MAX: u64 = 64 << 20;

/// Reads a statement: camt.053 when it begins as XML, else CSV.
///
/// # Errors
/// Which line cannot be read, and why.
pub fn read(text: &str) -> Result<Vec<StatementLine>, Finding> {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let lines = if text.starts_with('<') {
        camt::read(text)?
    } else {
        of_csv(text)?
    };
    if lines.is_empty() {
        return Err(Finding::new("no_lines", "the statement has no lines"));
    }
    Ok(lines)
}

fn of_csv(text: &str) -> Result<Vec<StatementLine>, Finding> {
    let mut reader = csv::ReaderBuilder::new()
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes());
    let header = reader.headers().map_err(|error| unreadable(&error))?.clone();
    let place = |name: &str| header.iter().position(|column| column.eq_ignore_ascii_case(name));
    let missing = |name: &str| {
        let finding = Finding::new("no_column", format!("the statement has no column `{name}`"));
        finding.with("column", name)
    };
    let needed = |name: &str| place(name).ok_or_else(|| missing(name));
    let (transaction, time, amount) = (needed("transaction")?, needed("time")?, needed("amount")?);
    let (reference, asset) = (place("reference"), place("asset"));
    let mut lines = Vec::new();
    for (number, record) in (1..).zip(reader.records()) {
        let record = record.map_err(|error| unreadable(&error))?;
        let optional = |column: Option<usize>| {
            column
                .and_then(|column| record.get(column))
                .filter(|text| !text.is_empty())
        };
        let raw = Raw {
            transaction: &record[transaction],
            time: &record[time],
            amount: &record[amount],
            is_out: false,
            reference: optional(reference).map(str::to_owned),
            asset: optional(asset).unwrap_or("USDT"),
        };
        lines.push(raw.line(number)?);
    }
    Ok(lines)
}

fn unreadable(error: &csv::Error) -> Finding {
    Finding::new("csv_unreadable", error.to_string()).with("detail", error)
}

/// What is wrong about a line of the file.
pub(super) fn finding_of_line(number: u64, code: &str, what: &str) -> Finding {
    Finding::new(code, format!("line {number} of the statement{what}")).with("line", number)
}

/// A line as a file has it.
pub(super) struct Raw<'a> {
    pub transaction: &'a str,
    pub time: &'a str,
    pub amount: &'a str,
    /// The amount is without a sign, and went out.
    pub is_out: bool,
    pub reference: Option<String>,
    pub asset: &'a str,
}

impl Raw<'_> {
    pub(super) fn line(self, number: u64) -> Result<StatementLine, Finding> {
        let finding_about = |code, what: &str, text: &str| {
            finding_of_line(number, code, &format!(": {what}, not `{text}`")).with("found", text)
        };
        if self.transaction.is_empty() {
            return Err(finding_of_line(
                number,
                "line_without_transaction",
                " names no transaction",
            ));
        }
        let (at, is_day) = match moment::read(self.time) {
            Some(at) => (at, false),
            None => {
                let day = Day::try_from(self.time.to_owned());
                let day = day.map_err(|_| finding_about("line_time", "a time is RFC 3339 or a day", self.time))?;
                (day.start(), true)
            }
        };
        let amount = signed(self.amount)
            .ok_or_else(|| finding_about("line_amount", "an amount is decimal, six digits at most", self.amount))?;
        Ok(StatementLine {
            number,
            transaction: self.transaction.to_owned(),
            reference: self.reference,
            at: Timestamp(at.0),
            is_day,
            amount: if self.is_out { -amount } else { amount },
            asset: self.asset.to_owned(),
        })
    }
}

/// Millionths of a signed decimal; zeros that a statement adds behind six digits say nothing.
fn signed(text: &str) -> Option<i64> {
    let (is_out, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let digits = match digits.split_once('.') {
        Some((whole, fraction)) if fraction.len() > 6 => {
            let (kept, rest) = fraction.split_at_checked(6)?;
            rest.bytes()
                .all(|byte| byte == b'0')
                .then(|| format!("{whole}.{kept}"))?
        }
        _ => digits.to_owned(),
    };
    let amount = Usdt::parse(&digits).ok()?.minor();
    Some(if is_out { -amount } else { amount })
}
