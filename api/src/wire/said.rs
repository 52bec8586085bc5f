//! Texts of the catalogue in an answer: names of tasks, VIP tiers, items and packets.
//!
//! An answer leaves with the text that the call asks for. It is stored with both: a policy may have stored it first,
//! which serves no call ([`crate::player_answers`]), and a repetition may ask in another language.

use super::user::Lang;
use domain::config::Text;
use serde::{Deserialize, Serialize};

/// A text of an answer. The document calls it a string: that is what leaves the service.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Said {
    /// As it is answered. Releases that stored one language left such answers behind; they are answered as they are.
    One(String),
    /// As it is stored.
    Both(Text),
}

impl From<&Text> for Said {
    fn from(text: &Text) -> Said {
        Said::Both(text.clone())
    }
}

/// An answer with texts.
pub trait Spoken: Sized {
    /// All of them.
    fn texts(&mut self) -> Vec<&mut Said>;

    /// The answer in one language.
    #[must_use]
    fn in_language(mut self, lang: Lang) -> Self {
        for said in self.texts() {
            if let Said::Both(text) = said {
                *said = Said::One(lang.text(text).to_owned());
            }
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Named(Said);

    impl Spoken for Named {
        fn texts(&mut self) -> Vec<&mut Said> {
            vec![&mut self.0]
        }
    }

    fn answered(stored: &str, lang: Lang) -> String {
        let stored = Named(serde_json::from_str(stored).expect("a stored text"));
        serde_json::to_string(&stored.in_language(lang).0).expect("JSON")
    }

    #[test]
    fn a_stored_text_is_answered_in_either_language_and_one_of_an_older_release_as_it_is() {
        let both = serde_json::to_string(&Said::from(&Text::new("Silver", "白银"))).expect("JSON");
        assert_eq!(answered(&both, Lang::En), r#""Silver""#);
        assert_eq!(answered(&both, Lang::Zh), r#""白银""#);
        assert_eq!(answered(r#""Silver""#, Lang::Zh), r#""Silver""#);
    }
}
