//! Adjustments: staff corrections, proposed and approved by different people,
//! against a named counter-account and visible in the player's history
//! (domain §3.15, api §7).

use super::{DomainEvent, Event, Player, Rule};
use crate::ids::PlayerId;
use crate::posting::{Account, House, Postings, Purse};
use crate::refusal::Refusal;
use crate::stream::{Context, Decision};
use serde::{Deserialize, Serialize};

/// The largest correction in minor units: a thousand million USDT, far from what 64 bits hold (ASSUMED).
const DELTA_MAX: u64 = 1_000_000_000_000_000;

/// Corrects a purse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Adjust {
    /// Which purse.
    pub purse: Purse,
    /// Signed minor units.
    pub delta: i64,
    /// The house account on the other side.
    pub counter: House,
    /// The case that explains it.
    pub case_id: String,
    /// Who proposed.
    pub proposer: String,
    /// Who approved: another person.
    pub approver: String,
}

/// A purse was corrected. Accounts are written by their journal names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AdjustmentPosted {
    /// Which purse.
    pub purse: String,
    /// Signed minor units, as text.
    pub delta: String,
    /// The house account on the other side.
    pub counter: String,
    /// The case that explains it.
    pub case_id: String,
    /// Who proposed.
    pub proposer: String,
    /// Who approved.
    pub approver: String,
}

impl Rule for Adjust {
    fn decide(&self, _player: &Player, _context: &Context) -> Result<Decision<Event>, Refusal> {
        let field = |field: &str| Refusal::InvalidField { field: field.into() };
        if self.proposer == self.approver {
            return Err(Refusal::OtherPersonMustApprove);
        }
        if self.case_id.trim().is_empty() {
            return Err(Refusal::ReasonMissing);
        }
        if self.delta == 0 || self.delta.unsigned_abs() > DELTA_MAX {
            return Err(field("delta"));
        }
        if self.counter.asset() != self.purse.asset() {
            return Err(field("counter"));
        }
        let posted = AdjustmentPosted {
            purse: self.purse.name().to_owned(),
            delta: self.delta.to_string(),
            counter: self.counter.name().to_owned(),
            case_id: self.case_id.clone(),
            proposer: self.proposer.clone(),
            approver: self.approver.clone(),
        };
        Ok(Event::from(posted).into())
    }
}

impl DomainEvent for AdjustmentPosted {
    fn evolve(&self, _player: &mut Player) {}

    fn postings(&self, player: PlayerId) -> Postings {
        let accounts = (
            Purse::named(&self.purse),
            House::named(&self.counter),
            self.delta.parse::<i64>(),
        );
        let (Some(purse), Some(counter), Ok(delta)) = accounts else {
            return Postings::NONE;
        };
        let moved = |postings: Postings, from, to| {
            let (from, to) = if delta > 0 { (from, to) } else { (to, from) };
            postings.transfer(from, to, delta.abs())
        };
        let owned = moved(Postings::NONE, Account::House(counter), Account::Player(player, purse));
        if purse != Purse::Coupon {
            return owned;
        }
        // Behind every coupon lies one USDT: the reserve pays for it, or gets it back (law I-05).
        moved(
            owned,
            Account::House(House::UsdtReserve),
            Account::House(House::UsdtCustomer),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stream::StreamEvent;
    use crate::testing::Angler;

    fn adjust(delta: i64) -> Adjust {
        Adjust {
            purse: Purse::CoinPaid,
            delta,
            counter: House::CoinIssueShop,
            case_id: "case-1".into(),
            proposer: "ann".into(),
            approver: "bob".into(),
        }
    }

    #[test]
    fn a_correction_moves_value_between_the_purse_and_the_named_counter() {
        let mut angler = Angler::new();
        angler.must(adjust(100));
        angler.must(adjust(-30));
        assert_eq!(angler.has(Purse::CoinPaid), 70);
    }

    #[test]
    fn coupons_come_with_their_usdt_and_go_with_it() {
        // Law I-05.
        let coupons = |delta: i64| Adjust {
            purse: Purse::Coupon,
            counter: House::CouponIssue,
            ..adjust(delta)
        };
        let mut angler = Angler::new();
        angler.must(coupons(5_000_000));
        angler.must(coupons(-2_000_000));
        let behind = |event: &Event| {
            let legs = event.postings(angler.player.id.0).legs().to_vec();
            let customer = Account::House(House::UsdtCustomer);
            legs.iter()
                .filter(|leg| leg.account == customer)
                .map(|leg| leg.amount)
                .sum::<i64>()
        };
        let sums: Vec<i64> = angler.log.iter().rev().take(2).map(behind).collect();
        assert_eq!(
            (sums, angler.has(Purse::Coupon)),
            (vec![-2_000_000, 5_000_000], 3_000_000)
        );
    }

    #[test]
    fn no_correction_takes_a_purse_below_zero() {
        // Law I-02.
        let angler = Angler::new().with_coins(10);
        assert_eq!(angler.decide(adjust(-11)), Err(Refusal::NotEnoughCoins));
    }

    #[test]
    fn a_correction_needs_a_second_person_a_case_and_a_counter_of_the_same_asset() {
        let angler = Angler::new();
        let refused = |command: Adjust| angler.decide(command).expect_err("a refusal");
        let field = |field: &str| Refusal::InvalidField { field: field.into() };
        let alone = Adjust {
            approver: "ann".into(),
            ..adjust(1)
        };
        assert_eq!(refused(alone), Refusal::OtherPersonMustApprove);
        let silent = Adjust {
            case_id: String::new(),
            ..adjust(1)
        };
        assert_eq!(refused(silent), Refusal::ReasonMissing);
        let crossed = Adjust {
            counter: House::DiamondSink,
            ..adjust(1)
        };
        assert_eq!(refused(crossed), field("counter"));
        for delta in [0, i64::MIN, i64::MAX, 1_000_000_000_000_001] {
            assert_eq!(refused(adjust(delta)), field("delta"));
        }
    }
}
