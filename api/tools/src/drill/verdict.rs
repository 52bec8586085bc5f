//! What the chain paid beside what the ledger says.
//!
//! The chain is asked for the payees' own balances, the ledger for the withdrawals' streams: neither is reported by a
//! worker. Every payee is paid by one withdrawal alone.

use super::world::{RequestedWithdrawal, World};
use domain::withdrawal::{State, WithdrawalEvent};
use ledger::feed;
use serde_json::json;
use std::fmt;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    rounds: u32,
    withdrawals: u32,
    paid: u32,
    refunded: u32,
    double_payments: u32,
    lost: u32,
    refunds_without_proof: u32,
    other: Vec<String>,
}

impl Verdict {
    /// Looks at the withdrawals of a round.
    pub async fn look(&mut self, world: &World, asked: &[RequestedWithdrawal]) -> anyhow::Result<()> {
        self.rounds += 1;
        world.test_chain.settle().await?;
        for one in asked {
            self.withdrawals += 1;
            self.judge(world, one).await?;
        }
        Ok(())
    }

    async fn judge(&mut self, world: &World, one: &RequestedWithdrawal) -> anyhow::Result<()> {
        let stream = ledger::StreamId::thing(one.withdrawal.0);
        let withdrawal = world.ledger.withdrawals().load(&stream).await?.state;
        let net = withdrawal
            .request
            .as_ref()
            .map_or(0, |request| request.terms.net().minor());
        let got = world.test_chain.got(&one.payee).await?;
        match withdrawal.state {
            State::Confirmed if got == net => self.paid += 1,
            State::Failed if got == 0 => {
                self.refunded += 1;
                self.refunds_without_proof += u32::from(!has_proof(world, one).await?);
            }
            State::Confirmed if got < net => self.lost += 1,
            State::Confirmed | State::Failed => self.double_payments += 1,
            _ if got > net => self.double_payments += 1,
            other => {
                self.lost += 1;
                self.other.push(format!("withdrawal {} is {other:?}", one.withdrawal));
            }
        }
        Ok(())
    }

    /// The books in the end.
    pub async fn close(&mut self, world: &World) -> anyhow::Result<()> {
        let (in_books, on_chain) = world.books().await?;
        if in_books != on_chain {
            self.other
                .push(format!("the books say {in_books} micro-USDT, the chain has {on_chain}"));
        }
        if let Some(alarm) = world.alarm().await? {
            self.other.push(format!("the wallet stopped: {alarm}"));
        }
        Ok(())
    }

    /// True when nothing went wrong.
    pub fn is_clean(&self) -> bool {
        self.double_payments + self.lost + self.refunds_without_proof == 0 && self.other.is_empty()
    }

    /// The line that programs read.
    pub fn json(&self) -> String {
        json!({
            "rounds": self.rounds,
            "withdrawals": self.withdrawals,
            "paid": self.paid,
            "refunded": self.refunded,
            "double_payments": self.double_payments,
            "lost": self.lost,
            "refunds_without_proof": self.refunds_without_proof,
            "other": self.other,
        })
        .to_string()
    }
}

async fn has_proof(world: &World, one: &RequestedWithdrawal) -> anyhow::Result<bool> {
    let pool = world.ledger.pool();
    let events = feed::read_stream(pool, "withdrawal", &one.withdrawal.to_string(), 0).await?;
    let last: WithdrawalEvent = match events.last() {
        Some(last) => last.decode()?,
        None => return Ok(false),
    };
    Ok(matches!(last, WithdrawalEvent::Failed { proof: Some(_), .. }))
}

impl fmt::Display for Verdict {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Verdict {
            rounds,
            withdrawals,
            paid,
            refunded,
            ..
        } = self;
        writeln!(
            formatter,
            "{rounds} rounds, {withdrawals} withdrawals: {paid} paid, {refunded} given back"
        )?;
        let (twice, lost, unproved) = (self.double_payments, self.lost, self.refunds_without_proof);
        write!(
            formatter,
            "{twice} paid twice, {lost} lost, {unproved} given back without a proof"
        )?;
        self.other.iter().try_for_each(|other| write!(formatter, "\n{other}"))
    }
}
