//! What the chains held at the end of a day, beside custody in the trial balance of that moment.
//!
//! Of each wallet three comparisons are at hand (rails §3.11): the last one before the day's end, the first one after it,
//! and the newest. One shows what the chain held at the day's end when neither the books nor the chain moved between the
//! two moments: no leg of custody lies between them, its part of the books is custody at the day's end, nothing was signed
//! whose outcome was open, and nothing had come that was not booked. Where none does, because money moved right before the
//! end and right after it, the chain's balance at the day's end is unknown; then the newest comparison, if it came later,
//! must not differ.

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

/// The comparison of chains and books at the day's end.
const CHECK: &str = "chains_against_the_books";
/// The newest comparison, where none shows the day's end.
const LATER: &str = "chains_against_the_books_later";

/// The chains at the end of a day.
pub(super) struct Chains {
    custody: Usdt,
    /// Each wallet by the comparison that shows what it held at the day's end, or by its newest one.
    wallets: Vec<(Compared, bool)>,
    /// What the newest comparison found that nothing explains, if it came after the day's end.
    later: Option<Usdt>,
}

/// The chains at the end of a day whose trial balance has so much custody.
///
/// # Errors
/// A fault of the database.
pub(super) async fn at_end(ledger: &Ledger, day: Day, custody: Usdt) -> Result<Chains, Fault> {
    let (newest, beside) = (
        reconcile::compared(ledger.pool()).await?,
        reconcile::beside_end(ledger.pool(), day).await?,
    );
    let is_later = reconcile::compared_at(&newest).is_some_and(|at| at >= day.next().start());
    let later = is_later.then(|| reconcile::together(&newest).difference());
    let mut wallets = Vec::with_capacity(newest.len());
    for wallet in newest {
        let of_it = beside.iter().filter(|other| other.is_of(&wallet));
        let shown = showing(ledger, of_it.chain([&wallet]), day, custody).await?;
        wallets.push(shown.map_or((wallet, false), |shown| (shown, true)));
    }
    Ok(Chains {
        custody,
        wallets,
        later,
    })
}

/// The first of a wallet's comparisons that shows what it held at the day's end.
async fn showing<'c>(
    ledger: &Ledger,
    compared: impl Iterator<Item = &'c Compared>,
    day: Day,
    custody: Usdt,
) -> Result<Option<Compared>, Fault> {
    for compared in compared {
        let matches = compared.check.in_books == custody && compared.check.is_settled();
        if matches && is_quiet(ledger, compared, day).await? {
            return Ok(Some(compared.clone()));
        }
    }
    Ok(None)
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
    /// What the chains have beyond the books: the books have one custody for all wallets, so it is known when the
    /// comparison of every one shows the day's end. Unknown keeps no day open, unless the chains have differed since.
    pub(super) fn checks(&self) -> Vec<StaffFact> {
        let known = self.difference();
        let at_end = fact_bounded(CHECK, known);
        let later = self.later.filter(|_| known.is_none());
        let later = later.map(|later| fact_bounded(LATER, Some(later)));
        [at_end].into_iter().chain(later).collect()
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

/// Nought, where it is known.
fn fact_bounded(name: &str, known: Option<Usdt>) -> StaffFact {
    StaffFact {
        bound: known.map(|_| FactBound::exactly(0)),
        ..fact_if_known(name, FactUnit::Usdt, known.map(Usdt::minor))
    }
}
