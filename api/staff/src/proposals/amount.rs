//! What a change moves, as the list shows it: the amount that a second person says yes to.

use super::changes::{AdjustmentWhat, AssignWhat, ClearWhat, FundWhat, read};
use domain::posting::Purse;
use domain::proposal::{Change, Kind};
use ledger::{Fault, Ledger, StreamId};

/// Minor units and their asset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moves {
    /// The asset's name.
    pub asset: String,
    /// Signed minor units.
    pub amount: String,
}

impl Moves {
    fn usdt(minor: i64) -> Moves {
        Moves {
            asset: "usdt".to_owned(),
            amount: minor.to_string(),
        }
    }
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
        Kind::MismatchClear => {
            let Ok(what): Result<ClearWhat, _> = read(change) else {
                return Ok(None);
            };
            let withdrawal = ledger.withdrawals().load(&StreamId::thing(what.withdrawal.0)).await?;
            let request = withdrawal.state.request;
            Ok(request.map(|request| Moves::usdt(request.terms.net().minor())))
        }
        Kind::ClusterFreeze | Kind::StaffAccount | Kind::Config => Ok(None),
    }
}

fn of_adjustment(what: &AdjustmentWhat) -> Option<Moves> {
    Some(Moves {
        asset: Purse::named(&what.purse)?.asset().name().to_owned(),
        amount: what.delta.clone(),
    })
}
