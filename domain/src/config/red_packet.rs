//! Bounds of red packets and redeem codes (domain §3.10).

use super::checks::all;
use crate::finding::Finding;
use serde::{Deserialize, Serialize};

/// What staff may create.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RedPackets {
    /// Most shares of a lucky packet: its list is stored (ASSUMED).
    pub lucky_shares_max: u32,
    /// Most uses of a code and most shares of an equal packet (ASSUMED).
    pub equal_shares_max: u32,
    /// Longest life of a packet in hours (domain §3.10: 24).
    pub packet_hours: i64,
    /// Longest life of a redeem code in hours (ASSUMED: 90 days).
    pub code_hours: i64,
    /// Wrong codes a player may try in an hour (domain §3.10: 10).
    pub wrong_codes_per_hour: u32,
}

impl RedPackets {
    /// The defaults of domain §3.10.
    pub fn standard() -> RedPackets {
        RedPackets {
            lucky_shares_max: 10_000,
            equal_shares_max: 1_000_000,
            packet_hours: 24,
            code_hours: 90 * 24,
            wrong_codes_per_hour: 10,
        }
    }

    pub(super) fn check(&self) -> Result<(), Finding> {
        let hours = 1..=10 * 366 * 24;
        all(&[
            (
                (1..=10_000).contains(&self.lucky_shares_max),
                "lucky_shares_range",
                "lucky_shares_max is 1 to 10,000",
            ),
            (
                (1..=1_000_000).contains(&self.equal_shares_max),
                "equal_shares_range",
                "equal_shares_max is 1 to 1,000,000",
            ),
            (
                hours.contains(&self.packet_hours) && hours.contains(&self.code_hours),
                "packet_hours_range",
                "a packet lives an hour to ten years",
            ),
        ])
    }
}
