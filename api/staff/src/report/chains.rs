//! What the chains held at the end of a day, beside custody in the trial balance of that moment.
//!
//! Of each wallet the newest comparison alone is kept (rails §3.11). It shows what the chain held at the day's end when
//! neither the books nor the chain moved between the two moments: no leg of custody lies between them, its part of the
//! books is custody at the day's end, nothing was signed whose outcome was open, and nothing had come that was not booked.
//! In every other case the chain's balance at the day's end is unknown.

use super::super::wire::days::DayChain;
use super::super::wire::facts::{FactBound, FactUnit, StaffFact, fact_if_known};
use domain::money::Usdt;
use domain::posting::House;
use domain::time::Day;
use ledger::balance::{AsOf, bounds};
use ledger::statement::movements;
use ledger::walk::Range;
use ledger::{Fault, Ledger};
use rails::reconcile::{self, Compared};
use uuid::Uuid;

/// The comparison of chains and books.
const CHECK: &str = "chains_against_the_books";

/// The chains at the end of a day.
pub(super) struct Chains {
    custody: Usdt,
    /// Each wallet, and whether its comparison shows what it held at the day's end.
    wallets: Vec<(Compared, bool)>,
}

/// The chains at the end of a day whose trial balance has so much custody.
///
/// # Errors
/// A fault of the database.
pub(super) async fn at_end(ledger: &Ledger, day: Day, custody: Usdt) -> Result<Chains, Fault> {
    let mut wallets = Vec::new();
    for wallet in reconcile::compared(ledger.pool()).await? {
        let is_known = matches(&wallet, custody) && is_quiet(ledger, &wallet, day).await?;
        wallets.push((wallet, is_known));
    }
    Ok(Chains { custody, wallets })
}

/// The comparison found the books as they were at the day's end, and chain and books without open ends.
fn matches(wallet: &Compared, custody: Usdt) -> bool {
    let check = wallet.check;
    check.in_books == custody && check.under_way == Usdt::ZERO && check.unbooked == Usdt::ZERO
}

/// No leg of custody lies between the day's end and the comparison, whichever came first.
async fn is_quiet(ledger: &Ledger, wallet: &Compared, day: Day) -> Result<bool, Fault> {
    let (compared, end) = (wallet.at.0, day.next().start().0 - 1);
    let range = Range {
        after: bounds(ledger.pool(), AsOf::Time(compared.min(end))).await?,
        until: bounds(ledger.pool(), AsOf::Time(compared.max(end))).await?,
    };
    let custody = House::UsdtCustody.name();
    let moved = movements(ledger.pool(), Uuid::nil(), Some(custody), &range).await?;
    Ok(moved.is_empty())
}

impl Chains {
    /// What the chains have beyond the books; unknown, and then no reason to keep the day open, unless the comparison of
    /// every wallet shows it: the books have one custody for all of them.
    pub(super) fn check(&self) -> StaffFact {
        let known = self.difference();
        StaffFact {
            bound: known.map(|_| FactBound::exactly(0)),
            ..fact_if_known(CHECK, FactUnit::Usdt, known.map(Usdt::minor))
        }
    }

    fn difference(&self) -> Option<Usdt> {
        Some(reconcile::together(&self.known()?).difference())
    }

    /// What all wallets held; nothing unless that of every one is known.
    pub(super) fn on_chain(&self) -> Option<Usdt> {
        Some(reconcile::together(&self.known()?).on_chain)
    }

    fn known(&self) -> Option<Vec<Compared>> {
        let known = |(wallet, is_known): &(Compared, bool)| is_known.then(|| wallet.clone());
        let all: Option<Vec<Compared>> = self.wallets.iter().map(known).collect();
        all.filter(|all| !all.is_empty())
    }

    /// One line a wallet.
    pub(super) fn lines(&self) -> Vec<DayChain> {
        let difference = self.difference();
        let line = |(wallet, is_known): &(Compared, bool)| {
            let known = |usdt: Usdt| is_known.then(|| usdt.minor().to_string());
            DayChain {
                rail: wallet.rail.clone(),
                wallet: wallet.wallet.clone(),
                checked_ms: wallet.at.0,
                on_chain: known(wallet.check.on_chain),
                in_books: self.custody.minor().to_string(),
                under_way: known(wallet.check.under_way),
                unbooked: known(wallet.check.unbooked),
                difference: difference.map(|difference| difference.minor().to_string()),
            }
        };
        self.wallets.iter().map(line).collect()
    }
}
