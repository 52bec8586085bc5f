//! What the approver sees: the figures that show whether the
//! house still keeps its published terms, computed from the proposal.

use super::Section;
use crate::config::Config;
use serde::{Deserialize, Serialize};

/// A computed number of a proposal, with the bound it was checked against.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Figure {
    /// What is measured, in English.
    pub name: String,
    /// The same as a key that a client words; none in proposals from before figures had one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// Whose it is, where there are several: a band, a tier, an item.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
    pub value: String,
    /// What it must be.
    pub bound: String,
}

/// A figure of the whole section.
fn figure(key: &str, name: &str, value: impl ToString, bound: &str) -> Figure {
    Figure {
        name: name.to_owned(),
        key: Some(key.to_owned()),
        of: None,
        value: value.to_string(),
        bound: bound.to_owned(),
    }
}

/// A figure of one of its parts.
fn figure_of(of: &impl ToString, key: &str, name: &str, value: impl ToString, bound: &str) -> Figure {
    let of = Some(of.to_string());
    Figure {
        of,
        ..figure(key, name, value, bound)
    }
}

impl Config {
    pub(super) fn figures(&self, section: Section) -> Vec<Figure> {
        match section {
            Section::Game => self.game_figures(),
            Section::Team => vec![figure(
                "referral_shares",
                "referral shares, ppm of profit",
                self.team.rate_l1_ppm + self.team.rate_l2_ppm,
                "at most 60000",
            )],
            Section::Vip => self.vip_figures(),
            Section::Shop => self.shop_figures(),
            _ => Vec::new(),
        }
    }

    fn game_figures(&self) -> Vec<Figure> {
        let table = &self.game.paytable;
        let mut figures: Vec<Figure> = table
            .bands
            .iter()
            .map(|band| {
                let name = format!("band {} return, ppm", band.id);
                figure_of(&band.id, "band_return", &name, band.return_ppm(), "940000")
            })
            .collect();
        figures.push(figure("paytable", "paytable", table.hash(), "named in every dive"));
        figures
    }

    fn vip_figures(&self) -> Vec<Figure> {
        let share = |tier: &crate::config::vip::Tier| {
            // One bought coin is worth 100 micro-USDT (domain §1).
            let value = i128::from(tier.coins.minor()) * i128::from(tier.claims()) * 100;
            value * 1_000 / i128::from(tier.price.minor().max(1))
        };
        let tiers = self.vip.tiers.iter();
        tiers
            .map(|tier| {
                let name = format!("tier {} gives, thousandths of its price", tier.vip_id);
                figure_of(&tier.vip_id, "tier_gives", &name, share(tier), "at most 800")
            })
            .collect()
    }

    fn shop_figures(&self) -> Vec<Figure> {
        let items = self.shop.items.iter();
        items
            .map(|item| {
                let per_coupon = i128::from(item.coin_paid.minor()) * 1_000_000 / i128::from(item.price.minor().max(1));
                let name = format!("{}: bought coins for a coupon", item.item_id);
                figure_of(&item.item_id, "coins_for_coupon", &name, per_coupon, "at most 10000")
            })
            .collect()
    }
}
