//! What the processes of a drill share: a folder, the account that runs PostgreSQL, the programs.

use super::programs::Programs;
use crate::scratch;
use anyhow::Context;
use postgres::Account;
use std::fs::{self, OpenOptions};
use std::net::TcpListener;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::atomic::{AtomicU32, Ordering};
use tokio::process::Command;

/// How many lines of each log are printed when a drill fails.
const LINES_PRINTED: usize = 12;

/// The folder of a drill, removed at its end.
pub struct Stage {
    pub folder: PathBuf,
    pub account: Account,
    pub programs: Programs,
}

impl Stage {
    /// A new folder, which the account of the servers can enter and write to.
    pub fn open(programs: Programs) -> anyhow::Result<Stage> {
        let folder = scratch::folder();
        fs::create_dir_all(&folder).context("the folder of the drill")?;
        let mut notes = Vec::new();
        let account = Account::choose(&folder.join("data"), &mut notes)?;
        notes.iter().for_each(|note| tracing::info!("{note}"));
        account.own(&folder)?;
        anyhow::ensure!(
            account.enters(&folder),
            "the user {}, who runs PostgreSQL, cannot enter {}: choose another TMPDIR",
            account.name(),
            folder.display()
        );
        Ok(Stage {
            folder,
            account,
            programs,
        })
    }

    /// A program that runs as that account, with its output in a file of this name.
    pub fn command(&self, program: &Path, log: &str) -> anyhow::Result<Command> {
        let log = self.log(log)?;
        let mut command = std::process::Command::new(program);
        self.account.apply(&mut command);
        command
            .current_dir(&self.folder)
            .stdin(Stdio::null())
            .stdout(log.try_clone()?)
            .stderr(log);
        let mut command = Command::from(command);
        // Ctrl-C ends the drill, which then ends these.
        command.process_group(0).kill_on_drop(true);
        Ok(command)
    }

    /// The file that holds what a process of this name says.
    pub fn log(&self, name: &str) -> anyhow::Result<fs::File> {
        let path = self.folder.join(format!("{name}.log"));
        let file = OpenOptions::new().create(true).append(true).open(path);
        file.context("the log of a process")
    }

    /// Mounts a disk in memory here.
    pub async fn mount(&self, at: &Path, options: &str) -> anyhow::Result<()> {
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", options, "tmpfs"]).arg(at);
        let status = mount.status().await.context("mount")?;
        anyhow::ensure!(status.success(), "a disk in memory cannot be mounted");
        Ok(())
    }

    /// Whether disks can be mounted here at all.
    pub async fn may_mount(&self) -> bool {
        let probe = self.folder.join("probe");
        let is_mounted = fs::create_dir_all(&probe).is_ok() && self.mount(&probe, "size=1m").await.is_ok();
        if is_mounted {
            self.unmount(&probe).await;
        }
        is_mounted
    }

    pub async fn unmount(&self, at: &Path) {
        // Whatever a process that is just ending still has open goes with it.
        let unmounted = Command::new("umount").arg("--lazy").arg(at).status().await;
        if !unmounted.is_ok_and(|status| status.success()) {
            tracing::warn!("{} is still mounted", at.display());
        }
    }

    /// Copies what the processes said to where it is not removed, and prints the end of each: of a machine that is thrown
    /// away, what was printed is all that remains.
    pub fn keep_logs(&self) {
        let kept = std::env::temp_dir().join(format!("ledger-drill-{}-logs", std::process::id()));
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let logs = entries
            .map(|entry| entry.path())
            .filter(|path| path.extension().is_some_and(|end| end == "log"));
        let copied = fs::create_dir_all(&kept).is_ok();
        for log in logs {
            let text = String::from_utf8_lossy(&fs::read(&log).unwrap_or_default()).into_owned();
            let lines: Vec<&str> = text.lines().collect();
            let end = lines[lines.len().saturating_sub(LINES_PRINTED)..].join("\n");
            let name = log.file_name().unwrap_or_default();
            tracing::error!("the last lines of {}:\n{end}", name.display());
            if copied && fs::write(kept.join(name), text).is_ok() {
                tracing::error!("all of them are in {}", kept.join(name).display());
            }
        }
    }

    /// Removes the folder.
    pub fn close(self) -> anyhow::Result<()> {
        fs::remove_dir_all(&self.folder).context("the folder of the drill")
    }
}

/// Ports for servers of the drill.
const PORTS: Range<u16> = 10_000..32_768;
const PORTS_TRIED: u32 = 100;

/// A port that nobody listens on, and that no connection takes while the server that has it is down: the system gives
/// those from 32,768 on to connections that go out (Linux, `ip_local_port_range`).
pub fn free_port() -> anyhow::Result<u16> {
    // No two of a process are the same, and another process begins elsewhere.
    static ASKED: AtomicU32 = AtomicU32::new(0);
    let begin = std::process::id().wrapping_mul(PORTS_TRIED);
    let ports = u32::from(PORTS.end - PORTS.start);
    let mut asked = (0..PORTS_TRIED).map(|_| begin.wrapping_add(ASKED.fetch_add(1, Ordering::Relaxed)) % ports);
    let free = asked.find_map(|asked| {
        let port = PORTS.start + u16::try_from(asked).ok()?;
        TcpListener::bind(("127.0.0.1", port)).is_ok().then_some(port)
    });
    free.context("no port is free")
}
