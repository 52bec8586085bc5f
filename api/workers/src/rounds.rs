//! The work of a process whose clock is moved by hand: whoever moves it asks for everything that is due by then, where
//! [`super::Workers`] looks at intervals of the machine's time. The same views, policies and jobs, but for the shadow audit:
//! it asks again and again what an audit at the end asks once.

use crate::offers::Offers;
use crate::records::Records;
use crate::{
    bonus, erasure, expiry, house_day, kyc, messages, packets, payouts, plain_jobs, pool, ranks, reveal, topup, vip,
};
use ledger::{Fault, Ledger};
use projections::runner;
use projections::view::View;
use rails::Rail;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Mutex;

/// Pause of [`Rounds::follow_on`] at the end of the log: shorter than a call waits for a view.
const FOLLOW_EVERY: Duration = Duration::from_millis(20);

/// What is done at once.
pub struct Rounds {
    ledger: Ledger,
    rails: Vec<Arc<dyn Rail>>,
    /// One at a time follows: who finds a view taken would take it for one that has seen everything.
    views: Mutex<Vec<&'static dyn View>>,
    records: Records,
    offers: Offers,
}

impl Rounds {
    /// Of one process, with payouts on these rails, whose own accounts no player may name from here on.
    pub fn of(ledger: &Ledger, rails: &[Arc<dyn Rail>]) -> Rounds {
        let own = rails.iter().flat_map(|rail| rail.house_accounts());
        ledger.set_house_accounts(own.collect());
        Rounds {
            ledger: ledger.clone(),
            rails: rails.to_vec(),
            views: Mutex::new(super::with_policies(ledger, &super::views(ledger))),
            records: Records::default(),
            offers: Offers::default(),
        }
    }

    /// Views and policies see everything that is recorded, and what the policies recorded meanwhile.
    ///
    /// # Errors
    /// [`Fault`] of the first page that one of them cannot take.
    pub async fn follow(&self) -> Result<(), Fault> {
        let views = self.views.lock().await;
        runner::catch_up(&self.ledger, &views).await?;
        match self.ledger.partitions() {
            1 => Ok(()),
            // What a policy caused in a log that was followed before.
            _ => runner::catch_up(&self.ledger, &views).await,
        }
    }

    /// Follows until `work` is done: what it reads waits for views.
    ///
    /// # Errors
    /// As [`Rounds::follow`].
    pub async fn follow_on<T>(&self, work: impl Future<Output = T>) -> Result<T, Fault> {
        self.ledger.set_followed();
        let mut work = std::pin::pin!(work);
        loop {
            self.follow().await?;
            tokio::select! {
                done = &mut work => return Ok(done),
                () = tokio::time::sleep(FOLLOW_EVERY) => {}
            }
        }
    }

    /// Every job that is due by now runs, and what it recorded is seen.
    ///
    /// # Errors
    /// [`Fault`] of a job: where a schedule would try again, whoever moves the clock has to know.
    pub async fn jobs(&self) -> Result<(), Fault> {
        let ledger = &self.ledger;
        self.follow().await?;
        macro_rules! tick {
            ($($job:ident),+) => { $($job::tick(ledger).await?;)+ };
        }
        plain_jobs!(tick);
        expiry::tick(ledger).await?;
        self.records.tick(ledger).await?;
        self.offers.tick(ledger).await?;
        self.follow().await
    }

    /// Payments that came are credited, and each payout takes a step.
    ///
    /// # Errors
    /// [`Fault`] of the database.
    pub async fn payments(&self) -> Result<(), Fault> {
        for rail in &self.rails {
            payouts::tick(&self.ledger, rail.as_ref()).await?;
        }
        self.follow().await
    }

    /// The chains beside the books; a difference stops every wallet.
    ///
    /// # Errors
    /// [`Fault`] of the database.
    pub async fn compare(&self) -> Result<(), Fault> {
        let rails: Vec<&dyn Rail> = self.rails.iter().map(AsRef::as_ref).collect();
        payouts::compare(&self.ledger, &rails).await
    }
}
