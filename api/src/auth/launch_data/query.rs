//! Parses the raw query string into pairs, strictly: each string has one reading.
//!
//! The signed text joins `key=value` lines with line feeds. Two different strings must
//! never give the same text, else a forger moves the border between pairs without
//! touching the hash. Hence: no control character in a value, no `=` in a key, no key
//! twice, and one spelling for each escaped byte (upper-case digits, as all known
//! clients write them), so that even a flipped bit of case is refused (T-34).

use super::{LaunchError, RAW_BYTES_MAX};
use percent_encoding::percent_decode_str;

/// More pairs than any launch has (eleven are documented).
const PAIRS_MAX: usize = 32;

/// The pairs of one launch, sorted by key, values decoded.
pub struct Pairs(Vec<(String, String)>);

impl Pairs {
    /// Reads the raw string.
    ///
    /// # Errors
    /// `TooLong`, `Malformed` and `Duplicate`.
    pub fn parse(raw: &str) -> Result<Pairs, LaunchError> {
        if raw.len() > RAW_BYTES_MAX {
            return Err(LaunchError::TooLong);
        }
        if raw.is_empty() {
            return Err(LaunchError::Malformed("it is empty"));
        }
        let mut pairs = raw
            .split('&')
            .take(PAIRS_MAX + 1)
            .map(pair)
            .collect::<Result<Vec<_>, _>>()?;
        if pairs.len() > PAIRS_MAX {
            return Err(LaunchError::Malformed("it has too many pairs"));
        }
        pairs.sort();
        match pairs.windows(2).find(|two| two[0].0 == two[1].0) {
            Some(two) => Err(LaunchError::Duplicate(two[0].0.clone())),
            None => Ok(Pairs(pairs)),
        }
    }

    /// The decoded value of a key.
    ///
    /// # Errors
    /// `Missing` when there is no such pair.
    pub fn required(&self, key: &'static str) -> Result<&str, LaunchError> {
        self.optional(key).ok_or(LaunchError::Missing(key))
    }

    /// The decoded value of a key, if there is such a pair.
    pub fn optional(&self, key: &str) -> Option<&str> {
        self.0
            .iter()
            .find(|(name, _)| name == key)
            .map(|(_, value)| value.as_str())
    }

    /// The text that was signed: all pairs but the excluded ones, one on each line.
    pub fn signed_text(&self, excluded: &[&str]) -> String {
        let lines = self.0.iter().filter(|(key, _)| !excluded.contains(&key.as_str()));
        lines
            .map(|(key, value)| format!("{key}={value}"))
            .collect::<Vec<_>>()
            .join("\n")
    }
}

fn pair(text: &str) -> Result<(String, String), LaunchError> {
    let (key, value) = text
        .split_once('=')
        .ok_or(LaunchError::Malformed("a pair has no `=`"))?;
    if !is_key(key) {
        return Err(LaunchError::Malformed("a key is not a lower-case word"));
    }
    Ok((key.to_owned(), decoded(value)?))
}

fn is_key(key: &str) -> bool {
    let letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
    !key.is_empty() && key.len() <= 64 && key.bytes().all(letter)
}

fn decoded(value: &str) -> Result<String, LaunchError> {
    let mut escapes = value.split('%').skip(1);
    if !escapes.all(|rest| rest.len() >= 2 && rest.bytes().take(2).all(is_upper_hex)) {
        return Err(LaunchError::Malformed("an escape is not `%` and two upper-case digits"));
    }
    let spaced = value.replace('+', " ");
    let text = percent_decode_str(&spaced)
        .decode_utf8()
        .map_err(|_| LaunchError::Malformed("a value is not UTF-8"))?;
    if text.chars().any(char::is_control) {
        return Err(LaunchError::Malformed("a value has a control character"));
    }
    Ok(text.into_owned())
}

fn is_upper_hex(byte: u8) -> bool {
    matches!(byte, b'0'..=b'9' | b'A'..=b'F')
}

#[cfg(test)]
mod tests;
