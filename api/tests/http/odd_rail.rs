//! A rail on which something happens at an unfortunate moment: a person stops the wallet while it sends, the payee got
//! less than was sent, or somebody pays something in between the two looks of a comparison.

use crate::bank::Bank;
use async_trait::async_trait;
use domain::money::Usdt;
use domain::time::Timestamp;
use domain::withdrawal::{Address, Chain};
use local_chain::DemoWallet;
use rails::ton::Ton;
use rails::{
    Caps, Cursors, Holding, Kept, NewSlot, News, Outgoing, Payment, Purpose, Rail, RailFault, Sight, Signed, slots,
};

/// The rail of a bank.
pub struct OddRail<'b> {
    pub bank: &'b Bank,
    /// Whether a person stops the wallet at the moment at which it has sent something.
    pub stops: bool,
    /// What the payee got less.
    pub short: Usdt,
    /// Micro-units that somebody pays in after each look at the wallet.
    pub paid_in: Option<u128>,
    /// What nobody knows where it went: the wallet shows less by so much.
    pub missing: Usdt,
}

impl<'b> OddRail<'b> {
    /// The rail as it is.
    pub const fn of(bank: &'b Bank) -> OddRail<'b> {
        OddRail {
            bank,
            stops: false,
            short: Usdt::ZERO,
            paid_in: None,
            missing: Usdt::ZERO,
        }
    }

    const fn rail(&self) -> &Ton {
        &self.bank.rail
    }
}

#[async_trait]
impl Rail for OddRail<'_> {
    fn name(&self) -> &'static str {
        self.rail().name()
    }

    fn chain(&self) -> Chain {
        Rail::chain(self.rail())
    }

    fn wallet(&self) -> &str {
        self.rail().wallet()
    }

    fn house_accounts(&self) -> Vec<Address> {
        self.rail().house_accounts()
    }

    fn caps(&self) -> Caps {
        self.rail().caps()
    }

    fn new_slot(&self, number: u64, chain_time: Timestamp) -> Result<NewSlot, RailFault> {
        self.rail().new_slot(number, chain_time)
    }

    fn may_skip(&self) -> bool {
        self.rail().may_skip()
    }

    fn gas_min(&self) -> u128 {
        self.rail().gas_min()
    }

    async fn would_pay(&self, address: &Address, amount: Usdt) -> Result<bool, RailFault> {
        self.rail().would_pay(address, amount).await
    }

    async fn next(
        &self,
        payment: &Payment,
        kept: &[Kept],
        now: Timestamp,
    ) -> Result<Option<(Purpose, Signed)>, RailFault> {
        self.rail().next(payment, kept, now).await
    }

    fn is(&self, kept: &Kept, payment: &Payment) -> bool {
        self.rail().is(kept, payment)
    }

    async fn send(&self, body: &[u8]) {
        self.rail().send(body).await;
        if self.stops {
            let ledger = &self.bank.app.ledger;
            let stopped = slots::pause(ledger.pool(), self, "ann", "a stolen key", ledger.clock().now()).await;
            stopped.expect("stopped");
        }
    }

    async fn time(&self) -> Result<Timestamp, RailFault> {
        self.rail().time().await
    }

    async fn holding(&self) -> Result<Holding, RailFault> {
        let mut holding = self.rail().holding().await?;
        holding.usdt = holding.usdt - self.missing;
        if let Some(minor) = self.paid_in {
            let sent = DemoWallet::nth(0).send_usdt(&self.bank.chain, self.rail().address(), minor, None);
            sent.expect("a transfer");
            self.bank.chain.settle();
        }
        Ok(holding)
    }

    async fn observe(&self, payment: &Payment, kept: &[Kept]) -> Result<Sight, RailFault> {
        let mut sight = self.rail().observe(payment, kept).await?;
        if let Sight::Paid(receipt) = &mut sight {
            receipt.amount = receipt.amount - self.short;
        }
        Ok(sight)
    }

    async fn moved(&self, transfer: &Outgoing) -> Result<Option<bool>, RailFault> {
        self.rail().moved(transfer).await
    }

    async fn news(&self, since: Cursors) -> Result<News, RailFault> {
        self.rail().news(since).await
    }
}
