//! How people name players and streams on the command line.

use domain::ids::PlayerId;
use ledger::StreamId;
use uuid::Uuid;

/// A stream by its type and key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A player's own stream.
    Player(PlayerId),
    /// A version of the product's numbers in each event.
    Config(String),
    /// The house's own money.
    Treasury(String),
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
    /// Reads `player/<id>`, `player/tg:<id>`, `config/<name>` or `treasury/<name>`; a colon serves as well as the slash.
    pub fn read(text: &str) -> Result<Subject, String> {
        let (kind, key) = text.split_once(['/', ':']).unwrap_or((text, ""));
        match (kind, key) {
            ("player", key) => player(key).map(Subject::Player),
            ("config", key) if !key.is_empty() => Ok(Subject::Config(key.to_owned())),
            ("treasury", key) if !key.is_empty() => Ok(Subject::Treasury(key.to_owned())),
            _ => Err("a stream is player/<id>, player/tg:<id>, config/<name> or treasury/<name>".into()),
        }
    }

    /// The stream's key.
    pub fn id(&self) -> StreamId {
        match self {
            Subject::Player(player) => StreamId::player(*player),
            Subject::Config(name) | Subject::Treasury(name) => StreamId::house(name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_has_three_spellings() {
        let player = PlayerId::of_messenger(7);
        for text in [
            "player/tg:7".to_owned(),
            "player:tg:7".to_owned(),
            format!("player/{player}"),
        ] {
            assert_eq!(Subject::read(&text), Ok(Subject::Player(player)), "{text}");
        }
        assert_eq!(Subject::read("config/product"), Ok(Subject::Config("product".into())));
    }

    #[test]
    fn anything_else_is_refused() {
        for text in [
            "",
            "player",
            "player/",
            "player/tg:",
            "player/tg:-1",
            "player/7",
            "config/",
            "wallet/x",
            "7",
        ] {
            assert!(Subject::read(text).is_err(), "{text:?}");
        }
    }
}
