//! Published launches, their borders in time, and signed launches that are wrong all the same.

use super::super::third_party::{PRODUCTION_KEY, TEST_ENVIRONMENT_KEY};
use super::super::vectors::{BOT_ID, V1, V2, V3, WINDOW_S, signed_pairs};
use super::*;

const USER: (&str, &str) = ("user", r#"{"id":7,"first_name":"Ann"}"#);

fn verified(pairs: &[(&str, &str)]) -> Result<Launch, LaunchError> {
    LaunchVerifier::new("1:t").verify(&signed_pairs("1:t", pairs), 1_000, WINDOW_S)
}

#[test]
fn accepts_the_published_vectors_and_reads_them_t_34() {
    for vector in [V1, V2, V3] {
        let launch = vector
            .verifier()
            .verify(vector.raw, vector.auth_date_s, WINDOW_S)
            .expect("published");
        assert_eq!((launch.tg_id, launch.auth_date_s), (279_058_397, vector.auth_date_s));
        assert_eq!(launch.nickname, vector.nickname);
        assert_eq!(
            (launch.username.as_deref(), launch.lang.as_deref()),
            (Some("vdkfrost"), Some("ru"))
        );
        assert_eq!(launch.avatar.as_deref(), vector.avatar);
        assert_eq!(hex::encode(launch.hash), &vector.raw[vector.raw.len() - 64..]);
    }
}

#[test]
fn derives_the_published_secret_and_keeps_it_out_of_debug_text_t_34() {
    let token = V1.bot_token.expect("published");
    assert_eq!(
        hex::encode(secret_of(token)),
        "a5c609aa52f63cb5e6d8ceb6e4138726ea82bbc36bb786d64482d445ea38ee5f"
    );
    assert_eq!(
        format!("{:?}", V1.verifier()),
        "LaunchVerifier { third_party: None, .. }"
    );
}

#[test]
fn refuses_the_vectors_without_their_signature_pair_or_under_another_token_t_34_t_36() {
    let at = V2.raw.find("&signature=").expect("signed");
    let without = format!("{}{}", &V2.raw[..at], &V2.raw[V2.raw.rfind("&hash").expect("hashed")..]);
    assert_eq!(
        V2.verifier().verify(&without, V2.auth_date_s, WINDOW_S),
        Err(LaunchError::Signature)
    );
    assert_eq!(
        V1.verifier().verify(V3.raw, V3.auth_date_s, WINDOW_S),
        Err(LaunchError::Signature)
    );
}

#[test]
fn requires_both_proofs_when_configured_t_36() {
    let verify = |bot_id, key, raw, verifier: LaunchVerifier| {
        let third_party = ThirdParty::parse(bot_id, key).expect("a published key");
        verifier
            .with_third_party(third_party)
            .verify(raw, V2.auth_date_s, i64::MAX)
            .map(|launch| launch.tg_id)
    };
    assert_eq!(verify(BOT_ID, PRODUCTION_KEY, V2.raw, V2.verifier()), Ok(279_058_397));
    assert_eq!(
        verify(BOT_ID, TEST_ENVIRONMENT_KEY, V2.raw, V2.verifier()),
        Err(LaunchError::Signature)
    );
    assert_eq!(
        verify(BOT_ID + 1, PRODUCTION_KEY, V2.raw, V2.verifier()),
        Err(LaunchError::Signature)
    );
    assert_eq!(
        verify(BOT_ID, PRODUCTION_KEY, V2.raw, V3.verifier()),
        Err(LaunchError::Signature)
    );
    assert_eq!(
        verify(BOT_ID, PRODUCTION_KEY, V1.raw, V1.verifier()),
        Err(LaunchError::Missing("signature"))
    );
}

#[test]
fn the_window_ends_on_the_second_t_35() {
    let at = |age_s: i64| {
        V1.verifier()
            .verify(V1.raw, V1.auth_date_s + age_s, WINDOW_S)
            .map(|launch| launch.auth_date_s)
    };
    for age_s in [WINDOW_S - 1, WINDOW_S, 0, -29, -30] {
        assert_eq!(at(age_s), Ok(V1.auth_date_s), "{age_s}");
    }
    assert_eq!(at(WINDOW_S + 1), Err(LaunchError::Expired));
    assert_eq!(at(-31), Err(LaunchError::FromTheFuture));
    assert_eq!(at(i64::MIN), Err(LaunchError::FromTheFuture));
}

#[test]
fn a_forged_launch_learns_nothing_but_that_it_is_forged_t_34() {
    let raw = V1.raw.replace("279058397", "279058398");
    assert_eq!(
        V1.verifier().verify(&raw, i64::MAX, WINDOW_S),
        Err(LaunchError::Signature)
    );
}

#[test]
fn refuses_missing_fields_even_when_signed_t_34() {
    assert_eq!(verified(&[USER]), Err(LaunchError::Missing("auth_date")));
    assert_eq!(verified(&[("auth_date", "1000")]), Err(LaunchError::Missing("user")));
    let unhashed = LaunchVerifier::new("1:t").verify("auth_date=1000&user=%7B%7D", 1_000, WINDOW_S);
    assert_eq!(unhashed, Err(LaunchError::Missing("hash")));
}

#[test]
fn refuses_dates_and_hashes_in_other_spellings_t_34_t_35() {
    for date in [
        "",
        "+1000",
        "-1000",
        "1e3",
        "1000.0",
        " 1000",
        "٣",
        "9223372036854775808",
    ] {
        assert!(
            matches!(verified(&[USER, ("auth_date", date)]), Err(LaunchError::Malformed(_))),
            "{date}"
        );
    }
    assert_eq!(
        verified(&[USER, ("auth_date", "9223372036854775807")]),
        Err(LaunchError::FromTheFuture)
    );
    let (head, hash) = V1.raw.split_at(V1.raw.len() - 64);
    for raw in [
        format!("{head}{}", hash.to_uppercase()),
        head.to_owned(),
        format!("{head}{hash}0"),
        V1.raw[1..].to_owned(),
    ] {
        assert!(V1.verifier().verify(&raw, V1.auth_date_s, WINDOW_S).is_err(), "{raw}");
    }
}

#[test]
fn a_start_parameter_of_a_foreign_shape_is_dropped_and_the_person_let_in() {
    let start =
        |text: &str| verified(&[USER, ("auth_date", "1000"), ("start_param", text)]).map(|launch| launch.start_param);
    assert_eq!(start("r_ABCD2345"), Ok(Some("r_ABCD2345".into())));
    assert_eq!(start(&"x".repeat(512)), Ok(Some("x".repeat(512))));
    for strange in ["", "a b", "a/b", "é", &"x".repeat(513)] {
        assert_eq!(start(strange), Ok(None), "{strange}");
    }
}
