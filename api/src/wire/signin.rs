//! The daily check-in.

use super::body::body;
use super::wallet::Asset;
use domain::config::Config;
use domain::player::signin::{SignedIn, Signin};
use domain::time::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

body! {
    /// Asks for the ladder.
    SigninInfoBody(ts, token) {}
}

/// Where a day of the ladder stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SignInDayState {
    /// Received.
    Done,
    /// Can be received now.
    Today,
    /// Lies ahead.
    Next,
}

/// A day of the ladder.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SignInDay {
    /// 1 to 7.
    pub step: u8,
    /// Promo coins.
    pub coin: i64,
    /// Diamonds.
    pub diamond: i64,
    /// Where it stands.
    pub state: SignInDayState,
}

/// The ladder as it stands.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SigninInfoData {
    /// The UTC day, `YYYY-MM-DD`.
    pub today: String,
    /// The day's check-in was made.
    pub signed: bool,
    /// Consecutive days.
    pub streak: u32,
    /// Today's step, 1 to 7.
    pub step: u8,
    /// The seven days.
    pub days: Vec<SignInDay>,
    /// The next UTC midnight, in milliseconds.
    pub resets_at: i64,
}

impl SigninInfoData {
    /// The ladder at a moment.
    pub fn of(signin: &Signin, config: &Config, now: Timestamp) -> SigninInfoData {
        let today = now.day();
        let signed = signin.is_signed(today);
        let streak = signin.running(today);
        let step = Signin::step(streak + u32::from(!signed));
        let state = |day: u8| match day.cmp(&step) {
            std::cmp::Ordering::Less => SignInDayState::Done,
            std::cmp::Ordering::Equal if signed => SignInDayState::Done,
            std::cmp::Ordering::Equal => SignInDayState::Today,
            std::cmp::Ordering::Greater => SignInDayState::Next,
        };
        let rewards = (1u8..).zip(config.coins.signin);
        let days = rewards.map(|(step, (coin, diamond))| SignInDay {
            step,
            coin,
            diamond,
            state: state(step),
        });
        SigninInfoData {
            today: today.to_string(),
            signed,
            streak,
            step,
            days: days.collect(),
            resets_at: today.next().start().0,
        }
    }
}

body! {
    /// Checks in.
    SigninSignBody(ts, token, req_id?) {}
}

/// The day's reward.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SigninSignData {
    /// Step of the ladder, 1 to 7.
    pub step: u8,
    /// Consecutive days.
    pub streak: u32,
    /// Promo coins.
    pub coin: i64,
    /// Diamonds.
    pub diamond: i64,
    /// Balances afterwards.
    pub asset: Asset,
}

impl SigninSignData {
    /// The reward of a check-in.
    pub fn of(signed: &SignedIn, asset: Asset) -> SigninSignData {
        let (coin, diamond) = (signed.coins.minor(), signed.diamonds.minor());
        SigninSignData {
            step: signed.step,
            streak: signed.streak,
            coin,
            diamond,
            asset,
        }
    }
}

#[cfg(test)]
mod tests;
