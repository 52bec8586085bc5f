//! `packets/…`: red packets and redeem codes.

use super::ask;
use super::at::At;
use super::page::StaffSum;
use serde::Serialize;
use utoipa::ToSchema;

ask! {
    /// Asks for packets, newest first.
    PacketsListBody(plain) {
        /// Only those from this UTC day on, or after this time or position.
        #[schema(nullable = false)]
        from: Option<String>,
        /// Only those up to the end of this UTC day, or up to this time or position.
        #[schema(nullable = false)]
        until: Option<String>,
        /// With the sums of all rows.
        #[schema(nullable = false)]
        sums: Option<bool>,
        /// Lines at most, up to 200.
        limit: Option<i64>,
        /// `next` of the page before.
        before: Option<String>,
    }
}

/// A body that asks for a packet.
macro_rules! ask_packet {
    ($(#[$said:meta])* $name:ident($kind:ident)) => {
        ask! {
            $(#[$said])*
            $name($kind) {
                /// lucky, equal or code.
                kind: String,
                /// coin, diamond, gusd_bonus or usdt (of the promo budget).
                asset: String,
                /// Everything in it, minor units.
                total: String,
                /// How many shares.
                shares: u32,
                /// The smallest share of a lucky packet, minor units; 1 without.
                min: Option<String>,
                /// Name in English.
                title_en: String,
                /// Name in Chinese.
                title_zh: String,
                /// When it opens, in milliseconds; at once without, and when that is past.
                starts_ms: Option<i64>,
                /// Hours that it is open: up to 24, a code up to 90 days.
                hours: u32,
                /// Days since registration that a claimer needs.
                min_age_days: u32,
                /// Casts in the last seven days that a claimer needs.
                min_casts_7d: u32,
                /// Countries that may claim; all without.
                countries: Vec<String>,
            }
        }
    };
}

ask_packet! {
    /// Puts a packet out; USDT up to what one person may in 24 hours.
    PacketsCreateBody(signed)
}

ask_packet! {
    /// Proposes a packet, which a second person puts out.
    PacketsProposeBody(signed)
}

ask! {
    /// Asks for the code of a packet that the caller made.
    PacketsCodeBody(write) {
        /// Its id.
        packet: String,
    }
}

ask! {
    /// Ends a packet early.
    PacketsStopBody(signed) {
        /// Its id.
        packet: String,
    }
}

/// A packet.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StaffPacket {
    /// Its id; the code is sealed.
    pub packet: String,
    /// lucky, equal or code.
    pub kind: String,
    /// What is in it.
    pub asset: String,
    /// Everything in it, minor units.
    #[schema(format = "minor")]
    pub total: String,
    /// Shares in all.
    pub shares: i64,
    /// Shares claimed.
    pub claimed: i64,
    /// When it was put out.
    pub made_ms: i64,
    /// When it opens.
    pub starts_ms: i64,
    /// When it ends.
    pub ends_ms: i64,
    /// Who created it.
    pub by: String,
    /// finished, expired or stopped; nothing while shares can or will be claimed.
    pub ended: Option<String>,
}

/// Packets.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PacketsListData {
    /// The moment of the answer.
    pub at: At,
    /// The page, newest first.
    pub list: Vec<StaffPacket>,
    /// What all packets hold that fit the filters; null when it was not asked for, or would take too long.
    pub sums: Option<Vec<StaffSum>>,
    /// The next page begins behind it.
    pub next: Option<String>,
}

/// A packet that the caller made.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PacketsCreated {
    /// Its id.
    pub packet: String,
    /// The code, for who may claim.
    pub code: String,
    /// Opens the app at the packet.
    pub link: String,
}
