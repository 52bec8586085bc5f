//! Fixtures of the tests: a folder, SQL over the socket, and owners that can be killed.

use std::fs::{self, Permissions};
use std::io::{BufRead, BufReader, Read};
use std::os::unix::fs::{PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use nix::sys::signal::{Signal, kill};
use nix::unistd::{Pid, User, geteuid};
use postgres::{Embedded, EmbeddedOptions};
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Connection};

/// Names the folder to the second process.
pub const HOLD: &str = "LEDGER_TEST_HOLD";
/// The test that the second process runs.
const HOLDER: &str = "holds_a_database_until_its_input_ends";

/// Copies a file to a program that everybody may start. A process of its own writes it: what a test beside this one
/// starts meanwhile would inherit the file open for writing, and the system starts no such file ("text file busy").
pub fn install(from: &Path, to: &Path) {
    let copied = Command::new("install").args(["-m", "755"]).args([from, to]).status();
    assert!(copied.expect("install runs").success(), "a copy of {}", from.display());
}

/// A folder of one test, deleted with everything that was moved out of it.
pub struct Folder(pub PathBuf);

impl Folder {
    /// A fresh one that every account can enter.
    pub fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("ledger-it-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).expect("a temporary folder");
        fs::set_permissions(&path, Permissions::from_mode(0o755)).expect("its mode");
        Self(path.canonicalize().expect("an absolute path"))
    }

    /// Where the database goes.
    pub fn data(&self) -> PathBuf {
        self.0.join("db")
    }

    /// What a start there is asked for.
    pub fn options(&self) -> EmbeddedOptions {
        options(&self.data(), &self.0.join("cache"))
    }

    /// Starts the database in this process.
    pub fn start(&self) -> Embedded {
        Embedded::start(self.options()).expect("the database starts")
    }

    /// What the server has written so far.
    pub fn log(&self) -> String {
        fs::read_to_string(self.data().join("postgres.log")).expect("the log")
    }

    /// The file in which a server names its process.
    pub fn pid_file(&self) -> PathBuf {
        self.data().join("data/postmaster.pid")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if let Ok(moved) = fs::read_to_string(self.data().join("moved-to")) {
            fs::remove_dir_all(moved.trim()).ok();
        }
        fs::remove_dir_all(&self.0).ok();
    }
}

/// The options for a database in `data`.
pub fn options(data: &Path, cache: &Path) -> EmbeddedOptions {
    EmbeddedOptions {
        data_dir: data.to_owned(),
        pg_bin: None,
        node_modules: vec![web_modules()],
        cache_dir: cache.to_owned(),
        settings: Vec::new(),
    }
}

pub fn web_modules() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/node_modules")
}

/// The first column of every row, as text.
pub fn sql(database: &Embedded, text: &str) -> Vec<String> {
    let connect = PgConnectOptions::new_without_pgpass()
        .socket(database.socket_dir())
        .port(database.port())
        .username(database.user())
        .database(database.database());
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    runtime.block_on(async {
        let mut connection = connect.connect().await.expect("a connection over the socket");
        let rows = sqlx::query_scalar(text).fetch_all(&mut connection).await.expect(text);
        connection.close().await.expect("a clean goodbye");
        rows
    })
}

/// Commits one row.
pub fn keep(database: &Embedded, note: &str) {
    sql(database, "create table if not exists kept (note text)");
    sql(database, &format!("insert into kept values ('{note}')"));
}

/// Every committed row, sorted.
pub fn kept(database: &Embedded) -> Vec<String> {
    sql(database, "select note from kept order by note")
}

/// Kills the server without a warning.
pub fn kill_server(database: &Embedded) {
    let pid = i32::try_from(database.pid()).expect("a process id");
    kill(Pid::from_raw(pid), Signal::SIGKILL).expect("the server is ours to kill");
}

/// Another process that owns a database.
pub struct Owner {
    /// The owner itself; it stops the database when its input ends.
    pub process: Child,
    pub server: i32,
    /// Kept open: the test program fails when nobody takes its last lines.
    _output: BufReader<ChildStdout>,
}

impl Owner {
    /// Starts one for the database in `data`.
    pub fn of(data: &Path) -> Self {
        Self::started(Command::new(std::env::current_exe().expect("this program")), data)
    }

    /// Starts one with a command that runs this test program.
    pub fn started(mut command: Command, data: &Path) -> Self {
        let mut process = command
            .args(["--exact", "--nocapture"])
            .arg(HOLDER)
            .env(HOLD, data)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a second process");
        let mut output = BufReader::new(process.stdout.take().expect("its output"));
        let server = output
            .by_ref()
            .lines()
            .map_while(Result::ok)
            .find_map(|line| line.strip_prefix("server ").map(str::to_owned))
            .expect("the second process starts the database");
        Self {
            process,
            server: server.parse().expect("a process id"),
            _output: output,
        }
    }

    /// Kills it without a warning.
    pub fn kill(mut self) {
        self.process.kill().expect("the owner is ours to kill");
        self.process.wait().expect("the owner has ended");
    }
}

/// Below root the folders must belong to an account that PostgreSQL accepts.
pub fn give_away(paths: &[&Path]) {
    if geteuid().is_root() {
        let nobody = nobody();
        for path in paths {
            chown(path, Some(nobody.uid.as_raw()), Some(nobody.gid.as_raw())).expect("given away");
        }
    }
}

/// An account without rights.
pub fn nobody() -> User {
    User::from_name("nobody")
        .expect("the accounts")
        .expect("an account nobody")
}
