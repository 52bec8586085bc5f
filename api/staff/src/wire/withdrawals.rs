//! `withdrawals/…`: money on its way out.

use super::ask;
use super::at::At;
use super::facts::StaffFact;
use super::finding::StaffFinding;
use super::keys::{StaffPublicKey, StaffSignature};
use super::page::StaffSum;
use serde::Serialize;
use utoipa::ToSchema;

ask! {
    /// Asks for withdrawals: those that are neither paid nor back, oldest first, or those that are over, newest first.
    WithdrawalsListBody(plain) {
        /// review, approved, sent or broadcast; confirmed, failed or rejected; all. Without: what is neither paid nor back.
        state: Option<String>,
        /// All of one player, whatever became of them; without a state.
        #[schema(value_type = Option<String>, format = "uuid")]
        player: Option<api::wire::body::Id>,
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
    /// Asks for one withdrawal with everything that a reviewer has to know.
    WithdrawalsInfoBody(plain) {
        /// The withdrawal.
        #[schema(value_type = String, format = "uuid")]
        withdrawal: api::wire::body::Id,
    }
}

ask! {
    /// Takes a withdrawal up for review.
    WithdrawalsStartBody(write) {
        /// The withdrawal.
        #[schema(value_type = String, format = "uuid")]
        withdrawal: api::wire::body::Id,
    }
}

ask! {
    /// Lets a withdrawal go; above the limit of two people this is the first or the second yes.
    WithdrawalsApproveBody(signed) {
        /// The withdrawal.
        #[schema(value_type = String, format = "uuid")]
        withdrawal: api::wire::body::Id,
        /// The digest of what was looked at.
        digest: String,
    }
}

ask! {
    /// Refuses a withdrawal: all of it goes back. The player reads the reason.
    WithdrawalsRejectBody(signed) {
        /// The withdrawal.
        #[schema(value_type = String, format = "uuid")]
        withdrawal: api::wire::body::Id,
    }
}

ask! {
    /// Takes an approved withdrawal, of which nothing was sent, back into review.
    WithdrawalsFlagBody(signed) {
        /// The withdrawal.
        #[schema(value_type = String, format = "uuid")]
        withdrawal: api::wire::body::Id,
    }
}

ask! {
    /// Proposes that a payment which was not what was approved stops its withdrawal no longer.
    WithdrawalsProposeClearBody(signed) {
        /// The withdrawal.
        #[schema(value_type = String, format = "uuid")]
        withdrawal: api::wire::body::Id,
    }
}

ask! {
    /// Sends nothing from any wallet until it goes on.
    WithdrawalsPauseBody(signed) {}
}

ask! {
    /// Lets every wallet go on.
    WithdrawalsResumeBody(signed) {}
}

/// A withdrawal of the queue.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StaffWithdrawal {
    /// Its id.
    pub withdrawal: String,
    /// Whose.
    pub player: String,
    /// What the amounts are of.
    pub asset: String,
    /// What the player gives, minor units.
    #[schema(format = "minor")]
    pub amount: String,
    /// What the house keeps.
    #[schema(format = "minor")]
    pub fee: String,
    /// What arrives.
    #[schema(format = "minor")]
    pub net: String,
    /// Where to.
    pub address: String,
    /// What goes with the payment.
    pub comment: Option<String>,
    /// review, approved, sent, broadcast, confirmed, failed or rejected.
    pub state: String,
    /// When it was asked for.
    pub requested_ms: i64,
    /// When players expect it (domain §3.12).
    pub deadline_ms: i64,
    /// Who said yes to these terms.
    pub approved_by: Vec<String>,
    /// Two people must.
    pub needs_two: bool,
    /// What the rules found: identity, source_of_funds, flagged, tied, never_topped_up, no_biometrics.
    pub flags: Vec<String>,
    /// A payment that is not what was approved stops it.
    pub mismatch: bool,
    /// The transaction of the chain that was seen for it.
    pub tx: Option<String>,
    /// When it was paid or came back; nothing while it is under way.
    pub ended_ms: Option<i64>,
    /// Why it was not paid.
    pub why: Option<String>,
    /// The top-up whose unspent coupons two people give back; null for what the player asked for.
    pub order_no: Option<String>,
}

/// Withdrawals of the queue.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct WithdrawalsListData {
    /// The moment of the answer.
    pub at: At,
    /// The page.
    pub list: Vec<StaffWithdrawal>,
    /// What all rows add up to that fit the filters; null when it was not asked for, or would take too long.
    pub sums: Option<Vec<StaffSum>>,
    /// The next page begins behind it.
    pub next: Option<String>,
    /// Why nothing is sent; nothing while it is.
    pub paused: Option<String>,
    /// The rule of the service that stopped them, as a code; null where a person did.
    pub paused_finding: Option<StaffFinding>,
}

/// Something that happened to a withdrawal.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StaffStep {
    /// The event.
    pub event: String,
    /// When.
    pub at_ms: i64,
    /// Who.
    pub actor: String,
    /// Why, in the words of whoever did it.
    pub reason: Option<String>,
    /// The transaction that was seen.
    pub tx: Option<String>,
}

/// A signed approval, with all that it takes to check it: SHA-256 over six lines is signed, as `StaffSignature` says.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StaffSigned {
    /// Who approved.
    pub account: String,
    /// When.
    pub at_ms: i64,
    /// The call of the statement.
    pub call: String,
    /// Its subject.
    pub subject: String,
    /// The digest of what was approved.
    pub digest: String,
    /// The request id of the statement.
    pub request: String,
    /// The key; nothing when it was revoked since.
    pub public_key: Option<StaffPublicKey>,
    /// Who approved the key.
    pub key_approved_by: Option<String>,
    /// The signature.
    pub signature: StaffSignature,
}

/// Other accounts that brought a detail of the player's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct WithdrawalTie {
    /// payee, phone, mail or document.
    pub detail: String,
    /// The accounts, at most 50.
    pub others: Vec<String>,
}

/// One withdrawal with everything that a reviewer has to know.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct WithdrawalsInfoData {
    /// The withdrawal.
    pub withdrawal: StaffWithdrawal,
    /// What an approval is bound to.
    pub digest: String,
    /// What it is at the request: tier, fee, sum since ever.
    pub terms: Vec<StaffFact>,
    /// Each account that the payment moves, before and, while it waits for a yes, after it; and what the viewer and whoever
    /// said yes already may still let go alone today.
    pub decision: Vec<StaffFact>,
    /// How the player plays: dives, stakes, prizes.
    pub play: Vec<StaffFact>,
    /// Where the USDT of the purse came from, by event, minor units.
    pub sources: Vec<StaffFact>,
    /// What of it friends brought, in thousandths.
    pub referral_per_mille: i64,
    /// Identity: 0 none, 1 under review, 2 failed, 3 approved, 4 rejected.
    pub kyc: i64,
    /// The account is stopped.
    pub frozen: bool,
    /// Who else ever brought what the player brings now. Kept outside the log: it has no past.
    pub ties: Vec<WithdrawalTie>,
    /// Addresses that the player set, newest first.
    pub addresses: Vec<StaffAddress>,
    /// What happened to it.
    pub steps: Vec<StaffStep>,
    /// What was signed for it, in the order in which it was signed.
    pub messages: Vec<StaffMessage>,
    /// Approvals that their approvers signed.
    pub signatures: Vec<StaffSigned>,
}

/// A message that was signed for a withdrawal. The chain executes one of a slot at most.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StaffMessage {
    /// The rail.
    pub rail: String,
    /// The number that the chain executes once.
    pub slot: i64,
    /// 0 is the slot's first message; a later one takes its place.
    pub attempt: i64,
    /// pay, or cancel: the number is taken, so that nothing is paid with it.
    pub purpose: String,
    /// The hash that the chain knows it by, in hex.
    pub hash: String,
    /// When it was signed.
    pub signed_ms: i64,
    /// How its slot ended: paid, not_paid and so on; nothing while that is not certain.
    pub outcome: Option<String>,
}

/// An address that a player set.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StaffAddress {
    /// The address.
    pub address: String,
    /// When.
    pub at_ms: i64,
}

/// How far a withdrawal is.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct WithdrawalsDecided {
    /// Its id.
    pub withdrawal: String,
    /// Its state.
    pub state: String,
    /// Who said yes.
    pub approved_by: Vec<String>,
    /// A second person must.
    pub waits: bool,
}

/// How many wallets were stopped or go on.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct WithdrawalsSwitched {
    /// Wallets that changed.
    pub wallets: i64,
}
