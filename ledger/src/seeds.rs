//! Server seeds: made here, sealed under the master key, opened only for a cast
//! or a reveal (domain §2.6, case T-46).
//!
//! XChaCha20-Poly1305 with owner and commit as associated data, so a sealed seed
//! cannot be moved to another player.

use crate::error::Fault;
use crate::seal::Sealer;
use crate::stream_id::partition_of;
use crate::timeouts::query_in_time;
use domain::draw::ServerSeed;
use sqlx::{PgPool, Row};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use uuid::Uuid;

/// Opened seeds kept in memory at most.
const OPEN_MAX: u64 = 100_000;

/// The store of sealed seeds.
#[derive(Clone)]
pub struct Seeds {
    pool: PgPool,
    partitions: u16,
    sealer: Sealer,
    open: moka::sync::Cache<(Uuid, String), ServerSeed>,
    queued: Arc<Mutex<VecDeque<ServerSeed>>>,
}

impl Seeds {
    pub(crate) fn new(pool: PgPool, partitions: u16, sealer: Sealer) -> Seeds {
        Seeds {
            pool,
            partitions,
            sealer,
            open: moka::sync::Cache::new(OPEN_MAX),
            queued: Arc::default(),
        }
    }

    /// Gives out `seed` next instead of a random one; for tests of published vectors.
    #[cfg(any(test, feature = "testing"))]
    pub fn queue(&self, seed: ServerSeed) {
        self.queued.lock().expect("no panic holds this lock").push_back(seed);
    }

    fn make(&self) -> ServerSeed {
        let queued = self.queued.lock().ok().and_then(|mut queued| queued.pop_front());
        queued.unwrap_or_else(|| ServerSeed::from_bytes(crate::seal::random()))
    }

    /// Makes, seals and stores a seed for `owner`; returns its commit.
    ///
    /// # Errors
    /// [`Fault`] when it cannot be stored; nobody has seen the commit then.
    pub async fn seal(&self, owner: Uuid) -> Result<String, Fault> {
        let seed = self.make();
        let commit = seed.commit();
        let sealed = self.sealer.seal(seed.reveal().as_bytes(), &associated(owner, &commit));
        sqlx::query(
            "insert into seeds (partition, player, commit, sealed) values ($1, $2, $3, $4) on conflict do nothing",
        )
        .bind(i32::from(partition_of(owner, self.partitions)))
        .bind(owner)
        .bind(&commit)
        .bind(sealed)
        .execute(&self.pool)
        .await?;
        Ok(commit)
    }

    /// Opens the seed behind `commit`.
    ///
    /// # Errors
    /// [`Fault`] when it is missing or does not open: play stops, money does not.
    pub async fn open(&self, owner: Uuid, commit: &str) -> Result<ServerSeed, Fault> {
        let key = (owner, commit.to_owned());
        if let Some(seed) = self.open.get(&key) {
            return Ok(seed);
        }
        let statement = sqlx::query("select sealed from seeds where partition = $1 and player = $2 and commit = $3")
            .bind(i32::from(partition_of(owner, self.partitions)))
            .bind(owner)
            .bind(commit);
        let row = query_in_time(&self.pool, async |connection| {
            statement.fetch_optional(connection).await
        })
        .await?;
        let wrong = || Fault::Sealed(format!("the seed behind commit {commit}"));
        let sealed: Vec<u8> = row.ok_or_else(wrong)?.try_get(0)?;
        let plain = self
            .sealer
            .open(&sealed, &associated(owner, commit))
            .ok_or_else(wrong)?;
        let text = String::from_utf8(plain).ok();
        let seed = text
            .as_deref()
            .and_then(ServerSeed::parse)
            .filter(|seed| seed.commit() == commit)
            .ok_or_else(wrong)?;
        self.open.insert(key, seed.clone());
        Ok(seed)
    }
}

fn associated(owner: Uuid, commit: &str) -> Vec<u8> {
    format!("seed:{owner}:{commit}").into_bytes()
}
