//! What two people change, by kind: the change as it was proposed, and the commands that it becomes once it is approved.

use super::dives::VoidWhat;
use super::erasure::ErasureWhat;
use super::records::RecordWhat;
use super::{accounts, corrections, kyc, packets, periods, ranks, refunds, returns, settle};
use api::error::Failure;
use domain::finding::Finding;
use domain::ids::{PlayerId, ProposalId, WithdrawalId, derived};
use domain::money::Usdt;
use domain::player::Command;
use domain::player::coupon::OpenAssigned;
use domain::player::freeze::Freeze;
use domain::proposal::{Change, Kind};
use domain::refusal::Refusal;
use domain::time::Timestamp;
use domain::treasury::{AMOUNT_MAX, FundFromSuspense, FundPromoBudget, FundReserve, TreasuryCommand};
use domain::withdrawal::WithdrawalCommand;
use ledger::{Fault, Ledger, Plain, RESERVE_STREAM, Request, StreamId};
use rails::{Incoming, incoming};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::PgPool;

/// What every amount of the treasury is of.
const USDT: &str = "usdt";

/// A payment of nobody and the order that it is given to.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct AssignWhat {
    /// The payment's transaction.
    pub tx: String,
    /// The order's number; of a payment without an order that of the one that the proposal opens.
    pub order_no: String,
    /// Who gets it without an order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<PlayerId>,
    /// The rail and the logical time, which distinguish payments of one transaction; none in older proposals.
    #[serde(default)]
    pub of: Option<(String, u64)>,
}

impl AssignWhat {
    /// The payment, whosever it is by now, and when it was seen.
    ///
    /// # Errors
    /// A fault of the database.
    pub async fn payment(&self, pool: &PgPool) -> Result<Option<(Incoming, Timestamp)>, Fault> {
        match self.key(pool).await? {
            Some(key) => incoming::find(pool, &key).await,
            None => Ok(None),
        }
    }

    async fn key(&self, pool: &PgPool) -> Result<Option<incoming::Key>, Fault> {
        match &self.of {
            Some((rail, lt)) => Ok(Some(incoming::Key {
                rail: rail.clone(),
                tx: self.tx.clone(),
                lt: *lt,
            })),
            None => incoming::key_of(pool, &self.tx, &self.order_no).await,
        }
    }
}

/// A withdrawal whose payment was not what was approved.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ClearWhat {
    /// The withdrawal.
    pub withdrawal: WithdrawalId,
}

/// Accounts that are stopped at once.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FreezeWhat {
    /// Whose.
    pub players: Vec<PlayerId>,
}

/// Money of the house that gets another purpose; the kind says which.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FundWhat {
    /// `usdt`.
    pub asset: String,
    /// Minor units.
    pub amount: String,
    /// The payment of nobody that the reserve is funded with, whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payment: Option<incoming::Key>,
}

/// Carries an approved change out, under request ids that are derived from the proposal.
///
/// # Errors
/// The refusal of what the change is about, [`Failure::Busy`] or a fault.
pub(super) async fn carry_out(ledger: &Ledger, id: ProposalId, change: &Change, approver: &str) -> Result<(), Failure> {
    let request = Request {
        id: Some(derived("proposal_done", id.0)),
        actor: format!("staff:{approver}"),
        ..Request::default()
    };
    match change.kind {
        Kind::Adjustment => corrections::carry_out(ledger, change, approver, request).await,
        Kind::TopupAssign => assign(ledger, id, change, request).await,
        Kind::PaymentReturn => returns::carry_out(ledger, id, change, approver, request).await,
        Kind::MismatchClear => clear(ledger, change, approver, request).await,
        Kind::ClusterFreeze => freeze(ledger, change, approver, &request).await,
        Kind::ReserveFund | Kind::PromoFund => fund(ledger, id, change, approver, request).await,
        Kind::Packet => packets::carry_out(ledger, id.0, change, request).await,
        Kind::StaffAccount => accounts::carry_out(ledger, change, approver, request).await,
        Kind::PeriodClose => periods::carry_out(ledger, id, change, approver, request).await,
        Kind::DiveVoid => {
            let what: VoidWhat = read(change)?;
            on_player(ledger, what.player, what.command(change, approver), request).await
        }
        Kind::RecordCancel => {
            let what: RecordWhat = read(change)?;
            on_player(ledger, what.player, what.command(change, approver), request).await
        }
        Kind::CouponRefund => refunds::carry_out(ledger, id, change, approver, request).await,
        Kind::RankCorrection => ranks::correct(ledger, change, approver, request).await,
        Kind::Erasure => {
            let what: ErasureWhat = read(change)?;
            on_player(ledger, what.player, ErasureWhat::command(change, approver), request).await
        }
        Kind::KycReset => kyc::carry_out(ledger, change, approver, request).await,
        // Its maker takes the file, and each taking is a look of its own.
        Kind::AccessFile => Ok(()),
        // The stream of proposals refuses this kind.
        Kind::Config => Err(Failure::invalid("kind")),
    }
}

/// Whom a change stops.
///
/// # Errors
/// A change that does not read back.
pub(super) fn frozen(change: &Change) -> Result<Vec<PlayerId>, Failure> {
    match change.kind {
        Kind::ClusterFreeze => Ok(read::<FreezeWhat>(change)?.players),
        _ => Ok(Vec::new()),
    }
}

/// A change as the wire shows it.
pub fn written(what: &impl Serialize) -> Value {
    serde_json::to_value(what).expect("a change writes")
}

/// The change as it was proposed.
///
/// # Errors
/// -1006 for one of another kind.
pub fn read<T: for<'de> Deserialize<'de>>(change: &Change) -> Result<T, Failure> {
    serde_json::from_value(change.what.clone()).map_err(|_| Failure::invalid("what"))
}

/// A change that is one command of a player's stream.
pub(super) async fn on_player(
    ledger: &Ledger,
    player: PlayerId,
    command: impl Into<Command>,
    request: Request,
) -> Result<(), Failure> {
    let id = StreamId::player(player);
    let reply = ledger.players().execute(&id, command.into(), request, Plain).await;
    settle(ledger, &id, reply).await.map(drop)
}

/// The payment is the order's from here on, whatever else was proposed for it; then the order is opened, if it has none.
async fn assign(ledger: &Ledger, proposal: ProposalId, change: &Change, request: Request) -> Result<(), Failure> {
    let what: AssignWhat = read(change)?;
    let pool = ledger.pool();
    let key = what.key(pool).await?.ok_or(Refusal::StateChanged)?;
    if !incoming::claim(pool, &key, &what.order_no, proposal).await?
        && !incoming::is_of(pool, &key, &what.order_no).await?
    {
        return Err(Refusal::StateChanged.into());
    }
    let (Some(player), Some((payment, _))) = (what.player, incoming::find(pool, &key).await?) else {
        return Ok(());
    };
    let open = OpenAssigned {
        order_no: what.order_no,
        channel: key.rail,
        amount: payment.amount,
        proposal,
    };
    let id = StreamId::player(player);
    let reply = ledger.players().execute(&id, open.into(), request, Plain).await;
    settle(ledger, &id, reply).await.map(drop)
}

async fn clear(ledger: &Ledger, change: &Change, approver: &str, request: Request) -> Result<(), Failure> {
    let what: ClearWhat = read(change)?;
    let command = WithdrawalCommand::ClearMismatch {
        proposer: change.maker.clone(),
        approver: approver.to_owned(),
        reason: change.reason.clone(),
    };
    let id = StreamId::thing(what.withdrawal.0);
    let reply = ledger.withdrawals().execute(&id, command, request, Plain).await;
    settle(ledger, &id, reply).await.map(drop)
}

/// Those who are frozen already stay frozen.
async fn freeze(ledger: &Ledger, change: &Change, approver: &str, request: &Request) -> Result<(), Failure> {
    let what: FreezeWhat = read(change)?;
    for player in what.players {
        let command = Freeze {
            staff: approver.to_owned(),
            reason: change.reason.clone(),
        };
        let request = Request {
            id: request.id.map(|id| derived(&format!("freeze:{player}"), id)),
            ..request.clone()
        };
        let id = StreamId::player(player);
        let reply = ledger.players().execute(&id, command.into(), request, Plain).await?;
        if reply.code != Refusal::StateChanged.code() {
            settle(ledger, &id, Ok(reply)).await?;
        }
    }
    Ok(())
}

impl FundWhat {
    /// So many minor units of USDT.
    pub fn of(amount: &str) -> FundWhat {
        FundWhat {
            asset: USDT.to_owned(),
            amount: amount.to_owned(),
            payment: None,
        }
    }

    /// The same out of the first payment of nobody of a transaction, if it names one.
    ///
    /// # Errors
    /// 4007 for no such payment, -1006 for one of another amount, for money that does not go to the reserve, and for no
    /// amount.
    pub async fn out_of(self, pool: &PgPool, kind: Kind, tx: Option<&str>) -> Result<FundWhat, Failure> {
        let amount = self.usdt()?;
        let Some(tx) = tx else { return Ok(self) };
        if kind != Kind::ReserveFund {
            return Err(Finding::new("payment_funds_reserve", "a payment funds the reserve")
                .of("tx")
                .into());
        }
        let found = incoming::unmatched_of(pool, tx).await?;
        let found = found.ok_or(Refusal::RecordNotFound)?;
        if found.payment.amount != amount {
            return Err(Finding::new("payment_whole", "the payment is taken whole")
                .of("amount")
                .into());
        }
        let payment = Some(found.key());
        Ok(FundWhat { payment, ..self })
    }

    /// The amount, if the treasury books so much at once.
    ///
    /// # Errors
    /// -1006 with the field that is wrong.
    pub fn usdt(&self) -> Result<Usdt, Failure> {
        if self.asset != USDT {
            return Err(Failure::invalid("asset"));
        }
        let minor = self
            .amount
            .parse()
            .ok()
            .filter(|minor| (1..=AMOUNT_MAX).contains(minor));
        minor.map(Usdt::from_minor).ok_or_else(|| Failure::invalid("amount"))
    }
}

async fn fund(
    ledger: &Ledger,
    proposal: ProposalId,
    change: &Change,
    approver: &str,
    request: Request,
) -> Result<(), Failure> {
    let what: FundWhat = read(change)?;
    if let Some(payment) = &what.payment
        && !incoming::fund(ledger.pool(), payment, proposal).await?
    {
        return Err(Refusal::StateChanged.into());
    }
    let (amount, proposer, approver, reason) = (
        what.usdt()?,
        change.maker.clone(),
        approver.to_owned(),
        change.reason.clone(),
    );
    let command = match change.kind {
        Kind::PromoFund => FundPromoBudget {
            amount,
            proposer,
            approver,
            reason,
        }
        .into(),
        _ => {
            let fund = FundReserve {
                amount,
                proposer,
                approver,
                reason,
            };
            match what.payment {
                Some(payment) => TreasuryCommand::FundFromSuspense(FundFromSuspense { fund, payment }),
                None => fund.into(),
            }
        }
    };
    // The budget comes out of the reserve, whose balance this process may know from before its last funding.
    ledger.refresh().await?;
    let id = StreamId::house(RESERVE_STREAM);
    let reply = ledger.treasury().execute(&id, command, request, Plain).await;
    settle(ledger, &id, reply).await?;
    ledger.refresh().await?;
    Ok(())
}
