//! Citations: what a text names as standing in a README of the house stands there.
//!
//! | written | leads to |
//! |---|---|
//! | `ledger §4.6`; in a list too: `domain §2.1, §2.5` | a heading with that number in the folder's README |
//! | the sign alone, in a README | a heading of that README |
//! | `I-12`, `F-13`, `T-35` | a row of `ledger/README.md` |
//! | `domain F5`, `domain E6` | a heading of `domain/README.md` |
//!
//! A citation may break over lines. Sections of an RFC lie outside and are not followed.

use std::collections::{BTreeMap, BTreeSet};

/// The sign of a section, written so that nothing here is a citation.
const SIGN: char = '\u{a7}';
/// Names by which texts cite READMEs, and where those lie.
const READMES: [(&str, &str); 7] = [
    ("api", "api/README.md"),
    ("domain", "domain/README.md"),
    ("ledger", "ledger/README.md"),
    ("migrations", "migrations/README.md"),
    ("projections", "projections/README.md"),
    ("rails", "api/rails/README.md"),
    ("web", "web/README.md"),
];
/// Documents that lie outside the repository, where its reader cannot follow; cut in two, so that this names none.
const OUTSIDE: &str = "PRO-DUCT DES-IGN RA-ILS EV-ENTS RELIA-BILITY FRONT-END ST-YLE SP-EC BE-NCH PE-ERS";
/// Words between the sections of one list.
const IN_LISTS: [&str; 4] = ["and", "or", "rule", "to"];
/// What begins a line of a comment, and is no part of its text; longer ones first.
const MARKERS: [&str; 8] = ["///", "//!", "//", "/**", "/*", "*", "--", "#"];

/// What can be cited.
pub struct Shelf {
    /// Numbers of sections, by the name of their README.
    sections: BTreeMap<&'static str, BTreeSet<String>>,
    /// Laws, faults and threats.
    ids: BTreeSet<String>,
    /// Decisions of the domain.
    decisions: BTreeSet<String>,
}

/// A piece of a text.
#[derive(Clone, Copy, PartialEq)]
enum Piece<'a> {
    Word(&'a str),
    /// The number behind a sign; empty if there is none.
    Section(&'a str),
    /// The end of a sentence or a paragraph, or a letter that no list has.
    Stop,
}

/// Reads the READMEs that can be cited.
pub fn shelf(read: impl Fn(&str) -> Option<String>) -> Shelf {
    let text = |path: &str| read(path).unwrap_or_default();
    let laws = text("ledger/README.md");
    let decided = text("domain/README.md");
    let decided = decided.lines().filter_map(heading);
    Shelf {
        sections: READMES.map(|(name, path)| (name, numbers(&text(path)))).into(),
        ids: ids(&laws).map(ToOwned::to_owned).collect(),
        decisions: decided
            .filter(|word| is_decision(word))
            .map(ToOwned::to_owned)
            .collect(),
    }
}

/// What the rows of a README's tables are called.
fn ids(text: &str) -> impl Iterator<Item = &str> {
    let rows = text.lines().filter_map(|line| line.split('|').nth(1)).map(str::trim);
    rows.filter(|row| is_id(row))
}

/// Ids that more than one row has: nobody knows which of them is cited.
pub fn ambiguous(text: &str) -> Vec<&str> {
    let mut seen = BTreeSet::new();
    ids(text).filter(|id| !seen.insert(*id)).collect()
}

/// Citations of a text that lead nowhere, each with its line.
pub fn dead_ends(path: &str, text: &str, shelf: &Shelf) -> Vec<String> {
    let own = path.ends_with("README.md").then(|| numbers(text));
    let prose = prose(text);
    let pieces = pieces(&prose);
    let piece = |place: usize| pieces.get(place).map_or(Piece::Stop, |(_, piece)| *piece);
    let mut found = Vec::new();
    // The README that the list under way cites.
    let mut cited = None;
    for (place, (line, this)) in pieces.iter().enumerate() {
        let wrong = match *this {
            Piece::Stop => {
                cited = None;
                None
            }
            Piece::Section(number) => {
                let before = [place.wrapping_sub(2), place.wrapping_sub(1)].map(piece);
                section(number, before, cited, own.as_ref(), shelf)
            }
            Piece::Word(word) => {
                cited = goes_on(word, piece(place + 1), cited);
                unknown(word, piece(place + 1), cited, shelf)
            }
        };
        found.extend(wrong.map(|wrong| format!("{path}:{line}: {wrong}")));
    }
    found
}

/// What is wrong with a section of the README `cited`, or of the README it stands in.
fn section(
    number: &str,
    before: [Piece<'_>; 2],
    cited: Option<&str>,
    own: Option<&BTreeSet<String>>,
    shelf: &Shelf,
) -> Option<String> {
    match before {
        [Piece::Word("RFC"), Piece::Word(number)] if is_number(number) => return None,
        // The document was complained about.
        [_, Piece::Word(word)] if is_outside(word) => return None,
        _ => {}
    }
    let (name, numbers) = match cited {
        Some(name) => (name, shelf.sections.get(name)),
        None => ("", own),
    };
    match numbers {
        None => Some(format!("{SIGN}{number} of which README?")),
        Some(numbers) if numbers.contains(number) => None,
        Some(_) => Some(format!("{name} {SIGN}{number} leads nowhere").trim_start().to_owned()),
    }
}

/// What is wrong with a word that is a law, a fault, a threat, a decision or a document.
fn unknown(word: &str, next: Piece<'_>, cited: Option<&str>, shelf: &Shelf) -> Option<String> {
    if is_id(word) && !shelf.ids.contains(word) {
        return Some(format!("{word} is no row of ledger/README.md"));
    }
    if is_decision(word) && cited == Some("domain") && !shelf.decisions.contains(word) {
        return Some(format!("domain {word} leads nowhere"));
    }
    let cites = match next {
        Piece::Section(_) => true,
        Piece::Word(next) => next == "section" || is_id(next),
        Piece::Stop => false,
    };
    let file = word.strip_suffix(".md").or(word.strip_suffix(".txt"));
    let outside = file.is_some_and(is_outside) || cites && is_outside(word);
    outside.then(|| format!("{word} is not in the repository"))
}

/// The README that is cited behind a word: its name begins a list, and some words leave one open.
fn goes_on<'a>(word: &'a str, next: Piece<'_>, cited: Option<&'a str>) -> Option<&'a str> {
    let begins = match next {
        Piece::Section(_) => true,
        Piece::Word(next) => word == "domain" && is_decision(next),
        Piece::Stop => false,
    };
    if READMES.iter().any(|(name, _)| *name == word) {
        return begins.then_some(word);
    }
    let in_list = is_number(word) || is_id(word) || is_decision(word) || IN_LISTS.contains(&word);
    cited.filter(|_| in_list)
}

/// The first word of a heading, without the point of a number.
fn heading(line: &str) -> Option<&str> {
    let words = line.strip_prefix('#')?.trim_start_matches('#');
    Some(words.split_whitespace().next()?.trim_end_matches('.'))
}

/// The numbers of the sections of a README.
fn numbers(text: &str) -> BTreeSet<String> {
    let headings = text.lines().filter_map(heading);
    headings.filter(|word| is_number(word)).map(ToOwned::to_owned).collect()
}

/// `2`, `2.8`.
fn is_number(word: &str) -> bool {
    word.starts_with(|letter: char| letter.is_ascii_digit())
        && word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
}

/// `I-12`, `F-13`, `T-35`, also with a letter behind.
fn is_id(word: &str) -> bool {
    let number = ["I-", "F-", "T-"].iter().find_map(|kind| word.strip_prefix(kind));
    let number = number.map(|number| {
        number
            .strip_suffix(|letter: char| letter.is_ascii_lowercase())
            .unwrap_or(number)
    });
    number.is_some_and(|number| matches!(number.len(), 1..=3) && number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// `F5`, `E16`.
fn is_decision(word: &str) -> bool {
    let number = word.strip_prefix(['E', 'F']).unwrap_or_default();
    matches!(number.len(), 1..=2) && number.bytes().all(|byte| byte.is_ascii_digit())
}

/// A document that lies outside the repository.
fn is_outside(word: &str) -> bool {
    OUTSIDE.split(' ').any(|name| name.replace('-', "") == word)
}

/// A text with as many lines, without what makes them comments. An empty line, which ends a paragraph, is a stop.
fn prose(text: &str) -> String {
    let bare = |line: &str| {
        let line = line.trim();
        let marker = MARKERS.iter().find_map(|marker| line.strip_prefix(marker));
        let line = marker.unwrap_or(line).trim();
        if line.is_empty() {
            ".\n".to_owned()
        } else {
            format!("{line}\n")
        }
    };
    text.lines().map(bare).collect()
}

/// The pieces of a text, each with its line.
fn pieces(prose: &str) -> Vec<(usize, Piece<'_>)> {
    let is_of_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut pieces = Vec::new();
    for (line, mut rest) in (1..).zip(prose.lines()) {
        while let Some(first) = rest.chars().next() {
            let behind = &rest[first.len_utf8()..];
            if first == SIGN {
                let number = behind.find(|letter: char| !letter.is_ascii_digit() && letter != '.');
                let number = behind[..number.unwrap_or(behind.len())].trim_end_matches('.');
                pieces.push((line, Piece::Section(number)));
                rest = &behind[number.len()..];
            } else if is_of_word(first) {
                let end = rest.find(|letter: char| !is_of_word(letter) && !matches!(letter, '-' | '.'));
                let word = rest[..end.unwrap_or(rest.len())].trim_end_matches(['-', '.']);
                pieces.push((line, Piece::Word(word)));
                rest = &rest[word.len()..];
            } else {
                let is_quiet =
                    first.is_whitespace() || matches!(first, ',' | ';' | ':' | '`' | '(' | ')' | '/' | '-' | '–');
                if !is_quiet {
                    pieces.push((line, Piece::Stop));
                }
                rest = behind;
            }
        }
    }
    pieces
}
