//! Databases for tests: one private server for each test program, a fresh migrated
//! database for each test.
//!
//! `LEDGER_TEST_DATABASE_URL` names a server to use instead, `LEDGER_TEST_CITUS` one with Citus ([`citus`]). The private
//! server ends with the program. A test that says nothing else gets as many partitions as
//! `LEDGER_TEST_PARTITIONS` says, one unless it is set.

pub mod backup;
pub mod citus;
pub mod forgery;
pub mod players;
pub mod private_server;

use crate::error::Fault;
use crate::event_store::LedgerStore;
use crate::logins;
use crate::read::feed::{COLUMNS, recorded};
use crate::schema;
use crate::streams::Listed;
use crate::synchrony::Synchronous;
use crate::{Clock, CommandHandler, Ledger, Options, Shape};
use domain::player::Player;
use domain::stream::Stream;
use postgres::{Embedded, EmbeddedOptions};
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Connection, Executor, PgConnection, Row};
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use tokio::sync::OnceCell;

/// The moment at which tests begin: 2025-01-01T00:00:00Z.
pub const GENESIS_MS: i64 = 1_735_689_600_000;

/// The master key of tests.
pub const MASTER_KEY: [u8; 32] = [7; 32];

static SERVER: OnceLock<(PgConnectOptions, Option<Embedded>)> = OnceLock::new();
static TEMPLATES: [OnceCell<String>; 2] = [const { OnceCell::const_new() }; 2];
static COUNTER: AtomicU64 = AtomicU64::new(0);

/// Makes two tests of each of these functions: on a database with one log, and on one with four.
///
/// A function takes the number of partitions and is otherwise an ordinary test.
#[macro_export]
macro_rules! on_one_and_four_partitions {
    ($($test:ident),+ $(,)?) => {
        mod on_one_partition {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $test() {
                super::$test(1).await;
            })+
        }
        mod on_four_partitions {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $test() {
                super::$test(4).await;
            })+
        }
    };
}

pub use crate::on_one_and_four_partitions;

/// The partitions of a test that works with any number of them (1 or 4).
pub fn partitions() -> u16 {
    match std::env::var("LEDGER_TEST_PARTITIONS") {
        Ok(text) => text.parse().expect("LEDGER_TEST_PARTITIONS is a number"),
        Err(_) => 1,
    }
}

/// The server of this test program.
pub fn server() -> PgConnectOptions {
    SERVER.get_or_init(start).0.clone()
}

fn start() -> (PgConnectOptions, Option<Embedded>) {
    for name in [citus::SERVER, "LEDGER_TEST_DATABASE_URL"] {
        if let Ok(url) = std::env::var(name) {
            let url = PgConnectOptions::from_str(&url);
            return (url.unwrap_or_else(|_| panic!("{name} is no database URL")), None);
        }
    }
    let embedded = Embedded::start(embedded_options(data_dir())).expect("a PostgreSQL server for tests");
    let options = options_of(&embedded);
    (options, Some(embedded))
}

/// How to reach an embedded server.
pub fn options_of(embedded: &Embedded) -> PgConnectOptions {
    PgConnectOptions::new_without_pgpass()
        .socket(embedded.socket_dir())
        .port(embedded.port())
        .username(embedded.user())
        .database(embedded.database())
}

/// The options of a private test server in `data_dir`; it keeps its durability settings.
pub fn embedded_options(data_dir: PathBuf) -> EmbeddedOptions {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
    EmbeddedOptions {
        data_dir,
        pg_bin: None,
        node_modules: vec![root.join("web/node_modules")],
        cache_dir: root.join("target/postgres-cache"),
        settings: Vec::new(),
    }
}

fn data_dir() -> PathBuf {
    let parent = std::env::temp_dir();
    remove_leftovers(&parent);
    parent.join(format!("ledger-test-{}", std::process::id()))
}

/// Removes the servers of test programs that have ended.
fn remove_leftovers(parent: &std::path::Path) {
    let Ok(entries) = std::fs::read_dir(parent) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let Some(pid) = name.strip_prefix("ledger-test-") else {
            continue;
        };
        if !PathBuf::from(format!("/proc/{pid}")).exists() {
            // Another test program may be removing it too.
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}

/// A fresh, migrated database with this many partitions (1 or 4).
pub async fn database(partitions: u16) -> PgConnectOptions {
    let template = match partitions {
        1 => &TEMPLATES[0],
        4 => &TEMPLATES[1],
        other => panic!("tests run on 1 or 4 partitions, not on {other}"),
    };
    let template = template.get_or_init(|| async move {
        let name = format!("template_{}_{partitions}", std::process::id());
        made(&name, partitions).await;
        name
    });
    let number = COUNTER.fetch_add(1, Ordering::SeqCst);
    let name = format!("test_{}_{number}", std::process::id());
    if citus::is_asked_for() {
        // Citus keeps a connection to each of its databases, and one that is connected to is no template.
        made(&name, partitions).await;
    } else {
        create(&name, template.await).await.expect("a test database");
    }
    server().database(&name)
}

/// Makes a database and its schema.
async fn made(name: &str, partitions: u16) {
    create(name, "template1").await.expect("a database");
    let database = server().database(name);
    citus::extend(&database).await;
    migrate(&database, partitions).await;
}

/// Brings a test's own database up to date, and makes the login that ledgers on it serve with.
pub async fn migrate(database: &PgConnectOptions, partitions: u16) {
    schema::migrate(database, partitions).await.expect("migrations");
    logins::admit(database, &service(database)).await.expect("a login");
}

/// How a service logs in to this database, which its owner reaches.
pub fn service(database: &PgConnectOptions) -> PgConnectOptions {
    database
        .clone()
        .username(logins::SERVICE)
        .password("a password of tests")
}

/// How to reach a ledger's database as its owner.
pub fn owner(ledger: &Ledger) -> PgConnectOptions {
    ledger.owner().expect("a ledger of a test").clone()
}

/// A connection to a ledger's database with the rights of its owner.
pub async fn owner_of(ledger: &Ledger) -> PgConnection {
    owner(ledger).connect().await.expect("the owner")
}

async fn create(name: &str, template: &str) -> Result<(), Fault> {
    let mut connection = PgConnection::connect_with(&server()).await?;
    connection
        .execute(format!("create database {name} template {template}").as_str())
        .await?;
    Ok(connection.close().await?)
}

/// A ledger on a fresh database with a standing clock.
pub async fn ledger(partitions: u16) -> Ledger {
    open(database(partitions).await, Clock::fixed(GENESIS_MS)).await
}

/// Another ledger on the same database, as a second process would have.
pub async fn open(database: PgConnectOptions, clock: Clock) -> Ledger {
    open_with(database, clock, Arc::new(crate::Plain)).await
}

/// The options of a ledger on a migrated database, which its owner reaches, with a standing clock. It logs in as a service
/// does.
pub fn options(database: PgConnectOptions) -> Options {
    Options {
        database: service(&database).into(),
        owner: Some(database),
        allow_owner_login: false,
        master_keys: MASTER_KEY.into(),
        clock: Clock::fixed(GENESIS_MS),
        allow_unsafe_server: false,
        synchronous: Synchronous::Off,
        player_answers: Arc::new(crate::Plain),
    }
}

/// The same with the answers that players' requests are remembered with when a policy sends them.
pub async fn open_with(database: PgConnectOptions, clock: Clock, player_answers: Arc<dyn Shape<Player>>) -> Ledger {
    let options = Options {
        clock,
        player_answers,
        ..options(database)
    };
    Ledger::connect(options).await.expect("a ledger")
}

/// A store of its own on a ledger's database, with nothing in memory, as a process has that just started.
pub fn store<S: Stream>(ledger: &Ledger) -> LedgerStore<S> {
    LedgerStore::new(ledger.0.log.clone(), ledger.0.writers.clone())
}

/// A command handler of its own for a stream type, which may exist in tests only.
pub fn command_handler<S: Listed>(ledger: &Ledger) -> CommandHandler<S> {
    let context = ledger.0.figures.clone().source(ledger.0.clock.clone());
    let (log, writers) = (ledger.0.log.clone(), ledger.0.writers.clone());
    CommandHandler::new(log, writers, ledger.0.seeds.clone(), context)
}

/// As a MAC in a test's own INSERT: [`vouched`] puts the right one in its place.
pub const NO_MAC: &str = "decode(repeat('00', 20), 'hex')";

/// Runs statements past the triggers that protect facts, and gives every event then the MAC that the service would have
/// given it: as a defect of the service would have written them, in one transaction.
pub async fn vouched(ledger: &Ledger, statements: &str) {
    let mut owner = owner_of(ledger).await;
    let all = format!("set session_replication_role = replica; begin; {statements}");
    owner.execute(all.as_str()).await.expect("changed");
    let rows = sqlx::query(&format!("select {COLUMNS} from events"))
        .fetch_all(&mut owner)
        .await
        .expect("events");
    let key = ledger.pool().key().expect("a key");
    for row in &rows {
        let event = recorded(row).expect("an event");
        let mac = key.of_recorded(&event).expect("a leaf");
        if row.get::<&[u8], _>("mac") != mac {
            sqlx::query("update events set mac = $3 where partition = $1 and position = $2")
                .bind(event.partition)
                .bind(event.position)
                .bind(mac)
                .execute(&mut owner)
                .await
                .expect("vouched for");
        }
    }
    owner.execute("commit").await.expect("committed");
    owner.close().await.expect("closed");
}
