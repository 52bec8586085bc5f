//! Files of rows: measured, and read one row at a time.

use super::{EventRow, PostingRow, RefusalRow, SealRow};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::io::{self, BufRead, BufReader, Read};
use thiserror::Error;

/// Longest line that is read: no event is near it.
const LINE_BYTES_MAX: u64 = 16 << 20;
/// Bytes that are hashed at once.
const CHUNK: usize = 1 << 16;

/// How rows are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// One JSON object a line.
    Ndjson,
    /// Comma-separated with a heading (RFC 4180).
    Csv,
    Parquet,
}

impl Form {
    /// The ending of a file's name.
    pub const fn ending(self) -> &'static str {
        match self {
            Form::Ndjson => "ndjson",
            Form::Csv => "csv",
            Form::Parquet => "parquet",
        }
    }
}

/// A file that cannot be written or read, in a sentence without its end.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct SheetFault(pub String);

/// Where the files of an export are found.
pub trait Files {
    /// A file's bytes from its begin.
    ///
    /// # Errors
    /// When there is no such file, or it cannot be read.
    fn open(&self, name: &str) -> io::Result<Box<dyn Read>>;

    /// The events of a Parquet file. This crate does not read the format: who can does it here.
    ///
    /// # Errors
    /// When it cannot be read.
    fn parquet_events(&self, name: &str) -> Result<RowsOf<EventRow>, SheetFault> {
        Err(no_parquet(name))
    }

    /// The postings of a Parquet file.
    ///
    /// # Errors
    /// When it cannot be read.
    fn parquet_postings(&self, name: &str) -> Result<RowsOf<PostingRow>, SheetFault> {
        Err(no_parquet(name))
    }

    /// The MACs of a Parquet file.
    ///
    /// # Errors
    /// When it cannot be read.
    fn parquet_seals(&self, name: &str) -> Result<RowsOf<SealRow>, SheetFault> {
        Err(no_parquet(name))
    }

    /// The refusals of a Parquet file.
    ///
    /// # Errors
    /// When it cannot be read.
    fn parquet_refusals(&self, name: &str) -> Result<RowsOf<RefusalRow>, SheetFault> {
        Err(no_parquet(name))
    }
}

fn no_parquet(name: &str) -> SheetFault {
    fault(
        name,
        "Parquet is checked by `ledger verify --bundle`; here choose an export as NDJSON or CSV",
    )
}

fn fault(name: &str, why: impl std::fmt::Display) -> SheetFault {
    SheetFault(format!("{name}: {why}"))
}

/// All of a file that is text and not long.
pub(super) fn text(files: &dyn Files, name: &str) -> Result<String, SheetFault> {
    read_text(files.open(name).map_err(|why| fault(name, why))?, name)
}

/// The same of a file that is open.
pub(super) fn read_text(file: Box<dyn Read>, name: &str) -> Result<String, SheetFault> {
    let mut text = String::new();
    let read = file.take(LINE_BYTES_MAX).read_to_string(&mut text);
    read.map_err(|why| fault(name, why))?;
    Ok(text)
}

/// Length and SHA-256 of a file.
pub(super) fn measure(files: &dyn Files, name: &str) -> Result<(u64, String), SheetFault> {
    let mut file = files.open(name).map_err(|why| fault(name, why))?;
    let (mut hasher, mut bytes) = (Sha256::new(), 0);
    let mut chunk = vec![0; CHUNK];
    loop {
        match file.read(&mut chunk) {
            Ok(0) => return Ok((bytes, hex::encode(hasher.finalize()))),
            Ok(read) => {
                hasher.update(&chunk[..read]);
                bytes += read as u64;
            }
            Err(why) if why.kind() == io::ErrorKind::Interrupted => {}
            Err(why) => return Err(fault(name, why)),
        }
    }
}

/// Rows as they come.
pub type RowsOf<T> = Box<dyn Iterator<Item = Result<T, SheetFault>>>;

pub(super) fn events(files: &dyn Files, name: &str, form: Form) -> Result<RowsOf<EventRow>, SheetFault> {
    read(files, name, form, || files.parquet_events(name))
}

pub(super) fn postings(files: &dyn Files, name: &str, form: Form) -> Result<RowsOf<PostingRow>, SheetFault> {
    read(files, name, form, || files.parquet_postings(name))
}

pub(super) fn seals(files: &dyn Files, name: &str, form: Form) -> Result<RowsOf<SealRow>, SheetFault> {
    read(files, name, form, || files.parquet_seals(name))
}

pub(super) fn refusals(files: &dyn Files, name: &str, form: Form) -> Result<RowsOf<RefusalRow>, SheetFault> {
    read(files, name, form, || files.parquet_refusals(name))
}

/// Text is read here, Parquet by whoever can.
fn read<T: DeserializeOwned + 'static>(
    files: &dyn Files,
    name: &str,
    form: Form,
    parquet: impl FnOnce() -> Result<RowsOf<T>, SheetFault>,
) -> Result<RowsOf<T>, SheetFault> {
    match form {
        Form::Parquet => parquet(),
        Form::Ndjson | Form::Csv => rows(files, name, form),
    }
}

/// The rows of a file of text, one after the other.
fn rows<T: DeserializeOwned + 'static>(files: &dyn Files, name: &str, form: Form) -> Result<RowsOf<T>, SheetFault> {
    let file = files.open(name).map_err(|why| fault(name, why))?;
    let mut reader = BufReader::with_capacity(CHUNK, file);
    let name = name.to_owned();
    Ok(match form {
        Form::Csv => {
            let reader = csv::Reader::from_reader(reader);
            Box::new(
                reader
                    .into_deserialize()
                    .map(move |row| row.map_err(|why| fault(&name, why))),
            )
        }
        Form::Ndjson | Form::Parquet => Box::new(std::iter::from_fn(move || line(&mut reader, &name).transpose())),
    })
}

fn line<T: DeserializeOwned>(reader: &mut impl BufRead, name: &str) -> Result<Option<T>, SheetFault> {
    let mut text = String::new();
    let read = reader.take(LINE_BYTES_MAX).read_line(&mut text);
    if read.map_err(|why| fault(name, why))? == 0 {
        return Ok(None);
    }
    serde_json::from_str(&text).map(Some).map_err(|why| fault(name, why))
}
