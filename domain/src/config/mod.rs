//! The product's numbers as versioned data (api §4.1).
//!
//! Each document is a stream: a version is published with its author and the
//! person who approved it, after its checks have passed. Open dives keep the
//! paytable they started with, so every table that was ever in force is kept.
//! A section that was added later has a default, so documents published before it still parse.

mod checks;
mod document;
pub mod exchange;
pub mod kyc;
pub mod pay;
pub mod play;
pub mod promotion;
pub mod red_packet;
pub mod region;
pub mod seasons;
mod section;
pub mod shop;
mod text;
pub mod vip;
pub mod withdraw;

pub use document::{ConfigDocument, ConfigEvent, GENESIS, Publish};
pub use exchange::Exchange;
pub use kyc::Kyc;
pub use pay::Pay;
pub use play::Play;
pub use promotion::Promotion;
pub use red_packet::RedPackets;
pub use region::Region;
pub use seasons::Seasons;
pub use section::{Approved, Figure, Propose, Section, SectionCommand, SectionDocument, SectionEvent, Waiting};
pub use shop::Shop;
pub use text::Text;
pub use vip::Vip;
pub use withdraw::Withdraw;

use crate::ids::Scode;
use crate::money::{Coin, Usdt};
use crate::paytable::Paytable;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Code of the house in the demo world, as the invite screen shows it.
const DEMO_ROOT_SCODE: &str = "DEEPSEA1";

/// All numbers in force.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// Names and languages.
    pub product: Product,
    pub game: Game,
    /// Free coins and check-in.
    pub coins: Coins,
    pub team: Team,
    pub limits: Limits,
    #[serde(default = "Vip::standard")]
    pub vip: Vip,
    #[serde(default = "Shop::standard")]
    pub shop: Shop,
    /// Exchange and unlock.
    #[serde(default = "Exchange::standard")]
    pub exchange: Exchange,
    /// Top-ups and coupons.
    #[serde(default = "Pay::standard")]
    pub pay: Pay,
    #[serde(default = "Withdraw::standard")]
    pub withdraw: Withdraw,
    #[serde(default = "Kyc::standard")]
    pub kyc: Kyc,
    #[serde(default = "Region::standard")]
    pub region: Region,
    /// Responsible play and the breaker.
    #[serde(default = "Play::standard")]
    pub play: Play,
    #[serde(default = "Promotion::standard")]
    pub promotion: Promotion,
    /// Red packets and redeem codes.
    #[serde(default = "RedPackets::standard")]
    pub red_packet: RedPackets,
    /// Seasons of the leaderboards.
    #[serde(default, skip_serializing_if = "Seasons::is_empty")]
    pub seasons: Seasons,
    /// Version of this document, counted from 1; 0 before the first publication.
    #[serde(default)]
    pub version: u64,
    /// Every paytable that was ever in force, by hash.
    #[serde(default)]
    pub paytables: BTreeMap<String, Arc<Paytable>>,
}

/// domain §10.1 configuration values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Product {
    /// domain §10.9: 1.
    pub id: u32,
    /// domain §10.9: usdt.
    pub base_token: String,
    /// domain §10.9: gusd.
    pub token_symbol: String,
    /// domain §10.9: 10000.
    pub token_factor: u32,
    /// Interface languages on offer; the product default is English alone (domain §10.1).
    pub languages: Vec<Language>,
    /// Not in force: a bot belongs to an installation and not to a document. Read in versions from before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invite_url: Option<String>,
    /// Opens the debug console of development builds.
    pub debug: bool,
    /// Modules under maintenance.
    pub maintenance: Vec<String>,
    /// What players read of it, instead of the app's own sentence; empty in both languages for that sentence.
    #[serde(default)]
    pub maintenance_text: Text,
    /// Version of the terms a player accepts (domain §3.14).
    pub terms_version: String,
}

/// A language on offer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Language {
    pub code: String,
    /// Name in the language itself.
    pub label: String,
}

/// The game (domain §2).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Game {
    /// The table in force.
    pub paytable: Paytable,
    /// Stakes on offer, in coins.
    pub play_options: Vec<i64>,
    /// Enabled stake in coins per USDT of reserve, in thousandths (domain §2.5: 0.2).
    pub stake_per_reserve_milli: i64,
    /// Diamonds for a start at a level.
    pub deep_start: BTreeMap<u8, i64>,
    /// Diamonds for shielding one cast.
    pub shield_cost: i64,
    /// Minimum time between casts.
    pub min_cast_ms: i64,
    /// A dive without a command for so long surfaces by itself.
    pub dive_ttl_ms: i64,
    /// Coins of value a player may lose in a UTC day on paid dives, in USDT.
    pub loss_day: Usdt,
    /// Casts after which a seed pair must be rotated.
    pub seed_max_casts: u64,
}

/// Free coins and check-in (domain §3.2, domain §3.3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Coins {
    /// Coins of a free claim.
    pub free_amount: Coin,
    /// The claim needs fewer coins than this.
    pub free_floor: Coin,
    /// Valid invites a claim needs.
    pub free_valid_invites: u32,
    /// Promo coins and diamonds of the seven days.
    pub signin: [(i64, i64); 7],
}

/// Invitations (domain §3.8).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Team {
    /// Share of a friend's dive profit in parts per million (domain §10.9: 5 %).
    pub rate_l1_ppm: u32,
    /// Share of a friend's invitee's profit in parts per million (domain §10.9: 1 %).
    pub rate_l2_ppm: u32,
    /// The second level is a switch (domain F5).
    pub l2_enabled: bool,
    /// Diamonds for a valid invite (domain §10.9: 2).
    pub invite_diamonds: i64,
    /// Diamonds an inviter may receive a day (domain §10.9: 50).
    pub invite_diamonds_day: i64,
    /// Casts of the first dive that make an invite valid.
    pub valid_casts: u32,
    /// Days after registration in which that dive counts.
    pub valid_days: i64,
    /// Rebates an inviter may receive a UTC day (domain §3.8: 200 USDT).
    #[serde(default = "Team::rebate_day")]
    pub rebate_day: Usdt,
    /// How long after its day a rebate can be received (domain §3.8: 00:10).
    #[serde(default = "Team::rebate_opens_ms")]
    pub rebate_opens_ms: i64,
    /// Days after its day in which a record can be received (domain §3.8: 30).
    #[serde(default = "Team::record_ttl_days")]
    pub record_ttl_days: i64,
    /// Invite code of the house: who enters it is bound to nobody and may share (domain §3.8).
    #[serde(default)]
    pub root_scode: Option<Scode>,
}

impl Team {
    const fn rebate_day() -> Usdt {
        Usdt::from_minor(200_000_000)
    }

    const fn rebate_opens_ms() -> i64 {
        600_000
    }

    const fn record_ttl_days() -> i64 {
        30
    }
}

/// Request limits (api §4.3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Logins a minute for one address.
    pub login_per_min: u32,
    /// Claims and receives a minute for one player.
    pub claim_per_min: u32,
    /// Casts a minute for one player.
    pub cast_per_min: u32,
    /// Other calls a minute for one player.
    pub other_per_min: u32,
}

impl Config {
    /// The defaults of api §4.1.
    pub fn standard() -> Config {
        Config {
            product: Product {
                id: 1,
                base_token: "usdt".into(),
                token_symbol: "gusd".into(),
                token_factor: 10_000,
                languages: vec![Language {
                    code: "en".into(),
                    label: "English".into(),
                }],
                invite_url: None,
                debug: false,
                maintenance: Vec::new(),
                maintenance_text: Text::default(),
                terms_version: "1".into(),
            },
            game: Game {
                paytable: Paytable::standard(),
                play_options: vec![10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000],
                stake_per_reserve_milli: 200,
                deep_start: BTreeMap::from([(6, 1), (11, 2), (21, 5), (28, 10)]),
                shield_cost: 1,
                min_cast_ms: 2_500,
                dive_ttl_ms: crate::time::DAY_MS,
                loss_day: Usdt::from_minor(50_000_000),
                seed_max_casts: 10_000,
            },
            coins: Coins {
                free_amount: Coin::from_minor(1_000),
                free_floor: Coin::from_minor(1_000),
                free_valid_invites: 1,
                signin: [(100, 0), (150, 1), (200, 1), (250, 1), (300, 1), (400, 1), (600, 3)],
            },
            team: Team {
                rate_l1_ppm: 50_000,
                rate_l2_ppm: 10_000,
                l2_enabled: true,
                invite_diamonds: 2,
                invite_diamonds_day: 50,
                valid_casts: 5,
                valid_days: 7,
                rebate_day: Team::rebate_day(),
                rebate_opens_ms: Team::rebate_opens_ms(),
                record_ttl_days: Team::record_ttl_days(),
                root_scode: None,
            },
            limits: Limits {
                login_per_min: 10,
                claim_per_min: 5,
                cast_per_min: 24,
                other_per_min: 60,
            },
            vip: Vip::standard(),
            shop: Shop::standard(),
            exchange: Exchange::standard(),
            pay: Pay::standard(),
            withdraw: Withdraw::standard(),
            kyc: Kyc::standard(),
            region: Region::standard(),
            play: Play::standard(),
            promotion: Promotion::standard(),
            red_packet: RedPackets::standard(),
            seasons: Seasons::default(),
            version: 0,
            paytables: BTreeMap::new(),
        }
        .with_paytables(BTreeMap::new())
    }

    /// The demo world of development: English and Chinese, and room for many players behind one address.
    pub fn demo() -> Config {
        let mut config = Config::standard();
        config.product.languages.push(Language {
            code: "zh".into(),
            label: "中文".into(),
        });
        config.product.debug = true;
        config.promotion.tasks.push(Promotion::wallet_task());
        config.seasons = Seasons::demo();
        config.team.root_scode = Scode::parse(DEMO_ROOT_SCODE);
        config.limits = Limits {
            login_per_min: 100_000,
            claim_per_min: 60,
            cast_per_min: 60,
            other_per_min: 600,
        };
        config
    }

    /// The initial configuration of a production installation: no top-up, no second level and play without money
    /// everywhere, until staff enable what the law of a country allows (domain F5, domain §3.14).
    pub fn production() -> Config {
        let mut config = Config::standard();
        config.region.default_mode = region::Mode::Play;
        config.team.l2_enabled = false;
        config.pay.channels.values_mut().for_each(|is_open| *is_open = false);
        config
    }

    fn with_paytables(mut self, mut known: BTreeMap<String, Arc<Paytable>>) -> Config {
        let table = Arc::new(self.game.paytable.clone());
        known.insert(table.hash(), table);
        self.paytables = known;
        self
    }

    /// The hash of the table in force.
    pub fn table_hash(&self) -> String {
        self.game.paytable.hash()
    }
}
