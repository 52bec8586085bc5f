use super::*;

const TOKEN: &str = "123456:real-token";
const KEY: &str = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";

fn data(name: &str) -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("ledger-secrets-{name}-{}", std::process::id()));
    fs::remove_dir_all(&folder).ok();
    folder
}

#[test]
fn development_secrets_are_made_once_for_the_owner_alone() {
    let data = data("once");
    let first = development(None, None, &data).expect("made");
    let second = development(None, None, &data).expect("read");
    assert_eq!(
        (&first.bot_token, first.master_key),
        (&second.bot_token, second.master_key)
    );
    for name in ["bot_token", "master_key"] {
        let kept = fs::metadata(data.join("secrets").join(name)).expect("kept");
        assert_eq!(kept.permissions().mode() & 0o777, 0o600);
    }
    let mode = |path: &Path| fs::metadata(path).expect("made").permissions().mode() & 0o777;
    assert_eq!((mode(&data), mode(&data.join("secrets"))), (0o711, 0o700));
    assert_eq!(
        fs::read_dir(data.join("secrets")).expect("listed").count(),
        2,
        "no draft stays behind"
    );
    fs::remove_dir_all(data).expect("removed");
}

#[test]
fn processes_that_start_together_end_with_one_secret() {
    let data = data("race");
    let barrier = std::sync::Barrier::new(8);
    let start = || {
        barrier.wait();
        development(None, None, &data).expect("made or read").bot_token
    };
    let tokens: Vec<String> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(start)).collect();
        threads.into_iter().map(|thread| thread.join().expect("ran")).collect()
    });
    assert!(tokens.iter().all(|token| *token == tokens[0]));
    fs::remove_dir_all(data).expect("removed");
}

#[test]
fn production_refuses_what_development_made() {
    let data = data("production");
    let made = development(None, None, &data).expect("made");
    let refusal = |token: &str, key: &str| production(Some(token), Some(key)).expect_err("refused").to_string();
    assert!(refusal(&made.bot_token, KEY).starts_with("LEDGER_BOT_TOKEN is a development token"));
    assert!(refusal(TOKEN, &hex::encode_upper(made.master_key)).starts_with("LEDGER_MASTER_KEY is a development key"));
    assert!(refusal(TOKEN, &"0".repeat(64)).starts_with("LEDGER_MASTER_KEY is one byte repeated"));
    assert!(production(Some(TOKEN), None).is_err() && production(None, Some(KEY)).is_err());
    production(Some(TOKEN), Some(KEY)).expect("real secrets are accepted");
    fs::remove_dir_all(data).expect("removed");
}

#[test]
fn unfit_secrets_are_named_and_never_repeated() {
    for (token, key, name) in [
        ("no-colon", KEY, "LEDGER_BOT_TOKEN"),
        ("x:12345678", KEY, "LEDGER_BOT_TOKEN"),
        ("1:1234567\u{e9}8", KEY, "LEDGER_BOT_TOKEN"),
        (TOKEN, "abc", "LEDGER_MASTER_KEY"),
        (TOKEN, &"zz".repeat(32), "LEDGER_MASTER_KEY"),
    ] {
        let sentence = production(Some(token), Some(key)).expect_err("refused").to_string();
        assert!(
            sentence.starts_with(name) && !sentence.contains(token) && !sentence.contains(key),
            "{sentence}"
        );
    }
}

#[test]
fn secrets_never_print_themselves() {
    let secrets = production(Some(TOKEN), Some(KEY)).expect("accepted");
    assert_eq!(format!("{secrets:?}"), "Secrets(sealed)");
}

#[test]
fn other_keys_are_a_list_and_never_repeated() {
    let (made_here, repeated) = (format!("DE7E1095{}", "0a1b2c3d".repeat(7)), "0f".repeat(32));
    let list = format!("{KEY}, {made_here},{repeated}");
    assert_eq!(others_of(Some(&list), Mode::Development).map(|keys| keys.len()), Ok(3));
    assert_eq!(others_of(Some(KEY), Mode::Production).map(|keys| keys.len()), Ok(1));
    assert_eq!(others_of(None, Mode::Production), Ok(Vec::new()));
    let unfit = [format!("{KEY},{made_here}"), format!("{KEY},{repeated}")];
    for wrong in [format!("{KEY},"), format!("{KEY};{KEY}"), "abc".to_owned()]
        .into_iter()
        .chain(unfit)
    {
        let sentence = others_of(Some(&wrong), Mode::Production)
            .expect_err("refused")
            .to_string();
        assert!(
            sentence.starts_with("LEDGER_OTHER_MASTER_KEYS") && !sentence.contains(KEY),
            "{sentence}"
        );
    }
}
