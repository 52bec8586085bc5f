//! A text in every language of the product (domain §10.1: en and zh).

use serde::{Deserialize, Serialize};

/// One text in English and Chinese.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Text {
    pub en: String,
    pub zh: String,
}

/// Longest text in characters (ASSUMED: two lines of a card).
const LENGTH_MAX: usize = 200;

impl Text {
    /// A text in both languages.
    pub fn new(en: &str, zh: &str) -> Text {
        Text {
            en: en.to_owned(),
            zh: zh.to_owned(),
        }
    }

    /// True when both languages have a text of allowed length.
    pub fn is_complete(&self) -> bool {
        let fits = |text: &String| !text.trim().is_empty() && text.chars().count() <= LENGTH_MAX;
        fits(&self.en) && fits(&self.zh)
    }
}
