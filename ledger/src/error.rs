//! Faults: what the operator reads. Refusals, which the player reads, are data of `domain`.

use thiserror::Error;

/// Something of ours failed. Nothing was decided, or the outcome is not known.
#[derive(Debug, Error)]
pub enum Fault {
    /// The database refused or did not answer.
    #[error("database: {0}")]
    Database(#[from] sqlx::Error),
    /// The schema could not be brought up to date.
    #[error("migration: {0}")]
    Migration(#[from] sqlx::migrate::MigrateError),
    /// A stored fact does not read back.
    #[error(transparent)]
    Unreadable(#[from] proofs::Unreadable),
    /// Sealed bytes do not open: wrong master key, or they were changed.
    #[error("sealed data does not open: {0}")]
    Sealed(String),
    /// A rule broke a law of the ledger; nothing was written.
    #[error("law broken: {0}")]
    Law(String),
    /// A setting contradicts the database.
    #[error("{0}")]
    Setting(String),
    /// What is stored is not what was signed, or contradicts itself; nothing was signed over it.
    #[error("{0}")]
    Contradiction(String),
    /// Too much is written at once, to the stream or in all; nothing was decided, the same command may be sent again.
    #[error("more is written than can be waited for")]
    Contended,
    /// Whether it was written is not known, or the server did not say; retry with the same request id.
    #[error("the outcome is not known: {0}")]
    Unknown(String),
}

/// Why the command handler gave no reply.
#[derive(Debug, Error)]
pub enum CommandError {
    /// The request id was used with another body.
    #[error("the request id was used with other data")]
    KeyReused,
    /// The queue is full or the stream is contended; nothing was written, retry with the same request id.
    #[error("busy, please retry")]
    Busy,
    #[error(transparent)]
    Fault(#[from] Fault),
}

impl From<sqlx::Error> for CommandError {
    fn from(error: sqlx::Error) -> Self {
        CommandError::Fault(error.into())
    }
}
