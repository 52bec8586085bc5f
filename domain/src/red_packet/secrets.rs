//! Where a packet's code and seed are: sealed, outside the log, until nobody can claim any more (domain §3.10).
//!
//! What stands in events shows neither: the packet's id is a keyed digest of the code, and of the seed there is the hash
//! that its reveal must have.

use super::code::PacketCode;
use crate::draw::ServerSeed;
use crate::ids::PacketId;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

/// Code and seed of a packet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Secrets {
    /// The vault keeps both.
    Sealed {
        /// Under which subject of the vault.
        under: Uuid,
        /// The commit of the seed; empty as long as nothing is sealed.
        commit: String,
    },
    /// Of a packet from before they were sealed: whoever reads the event has both.
    Open {
        code: PacketCode,
        /// 64 hex characters; of a packet with equal shares nothing.
        seed: String,
    },
}

impl Secrets {
    /// Of a packet that is not sealed yet: its code and seed will be kept under this id.
    pub const fn under(under: Uuid) -> Secrets {
        let commit = String::new();
        Secrets::Sealed { under, commit }
    }

    /// The hash that the seed has; nothing where no seed was promised.
    pub fn commit(&self) -> Option<String> {
        match self {
            // A commit is written like a seed: 64 hex characters.
            Secrets::Sealed { commit, .. } => ServerSeed::parse(commit).map(|_| commit.clone()),
            Secrets::Open { seed, .. } => ServerSeed::parse(seed).map(|seed| seed.commit()),
        }
    }
}

/// `terms` of a packet's first version in the second: the code gives its place to what was derived from it.
pub(crate) fn lift(terms: &mut Value) -> Option<()> {
    let terms = terms.as_object_mut()?;
    let code = terms.remove("code")?;
    let packet = PacketCode::parse(code.as_str()?)?.open_packet();
    // Of a packet in the log, its seed stood with the shares that it drew; in a promise of money, alone.
    let split = terms.remove("split");
    let drawn = split.as_ref().and_then(|split| split.pointer("/lucky/seed").cloned());
    let seed = terms.remove("seed").or(drawn).unwrap_or_else(|| Value::from(""));
    terms.insert("packet".into(), serde_json::json!(packet));
    let open = serde_json::json!({ "open": { "code": code, "seed": seed } });
    terms.insert("secrets".into(), open);
    Some(())
}

impl PacketCode {
    /// The packet of this code, if it was put out before codes were sealed: anybody computes it.
    pub fn open_packet(&self) -> PacketId {
        PacketId(crate::ids::derived(
            &format!("red_packet:{}", self.as_str()),
            Uuid::nil(),
        ))
    }
}
