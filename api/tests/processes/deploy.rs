//! The operations manual (`api/deploy/README.md`), procedure by procedure, from its text and on fresh servers.

mod compose;
mod files;
mod first_start;
mod master_key;
mod recovery;
mod upgrade;

use crate::rig::installation::{Installation, OWNER, folder};
use crate::rig::manual::{Manual, text};
use crate::rig::postgres::Postgres;
use crate::rig::server::Server;
use ledger::testing::players::register;
use ledger::{Clock, testing};
use serde_json::Value;
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Connection, Executor};
use std::fs;
use std::path::Path;
use std::process::Output;
use std::time::{Duration, SystemTime};

/// How long something may take that happens by itself, on a busy machine.
pub const WAIT_MAX: Duration = Duration::from_secs(60);

/// The address of a database as an operator writes it: `psql` refuses parameters that only our driver knows.
pub fn url(database: &PgConnectOptions) -> String {
    let mut url = database.to_url_lossy();
    url.set_query(None);
    url.into()
}

pub fn path(folder: &Path) -> &str {
    folder.to_str().expect("text")
}

#[track_caller]
fn says(output: &Output, code: i32, words: &str) {
    let said = text(&[output.stdout.as_slice(), output.stderr.as_slice()].concat());
    assert_eq!(output.status.code(), Some(code), "{said}");
    assert!(said.contains(words), "{words:?} is not in {said}");
}

/// A new empty database on the same server.
async fn empty_database(server: &PgConnectOptions, name: &str) -> PgConnectOptions {
    let mut owner = server.connect().await.expect("a connection");
    let create = format!("create database {name} template template0");
    owner.execute(create.as_str()).await.expect("a database");
    owner.close().await.expect("closed");
    server.clone().database(name)
}

async fn grow(database: &PgConnectOptions, tg_id: i64) {
    let ledger = testing::open(database.clone(), Clock::system()).await;
    register(&ledger, tg_id).await;
    ledger.close().await;
}

/// Starts the service and ends it: it has then signed everything.
async fn sign(installation: &Installation) {
    let mut server = Server::start(installation).await;
    server.send("-TERM").await;
    assert!(server.ended().await.success());
}

/// `ledger` of the installation on another database.
async fn ledger_on(installation: &Installation, url: &str, arguments: &[&str]) -> Output {
    let mut command = installation.command(arguments);
    let output = command.env("DATABASE_URL", url).env_remove(OWNER).output();
    tokio::time::timeout(WAIT_MAX, output)
        .await
        .expect("it ends by itself")
        .expect("the program runs")
}

async fn balance(installation: &Installation, url: &str) -> Value {
    let output = ledger_on(installation, url, &["balance", "--player", "tg:1", "--json"]).await;
    says(&output, 0, "accounts");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// The folder of checkpoints and the key, held outside of the database.
fn outside(installation: &Installation) -> (String, String) {
    let of = |name: &str| path(&installation.folder.join(name)).to_owned();
    (of("data/checkpoints"), of("vkey"))
}

async fn check(manual: &Manual, installation: &Installation, database: &str) -> Output {
    let (checkpoints, vkey) = outside(installation);
    let variables = [
        ("DATABASE_URL", database),
        ("CHECKPOINTS", checkpoints.as_str()),
        ("VKEY_FILE", vkey.as_str()),
    ];
    manual.run("backup-check", installation, &variables).await
}

/// Takes a dump; its file.
async fn dump(manual: &Manual, installation: &Installation, name: &str) -> String {
    let backup = installation.folder.join(name);
    fs::create_dir(&backup).expect("a folder");
    // The service's login reads everything, and that is all a dump needs.
    let source = url(&testing::service(&installation.database));
    let variables = [("BACKUP", path(&backup)), ("DATABASE_URL", source.as_str())];
    manual.done("backup-dump", installation, &variables).await;
    let mut files = fs::read_dir(&backup).expect("a folder");
    let file = files.next().expect("a dump").expect("a file").path();
    path(&file).to_owned()
}

/// Dumps end a day before certificates of erasure say so, because this runs once a day; others and other files stay.
async fn prunes_what_is_old(manual: &Manual, installation: &Installation, newest: &str) {
    let folder = Path::new(newest).parent().expect("a folder");
    let long_ago = SystemTime::now() - Duration::from_secs((33 * 24 + 1) * 60 * 60);
    for name in ["ledger-old.dump", "other.dump"] {
        let file = fs::File::create(folder.join(name)).expect("a file");
        file.set_modified(long_ago).expect("dated");
    }
    manual.done("prune", installation, &[("BACKUP", path(folder))]).await;
    let left = |name: &str| folder.join(name).exists();
    assert!(!left("ledger-old.dump") && left("other.dump") && Path::new(newest).exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dump_restores_on_a_fresh_server_and_an_old_one_is_refused() {
    let Some(manual) = Manual::open() else { return };
    let first = Postgres::start(folder(), &[]).await;
    let installation = Installation::with_players_on(&first, 1, 3).await;
    sign(&installation).await;
    let (checkpoints, vkey) = outside(&installation);
    manual.done("vkey", &installation, &[("VKEY_FILE", &vkey)]).await;
    let old = dump(&manual, &installation, "old").await;
    grow(&installation.database, 1_001).await;
    sign(&installation).await;
    let newest = dump(&manual, &installation, "newest").await;
    let before = balance(&installation, &url(&installation.database)).await;
    drop(first);
    prunes_what_is_old(&manual, &installation, &newest).await;

    let second = Postgres::start(folder(), &[]).await;
    // As in production: an account that owns the database and nothing else.
    let admin = url(&second.options());
    let account = [("ADMIN_URL", admin.as_str()), ("DATABASE_PASSWORD", "a secret")];
    manual.done("database", &installation, &account).await;
    let restored = url(&second.options().username("ledger_owner").database("ledger"));
    let variables = [("RESTORED_URL", restored.as_str()), ("DUMP", newest.as_str())];
    // The defect that the procedure exists for: a fresh server does not know the role.
    let unprepared = manual.run("restore", &installation, &variables).await;
    says(&unprepared, 1, "role \"ledger_app\" does not exist");
    manual.done("restore-role", &installation, &variables).await;
    manual.done("restore", &installation, &variables).await;
    says(
        &check(&manual, &installation, &restored).await,
        0,
        "continues every one of them",
    );
    let server = Server::start_with(&installation, &[("DATABASE_URL", &restored)]).await;
    let http = server.url.trim_start_matches("http://").to_owned();
    let health = manual.done("health", &installation, &[("LEDGER_HTTP", &http)]).await;
    assert!(health.contains("\"ready\":true"), "{health}");
    assert_eq!(balance(&installation, &restored).await, before);
    server.kill().await;
    let gone = manual.run("health", &installation, &[("LEDGER_HTTP", &http)]).await;
    says(&gone, 1, "cannot be reached");

    let behind = url(&empty_database(&second.options(), "behind").await);
    let variables = [("RESTORED_URL", behind.as_str()), ("DUMP", old.as_str())];
    manual.done("restore-role", &installation, &variables).await;
    manual.done("restore", &installation, &variables).await;
    says(
        &check(&manual, &installation, &behind).await,
        1,
        "were signed and are MISSING",
    );
    says(
        &check(&manual, &installation, &behind).await,
        1,
        "The newest that this database continues is",
    );
    let refused = ledger_on(&installation, &behind, &["serve"]).await;
    says(&refused, 1, "the database does not continue the checkpoint");
    let report = ledger_on(&installation, &behind, &["backup", "check", &checkpoints, "--json"]).await;
    let report: Value = serde_json::from_slice(&report.stdout).expect("JSON");
    assert_eq!(report["ok"], false);
    assert!(report["partitions"][0]["missing"].as_u64() > Some(0), "{report}");
    let nothing = ledger_on(&installation, &behind, &["backup", "check", &old.replace("old/", "")]).await;
    says(&nothing, 2, "cannot be read");
    fs::write(Path::new(&checkpoints).join("latest"), "rubbish").expect("written");
    says(
        &check(&manual, &installation, &restored).await,
        2,
        "is not a checkpoint to believe",
    );
}
