//! Commands and events of a packet.

use super::claim::Claimer;
use super::code::PacketCode;
use super::create::{CreatePacket, Eligibility, Kind};
use super::prize::Prize;
use super::split::Split;
use crate::config::Text;
use crate::ids::{PacketId, PlayerId};
use crate::posting::Postings;
use crate::stream::{StreamEvent, catalogue};
use crate::time::Timestamp;
use crate::upcast::Lineage;
use serde::{Deserialize, Serialize};
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
    pub code: PacketCode,
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
    pub split: Split,
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
}

catalogue!(PacketEvent {
    PacketCreated = 1,
    ShareClaimed = 1,
    PacketEnded = 1,
});

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
            PacketEvent::ShareClaimed(_) => Postings::NONE,
            PacketEvent::PacketEnded { refund, .. } => refund.release(),
        }
    }
}

impl Terms {
    pub(super) fn of(create: &CreatePacket) -> Terms {
        Terms {
            split: create.split(),
            code: create.code.clone(),
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

    pub(super) fn finished(&self) -> PacketEvent {
        PacketEvent::PacketEnded {
            packet: self.code.packet(),
            reason: EndReason::Finished,
            refund: self.total.with_minor(0),
        }
    }
}
