//! The law of the shares: a lucky packet shows its seed as it ends, and gave the shares that the seed draws.
//!
//! Packets are read one after the other, each from its first event to its last, so no more is held than the shares of one.
//! Nothing of the service's state is used: terms, shares and seed stand in the events.

use super::LawResult;
use super::entry::{Entry, count, each, law};
use domain::red_packet::{PacketEvent, Recount, RedPacket};
use domain::stream::Stream as _;
use ledger::Fault;
use sqlx::PgConnection;

/// Recomputes the shares of every packet that ended, in the snapshot that `database` reads.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn check(database: &mut PgConnection) -> Result<LawResult, Fault> {
    let says = "a lucky packet shows its seed as it ends, and gave the shares that the seed draws";
    let mut result = law("I-30b", says);
    let (mut packet, mut recount) = (String::new(), Recount::default());
    let given = format!(
        "where aggregate_type = '{}' order by aggregate_id, sequence",
        RedPacket::TYPE
    );
    each(database, &given, |entry: &Entry| {
        if entry.key != packet {
            entry.key.clone_into(&mut packet);
            recount = Recount::default();
        }
        let event = entry.read::<PacketEvent>();
        if let Some(holds) = event.map_or(Some(false), |event| recount.take(event)) {
            count(&mut result, holds, &entry.place.to_string());
        }
    })
    .await?;
    Ok(result)
}
