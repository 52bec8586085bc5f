//! What is reported: alerts of one kind and urgency together, and queues whose oldest line waits too long. Subjects of
//! alerts (accounts, wallets, transactions) stay on the desk.

use crate::alerts::{self, UNDELIVERED};
use crate::proposals::waiting;
use crate::wire::alerts::StaffAlert;
use crate::wire::facts::FactUnit;
use api::app::App;
use domain::money::Usdt;
use domain::time::DAY_MS;
use ledger::Fault;
use projections::cases;
use projections::page::Waiting;
use std::collections::BTreeMap;

/// What waits for a second person longer than this is reported (ASSUMED: approvers look once a day).
const PROPOSALS_MS_MAX: i64 = DAY_MS;
/// Cases that are open longer are reported (ASSUMED: a week of work).
const CASES_MS_MAX: i64 = 7 * DAY_MS;

/// Something that holds now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// The kind of an alert, or the name of a queue.
    pub code: String,
    /// high or low.
    pub severity: String,
    /// How many alerts, or lines of the queue.
    pub count: i64,
    /// Since when the oldest holds or waits, where that is known.
    pub since_ms: Option<i64>,
    /// The sum, where each of them has an amount.
    pub usdt: Option<Usdt>,
}

impl Condition {
    /// What holds no more.
    pub fn ended(code: &str, severity: &str) -> Condition {
        Condition {
            code: code.to_owned(),
            severity: severity.to_owned(),
            count: 0,
            since_ms: None,
            usdt: None,
        }
    }

    /// The screen of the console where its cause is dealt with.
    pub fn path(&self) -> &'static str {
        match self.code.as_str() {
            "solvency" | "rtp_drift" | "draw_drift" => "/overview",
            "rail_difference" | "rail_stale" | "wallet_low" | "wallet_high" => "/desks/days",
            "outgoing_unknown" => "/desks/reconciliation",
            "rail_paused" | "withdrawal_due" => "/desks/withdrawals",
            "view_stopped" | "view_behind" | "seed_sealed" => "/desks/views",
            "kyc_backlog" => "/desks/kyc",
            "topup_unmatched" => "/desks/topups",
            "staff_locked" => "/desks/accounts",
            "proposals_wait" => "/desks/proposals",
            "cases_wait" => "/desks/cases",
            // Those that no desk deals with stand on the list itself.
            _ => "/desks/alerts",
        }
    }
}

/// Everything that holds now.
///
/// # Errors
/// A fault of the database.
pub async fn all(app: &App) -> Result<Vec<Condition>, Fault> {
    let mut found = of_alerts(&alerts::all(app).await?);
    let ledger = app.ledger();
    let proposals = waiting::all(ledger, None).await?;
    let usdt = Some(proposals.usdt);
    found.extend(late(app, "proposals_wait", &proposals, PROPOSALS_MS_MAX).map(|late| Condition { usdt, ..late }));
    let cases = cases::open(ledger.pool()).await?;
    found.extend(late(app, "cases_wait", &cases, CASES_MS_MAX));
    Ok(found)
}

/// Alerts by kind and urgency. That nothing is delivered cannot be delivered.
fn of_alerts(alerts: &[StaffAlert]) -> Vec<Condition> {
    let mut of_kind: BTreeMap<(&str, &str), Vec<&StaffAlert>> = BTreeMap::new();
    for alert in alerts.iter().filter(|alert| alert.kind != UNDELIVERED) {
        let key = (alert.kind.as_str(), alert.severity.as_str());
        of_kind.entry(key).or_default().push(alert);
    }
    let condition = |((code, severity), alerts): ((&str, &str), Vec<&StaffAlert>)| Condition {
        code: code.to_owned(),
        severity: severity.to_owned(),
        count: i64::try_from(alerts.len()).unwrap_or(i64::MAX),
        since_ms: alerts.iter().filter_map(|alert| alert.since_ms).min(),
        usdt: sum(&alerts),
    };
    of_kind.into_iter().map(condition).collect()
}

fn sum(alerts: &[&StaffAlert]) -> Option<Usdt> {
    let amount = |alert: &&StaffAlert| match alert.value.unit {
        FactUnit::Usdt => alert.value.value.parse().ok().map(Usdt::from_minor),
        _ => None,
    };
    let amounts: Option<Vec<Usdt>> = alerts.iter().map(amount).collect();
    Some(amounts?.into_iter().fold(Usdt::ZERO, |sum, amount| sum + amount))
}

fn late(app: &App, code: &str, waiting: &Waiting, most_ms: i64) -> Option<Condition> {
    let oldest = waiting.oldest.filter(|oldest| app.now().since(*oldest) > most_ms)?;
    Some(Condition {
        count: waiting.count,
        since_ms: Some(oldest.0),
        ..Condition::ended(code, "low")
    })
}

#[cfg(test)]
mod tests;
