//! A session of a partition's writer: its connection to the primary, and what must be so before anything is written or
//! answered over it.
//!
//! Knows nothing of batches.

use crate::crash_point::{Defect, planted};
use crate::error::is_out_of_reach;
use crate::keys::rotate::may_write;
use crate::mac::KeyId;
use crate::read::feed;
use crate::schema::Engine;
use crate::servers::Servers;
use crate::synchrony::Synchrony;
use crate::timeouts::{ANSWER_TIME_MAX, in_time, within};
use sqlx::{Connection, Executor, PgConnection};
use std::time::{Duration, Instant};

/// How long a batch waits for a primary that takes writes; then its commands are Busy (as long as a statement may take).
pub(super) const PRIMARY_TIME_MAX: Duration = ANSWER_TIME_MAX;
/// How often it looks for one meanwhile.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// Nothing is written under a key that was retired, or is about to be.
const RETIRED: &str = "the master key of this process is retired: restart it with the new LEDGER_MASTER_KEY";

/// The last event that a writer acknowledged: its position and leaf.
pub(super) type Acknowledged = (i64, [u8; 32]);

/// A connection to the primary. What was committed over it cannot vanish while it lives.
pub(super) struct Session {
    pub connection: PgConnection,
    /// What the server is: asked once for each session.
    pub engine: Engine,
    /// Sessions of a writer are counted from 1.
    pub number: u64,
    began: Instant,
    synchrony: Synchrony,
    /// A standby has all that could be seen when it began, where that is required.
    is_settled: bool,
}

impl Session {
    pub(super) fn new((connection, engine): (PgConnection, Engine), number: u64, synchrony: Synchrony) -> Session {
        Session {
            connection,
            engine,
            number,
            began: Instant::now(),
            synchrony,
            is_settled: false,
        }
    }

    /// Whether it leads to the primary, and not to a server that was replaced and does not know it.
    pub(super) fn is_of_primary(&self, servers: &Servers) -> bool {
        servers.is_of_primary(self.began.elapsed())
    }

    /// That the server still has it. What was committed over it is there then, so nothing is read.
    ///
    /// # Errors
    /// That it broke, or did not answer in time.
    pub(super) async fn ping(&mut self, time_max: Duration) -> Result<(), sqlx::Error> {
        within(time_max, self.connection.ping()).await
    }

    /// Before anything is acknowledged over it: see [`Synchrony::settle`].
    ///
    /// # Errors
    /// Of the database, or that no standby confirmed it in time.
    pub(super) async fn settle(&mut self) -> Result<(), sqlx::Error> {
        if !self.is_settled {
            in_time(self.synchrony.settle(&mut self.connection)).await?;
            self.is_settled = true;
        }
        Ok(())
    }
}

/// A connection to the primary, for which it is waited so long at most, with its engine, and whether the log there holds
/// what was acknowledged.
///
/// # Errors
/// What the servers answered last.
pub(super) async fn connect(
    servers: &Servers,
    synchrony: &Synchrony,
    key: KeyId,
    (partition, acknowledged): (i32, Option<Acknowledged>),
    time_max: Duration,
) -> Result<((PgConnection, Engine), bool), sqlx::Error> {
    let began = Instant::now();
    loop {
        let connecting = async {
            let mut connection = servers.connect().await?;
            let engine = Engine::of(&mut connection).await?;
            connection.execute(session_settings(engine).as_str()).await?;
            synchrony.look(&mut connection).await?;
            if !may_write(&mut connection, key).await? {
                return Err(std::io::Error::other(RETIRED).into());
            }
            let is_there = holds(&mut connection, partition, acknowledged).await?;
            Ok(((connection, engine), is_there))
        };
        match within(time_max, connecting).await {
            Err(error) if is_out_of_reach(&error) && began.elapsed() < time_max => {
                tokio::time::sleep(LOOK_EVERY).await;
            }
            connected => return connected,
        }
    }
}

/// Whether a log still holds the event that was acknowledged last.
async fn holds(
    connection: &mut PgConnection,
    partition: i32,
    acknowledged: Option<Acknowledged>,
) -> Result<bool, sqlx::Error> {
    let Some((position, leaf)) = acknowledged.filter(|_| !planted(Defect::TrustedMemory)) else {
        return Ok(true);
    };
    let is_there = feed::holds(connection, (partition, position), &leaf).await?;
    if !is_there {
        tracing::error!(
            partition,
            position,
            "the log has lost an event that was acknowledged, as a failover to a standby that was behind does: this \
             process writes no more; stop every process and compare the database with the exported checkpoints"
        );
    }
    Ok(is_there)
}

/// The role, and the server's own timeout: a statement that timed out here must not go on waiting for a lock there.
/// Statements are planned once: no plan for particular rows is better than the one by the keys, also while the tables
/// are still small. Citus finds the node of a statement, and sends it a call, by the value: there each is planned anew.
fn session_settings(engine: Engine) -> String {
    let timeout = ANSWER_TIME_MAX.as_millis();
    let plans = match engine {
        Engine::Plain => "set plan_cache_mode = force_generic_plan; set enable_seqscan = off",
        Engine::Citus => "set plan_cache_mode = force_custom_plan",
    };
    format!("set role ledger_app; set statement_timeout = {timeout}; {plans}")
}
