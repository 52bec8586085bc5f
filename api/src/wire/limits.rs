//! The player's own limits and breaks (domain §3.14, api §4). The limits themselves are part of [`super::user`].

use super::body::body;
use super::user::Limits;
use domain::money::Usdt;
use domain::player::limits::{Break, Setting};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

body! {
    /// Asks for the limits.
    LimitsInfoBody(ts, token) {}
}

/// The limits as they stand.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LimitsInfoData {
    /// The limits.
    pub limits: Limits,
}

/// A limit the player may set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LimitsField {
    /// Top-ups of a UTC day.
    DepositDay,
    /// Top-ups of seven UTC days.
    DepositWeek,
    /// Top-ups of thirty UTC days.
    DepositMonth,
    /// Paid coins lost in a UTC day.
    LossDay,
    /// Minutes of a session.
    SessionMin,
}

impl LimitsField {
    /// The limit with its value; nothing when the text is no value of such a limit.
    pub fn setting(self, value: Option<&str>) -> Option<Setting> {
        let usdt = || value.map(Usdt::parse).transpose().ok();
        Some(match self {
            LimitsField::DepositDay => Setting::DepositDay(usdt()?),
            LimitsField::DepositWeek => Setting::DepositWeek(usdt()?),
            LimitsField::DepositMonth => Setting::DepositMonth(usdt()?),
            LimitsField::LossDay => Setting::LossDay(usdt()?),
            LimitsField::SessionMin => Setting::SessionMin(value.map(minutes).transpose().ok()?),
        })
    }
}

fn minutes(text: &str) -> Result<u32, ()> {
    let plain = (1..=9).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| plain).ok_or(())
}

body! {
    /// Sets one limit, or takes it away: tighter at once, looser after a day.
    LimitsSetBody(ts, token, req_id) {
        /// Which limit.
        field: LimitsField,
        /// USDT with up to 6 decimals, or minutes; null takes the limit away.
        value: Option<String>,
    }
}

/// The limits afterwards.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LimitsSetData {
    /// The limits.
    pub limits: Limits,
}

/// The two kinds of a break.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LimitsBreak {
    /// A day to six weeks.
    CoolOff,
    /// Six months or more.
    Exclude,
}

impl From<LimitsBreak> for Break {
    fn from(kind: LimitsBreak) -> Break {
        match kind {
            LimitsBreak::CoolOff => Break::CoolOff,
            LimitsBreak::Exclude => Break::Exclude,
        }
    }
}

body! {
    /// Takes a break: it can be prolonged and never shortened.
    LimitsExcludeBody(ts, token, req_id) {
        /// Which kind.
        kind: LimitsBreak,
        /// Days of 24 hours, from this moment.
        days: i64,
    }
}

/// The limits with the break.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LimitsExcludeData {
    /// The limits.
    pub limits: Limits,
}

#[cfg(test)]
mod tests;
