//! The fishing game: what a player holds and does (domain §2, api §4).

use super::body::{Id, body};
use super::cast::Cast;
use super::dive::{Dive, DiveResult, HistoryLine};
use super::paytable::Paytable;
use super::wallet::Asset;
use domain::config::Config;
use domain::draw::is_device_value;
use domain::money::{Gusd, Usdt};
use domain::player::Player;
use domain::player::fishing::Session;
use domain::time::Timestamp;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

body! {
    /// Asks what the player holds and does.
    FishingPlayerInfoBody(ts, token) {}
}

/// What the player holds and does.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FishingPlayerInfoData {
    /// Balances.
    pub asset: Asset,
    /// The open dive.
    #[schema(required)]
    pub dive: Option<Dive>,
    /// What the limits leave.
    pub limits_left: LimitsLeft,
    /// The running session.
    pub session: PlaySession,
    /// The free daily coins.
    pub free_coin: FreeCoin,
}

/// What the limits leave.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LimitsLeft {
    /// USDT of paid coins that may still be lost today, 6 decimals; null without a limit.
    #[schema(required)]
    pub loss_today: Option<String>,
}

impl LimitsLeft {
    /// What is left at a moment.
    pub fn of(player: &Player, config: &Config, now: Timestamp) -> LimitsLeft {
        let limit = player.limits.loss_day(now, config);
        let left = limit - player.fishing.lost_on(now.day()).at_parity();
        LimitsLeft {
            loss_today: Some(left.max(Usdt::ZERO).to_string()),
        }
    }
}

/// The player's own figures since the last long pause.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlaySession {
    /// Began, in milliseconds; 0 before the first dive.
    pub started_at: i64,
    /// Coins staked.
    pub staked: i64,
    /// Tokens paid out, 2 decimals.
    pub won: String,
    /// Won minus staked, 2 decimals, signed.
    pub net: String,
}

impl From<&Session> for PlaySession {
    fn from(session: &Session) -> PlaySession {
        let net: Gusd = session.won - session.staked.at_parity();
        let (won, net) = (session.won.to_string(), net.to_string());
        PlaySession {
            started_at: session.started_at.0,
            staked: session.staked.minor(),
            won,
            net,
        }
    }
}

/// The free daily coins (domain §10.9).
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FreeCoin {
    /// Coins of a claim.
    pub amount: i64,
    /// The claim needs fewer coins than this.
    pub floor: i64,
    /// A claim would be accepted now.
    pub can_receive: bool,
    /// The code it would be refused with, or 0.
    pub reason: i32,
}

body! {
    /// Claims the free daily coins.
    FishingReceiveFreeCoinBody(ts, token, req_id?) {}
}

/// The claim.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FishingReceiveFreeCoinData {
    /// Coins received.
    pub coin: i64,
    /// Balances afterwards.
    pub asset: Asset,
}

/// What the player's device drew for a dive, in its one spelling (domain §2.6).
#[derive(Clone, Debug, Serialize)]
pub struct DeviceValue(pub String);

impl<'de> Deserialize<'de> for DeviceValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        if is_device_value(&text) {
            Ok(DeviceValue(text))
        } else {
            Err(serde::de::Error::custom("32 lower-case hex characters"))
        }
    }
}

body! {
    /// Starts a dive.
    FishingDiveStartBody(ts, token, req_id) {
        /// Coins for a cast: one of `play_options`.
        stake: i64,
        /// 1, or a deep start.
        start_level: u8,
        /// 16 random bytes that the player's device draws for this dive, as 32 lower-case hex characters; part of its
        /// client seed. Another value for each dive.
        #[schema(value_type = String, pattern = "^[0-9a-f]{32}$")]
        device_value: DeviceValue,
    }
}

/// The dive began.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FishingDiveStartData {
    /// The dive.
    pub dive: Dive,
    /// Balances afterwards.
    pub asset: Asset,
}

body! {
    /// Plays the current level.
    FishingCastBody(ts, token, req_id) {
        /// The dive.
        #[schema(value_type = String)]
        dive_id: Id,
        /// The next step.
        seq: u32,
        /// Pays a diamond against mines.
        shield: bool,
    }
}

/// The cast was decided.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FishingCastData {
    /// The cast.
    pub cast: Cast,
    /// The dive as it goes on.
    #[schema(required)]
    pub dive: Option<Dive>,
    /// The result, after the last level.
    #[schema(required)]
    pub result: Option<DiveResult>,
    /// Balances afterwards.
    pub asset: Asset,
}

body! {
    /// Ends the dive and takes the payout.
    FishingSurfaceBody(ts, token, req_id) {
        /// The dive.
        #[schema(value_type = String)]
        dive_id: Id,
    }
}

/// The dive ended.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FishingSurfaceData {
    /// The result.
    pub result: DiveResult,
    /// Balances afterwards.
    pub asset: Asset,
}

body! {
    /// Asks for closed dives, newest first.
    FishingHistoryBody(ts, token, min_position?) {
        /// `next_last_id` of the page before; empty for the newest.
        #[schema(nullable = false)]
        last_id: Option<String>,
        /// Lines, 1 to 50; 20 when absent.
        #[schema(nullable = false, minimum = 1, maximum = 50)]
        size: Option<u32>,
    }
}

/// A page of closed dives.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FishingHistoryData {
    /// Newest first.
    pub list: Vec<HistoryLine>,
    /// Asks for the next page; empty after the last.
    pub next_last_id: String,
    /// Whether older dives exist.
    pub has_more: bool,
}

body! {
    /// Asks for every cast of one of the player's dives.
    FishingDiveDetailBody(ts, token, min_position?) {
        /// The dive.
        #[schema(value_type = String)]
        dive_id: Id,
    }
}

/// A dive with everything that is needed to check it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FishingDiveDetailData {
    /// The result, once closed.
    #[schema(required)]
    pub result: Option<DiveResult>,
    /// Casts in order.
    pub casts: Vec<Cast>,
    /// SHA-256 of the server seed.
    pub commit: String,
    /// The server seed, once revealed.
    #[schema(required)]
    pub server_seed: Option<String>,
    /// The player's part of the seed.
    pub client_seed: String,
    /// Hash of the paytable the dive kept.
    pub table_hash: String,
    /// That paytable, whatever is in force by now.
    #[schema(required)]
    pub paytable: Option<Paytable>,
}
