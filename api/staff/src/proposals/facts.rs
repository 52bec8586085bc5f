//! What a decider has to know of a change, as of now; and while it waits, what would be after it.

mod game;
mod packets;
mod payments;
mod people;

use super::accounts::AccountWhat;
use super::changes::{FundWhat, read};
use super::corrections::AdjustmentWhat;
use super::periods;
use super::returns::ReturnWhat;
use crate::permissions::{PACKETS_DAY_MAX, alone_day_max};
use crate::session::Member;
use crate::wire::facts::{FactBound, FactUnit, StaffFact, fact};
use api::error::Failure;
use domain::config::Figure;
use domain::ids::{PlayerId, StaffId};
use domain::money::{Asset, Usdt};
use domain::posting::{Account, House, Purse};
use domain::proposal::{Change, Kind, Proposal, State};
use domain::staff::Roles;
use ledger::balance::{AsOf, as_of};
use ledger::{Fault, Ledger, StreamId};

/// What an account holds now.
const HOLDS: &str = "holds";
/// What it would hold after the change.
const WOULD_HOLD: &str = "would_hold";

/// The facts of this moment for whoever looks; nothing where nothing was proposed.
///
/// # Errors
/// A fault of the ledger.
pub async fn of_proposal(ledger: &Ledger, proposal: &Proposal, viewer: &Member) -> Result<Vec<StaffFact>, Failure> {
    let Some(change) = &proposal.change else {
        return Ok(Vec::new());
    };
    let waits = proposal.state == State::Waiting;
    let mut facts = of_players(ledger, change).await?;
    facts.extend(match change.kind {
        Kind::Adjustment => of_adjustment(ledger, change, waits).await?,
        Kind::TopupAssign => payments::of_assignment(ledger, change, waits).await?,
        Kind::PaymentReturn => of_return(ledger, change, waits).await?,
        Kind::MismatchClear => payments::of_mismatch(ledger, change).await?,
        Kind::ReserveFund | Kind::PromoFund => of_treasury(ledger, change, proposal.state).await?,
        Kind::StaffAccount => of_account(ledger, change).await?,
        Kind::Packet => packets::of_packet(ledger, change, waits).await?,
        Kind::PeriodClose => periods::facts(ledger, change).await?,
        Kind::DiveVoid => game::of_void(ledger, change, waits).await?,
        Kind::RecordCancel => game::of_record(ledger, change, waits).await?,
        Kind::RankCorrection => game::of_rank(ledger, change).await?,
        Kind::CouponRefund => payments::of_refund(ledger, change, waits).await?,
        Kind::KycReset => people::of_reset(ledger, change).await?,
        Kind::Erasure => people::of_erasure(ledger, change, waits).await?,
        Kind::AccessFile => people::of_access(ledger, change).await?,
        Kind::ClusterFreeze | Kind::Config => Vec::new(),
    });
    facts.extend(limits_left(ledger, change, waits, viewer).await?);
    Ok(facts)
}

/// The figures that were computed of a version of the configuration.
pub fn of_figures(figures: &[Figure]) -> Vec<StaffFact> {
    let measured = |figure: &Figure| StaffFact {
        of: figure.of.clone(),
        ..fact(
            figure.key.as_ref().unwrap_or(&figure.name),
            unit_of(figure),
            &figure.value,
        )
        .bound(FactBound::written(&figure.bound))
    };
    figures.iter().map(measured).collect()
}

/// Shares have their unit by their key; figures from before they had one say it in their names.
fn unit_of(figure: &Figure) -> FactUnit {
    match figure.key.as_deref() {
        Some("band_return" | "referral_shares") => FactUnit::Ppm,
        _ if figure.value.parse::<i64>().is_ok() => FactUnit::Number,
        _ => FactUnit::Text,
    }
}

async fn of_players(ledger: &Ledger, change: &Change) -> Result<Vec<StaffFact>, Failure> {
    let mut facts = Vec::new();
    for player in &change.players {
        let state = ledger.players().load(&StreamId::player(*player)).await?.state;
        let usdt = state.wallet.minor(Purse::Usdt);
        facts.push(fact("frozen", FactUnit::YesNo, state.freeze.is_frozen).of(player));
        facts.push(StaffFact::of_purse(HOLDS, Purse::Usdt, usdt).of(player));
    }
    Ok(facts)
}

/// The account of staff as it is now; nothing for one that would be made.
async fn of_account(ledger: &Ledger, change: &Change) -> Result<Vec<StaffFact>, Failure> {
    let what: AccountWhat = read(change)?;
    let account = ledger
        .staff()
        .load(&StreamId::thing(StaffId::of(&what.name).0))
        .await?
        .state;
    let roles: Vec<&str> = account.roles.iter().map(|role| role.name()).collect();
    Ok(match account.name {
        None => Vec::new(),
        Some(name) => vec![
            fact("roles", FactUnit::Text, roles.join(" ")).of(&name),
            fact("account_closed", FactUnit::YesNo, account.is_disabled).of(&name),
            fact("sessions", FactUnit::Number, account.sessions.len()).of(&name),
        ],
    })
}

/// Both accounts before and after.
async fn of_adjustment(ledger: &Ledger, change: &Change, waits: bool) -> Result<Vec<StaffFact>, Failure> {
    let what: AdjustmentWhat = read(change)?;
    let (Some(purse), Some(counter), Ok(delta)) = (
        Purse::named(&what.purse),
        House::named(&what.counter),
        what.delta.parse::<i64>(),
    ) else {
        return Ok(Vec::new());
    };
    let player = ledger.players().load(&StreamId::player(what.player)).await?.state;
    let mut facts = of_purse(what.player, purse, player.wallet.minor(purse), delta, waits);
    // The purse of USDT stands with the player already.
    facts.drain(..usize::from(purse == Purse::Usdt));
    let (sign, held) = (sign_of(counter), balance(ledger, counter).await?);
    let mut of_house = of_house(counter, sign * held, -sign * i128::from(delta), waits);
    if counter.asset() != Asset::Usdt {
        // Where other assets are issued and taken back, balances go either way.
        of_house.iter_mut().for_each(|fact| fact.bound = None);
    }
    facts.append(&mut of_house);
    Ok(facts)
}

/// Custody is a debit account: the money that it holds is below zero in the books.
pub(crate) fn sign_of(account: House) -> i128 {
    if account == House::UsdtCustody { -1 } else { 1 }
}

/// What a purse holds, and while the change waits what it would hold.
pub(crate) fn of_purse(player: PlayerId, purse: Purse, holds: i64, change: i64, waits: bool) -> Vec<StaffFact> {
    let fact = |name, minor| StaffFact::of_purse(name, purse, minor).of(player);
    before_after(fact, holds.into(), change.into(), waits)
}

/// The same of an account of the house. Where other assets than USDT are issued and taken back, balances go either way.
pub(crate) fn of_house(house: House, holds: i128, change: i128, waits: bool) -> Vec<StaffFact> {
    let fact = |name, minor| StaffFact::of_house(name, house, minor);
    let mut facts = before_after(fact, holds, change, waits);
    if house.asset() != Asset::Usdt {
        facts.iter_mut().for_each(|fact| fact.bound = None);
    }
    facts
}

fn before_after(
    fact: impl Fn(&'static str, i128) -> StaffFact,
    holds: i128,
    change: i128,
    waits: bool,
) -> Vec<StaffFact> {
    let after = waits.then(|| fact(WOULD_HOLD, holds + change).bound(FactBound::at_least(0)));
    [fact(HOLDS, holds)].into_iter().chain(after).collect()
}

/// What the maker may still move alone today by such a change, and while it waits also the viewer; nothing for a change
/// that draws on no limit.
async fn limits_left(
    ledger: &Ledger,
    change: &Change,
    waits: bool,
    viewer: &Member,
) -> Result<Vec<StaffFact>, Failure> {
    let limit: fn(&Roles) -> Usdt = match change.kind {
        Kind::Adjustment | Kind::TopupAssign | Kind::DiveVoid => alone_day_max,
        Kind::Packet => |_| PACKETS_DAY_MAX,
        Kind::PaymentReturn
        | Kind::MismatchClear
        | Kind::ClusterFreeze
        | Kind::ReserveFund
        | Kind::PromoFund
        | Kind::StaffAccount
        | Kind::PeriodClose
        | Kind::RecordCancel
        | Kind::RankCorrection
        | Kind::CouponRefund
        | Kind::KycReset
        | Kind::Erasure
        | Kind::AccessFile
        | Kind::Config => return Ok(Vec::new()),
    };
    let viewer = Some(&viewer.name).filter(|name| waits && **name != change.maker);
    let mut facts = Vec::new();
    for name in [Some(&change.maker), viewer].into_iter().flatten() {
        facts.push(limit_left(ledger, name, limit).await?);
    }
    Ok(facts)
}

/// What a member may still move alone, at parity: the limit is that of any 24 hours.
pub async fn limit_left(ledger: &Ledger, name: &str, limit: fn(&Roles) -> Usdt) -> Result<StaffFact, Failure> {
    let member = ledger.staff().load(&StreamId::thing(StaffId::of(name).0)).await?.state;
    let left = limit(&member.roles) - member.moved(ledger.clock().now());
    Ok(fact("limit_left_today", FactUnit::Usdt, left.minor()).of(name))
}

/// What the house holds in custody, of nobody, for prizes and for promotions, and while the change waits what it would hold.
async fn of_treasury(ledger: &Ledger, change: &Change, state: State) -> Result<Vec<StaffFact>, Failure> {
    let what: Option<FundWhat> = serde_json::from_value(change.what.clone()).ok();
    let amount = what
        .as_ref()
        .and_then(|what| what.usdt().ok())
        .unwrap_or_default()
        .minor();
    let payment = what.and_then(|what| what.payment);
    let (custody, suspense, reserve, budget) = match change.kind {
        Kind::PromoFund => (0, 0, -amount, amount),
        _ if payment.is_some() => (0, -amount, amount, 0),
        _ => (amount, 0, amount, 0),
    };
    let moved = [
        (House::UsdtCustody, custody),
        (House::UsdtSuspense, suspense),
        (House::UsdtReserve, reserve),
        (House::UsdtPromoBudget, budget),
    ];
    let (mut now, mut after) = (payments::of_payment(ledger.pool(), payment.as_ref()).await?, Vec::new());
    for (account, change) in moved {
        let holds = sign_of(account) * balance(ledger, account).await?;
        let mut facts = of_house(account, holds, change.into(), state == State::Waiting).into_iter();
        now.extend(facts.next());
        after.extend(facts);
    }
    now.append(&mut after);
    Ok(now)
}

/// A payment that would go back to its sender, whole, out of custody and suspense.
async fn of_return(ledger: &Ledger, change: &Change, waits: bool) -> Result<Vec<StaffFact>, Failure> {
    let what: ReturnWhat = read(change)?;
    let amount: i128 = what.amount.parse().unwrap_or_default();
    let mut facts = payments::of_payment(ledger.pool(), Some(&what.payment)).await?;
    facts.push(fact("approved_address", FactUnit::Text, &what.address));
    for account in [House::UsdtSuspense, House::UsdtCustody] {
        let holds = sign_of(account) * balance(ledger, account).await?;
        facts.extend(of_house(account, holds, -amount, waits));
    }
    Ok(facts)
}

/// The balance of an account of the house, summed over its logs.
pub(crate) async fn balance(ledger: &Ledger, account: House) -> Result<i128, Fault> {
    balance_of(ledger, Account::House(account)).await
}

/// The balance of an account, summed over the logs that it lies in.
async fn balance_of(ledger: &Ledger, account: Account) -> Result<i128, Fault> {
    let mut sum = 0;
    for partition in 0..ledger.partitions() {
        let accounts = as_of(ledger.pool(), partition, account.owner(), AsOf::Latest).await?;
        let found = accounts.iter().filter(|one| one.account == account.name());
        sum += found.map(|one| i128::from(one.balance)).sum::<i128>();
    }
    Ok(sum)
}
