//! Commands and events of a packet.

use super::claim::Claimer;
use super::create::{CreatePacket, Eligibility, Kind};
use super::prize::Prize;
use super::secrets::{self, Secrets};
use crate::config::Text;
use crate::draw::ServerSeed;
use crate::ids::{PacketId, PlayerId};
use crate::posting::Postings;
use crate::stream::{StreamEvent, catalogue};
use crate::time::Timestamp;
use crate::upcast::Lineage;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

/// Commands of a packet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PacketCommand {
    Create(Box<CreatePacket>),
    /// Takes the next share.
    Claim(Claimer),
    /// Ends it early: staff, with a reason.
    Stop {
        by: String,
        reason: String,
    },
    /// Ends it once its time is over; issued by the clock.
    Expire,
}

/// The terms of a packet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    pub packet: PacketId,
    pub secrets: Secrets,
    /// How shares were made.
    pub kind: Kind,
    /// The total.
    pub total: Prize,
    /// How many shares.
    pub shares: u32,
    /// The smallest share in minor units.
    pub min: i64,
    pub title: Text,
    /// Open from this moment.
    pub from: Timestamp,
    /// Open until this moment.
    pub to: Timestamp,
    /// Who may claim.
    pub eligibility: Eligibility,
    /// Who created it.
    pub by: String,
}

/// A share was claimed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShareClaimed {
    pub packet: PacketId,
    /// Counted from 0.
    pub slot: u32,
    pub player: PlayerId,
    pub prize: Prize,
    /// Shares left afterwards.
    pub left: u32,
}

/// Why a packet ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// Every share was claimed.
    Finished,
    /// It expired.
    Expired,
    /// Staff stopped it.
    Stopped { by: String, reason: String },
}

/// Events of a packet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PacketEvent {
    /// It was created and can be claimed.
    PacketCreated {
        /// The terms.
        terms: Terms,
        /// Version of the configuration in force.
        config_version: u64,
    },
    /// A share was claimed.
    ShareClaimed(ShareClaimed),
    /// No share can be claimed any more.
    PacketEnded {
        packet: PacketId,
        reason: EndReason,
        /// What was not claimed.
        refund: Prize,
    },
    /// Nobody claims any more, so anybody may recompute the shares. Stands before the end, of which it is a part.
    PacketRevealed {
        packet: PacketId,
        /// Its hash is the commit of the terms.
        seed: String,
    },
}

catalogue!(PacketEvent {
    PacketCreated = 2 from [upcast_1],
    ShareClaimed = 1,
    PacketEnded = 1,
    PacketRevealed = 1,
});

/// Codes and seeds stood in the event, and so did the shares.
fn upcast_1(mut event: Value) -> Value {
    event.pointer_mut("/PacketCreated/terms").and_then(secrets::lift);
    event
}

impl StreamEvent for PacketEvent {
    fn name(&self) -> &'static str {
        self.label().0
    }

    fn version(&self) -> u16 {
        self.label().1
    }

    fn lineage(name: &str) -> Option<Lineage> {
        PacketEvent::shapes(name)
    }

    fn postings(&self, _owner: Uuid) -> Postings {
        match self {
            PacketEvent::PacketCreated { terms, .. } => terms.total.hold(),
            PacketEvent::ShareClaimed(_) | PacketEvent::PacketRevealed { .. } => Postings::NONE,
            PacketEvent::PacketEnded { refund, .. } => refund.release(),
        }
    }
}

impl Terms {
    pub(super) fn of(create: &CreatePacket) -> Terms {
        Terms {
            packet: create.packet,
            secrets: create.secrets.clone(),
            kind: create.kind,
            total: create.total,
            shares: create.shares,
            min: create.min,
            title: create.title.clone(),
            from: create.from,
            to: create.to,
            eligibility: create.eligibility.clone(),
            by: create.by.clone(),
        }
    }

    /// The end: what is left goes back, and of a packet whose seed is sealed the seed is shown.
    pub(super) fn end(&self, reason: EndReason, left: i64, seed: Option<&ServerSeed>) -> Vec<PacketEvent> {
        let packet = self.packet;
        let is_sealed = matches!(self.secrets, Secrets::Sealed { .. });
        let revealed = seed.filter(|_| is_sealed).map(|seed| PacketEvent::PacketRevealed {
            packet,
            seed: seed.reveal().to_owned(),
        });
        let ended = PacketEvent::PacketEnded {
            packet,
            reason,
            refund: self.total.with_minor(left),
        };
        revealed.into_iter().chain([ended]).collect()
    }
}
