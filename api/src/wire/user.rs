//! The player's account: profile, status, limits and settings.

use super::body::body;
use domain::config::region::Mode;
use domain::config::{Config, Text};
use domain::player::Player;
use domain::player::limits::Setting;
use domain::time::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Interface languages that have texts (domain §10.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Chinese.
    Zh,
}

impl Lang {
    /// The language of a messenger's or a stored code; English unless it is Chinese.
    pub fn of(code: &str) -> Lang {
        if code.starts_with("zh") { Lang::Zh } else { Lang::En }
    }

    /// The language of a range of `accept-language`, such as `zh-Hans;q=0.9`; none without texts in it.
    pub fn asked(range: &str) -> Option<Lang> {
        match range.split(['-', ';', ' ']).next()?.to_ascii_lowercase().as_str() {
            "en" => Some(Lang::En),
            "zh" => Some(Lang::Zh),
            _ => None,
        }
    }

    /// The code.
    pub const fn code(self) -> &'static str {
        match self {
            Lang::En => "en",
            Lang::Zh => "zh",
        }
    }

    /// The text in this language.
    pub fn text(self, text: &Text) -> &str {
        match self {
            Lang::En => &text.en,
            Lang::Zh => &text.zh,
        }
    }
}

/// What a region allows (domain §3.14).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum RegionMode {
    /// Everything.
    Real,
    /// Promo play only.
    Play,
    /// Nothing.
    Blocked,
}

impl From<Mode> for RegionMode {
    fn from(mode: Mode) -> RegionMode {
        match mode {
            Mode::Real => RegionMode::Real,
            Mode::Play => RegionMode::Play,
            Mode::Blocked => RegionMode::Blocked,
        }
    }
}

/// A player's name and picture, from the vault: personal, never in events or logs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Profile {
    /// Name for display.
    pub nickname: String,
    /// Address of the picture, or empty.
    pub avatar: String,
    /// The messenger's public handle.
    pub username: Option<String>,
}

/// The player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct User {
    /// The player's id.
    pub user_id: String,
    /// The messenger's id.
    pub tg_id: String,
    /// Name for display.
    pub nickname: String,
    /// Address of the picture, or empty.
    pub avatar: String,
    /// Interface language.
    pub lang: Lang,
    /// The player's own invite code.
    pub scode: String,
    /// The invite code that the player entered.
    #[schema(required)]
    pub inviter_scode: Option<String>,
    /// Whether an invite code was entered.
    pub invite_entered: bool,
    /// True until the first purchase.
    pub first_buy: bool,
    /// The tier in force.
    pub vip: UserVip,
    /// 0 none, 1 under review, 2 failed, 3 approved, 4 rejected.
    #[schema(minimum = 0, maximum = 4)]
    pub kyc_status: u8,
    /// ISO 3166-1 code, once known.
    #[schema(required)]
    pub country: Option<String>,
    /// What the region allows.
    pub region_mode: RegionMode,
    /// Blocked by staff.
    pub frozen: bool,
    /// The terms in force are accepted.
    pub terms_ok: bool,
    /// Limits of play.
    pub limits: Limits,
    /// When the personal data will be destroyed, in milliseconds, once the deletion of the account was requested; until
    /// then the player can withdraw (domain §3.14).
    #[schema(required)]
    pub erase_at: Option<i64>,
    /// Registered, in milliseconds.
    pub created_at: i64,
}

/// The VIP tier in force.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct UserVip {
    /// 0 is no tier.
    pub vip_id: i64,
    /// Its end, in milliseconds.
    #[schema(required)]
    pub expires_at: Option<i64>,
}

/// Limits of play; null is no limit. USDT with 6 decimals, times in milliseconds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Limits {
    /// Top-ups a day.
    #[schema(required)]
    pub deposit_day: Option<String>,
    /// Top-ups a week.
    #[schema(required)]
    pub deposit_week: Option<String>,
    /// Top-ups a month.
    #[schema(required)]
    pub deposit_month: Option<String>,
    /// Losses a day.
    #[schema(required)]
    pub loss_day: Option<String>,
    /// Minutes of a session.
    #[schema(required)]
    pub session_min: Option<i64>,
    /// End of a pause the player asked for.
    #[schema(required)]
    pub cool_off_until: Option<i64>,
    /// End of a self-exclusion.
    #[schema(required)]
    pub excluded_until: Option<i64>,
    /// Loosened limits that come into force later.
    pub pending: Vec<LimitsPending>,
}

/// A loosened limit on its way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct LimitsPending {
    /// Which limit.
    pub field: String,
    /// Its new value: USDT with 6 decimals, or minutes; empty when the limit is taken away.
    pub value: String,
    /// When it comes into force, in milliseconds.
    pub at: i64,
}

impl User {
    /// The facts of a player, without the personal ones: those come from the vault with [`User::named`].
    pub fn of(player: &Player, config: &Config, now: Timestamp) -> User {
        let registration = &player.registration;
        let vip = player.vip.active(now);
        let entered = registration.entered_code();
        User {
            user_id: player.id.to_string(),
            tg_id: registration.tg_id.to_string(),
            nickname: String::new(),
            avatar: String::new(),
            lang: Lang::of(&registration.lang),
            scode: registration.scode.to_string(),
            inviter_scode: entered.map(ToString::to_string),
            invite_entered: entered.is_some(),
            first_buy: !player.shop.has_bought,
            vip: UserVip {
                vip_id: vip.map_or(0, |run| i64::from(run.vip_id)),
                expires_at: vip.map(|run| run.to.0),
            },
            kyc_status: player.identity.kyc.code(),
            country: player.identity.country().cloned(),
            region_mode: player.identity.mode(config).into(),
            frozen: player.freeze.is_frozen || player.erasure.is_erased,
            terms_ok: registration.terms.as_deref() == Some(config.product.terms_version.as_str()),
            limits: Limits::of(player, config, now),
            erase_at: player.erasure.erase_at.map(|at| at.0),
            created_at: registration.registered_at.0,
        }
    }

    /// The same player with name and picture.
    #[must_use]
    pub fn named(self, profile: Profile) -> User {
        User {
            nickname: profile.nickname,
            avatar: profile.avatar,
            ..self
        }
    }
}

impl Limits {
    /// The limits that hold for the player at a moment, and those that wait.
    pub fn of(player: &Player, config: &Config, now: Timestamp) -> Limits {
        let limits = &player.limits;
        let own = limits.at(now);
        let ahead = |until: Option<Timestamp>| until.filter(|until| now < *until).map(|until| until.0);
        let waits = limits.pending.iter().filter(|pending| now < pending.at);
        Limits {
            deposit_day: own.deposit_day.map(|limit| limit.to_string()),
            deposit_week: own.deposit_week.map(|limit| limit.to_string()),
            deposit_month: own.deposit_month.map(|limit| limit.to_string()),
            loss_day: Some(limits.loss_day(now, config).to_string()),
            session_min: own.session_min.map(i64::from),
            cool_off_until: ahead(limits.cool_off_until),
            excluded_until: ahead(limits.excluded_until),
            pending: waits
                .map(|pending| LimitsPending::of(pending.setting, pending.at))
                .collect(),
        }
    }
}

impl LimitsPending {
    fn of(setting: Setting, at: Timestamp) -> LimitsPending {
        let (field, value) = match setting {
            Setting::DepositDay(limit) => ("deposit_day", limit.map(|limit| limit.to_string())),
            Setting::DepositWeek(limit) => ("deposit_week", limit.map(|limit| limit.to_string())),
            Setting::DepositMonth(limit) => ("deposit_month", limit.map(|limit| limit.to_string())),
            Setting::LossDay(limit) => ("loss_day", limit.map(|limit| limit.to_string())),
            Setting::SessionMin(limit) => ("session_min", limit.map(|limit| limit.to_string())),
        };
        LimitsPending {
            field: field.to_owned(),
            value: value.unwrap_or_default(),
            at: at.0,
        }
    }
}

body! {
    /// Asks who the player is.
    UserInfoBody(ts, token) {}
}

/// The player.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct UserInfoData {
    /// The player.
    pub user: User,
}

body! {
    /// Accepts the terms and confirms 18 years.
    UserAcceptTermsBody(ts, token, req_id) {
        /// The version that was shown.
        version: String,
    }
}

/// The player, terms accepted.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct UserAcceptTermsData {
    /// The player.
    pub user: User,
}

/// The word that ends an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub enum UserDeleteWord {
    /// As the player has to write it.
    #[serde(rename = "DELETE")]
    Delete,
}

body! {
    /// Asks for the end of the account: the personal data is destroyed after a month.
    UserDeleteBody(ts, token, req_id) {
        /// Shows that it is meant.
        confirm: UserDeleteWord,
    }
}

/// The account will end.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct UserDeleteData {
    /// When the personal data will be destroyed, in milliseconds.
    pub erase_at: i64,
}
