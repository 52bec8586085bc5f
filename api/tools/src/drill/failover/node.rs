//! One node: a PostgreSQL under its Patroni, reached through relays that can be cut.

use super::relay::Relay;
use super::stage::{Stage, free_port};
use anyhow::Context;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::fs;
use std::path::PathBuf;
use std::process::ExitStatus;
use tokio::process::Child;

/// The password of the accounts of a drill. They are worth nothing and listen on this machine alone.
pub const PASSWORD: &str = "drill";
/// The superuser.
pub const SUPERUSER: &str = "postgres";
/// Size of a disk that can be full: the server, its log, and room to be filled.
const DISK: &str = "size=640m,mode=0711";

/// A node with its processes.
pub struct Node {
    pub name: String,
    /// What others reach it by.
    pub postgres: Relay,
    pub rest: Relay,
    /// What it reaches etcd by.
    etcd: Relay,
    /// Its own ports.
    ports: (u16, u16),
    home: PathBuf,
    has_disk: bool,
    patroni: Option<Child>,
}

impl Node {
    /// A node that does not run yet; with a disk of its own where that was asked for.
    pub async fn new(stage: &Stage, number: usize, etcd: u16, has_disk: bool) -> anyhow::Result<Node> {
        let ports = (free_port()?, free_port()?);
        let name = format!("db{number}");
        let home = stage.folder.join(&name);
        fs::create_dir_all(&home)?;
        if has_disk {
            stage.mount(&home, DISK).await?;
        }
        stage.account.own(&home)?;
        Ok(Node {
            name,
            postgres: Relay::to(ports.0).await?,
            rest: Relay::to(ports.1).await?,
            etcd: Relay::to(etcd).await?,
            ports,
            home,
            has_disk,
            patroni: None,
        })
    }

    /// Starts Patroni, which starts PostgreSQL.
    pub fn start(&mut self, stage: &Stage) -> anyhow::Result<()> {
        let here = |port: u16| format!("127.0.0.1:{port}");
        let mut patroni = stage.command(&stage.programs.patroni, &self.name)?;
        patroni
            .arg(stage.folder.join("patroni.yml"))
            .env("PATRONI_SCOPE", "ledger")
            .env("PATRONI_NAME", &self.name)
            .env("PATRONI_ETCD3_HOSTS", here(self.etcd.port()))
            // Else Patroni goes where etcd says that it is, past the relay.
            .env("PATRONI_ETCD3_USE_PROXIES", "true")
            .env("PATRONI_RESTAPI_LISTEN", here(self.ports.1))
            .env("PATRONI_RESTAPI_CONNECT_ADDRESS", here(self.rest.port()))
            .env("PATRONI_POSTGRESQL_LISTEN", here(self.ports.0))
            .env("PATRONI_POSTGRESQL_CONNECT_ADDRESS", here(self.postgres.port()))
            .env("PATRONI_POSTGRESQL_DATA_DIR", self.data())
            .env("PATRONI_POSTGRESQL_BIN_DIR", &stage.programs.postgres)
            .env("PATRONI_POSTGRESQL_PGPASS", self.home.join("pgpass"))
            .env("PATRONI_SUPERUSER_USERNAME", SUPERUSER)
            .env("PATRONI_SUPERUSER_PASSWORD", PASSWORD)
            .env("PATRONI_REPLICATION_USERNAME", "replicator")
            .env("PATRONI_REPLICATION_PASSWORD", PASSWORD);
        self.patroni = Some(patroni.spawn().context("Patroni")?);
        Ok(())
    }

    /// How its Patroni ended, if nobody here has ended it.
    pub fn ended(&mut self) -> std::io::Result<Option<ExitStatus>> {
        match &mut self.patroni {
            Some(patroni) => patroni.try_wait(),
            None => Ok(None),
        }
    }

    fn data(&self) -> PathBuf {
        self.home.join("data")
    }

    /// Kills PostgreSQL alone: its processes notice that the first of them is gone.
    ///
    /// # Errors
    /// There is none to kill: nothing would have been tried.
    pub fn kill_postgres(&self) -> anyhow::Result<()> {
        let pid = self.postmaster().context("the primary does not run")?;
        kill(pid, Signal::SIGKILL).context("the primary is gone")
    }

    /// Kills Patroni alone: nobody looks after its PostgreSQL any more.
    pub async fn kill_patroni(&mut self) {
        if let Some(mut patroni) = self.patroni.take() {
            // An error means that it has ended by itself.
            patroni.kill().await.ok();
        }
    }

    /// Kills everything, as a machine that loses its power.
    pub async fn kill(&mut self) {
        self.kill_patroni().await;
        self.signal_postgres(Signal::SIGKILL);
    }

    /// Stops all processes where they are.
    pub fn freeze(&self) {
        self.signal_patroni(Signal::SIGSTOP);
        self.signal_postgres(Signal::SIGSTOP);
    }

    /// Stops those of PostgreSQL alone.
    pub fn freeze_postgres(&self) {
        self.signal_postgres(Signal::SIGSTOP);
    }

    /// Lets them go on.
    pub fn thaw(&self) {
        self.signal_postgres(Signal::SIGCONT);
        self.signal_patroni(Signal::SIGCONT);
    }

    /// Cuts it off from everybody, etcd included.
    pub fn cut(&self) {
        [&self.postgres, &self.rest, &self.etcd]
            .into_iter()
            .for_each(Relay::cut);
    }

    /// Connects it again.
    pub fn mend(&self) {
        [&self.postgres, &self.rest, &self.etcd]
            .into_iter()
            .for_each(Relay::mend);
    }

    /// Fills its disk to the last byte.
    pub async fn fill_disk(&self) -> anyhow::Result<()> {
        anyhow::ensure!(self.has_disk, "{} has no disk of its own", self.name);
        let path = self.filler();
        let filled = tokio::task::spawn_blocking(move || {
            let mut file = fs::File::create(path)?;
            // It ends with the error that is wanted.
            std::io::copy(&mut std::io::repeat(1), &mut file)
        });
        match filled.await? {
            Err(full) if full.kind() == std::io::ErrorKind::StorageFull => Ok(()),
            Err(other) => Err(other).context("filling a disk"),
            Ok(_) => unreachable!("a source without an end"),
        }
    }

    /// Makes room again.
    pub fn free_disk(&self) -> anyhow::Result<()> {
        fs::remove_file(self.filler()).context("making room on a disk")
    }

    fn filler(&self) -> PathBuf {
        self.home.join("filler")
    }

    fn signal_patroni(&self, signal: Signal) {
        let pid = self.patroni.as_ref().and_then(Child::id);
        if let Some(pid) = pid.and_then(|pid| i32::try_from(pid).ok()) {
            // It may have ended meanwhile.
            kill(Pid::from_raw(pid), signal).ok();
        }
    }

    fn signal_postgres(&self, signal: Signal) {
        let Some(postmaster) = self.postmaster() else { return };
        for pid in children(postmaster).into_iter().chain([postmaster]) {
            kill(pid, signal).ok();
        }
    }

    /// The first process of PostgreSQL, as it wrote itself down; none when that one does not live.
    fn postmaster(&self) -> Option<Pid> {
        let text = fs::read_to_string(self.data().join("postmaster.pid")).ok()?;
        let pid = Pid::from_raw(text.lines().next()?.trim().parse().ok()?);
        // A number may belong to somebody else by now.
        let command = fs::read_to_string(format!("/proc/{pid}/cmdline")).ok()?;
        command.contains("postgres").then_some(pid)
    }

    /// Ends everything of the node.
    pub async fn close(&mut self, stage: &Stage) {
        self.thaw();
        self.kill().await;
        if self.has_disk {
            stage.unmount(&self.home).await;
        }
    }
}

/// The processes that this one has started.
fn children(parent: Pid) -> Vec<Pid> {
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let pids = processes.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    pids.filter(|pid| parent_of(*pid) == Some(parent.as_raw()))
        .map(Pid::from_raw)
        .collect()
}

/// The fourth field of a process's `stat`; the second is a name in brackets and may hold spaces.
fn parent_of(pid: i32) -> Option<i32> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let (_, rest) = stat.rsplit_once(") ")?;
    rest.split(' ').nth(1)?.parse().ok()
}
