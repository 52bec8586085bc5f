//! What screens show, typed back: short ids, invite codes, numbers of cases, who acted.
//!
//! A short id is the beginning of an id, at least eight signs of it, perhaps with its end behind an ellipsis. It names what
//! it fits, when that is one thing.

use super::{Moment, name, player};
use api::error::Failure;
use domain::case::{Case, CaseNo};
use domain::finding::Finding;
use domain::ids::{PlayerId, Scode};
use domain::player::Player;
use domain::stream::Stream;
use ledger::{Fault, Ledger, log};
use uuid::Uuid;

/// Signs of an id that a short one has at least: what lists show.
const SIGNS_MIN: usize = 8;
/// Signs of a whole id.
const SIGNS: usize = 36;
/// An owner: `house` is nil; a player is an id, a short one, an invite code, or `tg:` and a messenger id.
///
/// # Errors
/// -1006 with what is wrong about `owner`; a fault of the database.
pub async fn owner(ledger: &Ledger, text: Option<&str>) -> Result<Option<Uuid>, Failure> {
    match text {
        Some("house") => Ok(Some(Uuid::nil())),
        text => Ok(a_player(ledger, text, "owner").await?.map(|player| player.0)),
    }
}

/// A player by any of these names; nothing for nothing.
///
/// # Errors
/// -1006 with what is wrong about the field; a fault of the database.
pub async fn a_player(ledger: &Ledger, text: Option<&str>, field: &str) -> Result<Option<PlayerId>, Failure> {
    let Some(text) = text else { return Ok(None) };
    match &players(ledger, text).await?[..] {
        [one] => Ok(Some(*one)),
        [] => Err(Failure::invalid(field)),
        _ => Err(several(field).into()),
    }
}

/// What is wrong about a short id that is no one's alone.
fn several(field: &str) -> Finding {
    Finding::new("fits_several", "fits several").of(field)
}

async fn players(ledger: &Ledger, text: &str) -> Result<Vec<PlayerId>, Fault> {
    if let Some(player) = player(text) {
        return Ok(vec![player]);
    }
    // A code and the begin of an id may be written alike: whose code it is comes first.
    if let Some(scode) = Scode::parse(text)
        && let Some(player) = ledger.find_scode(&scode).await?
    {
        return Ok(vec![player]);
    }
    let streams = streams(ledger, text, None).await?.into_iter();
    Ok(streams
        .filter(|(kind, _)| kind == Player::TYPE)
        .filter_map(|(_, key)| player(&key))
        .collect())
}

/// Streams, by type and key, whose key a short id fits, up to a moment; of the number of a case its own.
///
/// # Errors
/// A fault of the database.
pub async fn streams(ledger: &Ledger, text: &str, until: Option<&Moment>) -> Result<Vec<(String, String)>, Fault> {
    if let Some(no) = CaseNo::parse(text) {
        return Ok(vec![(Case::TYPE.to_owned(), no.id().to_string())]);
    }
    let Some((head, tail)) = short(text) else {
        return Ok(Vec::new());
    };
    let mut found = log::streams_beginning(ledger.pool(), &head, until.map(|until| &until.bounds[..])).await?;
    found.retain(|(_, key)| key.ends_with(&tail));
    Ok(found)
}

/// What a look is recorded as being about: a player by whatever name, or another stream; nothing else that somebody typed
/// is recorded for ever.
///
/// # Errors
/// A fault of the database.
pub async fn subject(ledger: &Ledger, text: Option<&str>) -> Result<Option<String>, Fault> {
    let Some(text) = text.filter(|text| *text != "house") else {
        return Ok(None);
    };
    if let Some(no) = CaseNo::parse(text) {
        return Ok(Some(no.to_string()));
    }
    // A whole id reads as a player's, whatever it is of.
    if let [one] = &players(ledger, text).await?[..] {
        return Ok(Some(one.to_string()));
    }
    match &streams(ledger, text, None).await?[..] {
        [(_, key)] => Ok(Some(key.clone())),
        _ => Ok(None),
    }
}

/// The key of a stream as it was typed, or the one that a short id fits.
///
/// # Errors
/// -1006 with what is wrong about `key`; a fault of the database.
pub async fn key(ledger: &Ledger, kind: Option<&str>, text: Option<&str>) -> Result<Option<String>, Failure> {
    let Some(text) = text else { return Ok(None) };
    let mut found = streams(ledger, text, None).await?;
    found.retain(|(one, _)| kind.is_none_or(|kind| one == kind));
    found.dedup_by(|(_, one), (_, other)| one == other);
    match found.len() {
        0 => name(Some(text), "key"),
        1 => Ok(found.pop().map(|(_, key)| key)),
        _ => Err(several("key").into()),
    }
}

/// Both ends of what a screen shows with an ellipsis in place of its middle; nothing for a text without one.
pub fn ends(text: &str) -> Option<(&str, &str)> {
    text.split_once('…').or_else(|| text.split_once("..."))
}

/// Both ends of a short id.
fn short(text: &str) -> Option<(String, String)> {
    let text = text.trim().to_ascii_lowercase();
    let (head, tail) = ends(&text).unwrap_or((&text, ""));
    let is_of_id = |part: &str| part.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-');
    let is_short = (SIGNS_MIN..SIGNS).contains(&head.len()) && tail.len() < SIGNS;
    (is_short && is_of_id(head) && is_of_id(tail)).then(|| (head.to_owned(), tail.to_owned()))
}

/// Who acted, as events name them: a member of staff is shown by name alone, others in words.
pub fn actor(text: &str) -> String {
    let text = text.trim().to_ascii_lowercase();
    let in_words = ["system", "policy"].iter().find_map(|kind| {
        let rest = text.strip_prefix(kind)?.strip_prefix(' ')?;
        Some(format!("{kind}:{}", rest.replace(' ', "_")))
    });
    match in_words {
        Some(named) => named,
        None if text.contains(':') || text == "player" => text,
        None => format!("staff:{text}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_id_is_eight_signs_at_least_perhaps_with_its_end() {
        let ends = |head: &str, tail: &str| Some((head.to_owned(), tail.to_owned()));
        assert_eq!(short("1b311d39"), ends("1b311d39", ""));
        assert_eq!(short(" 1B311D39…aa6f "), ends("1b311d39", "aa6f"));
        assert_eq!(short("1b311d39-ade5...aa6f"), ends("1b311d39-ade5", "aa6f"));
        for text in [
            "",
            "1b311d3",
            "1b311d3g",
            "1b311d39…x",
            "1b311d39-ade5-51ce-aca9-49a3383d0aa6",
        ] {
            assert_eq!(short(text), None, "{text}");
        }
    }

    #[test]
    fn who_acted_is_typed_as_it_is_shown() {
        for (shown, named) in [
            ("ann", "staff:ann"),
            ("Player", "player"),
            ("staff:ann", "staff:ann"),
            ("System erasure", "system:erasure"),
            ("policy red packets", "policy:red_packets"),
        ] {
            assert_eq!(actor(shown), named);
        }
    }
}
