//! A table in a file: rows as they come, and the dictionary of its columns.

mod csv;
mod parquet;
mod xlsx;

use super::cells::Cell;
use super::columns::Column;
use super::dictionary::{self, RowsOf};
use api::error::Failure;
use ledger::Fault;
use std::path::{Path, PathBuf};

/// The form of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Csv,
    Xlsx,
    Parquet,
}

impl Form {
    /// The form of a name.
    ///
    /// # Errors
    /// -1006 `format`.
    pub(crate) fn named(name: &str) -> Result<Form, Failure> {
        match name {
            "csv" => Ok(Form::Csv),
            "xlsx" => Ok(Form::Xlsx),
            "parquet" => Ok(Form::Parquet),
            _ => Err(Failure::invalid("format")),
        }
    }

    /// The permanent name, which is the ending of its files.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Form::Csv => "csv",
            Form::Xlsx => "xlsx",
            Form::Parquet => "parquet",
        }
    }
}

/// A file under construction.
enum Out {
    Csv(csv::Rows),
    Xlsx(Box<xlsx::Sheets>),
    Parquet(parquet::Groups),
}

/// A table under construction.
pub(crate) struct Table {
    out: Out,
    folder: PathBuf,
    name: String,
    form: Form,
    columns: Vec<Column>,
    rows: u64,
}

/// A file that was written, and its rows.
pub(crate) struct Written {
    pub name: String,
    pub rows: u64,
}

/// A file that cannot be written.
pub(crate) fn fault(why: impl std::fmt::Display) -> Failure {
    Failure::Fault(Fault::Unknown(format!("the table: {why}")))
}

impl Table {
    /// Begins a table of this name in a folder.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub(crate) fn create(folder: &Path, name: &str, form: Form, columns: &[Column]) -> Result<Table, Failure> {
        let path = folder.join(format!("{name}.{}", form.name()));
        let out = match form {
            Form::Csv => Out::Csv(csv::Rows::create(&path, columns)?),
            Form::Xlsx => Out::Xlsx(Box::new(xlsx::Sheets::create(&path, columns)?)),
            Form::Parquet => Out::Parquet(parquet::Groups::create(&path, columns)?),
        };
        Ok(Table {
            out,
            folder: folder.to_owned(),
            name: name.to_owned(),
            form,
            columns: columns.to_vec(),
            rows: 0,
        })
    }

    /// One more row.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub(crate) fn add(&mut self, cells: Vec<Cell>) -> Result<(), Failure> {
        self.rows += 1;
        match &mut self.out {
            Out::Csv(rows) => rows.add(&cells),
            Out::Xlsx(sheets) => sheets.add(&cells),
            Out::Parquet(groups) => groups.add(cells),
        }
    }

    /// Ends the files. A workbook holds its dictionary as a sheet, other tables have it beside them.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub(crate) fn finish(self, rows_of: &RowsOf) -> Result<Vec<Written>, Failure> {
        let lines = dictionary::lines(&self.columns, rows_of);
        let dictionary = format!("{}.dictionary.csv", self.name);
        let beside = || csv::write_texts(&self.folder.join(&dictionary), &dictionary::HEADING, &lines);
        let has_file = match self.out {
            Out::Csv(rows) => rows.finish().and_then(|()| beside()).map(|()| true),
            Out::Parquet(groups) => groups.finish().and_then(|()| beside()).map(|()| true),
            Out::Xlsx(sheets) => sheets.finish(&lines).map(|()| false),
        }?;
        let table = Written {
            name: format!("{}.{}", self.name, self.form.name()),
            rows: self.rows,
        };
        let dictionary = has_file.then_some(Written {
            name: dictionary,
            rows: 0,
        });
        Ok([table].into_iter().chain(dictionary).collect())
    }
}
