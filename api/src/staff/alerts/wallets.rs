//! Hot wallets: stopped, not equal to the books, holding too little for what is due or more than they should.

use super::Found;
use crate::app::App;
use domain::money::Usdt;
use domain::posting::Purse;
use domain::time::Timestamp;
use ledger::Fault;
use rails::reconcile::{self, Check, Compared};
use sqlx::Row;

/// What is to be said of the wallets.
///
/// # Errors
/// A fault of the database.
pub async fn all(app: &App) -> Result<Vec<Found>, Fault> {
    let mut found = paused(app).await?;
    let wallets = reconcile::compared(app.ledger().pool()).await?;
    found.extend(levels(&wallets, due(app).await?, app.settings().wallet_max));
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
    difference(together)
        .into_iter()
        .chain(short(together, due))
        .chain(over)
        .collect()
}

async fn paused(app: &App) -> Result<Vec<Found>, Fault> {
    let rows = sqlx::query(
        "select wallet, paused, paused_at_ms from payout_wallets
          where partition = 0 and paused is not null order by rail, wallet",
    )
    .fetch_all(app.ledger().pool())
    .await?;
    let mut found = Vec::new();
    for row in rows {
        found.push(Found {
            kind: "rail_paused",
            is_high: true,
            subject: row.try_get(0)?,
            value: row.try_get(1)?,
            bound: "works".to_owned(),
            since: row.try_get::<Option<i64>, _>(2)?.map(Timestamp),
        });
    }
    Ok(found)
}

fn difference(together: Check) -> Option<Found> {
    let difference = together.difference();
    (!together.holds()).then(|| Found {
        kind: "rail_difference",
        is_high: true,
        subject: "chains".to_owned(),
        value: difference.minor().to_string(),
        bound: "0".to_owned(),
        since: None,
    })
}

/// What players asked for and neither got nor got back yet.
async fn due(app: &App) -> Result<Usdt, Fault> {
    let row = sqlx::query("select coalesce(sum(balance), 0)::bigint from balances where account = $1")
        .bind(Purse::UsdtHold.name())
        .fetch_one(app.ledger().pool())
        .await?;
    Ok(Usdt::from_minor(row.try_get(0)?))
}

/// Payouts would wait for money.
fn short(together: Check, due: Usdt) -> Option<Found> {
    (together.on_chain < due).then(|| Found {
        kind: "wallet_low",
        is_high: true,
        subject: "wallets".to_owned(),
        value: together.on_chain.minor().to_string(),
        bound: due.minor().to_string(),
        since: None,
    })
}

/// The rest belongs in a safe place (rails §3.12).
fn over(wallet: &Compared, most: Usdt) -> Option<Found> {
    (wallet.check.on_chain > most).then(|| Found {
        kind: "wallet_high",
        is_high: false,
        subject: wallet.wallet.clone(),
        value: wallet.check.on_chain.minor().to_string(),
        bound: most.minor().to_string(),
        since: None,
    })
}

#[cfg(test)]
mod tests;
