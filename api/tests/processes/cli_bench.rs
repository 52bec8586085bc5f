//! `ledger bench` as a script meets it: its objects, its page, and nothing left behind.

use serde_json::Value;
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Connection, PgConnection, Row};
use std::path::PathBuf;
use std::process::{Command, Output};

/// A temp folder of one test, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("ledger-cli-bench-{name}-{}", std::process::id()));
        std::fs::remove_dir_all(&path).ok();
        std::fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    fn ledger(&self, arguments: &[&str], settings: &[(&str, &str)]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ledger"));
        // Programs of PostgreSQL are looked for along PATH.
        let path = std::env::var_os("PATH").unwrap_or_default();
        command
            .env_clear()
            .env("PATH", path)
            .env("TMPDIR", &self.0)
            .current_dir(&self.0);
        let output = command.args(arguments).envs(settings.iter().copied()).output();
        output.expect("the program runs")
    }

    fn leftovers(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.0).expect("a folder").flatten();
        let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
        names.filter(|name| name.starts_with("ledger-scratch-")).collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The objects on stdout of a run that went well.
fn objects(output: &Output) -> Vec<Value> {
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let lines = text(&output.stdout);
    lines
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

fn server_of_the_test() -> String {
    ledger::testing::server().to_url_lossy().to_string()
}

#[test]
fn every_case_is_an_object_and_the_page_holds_them_all() {
    let folder = Folder::new("objects");
    let page = folder.0.join("page.md");
    let page_name = page.to_string_lossy().into_owned();
    let cases = ["--case", "as_of", "--case", "two_processes", "--case", "stream_length"];
    let arguments = [&["bench", "--quick", "--json", "--table", &page_name], &cases[..]].concat();
    let output = folder.ledger(&arguments, &[]);
    let objects = objects(&output);
    for name in [
        "as_of",
        "two_processes",
        "two_processes_shared",
        "stream_short",
        "stream_long_cold",
    ] {
        let found = objects.iter().find(|object| object["case"] == name);
        let object = found.unwrap_or_else(|| panic!("{name} is missing"));
        for field in ["clients", "per_s", "p50_us", "p99_us"] {
            assert!(object[field].as_u64() > Some(0), "{name} {field}: {object}");
        }
        assert!(
            object["ratio_stock"].is_null() && object["ratio_limit"].is_null(),
            "{object}"
        );
    }
    let lost = |name: &str| {
        objects
            .iter()
            .find(|object| object["case"] == name)
            .map(|object| object["lost"].clone())
    };
    assert_eq!(
        (lost("two_processes"), lost("two_processes_shared")),
        (Some(0.into()), Some(0.into()))
    );
    assert!(
        text(&output.stderr).contains("server settings  fsync=on"),
        "the machine is named"
    );
    let page = std::fs::read_to_string(page).expect("the page");
    for object in &objects {
        let case = object["case"].as_str().expect("a name");
        assert!(page.contains(&format!("| {case} |")), "{case} is not on the page");
    }
    assert!(
        page.contains("--case as_of --case two_processes") && page.contains("## Promises"),
        "{page}"
    );
    assert!(
        !page.contains(&*folder.0.to_string_lossy()),
        "the page names no folder of this machine"
    );
    assert_eq!(folder.leftovers(), Vec::<String>::new());
}

#[test]
fn ours_is_compared_with_stock_and_with_the_limit_in_one_run() {
    let folder = Folder::new("ratios");
    let objects = objects(&folder.ledger(&["bench", "--quick", "--json", "--case", "write_spread"], &[]));
    let ours: Vec<&Value> = objects
        .iter()
        .filter(|object| object["case"] == "write_spread")
        .collect();
    let clients: Vec<u64> = ours.iter().filter_map(|object| object["clients"].as_u64()).collect();
    assert_eq!(clients, [1, 8, 64, 512]);
    for object in ours {
        for ratio in ["ratio_stock", "ratio_limit", "p50_over_insert"] {
            assert!(object[ratio].as_f64() > Some(0.0), "{ratio}: {object}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn scratch_databases_on_a_server_of_the_operator_are_dropped() {
    let folder = Folder::new("server");
    let url = server_of_the_test();
    let output = folder.ledger(
        &["bench", "--quick", "--json", "--case", "as_of"],
        &[("DATABASE_URL", &url)],
    );
    assert_eq!(objects(&output).len(), 1);
    let options: PgConnectOptions = url.parse().expect("a URL");
    let mut connection = PgConnection::connect_with(&options).await.expect("connects");
    let row = sqlx::query("select count(*) from pg_database where datname like 'ledger-scratch-%'")
        .fetch_one(&mut connection)
        .await
        .expect("a count");
    assert_eq!(row.get::<i64, _>(0), 0);
    assert_eq!(folder.leftovers(), Vec::<String>::new());
}

#[test]
fn what_cannot_be_measured_is_said_in_a_sentence() {
    let folder = Folder::new("usage");
    let refused = |arguments: &[&str], settings: &[(&str, &str)], sentence: &str| {
        let output = folder.ledger(arguments, settings);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let said = text(&output.stderr);
        assert!(said.contains(sentence), "{arguments:?} says {said}");
    };
    refused(&["bench", "--case", "speed"], &[], "write_spread");
    refused(&["bench", "--rounds", "0"], &[], "1 to 99 rounds");
    refused(&["bench", "--quick", "--seconds", "5"], &[], "cannot be used with");
    refused(&["bench", "--players", "5"], &[], "1,000 to 10,000,000 players");
    refused(&["bench", "--check"], &[], "--release");
    refused(&["bench-child"], &[], "started by `ledger bench` alone");
    let nowhere = [("DATABASE_URL", "postgres://nobody@127.0.0.1:1/none")];
    refused(&["bench", "--quick"], &nowhere, "cannot be reached");
}
