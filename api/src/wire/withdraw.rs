//! Withdrawals (domain §10.4, §3.12). Each one is named in both generations of statuses:
//! the older numbers and the newer labels.

use super::body::{Id, body};
use super::rate;
use super::wallet::Asset;
use crate::links::Links;
use domain::config::Config;
use domain::player::Player;
use domain::player::withdrawal::WithdrawalRequested;
use domain::time::{HOUR_MS, Timestamp};
use domain::withdrawal::{Chain, State};
use projections::withdrawals::{Step, WithdrawalRow};
use serde::Serialize;
use utoipa::ToSchema;

/// Name of a way out: USDT on this chain.
pub const fn channel(chain: Chain) -> &'static str {
    match chain {
        Chain::Ton => "ton",
        Chain::Evm => "evm",
    }
}

body! {
    /// Asks what may be withdrawn, and where to.
    WithdrawInfoBody(ts, token) {}
}

/// A way out.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct WithdrawChannel {
    /// Its name in the other calls.
    pub key: String,
    /// The network's name, as wallets show it.
    pub network: String,
    /// What is paid.
    pub symbol: String,
    /// Smallest amount, USDT with 6 decimals.
    pub min: String,
    /// The fee at least, USDT with 6 decimals.
    pub fee_min: String,
    /// The fee as a share of the amount, when that is more: `0.02` is 2 %.
    pub fee_rate: String,
}

/// How the identity check stands for withdrawals.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct WithdrawKyc {
    /// The smallest withdrawal needs a proved identity already.
    pub required: bool,
    /// 0 none, 1 under review, 2 failed, 3 approved, 4 rejected.
    pub status: u8,
}

/// What may be withdrawn, and where to.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct WithdrawInfoData {
    /// The ways out.
    pub channels: Vec<WithdrawChannel>,
    /// Where money goes; null before it was said.
    #[schema(required)]
    pub address: Option<String>,
    /// The way out that the address is of.
    #[schema(required)]
    pub channel: Option<String>,
    /// What goes with each payment.
    #[schema(required)]
    pub comment: Option<String>,
    /// From when on the address may be used, in milliseconds.
    #[schema(required)]
    pub usable_at: Option<i64>,
    /// Withdrawals that may still be asked for today.
    pub count_left: u32,
    /// USDT that may still be asked for today, 6 decimals.
    pub limit_left: String,
    /// The identity check.
    pub kyc: WithdrawKyc,
    /// What to expect, in hours.
    pub eta_hours: i64,
}

impl WithdrawInfoData {
    /// What a player may withdraw at a moment, over these chains with their names.
    pub fn of(player: &Player, config: &Config, networks: &[(Chain, &str)], now: Timestamp) -> WithdrawInfoData {
        let rights = config.vip.rights(player.vip.tier(now));
        let min = player.withdrawal_min(config);
        let (count_left, limit_left) = player.withdrawals_left(config, now);
        let payee = player.withdrawal.payee.as_ref();
        let way = |(chain, network): &(Chain, &str)| WithdrawChannel {
            key: channel(*chain).to_owned(),
            network: (*network).to_owned(),
            symbol: "USDT".to_owned(),
            min: min.to_string(),
            fee_min: rights.fee_min.to_string(),
            fee_rate: rate(rights.fee_ppm),
        };
        WithdrawInfoData {
            channels: networks.iter().map(way).collect(),
            address: payee.map(|payee| payee.address.to_string()),
            channel: payee.and_then(|payee| payee.address.chain().map(|chain| channel(chain).to_owned())),
            comment: payee.and_then(|payee| payee.comment.clone()),
            usable_at: payee.map(|payee| payee.usable_at.0),
            count_left,
            limit_left: limit_left.to_string(),
            kyc: WithdrawKyc {
                required: player.withdrawal_needs_kyc(min, false, config),
                status: player.identity.kyc.code(),
            },
            eta_hours: config.withdraw.eta_ms / HOUR_MS,
        }
    }
}

body! {
    /// Says where money goes.
    WithdrawSetAddressBody(ts, token, req_id) {
        /// The way out: one of the channels of withdraw/info.
        key: String,
        /// The address: in its friendly form for ton, with its checksum (EIP-55) for evm.
        address: String,
        /// What goes with each payment over ton, up to 120 bytes; empty for nothing, as always over evm.
        #[schema(nullable = false)]
        comment: Option<String>,
        /// What the device's biometrics answered, where it has them.
        #[schema(nullable = false)]
        bio_token: Option<String>,
    }
}

/// Where money goes from now on.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct WithdrawSetAddressData {
    /// The address as it was written.
    pub address: String,
    /// From when on it may be used, in milliseconds.
    pub usable_at: i64,
}

body! {
    /// Asks for money.
    WithdrawDoBody(ts, token, req_id) {
        /// The way out: the channel of the address.
        key: String,
        /// How much, fee included: USDT with up to 6 decimals.
        amount: String,
        /// What the device's biometrics answered, where it has them.
        #[schema(nullable = false)]
        bio_token: Option<String>,
    }
}

/// A withdrawal.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Wd {
    /// The withdrawal.
    pub withdraw_id: String,
    /// What the player gives, USDT with 6 decimals.
    pub amount: String,
    /// What the house keeps of it.
    pub fee: String,
    /// What arrives.
    pub net: String,
    /// Where it goes.
    pub address: String,
    /// What goes with the payment.
    #[schema(required)]
    pub comment: Option<String>,
    /// The older status: 0 pending, 1 sent, 2 broadcast, 3 completed, 4 failed.
    pub status: u8,
    /// The newer label.
    pub label: WdLabel,
    /// Why it failed; null while it did not.
    #[schema(required)]
    pub reason: Option<String>,
    /// The transaction, once it was seen.
    #[schema(required)]
    pub tx: Option<String>,
    /// A public view of the transaction; null where the installation knows none of that chain.
    #[schema(required)]
    pub tx_url: Option<String>,
    /// When it was asked for, in milliseconds.
    pub created_at: i64,
    /// When something happened last.
    pub updated_at: i64,
    /// Until when it is promised to players.
    pub eta_at: i64,
}

/// The newer status of a withdrawal (domain §10.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub enum WdLabel {
    /// It waits for a decision.
    Review,
    /// It is on its way.
    Pending,
    /// It is paid.
    Completed,
    /// It is not paid, and the money is back.
    Failure,
}

impl From<State> for WdLabel {
    fn from(state: State) -> WdLabel {
        match state {
            State::Review => WdLabel::Review,
            State::Approved | State::Sent | State::Broadcast => WdLabel::Pending,
            State::Confirmed => WdLabel::Completed,
            State::Failed | State::Rejected => WdLabel::Failure,
        }
    }
}

impl Wd {
    /// A withdrawal that was just asked for.
    pub fn requested(requested: &WithdrawalRequested, config: &Config) -> Wd {
        Wd::of(requested, &[], config, &Links::default())
    }

    /// A withdrawal with what happened to it since, in order.
    pub fn of(requested: &WithdrawalRequested, steps: &[Step], config: &Config, links: &Links) -> Wd {
        let (terms, at) = (&requested.request.terms, requested.at);
        let state = steps.last().map_or(State::Review, |step| step.state);
        let tx = steps.iter().rev().find_map(|step| step.tx.clone());
        let tx = tx.filter(|_| !matches!(state, State::Review | State::Approved | State::Rejected));
        Wd {
            withdraw_id: terms.withdrawal.to_string(),
            amount: terms.amount.to_string(),
            fee: terms.fee.to_string(),
            net: terms.net().to_string(),
            address: terms.address.to_string(),
            comment: terms.comment.clone(),
            status: state.old_code(),
            label: state.into(),
            reason: steps.last().and_then(|step| step.reason.clone()),
            tx_url: tx.as_ref().and_then(|tx| links.transaction(&terms.address, tx)),
            tx,
            created_at: at.0,
            updated_at: steps.last().map_or(at.0, |step| step.at.0),
            eta_at: at.plus_ms(config.withdraw.eta_ms).0,
        }
    }
}

/// The request that was taken.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct WithdrawDoData {
    /// As it was asked for.
    pub withdraw: Wd,
    /// Balances afterwards.
    pub asset: Asset,
}

body! {
    /// Asks for the withdrawals, newest first.
    WithdrawListBody(ts, token, min_position?) {
        /// `next_last_id` of the page before; empty for the newest.
        #[schema(nullable = false)]
        last_id: Option<String>,
        /// Lines, 1 to 50; 20 when absent.
        #[schema(nullable = false, minimum = 1, maximum = 50)]
        size: Option<u32>,
    }
}

/// A page of withdrawals.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct WithdrawListData {
    /// Newest first.
    pub list: Vec<Wd>,
    /// Asks for the next page; empty after the last.
    pub next_last_id: String,
    /// Whether older ones exist.
    pub has_more: bool,
}

body! {
    /// Asks for one withdrawal.
    WithdrawDetailBody(ts, token, min_position?) {
        /// The withdrawal.
        #[schema(value_type = String, format = "uuid")]
        key: Id,
    }
}

/// A step of a withdrawal.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct WdStep {
    /// The newer label it brought.
    pub label: WdLabel,
    /// The older status it brought, 0 to 4: it distinguishes a sent one from one that was broadcast.
    pub status: u8,
    /// When, in milliseconds.
    pub at: i64,
}

/// One withdrawal with its way so far.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct WithdrawDetailData {
    /// The withdrawal.
    pub withdraw: Wd,
    /// Its steps, oldest first; what changed neither status nor label is left out.
    pub steps: Vec<WdStep>,
}

impl WithdrawDetailData {
    /// A withdrawal of the list with its steps.
    pub fn of(row: &WithdrawalRow, steps: &[Step], config: &Config, links: &Links) -> WithdrawDetailData {
        let first = WdStep {
            label: WdLabel::Review,
            status: State::Review.old_code(),
            at: row.requested.at.0,
        };
        let mut shown = vec![first];
        for step in steps {
            let (label, status) = (WdLabel::from(step.state), step.state.old_code());
            if shown
                .last()
                .is_none_or(|last| (last.label, last.status) != (label, status))
            {
                let at = step.at.0;
                shown.push(WdStep { label, status, at });
            }
        }
        WithdrawDetailData {
            withdraw: Wd::of(&row.requested, steps, config, links),
            steps: shown,
        }
    }
}
