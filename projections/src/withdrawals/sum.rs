//! Totals of a list of withdrawals: over all rows that match its filter, not only those of one page.

use crate::page::Between;
use domain::ids::PlayerId;
use domain::money::Asset;
use domain::stream::Stream as _;
use domain::withdrawal::{State, Withdrawal};
use ledger::Fault;
use ledger::sums::{self, Sums};
use sqlx::PgPool;

/// The last event of a withdrawal among these says how far it is, as [`super::step_of`] reads them.
const STATES: [(&str, State); 10] = [
    ("Requested", State::Review),
    ("ReturnOpened", State::Review),
    ("RiskFlagged", State::Review),
    ("Approved", State::Approved),
    ("SlotClosed", State::Approved),
    ("Sent", State::Sent),
    ("Broadcast", State::Broadcast),
    ("Confirmed", State::Confirmed),
    ("Failed", State::Failed),
    ("Rejected", State::Rejected),
];

/// Which withdrawals are added up; an absent field leaves all.
#[derive(Clone, Copy, Debug, Default)]
pub struct Which {
    /// Paid or back, or neither.
    pub is_over: Option<bool>,
    pub state: Option<State>,
    pub player: Option<PlayerId>,
    /// When they were asked for.
    pub between: Between,
}

/// The sum of what players gave; nothing where adding up takes too long.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn sum(pool: &PgPool, which: Which) -> Result<Option<Sums>, Fault> {
    let named = |state: Option<State>| {
        let of_state = STATES.iter().filter(|(_, is)| state.is_none_or(|state| state == *is));
        of_state.map(|(event, _)| *event).collect::<Vec<_>>()
    };
    let mut bounded = sums::begin(pool).await?;
    let rows = sqlx::query(
        "select $1::text, count(*),
                (coalesce(sum((w.requested->'WithdrawalRequested'->'request'->'terms'->>'amount')::numeric), 0)
                    * 1000000)::numeric(39, 0)::text, '0'
           from withdrawals w
          where w.requested_at_ms > $2 and w.requested_at_ms <= $3
            and ($4::bool is null or w.is_over = $4) and ($5::uuid is null or w.player = $5)
            and ($6 or (select e.event_type from events e
                         where e.aggregate_type = $9 and e.aggregate_id = w.withdrawal::text
                           and e.event_type = any($7)
                         order by e.sequence desc limit 1) = any($8))
         having count(*) > 0",
    )
    .bind(Asset::Usdt.name())
    .bind(which.between.after_ms)
    .bind(which.between.until_ms)
    .bind(which.is_over)
    .bind(which.player.map(|player| player.0))
    .bind(which.state.is_none())
    .bind(named(None))
    .bind(named(which.state))
    .bind(Withdrawal::TYPE)
    .fetch_all(&mut *bounded)
    .await;
    let mut all = Sums::new();
    Ok(sums::take(&mut all, rows)?.then_some(all))
}
