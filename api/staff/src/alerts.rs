//! What somebody must look at, computed from what is (api §7.16). An alert has no state of its own: it goes when
//! its cause goes. Who sees to one is read from the members' streams.

mod delivery;
mod draws;
mod drift;
mod outgoing;
mod solvency;
mod wallets;

pub use delivery::UNDELIVERED;

use super::accounts;
use super::wire::alerts::StaffAlert;
use super::wire::facts::{FactUnit, Measured};
use api::app::App;
use api::call_bursts::{CallKind, SPAN_MIN};
use domain::finding::Finding;
use domain::player::fishing::stake_closed_above;
use domain::stream::Context;
use domain::time::{DAY_MS, HOUR_MS, Timestamp};
use ledger::{Fault, StreamId};
use projections::cursor::{Stop, standings};
use projections::page::Between;
use projections::{kyc_checks, staff_actions, unrevealed_seeds, withdrawals};
use std::fmt::Display;

/// The call by which a member says to see to one.
pub const ACKNOWLEDGE: &str = "alerts/acknowledge";
/// A view that is older answers wrongly enough to be looked at (ASSUMED).
const BEHIND_MS_MAX: i64 = 60_000;
/// Checks that wait longer are a backlog (ASSUMED: domain §3.11 promises no time).
const KYC_MS_MAX: i64 = DAY_MS;
/// Withdrawals this near to their promise are due (ASSUMED).
const DUE_MS: i64 = 4 * HOUR_MS;
/// Payments of nobody that wait longer are looked at (ASSUMED).
const UNMATCHED_MS_MAX: i64 = DAY_MS;
/// Every seed is revealed within this time of its last dive (domain §2.6).
const SEALED_MS_MAX: i64 = DAY_MS;
/// The code of an answer that failed through no fault of the caller (domain §3.16).
const FAULT: i32 = -1;
/// Lines of one kind at most.
const KIND_MAX: i64 = 50;

struct Found {
    kind: &'static str,
    is_high: bool,
    subject: String,
    value: Measured,
    bound: Measured,
    since: Option<Timestamp>,
}

/// Everything that somebody must look at now, the urgent ones first.
///
/// # Errors
/// A fault of the database.
pub async fn all(app: &App) -> Result<Vec<StaffAlert>, Fault> {
    let mut found = solvency::all(app).await?;
    found.extend(wallets::all(app).await?);
    found.extend(outgoing::all(app).await?);
    found.extend(views(app).await?);
    found.extend(queues(app).await?);
    found.extend(seeds(app).await?);
    found.extend(breaker(app));
    found.extend(locks(app).await?);
    found.extend(drift(app).await?);
    found.extend(draws(app).await?);
    found.extend(pulse(app));
    found.extend(delivery::late(app).await?);
    let mut alerts = Vec::with_capacity(found.len());
    for one in found {
        alerts.push(shown(app, one).await?);
    }
    alerts.sort_by_key(|alert| alert.severity != "high");
    Ok(alerts)
}

async fn shown(app: &App, found: Found) -> Result<StaffAlert, Fault> {
    let alert = format!("{}:{}", found.kind, found.subject);
    let ledger = app.ledger();
    let seen = staff_actions::of_call(ledger.pool(), ACKNOWLEDGE, Some(&alert), 1).await?;
    // An alert that came again was not acknowledged.
    let seen = seen
        .into_iter()
        .find(|seen| found.since.is_none_or(|since| seen.at >= since));
    let by = match &seen {
        Some(seen) => ledger.staff().load(&StreamId::thing(seen.member.0)).await?.state.name,
        None => None,
    };
    Ok(StaffAlert {
        alert,
        kind: found.kind.to_owned(),
        severity: if found.is_high { "high" } else { "low" }.to_owned(),
        subject: found.subject,
        value: found.value,
        bound: found.bound,
        since_ms: found.since.map(|since| since.0),
        acknowledged_by: by,
        acknowledged_ms: seen.map(|seen| seen.at.0),
    })
}

/// Where a view has stopped, and why.
pub fn stopped_at(stop: &Stop) -> Finding {
    let text = format!("{} at {}: {}", stop.event_type, stop.position, stop.error);
    let finding = Finding::new("stopped_at", text).with("type", &stop.event_type);
    finding.with("position", stop.position).with("detail", &stop.error)
}

/// Calls within the span that bursts are counted in.
fn in_minutes(count: impl Display) -> Finding {
    let finding = Finding::new("in_minutes", format!("{count} in {SPAN_MIN} minutes"));
    finding.with("count", count).with("minutes", SPAN_MIN)
}

async fn views(app: &App) -> Result<Vec<Found>, Fault> {
    let mut found = Vec::new();
    for standing in standings(app.ledger().pool(), app.now()).await? {
        let subject = format!("{}/{}", standing.view, standing.partition);
        if let Some(stop) = standing.stopped {
            found.push(Found {
                kind: "view_stopped",
                is_high: true,
                subject,
                value: Measured::said(stopped_at(&stop)),
                bound: Measured::word("follows", "follows"),
                since: Some(stop.since),
            });
        } else if standing.behind_ms > BEHIND_MS_MAX {
            found.push(Found {
                kind: "view_behind",
                is_high: false,
                subject,
                value: Measured::new(FactUnit::Duration, standing.behind_ms),
                bound: Measured::new(FactUnit::Duration, BEHIND_MS_MAX),
                since: None,
            });
        }
    }
    Ok(found)
}

async fn queues(app: &App) -> Result<Vec<Found>, Fault> {
    let (pool, now, config) = (app.ledger().pool(), app.now(), app.config());
    let mut found = Vec::new();
    let late = Between {
        until_ms: now.plus_ms(-KYC_MS_MAX).0 - 1,
        ..Between::default()
    };
    let late = kyc_checks::waiting(pool, late).await?;
    found.extend(late.oldest.map(|oldest| Found {
        kind: "kyc_backlog",
        is_high: false,
        subject: "queue".to_owned(),
        value: Measured::new(FactUnit::Number, late.count),
        bound: Measured::word("none_older_than_a_day", "none older than a day"),
        since: Some(oldest.plus_ms(KYC_MS_MAX)),
    }));
    for row in withdrawals::under_way(pool, None, KIND_MAX).await? {
        let due = row.requested.at.plus_ms(config.withdraw.eta_ms);
        if now >= due.plus_ms(-DUE_MS) {
            found.push(Found {
                kind: "withdrawal_due",
                is_high: now >= due,
                subject: row.withdrawal.to_string(),
                value: Measured::new(FactUnit::Time, row.requested.at.0),
                bound: Measured::new(FactUnit::Time, due.0),
                since: Some(due.plus_ms(-DUE_MS)),
            });
        }
    }
    let unmatched = rails::incoming::unmatched(pool).await?;
    let late = unmatched
        .into_iter()
        .filter(|one| now.since(one.seen_at) > UNMATCHED_MS_MAX);
    found.extend(late.map(|one| Found {
        kind: "topup_unmatched",
        is_high: false,
        subject: one.payment.tx,
        value: Measured::new(FactUnit::Usdt, one.payment.amount.minor()),
        bound: Measured::word("assigned_within_a_day", "assigned within a day"),
        since: Some(one.seen_at.plus_ms(UNMATCHED_MS_MAX)),
    }));
    Ok(found)
}

async fn seeds(app: &App) -> Result<Option<Found>, Fault> {
    let before = app.now().plus_ms(-SEALED_MS_MAX);
    let sealed = unrevealed_seeds::rested(app.ledger().pool(), before, KIND_MAX).await?;
    Ok(sealed.first().map(|(_, ended)| Found {
        kind: "seed_sealed",
        is_high: true,
        subject: "seeds".to_owned(),
        value: Measured::new(FactUnit::Number, sealed.len()),
        bound: Measured::word("revealed_within_a_day", "revealed within a day of its last dive"),
        since: Some(ended.plus_ms(SEALED_MS_MAX)),
    }))
}

fn breaker(app: &App) -> Option<Found> {
    // What solvency closes is an alert of its own.
    let context = Context {
        stakes_closed_above: None,
        ..app.context()
    };
    let closed_above = stake_closed_above(&context)?;
    Some(Found {
        kind: "breaker",
        is_high: true,
        subject: context.now.day().to_string(),
        value: Measured::new(FactUnit::Usdt, context.house_day.minor()),
        bound: Measured::said(
            Finding::new("stakes_closed", format!("stakes above {closed_above} are closed"))
                .with("stake", closed_above),
        ),
        since: Some(context.now.day().start()),
    })
}

async fn locks(app: &App) -> Result<Vec<Found>, Fault> {
    let now = app.now();
    let accounts = accounts::list(app.ledger()).await?;
    let locked = accounts.into_iter().filter(|account| account.locked_until_ms > now.0);
    let found = locked.map(|account| Found {
        kind: "staff_locked",
        is_high: false,
        subject: account.state.name.unwrap_or_default(),
        value: Measured::said(
            Finding::new("wrong_attempts", format!("{} wrong attempts", account.failures))
                .with("count", account.failures),
        ),
        bound: Measured::new(FactUnit::Time, account.locked_until_ms),
        since: None,
    });
    Ok(found.collect())
}

async fn drift(app: &App) -> Result<Option<Found>, Fault> {
    let returned = drift::returned(app).await?;
    let found = returned.drifted_ppm().map(|ppm| Found {
        kind: "rtp_drift",
        is_high: true,
        subject: format!("paid_dives/{}", returned.dives()),
        value: Measured::new(FactUnit::Ppm, ppm),
        bound: Measured::new(FactUnit::Ppm, app.config().game.paytable.rtp_ppm),
        since: None,
    });
    Ok(found)
}

async fn draws(app: &App) -> Result<Vec<Found>, Fault> {
    let (uneven, since) = draws::uneven(app).await?;
    let found = uneven.into_iter().map(|level| Found {
        kind: "draw_drift",
        is_high: true,
        subject: format!("level/{}", level.level),
        value: Measured::said(level.found()),
        bound: Measured::said(draws::bound()),
        since: Some(since),
    });
    Ok(found.collect())
}

/// What this process answered lately: bursts, and faults of its own.
fn pulse(app: &App) -> Vec<Found> {
    let (pulse, now) = (app.call_counts(), app.now());
    let burst = |burst: api::call_bursts::Burst| {
        let (kind, subject) = match burst.kind {
            CallKind::Login => ("login_spike", "login".to_owned()),
            CallKind::Claim => ("claim_spike", "claims".to_owned()),
            CallKind::Code(code) => ("error_rate", code.to_string()),
        };
        Found {
            kind,
            is_high: false,
            subject,
            value: Measured::said(in_minutes(burst.count)),
            bound: Measured::said(
                Finding::new("usually", format!("usually {}", burst.usual)).with("count", burst.usual),
            ),
            since: None,
        }
    };
    // Faults are reported below, from the first one on.
    let bursts = pulse
        .bursts(now)
        .into_iter()
        .filter(|burst| burst.kind != CallKind::Code(FAULT));
    let mut found: Vec<_> = bursts.map(burst).collect();
    let faults = pulse.recent(CallKind::Code(FAULT), now);
    found.extend((faults > 0).then(|| Found {
        kind: "faults",
        is_high: true,
        subject: "api".to_owned(),
        value: Measured::said(in_minutes(faults)),
        bound: Measured::new(FactUnit::Number, 0),
        since: None,
    }));
    found
}
