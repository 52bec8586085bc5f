//! What a packet is made of, and what must hold before it may be created.

use super::prize::Prize;
use super::secrets::Secrets;
use crate::config::Text;
use crate::config::region::is_country;
use crate::ids::PacketId;
use crate::refusal::Refusal;
use crate::stream::Context;
use crate::time::{DAY_MS, HOUR_MS, Timestamp};
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

impl Kind {
    /// The permanent name.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Lucky => "lucky",
            Kind::Equal => "equal",
            Kind::Code => "code",
        }
    }
}

/// What somebody signs who puts a packet out alone: the money, since the code is drawn later (api §7.19).
pub fn signed_subject(kind: Kind, total: Prize, shares: u32) -> String {
    format!("{} {} {} {shares}", kind.name(), total.name(), total.minor())
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
    /// Its id, a keyed digest of the code; it names the stream.
    pub packet: PacketId,
    pub secrets: Secrets,
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
    /// Who creates it.
    pub by: String,
}

/// The largest total in minor units: a million USDT (ASSUMED).
const TOTAL_MAX: i64 = 1_000_000_000_000;
/// How long before it opens a packet may be put out (ASSUMED: as a code lives; a wrong year must not hold money).
const WAIT_MS_MAX: i64 = 90 * DAY_MS;

impl CreatePacket {
    /// The rules of a packet that can be put out.
    ///
    /// # Errors
    /// [`Refusal::InvalidField`] with the first field that breaks one; `seed` for luck without a promised seed.
    pub fn check(&self, context: &Context) -> Result<(), Refusal> {
        self.check_terms(context)?;
        match (self.kind, self.secrets.commit()) {
            (Kind::Lucky, None) => Err(Refusal::InvalidField { field: "seed".into() }),
            _ => Ok(()),
        }
    }

    /// The same of what was asked for, before anything is sealed.
    ///
    /// # Errors
    /// [`Refusal::InvalidField`] with the first field that breaks a rule.
    pub fn check_terms(&self, context: &Context) -> Result<(), Refusal> {
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
            (self.from.since(context.now) <= WAIT_MS_MAX, "from"),
            (life_ms > 0 && self.to > context.now, "to"),
            (life_ms <= hours * HOUR_MS, "to"),
            (self.eligibility.is_plain(), "eligibility"),
            (!self.by.trim().is_empty(), "by"),
        ];
        match rules.into_iter().find(|(holds, _)| !holds) {
            Some((_, field)) => Err(Refusal::InvalidField { field: field.into() }),
            None => Ok(()),
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
