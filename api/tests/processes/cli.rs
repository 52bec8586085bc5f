//! The command line as a person or a script meets it: exit codes, sentences, help.

mod dive;

use ledger::testing;
use sqlx::{ConnectOptions, Executor};
use std::path::PathBuf;
use std::process::{Command, Output};

/// Every setting: its variable, and the flag of the same meaning.
const SETTINGS: [(&str, &str); 36] = [
    ("DATABASE_URL", "--database-url"),
    ("LEDGER_MIGRATE_URL", "--migrate-url"),
    ("LEDGER_DATA", "--data"),
    ("LEDGER_CHECKPOINTS", "--checkpoints"),
    ("LEDGER_HTTP", "--http"),
    ("LEDGER_STAFF_HTTP", "--staff-http"),
    ("LEDGER_METRICS_HTTP", "--metrics-http"),
    ("LEDGER_BOT_TOKEN", "--bot-token"),
    ("LEDGER_MASTER_KEY", "--master-key"),
    ("LEDGER_PARTITIONS", "--partitions"),
    ("LEDGER_MODE", "--mode"),
    ("LEDGER_SYNC", "--sync"),
    ("LEDGER_WEB", "--web"),
    ("LEDGER_PG_BIN", "--pg-bin"),
    ("LEDGER_TRUSTED_PROXIES", "--trusted-proxies"),
    ("LEDGER_MESSENGER_URL", "--messenger-url"),
    ("LEDGER_COUNTRIES", "--countries"),
    ("LEDGER_TON_NODES", "--ton-nodes"),
    ("LEDGER_TON_MASTER", "--ton-master"),
    ("LEDGER_TON_KEY", "--ton-key"),
    ("LEDGER_EVM_NODES", "--evm-nodes"),
    ("LEDGER_EVM_CHAIN", "--evm-chain"),
    ("LEDGER_EVM_TOKEN", "--evm-token"),
    ("LEDGER_EVM_KEY", "--evm-key"),
    ("LEDGER_EVM_FINAL", "--evm-final"),
    ("LEDGER_EVM_FEE_MAX", "--evm-fee-max"),
    ("LEDGER_PAYOUT_HOUR_MAX", "--payout-hour-max"),
    ("LEDGER_WALLET_MAX", "--wallet-max"),
    ("LEDGER_S3_ENDPOINT", "--s3-endpoint"),
    ("LEDGER_S3_REGION", "--s3-region"),
    ("LEDGER_S3_BUCKET", "--s3-bucket"),
    ("LEDGER_S3_ACCESS_KEY", "--s3-access-key"),
    ("LEDGER_S3_SECRET_KEY", "--s3-secret-key"),
    ("LEDGER_WITNESSES", "--witnesses"),
    ("LEDGER_WITNESSES_NEEDED", "--witnesses-needed"),
    ("LEDGER_LOG", "--log"),
];

const COMMANDS: [&str; 29] = [
    "up",
    "serve",
    "migrate",
    "openapi",
    "env-example",
    "proposals",
    "dev-login",
    "replay",
    "balance",
    "statement",
    "trial-balance",
    "financials",
    "liabilities",
    "audit",
    "export",
    "bench",
    "rebuild",
    "verify",
    "witness",
    "verify-dive",
    "simulate",
    "config",
    "staff",
    "kyc",
    "withdraw",
    "treasury",
    "rail",
    "drill",
    "erasure",
];

/// A folder of one test, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("ledger-cli-{name}-{}", std::process::id()));
        std::fs::remove_dir_all(&path).ok();
        std::fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    /// Runs `ledger` here, with these settings and no others.
    fn ledger(&self, arguments: &[&str], settings: &[(&str, &str)]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ledger"));
        command
            .env_clear()
            .current_dir(&self.0)
            .args(arguments)
            .envs(settings.iter().copied());
        command.output().expect("the program runs")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Exit code 2 and one plain sentence that begins with the setting's name; nothing on stdout.
#[track_caller]
fn assert_refused(output: &Output, name: &str) {
    let said = stderr(output);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(
        said.starts_with(name) && said.trim_end().ends_with('.') && said.trim_end().lines().count() == 1,
        "{said}"
    );
    assert_eq!(stdout(output), "");
}

#[test]
fn help_lists_every_setting_with_its_flag_and_every_command() {
    let folder = Folder::new("help");
    let output = folder.ledger(&["--help"], &[]);
    let help = stdout(&output);
    assert_eq!(output.status.code(), Some(0));
    for (variable, flag) in SETTINGS {
        assert!(help.contains(&format!("[env: {variable}")), "{variable} is missing");
        assert!(help.contains(flag), "{flag} is missing");
    }
    for command in COMMANDS {
        assert!(
            help.lines().any(|line| line.trim_start().starts_with(command)),
            "{command} is missing"
        );
        let own = folder.ledger(&[command, "--help"], &[]);
        assert_eq!(own.status.code(), Some(0), "{command}");
        assert!(
            stdout(&own)
                .lines()
                .next()
                .is_some_and(|line| line.ends_with('.') || line.len() > 20),
            "{command}"
        );
    }
    assert!(help.contains("RUST_LOG") && help.contains("Exit codes"));
}

#[test]
fn a_secret_in_the_environment_is_not_shown_by_help() {
    let folder = Folder::new("secret");
    let settings = [
        ("LEDGER_BOT_TOKEN", "1:hunter2-hunter2"),
        ("LEDGER_MASTER_KEY", "hunter2"),
        ("DATABASE_URL", "postgres://a:hunter2@b/c"),
        ("LEDGER_MIGRATE_URL", "postgres://a:hunter2@b/c"),
    ];
    assert!(!stdout(&folder.ledger(&["--help"], &settings)).contains("hunter2"));
}

#[test]
fn every_bad_setting_ends_with_code_2_and_one_sentence_that_names_it() {
    let folder = Folder::new("bad");
    for (name, value) in [
        ("DATABASE_URL", "mysql://x"),
        ("LEDGER_MIGRATE_URL", "postgres://x"),
        ("LEDGER_DATA", "/dev/null"),
        ("LEDGER_HTTP", "8080"),
        ("LEDGER_STAFF_HTTP", "127.0.0.1:8080"),
        ("LEDGER_METRICS_HTTP", "127.0.0.1:8080"),
        ("LEDGER_BOT_TOKEN", "nonsense"),
        ("LEDGER_PARTITIONS", "0"),
        ("LEDGER_MODE", "prod"),
        ("LEDGER_SYNC", "on"),
        ("LEDGER_WEB", "/nowhere/at/all"),
        ("LEDGER_PG_BIN", "/nowhere/at/all"),
        ("LEDGER_TRUSTED_PROXIES", "many"),
        ("LEDGER_MESSENGER_URL", "nowhere"),
        ("LEDGER_COUNTRIES", "/nowhere/at/all"),
        ("LEDGER_TON_NODES", "nowhere"),
        ("LEDGER_EVM_NODES", "nowhere"),
        ("LEDGER_PAYOUT_HOUR_MAX", "0"),
        ("LEDGER_WALLET_MAX", "much"),
        ("LEDGER_WITNESSES", "https://witness.example"),
        ("LEDGER_WITNESSES_NEEDED", "0"),
        ("LEDGER_LOG", "xml"),
    ] {
        assert_refused(&folder.ledger(&["dev-login"], &[(name, value)]), name);
    }
    assert_refused(
        &folder.ledger(&["dev-login"], &[("LEDGER_MASTER_KEY", "abc")]),
        "LEDGER_MASTER_KEY",
    );
}

#[test]
fn production_refuses_to_start_without_or_with_development_secrets() {
    let folder = Folder::new("production");
    let key = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";
    let production = ("LEDGER_MODE", "production");
    let nowhere = ("DATABASE_URL", "postgres://nobody@127.0.0.1:1/nothing");
    let migrate = |settings: &[(&str, &str)]| folder.ledger(&["migrate"], &[&[production, nowhere], settings].concat());
    assert_refused(&migrate(&[("LEDGER_MASTER_KEY", key)]), "LEDGER_BOT_TOKEN is not set");
    assert_refused(
        &migrate(&[("LEDGER_BOT_TOKEN", "1:real-token")]),
        "LEDGER_MASTER_KEY is not set",
    );
    assert_eq!(folder.ledger(&["dev-login"], &[]).status.code(), Some(0));
    let made =
        |name: &str| std::fs::read_to_string(folder.0.join("data/secrets").join(name)).expect("made by dev-login");
    let (token, made_key) = (made("bot_token"), made("master_key"));
    let development = [("LEDGER_BOT_TOKEN", token.trim()), ("LEDGER_MASTER_KEY", key)];
    assert_refused(&migrate(&development), "LEDGER_BOT_TOKEN is a development token");
    let development = [
        ("LEDGER_BOT_TOKEN", "1:real-token"),
        ("LEDGER_MASTER_KEY", made_key.trim()),
    ];
    assert_refused(&migrate(&development), "LEDGER_MASTER_KEY is a development key");
    for command in ["dev-login", "simulate", "up"] {
        assert_refused(&folder.ledger(&[command], &[production]), "LEDGER_MODE is production");
    }
}

#[tokio::test]
async fn production_refuses_a_server_without_a_synchronous_standby() {
    let (folder, database) = (Folder::new("standby"), testing::database(1).await);
    let (url, owner) = (testing::service(&database).to_url_lossy(), database.to_url_lossy());
    let key = "5c6d".repeat(16);
    let production = [
        ("DATABASE_URL", url.as_str()),
        ("LEDGER_MIGRATE_URL", owner.as_str()),
        ("LEDGER_MODE", "production"),
        ("LEDGER_BOT_TOKEN", "1:real-token"),
        ("LEDGER_MASTER_KEY", &key),
    ];
    assert_refused(
        &folder.ledger(&["migrate"], &production),
        "the server runs with synchronous_standby_names='': a failover would lose what was acknowledged; name its \
         standbys there, or accept that with LEDGER_SYNC=off.",
    );
    let accepted = folder.ledger(&["migrate"], &[&production[..], &[("LEDGER_SYNC", "off")]].concat());
    assert_eq!(accepted.status.code(), Some(0), "{}", stderr(&accepted));
}

#[tokio::test]
async fn production_refuses_one_login_for_everything_and_development_accepts_it() {
    let (folder, database) = (Folder::new("logins"), testing::database(1).await);
    let (owner, key) = (database.to_url_lossy(), "5c6d".repeat(16));
    let service = database.clone().username("login_of_cli").to_url_lossy();
    let production = |database: &str, migrate: Option<&str>, command: &str| {
        let mut settings = vec![
            ("DATABASE_URL", database),
            ("LEDGER_MODE", "production"),
            ("LEDGER_BOT_TOKEN", "1:real-token"),
            ("LEDGER_MASTER_KEY", &key),
            ("LEDGER_SYNC", "off"),
            ("LEDGER_HTTP", "127.0.0.1:0"),
            ("LEDGER_STAFF_HTTP", "127.0.0.1:0"),
        ];
        settings.extend(migrate.map(|url| ("LEDGER_MIGRATE_URL", url)));
        folder.ledger(&[command], &settings)
    };
    let (owner, service) = (owner.as_str(), service.as_str());
    let missing = "LEDGER_MIGRATE_URL is missing: the login of DATABASE_URL owns nothing";
    assert_refused(&production(service, None, "migrate"), missing);
    assert_refused(
        &production(owner, Some(owner), "migrate"),
        "DATABASE_URL and LEDGER_MIGRATE_URL both log in as",
    );
    // Nobody made the login so far.
    assert_refused(
        &production(service, None, "verify"),
        "DATABASE_URL leads to a database that does not let us in",
    );
    let migrated = production(service, Some(owner), "migrate");
    assert_eq!(migrated.status.code(), Some(0), "{}", stderr(&migrated));
    let read = production(service, None, "verify");
    assert_eq!(read.status.code(), Some(0), "{}", stderr(&read));
    let served = production(owner, None, "serve");
    assert_eq!(served.status.code(), Some(2), "{}", stderr(&served));
    assert!(stderr(&served).contains("could change facts"), "{}", stderr(&served));
    let elsewhere = testing::database(1).await;
    // Databases of tests are copies of one.
    let mut admin = elsewhere.connect().await.expect("the owner");
    let other = "update genesis set value = 'another' where name = 'id'";
    admin.execute(other).await.expect("another database");
    let elsewhere = elsewhere.to_url_lossy();
    let elsewhere = production(service, Some(elsewhere.as_str()), "migrate");
    assert_refused(
        &elsewhere,
        "DATABASE_URL and LEDGER_MIGRATE_URL lead to different databases",
    );

    let development = testing::database(1).await.to_url_lossy();
    let accepted = folder.ledger(&["migrate"], &[("DATABASE_URL", development.as_str())]);
    assert_eq!(accepted.status.code(), Some(0), "{}", stderr(&accepted));
}

#[test]
fn a_database_that_is_not_there_is_a_bad_setting() {
    let folder = Folder::new("nowhere");
    let nowhere = [("DATABASE_URL", "postgres://ann:hunter2@127.0.0.1:1/nothing")];
    for command in ["verify", "migrate"] {
        let output = folder.ledger(&[command], &nowhere);
        assert_refused(&output, "DATABASE_URL leads to a database that cannot be reached");
        assert!(!stderr(&output).contains("hunter2"));
    }
    let empty = Folder::new("empty");
    assert_refused(&empty.ledger(&["verify"], &[]), "There is no database in");
    assert!(!empty.0.join("data").exists(), "a question makes no database");
}

#[test]
fn a_wrong_flag_and_no_command_are_bad_usage() {
    let folder = Folder::new("usage");
    for arguments in [
        &["--nonsense"][..],
        &[],
        &["replay", "nonsense"],
        &["balance", "--player", "7"],
        &["simulate", "--players", "0"],
    ] {
        assert_eq!(folder.ledger(arguments, &[]).status.code(), Some(2), "{arguments:?}");
    }
}

#[test]
fn two_processes_sign_with_the_same_kept_token() {
    let folder = Folder::new("login");
    let token = || {
        let output = folder.ledger(&["dev-login", "--tg-id", "7", "--inviter", "abcd2345", "--json"], &[]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert!(
            stdout(&output).contains("start_param=r_ABCD2345")
                && stdout(&output).contains("dev?tg_id=7&inviter=ABCD2345")
        );
        std::fs::read_to_string(folder.0.join("data/secrets/bot_token")).expect("kept")
    };
    assert_eq!(token(), token());
    // Where strangers reach the listener nobody is signed in by it: the address brings the login along.
    let login = ["dev-login", "--tg-id", "7", "--json"];
    let output = folder.ledger(&login, &[("LEDGER_HTTP", "0.0.0.0:8080")]);
    assert!(
        stdout(&output).contains("http://0.0.0.0:8080/#tgWebAppData="),
        "{}",
        stdout(&output)
    );
    assert_eq!(
        folder.ledger(&["dev-login", "--tg-id", "0"], &[]).status.code(),
        Some(2)
    );
    assert_eq!(
        folder.ledger(&["dev-login", "--inviter", "x"], &[]).status.code(),
        Some(2)
    );
}
