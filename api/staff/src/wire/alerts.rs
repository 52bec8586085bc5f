//! `alerts/…`: what somebody must look at.

use super::ask;
use super::facts::Measured;
use serde::Serialize;
use utoipa::ToSchema;

ask! {
    /// Asks for everything that somebody must look at now.
    AlertsListBody(plain) {}
}

ask! {
    /// Says that the member has seen an alert and sees to it.
    AlertsAcknowledgeBody(write) {
        /// The alert, as the list names it.
        alert: String,
    }
}

/// Something that somebody must look at. It goes when its cause goes.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StaffAlert {
    /// Its name: kind and subject.
    pub alert: String,
    /// solvency, rail_paused, rail_difference, rail_stale, outgoing_unknown, view_stopped, view_behind, kyc_backlog, breaker,
    /// withdrawal_due, topup_unmatched, seed_sealed, staff_locked or notifications_undelivered.
    pub kind: String,
    /// high or low.
    pub severity: String,
    /// What it is about: an account, a wallet, a view, a withdrawal.
    pub subject: String,
    /// What was found.
    pub value: Measured,
    /// What it should be.
    pub bound: Measured,
    /// Since when, where that is known.
    pub since_ms: Option<i64>,
    /// Who sees to it.
    pub acknowledged_by: Option<String>,
    /// Since when.
    pub acknowledged_ms: Option<i64>,
}

/// Everything that somebody must look at now.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AlertsListData {
    /// The urgent ones first.
    pub list: Vec<StaffAlert>,
}
