//! Names of streams and the partition they live in.

use domain::ids::PlayerId;
use sha2::{Digest, Sha256};
use uuid::Uuid;

/// The key of a stream within its type. Keys of a player's streams begin with the player's id.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct StreamId {
    /// The key, as the table holds it.
    pub key: String,
    /// Whose stream: decides the partition. Nil for the house.
    pub owner: Uuid,
}

impl StreamId {
    /// A player's own stream.
    pub fn player(player: PlayerId) -> StreamId {
        StreamId {
            key: player.to_string(),
            owner: player.0,
        }
    }

    /// A stream of the house.
    pub fn house(name: &str) -> StreamId {
        StreamId {
            key: name.to_owned(),
            owner: Uuid::nil(),
        }
    }

    /// The stream of something with an id of its own: a lot, a packet, a withdrawal, an order, a leaderboard.
    pub fn thing(id: Uuid) -> StreamId {
        StreamId {
            key: id.to_string(),
            owner: id,
        }
    }

    /// The stream of a stored key.
    pub fn parse(key: &str) -> StreamId {
        let first = key.split('/').next().unwrap_or(key);
        StreamId {
            key: key.to_owned(),
            owner: Uuid::parse_str(first).unwrap_or_default(),
        }
    }
}

/// The partition of an owner: fixed at genesis, the same for all rows of the owner. The house lives in partition 0.
pub fn partition_of(owner: Uuid, partitions: u16) -> u16 {
    if owner.is_nil() || partitions <= 1 {
        return 0;
    }
    let digest = Sha256::digest(owner.as_bytes());
    let number = u64::from_be_bytes([
        digest[0], digest[1], digest[2], digest[3], digest[4], digest[5], digest[6], digest[7],
    ]);
    (number % u64::from(partitions)) as u16
}
