//! `proposals/…` and `adjustments/…`: changes that need two people.

use super::ask;
use super::at::At;
use super::config::StaffDiff;
use super::facts::StaffFact;
use super::page::StaffSum;
use serde::Serialize;
use utoipa::ToSchema;

ask! {
    /// Asks for proposals, newest first.
    ProposalsListBody(plain) {
        /// waiting, approved, rejected, withdrawn or done; all without.
        state: Option<String>,
        /// adjustment, topup_assign, payment_return, mismatch_clear, cluster_freeze, reserve_fund, promo_fund, packet, staff_account, period_close, dive_void, record_cancel, rank_correction, coupon_refund, kyc_reset, erasure, access_file or config; all without.
        kind: Option<String>,
        /// Only those from this UTC day on, or after this time or position.
        #[schema(nullable = false)]
        from: Option<String>,
        /// Only those up to the end of this UTC day, or up to this time or position.
        #[schema(nullable = false)]
        until: Option<String>,
        /// With the sums of all rows.
        #[schema(nullable = false)]
        sums: Option<bool>,
        /// Lines at most, up to 200.
        limit: Option<i64>,
        /// `next` of the page before.
        before: Option<String>,
    }
}

ask! {
    /// Asks for one proposal.
    ProposalsInfoBody(plain) {
        /// Its id, as the list names it.
        proposal: String,
    }
}

ask! {
    /// A second person's yes.
    ProposalsApproveBody(signed) {
        /// Its id.
        proposal: String,
        /// The digest of what was looked at.
        digest: String,
    }
}

ask! {
    /// A no; the maker takes the own proposal back.
    ProposalsRejectBody(signed) {
        /// Its id.
        proposal: String,
    }
}

ask! {
    /// Proposes a correction of a player's purse.
    AdjustmentsProposeBody(signed) {
        /// Whose.
        #[schema(value_type = String, format = "uuid")]
        player: api::wire::body::Id,
        /// coin_paid, coin_promo, diamond, gusd, gusd_bonus, usdt or coupon.
        purse: String,
        /// Signed minor units.
        delta: String,
        /// The house account on the other side, such as h:usdt_reserve.
        counter: String,
        /// The case that explains it: its number, or what it is called elsewhere.
        case_id: String,
        /// The transaction of the chain that moved as much; required against custody.
        tx: Option<String>,
        /// The closed month that it restates, YYYY-MM, or `none`: it concerns no closed month. Required once a month is
        /// closed.
        restates: Option<String>,
    }
}

/// A proposal.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StaffProposal {
    /// Its id.
    pub proposal: String,
    /// What kind of change.
    pub kind: String,
    /// What an approval is bound to.
    pub digest: String,
    /// The change, whole.
    #[schema(value_type = std::collections::HashMap<String, serde_json::Value>)]
    pub what: serde_json::Value,
    /// Players it is about.
    pub players: Vec<String>,
    /// Who proposed.
    pub maker: String,
    /// Why.
    pub reason: String,
    /// When.
    pub at_ms: i64,
    /// No approval from then on; nothing for what waits for ever.
    pub expires_ms: Option<i64>,
    /// waiting, approved, rejected, withdrawn or done.
    pub state: String,
    /// What it moves, signed minor units; nothing for what moves no value.
    #[schema(format = "minor")]
    pub amount: Option<String>,
    /// What the amount is of.
    pub asset: Option<String>,
    /// Who decided.
    pub decided_by: Option<String>,
    /// When.
    pub decided_ms: Option<i64>,
    /// Why, in the words of whoever decided.
    pub decision: Option<String>,
    /// What came of it: 0, or the code of the refusal.
    pub code: Option<i32>,
    /// The id of the packet that it put out.
    pub packet: Option<String>,
    /// Until when its maker may take the file that it is about (`access/file`).
    pub take_until_ms: Option<i64>,
    /// The caller made it.
    pub own: bool,
    /// The caller's roles may approve it.
    pub can_approve: bool,
}

/// Proposals.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ProposalsListData {
    /// The moment of the answer.
    pub at: At,
    /// The page.
    pub list: Vec<StaffProposal>,
    /// What all rows add up to that fit the filters; null when it was not asked for, or they are too many.
    pub sums: Option<Vec<StaffSum>>,
    /// The next page begins behind it.
    pub next: Option<String>,
    /// How many wait for a second person in all.
    pub total: i64,
}

/// One proposal with what a decider has to know.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ProposalsInfoData {
    /// The proposal.
    pub proposal: StaffProposal,
    /// Facts of this moment.
    pub facts: Vec<StaffFact>,
    /// What a version of the configuration changes of the one that it replaces; empty for every other kind.
    pub diff: Vec<StaffDiff>,
}

/// What became of a proposal.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ProposalsDecided {
    /// Its id.
    pub proposal: String,
    /// How far it is.
    pub state: String,
    /// What came of it: 0, or the code of the refusal.
    pub code: Option<i32>,
}

/// A proposal that was made.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StaffProposed {
    /// Its id.
    pub proposal: String,
    /// What an approval is bound to.
    pub digest: String,
}
