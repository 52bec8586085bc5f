//! A server of one test: what is tried there would change every database of a shared one.

use crate::testing::{embedded_options, options_of};
use postgres::Embedded;
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Executor, Row};
use std::path::PathBuf;
use std::time::Duration;

/// How long a changed setting may take on a loaded machine.
const TIMEOUT: Duration = Duration::from_secs(60);

/// The server. Dropping it stops it.
pub struct PrivateServer {
    server: Option<Embedded>,
    folder: PathBuf,
}

impl PrivateServer {
    pub async fn start(name: &str) -> PrivateServer {
        let folder = std::env::temp_dir().join(format!("ledger-{name}-{}", std::process::id()));
        let options = embedded_options(folder.clone());
        let started = tokio::task::spawn_blocking(|| Embedded::start(options)).await;
        let server = Some(started.expect("no panic").expect("a server"));
        PrivateServer { server, folder }
    }

    /// How to reach it.
    pub fn options(&self) -> PgConnectOptions {
        options_of(self.server.as_ref().expect("a server"))
    }

    /// Changes a setting of the whole server, or takes the change back, and waits until new connections see it.
    pub async fn set(&self, name: &str, value: Option<&str>) {
        let mut owner = self.options().connect().await.expect("the owner");
        let statement = match value {
            Some(value) => format!("alter system set {name} = '{value}'"),
            None => format!("alter system reset {name}"),
        };
        owner.execute(statement.as_str()).await.expect("changed");
        owner.execute("select pg_reload_conf()").await.expect("a reload");
        let seen = async {
            loop {
                let mut fresh = self.options().connect().await.expect("the owner");
                let row = sqlx::query("select setting, boot_val from pg_settings where name = $1")
                    .bind(name)
                    .fetch_one(&mut fresh)
                    .await
                    .expect("a setting");
                let (setting, default): (String, String) = (row.get(0), row.get(1));
                if setting == value.unwrap_or(&default) {
                    return;
                }
            }
        };
        let waited = tokio::time::timeout(TIMEOUT, seen).await;
        assert!(waited.is_ok(), "{name} did not change");
    }
}

impl Drop for PrivateServer {
    fn drop(&mut self) {
        drop(self.server.take());
        // What cannot be removed lies in the folder for such things.
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
