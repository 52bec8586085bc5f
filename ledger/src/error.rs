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

impl Fault {
    /// Whether it passes once the database can be reached again, as after a failover, or has room again: the same command
    /// with the same request id may then be sent again, and happens once.
    pub fn is_passing(&self) -> bool {
        match self {
            Fault::Contended | Fault::Unknown(_) => true,
            Fault::Database(error) => is_out_of_reach(error) || is_out_of_room(error),
            Fault::Migration(_)
            | Fault::Unreadable(_)
            | Fault::Sealed(_)
            | Fault::Law(_)
            | Fault::Setting(_)
            | Fault::Contradiction(_) => false,
        }
    }
}

/// Whether no server that takes writes could be reached: none answered, it is starting or stopping (57P0x), lets nobody
/// else in (53300), or has become a standby (25006). Where it is what a statement was answered with, nothing was done.
pub(crate) fn is_out_of_reach(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut => true,
        sqlx::Error::Database(answer) => answer.code().is_some_and(|code| {
            code.starts_with("57P0") || code.starts_with("08") || code == "53300" || code == "25006"
        }),
        _ => false,
    }
}

/// Whether the server has no room for what it was asked to do: its disk is full (53100), or its memory is (53200). Nothing
/// was done, and repeating it at once is of no use; it passes when somebody makes room.
pub(crate) fn is_out_of_room(error: &sqlx::Error) -> bool {
    let answer = error.as_database_error().and_then(|answer| answer.code());
    answer.is_some_and(|code| code == "53100" || code == "53200")
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
