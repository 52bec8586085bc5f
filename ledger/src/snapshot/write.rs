//! Snapshots are written by one task for each type of stream. Its queue is bounded:
//! a full one takes no snapshot, and the stream's next command offers another. A hot
//! stream that offers several while one statement is under way gets its newest written.

use super::{At, Snapshot};
use crate::error::Fault;
use crate::event_log::EventLog;
use crate::mac::Stored;
use crate::timeouts::query_in_time;
use domain::stream::Stream;
use std::collections::HashMap;
use tokio::sync::mpsc;

/// Snapshots waiting at most (ASSUMED: a second of full load; a player's state is at most 4 kB).
const WAITING_MAX: usize = 1_024;

/// A reserved entry of the queue, taken before the events are durable and used after.
pub(crate) type Permit<S> = mpsc::OwnedPermit<Snapshot<S>>;

/// The queue of snapshots of one type of stream.
#[derive(Clone)]
pub(crate) struct Snapshots<S>(mpsc::Sender<Snapshot<S>>);

impl<S: Stream> Snapshots<S> {
    /// Starts the task; it ends with the last clone of the queue.
    pub(crate) fn start(log: EventLog) -> Snapshots<S> {
        let (queue, waiting) = mpsc::channel(WAITING_MAX);
        tokio::spawn(run(log, waiting));
        Snapshots(queue)
    }

    /// A permit to send one snapshot, unless the queue is full.
    pub(crate) fn permit(&self) -> Option<Permit<S>> {
        self.0.clone().try_reserve_owned().ok()
    }
}

async fn run<S: Stream>(log: EventLog, mut waiting: mpsc::Receiver<Snapshot<S>>) {
    let mut taken: Vec<Snapshot<S>> = Vec::new();
    while waiting.recv_many(&mut taken, WAITING_MAX).await > 0 {
        // Commands of one batch send theirs as they wake up, in any order.
        taken.sort_by_key(|one| one.at.version);
        let newest: HashMap<String, Snapshot<S>> = taken.drain(..).map(|one| (one.at.key.clone(), one)).collect();
        match write(&log, newest.into_values()).await {
            Err(error) if !log.is_closed() => {
                tracing::warn!(stream_type = S::TYPE, %error, "snapshots were not written; the log has everything");
            }
            Ok(()) | Err(_) => {}
        }
    }
}

/// A newer snapshot of the stream stays, unless it is of another state version. A crash may lose
/// what is written, so the commit does not wait for the disk.
const WRITE: &str = "
with unhurried as materialized (select set_config('synchronous_commit', 'off', true))
insert into snapshots (partition, aggregate_type, aggregate_id, version, leaf, recorded_at_ms,
                       state_version, state, digest)
select s.partition, $1, s.key, s.version, s.leaf, s.recorded_at_ms, $2, s.state, s.digest
  from unhurried, unnest($3::int[], $4::text[], $5::bigint[], $6::bytea[], $7::bigint[], $8::bytea[], $9::bytea[])
       as s(partition, key, version, leaf, recorded_at_ms, state, digest)
 order by s.partition, s.key
    on conflict (partition, aggregate_type, aggregate_id)
    do update set version = excluded.version, leaf = excluded.leaf, recorded_at_ms = excluded.recorded_at_ms,
                  state_version = excluded.state_version, state = excluded.state, digest = excluded.digest
    where snapshots.version < excluded.version or snapshots.state_version <> excluded.state_version
";

async fn write<S: Stream>(log: &EventLog, snapshots: impl Iterator<Item = Snapshot<S>>) -> Result<(), Fault> {
    let mut rows = Vec::new();
    for Snapshot { at, state } in snapshots {
        let state =
            serde_json::to_vec(&state).map_err(|error| Fault::Law(format!("a state does not write: {error}")))?;
        if let Some(mac) = at.mac::<S>(log, &state) {
            rows.push((at, state, mac));
        }
    }
    let statement = sqlx::query(WRITE)
        .bind(S::TYPE)
        .bind(i32::from(S::STATE_VERSION))
        .bind(column(&rows, |(at, ..)| at.partition))
        .bind(column(&rows, |(at, ..)| at.key.as_str()))
        .bind(column(&rows, |(at, ..)| at.version as i64))
        .bind(column(&rows, |(at, ..)| &at.leaf[..]))
        .bind(column(&rows, |(at, ..)| at.recorded_at.0))
        .bind(column(&rows, |(_, state, _)| state.as_slice()))
        .bind(column(&rows, |(.., mac)| &mac[..]));
    query_in_time(log, async |connection| {
        Ok::<_, Fault>(statement.execute(connection).await?)
    })
    .await?;
    Ok(())
}

fn column<'a, C>(rows: &'a [(At, Vec<u8>, Stored)], of: impl Fn(&'a (At, Vec<u8>, Stored)) -> C) -> Vec<C> {
    rows.iter().map(of).collect()
}
