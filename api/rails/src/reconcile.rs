//! The chains beside the books, to the last micro-unit (rails §3.11).
//!
//! ```text
//! books - under way + unbooked  ≤  on chain  ≤  books + unbooked
//! ```
//! *Under way* is what slots may have paid and the books do not show yet, and what came after the chain was looked at;
//! *unbooked* is what was seen and is neither credited nor on the suspense account yet. With neither, chain and books are
//! equal. A difference that stays stops the wallet. Whoever pays something in at every look explains so much and no more:
//! payouts go on, and no loss is hidden.
//!
//! The books know one custody, whichever chain the money lies on: several rails are compared together, and none of
//! them alone.

mod kept;

pub use kept::{compared, first_after, keep, last_of_each};

use super::payout::Halt;
use super::{Rail, incoming, slots, ton};
use domain::finding::Finding;
use domain::money::Usdt;
use domain::posting::House;
use domain::time::Timestamp;
use domain::withdrawal::Chain;
use ledger::{EventLog, Fault, Ledger, balance};
use std::time::Duration;

/// Comparisons before a difference counts: what moves between two reads is settled by then.
const LOOKS: u32 = 4;
/// Pause between them.
const PAUSE: Duration = Duration::from_millis(1_500);

/// One comparison, in millionths of USDT.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Check {
    /// What the wallets hold on their chains.
    pub on_chain: Usdt,
    /// What the books say that they hold.
    pub in_books: Usdt,
    /// What slots may have paid beyond the books, and what came while the chain was being looked at.
    pub under_way: Usdt,
    /// What came beyond the books.
    pub unbooked: Usdt,
}

impl Check {
    /// True when chain and books do not contradict each other.
    pub fn holds(&self) -> bool {
        let most = self.in_books + self.unbooked;
        (most - self.under_way..=most).contains(&self.on_chain)
    }

    /// True when nothing is under way and everything that came is booked: chain and books are then equal, or one is wrong.
    pub fn is_settled(&self) -> bool {
        self.under_way == Usdt::ZERO && self.unbooked == Usdt::ZERO
    }

    /// What the chain has beyond the books, as far as nothing explains it.
    pub fn difference(&self) -> Usdt {
        let most = self.in_books + self.unbooked;
        let least = most - self.under_way;
        if self.on_chain > most {
            self.on_chain - most
        } else if self.on_chain < least {
            self.on_chain - least
        } else {
            Usdt::ZERO
        }
    }
}

/// A wallet as it was last compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compared {
    pub rail: String,
    pub wallet: String,
    pub at: Timestamp,
    /// What was found; the books' part is that of all wallets.
    pub check: Check,
    /// The first of the comparisons in a row that found a difference; none where this one found none.
    pub differs_since: Option<Timestamp>,
}

impl Compared {
    /// The account that anybody can look at, and its chain. A wallet's name is made of it.
    pub fn account(&self) -> (Chain, String) {
        match self.rail.as_str() {
            ton::NAME => (Chain::Ton, format!("0:{}", self.wallet)),
            _ => {
                let address = self
                    .wallet
                    .rsplit_once('-')
                    .map_or(&*self.wallet, |(_, address)| address);
                (Chain::Evm, address.to_owned())
            }
        }
    }
}

/// When wallets were last compared. All of them are compared together, or none is.
pub fn compared_at(wallets: &[Compared]) -> Option<Timestamp> {
    wallets.iter().map(|wallet| wallet.at).max()
}

/// All wallets together beside the books, which know one custody.
pub fn together(wallets: &[Compared]) -> Check {
    let newest = wallets.iter().max_by_key(|wallet| wallet.at);
    let mut check = Check {
        in_books: newest.map_or(Usdt::ZERO, |wallet| wallet.check.in_books),
        ..Check::default()
    };
    for wallet in wallets {
        check.on_chain += wallet.check.on_chain;
        check.under_way += wallet.check.under_way;
        check.unbooked += wallet.check.unbooked;
    }
    check
}

/// What one rail says, for a comparison.
#[derive(Clone, Copy, Debug, Default)]
struct Part {
    /// What had come before the chain was looked at, as far as it is known here.
    known: Usdt,
    on_chain: Usdt,
    under_way: Usdt,
    unbooked: Usdt,
}

impl Part {
    /// Its wallet within the comparison of all.
    fn of(&self, all: &Check) -> Check {
        Check {
            on_chain: self.on_chain,
            under_way: self.under_way,
            unbooked: self.unbooked,
            ..*all
        }
    }
}

/// Compares all rails together with the books, and keeps the result.
///
/// # Errors
/// [`Halt::Alarm`] when a difference stays; otherwise nothing was compared.
pub async fn reconcile(ledger: &Ledger, rails: &[&dyn Rail]) -> Result<Check, Halt> {
    let (mut check, mut parts) = look(ledger, rails).await?;
    for _ in 1..LOOKS {
        if check.holds() {
            break;
        }
        tokio::time::sleep(PAUSE).await;
        (check, parts) = look(ledger, rails).await?;
    }
    let wallets = rails
        .iter()
        .zip(&parts)
        .map(|(rail, part)| (rail.name(), rail.wallet(), part.of(&check)));
    keep(ledger, &wallets.collect::<Vec<_>>(), !check.holds()).await?;
    for (rail, part) in rails.iter().zip(&parts) {
        report(*rail, part, &check);
    }
    if check.holds() {
        Ok(check)
    } else {
        let (chain, books) = (check.on_chain, check.in_books);
        let text = format!("the chain has {chain} USDT, the books say {books}, and nothing explains it");
        let found = Finding::new("chain_differs", text);
        Err(Halt::Alarm(found.with("chain", chain).with("books", books)))
    }
}

/// Logs and measures one rail; the difference is that of all rails together.
fn report(rail: &dyn Rail, part: &Part, check: &Check) {
    metrics::gauge!("ledger_rail_difference", "rail" => rail.name()).set(check.difference().minor() as f64);
    let (held, most) = (part.on_chain, rail.caps().wallet);
    if held > most {
        tracing::warn!(rail = rail.name(), %held, %most, "the wallet holds more than it should: take the rest away");
    }
    metrics::gauge!("ledger_rail_over_limit", "rail" => rail.name()).set(if held > most { 1.0 } else { 0.0 });
}

async fn look(ledger: &Ledger, rails: &[&dyn Rail]) -> Result<(Check, Vec<Part>), Halt> {
    let (pool, mut parts, mut check) = (ledger.pool(), Vec::with_capacity(rails.len()), Check::default());
    // The chains first: what comes after this moment is read below, and the chain need not have it yet.
    for rail in rails {
        let known = incoming::came(pool, *rail).await?;
        let on_chain = rail.holding().await?.usdt;
        parts.push(Part {
            on_chain,
            known,
            ..Part::default()
        });
    }
    for rail in rails {
        super::scan::scan(ledger, *rail).await?;
    }
    check.in_books = in_books(pool).await?;
    for (rail, part) in rails.iter().zip(&mut parts) {
        let meanwhile = incoming::came(pool, *rail).await? - part.known;
        part.under_way = slots::under_way(pool, *rail).await? + meanwhile;
        part.unbooked = incoming::unbooked(pool, *rail).await?;
        check.on_chain += part.on_chain;
        check.under_way += part.under_way;
        check.unbooked += part.unbooked;
    }
    Ok((check, parts))
}

/// What the books say that the wallets hold. Custody is owed by the chain: its balance is the opposite.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn in_books(pool: &EventLog) -> Result<Usdt, Fault> {
    let owed = balance::total(pool, House::UsdtCustody.name()).await?;
    Ok(Usdt::ZERO - Usdt::from_minor(owed))
}

/// What of it nobody owns so far: payments on the suspense account.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn in_suspense(pool: &EventLog) -> Result<Usdt, Fault> {
    Ok(Usdt::from_minor(
        balance::total(pool, House::UsdtSuspense.name()).await?,
    ))
}
