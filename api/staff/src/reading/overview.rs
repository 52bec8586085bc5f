//! The house at a glance: what is owed and what is there, day by day, and how certain that is.

use super::proofs;
use super::read::{self, Moment};
use super::reconciliation::{shown, shown_ages};
use crate::reconciliation::open;
use crate::report::promotion_cost;
use crate::wire::overview::{
    AssetSums, ChainCheck, DaySums, FollowerLag, LogState, OverviewBreaksBody, OverviewBreaksData, OverviewInfoBody,
    OverviewInfoData, SolvencyCheck, SolvencyLine,
};
use api::error::Failure;
use domain::money::Asset;
use domain::solvency::{Check, Line, Verdict};
use domain::time::{Day, Timestamp};
use ledger::leaf::ROOT;
use ledger::notary::signed;
use ledger::{Fault, Ledger, feed, log};
use projections::cursor::standings;
use projections::turnovers::{self, Moved, Sums};
use rails::reconcile;
use std::collections::BTreeMap;

/// Days of the series when the caller does not say, and at most.
const DAYS: u32 = 30;
const DAYS_MAX: u32 = 366;
/// Checkpoints that are looked through for the newest of a past moment, a page at a time.
const CHECKPOINTS: usize = 200;

type Movements = BTreeMap<Moved, Sums>;

/// The overview.
///
/// # Errors
/// -1006 with the field that is wrong; a fault of the database.
pub async fn info(ledger: &Ledger, body: &OverviewInfoBody) -> Result<OverviewInfoData, Failure> {
    let days = body.days.unwrap_or(DAYS);
    if !(1..=DAYS_MAX).contains(&days) {
        return Err(Failure::invalid("days"));
    }
    let until = read::moment(ledger, body.as_of.as_deref()).await?;
    let nothing = vec![0; until.bounds.len()];
    let moved = turnovers::moved(ledger.pool(), &nothing, &until.bounds).await?;
    let last = Timestamp(until.at.time_ms).day();
    let (followers, chain) = if until.is_past {
        (Vec::new(), Vec::new())
    } else {
        (followers(ledger).await?, chain(ledger).await?)
    };
    Ok(OverviewInfoData {
        assets: Asset::ALL.iter().map(|asset| of_asset(&moved, *asset)).collect(),
        solvency: solvency(ledger, &moved, until.is_past).await?,
        series: series(&moved, last, days),
        log: certainty(ledger, &until).await?,
        at: until.at,
        followers,
        chain,
    })
}

/// Open lines of both sides, whatever their age. What one side has of the last minutes and the other not yet is open too,
/// until it is there.
///
/// # Errors
/// A fault of the database.
pub async fn breaks(ledger: &Ledger, _body: &OverviewBreaksBody) -> Result<OverviewBreaksData, Failure> {
    let at = read::now(ledger).await?;
    let compared = open::now(ledger).await?;
    Ok(OverviewBreaksData {
        at,
        open: shown(None, compared.open()),
        ages: shown_ages(&compared),
        oldest_ms: compared.oldest().map(|oldest| oldest.0),
    })
}

fn net(moved: &Movements, wanted: impl Fn(&Moved) -> bool) -> i128 {
    let chosen = moved.iter().filter(|(moved, _)| wanted(moved));
    chosen.map(|(_, sums)| sums.credit - sums.debit).sum()
}

fn is_house(account: &str) -> bool {
    account.starts_with("h:")
}

fn of_asset(moved: &Movements, asset: Asset) -> AssetSums {
    let of = |house: bool| {
        net(moved, |one| {
            one.asset == asset.name() && is_house(&one.account) == house
        })
    };
    let (players, house) = (of(false), of(true));
    AssetSums {
        asset: asset.name().to_owned(),
        players: players.to_string(),
        house: house.to_string(),
        sum: (players + house).to_string(),
    }
}

/// The checks of domain §1: of now as they are enforced; of a past moment from its accounts alone, since no view knows
/// what dives, pools and packets held then.
async fn solvency(ledger: &Ledger, moved: &Movements, is_past: bool) -> Result<Vec<SolvencyCheck>, Fault> {
    let measured = if is_past {
        None
    } else {
        workers::solvency::measure(ledger).await?
    };
    let verdict = measured.unwrap_or_else(|| of_accounts(moved));
    Ok(verdict.checks.iter().map(shown_check).collect())
}

fn of_accounts(moved: &Movements) -> Verdict {
    let of = |account: &str| net(moved, |one| one.account == account);
    Verdict::of(|line| match line {
        Line::OpenDives | Line::Pools | Line::Shares | Line::ChainLacks => None,
        Line::Custody => Some(-of(line.name())),
        line => Some(of(line.name())),
    })
}

fn shown_check(check: &Check) -> SolvencyCheck {
    let lines = |lines: &[(Line, i128)]| {
        let shown = lines.iter().map(|(line, amount)| SolvencyLine {
            name: line.name().to_owned(),
            amount: amount.to_string(),
        });
        shown.collect()
    };
    let suspense = check.owes.iter().filter(|(line, _)| *line == Line::Suspense);
    SolvencyCheck {
        name: check.name.to_owned(),
        has: check.has().to_string(),
        owes: check.owes().to_string(),
        suspense: suspense.map(|(_, amount)| amount).sum::<i128>().to_string(),
        holds: check.holds(),
        has_lines: lines(&check.has),
        owes_lines: lines(&check.owes),
    }
}

fn series(moved: &Movements, last: Day, days: u32) -> Vec<DaySums> {
    let days = i32::try_from(days).unwrap_or(i32::MAX);
    (last.0 - days + 1..=last.0)
        .map(|day| of_day(moved, Day(day)))
        .collect()
}

/// What came to an account, or left it, on the day; of these types of events, or of all.
fn flow(moved: &Movements, day: Day, account: &str, types: &[&str], came: bool) -> i128 {
    let is_wanted = |one: &Moved| {
        let is_type = types.is_empty() || types.contains(&one.event_type.as_str());
        one.day == day.0 && one.account == account && is_type
    };
    let chosen = moved.iter().filter(|(one, _)| is_wanted(one));
    chosen
        .map(|(_, sums)| if came { sums.credit } else { sums.debit })
        .sum()
}

fn of_day(moved: &Movements, day: Day) -> DaySums {
    let came = |account: &str| flow(moved, day, account, &[], true).to_string();
    let taken = |account: &str, types: &[&str]| flow(moved, day, account, types, false);
    let left = |account: &str, types: &[&str]| taken(account, types).to_string();
    let given = moved
        .iter()
        .filter(|(one, _)| one.day == day.0 && one.account == "coin_promo");
    let legs = moved.iter().filter(|(one, _)| one.day == day.0);
    DaySums {
        day: day.to_string(),
        money_in: (taken("h:usdt_custody", &["TopUpCredited"]) + taken("h:usdt_suspense", &["TopUpCredited"]))
            .to_string(),
        money_out: flow(moved, day, "h:usdt_custody", &["WithdrawalSettled"], true).to_string(),
        staked: left("coin_paid", &["CastResolved"]),
        won: left("h:gusd_issue.paid", &["DiveClosed"]),
        reserve_out: left("h:usdt_reserve", &["DiveClosed", "Exchanged"]),
        promo: promotion_cost(legs.clone()).to_string(),
        referral: came("referral_due"),
        fees: came("h:usdt_fee"),
        coins_given: given.map(|(_, sums)| sums.credit).sum::<i128>().to_string(),
        legs: legs.map(|(_, sums)| sums.legs).sum(),
    }
}

async fn certainty(ledger: &Ledger, until: &Moment) -> Result<LogState, Fault> {
    let mut before = i64::MAX;
    let checkpoint = loop {
        let page = signed::before(ledger.pool(), before, CHECKPOINTS).await?;
        let Some((oldest, _)) = page.last() else { break None };
        before = i64::try_from(oldest.checkpoint.number).unwrap_or(i64::MAX);
        let found = page
            .iter()
            .find(|(signed, _)| proofs::is_covered(signed, &until.bounds));
        if let Some((signed, vkey)) = found {
            break Some(proofs::shown(signed, vkey));
        }
    };
    let covered = checkpoint.as_ref().map_or(0, |checkpoint| checkpoint.events);
    Ok(LogState {
        unsigned: until.bounds.iter().sum::<i64>() - covered,
        checkpoint,
        heads_hold: heads_hold(ledger, &until.bounds).await?,
    })
}

async fn heads_hold(ledger: &Ledger, bounds: &[i64]) -> Result<bool, Fault> {
    for (partition, bound) in (0..).zip(bounds) {
        let Some(event) = feed::read_one(ledger.pool(), partition, *bound).await? else {
            if *bound == 0 {
                continue;
            }
            return Ok(false);
        };
        let before = log::leaf_before(ledger.pool(), &event).await?;
        let previous = before.and_then(|leaf| leaf.try_into().ok()).unwrap_or(ROOT);
        if event.leaf != event.leaf_after(&previous) {
            return Ok(false);
        }
    }
    Ok(true)
}

async fn followers(ledger: &Ledger) -> Result<Vec<FollowerLag>, Fault> {
    let standings = standings(ledger.pool(), ledger.clock().now()).await?;
    let shown = standings.into_iter().map(|one| FollowerLag {
        view: one.view,
        partition: one.partition,
        behind: one.behind,
        behind_ms: one.behind_ms,
        stopped_at: one.stopped.map(|stop| stop.event_type),
    });
    Ok(shown.collect())
}

/// All chains together beside the books, which know one custody; nothing where none was compared.
async fn chain(ledger: &Ledger) -> Result<Vec<ChainCheck>, Fault> {
    let wallets = reconcile::compared(ledger.pool()).await?;
    let together = reconcile::together(&wallets);
    let rails: Vec<_> = wallets.iter().map(|wallet| wallet.rail.as_str()).collect();
    let oldest = wallets.iter().map(|wallet| wallet.at.0).min();
    let shown = oldest.map(|checked_at_ms| ChainCheck {
        rail: rails.join(" + "),
        checked_at_ms,
        on_chain: together.on_chain.minor().to_string(),
        in_books: together.in_books.minor().to_string(),
        under_way: together.under_way.minor().to_string(),
        unbooked: together.unbooked.minor().to_string(),
    });
    Ok(shown.into_iter().collect())
}
