//! What the chains held at the end of a day, beside custody in the trial balance of that moment.
//!
//! A comparison of the chains with the books (rails §3.11) shows what the chains held at the day's end when it came later
//! and no leg of custody lies between the two moments, its part of the books is custody at the day's end, nothing was
//! signed whose outcome was open, and nothing had come that was not booked. The first one after the day's end is kept; the
//! newest is asked too. An earlier comparison shows nothing: what moved on the chain since may be booked after the end.
//! Where money moved in between, the chains' balance at the day's end is unknown, and the first comparison after it must
//! not differ. Today's preview has the newest comparison, whenever that was.

use super::super::wire::days::DayChain;
use super::super::wire::facts::{FactBound, FactUnit, StaffFact, fact_if_known};
use domain::money::Usdt;
use domain::posting::House;
use domain::time::{Day, Timestamp};
use ledger::balance::{AsOf, bounds};
use ledger::statement::movements;
use ledger::walk::Range;
use ledger::{Fault, Ledger};
use rails::reconcile::{self, Compared};
use uuid::Uuid;

/// The comparison of chains and books at the day's end.
const AT_END: &str = "chains_against_the_books";
/// That of the first comparison after it, where none shows the day's end.
const AFTER: &str = "chains_against_the_books_after";

/// The chains at the end of a day.
pub(super) struct Chains {
    custody: Usdt,
    /// By the comparison that shows what they held at the day's end, or by the newest one.
    wallets: Vec<Compared>,
    is_known: bool,
    /// What the first comparison after the day's end found that nothing explains.
    after: Option<Usdt>,
}

/// The chains at the end of a day whose trial balance has so much custody.
///
/// # Errors
/// A fault of the database.
pub(super) async fn at_end(ledger: &Ledger, day: Day, custody: Usdt) -> Result<Chains, Fault> {
    let first = reconcile::first_after(ledger.pool(), day).await?;
    let newest = reconcile::compared(ledger.pool()).await?;
    let after = (!first.is_empty()).then(|| reconcile::together(&first).difference());
    let shows_first = shows(ledger, &first, day, custody).await?;
    let is_known = shows_first || shows(ledger, &newest, day, custody).await?;
    Ok(Chains {
        custody,
        wallets: if shows_first { first } else { newest },
        is_known,
        after,
    })
}

/// Whether a comparison shows what its wallets held at the day's end.
async fn shows(ledger: &Ledger, wallets: &[Compared], day: Day, custody: Usdt) -> Result<bool, Fault> {
    let Some(at) = reconcile::compared_at(wallets) else {
        return Ok(false);
    };
    let end = day.next().start();
    let is_late = at >= end || ledger.clock().now() < end;
    let matches = |wallet: &Compared| wallet.check.in_books == custody && wallet.check.is_settled();
    Ok(is_late && wallets.iter().all(matches) && is_quiet(ledger, at, end).await?)
}

/// No leg of custody lies between a comparison and the day's end.
async fn is_quiet(ledger: &Ledger, compared: Timestamp, end: Timestamp) -> Result<bool, Fault> {
    let (compared, end) = (compared.0, end.0 - 1);
    let range = Range {
        after: bounds(ledger.pool(), AsOf::Time(compared.min(end))).await?,
        until: bounds(ledger.pool(), AsOf::Time(compared.max(end))).await?,
    };
    let custody = House::UsdtCustody.name();
    let moved = movements(ledger.pool(), Uuid::nil(), Some(custody), &range).await?;
    Ok(moved.is_empty())
}

impl Chains {
    /// What the chains have beyond the books: the books have one custody for all wallets. Unknown keeps no day open, unless
    /// the first comparison after its end differs.
    pub(super) fn checks(&self) -> Vec<StaffFact> {
        let known = self.difference();
        let after = self.after.filter(|_| known.is_none());
        let after = after.map(|after| zero_if_known(AFTER, Some(after)));
        [zero_if_known(AT_END, known)].into_iter().chain(after).collect()
    }

    fn difference(&self) -> Option<Usdt> {
        self.is_known.then(|| reconcile::together(&self.wallets).difference())
    }

    /// What all wallets held; nothing where that is unknown.
    pub(super) fn on_chain(&self) -> Option<Usdt> {
        self.is_known.then(|| reconcile::together(&self.wallets).on_chain)
    }

    /// One line a wallet.
    pub(super) fn lines(&self) -> Vec<DayChain> {
        let known = |usdt: Usdt| self.is_known.then(|| usdt.minor().to_string());
        let difference = self.difference();
        let line = |wallet: &Compared| DayChain {
            rail: wallet.rail.clone(),
            wallet: wallet.wallet.clone(),
            checked_ms: wallet.at.0,
            on_chain: known(wallet.check.on_chain),
            in_books: self.custody.minor().to_string(),
            under_way: known(wallet.check.under_way),
            unbooked: known(wallet.check.unbooked),
            difference: difference.map(|difference| difference.minor().to_string()),
        };
        self.wallets.iter().map(line).collect()
    }
}

/// A difference, which must be nought where it is known.
fn zero_if_known(name: &str, known: Option<Usdt>) -> StaffFact {
    StaffFact {
        bound: known.map(|_| FactBound::exactly(0)),
        ..fact_if_known(name, FactUnit::Usdt, known.map(Usdt::minor))
    }
}
