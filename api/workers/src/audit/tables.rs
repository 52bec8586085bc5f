//! Paytables by their hash: a dive names the hash of the one that it was played with.

use super::dive::NotVerifiable;
use domain::paytable::Paytable;
use std::collections::HashMap;

/// Known paytables; the built-in one is always among them.
pub struct Tables(HashMap<String, Paytable>);

impl Tables {
    /// The built-in paytable and these.
    pub fn new(tables: impl IntoIterator<Item = Paytable>) -> Tables {
        let known = tables.into_iter().chain([Paytable::standard()]);
        Tables(known.map(|table| (table.hash(), table)).collect())
    }

    /// The paytable with this hash.
    ///
    /// # Errors
    /// [`NotVerifiable::UnknownTable`].
    pub fn find(&self, hash: &str) -> Result<&Paytable, NotVerifiable> {
        self.0
            .get(hash)
            .ok_or_else(|| NotVerifiable::UnknownTable(hash.to_owned()))
    }
}
