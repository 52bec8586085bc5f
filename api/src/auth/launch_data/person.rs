//! The `user` document of a launch: signed by the messenger, but its names are typed by people.
//!
//! Refused are things the messenger cannot have written or that later stores choke on
//! (NUL, half a surrogate pair, an id out of range). Cleaned are things that people do write
//! to disturb a list of names: direction overrides, invisible letters, stacks of accents (T-62).
//! Names are shown and never compared, so they are not brought to one normal form.

use super::{LaunchError, NICKNAME_CHARS_MAX, TG_ID_MAX};
use serde::Deserialize;
use serde_json::Value;

/// Shown when nothing visible is left of a name and there is no handle (ASSUMED).
const NAMELESS: &str = "Player";
/// Longest picture address, in bytes (ASSUMED; real ones have about 90).
const AVATAR_BYTES_MAX: usize = 512;
/// Accents over one letter; living scripts need at most this many (ASSUMED).
const ACCENTS_MAX: usize = 3;

/// The checked user document; the fields mean what they mean in [`super::Launch`].
pub struct Person {
    pub tg_id: i64,
    pub nickname: String,
    pub username: Option<String>,
    pub avatar: Option<String>,
    pub lang: Option<String>,
}

#[derive(Deserialize)]
struct Document {
    id: i64,
    #[serde(default)]
    is_bot: bool,
    first_name: String,
    last_name: Option<String>,
    username: Option<String>,
    language_code: Option<String>,
    photo_url: Option<String>,
}

/// Reads the decoded `user` value.
///
/// # Errors
/// `Malformed` and `Bot`.
pub fn read(user: &str) -> Result<Person, LaunchError> {
    let malformed = LaunchError::Malformed("`user` is not a user document");
    // Read twice on purpose: the whole for what hides in unknown fields, the known fields for keys given twice.
    let whole: Value = serde_json::from_str(user).map_err(|_| malformed.clone())?;
    if has_nul(&whole) {
        return Err(LaunchError::Malformed("`user` has a NUL character"));
    }
    let document: Document = serde_json::from_str(user).map_err(|_| malformed)?;
    if document.is_bot {
        return Err(LaunchError::Bot);
    }
    if !(1..=TG_ID_MAX).contains(&document.id) {
        return Err(LaunchError::Malformed("the user id is out of range"));
    }
    let username = document.username.filter(|name| is_word(name, 32, b'_'));
    let full_name = format!("{} {}", document.first_name, document.last_name.unwrap_or_default());
    let nickname = cleaned(&full_name)
        .or_else(|| username.clone())
        .unwrap_or_else(|| NAMELESS.to_owned());
    Ok(Person {
        tg_id: document.id,
        nickname,
        username,
        avatar: document.photo_url.filter(|address| is_https(address)),
        lang: document.language_code.filter(|code| is_word(code, 35, b'-')),
    })
}

fn has_nul(value: &Value) -> bool {
    match value {
        Value::String(text) => text.contains('\0'),
        Value::Array(items) => items.iter().any(has_nul),
        Value::Object(fields) => fields.iter().any(|(key, value)| key.contains('\0') || has_nul(value)),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

fn is_word(text: &str, bytes_max: usize, joint: u8) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == joint;
    (1..=bytes_max).contains(&text.len()) && text.bytes().all(allowed)
}

/// Printable, without credentials, and fit to stand in an attribute or a style as it is.
fn is_https(address: &str) -> bool {
    let host = address
        .strip_prefix("https://")
        .and_then(|rest| rest.split(['/', '?', '#']).next());
    let harmless = |byte: u8| byte.is_ascii_graphic() && !br#""'<>\^`{|}()"#.contains(&byte);
    let named = host.is_some_and(|host| !host.is_empty() && !host.contains('@'));
    named && address.len() <= AVATAR_BYTES_MAX && address.bytes().all(harmless)
}

/// A name for display, or nothing when no visible character is left.
fn cleaned(name: &str) -> Option<String> {
    let mut kept = String::new();
    let mut accents = 0;
    let spaced = name.chars().map(|letter| if is_break(letter) { ' ' } else { letter });
    for letter in spaced
        .filter(|&letter| !is_disturbing(letter))
        .take(NICKNAME_CHARS_MAX * 8)
    {
        accents = if is_accent(letter) { accents + 1 } else { 0 };
        let leads = kept.is_empty() || kept.ends_with(' ');
        if accents <= ACCENTS_MAX && !(leads && (letter == ' ' || is_dependent(letter))) {
            kept.push(letter);
        }
    }
    let cut: String = kept.chars().take(NICKNAME_CHARS_MAX).collect();
    let trimmed = cut.trim_end_matches([' ', '\u{200d}', '\u{200c}']);
    (!trimmed.is_empty()).then(|| trimmed.to_owned())
}

fn is_break(letter: char) -> bool {
    letter.is_whitespace() || letter.is_control() || letter == '\u{2800}'
}

/// Changes the direction of what follows, or is nothing that can be seen.
fn is_disturbing(letter: char) -> bool {
    matches!(letter,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
        | '\u{ad}' | '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}' | '\u{2060}'..='\u{2065}' | '\u{206a}'..='\u{206f}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
        | '\u{fff0}'..='\u{fffc}' | '\u{e000}'..='\u{f8ff}' | '\u{e0000}'..='\u{e001f}' | '\u{f0000}'..='\u{10ffff}')
        || u32::from(letter) & 0xfffe == 0xfffe
}

fn is_accent(letter: char) -> bool {
    matches!(letter, '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}'
        | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
}

/// Means something only behind a visible character: joiners, selectors, flag tags, accents.
fn is_dependent(letter: char) -> bool {
    is_accent(letter)
        || matches!(letter, '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}' | '\u{e0020}'..='\u{e007f}' | '\u{e0100}'..='\u{e01ef}')
}

#[cfg(test)]
mod tests;
