//! `records/…`: what invitations brought.

use super::ask;
use super::page::StaffSum;
use domain::config::Team;
use domain::time::Timestamp;
use projections::team_records::{RecordRow, State, kind_name};
use serde::Serialize;
use utoipa::ToSchema;

ask! {
    /// Asks for what invitations brought a player, newest first.
    RecordsListBody(plain) {
        /// Whose.
        #[schema(value_type = String, format = "uuid")]
        player: api::wire::body::Id,
        /// Only those that could be received from this UTC day on, or behind this time or position.
        #[schema(nullable = false)]
        from: Option<String>,
        /// Only those up to the end of this UTC day, or up to this time or position.
        #[schema(nullable = false)]
        until: Option<String>,
        /// With the sums of all records.
        #[schema(nullable = false)]
        sums: Option<bool>,
        /// Lines at most, up to 200.
        limit: Option<i64>,
        /// `next` of the page before.
        before: Option<String>,
    }
}

ask! {
    /// Proposes to take back what nobody received of a record.
    RecordsProposeBody(signed) {
        /// Who invited.
        #[schema(value_type = String, format = "uuid")]
        player: api::wire::body::Id,
        /// The record.
        #[schema(value_type = String, format = "uuid")]
        record: api::wire::body::Id,
        /// The case that explains it: its number, or what it is called elsewhere.
        case_id: String,
    }
}

/// What a friend, or all friends' friends, brought on a day.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StaffRecord {
    /// Its id.
    pub record: String,
    /// invite, rebate_l1 or rebate_l2.
    pub kind: String,
    /// The UTC day.
    pub day: String,
    /// The friend; nobody for the second level.
    pub friend: Option<String>,
    /// diamond or usdt.
    pub asset: String,
    /// The whole of it, in minor units.
    #[schema(format = "minor")]
    pub amount: String,
    /// What is left to be received.
    pub rest: String,
    /// pending, received, expired or cancelled.
    pub state: String,
    /// Since when it can be received.
    pub opened_ms: i64,
}

impl StaffRecord {
    /// A record as the list shows it.
    pub fn of(row: &RecordRow, rules: &Team, now: Timestamp) -> StaffRecord {
        let (record, state) = (&row.record, row.state(rules, now));
        let (asset, whole, open) = match record.diamonds.is_zero() {
            true => ("usdt", record.usdt.minor(), record.rest().minor()),
            false => ("diamond", record.diamonds.minor(), record.diamonds.minor()),
        };
        let rest = if state == State::Pending { open } else { 0 };
        StaffRecord {
            record: row.id.to_string(),
            kind: kind_name(record.kind).to_owned(),
            day: record.day.to_string(),
            friend: record.friend.map(|friend| friend.to_string()),
            asset: asset.to_owned(),
            amount: whole.to_string(),
            rest: rest.to_string(),
            state: state.name().to_owned(),
            opened_ms: row.opened_at.0,
        }
    }
}

/// What invitations brought a player.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RecordsListData {
    /// Newest first.
    pub list: Vec<StaffRecord>,
    /// What all records come to that fit, by asset, whatever became of them. Null when it was not asked for, or would take
    /// too long.
    pub sums: Option<Vec<StaffSum>>,
    /// The next page begins behind it.
    pub next: Option<String>,
}
