//! The comparison at the end of a run: books, streams and chain.

use super::world::{Recorded, World};
use domain::ids::WithdrawalId;
use domain::posting::{House, Purse};
use domain::withdrawal::{State, Withdrawal, WithdrawalEvent};
use std::collections::BTreeMap;

impl World {
    fn booked(&self, name: &str) -> i64 {
        self.books.get(name).copied().unwrap_or(0)
    }

    /// Everything catches up, and the books are compared with the chain.
    pub fn ends(&mut self) -> Result<(), String> {
        self.policies(usize::MAX);
        // A payment that names no order is booked by the first look and assigned by the second.
        for _ in 0..2 {
            (0..self.came.len()).for_each(|number| self.watch(number));
        }
        self.policies(7);
        self.identity_is_known()?;
        let paid = self.paid()?;
        let out = self.withdrawals.values().filter(|one| one.state.is_out());
        let net = |one: &Withdrawal| one.request.as_ref().map_or(0, |request| request.terms.net().minor());
        let booked: i64 = self.booked(House::UsdtClearing.name());
        let (is_out, reopened): (i64, i64) = (out.map(net).sum(), self.reopened().map(net).sum());
        if booked != is_out + reopened {
            return Err(format!(
                "clearing holds {booked}, {is_out} is out, {reopened} will be again"
            ));
        }
        let came: i64 = self.came.iter().map(|(_, micro)| micro).sum();
        let credited = self.booked(Purse::Coupon.name());
        if credited != came {
            return Err(format!("{came} came, {credited} was credited"));
        }
        let custody = self.booked(House::UsdtCustody.name());
        if custody != paid - came {
            return Err(format!("custody moved {custody}, the chain {}", paid - came));
        }
        match self.booked(House::UsdtSuspense.name()) {
            0 => Ok(()),
            left => Err(format!("everything was assigned, and {left} is left in suspense")),
        }
    }

    /// Withdrawals whose first slot was closed and that wait for another.
    fn reopened(&self) -> impl Iterator<Item = &Withdrawal> {
        let was_sent = |id: &WithdrawalId| {
            self.log.iter().any(
                |recorded| matches!(recorded, Recorded::Withdrawal(other, WithdrawalEvent::Sent { .. }) if other == id),
            )
        };
        let waits = |one: &Withdrawal| matches!(one.state, State::Approved | State::Review);
        self.withdrawals
            .iter()
            .filter(move |(id, one)| waits(one) && was_sent(id))
            .map(|(_, one)| one)
    }

    /// T-03, T-05: what the chain paid is confirmed or still out, and never refunded; the sum of what is settled.
    fn paid(&self) -> Result<i64, String> {
        let mut payments: BTreeMap<WithdrawalId, u32> = BTreeMap::new();
        for withdrawal in self.executed.values() {
            *payments.entry(*withdrawal).or_default() += 1;
        }
        let mut settled = 0;
        for (id, one) in &self.withdrawals {
            let times = payments.get(id).copied().unwrap_or(0);
            let refunded = matches!(one.state, State::Failed | State::Rejected);
            if times > 1 || (refunded && times > 0) {
                return Err(format!("paid {times} times and {:?}", one.state));
            }
            if one.state == State::Confirmed {
                assert_eq!(times, 1, "confirmed means paid");
                settled += one.request.as_ref().map_or(0, |request| request.terms.net().minor());
            }
        }
        Ok(settled)
    }

    fn identity_is_known(&self) -> Result<(), String> {
        let (status, known) = (self.check.status, self.player.player.identity.kyc);
        if status == known {
            Ok(())
        } else {
            Err(format!("the check is {status:?}, the player knows {known:?}"))
        }
    }
}
