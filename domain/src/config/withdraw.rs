//! Withdrawals (domain §3.11, domain §3.12). What a tier may withdraw a day and what it costs
//! is part of the VIP tiers.

use super::checks::all;
use crate::finding::Finding;
use crate::money::Usdt;
use crate::time::DAY_MS;
use crate::withdrawal::Address;
use serde::{Deserialize, Serialize};

/// How money goes out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Withdraw {
    /// No request is accepted and nothing is sent (api §7.11).
    pub paused: bool,
    pub min: Usdt,
    /// Smallest withdrawal of a player who never topped up.
    pub min_no_topup: Usdt,
    /// Amounts are multiples of this.
    pub step: Usdt,
    /// Largest withdrawal that is approved without a review.
    pub auto_max: Usdt,
    /// Above this two people approve.
    pub two_person_over: Usdt,
    /// The identity is proved before more than this was ever withdrawn.
    pub kyc_over_lifetime: Usdt,
    /// The identity is proved before a single withdrawal of this much.
    pub kyc_over_single: Usdt,
    /// From this lifetime sum on, a person reviews the source of funds.
    pub sof_over: Usdt,
    /// How long a new address waits.
    pub address_wait_ms: i64,
    /// The duration shown to players.
    pub eta_ms: i64,
    /// Withdrawals of one player on their way to the chain; it bounds the size of the state (ASSUMED).
    pub under_way_max: usize,
    /// How long after its validity a message counts as never processed (ASSUMED: ten minutes of chain time).
    pub expiry_margin_ms: i64,
    /// Further accounts that are never paid: wallets that the house had or keeps elsewhere. What its rails pay with
    /// is known without this list (rails §3.13).
    pub refused_addresses: Vec<Address>,
}

/// Shortest wait of a new address (ASSUMED: short enough for a demo).
const ADDRESS_WAIT_MS_MIN: i64 = 10_000;
/// No amount of this document is larger: a million USDT (ASSUMED).
const AMOUNT_MAX: Usdt = Usdt::from_minor(1_000_000_000_000);

impl Withdraw {
    /// The defaults of api §4.1.
    pub fn standard() -> Withdraw {
        let usdt = |whole: i64| Usdt::from_minor(whole * 1_000_000);
        Withdraw {
            paused: false,
            min: usdt(5),
            min_no_topup: usdt(10),
            step: Usdt::from_minor(10_000),
            auto_max: usdt(20),
            two_person_over: usdt(500),
            kyc_over_lifetime: usdt(50),
            kyc_over_single: usdt(50),
            sof_over: usdt(2_000),
            address_wait_ms: DAY_MS,
            eta_ms: DAY_MS,
            under_way_max: 20,
            expiry_margin_ms: 10 * 60_000,
            refused_addresses: Vec::new(),
        }
    }

    /// True for an account that is never paid, in any written form.
    pub fn refuses(&self, address: &Address) -> bool {
        let mut refused = self.refused_addresses.iter();
        refused.any(|other| other.account() == address.account())
    }

    /// The largest withdrawal that no person looks at. What needs two people is never approved by a rule alone, whatever
    /// a document says that was in force before its checks compared both.
    pub fn without_review_max(&self) -> Usdt {
        self.auto_max.min(self.two_person_over)
    }

    pub(super) fn check(&self) -> Result<(), Finding> {
        let bounds = [
            self.auto_max,
            self.two_person_over,
            self.kyc_over_lifetime,
            self.kyc_over_single,
            self.sof_over,
        ];
        let bounded = |amount: &Usdt| (Usdt::ZERO..=AMOUNT_MAX).contains(amount);
        let is_known = |address: &Address| Address::parse(address.as_str()).is_some();
        all(&[
            (
                self.min > Usdt::ZERO && self.min <= self.min_no_topup && self.min_no_topup <= AMOUNT_MAX,
                "withdraw_min_range",
                "min is above nothing and at most min_no_topup",
            ),
            (
                self.step > Usdt::ZERO && self.step <= self.min,
                "withdraw_step_range",
                "step is above nothing and at most min",
            ),
            (
                bounds.iter().all(bounded),
                "withdraw_amounts_range",
                "amounts of withdrawals are 0 to 1,000,000 USDT",
            ),
            (
                self.auto_max <= self.two_person_over,
                "auto_max_over",
                "auto_max is at most two_person_over: what needs two people is not approved without any",
            ),
            (
                (ADDRESS_WAIT_MS_MIN..=30 * DAY_MS).contains(&self.address_wait_ms),
                "address_wait_range",
                "a new address waits ten seconds to 30 days",
            ),
            (
                (0..=30 * DAY_MS).contains(&self.eta_ms) && (60_000..=DAY_MS).contains(&self.expiry_margin_ms),
                "eta_range",
                "eta_ms is up to 30 days, expiry_margin_ms a minute to a day",
            ),
            (
                (1..=100).contains(&self.under_way_max),
                "under_way_range",
                "under_way_max is 1 to 100",
            ),
            (
                self.refused_addresses.len() <= 100 && self.refused_addresses.iter().all(is_known),
                "refused_addresses_form",
                "refused_addresses are up to 100 addresses",
            ),
        ])
    }
}

#[cfg(test)]
mod tests;
