//! A text in every language of the product (domain §10.1: en and zh).

use serde::{Deserialize, Serialize};

/// One text in English and Chinese.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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

    /// True when neither language has a text.
    pub fn is_empty(&self) -> bool {
        self.en.is_empty() && self.zh.is_empty()
    }

    /// True when both languages have a text of allowed length.
    pub fn is_complete(&self) -> bool {
        let fits = |text: &String| !text.trim().is_empty() && text.chars().count() <= LENGTH_MAX;
        fits(&self.en) && fits(&self.zh)
    }
}

#[cfg(test)]
mod tests {
    use crate::config::Config;
    use crate::testing::is_product_chinese;
    use serde_json::Value;

    fn check(value: &Value) -> usize {
        match value {
            Value::String(text) => {
                assert!(is_product_chinese(text), "{text}");
                usize::from(!text.is_ascii())
            }
            Value::Array(values) => values.iter().map(check).sum(),
            Value::Object(fields) => fields.values().map(check).sum(),
            _ => 0,
        }
    }

    #[test]
    fn the_chinese_of_the_defaults_is_written_as_the_product_writes_it() {
        let texts = check(&serde_json::to_value(Config::demo()).expect("JSON"));
        assert!(texts > 10, "{texts} texts were found");
        for wrong in ["您好", "好,好", "好(好)", "好:"] {
            assert!(!is_product_chinese(wrong), "{wrong}");
        }
    }
}
