//! `dictionary.json` beside an export: each column of each file with its type, its unit and what it means. A text of this
//! program, the same for every export of a version. The manifest does not name it and nothing signs it, so it is compared
//! with this text: whoever changes what a column is said to mean changes what its numbers say.

use super::columns::{self, Kind};
use super::sheet::{Files, SheetFault, read_text};
use serde::Serialize;
use std::io::ErrorKind;

/// The file.
pub const DICTIONARY: &str = "dictionary.json";

/// A column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Described {
    /// The file without its ending.
    pub file: &'static str,
    pub column: &'static str,
    /// `int32`, `int64` or `text`, as Parquet has it; CSV and NDJSON write the same values.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// Empty for what has none.
    pub unit: &'static str,
    pub meaning: &'static str,
}

/// Units of columns, and what they mean.
const MEANINGS: [(&str, &str, &str, &str); 36] = [
    ("events", "partition", "", "The log in which the event is"),
    (
        "events",
        "position",
        "",
        "Its place in that log, counted from 1 without a gap",
    ),
    (
        "events",
        "stream",
        "",
        "The type of its stream, such as player or withdrawal",
    ),
    ("events", "key", "", "The key of its stream, an id"),
    ("events", "sequence", "", "The version of the stream that it made"),
    ("events", "event_id", "", "Its id"),
    ("events", "event_type", "", "What happened"),
    (
        "events",
        "event_version",
        "",
        "The shape in which it was written; older ones are read as the newest",
    ),
    (
        "events",
        "recorded_at_ms",
        "milliseconds since 1970, UTC",
        "When it was recorded",
    ),
    (
        "events",
        "payload",
        "JSON; amounts in minor units",
        "What it says, byte for byte as it is stored",
    ),
    (
        "events",
        "metadata",
        "JSON",
        "Who acted, under which request and because of which event, byte for byte",
    ),
    (
        "events",
        "previous",
        "hexadecimal",
        "The leaf hash of the event before it in its stream; zeros before the first",
    ),
    (
        "events",
        "leaf",
        "hexadecimal",
        "Its leaf hash, from which the signed root is computed",
    ),
    ("postings", "partition", "", "The log of its event"),
    ("postings", "position", "", "The position of its event"),
    ("postings", "leg", "", "Which leg of the event, from 0"),
    (
        "postings",
        "owner",
        "",
        "Whose account: a player's id, nil for the house",
    ),
    ("postings", "account", "", "The journal name of the account"),
    (
        "postings",
        "asset",
        "",
        "coin and diamond (whole), gusd (2 decimals), usdt and coupon (6 decimals)",
    ),
    (
        "postings",
        "amount",
        "minor units of asset",
        "What was added to the account; below zero what was taken",
    ),
    (
        "postings",
        "after",
        "minor units of asset",
        "The balance of the account after it",
    ),
    ("seals", "partition", "", "The log of the event"),
    ("seals", "position", "", "The position of the event"),
    (
        "seals",
        "key",
        "hexadecimal",
        "The id of the key; empty for an event without a MAC",
    ),
    (
        "seals",
        "mac",
        "hexadecimal",
        "The tag over the event; empty for an event without one",
    ),
    ("refusals", "partition", "", "The log of the stream that refused"),
    ("refusals", "scope", "", "The owner of the stream that refused"),
    ("refusals", "request_id", "", "The id of the request"),
    ("refusals", "digest", "hexadecimal", "The hash of what was asked for"),
    ("refusals", "code", "", "The code of the refusal"),
    ("refusals", "message", "", "The same in English"),
    (
        "refusals",
        "answer",
        "JSON",
        "The answer, byte for byte as it is stored",
    ),
    ("refusals", "version", "", "The version of the stream that refused"),
    (
        "refusals",
        "recorded_at_ms",
        "milliseconds since 1970, UTC",
        "When it was refused",
    ),
    (
        "refusals",
        "key",
        "hexadecimal",
        "The id of the key; empty for an answer without a MAC",
    ),
    (
        "refusals",
        "mac",
        "hexadecimal",
        "The tag over the answer; empty for an answer without one",
    ),
];

/// The columns of every file that an export may have.
pub fn dictionary() -> Vec<Described> {
    let columns = columns::FILES
        .iter()
        .flat_map(|(file, columns)| columns.iter().map(move |column| (*file, column)));
    columns
        .map(|(file, (column, kind))| described(file, column, *kind))
        .collect()
}

/// The file's text.
pub fn dictionary_text() -> String {
    // Names and texts of this program: writing them cannot fail.
    serde_json::to_string_pretty(&dictionary()).unwrap_or_default() + "\n"
}

/// Refuses the dictionary of an export that is not this program's. Exports of before have none, and it may be left out.
pub(super) fn check(files: &dyn Files) -> Result<(), SheetFault> {
    let file = match files.open(DICTIONARY) {
        Ok(file) => file,
        Err(missing) if missing.kind() == ErrorKind::NotFound => return Ok(()),
        Err(fault) => return Err(SheetFault(format!("{DICTIONARY}: {fault}"))),
    };
    if read_text(file, DICTIONARY)? == dictionary_text() {
        return Ok(());
    }
    Err(SheetFault(format!(
        "{DICTIONARY} does not say what this program says of the columns"
    )))
}

fn described(file: &'static str, column: &'static str, kind: Kind) -> Described {
    let line = MEANINGS.iter().find(|(of, name, ..)| (*of, *name) == (file, column));
    let (unit, meaning) = line.map_or(("", ""), |(_, _, unit, meaning)| (*unit, *meaning));
    let kind = kind.name();
    Described {
        file,
        column,
        kind,
        unit,
        meaning,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sha2::{Digest, Sha256};

    #[test]
    fn every_column_of_every_file_is_described_once() {
        let described = dictionary();
        assert_eq!(described.len(), MEANINGS.len());
        let silent: Vec<_> = described.iter().filter(|column| column.meaning.is_empty()).collect();
        assert!(silent.is_empty(), "{silent:?}");
    }

    /// Exports keep the text of the day they were made. Who changes it has to make [`check`] take this one as well.
    #[test]
    fn the_text_is_that_of_the_exports_of_before() {
        let hash = hex::encode(Sha256::digest(dictionary_text()));
        assert_eq!(hash, "969433657bc8f80e1eae7a51ae8a5390a788afc49db896bfa7a8b65b6728f471");
    }
}
