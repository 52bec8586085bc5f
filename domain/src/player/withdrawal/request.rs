//! Requesting a withdrawal. The fee is rounded up to the micro-USDT, in the house's
//! favour: at most a millionth.

use super::super::gate::Gate;
use super::super::{DomainEvent, Event, Player, Rule};
use super::UnderWay;
use super::address::check_not_ours;
use crate::config::vip::Rights;
use crate::ids::{PlayerId, WithdrawalId};
use crate::money::Usdt;
use crate::posting::{Account, Postings, Purse};
use crate::refusal::Refusal;
use crate::stream::{Context, Decision};
use crate::time::Timestamp;
use crate::withdrawal::{Chain, Facts, Request, Terms};
use serde::{Deserialize, Serialize};

/// Requests a withdrawal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestWithdrawal {
    /// Derived from the request, so that a retry names the same withdrawal.
    pub withdrawal: WithdrawalId,
    /// The chain that the player chose.
    pub chain: Chain,
    /// How much, fee included.
    pub amount: Usdt,
    /// The player confirmed with the device's biometrics.
    pub is_confirmed: bool,
    /// Flagged by the risk score.
    pub is_flagged: bool,
    /// Another account brought the same payee, phone, mail or document.
    pub is_tied: bool,
}

/// A withdrawal was requested; its amount is on hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WithdrawalRequested {
    /// What the withdrawal's own stream is opened with.
    pub request: Request,
    pub at: Timestamp,
}

impl Rights {
    /// The fee of a withdrawal, rounded up to the minor unit.
    pub fn fee(&self, amount: Usdt) -> Usdt {
        let parts = i128::from(amount.minor()) * i128::from(self.fee_ppm);
        let share = parts.div_euclid(1_000_000) + i128::from(parts.rem_euclid(1_000_000) > 0);
        let share = i64::try_from(share).expect("a rate of at most the whole");
        self.fee_min.max(Usdt::from_minor(share))
    }
}

fn at_least(min: Usdt) -> Refusal {
    Refusal::WithdrawalBelowMinimum { min: min.to_string() }
}

impl RequestWithdrawal {
    /// Checks minimum, step, amount after the fee, the day's count and sum.
    fn check_amount(&self, player: &Player, context: &Context) -> Result<(), Refusal> {
        let (config, step) = (&context.config, context.config.withdraw.step);
        let min = player.withdrawal_min(config);
        if self.amount < min {
            return Err(at_least(min));
        }
        if self.amount.minor() % step.minor() != 0 {
            return Err(Refusal::InvalidAmount);
        }
        let fee = config.vip.rights(player.vip.tier(context.now)).fee(self.amount);
        if fee >= self.amount {
            return Err(at_least(fee + step));
        }
        let (count_left, left) = player.withdrawals_left(config, context.now);
        if count_left == 0 {
            return Err(Refusal::WithdrawalCountUsedUp);
        }
        if self.amount > left {
            let left = left.to_string();
            return Err(Refusal::WithdrawalLimitReached { left });
        }
        Ok(())
    }

    fn facts(&self, player: &Player, context: &Context) -> Facts {
        let config = &context.config;
        let vip_id = player.vip.tier(context.now);
        let rights = config.vip.rights(vip_id);
        let lifetime = player.withdrawal.lifetime;
        Facts {
            vip_id,
            fee_ppm: rights.fee_ppm,
            fee_min: rights.fee_min,
            lifetime,
            topped_up: player.has_topped_up(config),
            kyc: player.identity.kyc,
            needs_kyc: player.withdrawal_needs_kyc(self.amount, self.is_flagged, config),
            needs_funds_review: lifetime + self.amount >= config.withdraw.sof_over,
            is_flagged: self.is_flagged,
            is_tied: self.is_tied,
            is_confirmed: self.is_confirmed,
            config_version: config.version,
        }
    }
}

impl Rule for RequestWithdrawal {
    fn gate(&self) -> Gate {
        Gate::CashOut("withdraw")
    }

    /// Order of checks: pause, address of this chain, whose account it is, its wait, minimum, step, count, day's sum, one in review, identity, money.
    fn decide(&self, player: &Player, context: &Context) -> Result<Decision<Event>, Refusal> {
        let rules = &context.config.withdraw;
        if rules.paused {
            return Err(Refusal::WithdrawalsPaused);
        }
        let payee = player.withdrawal.payee.as_ref();
        let payee = payee.filter(|payee| payee.address.chain() == Some(self.chain));
        let payee = payee.ok_or(Refusal::AddressNotSet)?;
        // It was set before, perhaps when the product had other accounts.
        check_not_ours(&payee.address, context)?;
        if context.now < payee.usable_at {
            let until = payee.usable_at.0;
            return Err(Refusal::AddressTooNew { until });
        }
        self.check_amount(player, context)?;
        if player.withdrawal.is_in_review() || player.withdrawal.asked_for().count() >= rules.under_way_max {
            return Err(Refusal::WithdrawalInReview);
        }
        let facts = self.facts(player, context);
        if facts.needs_kyc {
            facts.kyc.gate()?;
        }
        if self.amount > player.wallet.usdt() {
            return Err(Refusal::InsufficientUsdt);
        }
        let terms = Terms {
            withdrawal: self.withdrawal,
            player: player.id,
            amount: self.amount,
            fee: context.config.vip.rights(facts.vip_id).fee(self.amount),
            address: payee.address.clone(),
            comment: payee.comment.clone(),
        };
        let request = Request {
            terms,
            facts,
            refund: None,
        };
        let key = format!("withdrawal:{}", self.withdrawal);
        let event = Event::from(WithdrawalRequested {
            request,
            at: context.now,
        });
        Ok(Decision::from(event).claiming(key, Refusal::StateChanged))
    }
}

impl DomainEvent for WithdrawalRequested {
    fn evolve(&self, player: &mut Player) {
        let (terms, day) = (&self.request.terms, self.at.day());
        let withdrawals = &mut player.withdrawal;
        let (count, sum) = withdrawals.requested_on(day);
        withdrawals.day = (withdrawals.day.0.max(day), count + 1, sum + terms.amount);
        withdrawals.lifetime += terms.amount;
        withdrawals.under_way.push(UnderWay {
            withdrawal: terms.withdrawal,
            amount: terms.amount,
            fee: terms.fee,
            is_sent: false,
            order_no: None,
            paid_by: None,
        });
    }

    fn postings(&self, player: PlayerId) -> Postings {
        let purse = |purse| Account::Player(player, purse);
        Postings::NONE.usdt(purse(Purse::Usdt), purse(Purse::UsdtHold), self.request.terms.amount)
    }
}
