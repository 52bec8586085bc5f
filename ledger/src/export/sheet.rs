//! Files of rows: written with their hash and length, read one row at a time.

use super::FileNote;
use super::parquet::{self, Columns, Groups};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Read, Write};
use std::path::Path;
use thiserror::Error;

/// Longest line that is read: no event is near it.
const LINE_BYTES_MAX: u64 = 16 << 20;

/// How rows are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// One JSON object a line.
    Ndjson,
    /// Comma-separated with a heading (RFC 4180).
    Csv,
    /// Apache Parquet.
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

pub(super) fn fault(path: &Path, why: impl std::fmt::Display) -> SheetFault {
    SheetFault(format!("{}: {why}", path.display()))
}

/// Counts and hashes what goes through.
pub(super) struct Hashed<W> {
    inner: W,
    hasher: Sha256,
    bytes: u64,
}

impl<W> Hashed<W> {
    /// Nothing went through yet.
    pub(super) fn over(inner: W) -> Hashed<W> {
        let (hasher, bytes) = (Sha256::new(), 0);
        Hashed { inner, hasher, bytes }
    }
}

impl Hashed<BufWriter<File>> {
    /// What was written, on the disk.
    pub(super) fn note(self, name: String, rows: u64) -> Result<FileNote, SheetFault> {
        let Hashed { inner, hasher, bytes } = self;
        let file = inner.into_inner().map_err(std::io::IntoInnerError::into_error);
        file.and_then(|file| file.sync_all())
            .map_err(|why| SheetFault(format!("{name}: {why}")))?;
        let sha256 = hex::encode(hasher.finalize());
        Ok(FileNote {
            name,
            rows,
            bytes,
            sha256,
        })
    }
}

impl<W: Write> Write for Hashed<W> {
    fn write(&mut self, buffer: &[u8]) -> std::io::Result<usize> {
        let written = self.inner.write(buffer)?;
        self.hasher.update(&buffer[..written]);
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.inner.flush()
    }
}

/// A file under construction.
pub(super) struct Sheet {
    name: String,
    rows: u64,
    out: Out,
}

enum Out {
    Ndjson(Hashed<BufWriter<File>>),
    Csv(Box<csv::Writer<Hashed<BufWriter<File>>>>),
    Parquet(Box<Groups>),
}

impl Sheet {
    /// Begins a new file; one that is there already is not touched.
    pub(super) fn create<R: Columns>(folder: &Path, kind: &str, form: Form) -> Result<Sheet, SheetFault> {
        let name = format!("{kind}.{}", form.ending());
        let path = folder.join(&name);
        let file = File::create_new(&path).map_err(|why| fault(&path, why))?;
        let hashed = Hashed::over(BufWriter::new(file));
        let out = match form {
            Form::Ndjson => Out::Ndjson(hashed),
            Form::Csv => Out::Csv(Box::new(csv::Writer::from_writer(hashed))),
            Form::Parquet => Out::Parquet(Box::new(Groups::begin::<R>(hashed).map_err(|why| fault(&path, why))?)),
        };
        Ok(Sheet { name, rows: 0, out })
    }

    pub(super) fn add(&mut self, row: &(impl Serialize + Columns)) -> Result<(), SheetFault> {
        self.rows += 1;
        let written = match &mut self.out {
            Out::Ndjson(out) => serde_json::to_writer(&mut *out, row)
                .map_err(std::io::Error::from)
                .and_then(|()| out.write_all(b"\n")),
            Out::Csv(out) => out.serialize(row).map_err(std::io::Error::other),
            Out::Parquet(out) => out.add(row).map_err(std::io::Error::other),
        };
        written.map_err(|why| SheetFault(format!("{}: {why}", self.name)))
    }

    /// Ends the file, on the disk.
    pub(super) fn finish(self) -> Result<FileNote, SheetFault> {
        let Sheet { name, rows, out } = self;
        let hashed = match out {
            Out::Ndjson(hashed) => Ok(hashed),
            Out::Csv(out) => out.into_inner().map_err(|why| SheetFault(format!("{name}: {why}"))),
            Out::Parquet(out) => out.finish().map_err(|why| SheetFault(format!("{name}: {why}"))),
        };
        hashed?.note(name, rows)
    }
}

/// Length and SHA-256 of a file.
pub(super) fn measure(path: &Path) -> Result<(u64, String), SheetFault> {
    let mut hashed = Hashed::over(std::io::sink());
    let mut file = File::open(path).map_err(|why| fault(path, why))?;
    std::io::copy(&mut file, &mut hashed).map_err(|why| fault(path, why))?;
    Ok((hashed.bytes, hex::encode(hashed.hasher.finalize())))
}

/// The rows of a file, one after the other.
pub(super) fn rows<T: DeserializeOwned + Columns + 'static>(
    path: &Path,
    form: Form,
) -> Result<Box<dyn Iterator<Item = Result<T, SheetFault>>>, SheetFault> {
    if form == Form::Parquet {
        return parquet::rows(path);
    }
    let file = File::open(path).map_err(|why| fault(path, why))?;
    let place = path.to_owned();
    Ok(match form {
        Form::Csv => {
            let reader = csv::Reader::from_reader(BufReader::new(file));
            Box::new(
                reader
                    .into_deserialize()
                    .map(move |row| row.map_err(|why| fault(&place, why))),
            )
        }
        Form::Ndjson | Form::Parquet => {
            let mut reader = BufReader::new(file);
            Box::new(std::iter::from_fn(move || line(&mut reader, &place).transpose()))
        }
    })
}

fn line<T: DeserializeOwned>(reader: &mut impl BufRead, place: &Path) -> Result<Option<T>, SheetFault> {
    let mut text = String::new();
    let read = reader.take(LINE_BYTES_MAX).read_line(&mut text);
    if read.map_err(|why| fault(place, why))? == 0 {
        return Ok(None);
    }
    serde_json::from_str(&text).map(Some).map_err(|why| fault(place, why))
}
