//! The embedded PostgreSQL, run for real: kept data, privacy, accounts and clean ends. What kills
//! leave behind is in `kills`, where the programs come from in `sources`.
//!
//! Owners that must die are other processes: this test binary starts itself again with the one
//! test [`holds_a_database_until_its_input_ends`] and a folder in the environment.

mod kills;
mod sources;
mod stage;

use std::fs::{self, Permissions};
use std::io::Read;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use nix::sys::signal::kill;
use nix::unistd::{Pid, geteuid, getpgid};
use postgres::{Embedded, Sources, find_in};

use stage::{Folder, HOLD, Owner, give_away, install, keep, kept, nobody, options, sql};

#[test]
fn holds_a_database_until_its_input_ends() {
    let Some(data) = std::env::var_os(HOLD).map(PathBuf::from) else {
        let folder = Folder::new();
        let mut owner = Owner::of(&folder.data());
        drop(owner.process.stdin.take());
        assert!(owner.process.wait().expect("the owner ends").success());
        assert_eq!(kill(Pid::from_raw(owner.server), None), Err(nix::errno::Errno::ESRCH));
        return;
    };
    let database = Embedded::start(options(&data, &data.join("cache"))).expect("the database starts");
    keep(&database, "from the owner");
    println!("\nserver {}", database.pid());
    std::io::stdin()
        .read_to_end(&mut Vec::new())
        .expect("the end of the input");
    database.stop().expect("a clean stop");
}

#[test]
fn keeps_data_over_restarts_and_stops_cleanly() {
    let folder = Folder::new();
    let first = folder.start();
    keep(&first, "one");
    assert!(!first.adopted());
    assert!(!first.source().is_empty() && !first.version().is_empty());
    first.stop().expect("a clean stop");
    assert!(!folder.pid_file().exists());
    assert!(folder.log().contains("database system is shut down"));

    let second = folder.start();
    keep(&second, "two");
    drop(second);
    assert!(!folder.pid_file().exists());
    assert_eq!(kept(&folder.start()), ["one", "two"]);
    assert!(!folder.log().contains("automatic recovery"));
}

#[test]
fn is_durable_private_and_the_same_everywhere() {
    let folder = Folder::new();
    let mut options = folder.options();
    options.settings = [("listen_addresses", "*"), ("port", "1"), ("work_mem", "5MB")]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .into();
    let database = Embedded::start(options).expect("the database starts");
    for (setting, value) in [
        ("fsync", "on"),
        ("synchronous_commit", "on"),
        ("full_page_writes", "on"),
        ("data_checksums", "on"),
        ("server_encoding", "UTF8"),
        ("listen_addresses", ""),
        ("port", "5432"),
        ("max_connections", "200"),
        ("shared_buffers", "256MB"),
        ("max_wal_size", "2GB"),
        ("timezone", "UTC"),
        ("work_mem", "5MB"),
    ] {
        assert_eq!(sql(&database, &format!("show {setting}")), [value], "{setting}");
    }
    assert_eq!(sql(&database, "select current_user::text"), ["ledger"]);
    let sorted = "select string_agg(w, '' order by w) from unnest(array['b','Z','a','é']) w";
    assert_eq!(sql(&database, sorted), ["Zabé"], "sorted by code point");

    let sockets = fs::metadata(database.socket_dir()).expect("the socket folder");
    let data = fs::metadata(folder.data().join("data")).expect("the data folder");
    assert_eq!((sockets.mode() & 0o777, sockets.uid()), (0o700, data.uid()));
    assert_ne!(data.uid(), 0);
    let server = Pid::from_raw(i32::try_from(database.pid()).expect("a process id"));
    assert_eq!(
        getpgid(Some(server)),
        Ok(server),
        "Ctrl-C in our group does not reach it"
    );
}

#[test]
fn begins_anew_after_a_first_start_that_was_cut_short() {
    let folder = Folder::new();
    let cut = folder.data().join("data.init/base");
    fs::create_dir_all(&cut).expect("a half made database");
    fs::set_permissions(folder.data(), Permissions::from_mode(0o755)).expect("its mode");
    fs::write(cut.join("1"), "half").expect("a half made file");
    let database = folder.start();
    keep(&database, "whole");
    assert_eq!(kept(&database), ["whole"]);
    assert!(!folder.data().join("data.init").exists());
}

#[test]
fn leaves_a_folder_alone_that_holds_something_else() {
    let folder = Folder::new();
    let data = folder.data().join("data");
    fs::create_dir_all(&data).expect("a folder");
    fs::write(data.join("photo"), "mine").expect("a file");
    give_away(&[&folder.data(), &data]);
    let fault = Embedded::start(folder.options())
        .expect_err("not a database")
        .to_string();
    assert!(fault.contains("exists but holds no database"), "{fault}");
    assert_eq!(fs::read_to_string(data.join("photo")).expect("the file"), "mine");
}

#[test]
fn reports_the_servers_own_words_when_it_does_not_start() {
    let folder = Folder::new();
    folder.start().stop().expect("a clean stop");
    let mut options = folder.options();
    options.settings = vec![("shared_buffers".to_owned(), "plenty".to_owned())];
    let fault = Embedded::start(options).expect_err("no such amount").to_string();
    assert!(
        fault.contains("did not start") && fault.contains("\"plenty\""),
        "{fault}"
    );
    folder.start().stop().expect("the next start works");
}

#[test]
fn long_and_odd_folder_names_work() {
    let folder = Folder::new();
    for name in ["with space, comma \"quotes\" and 鱼".to_owned(), "long".repeat(40)] {
        let data = folder.0.join(name);
        let database = Embedded::start(options(&data, &folder.0)).expect("the database starts");
        keep(&database, "kept");
        assert_eq!(kept(&database), ["kept"]);
        assert!(data.join("data/PG_VERSION").is_file());
        let sockets = database.socket_dir().to_owned();
        database.stop().expect("a clean stop");
        if !sockets.starts_with(&folder.0) {
            fs::remove_dir_all(sockets).expect("the short socket folder");
        }
    }
}

#[test]
fn a_normal_user_owns_its_database_and_nobody_else_can_enter() {
    let folder = Folder::new();
    let program = folder.0.join("program");
    install(&std::env::current_exe().expect("this program"), &program);
    let home = folder.0.join("home");
    fs::create_dir(&home).expect("a home");
    let mut command = Command::new(program);
    if geteuid().is_root() {
        give_away(&[&home]);
        command.gid(nobody().gid.as_raw()).uid(nobody().uid.as_raw());
    }
    let owner = Owner::started(command, &home.join("db"));
    let home_owner = fs::metadata(&home).expect("the home").uid();
    for (name, mode) in [
        ("data", 0o700),
        ("run", 0o700),
        ("lock", 0o600),
        ("postgres.log", 0o600),
    ] {
        let found = fs::metadata(home.join("db").join(name)).expect(name);
        assert_eq!((found.mode() & 0o777, found.uid()), (mode, home_owner), "{name}");
    }
    owner.kill();
    // Root comes later and finds the same data; it runs the server as their owner.
    let next = Embedded::start(options(&home.join("db"), &home)).expect("the database starts");
    assert_eq!(kept(&next), ["from the owner"]);
    let process = fs::metadata(home.join("db/data/postmaster.pid")).expect("the server's file");
    assert_eq!(process.uid(), home_owner);
}

#[test]
fn data_lies_where_the_servers_account_can_enter() {
    let folder = Folder::new();
    fs::set_permissions(&folder.0, Permissions::from_mode(0o700)).expect("a closed folder");
    let first = folder.start();
    keep(&first, "one");
    first.stop().expect("a clean stop");
    let next = folder.start();
    keep(&next, "two");
    assert_eq!(kept(&next), ["one", "two"]);
    let moved = fs::read_to_string(folder.data().join("moved-to"));
    if geteuid().is_root() {
        let home = moved.expect("the marker");
        assert!(Path::new(home.trim()).join("data/PG_VERSION").is_file());
        assert!(
            next.notes().iter().any(|note| note.contains(home.trim())),
            "{:?}",
            next.notes()
        );
    } else {
        assert!(moved.is_err() && folder.data().join("data/PG_VERSION").is_file());
    }
}

#[test]
fn every_source_on_this_machine_serves() {
    let folder = Folder::new();
    let here = Sources::of(&folder.options());
    let system = Sources {
        node_modules: Vec::new(),
        package: None,
        ..here.clone()
    };
    let modules = Sources {
        system: Vec::new(),
        package: None,
        ..here
    };
    let found: Vec<_> = [system, modules].iter().filter_map(|one| find_in(one).ok()).collect();
    assert!(
        !found.is_empty(),
        "this machine has PostgreSQL or the web's node_modules"
    );
    for (number, programs) in found.into_iter().enumerate() {
        let data = folder.0.join(number.to_string());
        let mut options = options(&data, &data);
        options.pg_bin = Some(programs.bin_dir);
        let database = Embedded::start(options).expect("the database starts");
        let version = sql(&database, "select current_setting('server_version')");
        assert!(version.concat().starts_with(&programs.version), "{version:?}");
        database.stop().expect("a clean stop");
    }
}
