//! What a change moves, as the list shows it: the amount that a second person says yes to.

use super::changes::{AssignWhat, ClearWhat, FundWhat, read};
use super::corrections::AdjustmentWhat;
use super::decided;
use super::dives::VoidWhat;
use super::packets::PacketWhat;
use super::records::RecordWhat;
use super::refunds::RefundWhat;
use super::returns::ReturnWhat;
use crate::routes::adjustments;
use api::error::Failure;
use domain::ids::ProposalId;
use domain::money::Asset;
use domain::posting::Purse;
use domain::proposal::{Change, Kind};
use domain::staff::Payment;
use ledger::sums::Sums;
use ledger::{Fault, Ledger, StreamId};
use projections::proposals::Wanted;

/// Proposals that are added up (ASSUMED): each is read from its stream, and a year has fewer.
const SUMMED_MAX: i64 = 2_000;
/// Proposals that are read with one query.
const PAGE: usize = 200;

/// Minor units and their asset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moves {
    /// The asset's name.
    pub asset: String,
    /// Signed minor units.
    pub amount: String,
}

impl Moves {
    fn new(asset: Asset, minor: i64) -> Moves {
        Moves {
            asset: asset.name().to_owned(),
            amount: minor.to_string(),
        }
    }

    /// So much USDT.
    pub fn usdt(minor: i64) -> Moves {
        Moves::new(Asset::Usdt, minor)
    }
}

/// What all proposals move that a list is of, by asset; nothing where they are too many. Versions of the product's numbers
/// move no value.
///
/// # Errors
/// A fault of the database.
pub async fn sums(ledger: &Ledger, wanted: Wanted<'_>) -> Result<Option<Sums>, Fault> {
    let mut sums = Sums::new();
    let all = Wanted { before: None, ..wanted };
    let rows = projections::proposals::list(ledger.pool(), all, SUMMED_MAX + 1).await?;
    if i64::try_from(rows.len()).is_ok_and(|rows| rows > SUMMED_MAX) {
        return Ok(None);
    }
    let ids: Vec<ProposalId> = rows.iter().map(|row| row.proposal).collect();
    for of_page in ids.chunks(PAGE) {
        for decided in decided::page(ledger, of_page).await?.into_values() {
            let Some(change) = decided.proposal.change else {
                continue;
            };
            if let Some(Moves { asset, amount }) = of_change(ledger, &change).await? {
                let amount: i128 = amount
                    .parse()
                    .map_err(|_| Fault::Unknown(format!("{amount} is no amount")))?;
                sums.entry(asset).or_default().add(amount);
            }
        }
    }
    Ok(Some(sums))
}

/// What a change moves; nothing for one that moves no value.
///
/// # Errors
/// A fault of the database.
pub async fn of_change(ledger: &Ledger, change: &Change) -> Result<Option<Moves>, Fault> {
    match change.kind {
        Kind::Adjustment => Ok(read(change).ok().and_then(|what| of_adjustment(&what))),
        Kind::ReserveFund | Kind::PromoFund => {
            let what: Option<FundWhat> = read(change).ok();
            Ok(what
                .and_then(|what| what.usdt().ok())
                .map(|usdt| Moves::usdt(usdt.minor())))
        }
        Kind::TopupAssign => {
            let Ok(what): Result<AssignWhat, _> = read(change) else {
                return Ok(None);
            };
            let payment = what.payment(ledger.pool()).await?;
            Ok(payment.map(|(payment, _)| Moves::usdt(payment.amount.minor())))
        }
        Kind::PaymentReturn => {
            let what: Option<ReturnWhat> = read(change).ok();
            let amount = what.and_then(|what| what.amount.parse().ok());
            Ok(amount.map(Moves::usdt))
        }
        Kind::MismatchClear => {
            let Ok(what): Result<ClearWhat, _> = read(change) else {
                return Ok(None);
            };
            let withdrawal = ledger.withdrawals().load(&StreamId::thing(what.withdrawal.0)).await?;
            let request = withdrawal.state.request;
            Ok(request.map(|request| Moves::usdt(request.terms.net().minor())))
        }
        Kind::Packet => Ok(read(change).ok().and_then(|what| of_packet(&what))),
        Kind::DiveVoid => {
            let Ok(what): Result<VoidWhat, _> = read(change) else {
                return Ok(None);
            };
            let refund = what.refund(ledger).await?;
            Ok(refund.map(|coins| Moves::new(Asset::Coin, coins.minor())))
        }
        Kind::RecordCancel => {
            let what: Option<RecordWhat> = read(change).ok();
            Ok(what.map(|what| {
                let (account, _, amount) = what.moves();
                Moves::new(account.asset(), -amount)
            }))
        }
        Kind::CouponRefund => {
            let what: Option<RefundWhat> = read(change).ok();
            let coupons = what.and_then(|what| what.coupons().ok());
            Ok(coupons.map(|coupons| Moves::usdt(coupons.as_usdt().minor())))
        }
        Kind::ClusterFreeze
        | Kind::StaffAccount
        | Kind::PeriodClose
        | Kind::RankCorrection
        | Kind::KycReset
        | Kind::Erasure
        | Kind::AccessFile
        | Kind::Config => Ok(None),
    }
}

/// What whoever proposed it, and whoever approves it, lets go to a player.
///
/// # Errors
/// A change that does not read back, or a fault of the database.
pub async fn payment_of(ledger: &Ledger, id: ProposalId, change: &Change) -> Result<Option<Payment>, Failure> {
    match change.kind {
        Kind::Adjustment => Ok(adjustments::payment_of(id, &read(change)?)),
        Kind::TopupAssign => {
            let what: AssignWhat = read(change)?;
            let assigned = what.payment(ledger.pool()).await?;
            Ok(assigned.zip(change.players.first()).map(|((payment, _), to)| Payment {
                what: id.0,
                to: *to,
                amount: payment.amount,
            }))
        }
        Kind::PaymentReturn
        | Kind::MismatchClear
        | Kind::ClusterFreeze
        | Kind::ReserveFund
        | Kind::PromoFund
        | Kind::Packet
        | Kind::StaffAccount
        | Kind::PeriodClose
        | Kind::DiveVoid
        | Kind::RecordCancel
        | Kind::RankCorrection
        | Kind::CouponRefund
        | Kind::KycReset
        | Kind::Erasure
        | Kind::AccessFile
        | Kind::Config => Ok(None),
    }
}

fn of_packet(what: &PacketWhat) -> Option<Moves> {
    Some(Moves {
        asset: what.prize().ok()?.purse().asset().name().to_owned(),
        amount: what.total.clone(),
    })
}

fn of_adjustment(what: &AdjustmentWhat) -> Option<Moves> {
    Some(Moves {
        asset: Purse::named(&what.purse)?.asset().name().to_owned(),
        amount: what.delta.clone(),
    })
}
