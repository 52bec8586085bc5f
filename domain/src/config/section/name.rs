//! The names of the sections, and how a section's numbers go into the whole.

use crate::config::{Config, SectionDocument};
use crate::finding::Finding;
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;

macro_rules! sections {
    ($($(#[$doc:meta])* $variant:ident = $field:ident,)*) => {
        /// A part of the configuration with its own versions.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum Section {
            $($(#[$doc])* $variant,)*
        }

        impl Section {
            pub const ALL: &'static [Section] = &[$(Section::$variant,)*];

            /// The permanent name, which is also the field of [`Config`].
            pub const fn name(self) -> &'static str {
                match self { $(Section::$variant => stringify!($field),)* }
            }
        }

        impl Config {
            /// The numbers of a section as a document.
            pub fn section(&self, section: Section) -> Value {
                let written = match section { $(Section::$variant => serde_json::to_value(&self.$field),)* };
                written.expect("numbers write")
            }

            /// The configuration with one section replaced.
            ///
            /// # Errors
            /// The message of the JSON reader for the first missing or invalid field.
            pub fn with_section(&self, section: Section, body: &Value) -> Result<Config, Finding> {
                let mut after = self.clone();
                match section {
                    $(Section::$variant => after.$field = serde_json::from_value(body.clone())
                        .map_err(|error| unreadable(section, &error))?,)*
                }
                Ok(after)
            }
        }
    };
}

sections! {
    /// Names and languages.
    Product = product,
    Game = game,
    /// Free coins and check-in.
    Coins = coins,
    Team = team,
    Limits = limits,
    Vip = vip,
    Shop = shop,
    /// Exchange and unlock.
    Exchange = exchange,
    /// Top-ups and coupons.
    Pay = pay,
    Withdraw = withdraw,
    Kyc = kyc,
    Region = region,
    Play = play,
    Promotion = promotion,
    /// Red packets and redeem codes.
    RedPacket = red_packet,
    /// Seasons of the leaderboards.
    Seasons = seasons,
}

/// A body that is no such section, with the message of the JSON reader.
fn unreadable(section: Section, error: &serde_json::Error) -> Finding {
    let finding = Finding::new("section_unreadable", format!("{}: {error}", section.name()));
    finding.with("section", section.name()).with("error", error)
}

impl Section {
    pub fn named(name: &str) -> Option<Section> {
        Section::ALL.iter().copied().find(|section| section.name() == name)
    }

    /// The key of the section's stream.
    pub fn stream(self) -> String {
        format!("config-{}", self.name())
    }
}

impl Config {
    /// The numbers in force at `now`: the genesis document with every section's version in force. Its
    /// version is the sum of the versions, which only rises.
    pub fn assemble<'a>(
        genesis: &Config,
        sections: impl IntoIterator<Item = &'a SectionDocument>,
        now: Timestamp,
    ) -> Config {
        let mut config = genesis.clone();
        let mut paytables = config.paytables.clone();
        for document in sections {
            paytables.extend(document.paytables.clone());
            let (Some(section), Some(version)) = (document.section, document.in_force(now)) else {
                continue;
            };
            // An approved body was valid when it was proposed; one that no longer parses leaves the previous values in force.
            if let Ok(after) = config.with_section(section, &version.body) {
                config = after;
                config.version += version.version;
            }
        }
        config.with_paytables(paytables)
    }
}
