//! A table in a file: rows as they come, and the dictionary of its columns.

mod csv;
mod parquet;
mod xlsx;

use super::cells::Cell;
use super::columns::Column;
use super::dictionary;
use api::error::Failure;
use ledger::Fault;
use std::path::Path;

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
    file: String,
    dictionary: Option<String>,
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
    /// Begins a table of this name in a folder. A workbook holds its dictionary as a sheet, other tables have it beside
    /// them.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub(crate) fn create(folder: &Path, name: &str, form: Form, columns: &[Column]) -> Result<Table, Failure> {
        let file = format!("{name}.{}", form.name());
        let path = folder.join(&file);
        let out = match form {
            Form::Csv => Out::Csv(csv::Rows::create(&path, columns)?),
            Form::Xlsx => Out::Xlsx(Box::new(xlsx::Sheets::create(&path, columns)?)),
            Form::Parquet => Out::Parquet(parquet::Groups::create(&path, columns)?),
        };
        let dictionary = match form {
            Form::Xlsx => None,
            Form::Csv | Form::Parquet => {
                let name = format!("{name}.dictionary.csv");
                csv::write_texts(&folder.join(&name), &dictionary::HEADING, &dictionary::lines(columns))?;
                Some(name)
            }
        };
        let rows = 0;
        Ok(Table {
            out,
            file,
            dictionary,
            rows,
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

    /// Ends the files.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub(crate) fn finish(self) -> Result<Vec<Written>, Failure> {
        match self.out {
            Out::Csv(rows) => rows.finish(),
            Out::Xlsx(sheets) => sheets.finish(),
            Out::Parquet(groups) => groups.finish(),
        }?;
        let (name, rows) = (self.file, self.rows);
        let dictionary = self.dictionary.map(|name| Written { name, rows: 0 });
        Ok([Written { name, rows }].into_iter().chain(dictionary).collect())
    }
}
