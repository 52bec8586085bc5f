//! Codes and seeds of red packets (ledger §4.8): drawn here, sealed, and found again by whoever has the code.
//!
//! A packet's id is a keyed digest of its code. Whoever reads the database sees the id and can try every code there is:
//! without the master key none of them fits. The code itself is a record of the vault, the seed lies with those of players.

use crate::command::Loaded;
use crate::error::Fault;
use crate::stream_id::StreamId;
use crate::{Ledger, Vault, seal};
use domain::ids::PacketId;
use domain::red_packet::{CreatePacket, Kind, PacketCode, RedPacket, Secrets};
use uuid::{Builder, Uuid};

/// The vault's record of a code.
const CODE: &str = "packet_code";

impl Ledger {
    /// The packet with its code and, where luck decides, its seed sealed. Sealed again, it has the same ones.
    ///
    /// # Errors
    /// [`Fault`] when something cannot be kept.
    pub async fn seal_packet(&self, create: CreatePacket) -> Result<CreatePacket, Fault> {
        let Secrets::Sealed { under, .. } = create.secrets else {
            return Ok(create);
        };
        let mut bits = [0; 8];
        bits.copy_from_slice(&seal::random()[..8]);
        let code = self
            .keep_code(under, PacketCode::from_bits(u64::from_be_bytes(bits)))
            .await?;
        let packet = self.vault().packet_of(&code);
        let commit = match create.kind {
            Kind::Lucky => self.seeds().keep(packet.0).await?,
            Kind::Equal | Kind::Code => String::new(),
        };
        let secrets = Secrets::Sealed { under, commit };
        Ok(CreatePacket {
            packet,
            secrets,
            ..create
        })
    }

    /// Keeps a code, unless there is one under this id already; the one that is kept.
    ///
    /// # Errors
    /// [`Fault`] when it cannot be kept, or is none.
    pub async fn keep_code(&self, under: Uuid, code: PacketCode) -> Result<PacketCode, Fault> {
        let kept = self.vault().keep(under, CODE, code.as_str().as_bytes()).await?;
        read(under, &kept)
    }

    /// The code of a packet; nothing where none was sealed.
    ///
    /// # Errors
    /// [`Fault`] when it does not open.
    pub async fn code_of(&self, secrets: &Secrets) -> Result<Option<PacketCode>, Fault> {
        match secrets {
            Secrets::Open { code, .. } => Ok(Some(code.clone())),
            Secrets::Sealed { under, .. } => {
                let kept = self.vault().get(*under, CODE).await?;
                kept.map(|kept| read(*under, &kept)).transpose()
            }
        }
    }

    /// The packet that somebody who has this code may claim.
    ///
    /// # Errors
    /// [`Fault`] of the database.
    pub async fn find_packet(&self, code: &PacketCode) -> Result<Option<(PacketId, Loaded<RedPacket>)>, Fault> {
        let (sealed, open) = (self.vault().packet_of(code), code.open_packet());
        for packet in [sealed, open] {
            let loaded = self.red_packets().load(&StreamId::thing(packet.0)).await?;
            let terms = loaded.state.terms.as_ref();
            // The id that anybody computes leads to packets alone whose code anybody reads.
            if terms.is_some_and(|terms| packet == sealed || matches!(terms.secrets, Secrets::Open { .. })) {
                return Ok(Some((packet, loaded)));
            }
        }
        Ok(None)
    }
}

impl Vault {
    /// The packet that a code names, whether or not there is one.
    pub fn packet_of(&self, code: &PacketCode) -> PacketId {
        let digest = self.fingerprint("packet", code.as_str().as_bytes());
        let mut first = [0; 16];
        first.copy_from_slice(&digest[..16]);
        PacketId(Builder::from_custom_bytes(first).into_uuid())
    }
}

fn read(under: Uuid, kept: &[u8]) -> Result<PacketCode, Fault> {
    let code = std::str::from_utf8(kept).ok().and_then(PacketCode::parse);
    code.ok_or_else(|| Fault::Sealed(format!("{CODE} of {under}")))
}
