//! Makes launch data as the messenger does, for development and tests.
//!
//! The development server signs with its own throw-away bot token, so the whole login
//! runs for real: there is no switch that skips the check (api §9.4). Only the hash
//! is made; nobody but the messenger can make its Ed25519 signature.

use super::verify::{keyed, secret_of};
use hmac::Mac;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serialize;

/// Left as they are by browsers and by the messenger.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// The person in whose name the launch is signed; fields as the messenger sends them, unchecked.
#[derive(Clone, Debug, Default, Serialize)]
pub struct LaunchUser {
    /// The messenger's id of the person.
    #[serde(rename = "id")]
    pub tg_id: i64,
    /// First name as typed by the person.
    pub first_name: String,
    /// Last name as typed by the person.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_name: Option<String>,
    /// Public handle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub username: Option<String>,
    /// Interface language of the messenger, for example `en`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language_code: Option<String>,
    /// Address of the picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub photo_url: Option<String>,
}

/// Raw launch data signed with `bot_token` at `auth_date_s` (Unix seconds). The same
/// arguments give the same string, and so the same hash.
pub fn sign(bot_token: &str, user: &LaunchUser, start_param: Option<&str>, auth_date_s: i64) -> String {
    let user = serde_json::to_string(user).expect("numbers and strings always have a JSON form");
    let auth_date = auth_date_s.to_string();
    let mut pairs = vec![
        ("auth_date", auth_date.as_str()),
        ("chat_type", "sender"),
        ("user", user.as_str()),
    ];
    pairs.extend(start_param.map(|text| ("start_param", text)));
    sign_pairs(bot_token, &pairs)
}

/// Signs any pairs, in the order given, the hash last.
pub(super) fn sign_pairs(bot_token: &str, pairs: &[(&str, &str)]) -> String {
    let mut lines: Vec<String> = pairs.iter().map(|(key, value)| format!("{key}={value}")).collect();
    lines.sort();
    let hash = keyed(&secret_of(bot_token))
        .chain_update(lines.join("\n"))
        .finalize()
        .into_bytes();
    let written = pairs
        .iter()
        .map(|(key, value)| format!("{key}={}&", utf8_percent_encode(value, ESCAPED)));
    written.collect::<String>() + "hash=" + &hex::encode(hash)
}

#[cfg(test)]
mod tests {
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
    fn another_token_or_another_second_gives_another_hash_t_34_t_36() {
        let raw = sign(TOKEN, &user("Ann"), None, 1_000);
        assert_eq!(raw, sign(TOKEN, &user("Ann"), None, 1_000));
        assert_ne!(
            raw[raw.len() - 64..],
            sign(TOKEN, &user("Ann"), None, 1_001)[raw.len() - 64..]
        );
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
}
