use super::super::{LaunchError, LaunchVerifier, NICKNAME_CHARS_MAX, TG_ID_MAX};
use super::*;
use proptest::prelude::*;

const TOKEN: &str = "1:throw-away";

fn user(first_name: &str) -> LaunchUser {
    LaunchUser {
        tg_id: 7,
        first_name: first_name.to_owned(),
        ..LaunchUser::default()
    }
}

#[test]
fn what_is_signed_comes_back_verified() {
    let whole = LaunchUser {
        tg_id: TG_ID_MAX,
        first_name: "小 & = % + \" \\ / 鱼".into(),
        last_name: Some("O'Neil\n<script>".into()),
        username: Some("ann_7".into()),
        language_code: Some("zh".into()),
        photo_url: Some("https://t.me/a.svg".into()),
    };
    let raw = sign(TOKEN, &whole, Some("r_ABCD2345__p_0123456789"), 1_000);
    let launch = LaunchVerifier::new(TOKEN).verify(&raw, 1_000, 0).expect("just signed");
    assert_eq!((launch.tg_id, launch.auth_date_s), (TG_ID_MAX, 1_000));
    assert_eq!(launch.nickname, "小 & = % + \" \\ / 鱼 O'Neil <script>");
    assert_eq!((launch.username, launch.lang), (whole.username, whole.language_code));
    assert_eq!(
        (launch.avatar, launch.start_param.as_deref()),
        (whole.photo_url, Some("r_ABCD2345__p_0123456789"))
    );
}

#[test]
fn two_launches_of_one_second_are_two_and_another_token_refuses_them_t_34_t_36() {
    let raw = sign(TOKEN, &user("Ann"), None, 1_000);
    let hash_of = |raw: &str| raw[raw.len() - 64..].to_owned();
    assert_ne!(hash_of(&raw), hash_of(&sign(TOKEN, &user("Ann"), None, 1_000)));
    assert_eq!(
        LaunchVerifier::new("1:other").verify(&raw, 1_000, 60),
        Err(LaunchError::Signature)
    );
    assert_eq!(
        LaunchVerifier::new("").verify(&raw, 1_000, 60),
        Err(LaunchError::Signature)
    );
}

#[test]
fn a_signed_10_kb_name_is_too_long_and_a_signed_nul_is_malformed_t_62() {
    let verify = |name: &str| LaunchVerifier::new(TOKEN).verify(&sign(TOKEN, &user(name), None, 1_000), 1_000, 60);
    assert_eq!(verify(&"🐟".repeat(2_500)), Err(LaunchError::TooLong));
    assert!(matches!(verify("a\0b"), Err(LaunchError::Malformed(_))));
}

proptest! {
    #[test]
    fn any_name_without_nul_signs_verifies_and_shows_safely_t_62(
        first in "\\PC{0,40}|[\\x01-\\x1f\u{200b}-\u{206f}\u{300}-\u{310}\u{1f400}-\u{1f43f} %&=+\\\\\"]{0,40}",
        last in proptest::option::of(any::<String>().prop_map(|text| text.replace('\0', "").chars().take(40).collect())),
        tg_id in 1..=TG_ID_MAX,
    ) {
        let raw = sign(TOKEN, &LaunchUser { tg_id, last_name: last, ..user(&first) }, None, 1_000);
        let launch = LaunchVerifier::new(TOKEN).verify(&raw, 1_000, 60).expect("just signed");
        prop_assert_eq!(launch.tg_id, tg_id);
        prop_assert!((1..=NICKNAME_CHARS_MAX).contains(&launch.nickname.chars().count()));
        prop_assert_eq!(launch.nickname.trim(), launch.nickname.as_str());
        let disturbing = |letter: char| letter.is_control() || matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        prop_assert!(!launch.nickname.contains(disturbing));
    }
}
