//! Files of rows, written with their hash and length; and a folder as `proofs::export` reads it.

use super::parquet::{Columns, Groups};
use super::{EventRow, FileNote, Files, Form, PostingRow, RefusalRow, SealRow, SheetFault};
use proofs::export::RowsOf;
use proofs::export::parquet::{FromRow, rows};
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

pub(super) fn fault(path: &Path, why: impl std::fmt::Display) -> SheetFault {
    SheetFault(format!("{}: {why}", path.display()))
}

/// The files of a folder.
#[derive(Clone, Debug)]
pub struct Folder(pub PathBuf);

impl Folder {
    fn rows<R: FromRow + 'static>(&self, name: &str) -> Result<RowsOf<R>, SheetFault> {
        let path = self.0.join(name);
        let file = File::open(&path).map_err(|why| fault(&path, why))?;
        rows(&path.display().to_string(), file)
    }
}

impl Files for Folder {
    fn open(&self, name: &str) -> io::Result<Box<dyn Read>> {
        Ok(Box::new(File::open(self.0.join(name))?))
    }

    fn parquet_events(&self, name: &str) -> Result<RowsOf<EventRow>, SheetFault> {
        self.rows(name)
    }

    fn parquet_postings(&self, name: &str) -> Result<RowsOf<PostingRow>, SheetFault> {
        self.rows(name)
    }

    fn parquet_seals(&self, name: &str) -> Result<RowsOf<SealRow>, SheetFault> {
        self.rows(name)
    }

    fn parquet_refusals(&self, name: &str) -> Result<RowsOf<RefusalRow>, SheetFault> {
        self.rows(name)
    }
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
