//! View `effects`: which events an event caused. An effect names its cause; here is the way back.

use crate::view::{View, Writing};
use ledger::Fault;
use ledger::feed::Recorded;
use ledger::log_page::LogPage;
use sqlx::{PgPool, Row};
use uuid::Uuid;

/// Effects of one event that are returned at most.
pub const EFFECTS_MAX: i64 = 200;

#[derive(Clone, Copy, Debug)]
pub struct Effects;

impl View for Effects {
    fn name(&self) -> &'static str {
        "effects"
    }

    fn write<'a>(&'a self, transaction: &'a mut sqlx::PgConnection, page: &'a LogPage) -> Writing<'a> {
        Box::pin(async move {
            let (mut causes, mut positions) = (Vec::new(), Vec::new());
            for event in page {
                if let Some(cause) = cause_of(event)? {
                    causes.push(cause);
                    positions.push(event.position);
                }
            }
            if causes.is_empty() {
                return Ok(());
            }
            sqlx::query(
                "insert into effects (partition, cause, position)
                 select $1::int, * from unnest($2::uuid[], $3::bigint[])",
            )
            .bind(page.first().map(|event| event.partition))
            .bind(causes)
            .bind(positions)
            .execute(transaction)
            .await?;
            Ok(())
        })
    }
}

/// The event that caused this one, if one did.
///
/// # Errors
/// [`Fault::Unreadable`] for metadata that does not read back.
pub fn cause_of(event: &Recorded) -> Result<Option<Uuid>, Fault> {
    // Most events are caused by nothing but a call: a look at the text is enough.
    if !event.metadata.contains("\"cause\"") {
        return Ok(None);
    }
    let context = event.context()?;
    let cause = context.get("cause").map(|cause| Uuid::parse_str(cause)).transpose();
    cause.map_err(|error| event.unreadable(error.to_string()).into())
}

/// Where the effects of an event are, `(partition, position)`, of every log up to its bound; at most [`EFFECTS_MAX`].
///
/// # Errors
/// [`Fault`] of the database.
pub async fn of(pool: &PgPool, cause: Uuid, bounds: &[i64]) -> Result<Vec<(u16, i64)>, Fault> {
    let mut effects = Vec::new();
    for (partition, until) in (0..).zip(bounds) {
        let rows = sqlx::query(
            "select position from effects where partition = $1 and cause = $2 and position <= $3
              order by position limit $4",
        )
        .bind(i32::from(partition))
        .bind(cause)
        .bind(until)
        .bind(EFFECTS_MAX)
        .fetch_all(pool)
        .await?;
        for row in rows {
            effects.push((partition, row.try_get(0)?));
        }
    }
    Ok(effects)
}
