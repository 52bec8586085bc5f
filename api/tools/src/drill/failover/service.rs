//! The processes of the product: two services on the cluster, and the commands that judge its database.

use super::cluster::{Cluster, STEP_TIMEOUT};
use super::stage::Stage;
use anyhow::Context;
use serde_json::Value;
use std::process::{Output, Stdio};
use tokio::io::{AsyncBufReadExt, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};

/// The bot of the drill, which nobody else knows.
pub const BOT_TOKEN: &str = "1:token-of-a-drill";
/// The login of the services.
const LOGIN: &str = "ledger_service";
/// What a test may want a process to get wrong, and what it logs, is the caller's to say.
const HANDED_ON: [&str; 2] = ["LEDGER_DEFECT", "RUST_LOG"];

/// A service that serves.
pub struct Server {
    pub url: String,
    child: Child,
    // A closed pipe would break a service that says something more.
    _stdout: Lines<BufReader<ChildStdout>>,
}

/// The commands of the product on one cluster.
pub struct Service {
    urls: [String; 2],
    owner: String,
    sync: &'static str,
}

impl Service {
    /// Of this cluster; with or without a standby that must have what is acknowledged.
    pub fn on(cluster: &Cluster, is_synchronous: bool) -> Service {
        Service {
            urls: cluster.urls(LOGIN),
            owner: cluster.owner_url(),
            sync: if is_synchronous { "required" } else { "off" },
        }
    }

    /// `ledger` with these arguments; `way` 0 leads through HAProxy, 1 to whichever of the servers is the primary.
    fn command(&self, stage: &Stage, way: usize, arguments: &[&str]) -> anyhow::Result<Command> {
        let mut command = Command::new(std::env::current_exe().context("this program's own file")?);
        command.env_clear();
        for name in HANDED_ON {
            command.envs(std::env::var_os(name).map(|value| (name, value)));
        }
        command
            .env("DATABASE_URL", &self.urls[way])
            .env("LEDGER_MODE", "development")
            .env("LEDGER_HTTP", "127.0.0.1:0")
            .env("LEDGER_STAFF_HTTP", "127.0.0.1:0")
            .env("LEDGER_METRICS_HTTP", "127.0.0.1:0")
            .env("LEDGER_DATA", stage.folder.join(format!("service-{way}")))
            .env("LEDGER_CHECKPOINTS", stage.folder.join("checkpoints"))
            .env("LEDGER_MASTER_KEY", "07".repeat(32))
            .env("LEDGER_BOT_TOKEN", BOT_TOKEN)
            .env("LEDGER_SYNC", self.sync)
            .args(arguments)
            .stdin(Stdio::null())
            .process_group(0)
            .kill_on_drop(true);
        Ok(command)
    }

    /// Makes the schema and the service's login.
    pub async fn migrate(&self, stage: &Stage) -> anyhow::Result<()> {
        let mut migrate = self.command(stage, 0, &["migrate"])?;
        let output = migrate.env("LEDGER_MIGRATE_URL", &self.owner).output().await?;
        anyhow::ensure!(output.status.success(), "ledger migrate: {}", said(&output));
        Ok(())
    }

    /// Two services: one through HAProxy, one with the list of servers.
    pub async fn start(&self, stage: &Stage) -> anyhow::Result<[Server; 2]> {
        Ok([self.serve(stage, 0).await?, self.serve(stage, 1).await?])
    }

    async fn serve(&self, stage: &Stage, way: usize) -> anyhow::Result<Server> {
        let mut command = self.command(stage, way, &["serve"])?;
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(stage.log(&format!("service-{way}"))?)
            .spawn()
            .context("a service")?;
        let mut stdout = BufReader::new(child.stdout.take().context("a service with an output")?).lines();
        let line = tokio::time::timeout(STEP_TIMEOUT, stdout.next_line()).await;
        let line = line.context("a service that does not begin")??.unwrap_or_default();
        let url = line.strip_prefix("Serving players on ");
        let url = url.with_context(|| format!("a service ended at its start, see service-{way}.log"))?;
        Ok(Server {
            url: url.to_owned(),
            child,
            _stdout: stdout,
        })
    }

    /// What a command that judges the database finds first; nothing where all is well.
    pub async fn finds(&self, stage: &Stage, arguments: &[&str]) -> anyhow::Result<Option<String>> {
        let output = self.command(stage, 0, arguments)?.output().await?;
        let report: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
        if output.status.code() == Some(0) && report["ok"] == true {
            return Ok(None);
        }
        let first = report.pointer("/first/what").and_then(Value::as_str);
        Ok(Some(first.map_or_else(|| said(&output), str::to_owned)))
    }

    /// What a command prints that works.
    pub async fn prints(&self, stage: &Stage, arguments: &[&str]) -> anyhow::Result<String> {
        let output = self.command(stage, 0, arguments)?.output().await?;
        anyhow::ensure!(output.status.success(), "ledger {arguments:?}: {}", said(&output));
        Ok(String::from_utf8(output.stdout)?)
    }
}

impl Server {
    /// Ends it at once.
    pub async fn close(mut self) -> anyhow::Result<()> {
        Ok(self.child.kill().await?)
    }
}

fn said(output: &Output) -> String {
    let text = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).trim().to_owned());
    text.join(" ").trim().to_owned()
}
