//! Kills at every side, one owner per folder, and what the next start makes of the remains.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};

use nix::sys::signal::{Signal, kill};
use nix::unistd::{Pid, geteuid};
use postgres::{Embedded, EmbeddedError, find};

use super::stage::{Folder, Owner, keep, kept, kill_server};

#[test]
fn recovers_what_was_committed_when_the_server_is_killed() {
    let folder = Folder::new();
    let database = folder.start();
    keep(&database, "before the kill");
    kill_server(&database);
    let fault = database.stop().expect_err("the end was not clean").to_string();
    assert!(fault.contains("had ended by itself"), "{fault}");
    assert_eq!(kept(&folder.start()), ["before the kill"]);
    assert!(folder.log().contains("automatic recovery in progress"));
}

#[test]
fn outlives_the_thread_that_started_it() {
    let folder = Folder::new();
    let options = folder.options();
    let starter = std::thread::spawn(move || Embedded::start(options));
    let database = starter.join().expect("the thread").expect("the database starts");
    keep(&database, "after the thread");
    assert_eq!(kept(&database), ["after the thread"]);
    database.stop().expect("it was running to the end");
}

#[test]
fn a_killed_owner_takes_the_server_along_and_frees_the_folder() {
    let folder = Folder::new();
    let owner = Owner::of(&folder.data());
    let left = u32::try_from(owner.server).expect("a process id");
    owner.kill();
    let next = folder.start();
    // macOS does not signal the server when its owner ends, so there it is adopted.
    assert_eq!(next.adopted(), cfg!(target_os = "macos"));
    assert_eq!(next.pid() == left, next.adopted());
    assert_eq!(kept(&next), ["from the owner"]);
    next.stop().expect("a clean stop");
    assert!(folder.log().contains("received fast shutdown request"));
    assert!(!folder.log().contains("automatic recovery"));
}

#[test]
fn starts_again_when_owner_and_server_were_both_killed() {
    let folder = Folder::new();
    let owner = Owner::of(&folder.data());
    kill(Pid::from_raw(owner.server), Signal::SIGKILL).expect("the server is ours to kill");
    owner.kill();
    assert_eq!(kept(&folder.start()), ["from the owner"]);
    assert!(folder.log().contains("automatic recovery in progress"));
}

#[test]
fn refuses_a_folder_with_a_live_owner_and_names_it() {
    let folder = Folder::new();
    let owner = Owner::of(&folder.data());
    let fault = Embedded::start(folder.options()).expect_err("the folder has an owner");
    assert!(matches!(&fault, EmbeddedError::Busy { pid, .. } if *pid == owner.process.id().to_string()));
    let fault = fault.to_string();
    assert!(
        fault.contains(&format!("in use by process {}", owner.process.id())),
        "{fault}"
    );
    owner.kill();

    let mine = folder.start();
    let fault = Embedded::start(folder.options())
        .expect_err("this process owns it")
        .to_string();
    assert!(fault.contains(&format!("process {}", std::process::id())), "{fault}");
    assert_eq!(kept(&mine), ["from the owner"]);
}

#[test]
fn adopts_a_server_that_its_owner_left_behind() {
    let folder = Folder::new();
    let first = folder.start();
    keep(&first, "one");
    let sockets = first.socket_dir().to_owned();
    let programs = find(&folder.options()).expect("the programs").bin_dir;
    first.stop().expect("a clean stop");

    let data = folder.data().join("data");
    let mut command = Command::new(programs.join("postgres"));
    command
        .arg("-D")
        .arg(&data)
        .args(["-c", "listen_addresses="])
        .arg("-k")
        .arg(&sockets);
    let owner = fs::metadata(&data).expect("the data folder");
    if geteuid().is_root() {
        command.gid(owner.gid()).uid(owner.uid());
    }
    let mut left = command
        .current_dir("/")
        .stderr(Stdio::null())
        .spawn()
        .expect("a server");
    while !fs::read_to_string(folder.pid_file()).is_ok_and(|text| text.contains("ready")) {
        assert!(left.try_wait().expect("its state").is_none(), "the server gets ready");
        std::thread::yield_now();
    }

    let next = folder.start();
    assert!(next.adopted());
    assert_eq!(next.pid(), left.id());
    keep(&next, "two");
    assert_eq!(kept(&next), ["one", "two"]);
    next.stop().expect("a clean stop");
    assert!(left.wait().expect("the server has ended").success());
    assert_eq!(kept(&folder.start()), ["one", "two"]);
}

#[test]
fn a_process_id_that_another_program_got_does_not_block_the_start() {
    let folder = Folder::new();
    let owner = Owner::of(&folder.data());
    let left = owner.server.to_string();
    kill(Pid::from_raw(owner.server), Signal::SIGKILL).expect("the server is ours to kill");
    owner.kill();
    let mut other = Command::new("cat");
    let at = fs::metadata(folder.data().join("data")).expect("the data folder");
    if geteuid().is_root() {
        other.gid(at.gid()).uid(at.uid());
    }
    let mut other = other.stdin(Stdio::piped()).spawn().expect("another program");
    let text = fs::read_to_string(folder.pid_file()).expect("the file of the killed server");
    let text = text.replacen(&left, &other.id().to_string(), 1);
    fs::write(folder.pid_file(), text).expect("the file now names the other program");
    assert_eq!(kept(&folder.start()), ["from the owner"]);
    drop(other.stdin.take());
    assert!(
        other.wait().expect("the other program ends").success(),
        "it was left alone"
    );
}
