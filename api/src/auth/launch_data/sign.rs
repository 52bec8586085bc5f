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
    #[serde(skip_serializing_if = "Option::is_none")]
    pub username: Option<String>,
    /// Interface language of the messenger, for example `en`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language_code: Option<String>,
    /// Address of the picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub photo_url: Option<String>,
}

/// Raw launch data signed with `bot_token` at `auth_date_s` (Unix seconds). Each has an id of its own, as the
/// messenger's has: a launch belongs to the device that used it first, and two may begin in one second.
pub fn sign(bot_token: &str, user: &LaunchUser, start_param: Option<&str>, auth_date_s: i64) -> String {
    let user = serde_json::to_string(user).expect("numbers and strings always have a JSON form");
    let auth_date = auth_date_s.to_string();
    let query_id = hex::encode(rand::random::<[u8; 12]>());
    let mut pairs = vec![
        ("query_id", query_id.as_str()),
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
mod tests;
