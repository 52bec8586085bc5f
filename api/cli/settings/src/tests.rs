//! Settings that people and process managers write wrongly.

use super::*;
use clap::Parser;
use ledger::notary::cosignature::Cosigner;
use ledger::synchrony::Synchronous;
use rails::evm::Finality;

#[derive(Parser)]
struct Line {
    #[command(flatten)]
    settings: RawSettings,
}

fn check(flags: &[&str]) -> Result<Settings, BadSetting> {
    let line = [&["ledger"], flags].concat();
    Line::try_parse_from(line).expect("flags exist").settings.check()
}

fn sentence(flags: &[&str]) -> String {
    check(flags).expect_err("refused").to_string()
}

#[test]
fn nothing_set_is_a_development_server_on_this_machine() {
    let settings = check(&[]).expect("defaults work");
    assert_eq!(settings.store.database, Database::Embedded);
    assert_eq!(
        (settings.service.mode, settings.store.partitions, settings.service.log),
        (Mode::Development, 1, LogForm::Human)
    );
    assert!(settings.service.http.ip().is_loopback());
    assert!(settings.store.data.is_absolute() && settings.store.data.ends_with("data"));
}

#[test]
fn strangers_are_signed_in_by_nobody() {
    let data = std::env::temp_dir().join(format!("ledger-throw-away-{}", std::process::id()));
    let folder = data.to_string_lossy().into_owned();
    let token = |further: &[&str]| {
        let given = [&["--data", folder.as_str()], further].concat();
        let settings = check(&given).expect("fine");
        settings.throw_away_token().expect("secrets")
    };
    let made = token(&[]).expect("signs for whoever sits at this machine");
    assert_eq!(token(&["--http", "127.0.0.1:0"]), Some(made));
    assert_eq!(token(&["--http", "0.0.0.0:8080"]), None, "others reach this listener");
    assert_eq!(
        token(&["--bot-token", "1:of-the-messenger"]),
        None,
        "a token that logs in elsewhere too"
    );
    std::fs::remove_dir_all(data).expect("removed");
}

#[test]
fn an_empty_setting_is_one_that_is_not_set() {
    let settings = check(&["--database-url", "", "--bot-token", " ", "--web", ""]).expect("empty is absent");
    assert_eq!(
        (settings.store.database, settings.bot_token, settings.service.web),
        (Database::Embedded, None, None)
    );
}

/// The file for containers passes on every setting, whether it is set or not.
#[test]
fn each_setting_without_a_default_may_be_empty() {
    let settings = RawSettings::augment_args(clap::Command::new("ledger"));
    let mut flags = Vec::new();
    for setting in settings.get_arguments() {
        if setting.get_env().is_some() && setting.get_default_values().is_empty() {
            flags.extend([format!("--{}", setting.get_long().expect("a flag")), String::new()]);
        }
    }
    assert!(flags.len() > 60, "{flags:?}");
    let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
    check(&flags).expect("empty is absent");
}

#[test]
fn an_address_that_cannot_be_read_says_how_a_password_is_written_and_shows_none() {
    let addresses = [
        "--database-url",
        "postgres://a@h/d",
        "--read-url",
        "postgres://a:sec/ret@h/d",
    ];
    let settings = check(&addresses).expect("both begin well");
    let Err(Failure::Usage(sentence)) = database::standbys(&settings) else {
        panic!("a slash ends the login");
    };
    assert!(
        sentence.starts_with("LEDGER_READ_URL must be") && sentence.contains("/ as %2F") && !sentence.contains("ret@"),
        "{sentence}"
    );
}

#[test]
fn every_bad_setting_is_named_in_one_sentence() {
    for (flag, value, name) in [
        ("--database-url", "mysql://x", "DATABASE_URL"),
        ("--migrate-url", "postgres://x", "LEDGER_MIGRATE_URL"),
        ("--read-url", "postgres://x", "LEDGER_READ_URL"),
        ("--data", "/dev/null", "LEDGER_DATA"),
        ("--data", " ", "LEDGER_DATA"),
        ("--http", "8080", "LEDGER_HTTP"),
        ("--http", "localhost:99999", "LEDGER_HTTP"),
        ("--staff-http", "", "LEDGER_STAFF_HTTP"),
        ("--metrics-http", "8082", "LEDGER_METRICS_HTTP"),
        ("--metrics-http", "127.0.0.1:8080", "LEDGER_METRICS_HTTP"),
        ("--metrics-http", "127.0.0.1:8081", "LEDGER_METRICS_HTTP"),
        ("--partitions", "0", "LEDGER_PARTITIONS"),
        ("--partitions", "1025", "LEDGER_PARTITIONS"),
        ("--partitions", "two", "LEDGER_PARTITIONS"),
        ("--backup-days", "none", "LEDGER_BACKUP_DAYS"),
        ("--backup-days", "3651", "LEDGER_BACKUP_DAYS"),
        ("--mode", "Production", "LEDGER_MODE"),
        ("--web", "/nowhere/at/all", "LEDGER_WEB"),
        ("--pg-bin", "/nowhere/at/all", "LEDGER_PG_BIN"),
        ("--trusted-proxies", "9", "LEDGER_TRUSTED_PROXIES"),
        ("--messenger-url", "ftp://a", "LEDGER_MESSENGER_URL"),
        ("--messenger-url", "https://a/b", "LEDGER_MESSENGER_URL"),
        ("--countries", "/nowhere/at/all", "LEDGER_COUNTRIES"),
        (
            "--countries",
            concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"),
            "LEDGER_COUNTRIES",
        ),
        ("--sync", "on", "LEDGER_SYNC"),
        ("--staff-keys", "on", "LEDGER_STAFF_KEYS"),
        ("--log", "xml", "LEDGER_LOG"),
        ("--otlp", "127.0.0.1:4318", "LEDGER_OTLP"),
        ("--otlp", "http://127.0.0.1:4318/v1/traces", "LEDGER_OTLP"),
    ] {
        let sentence = sentence(&[flag, value]);
        assert!(
            sentence.starts_with(name) && sentence.ends_with('.') && !sentence.contains('\n'),
            "{sentence}"
        );
    }
}

#[test]
fn the_staff_never_share_the_players_address() {
    assert!(sentence(&["--staff-http", "127.0.0.1:8080"]).starts_with("LEDGER_STAFF_HTTP must differ"));
    check(&["--http", "127.0.0.1:0", "--staff-http", "127.0.0.1:0"]).expect("port 0 is a different port each time");
}

#[test]
fn a_wrong_database_address_is_not_repeated_because_it_may_hold_a_password() {
    assert!(!sentence(&["--database-url", "mysql://ann:hunter2@db/x"]).contains("hunter2"));
}

#[test]
fn production_has_no_secrets_of_its_own_making() {
    let settings = check(&["--mode", "production"]).expect("settings alone are fine");
    assert!(
        settings
            .secrets()
            .expect_err("no token")
            .to_string()
            .contains("LEDGER_BOT_TOKEN")
    );
}

#[test]
fn production_wants_a_synchronous_standby_unless_somebody_says_otherwise() {
    for (flags, rule) in [
        (&[][..], Synchronous::Off),
        (&["--mode", "production"], Synchronous::Required),
        (&["--mode", "production", "--sync", " "], Synchronous::Required),
        (&["--mode", "production", "--sync", "off"], Synchronous::Off),
        (&["--sync", "required"], Synchronous::Required),
    ] {
        assert_eq!(check(flags).expect("settings").service.synchronous, rule, "{flags:?}");
    }
}

#[test]
fn an_evm_rail_wants_two_nodes_a_token_and_a_key() {
    let (nodes, key) = ("https://a.example/secret,https://b.example", "11".repeat(32));
    assert!(check(&[]).expect("defaults work").evm.is_none());
    let given = check(&["--evm-nodes", nodes, "--evm-key", &key]).expect("a rail").evm;
    let access = given.expect("a rail");
    assert_eq!(
        (access.nodes.len(), access.chain, access.fee_most),
        (2, 1, 100_000_000_000)
    );
    assert_eq!(access.finality, Finality::Reported);
    let printed = format!("{access:?}");
    assert!(!printed.contains("1111") && !printed.contains("secret"), "{printed}");
    let deep = check(&["--evm-nodes", nodes, "--evm-key", &key, "--evm-final", "64"]).expect("a rail");
    assert_eq!(deep.evm.map(|access| access.finality), Some(Finality::Depth(64)));
    let zero = "00".repeat(32);
    for (flags, name) in [
        (
            vec!["--evm-nodes", "https://a.example", "--evm-key", &key],
            "LEDGER_EVM_NODES",
        ),
        (
            vec!["--evm-nodes", "a.example,b.example", "--evm-key", &key],
            "LEDGER_EVM_NODES",
        ),
        (vec!["--evm-nodes", nodes], "LEDGER_EVM_NODES wants LEDGER_EVM_KEY"),
        (vec!["--evm-nodes", nodes, "--evm-key", &zero], "LEDGER_EVM_KEY"),
        (
            vec!["--evm-nodes", nodes, "--evm-key", &key, "--evm-chain", "56"],
            "LEDGER_EVM_CHAIN wants LEDGER_EVM_TOKEN",
        ),
        (
            vec!["--evm-nodes", nodes, "--evm-key", &key, "--evm-chain", "0"],
            "LEDGER_EVM_CHAIN",
        ),
        (
            vec![
                "--evm-nodes",
                nodes,
                "--evm-key",
                &key,
                "--evm-token",
                "0xdac17f958d2ee523a2206206994597c13d831ec7",
            ],
            "LEDGER_EVM_TOKEN",
        ),
        (
            vec!["--evm-nodes", nodes, "--evm-key", &key, "--evm-final", "0"],
            "LEDGER_EVM_FINAL",
        ),
        (
            vec!["--evm-nodes", nodes, "--evm-key", &key, "--evm-fee-max", "0"],
            "LEDGER_EVM_FEE_MAX",
        ),
    ] {
        let refused = sentence(&flags);
        assert!(refused.starts_with(name) && !refused.contains("1111"), "{refused}");
    }
}

#[test]
fn a_rail_wants_two_nodes_a_token_and_a_key() {
    let (nodes, key) = ("http://a.example,http://b.example", "11".repeat(32));
    assert!(check(&[]).expect("defaults work").ton.is_none());
    let given = check(&["--ton-nodes", nodes, "--ton-key", &key]).expect("a rail").ton;
    let access = given.expect("a rail");
    assert_eq!((access.nodes.len(), access.key), (2, [0x11; 32]));
    assert!(!format!("{access:?}").contains("1111"), "a key is in no log");
    for (flags, name) in [
        (
            vec!["--ton-nodes", "http://a.example", "--ton-key", &key],
            "LEDGER_TON_NODES",
        ),
        (
            vec!["--ton-nodes", "http://a.example,http://a.example/", "--ton-key", &key],
            "LEDGER_TON_NODES",
        ),
        (vec!["--ton-nodes", nodes], "LEDGER_TON_NODES wants LEDGER_TON_KEY"),
        (vec!["--ton-nodes", nodes, "--ton-key", "11"], "LEDGER_TON_KEY"),
        (
            vec!["--ton-nodes", nodes, "--ton-key", &key, "--ton-master", "here"],
            "LEDGER_TON_MASTER",
        ),
    ] {
        let refused = sentence(&flags);
        assert!(refused.starts_with(name) && !refused.contains("1111"), "{refused}");
    }
}

#[test]
fn more_than_half_of_the_witnesses_count_unless_a_number_is_given() {
    let key = |byte: u8| {
        let cosigner = Cosigner::of_seed(&[byte; 32], &format!("witness.example/{byte}"));
        cosigner.expect("a name").key().to_string()
    };
    let list = |keys: &[u8]| {
        let named: Vec<String> = keys
            .iter()
            .map(|byte| format!("{} http://127.0.0.1:{byte}", key(*byte)))
            .collect();
        named.join(", ")
    };
    let needed = |flags: &[&str]| check(flags).expect("it works").witnesses.demand().needed;
    assert_eq!(needed(&[]), 0);
    assert_eq!(needed(&["--witnesses", &list(&[1])]), 1);
    assert_eq!(needed(&["--witnesses", &list(&[1, 2])]), 2);
    assert_eq!(needed(&["--witnesses", &list(&[1, 2, 3])]), 2);
    assert_eq!(
        needed(&["--witnesses", &list(&[1, 2, 3]), "--witnesses-needed", "3"]),
        3
    );
    for (flags, words) in [
        (
            ["--witnesses", &list(&[1, 2]), "--witnesses-needed", "3"],
            "from 1 to 2",
        ),
        (
            ["--witnesses", &list(&[1, 1]), "--witnesses-needed", "1"],
            "is there twice",
        ),
        (["--witnesses", &key(1), "--witnesses-needed", "1"], "has no address"),
        (
            ["--witnesses", "a+b+c http://x", "--witnesses-needed", "1"],
            "is not the key of a witness",
        ),
    ] {
        let refused = sentence(&flags);
        assert!(refused.contains(words), "{refused}");
    }
}
