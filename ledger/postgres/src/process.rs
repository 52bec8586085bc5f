//! Starting and stopping child processes so that none outlives this program.
//!
//! | step | why |
//! |---|---|
//! | spawn on one thread that never ends | the kernel ties "signal me when my parent dies" to the spawning *thread*; a pool thread may end early and take the database with it |
//! | own process group | Ctrl-C in the terminal reaches only this program, which drains its connections first |
//! | death signal | after `kill -9` of this program PostgreSQL still shuts down cleanly |
//!
//! macOS has no death signal: there an orphan keeps running and the next start adopts it.
//! This is the only file of the crate with unsafe code.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

/// Pause of a wait loop between two checks. ASSUMED: far below what a person notices.
pub(super) const POLL: Duration = Duration::from_millis(10);

type Job = (Command, Sender<io::Result<Child>>);

/// Starts `command` in its own process group; when this program dies, the child gets `on_death`.
pub(super) fn spawn(mut command: Command, on_death: Signal) -> io::Result<Child> {
    command.process_group(0);
    die_with_parent(&mut command, on_death);
    let (answer, answered) = channel();
    spawner()?
        .send((command, answer))
        .map_err(|_| io::Error::other("the spawning thread has ended"))?;
    answered
        .recv()
        .map_err(|_| io::Error::other("the spawning thread has ended"))?
}

/// Runs `command` to its end and collects its output; it dies at once with this program.
pub(super) fn run(mut command: Command) -> io::Result<Output> {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    spawn(command, Signal::SIGKILL)?.wait_with_output()
}

/// The one thread that starts children. Its channel is never closed, so it never ends.
fn spawner() -> io::Result<Sender<Job>> {
    static JOBS: OnceLock<Mutex<Option<Sender<Job>>>> = OnceLock::new();
    let mut jobs = JOBS
        .get_or_init(|| Mutex::new(None))
        .lock()
        .unwrap_or_else(PoisonError::into_inner);
    if let Some(sender) = jobs.as_ref() {
        return Ok(sender.clone());
    }
    let (sender, receiver) = channel::<Job>();
    thread::Builder::new()
        .name("embedded-spawner".to_owned())
        .spawn(move || {
            for (mut command, answer) in receiver {
                if let Err(unsent) = answer.send(command.spawn()) {
                    reap(unsent.0);
                }
            }
        })?;
    *jobs = Some(sender.clone());
    Ok(sender)
}

/// A child that nobody waits for any more is ended instead of being leaked.
fn reap(started: io::Result<Child>) {
    if let Ok(mut child) = started
        && child.kill().is_ok()
    {
        child.wait().ok();
    }
}

#[cfg(any(target_os = "linux", target_os = "android"))]
#[allow(unsafe_code)]
fn die_with_parent(command: &mut Command, on_death: Signal) {
    let parent = Pid::this();
    let bind = move || {
        nix::sys::prctl::set_pdeathsig(on_death)?;
        // The parent may have ended before the line above: then no signal will ever come.
        if Pid::parent() != parent {
            return Err(io::Error::from(Errno::ESRCH));
        }
        Ok(())
    };
    // SAFETY: the closure runs between fork and exec, where only async-signal-safe calls are
    // permitted. It makes two plain system calls (prctl, getppid), and neither allocates, locks
    // nor touches memory of other threads; `parent` and `on_death` are copied integers. The
    // standard library runs it after the change of user, which would otherwise clear the signal.
    unsafe {
        command.pre_exec(bind);
    }
}

#[cfg(not(any(target_os = "linux", target_os = "android")))]
fn die_with_parent(_command: &mut Command, _on_death: Signal) {}

/// Whether a process with this id exists (it may belong to another user).
pub(super) fn alive(pid: u32) -> bool {
    match pid_of(pid).map(|target| kill(target, None)) {
        Some(Ok(()) | Err(Errno::EPERM)) => true,
        Some(Err(_)) | None => false,
    }
}

/// Sends a signal; a process that has already ended is not an error.
pub(super) fn signal(pid: u32, signal: Signal) -> io::Result<()> {
    let target = pid_of(pid).ok_or_else(|| io::Error::other("not a process id"))?;
    match kill(target, signal) {
        Ok(()) | Err(Errno::ESRCH) => Ok(()),
        Err(fault) => Err(fault.into()),
    }
}

/// Ids 0 and 1 and anything negative would address groups or the init process.
fn pid_of(pid: u32) -> Option<Pid> {
    i32::try_from(pid).ok().filter(|raw| *raw > 1).map(Pid::from_raw)
}

/// Waits for a child at most `limit`; `None` when it is still running then.
pub(super) fn wait(child: &mut Child, limit: Duration) -> io::Result<Option<ExitStatus>> {
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if started.elapsed() >= limit {
            return Ok(None);
        }
        thread::sleep(POLL);
    }
}

/// Waits until `done` answers yes, at most `limit`; answers whether it did.
pub(super) fn wait_until(limit: Duration, mut done: impl FnMut() -> bool) -> bool {
    let started = Instant::now();
    loop {
        if done() {
            return true;
        }
        if started.elapsed() >= limit {
            return false;
        }
        thread::sleep(POLL);
    }
}
