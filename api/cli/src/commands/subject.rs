//! How people name players and streams on the command line.

use domain::ids::PlayerId;
use domain::kyc::KycCheck;
use domain::player::Player;
use domain::stream::Stream as _;
use ledger::StreamId;
use ledger::streams::TYPES;
use uuid::Uuid;

/// A stream by its type and key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The permanent name of the stream's type.
    pub kind: &'static str,
    /// The stream.
    pub id: StreamId,
}

/// Reads a player: an id, or `tg:` and the messenger's id.
pub fn player(text: &str) -> Result<PlayerId, String> {
    let id = match text.strip_prefix("tg:") {
        Some(tg_id) => tg_id
            .parse()
            .ok()
            .filter(|tg_id| *tg_id > 0)
            .map(PlayerId::of_messenger),
        None => Uuid::parse_str(text).ok().map(PlayerId),
    };
    id.ok_or_else(|| "a player is an id such as 0193f0c2-..., or tg: and a messenger id".into())
}

impl Subject {
    /// Reads `<type>/<key>`; a colon serves as well as the slash, and `tg:<id>` as the key of a player.
    pub fn read(text: &str) -> Result<Subject, String> {
        let (kind, key) = text.split_once(['/', ':']).unwrap_or((text, ""));
        let known = TYPES.iter().find(|known| **known == kind).filter(|_| !key.is_empty());
        let kind = known.ok_or_else(|| format!("a stream is <type>/<key>, with a type of {}", TYPES.join(", ")))?;
        let id = match *kind {
            Player::TYPE | KycCheck::TYPE => StreamId::player(player(key)?),
            _ => StreamId::parse(key),
        };
        Ok(Subject { kind, id })
    }
}

#[cfg(test)]
mod tests;
