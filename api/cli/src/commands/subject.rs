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
            let read = Subject::read(&text).expect("a player");
            assert_eq!((read.kind, read.id), (Player::TYPE, StreamId::player(player)), "{text}");
        }
    }

    #[test]
    fn what_the_house_keeps_has_a_name_and_what_players_share_has_an_id() {
        let house = Subject::read("config_section/config-game").expect("a section");
        assert_eq!(house.id, StreamId::house("config-game"));
        let packet = Uuid::from_u128(7);
        let shared = Subject::read(&format!("red_packet/{packet}")).expect("a packet");
        assert_eq!(shared.id, StreamId::thing(packet));
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
