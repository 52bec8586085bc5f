//! Rows as a workbook: a sheet of rows under a heading that stays, and a sheet with the dictionary.
//!
//! Every text is a cell of text, so none is a formula. A number is one while fifteen digits hold it, which is what a
//! spreadsheet keeps of a number; a longer one is text. Rows go through a file beside the workbook: memory does not grow.

use super::fault;
use crate::exports::cells::Cell;
use crate::exports::columns::{Column, Kind};
use crate::exports::dictionary;
use api::error::Failure;
use domain::time::DAY_MS;
use rust_xlsxwriter::{Format, Workbook, Worksheet, XlsxError};
use std::path::{Path, PathBuf};

/// Numbers below it have at most fifteen digits.
const EXACT_BELOW: u128 = 1_000_000_000_000_000;
/// Characters of a cell at most, as the format has it.
const CHARS_MAX: usize = 32_767;
/// What stands at the end of a longer text.
const CUT: &str = " … (cut: a cell has no more room; CSV and Parquet have it whole)";
/// Days from the begin of a spreadsheet's calendar to 1970.
const CALENDAR_DAYS: f64 = 25_569.0;

/// A workbook under construction.
pub(super) struct Sheets {
    book: Workbook,
    path: PathBuf,
    row: u32,
    formats: Formats,
}

struct Formats {
    moment: Format,
    /// By decimals.
    decimals: [Format; 7],
}

impl Formats {
    fn new() -> Formats {
        let decimals = std::array::from_fn(|decimals| {
            let form = match decimals {
                0 => "0".to_owned(),
                _ => format!("0.{}", "0".repeat(decimals)),
            };
            Format::new().set_num_format(form)
        });
        let moment = Format::new().set_num_format("yyyy-mm-dd hh:mm:ss.000");
        Formats { moment, decimals }
    }
}

fn width(column: &Column) -> f64 {
    let own = match column.kind {
        Kind::Moment => 24.0,
        Kind::Json => 40.0,
        Kind::Minor | Kind::Units(_) => 18.0,
        Kind::Text => 20.0,
        Kind::Whole | Kind::YesNo => 10.0,
    };
    let heading = u32::try_from(column.heading().chars().count()).unwrap_or(u32::MAX);
    f64::from(heading + 2).clamp(own, 60.0)
}

fn place(index: usize) -> u16 {
    u16::try_from(index).unwrap_or(u16::MAX)
}

impl Sheets {
    pub(super) fn create(path: &Path, columns: &[Column]) -> Result<Sheets, Failure> {
        let (mut book, head) = (Workbook::new(), Format::new().set_bold());
        if let Some(folder) = path.parent() {
            book.set_tempdir(folder).map_err(fault)?;
        }
        let rows = book.add_worksheet_with_constant_memory().map_err(fault)?;
        begin(rows, columns, &head).map_err(fault)?;
        Ok(Sheets {
            book,
            path: path.to_owned(),
            row: 0,
            formats: Formats::new(),
        })
    }

    pub(super) fn add(&mut self, cells: &[Cell]) -> Result<(), Failure> {
        self.row += 1;
        let sheet = self.book.worksheet_from_index(0).map_err(fault)?;
        for (index, cell) in cells.iter().enumerate() {
            write(sheet, (self.row, place(index)), cell, &self.formats).map_err(fault)?;
        }
        Ok(())
    }

    /// Ends it with the sheet of the dictionary.
    pub(super) fn finish(mut self, dictionary: &[[String; 4]]) -> Result<(), Failure> {
        explain(self.book.add_worksheet(), dictionary).map_err(fault)?;
        self.book.save(&self.path).map_err(fault)
    }
}

fn begin(sheet: &mut Worksheet, columns: &[Column], head: &Format) -> Result<(), XlsxError> {
    sheet.set_name("rows")?.set_freeze_panes(1, 0)?;
    for (index, column) in columns.iter().enumerate() {
        sheet.set_column_width(place(index), width(column))?;
    }
    for (index, column) in columns.iter().enumerate() {
        sheet.write_string_with_format(0, place(index), column.heading(), head)?;
    }
    Ok(())
}

fn explain(sheet: &mut Worksheet, lines: &[[String; 4]]) -> Result<(), XlsxError> {
    let head = Format::new().set_bold();
    sheet.set_name("dictionary")?.set_freeze_panes(1, 0)?;
    for (index, (title, width)) in dictionary::HEADING.iter().zip([30, 16, 26, 90]).enumerate() {
        sheet.set_column_width(place(index), width)?;
        sheet.write_string_with_format(0, place(index), *title, &head)?;
    }
    for (row, line) in (1..).zip(lines) {
        for (index, text) in line.iter().enumerate() {
            sheet.write_string(row, place(index), text)?;
        }
    }
    Ok(())
}

#[expect(
    clippy::float_arithmetic,
    reason = "a workbook counts days as a float; no amount is one"
)]
fn write(sheet: &mut Worksheet, (row, column): (u32, u16), cell: &Cell, formats: &Formats) -> Result<(), XlsxError> {
    match cell {
        Cell::Empty => {}
        Cell::YesNo(yes) => _ = sheet.write_boolean(row, column, *yes)?,
        Cell::Moment(at) => {
            let (days, ms) = (at.div_euclid(DAY_MS), at.rem_euclid(DAY_MS));
            let serial = whole(days.into()) + CALENDAR_DAYS + whole(ms.into()) / whole(DAY_MS.into());
            sheet.write_number_with_format(row, column, serial, &formats.moment)?;
        }
        Cell::Whole(number) => number_or_text(sheet, (row, column), (i128::from(*number), 0), cell, formats)?,
        Cell::Decimal(number, decimals) => {
            number_or_text(sheet, (row, column), (*number, *decimals), cell, formats)?;
        }
        Cell::Text(text) => _ = sheet.write_string(row, column, fitting(text))?,
    }
    Ok(())
}

#[expect(
    clippy::float_arithmetic,
    reason = "a workbook has no other numbers; one of 15 digits stays exact"
)]
fn number_or_text(
    sheet: &mut Worksheet,
    (row, column): (u32, u16),
    (number, decimals): (i128, u32),
    cell: &Cell,
    formats: &Formats,
) -> Result<(), XlsxError> {
    match formats.decimals.get(decimals as usize) {
        Some(format) if number.unsigned_abs() < EXACT_BELOW => {
            let value = whole(number) / 10_f64.powi(i32::try_from(decimals).unwrap_or(0));
            sheet.write_number_with_format(row, column, value, format)?;
        }
        _ => _ = sheet.write_string(row, column, cell.text())?,
    }
    Ok(())
}

/// A whole number of at most fifteen digits, which a float holds as it is.
#[expect(clippy::cast_precision_loss, reason = "fifteen digits are exact")]
const fn whole(number: i128) -> f64 {
    number as f64
}

/// The text, or as much of it as a cell has room for, which then says so.
fn fitting(text: &str) -> String {
    // The format counts units of UTF-16.
    if text.encode_utf16().count() <= CHARS_MAX {
        return text.to_owned();
    }
    let room = CHARS_MAX - CUT.encode_utf16().count();
    let mut used = 0;
    let begin = text.chars().take_while(|sign| {
        used += sign.len_utf16();
        used <= room
    });
    begin.chain(CUT.chars()).collect()
}
