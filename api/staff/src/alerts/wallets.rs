//! Hot wallets: stopped, not equal to the books or not compared with them, holding too little for what is due or more than they should.

use super::Found;
use crate::wire::facts::{FactUnit, Measured};
use api::app::App;
use domain::money::Usdt;
use domain::posting::Purse;
use domain::time::Timestamp;
use ledger::{Fault, balance};
use rails::incoming;
use rails::reconcile::{self, Check, Compared};
use rails::slots::{self, Paused};

/// Chains are compared with the books each minute (rails §3.11). After ten rounds without a result it is no node that was
/// away for a moment (ASSUMED).
const COMPARED_MS_MAX: i64 = 600_000;

/// What is to be said of the wallets.
///
/// # Errors
/// A fault of the database.
pub async fn all(app: &App) -> Result<Vec<Found>, Fault> {
    let mut found = paused(app).await?;
    let pool = app.ledger().pool();
    let wallets = reconcile::compared(pool).await?;
    // What players asked for and neither got nor got back yet, and what goes back to the senders of payments of nobody.
    let asked = Usdt::from_minor(balance::total(pool, Purse::UsdtHold.name()).await?);
    let due = asked + incoming::to_go_back(pool).await?;
    let settings = app.settings();
    if settings.deposit.is_some() || settings.evm_network.is_some() {
        found.extend(stale(&wallets, app.now()));
    }
    found.extend(levels(&wallets, due, settings.wallet_max));
    Ok(found)
}

/// What wallets that were compared hold, against the books, what is due and what they should hold at most.
fn levels(wallets: &[Compared], due: Usdt, most: Option<Usdt>) -> Vec<Found> {
    if wallets.is_empty() {
        // Nobody knows what there is: no alert says that it is nothing.
        return Vec::new();
    }
    let together = reconcile::together(wallets);
    let over = wallets.iter().filter_map(|wallet| over(wallet, most?));
    difference(together, wallets.iter().filter_map(|wallet| wallet.differs_since).min())
        .into_iter()
        .chain(short(together, due))
        .chain(over)
        .collect()
}

async fn paused(app: &App) -> Result<Vec<Found>, Fault> {
    let wallets = slots::wallets(app.ledger().pool()).await?;
    let found = wallets.into_iter().filter_map(|wallet| {
        Some(Found {
            kind: "rail_paused",
            is_high: true,
            subject: wallet.wallet,
            value: paused_for(wallet.paused?),
            bound: Measured::word("works", "works"),
            since: wallet.paused_at,
        })
    });
    Ok(found.collect())
}

fn paused_for(paused: Paused) -> Measured {
    match paused.finding {
        Some(finding) => Measured::said(finding),
        None => Measured::text(paused.why),
    }
}

/// What is paid meanwhile is compared with nothing. All wallets are compared together or none is.
fn stale(wallets: &[Compared], now: Timestamp) -> Option<Found> {
    let newest = reconcile::compared_at(wallets);
    let is_fresh = newest.is_some_and(|at| now.since(at) <= COMPARED_MS_MAX);
    (!is_fresh).then(|| Found {
        kind: "rail_stale",
        is_high: true,
        subject: "chains".to_owned(),
        value: newest.map_or_else(
            || Measured::word("never_compared", "never compared"),
            |at| Measured::new(FactUnit::Time, at.0),
        ),
        bound: Measured::new(FactUnit::Duration, COMPARED_MS_MAX),
        since: newest.map(|at| at.plus_ms(COMPARED_MS_MAX)),
    })
}

fn difference(together: Check, since: Option<Timestamp>) -> Option<Found> {
    let difference = together.difference();
    (!together.holds()).then(|| Found {
        kind: "rail_difference",
        is_high: true,
        subject: "chains".to_owned(),
        value: usdt(difference),
        bound: usdt(Usdt::ZERO),
        since,
    })
}

fn usdt(amount: Usdt) -> Measured {
    Measured::new(FactUnit::Usdt, amount.minor())
}

/// Payouts would wait for money.
fn short(together: Check, due: Usdt) -> Option<Found> {
    (together.on_chain < due).then(|| Found {
        kind: "wallet_low",
        is_high: true,
        subject: "wallets".to_owned(),
        value: usdt(together.on_chain),
        bound: usdt(due),
        since: None,
    })
}

/// The rest belongs in a safe place (rails §3.12).
fn over(wallet: &Compared, most: Usdt) -> Option<Found> {
    (wallet.check.on_chain > most).then(|| Found {
        kind: "wallet_high",
        is_high: false,
        subject: wallet.wallet.clone(),
        value: usdt(wallet.check.on_chain),
        bound: usdt(most),
        since: None,
    })
}

#[cfg(test)]
mod tests;
