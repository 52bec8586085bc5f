//! One `ledger serve` process.

use super::installation::{Installation, OWNER, leads_elsewhere};
use super::proxy::Proxy;
use std::fs::OpenOptions;
use std::path::PathBuf;
use std::process::{ExitStatus, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, BufReader, Lines};
use tokio::process::{Child, ChildStdout};

/// How long a server may take until it serves, on a busy machine.
const START_MAX: Duration = Duration::from_secs(30);

/// Servers of this program's tests so far.
static STARTED: AtomicU32 = AtomicU32::new(0);

/// A running server. Dropping it kills the process.
pub struct Server {
    /// Where it serves, without a slash at the end.
    pub url: String,
    /// Where it serves staff, likewise.
    pub staff_url: String,
    /// Makes the process count towards its crash point from now on.
    go: PathBuf,
    child: Child,
    // A closed pipe would break a server that says something more.
    _stdout: Lines<BufReader<ChildStdout>>,
}

impl Server {
    /// Starts a server and waits until it serves.
    pub async fn start(installation: &Installation) -> Server {
        Server::start_with(installation, &[]).await
    }

    /// Starts a server that reaches its database through a proxy.
    pub async fn start_behind(installation: &Installation, proxy: &Proxy) -> Server {
        Server::start_with(installation, &[("DATABASE_URL", &proxy.url())]).await
    }

    /// Starts a server with further environment variables.
    pub async fn start_with(installation: &Installation, environment: &[(&str, &str)]) -> Server {
        let started = Server::try_start_with(installation, environment).await;
        started.unwrap_or_else(|log| panic!("the server did not start:\n{log}"))
    }

    /// Starts a server with further environment variables; what all servers of the installation logged, if it refuses.
    pub async fn try_start_with(installation: &Installation, environment: &[(&str, &str)]) -> Result<Server, String> {
        let log = OpenOptions::new()
            .create(true)
            .append(true)
            .open(installation.folder.join("server.log"))
            .expect("a log");
        let mut command = installation.command(&["serve"]);
        let go = installation
            .folder
            .join(format!("go-{}", STARTED.fetch_add(1, Ordering::Relaxed)));
        if leads_elsewhere(environment) {
            command.env_remove(OWNER);
        }
        let mut child = command
            .env("LEDGER_CRASH_WHEN", &go)
            .envs(environment.iter().copied())
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .expect("the program starts");
        let mut stdout = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let line = tokio::time::timeout(START_MAX, stdout.next_line())
            .await
            .expect("a server within its time");
        let line = line.expect("text").unwrap_or_default();
        let url = line.strip_prefix("Serving players on ").ok_or_else(|| {
            let log = std::fs::read_to_string(installation.folder.join("server.log")).unwrap_or_default();
            format!("{line:?}\n{log}")
        })?;
        let staff = stdout.next_line().await.expect("text").unwrap_or_default();
        let staff_url = staff
            .strip_prefix("Serving staff on ")
            .expect("the address of the staff service");
        Ok(Server {
            url: url.to_owned(),
            staff_url: staff_url.to_owned(),
            go,
            child,
            _stdout: stdout,
        })
    }

    /// Lets the process count how often it reaches its crash point: before this its start would be counted too.
    pub fn arm(&self) {
        std::fs::write(&self.go, "").expect("a file");
    }

    /// Ends the process at once, as a crash would.
    pub async fn kill(mut self) {
        self.child.kill().await.expect("the process ends");
    }

    /// Sends the process a signal, as a process manager does.
    pub async fn send(&self, signal: &str) {
        let pid = self.child.id().expect("the process runs").to_string();
        let sent = tokio::process::Command::new("kill").args([signal, &pid]).status().await;
        assert!(sent.expect("kill runs").success());
    }

    /// The most memory that the process ever took for itself, in KiB. Pages of its program file are not counted: a
    /// build for tests has many times those of a production build, and the system drops them when it needs room.
    pub fn peak_kib(&self) -> u64 {
        let pid = self.child.id().expect("the process runs");
        let status = std::fs::read_to_string(format!("/proc/{pid}/status")).expect("a status");
        let kib = |name: &str| -> u64 {
            let line = status.lines().find_map(|line| line.strip_prefix(name)).expect("a line");
            line.trim().trim_end_matches(" kB").trim().parse().expect("a number")
        };
        kib("VmHWM:") - kib("RssFile:")
    }

    /// Waits for the end of the process.
    pub async fn ended(&mut self) -> ExitStatus {
        self.child.wait().await.expect("an exit status")
    }
}
