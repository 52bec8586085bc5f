//! What is wrong about something that was asked for, as data: a code that a client words in the language of its reader,
//! and the values that such a sentence names. The sentence in English goes with it, for who reads the answer itself.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// A rule that does not hold, for a program and for a reader.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// The rule. Permanent: the words of clients are kept under it.
    pub code: String,
    /// The field that it is about, as the call names it, where the sentence does not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
    /// What the sentence names: whole numbers in digits, days, months, ids.
    #[serde(default)]
    pub values: BTreeMap<String, String>,
    /// In English.
    pub text: String,
}

impl Finding {
    pub fn new(code: &str, text: impl Into<String>) -> Finding {
        Finding {
            code: code.to_owned(),
            of: None,
            values: BTreeMap::new(),
            text: text.into(),
        }
    }

    /// The same about a field of the call.
    pub fn of(self, field: &str) -> Finding {
        let of = Some(field.to_owned());
        Finding { of, ..self }
    }

    /// The same with a value that the sentence names.
    pub fn with(mut self, name: &str, value: impl ToString) -> Finding {
        self.values.insert(name.to_owned(), value.to_string());
        self
    }

    /// The same with a value that perhaps is none.
    pub fn with_known(self, name: &str, value: Option<impl ToString>) -> Finding {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }
}

/// In one line: the field and the sentence.
impl fmt::Display for Finding {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.of {
            Some(field) => write!(to, "{field}: {}", self.text),
            None => to.write_str(&self.text),
        }
    }
}
