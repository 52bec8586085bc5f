//! Server seeds of players and of red packets: made here, sealed under the master key, opened only for a cast, a share
//! or a reveal (domain §2.6, §3.10, threat T-46).
//!
//! XChaCha20-Poly1305 with owner and commit as associated data, so a sealed seed
//! cannot be moved to another owner.

use crate::error::Fault;
use crate::keys::Sealers;
use crate::keys::rotate::PAGE;
use crate::stream_id::partition_of;
use crate::timeouts::query_in_time;
use domain::draw::ServerSeed;
use sqlx::{PgConnection, PgPool, Row};
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
    sealer: Sealers,
    open: moka::sync::Cache<(Uuid, String), ServerSeed>,
    queued: Arc<Mutex<VecDeque<ServerSeed>>>,
}

impl Seeds {
    pub(crate) fn new(pool: PgPool, partitions: u16, sealer: Sealers) -> Seeds {
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
            "insert into seeds (partition, player, commit, sealed, sealed_by) values ($1, $2, $3, $4, $5)
             on conflict do nothing",
        )
        .bind(i32::from(partition_of(owner, self.partitions)))
        .bind(owner)
        .bind(&commit)
        .bind(sealed)
        .bind(self.sealer.id())
        .execute(&self.pool)
        .await?;
        Ok(commit)
    }

    /// The commit of the seed that `owner` has; of one who has none, a seed is made.
    ///
    /// # Errors
    /// As [`Seeds::seal`].
    pub async fn keep(&self, owner: Uuid) -> Result<String, Fault> {
        let kept = sqlx::query_scalar("select commit from seeds where partition = $1 and player = $2 limit 1")
            .bind(i32::from(partition_of(owner, self.partitions)))
            .bind(owner)
            .fetch_optional(&self.pool)
            .await?;
        match kept {
            Some(commit) => Ok(commit),
            None => self.seal(owner).await,
        }
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
        let statement =
            sqlx::query("select sealed, sealed_by from seeds where partition = $1 and player = $2 and commit = $3")
                .bind(i32::from(partition_of(owner, self.partitions)))
                .bind(owner)
                .bind(commit);
        let row = query_in_time(&self.pool, async |connection| {
            statement.fetch_optional(connection).await
        })
        .await?;
        let wrong = || Fault::Sealed(format!("the seed behind commit {commit}"));
        let row = row.ok_or_else(wrong)?;
        let (sealed, sealed_by): (Vec<u8>, Option<Vec<u8>>) = (row.try_get(0)?, row.try_get(1)?);
        let plain = self
            .sealer
            .open(sealed_by.as_deref(), &sealed, &associated(owner, commit))
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

/// Seals every seed under the key in use that another one seals; returns how many.
pub(crate) async fn renew(owner: &mut PgConnection, sealer: &Sealers) -> Result<u64, Fault> {
    let (mut last, mut renewed) = ((-1, Uuid::nil(), String::new()), 0);
    loop {
        let rows = sqlx::query(
            "select partition, player, commit, sealed, sealed_by from seeds
              where (partition, player, commit) > ($1, $2, $3) and sealed_by is distinct from $4
              order by partition, player, commit limit $5",
        )
        .bind(last.0)
        .bind(last.1)
        .bind(&last.2)
        .bind(sealer.id())
        .bind(PAGE)
        .fetch_all(&mut *owner)
        .await?;
        let Some(end) = rows.last() else { return Ok(renewed) };
        last = (end.try_get(0)?, end.try_get(1)?, end.try_get(2)?);
        let (mut partitions, mut players) = (Vec::new(), Vec::new());
        let (mut commits, mut after) = (Vec::new(), Vec::new());
        for row in &rows {
            let (player, commit): (Uuid, String) = (row.try_get(1)?, row.try_get(2)?);
            let (sealed, sealed_by): (Vec<u8>, Option<Vec<u8>>) = (row.try_get(3)?, row.try_get(4)?);
            let plain = sealer.open(sealed_by.as_deref(), &sealed, &associated(player, &commit));
            let plain = plain.ok_or_else(|| Fault::Sealed(format!("the seed behind commit {commit}")))?;
            after.push(sealer.seal(&plain, &associated(player, &commit)));
            partitions.push(row.try_get::<i32, _>(0)?);
            players.push(player);
            commits.push(commit);
        }
        let done = sqlx::query(
            "update seeds s set sealed = made.sealed, sealed_by = $5
               from unnest($1::int[], $2::uuid[], $3::text[], $4::bytea[]) as made(partition, player, commit, sealed)
              where s.partition = made.partition and s.player = made.player and s.commit = made.commit",
        )
        .bind(partitions)
        .bind(players)
        .bind(commits)
        .bind(after)
        .bind(sealer.id())
        .execute(&mut *owner)
        .await?;
        renewed += done.rows_affected();
    }
}

fn associated(owner: Uuid, commit: &str) -> Vec<u8> {
    format!("seed:{owner}:{commit}").into_bytes()
}
