//! Commands and events of a proposal.

use crate::ids::{PlayerId, ProposalId};
use crate::posting::Postings;
use crate::staff::{Role, Roles};
use crate::stream::{StreamEvent, catalogue};
use crate::time::Timestamp;
use crate::upcast::Lineage;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

/// The kind of a change that needs two people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A correction of a player's purse.
    Adjustment,
    /// An unmatched payment is assigned to an order.
    TopupAssign,
    /// An unmatched payment goes back to its sender.
    PaymentReturn,
    /// A mismatched payment no longer blocks its withdrawal.
    MismatchClear,
    /// Several accounts are frozen at once.
    ClusterFreeze,
    /// Custody money is dedicated to prizes.
    ReserveFund,
    /// Reserve money is dedicated to promotions.
    PromoFund,
    /// A red packet or a redeem code, of more USDT than one person puts out in a day.
    Packet,
    /// An account of staff is made, changed or opened again.
    StaffAccount,
    /// The next month of the books is closed.
    PeriodClose,
    /// An open dive is cancelled after a fault, and its stakes return.
    DiveVoid,
    /// What an invitation brought is taken back for fraud.
    RecordCancel,
    /// A player is taken off a closed board.
    RankCorrection,
    /// Unspent coupons of a top-up are given back to whoever paid it.
    CouponRefund,
    /// A verdict about an identity is revoked.
    KycReset,
    /// An account ends, for a player who asked a person for it.
    Erasure,
    /// All that is held of a person leaves as a file, for that person.
    AccessFile,
    /// A version of a configuration section. Its proposal is in the section's own stream, never in this one.
    Config,
}

impl Kind {
    pub const ALL: [Kind; 18] = [
        Kind::Adjustment,
        Kind::TopupAssign,
        Kind::PaymentReturn,
        Kind::MismatchClear,
        Kind::ClusterFreeze,
        Kind::ReserveFund,
        Kind::PromoFund,
        Kind::Packet,
        Kind::StaffAccount,
        Kind::PeriodClose,
        Kind::DiveVoid,
        Kind::RecordCancel,
        Kind::RankCorrection,
        Kind::CouponRefund,
        Kind::KycReset,
        Kind::Erasure,
        Kind::AccessFile,
        Kind::Config,
    ];

    /// The permanent name.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Adjustment => "adjustment",
            Kind::TopupAssign => "topup_assign",
            Kind::PaymentReturn => "payment_return",
            Kind::MismatchClear => "mismatch_clear",
            Kind::ClusterFreeze => "cluster_freeze",
            Kind::ReserveFund => "reserve_fund",
            Kind::PromoFund => "promo_fund",
            Kind::Packet => "packet",
            Kind::StaffAccount => "staff_account",
            Kind::PeriodClose => "period_close",
            Kind::DiveVoid => "dive_void",
            Kind::RecordCancel => "record_cancel",
            Kind::RankCorrection => "rank_correction",
            Kind::CouponRefund => "coupon_refund",
            Kind::KycReset => "kyc_reset",
            Kind::Erasure => "erasure",
            Kind::AccessFile => "access_file",
            Kind::Config => "config",
        }
    }

    /// The roles that may approve a change of this kind.
    pub fn approvers(self) -> Roles {
        match self {
            Kind::ClusterFreeze | Kind::RecordCancel | Kind::RankCorrection => [Role::Risk, Role::FinanceLead].into(),
            // One of finance proposes it, one of risk agrees (domain §2.1).
            Kind::DiveVoid => [Role::Risk].into(),
            // Who decides about identities (ASSUMED).
            Kind::KycReset => [Role::Risk].into(),
            // Who decides about people, and who answers for what is held of them (ASSUMED). No money moves by it.
            Kind::Erasure | Kind::AccessFile => [Role::Risk, Role::Security].into(),
            Kind::Config => [Role::FinanceLead, Role::ConfigAdmin].into(),
            Kind::StaffAccount => [Role::Security].into(),
            Kind::Adjustment
            | Kind::TopupAssign
            | Kind::PaymentReturn
            | Kind::MismatchClear
            | Kind::ReserveFund
            | Kind::PromoFund
            | Kind::Packet
            | Kind::PeriodClose
            | Kind::CouponRefund => [Role::FinanceLead].into(),
        }
    }

    pub fn named(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// A change that waits for an approver.
#[derive(Clone, Debug, PartialEq)]
pub struct Propose {
    pub proposal: ProposalId,
    /// What kind of change.
    pub kind: Kind,
    /// The complete change: it is executed from here and from nowhere else.
    pub what: Value,
    /// Players it affects; none of them decides.
    pub players: Vec<PlayerId>,
    pub maker: String,
    /// The maker's own player account, if any.
    pub own: Option<PlayerId>,
    pub reason: String,
}

/// An approval by a second person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Approve {
    pub by: String,
    /// The approver's own player account, if any.
    pub own: Option<PlayerId>,
    /// The digest of what was reviewed.
    pub digest: String,
    pub reason: String,
}

/// Commands of a proposal.
#[derive(Clone, Debug, PartialEq)]
pub enum ProposalCommand {
    Propose(Propose),
    /// Approves it.
    Approve(Approve),
    /// Rejects it; its maker withdraws it.
    Reject {
        by: String,
        reason: String,
    },
    /// The approved change was executed, or finally refused by the rules of what it changes.
    Finish {
        /// 0, or the refusal's code.
        code: i32,
    },
}

/// Events of a proposal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ProposalEvent {
    /// It waits for an approver.
    Proposed {
        proposal: ProposalId,
        /// What kind of change.
        kind: Kind,
        what: Value,
        /// What an approval is bound to.
        digest: String,
        /// Players it is about.
        players: Vec<PlayerId>,
        maker: String,
        reason: String,
        at: Timestamp,
    },
    /// It was approved.
    Approved {
        by: String,
        /// What was reviewed.
        digest: String,
        reason: String,
        at: Timestamp,
    },
    /// It was rejected.
    Rejected { by: String, reason: String, at: Timestamp },
    /// Its maker withdrew it.
    Withdrawn { by: String, reason: String, at: Timestamp },
    /// It was executed, or finally refused.
    Done {
        /// 0, or the code of the refusal.
        code: i32,
        at: Timestamp,
    },
}

catalogue!(ProposalEvent {
    Proposed = 1,
    Approved = 1,
    Rejected = 1,
    Withdrawn = 1,
    Done = 1,
});

impl StreamEvent for ProposalEvent {
    fn name(&self) -> &'static str {
        self.label().0
    }

    fn version(&self) -> u16 {
        self.label().1
    }

    fn lineage(name: &str) -> Option<Lineage> {
        ProposalEvent::shapes(name)
    }

    fn postings(&self, _owner: Uuid) -> Postings {
        Postings::NONE
    }
}
