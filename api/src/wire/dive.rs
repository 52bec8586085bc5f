//! A dive and its result (api §4).

use domain::config::Game;
use domain::money::{Gusd, Usdt};
use domain::player::Player;
use domain::player::dive as rule;
use domain::player::fishing::{DiveClosed, DiveVoided, Reason};
use serde::Serialize;
use utoipa::ToSchema;

/// Which coins pay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DiveFund {
    /// Bought coins: wins are free tokens.
    Paid,
    /// Given coins: wins are bonus tokens.
    Promo,
}

impl From<rule::Fund> for DiveFund {
    fn from(fund: rule::Fund) -> DiveFund {
        match fund {
            rule::Fund::Paid => DiveFund::Paid,
            rule::Fund::Promo => DiveFund::Promo,
        }
    }
}

/// The open dive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Dive {
    /// The dive.
    pub dive_id: String,
    /// Coins for a cast.
    pub stake: i64,
    /// Which coins pay.
    pub fund: DiveFund,
    /// The level the next cast plays.
    pub level: u8,
    /// The next step.
    pub seq: u32,
    /// Casts so far.
    pub casts: u32,
    /// Coins burned so far.
    pub staked: i64,
    /// Fish at risk, in catch order.
    pub line: Vec<DiveLine>,
    /// Their value, 2 decimals.
    pub line_value: String,
    /// The safe box in tokens, 2 decimals.
    pub safe: String,
    /// Cash chests in the safe box, USDT with 6 decimals.
    pub chest_usdt: String,
    /// Place of the next cast within the seed pair.
    pub nonce: u64,
    /// SHA-256 of the sealed server seed.
    pub commit: String,
    /// The player's part of the seed: his client seed and, behind a dot, the `device_value` of this dive.
    pub client_seed: String,
    /// Began, in milliseconds.
    pub started_at: i64,
    /// The next cast may be made, in milliseconds.
    pub next_cast_at: i64,
    /// Surfaces by itself, in milliseconds.
    pub expires_at: i64,
}

/// A fish on the line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct DiveLine {
    /// Place on the line, from 0.
    pub i: usize,
    /// Species.
    pub id: String,
    /// Where it bit.
    pub level: u8,
    /// Worth at the surface, 2 decimals.
    pub value: String,
}

impl Dive {
    /// The open dive of a player.
    pub fn of(player: &Player, game: &Game) -> Option<Dive> {
        let dive = player.fishing.dive.as_ref()?;
        let fish = |(i, fish): (usize, &rule::Catch)| DiveLine {
            i,
            id: fish.id.clone(),
            level: fish.level,
            value: fish.value.to_string(),
        };
        Some(Dive {
            dive_id: dive.id.to_string(),
            stake: dive.stake.minor(),
            fund: dive.fund.into(),
            level: dive.level(),
            seq: dive.seq(),
            casts: dive.casts,
            staked: dive.staked().minor(),
            line: dive.line.iter().enumerate().map(fish).collect(),
            line_value: dive.line_value().to_string(),
            safe: dive.safe().to_string(),
            chest_usdt: dive.chest_usdt.to_string(),
            nonce: player.seeds.nonce,
            commit: player.seeds.commit.clone(),
            client_seed: dive.client_seed.clone(),
            started_at: dive.started_at.0,
            next_cast_at: player.fishing.next_cast_at(game.min_cast_ms).max(dive.started_at).0,
            expires_at: dive.touched_at.plus_ms(game.dive_ttl_ms).0,
        })
    }
}

/// Why a dive ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DiveReason {
    /// The player surfaced.
    Surfaced,
    /// Level 37 was played.
    Bottom,
    /// A day without a command.
    Expired,
    /// Cancelled by staff, stakes returned.
    Voided,
}

impl From<Reason> for DiveReason {
    fn from(reason: Reason) -> DiveReason {
        match reason {
            Reason::Surfaced => DiveReason::Surfaced,
            Reason::Bottom => DiveReason::Bottom,
            Reason::Expired => DiveReason::Expired,
            Reason::Voided => DiveReason::Voided,
        }
    }
}

/// Where the payout went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CreditedAs {
    /// Free tokens.
    Gusd,
    /// Bonus tokens.
    GusdBonus,
}

impl From<rule::Fund> for CreditedAs {
    fn from(fund: rule::Fund) -> CreditedAs {
        match fund {
            rule::Fund::Paid => CreditedAs::Gusd,
            rule::Fund::Promo => CreditedAs::GusdBonus,
        }
    }
}

/// How a dive ended. Tokens have 2 decimals.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct DiveResult {
    /// The dive.
    pub dive_id: String,
    /// Why it ended.
    pub reason: DiveReason,
    /// Casts made.
    pub casts: u32,
    /// Coins burned.
    pub staked: i64,
    /// Fish that reached the surface.
    pub fish: String,
    /// Danger bonuses.
    pub bonus: String,
    /// Chests in tokens.
    pub chest_gusd: String,
    /// Cash chests, USDT with 6 decimals.
    pub chest_usdt: String,
    /// Everything at parity.
    pub payout: String,
    /// Where the tokens went.
    pub credited_as: CreditedAs,
    /// Payout above the stakes.
    pub profit: String,
    /// The payout cap was reached.
    pub capped: bool,
    /// When, in milliseconds.
    pub closed_at: i64,
}

impl From<&DiveClosed> for DiveResult {
    fn from(closed: &DiveClosed) -> DiveResult {
        DiveResult {
            dive_id: closed.dive.to_string(),
            reason: closed.reason.into(),
            casts: closed.casts,
            staked: closed.staked.minor(),
            fish: closed.fish.to_string(),
            bonus: closed.bonus.to_string(),
            chest_gusd: closed.chest_gusd.to_string(),
            chest_usdt: closed.chest_usdt.to_string(),
            payout: closed.payout.to_string(),
            credited_as: closed.fund.into(),
            profit: closed.profit.to_string(),
            capped: closed.capped,
            closed_at: closed.at.0,
        }
    }
}

/// A cancelled dive pays nothing; its stakes came back.
impl From<&DiveVoided> for DiveResult {
    fn from(voided: &DiveVoided) -> DiveResult {
        let nothing = Gusd::ZERO.to_string();
        DiveResult {
            dive_id: voided.dive.to_string(),
            reason: DiveReason::Voided,
            casts: voided.casts,
            staked: voided.refund.minor(),
            fish: nothing.clone(),
            bonus: nothing.clone(),
            chest_gusd: nothing.clone(),
            chest_usdt: Usdt::ZERO.to_string(),
            payout: nothing.clone(),
            credited_as: voided.fund.into(),
            profit: nothing,
            capped: false,
            closed_at: voided.at.0,
        }
    }
}

/// A closed dive in the list: its result and how it began.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct HistoryLine {
    /// How it ended.
    #[serde(flatten)]
    pub result: DiveResult,
    /// Coins for a cast.
    pub stake: i64,
    /// Which coins paid.
    pub fund: DiveFund,
    /// Where it began.
    pub start_level: u8,
    /// When, in milliseconds.
    pub started_at: i64,
}
