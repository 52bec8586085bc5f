//! A PostgreSQL server of one test, which may be killed and started again on the same data.

use ledger::testing;
use postgres::Embedded;
use sqlx::postgres::PgConnectOptions;
use std::fs;
use std::os::unix::fs::{MetadataExt, chown};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use tokio::process::Command;

/// The server. Dropping it stops it and removes its data.
pub struct Postgres {
    folder: PathBuf,
    settings: Vec<(String, String)>,
    running: Mutex<Option<Embedded>>,
}

impl Postgres {
    /// Starts a server with its data in `folder`; `settings` are added to its own.
    pub async fn start(folder: PathBuf, settings: &[(&str, &str)]) -> Postgres {
        let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        let postgres = Postgres {
            folder,
            settings: settings.iter().map(owned).collect(),
            running: Mutex::new(None),
        };
        postgres.revive().await;
        postgres
    }

    /// How to reach it.
    pub fn options(&self) -> PgConnectOptions {
        let running = self.running.lock().expect("no panic holds this lock");
        testing::options_of(running.as_ref().expect("a running server"))
    }

    /// The folder of its data.
    pub fn cluster(&self) -> PathBuf {
        self.folder.join("data")
    }

    /// Ends the postmaster at once; its backends notice and end too.
    pub async fn kill(&self) {
        let running = self.running.lock().expect("no panic holds this lock").take();
        let running = running.expect("a running server");
        let pid = running.pid().to_string();
        let sent = Command::new("kill").args(["-KILL", &pid]).status().await;
        assert!(sent.expect("kill runs").success());
        let stopped = tokio::task::spawn_blocking(|| running.stop()).await;
        let error = stopped.expect("no panic").expect_err("a kill is no clean end");
        assert!(error.to_string().contains("had ended by itself"), "{error}");
    }

    /// Starts it again; it recovers by itself.
    pub async fn revive(&self) {
        let mut options = testing::embedded_options(self.folder.clone());
        options.settings = self.settings.clone();
        let started = tokio::task::spawn_blocking(|| Embedded::start(options)).await;
        let started = started.expect("no panic").expect("the server starts");
        *self.running.lock().expect("no panic holds this lock") = Some(started);
    }
}

/// Gives files to the account that runs PostgreSQL, where the test is root.
pub fn hand_over(to: &Path, like: &Path) {
    let owner = fs::metadata(like).expect("a folder");
    let mut left = vec![to.to_owned()];
    while let Some(path) = left.pop() {
        if path.is_dir() {
            let entries = fs::read_dir(&path).expect("a folder");
            left.extend(entries.map(|entry| entry.expect("a file").path()));
        }
        chown(&path, Some(owner.uid()), Some(owner.gid())).expect("handed over");
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let running = self.running.get_mut().unwrap_or_else(PoisonError::into_inner);
        drop(running.take());
        // The log of a failed test's server is in there.
        if !std::thread::panicking() {
            fs::remove_dir_all(&self.folder).ok();
        }
    }
}
