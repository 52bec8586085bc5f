//! The files that somebody chose in the page, read piece by piece through a function of the page, from any offset.

use bytes::Bytes;
use js_sys::{Function, Uint8Array};
use parquet::errors::Result as ParquetResult;
use proofs::export::parquet::{ChunkReader, FromRow, Length, rows};
use proofs::export::{EventRow, Files, PostingRow, RefusalRow, RowsOf, SealRow, SheetFault};
use std::io::{self, BufReader, Read};
use wasm_bindgen::prelude::*;

/// Bytes that are asked for at once.
const CHUNK: usize = 1 << 16;

/// The files of an export.
pub struct Chosen {
    pub read: Function,
}

impl Chosen {
    /// A missing file is an error now and not at its first line.
    fn piecewise(&self, name: &str) -> io::Result<Piecewise> {
        let file = Piecewise {
            read: self.read.clone(),
            name: name.to_owned(),
            offset: 0,
        };
        file.piece(0)?;
        Ok(file)
    }

    fn parquet<R: FromRow + 'static>(&self, name: &str) -> Result<RowsOf<R>, SheetFault> {
        let file = self.piecewise(name).and_then(Measured::of);
        rows(name, file.map_err(|why| SheetFault(format!("{name}: {why}")))?)
    }
}

impl Files for Chosen {
    fn open(&self, name: &str) -> io::Result<Box<dyn Read>> {
        Ok(Box::new(self.piecewise(name)?))
    }

    fn parquet_events(&self, name: &str) -> Result<RowsOf<EventRow>, SheetFault> {
        self.parquet(name)
    }

    fn parquet_postings(&self, name: &str) -> Result<RowsOf<PostingRow>, SheetFault> {
        self.parquet(name)
    }

    fn parquet_seals(&self, name: &str) -> Result<RowsOf<SealRow>, SheetFault> {
        self.parquet(name)
    }

    fn parquet_refusals(&self, name: &str) -> Result<RowsOf<RefusalRow>, SheetFault> {
        self.parquet(name)
    }
}

/// A file that is read piece by piece.
#[derive(Clone)]
struct Piecewise {
    read: Function,
    name: String,
    offset: u64,
}

impl Piecewise {
    fn piece(&self, length: usize) -> io::Result<Uint8Array> {
        let arguments = (JsValue::from_str(&self.name), self.offset as f64, length as f64);
        let given = self
            .read
            .call3(&JsValue::NULL, &arguments.0, &arguments.1.into(), &arguments.2.into());
        let given = given.map_err(|_| io::Error::other("the file cannot be read"))?;
        given
            .dyn_into()
            .map_err(|_| io::Error::new(io::ErrorKind::NotFound, "there is no such file"))
    }

    fn at(&self, offset: u64) -> Piecewise {
        Piecewise {
            offset,
            ..self.clone()
        }
    }
}

impl Read for Piecewise {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let piece = self.piece(buffer.len())?;
        let read = (piece.length() as usize).min(buffer.len());
        piece.subarray(0, read as u32).copy_to(&mut buffer[..read]);
        self.offset += read as u64;
        Ok(read)
    }
}

/// A file whose length is known, as Parquet is read from its end.
struct Measured {
    file: Piecewise,
    bytes: u64,
}

impl Measured {
    /// The page gives bytes and no lengths: the end is where it gives none.
    fn of(file: Piecewise) -> io::Result<Measured> {
        let has = |offset: u64| Ok::<_, io::Error>(file.at(offset).piece(1)?.length() > 0);
        let (mut there, mut beyond) = (0, 1);
        while has(beyond - 1)? {
            (there, beyond) = (beyond, beyond * 2);
        }
        // As many bytes as `there` are there, and not as many as `beyond`.
        while beyond - there > 1 {
            let middle = there + (beyond - there) / 2;
            match has(middle - 1)? {
                true => there = middle,
                false => beyond = middle,
            }
        }
        Ok(Measured { file, bytes: there })
    }
}

impl Length for Measured {
    fn len(&self) -> u64 {
        self.bytes
    }
}

impl ChunkReader for Measured {
    type T = BufReader<Piecewise>;

    fn get_read(&self, start: u64) -> ParquetResult<Self::T> {
        Ok(BufReader::with_capacity(CHUNK, self.file.at(start)))
    }

    fn get_bytes(&self, start: u64, length: usize) -> ParquetResult<Bytes> {
        let mut bytes = vec![0; length];
        self.file.at(start).read_exact(&mut bytes)?;
        Ok(bytes.into())
    }
}
