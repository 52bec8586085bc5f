//! The running server: adopt or start, wait until it takes connections, stop.
//!
//! The caller holds the folder's lock, so no other ledger works on it.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::Signal;

use super::data_folder::DataFolder;
use super::error::EmbeddedError;
use super::find::Binaries;
use super::init::last_lines;
use super::orphan;
use super::pidfile::{self, Occupants, PidFile};
use super::process;
use super::socket;

/// A stopping server writes its last checkpoint first; pg_ctl allows the same.
pub(super) const STOP_LIMIT: Duration = Duration::from_secs(60);
/// Recovery after a crash replays at most max_wal_size; this is many times that. ASSUMED.
const READY_LIMIT: Duration = Duration::from_secs(300);
/// Processes of a killed server may hold its shared memory for a moment (ledger §9.4).
const RETRY_LIMIT: Duration = Duration::from_secs(10);
const RETRY_PAUSE: Duration = Duration::from_millis(200);

/// A server that takes connections on its socket.
#[derive(Debug)]
pub(super) struct Server {
    pub(super) pid: u32,
    pub(super) socket_dir: PathBuf,
    /// `None` when adopted: then it is nobody's child here.
    child: Option<Child>,
    cluster: PathBuf,
}

impl Server {
    /// Adopts the orphan of the folder or starts a new server.
    pub(super) fn start(
        folder: &DataFolder,
        binaries: &Binaries,
        settings: &[(String, String)],
    ) -> Result<Self, EmbeddedError> {
        let cluster = folder.cluster();
        if let Some(orphan) = orphan::settle(folder, &cluster)? {
            return Ok(Self {
                pid: orphan.pid,
                socket_dir: orphan.socket_dir,
                child: None,
                cluster,
            });
        }
        let socket_dir = socket::prepare(&folder.home, &folder.account)?;
        if pidfile::occupants(&cluster, &folder.account) == Occupants::Nobody {
            socket::clear(&socket_dir);
        }
        let child = launch(folder, binaries, settings, &socket_dir)?;
        Ok(Self {
            pid: child.id(),
            socket_dir,
            child: Some(child),
            cluster,
        })
    }

    /// Whether this program did not start the server itself.
    pub(super) fn adopted(&self) -> bool {
        self.child.is_none()
    }

    /// Stops the server: running statements are rolled back, everything committed is on disk.
    pub(super) fn stop(&mut self) -> Result<(), EmbeddedError> {
        let fault = |fault: std::io::Error| {
            EmbeddedError::Server(format!(
                "PostgreSQL (process {}) could not be stopped: {fault}; end it with kill -INT.",
                self.pid
            ))
        };
        let crashed = match self.child.as_mut() {
            Some(child) => child.try_wait().map_err(fault)?,
            None => None,
        };
        if crashed.is_none() {
            process::signal(self.pid, Signal::SIGINT).map_err(fault)?;
        }
        let status = match self.child.as_mut() {
            Some(child) => process::wait(child, STOP_LIMIT)
                .map_err(fault)?
                .map(|end| end.success()),
            None => process::wait_until(STOP_LIMIT, || self.has_left()).then_some(true),
        };
        match status {
            Some(true) => Ok(()),
            Some(false) => Err(EmbeddedError::Server(format!(
                "PostgreSQL (process {}) had ended by itself: nothing committed is lost, the next start recovers; its log says why.",
                self.pid
            ))),
            None => Err(EmbeddedError::Server(format!(
                "PostgreSQL (process {}) is still stopping after {} seconds: wait for it, or end it with kill -QUIT; the next start recovers.",
                self.pid,
                STOP_LIMIT.as_secs()
            ))),
        }
    }

    /// An adopted server has left when its own file has; a dead process may linger unreaped.
    fn has_left(&self) -> bool {
        let filed = PidFile::read(&self.cluster).is_some_and(|file| file.pid == self.pid);
        !filed || !process::alive(self.pid)
    }
}

fn launch(
    folder: &DataFolder,
    binaries: &Binaries,
    settings: &[(String, String)],
    socket_dir: &Path,
) -> Result<Child, EmbeddedError> {
    let started = Instant::now();
    loop {
        let mut log = folder.open_log()?;
        let fault = |fault: std::io::Error| EmbeddedError::file("start PostgreSQL in", &folder.home, &fault);
        let before = log.seek(SeekFrom::End(0)).map_err(fault)?;
        let command = command(folder, binaries, settings, socket_dir, &log).map_err(fault)?;
        let mut child = process::spawn(command, Signal::SIGINT).map_err(fault)?;
        if await_ready(&mut child, folder, socket_dir).map_err(fault)? {
            return Ok(child);
        }
        let output = written_since(&folder.log_path(), before);
        if !held_by_leftovers(&output) || started.elapsed() >= RETRY_LIMIT {
            return Err(EmbeddedError::Server(format!(
                "PostgreSQL {} did not start on {}: correct what these last lines of {} say and start again.\n{}",
                binaries.version,
                folder.cluster().display(),
                folder.log_path().display(),
                last_lines(&output)
            )));
        }
        thread::sleep(RETRY_PAUSE);
    }
}

/// The operator's settings stand before those that keep the server private, so that they cannot
/// open it to the network.
fn command(
    folder: &DataFolder,
    binaries: &Binaries,
    settings: &[(String, String)],
    socket_dir: &Path,
    log: &File,
) -> std::io::Result<Command> {
    let mut command = Command::new(binaries.bin_dir.join("postgres"));
    folder.account.apply(&mut command);
    command.arg("-D").arg(folder.cluster()).current_dir(&folder.home);
    let own = [
        ("max_connections", "200"),
        ("shared_buffers", "256MB"),
        ("max_wal_size", "2GB"),
        ("timezone", "UTC"),
        ("log_timezone", "UTC"),
    ];
    let sockets = socket::as_setting(socket_dir);
    let port = socket::PORT.to_string();
    let private = [
        ("listen_addresses", ""),
        ("unix_socket_directories", sockets.as_str()),
        ("unix_socket_permissions", "0700"),
        ("port", port.as_str()),
        ("logging_collector", "off"),
        ("log_destination", "stderr"),
    ];
    let given = settings.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    for (name, value) in own.into_iter().chain(given).chain(private) {
        command.arg("-c").arg(format!("{name}={value}"));
    }
    command
        .stdin(Stdio::null())
        .stdout(log.try_clone()?)
        .stderr(log.try_clone()?);
    Ok(command)
}

/// Waits until the child takes connections; `false` when it ended instead.
fn await_ready(child: &mut Child, folder: &DataFolder, socket_dir: &Path) -> std::io::Result<bool> {
    let started = Instant::now();
    let cluster = folder.cluster();
    while started.elapsed() < READY_LIMIT {
        if child.try_wait()?.is_some() {
            return Ok(false);
        }
        let says_ready = PidFile::read(&cluster).is_some_and(|file| file.ready && file.pid == child.id());
        if says_ready && socket::answers(socket_dir) {
            return Ok(true);
        }
        thread::sleep(process::POLL);
    }
    process::signal(child.id(), Signal::SIGINT)?;
    process::wait(child, STOP_LIMIT)?;
    Ok(false)
}

/// Whether the server gave up because of what a killed one left behind.
fn held_by_leftovers(log: &[u8]) -> bool {
    let text = String::from_utf8_lossy(log);
    // Always English: LC_ALL is C, and initdb set lc_messages.
    let locked = text
        .lines()
        .any(|line| line.contains("lock file") && line.ends_with("already exists"));
    locked || text.contains("pre-existing shared memory block")
}

fn written_since(log: &Path, before: u64) -> Vec<u8> {
    const BYTES_MAX: u64 = 64 * 1024;
    let mut text = Vec::new();
    if let Ok(mut file) = File::open(log)
        && file.seek(SeekFrom::Start(before)).is_ok()
    {
        // What cannot be read is left out: the caller's sentence names the file.
        file.take(BYTES_MAX).read_to_end(&mut text).ok();
    }
    text
}
