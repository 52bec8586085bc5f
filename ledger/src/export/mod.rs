//! Exports: a range of the books in files that anybody can check without this database.
//!
//! | file | holds |
//! |---|---|
//! | `events.*` | every event of the range, with its leaf hash and the one before it in its stream |
//! | `postings.*` | every leg of these events with the balance after it |
//! | `seals.*`, `refusals.*` | where they are asked for: the MAC of every event, and remembered refusals with theirs |
//! | `manifest.json` | what was asked for, the range of each log, rows, bytes and SHA-256 of each file, sums |
//! | `dictionary.json` | what each column means |
//!
//! An export of all logs from their begin ends at the newest signed checkpoint, whose note lies in the manifest: the
//! root over the exported leaves must be the signed one. [`check`] recomputes everything from the files alone.
//!
//! [`journal`] writes the same books for tools of plain-text accounting, which check them in their own way.

pub mod journal;
mod parquet;
mod seals;
mod sheet;
mod write;

pub use proofs::export::{
    Anchor, DICTIONARY, Described, EventRow, FileNote, Files, Form, LogRange, MANIFEST, Manifest, PostingRow,
    RefusalRow, SealRow, Sealed, SheetFault, Shown, VERSION, check, dictionary,
};
pub use seals::check_macs;
pub use sheet::Folder;
pub use write::{Query, write};

use crate::error::Fault;
use thiserror::Error;

/// Why an export was not made.
#[derive(Debug, Error)]
pub enum ExportError {
    #[error(transparent)]
    Fault(#[from] Fault),
    /// A file that cannot be written.
    #[error(transparent)]
    File(#[from] SheetFault),
}

impl From<sqlx::Error> for ExportError {
    fn from(error: sqlx::Error) -> ExportError {
        ExportError::Fault(error.into())
    }
}
