//! The withdrawal address. A new one waits a day before it can be used, the first one
//! too: a stolen session cannot withdraw at once (threat T-09).

use super::super::gate::Gate;
use super::super::{DomainEvent, Event, Player, Rule};
use super::Payee;
use crate::refusal::Refusal;
use crate::stream::{Context, Decision};
use crate::time::Timestamp;
use crate::withdrawal::{Address, Chain};
use serde::{Deserialize, Serialize};

/// Sets the withdrawal address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetAddress {
    /// The chain that the player chose.
    pub chain: Chain,
    /// The address as the player wrote it.
    pub address: String,
    /// Comment of each payment; empty for none.
    pub comment: String,
    /// The player confirmed with the device's biometrics.
    pub is_confirmed: bool,
}

/// The withdrawal address was set; it rests before it may be used (threat T-09).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AddressSet {
    pub address: Address,
    /// Comment of each payment.
    pub comment: Option<String>,
    /// The player confirmed with the device's biometrics.
    pub is_confirmed: bool,
    /// When it may be used.
    pub usable_at: Timestamp,
    pub at: Timestamp,
}

impl Payee {
    /// The same account in another written form is the same payee; another comment is another payee.
    fn is(&self, address: &Address, comment: Option<&String>) -> bool {
        self.address.account() == address.account() && self.comment.as_ref() == comment
    }
}

/// A payment to the product's own account would come back as nobody's deposit, less the chain's fee (rails §3.13).
/// Accounts are compared, so every written form of one is recognised.
pub(in crate::player) fn check_not_ours(address: &Address, context: &Context) -> Result<(), Refusal> {
    let mut ours = context.house_accounts.iter();
    if ours.any(|own| own.account() == address.account()) || context.config.withdraw.refuses(address) {
        return Err(Refusal::AddressOfTheHouse);
    }
    Ok(())
}

impl Rule for SetAddress {
    fn gate(&self) -> Gate {
        Gate::CashOut("withdraw")
    }

    /// Order of checks: form and chain, whose account it is, comment. The payee in use keeps its time: setting it again does not restart the wait.
    fn decide(&self, player: &Player, context: &Context) -> Result<Decision<Event>, Refusal> {
        let address = Address::parse(&self.address);
        let address = address.filter(|address| address.chain() == Some(self.chain));
        let address = address.ok_or(Refusal::AddressNotValid)?;
        check_not_ours(&address, context)?;
        let comment = Some(self.comment.clone()).filter(|comment| !comment.is_empty());
        if comment.as_ref().is_some_and(|comment| !self.chain.carries(comment)) {
            return Err(Refusal::AddressNotValid);
        }
        let before = player.withdrawal.payee.as_ref();
        let known = before.filter(|payee| payee.is(&address, comment.as_ref()));
        let usable_at = known.map_or(context.now.plus_ms(context.config.withdraw.address_wait_ms), |payee| {
            payee.usable_at
        });
        Ok(Event::from(AddressSet {
            address,
            comment,
            is_confirmed: self.is_confirmed,
            usable_at,
            at: context.now,
        })
        .into())
    }
}

impl DomainEvent for AddressSet {
    fn evolve(&self, player: &mut Player) {
        player.withdrawal.payee = Some(Payee {
            address: self.address.clone(),
            comment: self.comment.clone(),
            usable_at: self.usable_at,
        });
    }
}

#[cfg(test)]
mod tests;
