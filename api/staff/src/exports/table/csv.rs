//! Rows as comma-separated text (RFC 4180), in UTF-8 with a heading of names and units.
//!
//! A text that a spreadsheet would take for a formula has an apostrophe before it: one that begins with `=`, `+`, `-`,
//! `@`, a tabulator or a line break. Numbers, which may begin with `-`, are no texts.

use super::fault;
use crate::exports::cells::Cell;
use crate::exports::columns::Column;
use api::error::Failure;
use std::borrow::Cow;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

/// How a formula begins.
const FORMULA: [char; 7] = ['=', '+', '-', '@', '\t', '\r', '\n'];

/// A text that no spreadsheet takes for a formula.
pub(super) fn harmless(text: &str) -> Cow<'_, str> {
    match text.starts_with(FORMULA) {
        true => Cow::Owned(format!("'{text}")),
        false => Cow::Borrowed(text),
    }
}

type Writer = csv::Writer<BufWriter<File>>;

fn begin(path: &Path) -> Result<Writer, Failure> {
    let file = File::create_new(path).map_err(fault)?;
    Ok(csv::Writer::from_writer(BufWriter::new(file)))
}

fn end(writer: Writer) -> Result<(), Failure> {
    let mut out = writer.into_inner().map_err(fault)?;
    out.flush().map_err(fault)
}

/// A file of texts.
///
/// # Errors
/// A file that cannot be written.
pub(super) fn write_texts<const N: usize>(path: &Path, head: &[&str; N], lines: &[[String; N]]) -> Result<(), Failure> {
    let mut writer = begin(path)?;
    writer.write_record(head).map_err(fault)?;
    for line in lines {
        let line = line.iter().map(|text| harmless(text).into_owned());
        writer.write_record(line).map_err(fault)?;
    }
    end(writer)
}

/// A table under construction.
pub(super) struct Rows(Writer);

impl Rows {
    pub(super) fn create(path: &Path, columns: &[Column]) -> Result<Rows, Failure> {
        let mut writer = begin(path)?;
        writer
            .write_record(columns.iter().map(Column::heading))
            .map_err(fault)?;
        Ok(Rows(writer))
    }

    pub(super) fn add(&mut self, cells: &[Cell]) -> Result<(), Failure> {
        let text = |cell: &Cell| match cell {
            Cell::Text(text) => harmless(text).into_owned(),
            cell => cell.text(),
        };
        self.0.write_record(cells.iter().map(text)).map_err(fault)
    }

    pub(super) fn finish(self) -> Result<(), Failure> {
        end(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::harmless;

    #[test]
    fn what_a_spreadsheet_takes_for_a_formula_begins_with_an_apostrophe() {
        for text in ["=1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "\r\n=1"] {
            assert_eq!(harmless(text), format!("'{text}"), "{text:?}");
        }
        for text in ["", "1", "seen = agreed", "'=1"] {
            assert_eq!(harmless(text), text);
        }
    }
}
