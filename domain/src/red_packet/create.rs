//! What a packet is made of, and what must hold before it may be created.

use super::code::PacketCode;
use super::prize::Prize;
use super::split::Split;
use crate::config::Text;
use crate::config::region::is_country;
use crate::draw::ServerSeed;
use crate::refusal::Refusal;
use crate::stream::Context;
use crate::time::{HOUR_MS, Timestamp};
use serde::{Deserialize, Serialize};

/// The kinds of domain §3.10.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Random shares.
    Lucky,
    /// Equal shares.
    Equal,
    /// A redeem code: one amount, many uses.
    Code,
}

/// Who may claim.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Eligibility {
    /// Days since registration.
    pub min_age_days: i64,
    /// Casts in the last seven days.
    pub min_casts_7d: u32,
    /// Countries that may claim; all when there are none.
    pub countries: Vec<String>,
}

/// Creates a packet: staff, within the promo budget when it holds money.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CreatePacket {
    /// The code, from 50 random bits; it names the stream.
    pub code: PacketCode,
    /// How shares are made.
    pub kind: Kind,
    /// The total.
    pub total: Prize,
    /// How many shares.
    pub shares: u32,
    /// The smallest share in minor units.
    pub min: i64,
    pub title: Text,
    /// Open from this moment.
    pub from: Timestamp,
    /// Open until this moment.
    pub to: Timestamp,
    /// Who may claim.
    pub eligibility: Eligibility,
    /// 64 hex characters of a random seed, for the draw of a lucky packet.
    pub seed: String,
    /// Who creates it.
    pub by: String,
}

/// The largest total in minor units: a million USDT (ASSUMED).
const TOTAL_MAX: i64 = 1_000_000_000_000;

impl CreatePacket {
    /// The rules of a packet.
    ///
    /// # Errors
    /// [`Refusal::InvalidField`] with the first field that breaks one.
    pub fn check(&self, context: &Context) -> Result<(), Refusal> {
        let rules = &context.config.red_packet;
        let (shares_max, hours) = match self.kind {
            Kind::Lucky => (rules.lucky_shares_max, rules.packet_hours),
            Kind::Equal => (rules.equal_shares_max, rules.packet_hours),
            Kind::Code => (rules.equal_shares_max, rules.code_hours),
        };
        let (total, shares) = (self.total.minor(), i64::from(self.shares));
        let fits = self.min >= 1 && i128::from(self.min) * i128::from(shares) <= i128::from(total);
        let life_ms = self.to.since(self.from);
        let rules = [
            ((1..=shares_max).contains(&self.shares), "shares"),
            ((1..=TOTAL_MAX).contains(&total), "total"),
            (self.kind == Kind::Lucky || total % shares.max(1) == 0, "total"),
            (fits, "min"),
            (self.title.is_complete(), "title"),
            (life_ms > 0 && self.to > context.now, "to"),
            (life_ms <= hours * HOUR_MS, "to"),
            (self.eligibility.is_plain(), "eligibility"),
            (
                self.kind != Kind::Lucky || ServerSeed::parse(&self.seed).is_some(),
                "seed",
            ),
            (!self.by.trim().is_empty(), "by"),
        ];
        match rules.into_iter().find(|(holds, _)| !holds) {
            Some((_, field)) => Err(Refusal::InvalidField { field: field.into() }),
            None => Ok(()),
        }
    }

    /// The shares, once the rules hold.
    pub(super) fn split(&self) -> Split {
        let (total, shares) = (self.total.minor(), i64::from(self.shares));
        match (self.kind, ServerSeed::parse(&self.seed)) {
            (Kind::Lucky, Some(seed)) => Split::lucky(total, self.shares, self.min, &seed),
            _ => Split::Each(total / shares),
        }
    }
}

impl Eligibility {
    fn is_plain(&self) -> bool {
        (0..=3_650).contains(&self.min_age_days)
            && self.countries.len() <= 250
            && self.countries.iter().all(|code| is_country(code))
    }
}
