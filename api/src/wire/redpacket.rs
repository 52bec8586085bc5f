//! Red packets and redeem codes.

use super::body::body;
use super::wallet::Asset;
use domain::red_packet::{Kind, Prize, RedPacket, Terms};
use domain::time::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

body! {
    /// Asks what a code holds.
    RedpacketInfoBody(ts, token, min_position?) {
        /// The code as people type it.
        code: String,
    }
}

body! {
    /// Claims a share.
    RedpacketClaimBody(ts, token, req_id) {
        /// The code as people type it.
        code: String,
    }
}

/// How shares are made (domain §3.10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum RedpacketKind {
    /// Random shares.
    Lucky,
    /// Equal shares.
    Equal,
    /// A redeem code: one amount, many uses.
    Code,
}

/// How far a packet is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum RedpacketState {
    /// Its time has not begun.
    Waiting,
    /// Shares are left.
    Open,
    /// Every share is claimed.
    Finished,
    /// Its time is over, or it was stopped.
    Expired,
}

/// The caller's own share.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RedpacketMine {
    /// How much, with the decimals of the asset.
    pub amount: String,
}

/// What a code holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RedpacketInfoData {
    /// How shares are made.
    pub kind: RedpacketKind,
    /// What is in it: `coin`, `diamond`, `gusd_bonus` or `usdt`.
    pub asset: String,
    /// Name, in the language of the call.
    pub title: String,
    /// Shares in all.
    pub total: u32,
    /// Shares that are left.
    pub left: u32,
    /// How far it is.
    pub state: RedpacketState,
    /// The caller's own share, once it was claimed.
    #[schema(required)]
    pub mine: Option<RedpacketMine>,
    /// When it opens, in milliseconds.
    pub starts_at: i64,
    /// When it ends, in milliseconds.
    pub expires_at: i64,
}

/// A share was claimed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RedpacketClaimData {
    /// `coin`, `diamond`, `gusd_bonus` or `usdt`.
    pub asset_type: String,
    /// How much, with the decimals of the asset.
    pub amount: String,
    /// Balances afterwards.
    pub asset: Asset,
}

/// The wire's word for what a packet gives.
pub const fn asset_name(prize: Prize) -> &'static str {
    match prize {
        Prize::Coin(_) => "coin",
        Prize::Diamond(_) => "diamond",
        Prize::GusdBonus(_) => "gusd_bonus",
        Prize::Usdt(_) => "usdt",
    }
}

impl RedpacketState {
    /// How far a packet is at a moment: a finished one stays finished after its time.
    pub fn of(packet: &RedPacket, terms: &Terms, now: Timestamp) -> RedpacketState {
        if packet.claimed >= terms.shares {
            RedpacketState::Finished
        } else if packet.is_ended || now >= terms.to {
            RedpacketState::Expired
        } else if now < terms.from {
            RedpacketState::Waiting
        } else {
            RedpacketState::Open
        }
    }
}

impl From<Kind> for RedpacketKind {
    fn from(kind: Kind) -> RedpacketKind {
        match kind {
            Kind::Lucky => RedpacketKind::Lucky,
            Kind::Equal => RedpacketKind::Equal,
            Kind::Code => RedpacketKind::Code,
        }
    }
}
