//! The command line as a person or a script meets it: exit codes, sentences, help.

mod dive;

use std::path::PathBuf;
use std::process::{Command, Output};

/// Every setting: its variable, and the flag of the same meaning.
const SETTINGS: [(&str, &str); 51] = [
    ("DATABASE_URL", "--database-url"),
    ("LEDGER_MIGRATE_URL", "--migrate-url"),
    ("LEDGER_READ_URL", "--read-url"),
    ("LEDGER_DATA", "--data"),
    ("LEDGER_CHECKPOINTS", "--checkpoints"),
    ("LEDGER_HTTP", "--http"),
    ("LEDGER_STAFF_HTTP", "--staff-http"),
    ("LEDGER_METRICS_HTTP", "--metrics-http"),
    ("LEDGER_BOT_TOKEN", "--bot-token"),
    ("LEDGER_MASTER_KEY", "--master-key"),
    ("LEDGER_OTHER_MASTER_KEYS", "--other-master-keys"),
    ("LEDGER_BACKUP_DAYS", "--backup-days"),
    ("LEDGER_PARTITIONS", "--partitions"),
    ("LEDGER_MODE", "--mode"),
    ("LEDGER_SYNC", "--sync"),
    ("LEDGER_STAFF_KEYS", "--staff-keys"),
    ("LEDGER_WEB", "--web"),
    ("LEDGER_PG_BIN", "--pg-bin"),
    ("LEDGER_TRUSTED_PROXIES", "--trusted-proxies"),
    ("LEDGER_ADDRESS_CONNECTIONS_MAX", "--address-connections-max"),
    ("LEDGER_APP_HOSTS", "--app-hosts"),
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
    ("LEDGER_INVITE_URL", "--invite-url"),
    ("LEDGER_SUPPORT_URL", "--support-url"),
    ("LEDGER_CHANNEL_URL", "--channel-url"),
    ("LEDGER_DOWNLOAD_URL", "--download-url"),
    ("LEDGER_TON_EXPLORER", "--ton-explorer"),
    ("LEDGER_EVM_EXPLORER", "--evm-explorer"),
    ("LEDGER_S3_ENDPOINT", "--s3-endpoint"),
    ("LEDGER_S3_REGION", "--s3-region"),
    ("LEDGER_S3_BUCKET", "--s3-bucket"),
    ("LEDGER_S3_ACCESS_KEY", "--s3-access-key"),
    ("LEDGER_S3_SECRET_KEY", "--s3-secret-key"),
    ("LEDGER_WITNESSES", "--witnesses"),
    ("LEDGER_WITNESSES_NEEDED", "--witnesses-needed"),
    ("LEDGER_LOG", "--log"),
    ("LEDGER_OTLP", "--otlp"),
    ("LEDGER_NOTIFY_URL", "--notify-url"),
    ("LEDGER_NOTIFY_KEY", "--notify-key"),
];

const COMMANDS: [&str; 31] = [
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
    "periods",
    "restate",
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
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("ledger-cli-{name}-{}", std::process::id()));
        std::fs::remove_dir_all(&path).ok();
        std::fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    /// Runs `ledger` here, with these settings and no others.
    pub fn ledger(&self, arguments: &[&str], settings: &[(&str, &str)]) -> Output {
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

pub fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Exit code 2 and one plain sentence that begins with the setting's name; nothing on stdout.
#[track_caller]
pub fn assert_refused(output: &Output, name: &str) {
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
        ("LEDGER_READ_URL", "postgres://a:hunter2@b/c"),
        ("LEDGER_NOTIFY_URL", "https://hooks.example/hunter2"),
        ("LEDGER_NOTIFY_KEY", "hunter2"),
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
        ("LEDGER_NOTIFY_URL", "http://hooks.example"),
        ("LEDGER_NOTIFY_KEY", "short"),
        ("LEDGER_SYNC", "on"),
        ("LEDGER_STAFF_KEYS", "on"),
        ("LEDGER_WEB", "/nowhere/at/all"),
        ("LEDGER_PG_BIN", "/nowhere/at/all"),
        ("LEDGER_TRUSTED_PROXIES", "many"),
        ("LEDGER_APP_HOSTS", "https://game.example"),
        ("LEDGER_MESSENGER_URL", "nowhere"),
        ("LEDGER_COUNTRIES", "/nowhere/at/all"),
        ("LEDGER_INVITE_URL", "https://t.me/bot/app"),
        ("LEDGER_SUPPORT_URL", "t.me/help"),
        ("LEDGER_CHANNEL_URL", "http://t.me/news"),
        ("LEDGER_DOWNLOAD_URL", "nowhere"),
        ("LEDGER_TON_EXPLORER", "https://ton.example/"),
        ("LEDGER_EVM_EXPLORER", "https://evm.example/"),
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
