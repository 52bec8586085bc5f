//! The first start in production, and what is there to watch then.

use super::{WAIT_MAX, path, says, url};
use crate::rig::installation::{Installation, OWNER, folder};
use crate::rig::manual::{Manual, filled};
use crate::rig::phone::Phone;
use crate::rig::postgres::Postgres;
use crate::rig::server::Server;
use api::figures::FIGURES;
use ledger::notary::cosignature::Cosigner;
use sqlx::postgres::PgConnectOptions;
use std::collections::BTreeSet;
use std::fs;
use std::process::Stdio;
use std::str::FromStr;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::process::{Child, Command};

/// Makes the server synchronous. Whoever receives its WAL counts as a standby, so no second server is started here.
async fn synchronous(manual: &Manual, installation: &Installation, admin: &str) -> Child {
    let copy = installation.folder.join("standby");
    let variables = [("ADMIN_URL", admin), ("PGDATA", path(&copy))];
    manual.done("standby", installation, &variables).await;
    let connection = fs::read_to_string(copy.join("postgresql.auto.conf")).expect("settings");
    assert!(connection.contains("application_name=standby"), "{connection}");
    assert!(copy.join("standby.signal").is_file());
    let received = installation.folder.join("received");
    fs::create_dir(&received).expect("a folder");
    let receiving = Command::new(manual.program("pg_receivewal"))
        .args(["--dbname", admin, "--directory", path(&received), "--synchronous"])
        .env("PGAPPNAME", "standby")
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .expect("the program starts");
    manual.done("synchronous", installation, &variables).await;
    receiving
}

/// An address of the settings, on this server: account and database are those that the manual makes.
fn as_written(manual: &Manual, (block, name): (&str, &str), server: &PgConnectOptions) -> String {
    let mut settings = manual.block(block).lines();
    let written = settings
        .find_map(|line| line.strip_prefix(name)?.strip_prefix('='))
        .expect("an address");
    let written = PgConnectOptions::from_str(written).expect("an address");
    let database = written.get_database().expect("a database");
    url(&server.clone().username(written.get_username()).database(database))
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_start_in_production_follows_the_manual() {
    let Some(manual) = Manual::open() else { return };
    let server = Postgres::start(folder(), &[]).await;
    let admin = server.options();
    let home = folder();
    let installation = Installation::at(admin.clone(), home.clone());
    let key = manual.done("master-key", &installation, &[]).await;
    let variables = [("ADMIN_URL", &*url(&admin)), ("DATABASE_PASSWORD", "it's a secret")];
    manual.done("database", &installation, &variables).await;
    let owned = as_written(&manual, ("owner-settings", OWNER), &admin);
    let service = as_written(&manual, ("settings", "DATABASE_URL"), &admin);
    let folders = ["data", "checkpoints", "web"].map(|name| path(&home.join(name)).to_owned());
    for folder in &folders {
        fs::create_dir(folder).expect("a folder");
    }
    let settings = filled(
        manual.block("settings"),
        &[
            ("LEDGER_BOT_TOKEN", "7:a-token-of-the-messenger"),
            ("LEDGER_MASTER_KEY", key.trim()),
            ("DATABASE_URL", &service),
            ("LEDGER_DATA", &folders[0]),
            ("LEDGER_CHECKPOINTS", &folders[1]),
            ("LEDGER_WEB", &folders[2]),
        ],
    );
    let settings: Vec<(&str, &str)> = settings.iter().map(|(name, value)| (&**name, &**value)).collect();
    says(
        &manual.run("migrate", &installation, &settings).await,
        2,
        "LEDGER_MIGRATE_URL is missing",
    );
    let with_owner = [&settings[..], &[(OWNER, &*owned)]].concat();
    let alone = manual.run("migrate", &installation, &with_owner).await;
    says(&alone, 2, "synchronous_standby_names");
    let _standby = synchronous(&manual, &installation, &url(&admin)).await;
    let migrated = manual.done("migrate", &installation, &with_owner).await;
    assert!(migrated.contains("The schema is up to date"), "{migrated}");
    let account = manual.done("first-account", &installation, &settings).await;
    assert!(account.contains("code") && account.contains("bea"), "{account}");
    let mut served = Server::start_with(&installation, &settings).await;
    let http = served.url.trim_start_matches("http://").to_owned();
    let asked = [&settings[..], &[("LEDGER_HTTP", &http)]].concat();
    let health = manual.done("health", &installation, &asked).await;
    assert!(health.contains("\"ready\":true"), "{health}");
    let vkey = home.join("vkey");
    let kept = [&settings[..], &[("VKEY_FILE", path(&vkey))]].concat();
    manual.done("vkey", &installation, &kept).await;
    assert!(fs::read_to_string(&vkey).expect("a key").contains("ledger/"));
    let bytes = manual.done("bytes-per-event", &installation, &settings).await;
    assert!(bytes.trim().parse::<u64>().is_ok_and(|bytes| bytes > 0), "{bytes}");
    served.send("-TERM").await;
    assert!(served.ended().await.success());
    without_checkpoints(&manual, &installation, &kept).await;
}

/// A database that was signed, and nothing outside to compare it with: an old backup would look the same.
async fn without_checkpoints(manual: &Manual, installation: &Installation, settings: &[(&str, &str)]) {
    let empty = installation.folder.join("empty");
    fs::create_dir(&empty).expect("a folder");
    let lost = [("LEDGER_CHECKPOINTS", path(&empty)), ("CHECKPOINTS", path(&empty))];
    let settings = [settings, &lost].concat();
    let mut serve = installation.command(&["serve"]);
    let refused = serve.env_remove(OWNER).envs(settings.iter().copied()).output();
    let refused = tokio::time::timeout(WAIT_MAX, refused)
        .await
        .expect("it ends by itself");
    says(
        &refused.expect("the program runs"),
        2,
        "is not there to compare it with",
    );
    let unchecked = manual.run("backup-check", installation, &settings).await;
    says(&unchecked, 2, "holds no checkpoint");
}

/// What `/metrics` shows: the names of its series, without the parts of a histogram.
async fn shown(address: &str) -> BTreeSet<String> {
    let mut line = TcpStream::connect(address).await.expect("connects");
    let request = "GET /metrics HTTP/1.1\r\nHost: ledger\r\nConnection: close\r\n\r\n";
    line.write_all(request.as_bytes()).await.expect("asked");
    let mut answer = String::new();
    line.read_to_string(&mut answer).await.expect("answered");
    let types = answer.lines().filter_map(|line| line.strip_prefix("# TYPE "));
    types
        .map(|line| line.split(' ').next().expect("a name").to_owned())
        .collect()
}

/// Alerts and dashboard are made from the list of figures; so what a service shows is in it, and what is in it is shown.
#[tokio::test(flavor = "multi_thread")]
async fn the_list_of_figures_is_what_a_service_shows() {
    let installation = Installation::with_players_in(1, 1).await;
    // It never answers, and is shown all the same.
    let silent = Cosigner::of_seed(&[1; 32], "witness.example/silent").expect("a name");
    let witnesses = format!("{} http://127.0.0.1:1", silent.key());
    let server = Server::start_with(&installation, &[("LEDGER_WITNESSES", &witnesses)]).await;
    Phone::login(&server.url, 1, "Ana").await;
    let address = server.url.trim_start_matches("http://").to_owned();
    // Only with a rail, with a collector of traces, or once books and log have parted.
    let rare = [
        "ledger_rail_difference",
        "ledger_rail_over_limit",
        "ledger_shadow_divergences",
        "ledger_spans_dropped_total",
    ];
    let listed = FIGURES.iter().map(|figure| figure.name.to_owned());
    let listed: BTreeSet<String> = listed.filter(|name| !rare.contains(&name.as_str())).collect();
    let all = async {
        loop {
            let shown = shown(&address).await;
            assert_eq!(shown.difference(&listed).collect::<Vec<_>>(), [""; 0]);
            if shown == listed {
                return;
            }
        }
    };
    tokio::time::timeout(WAIT_MAX, all)
        .await
        .expect("every figure of the list");
}
