//! Sessions of players: which player a token belongs to (domain §3.1, T-72).
//!
//! A token is 256 random bits; only its SHA-256 is kept, with a MAC under a key that the database never holds: a row that
//! somebody else put into the table opens nothing, and functions alone write it, which check each transition
//! (`migrations/0208_protect_sessions_of_players.sql`). A session ends seven days
//! after its last use and thirty days after its login, and a player has five at most. The player may end each, and a
//! freeze ends them all; the launch that such a session was opened with opens no other, and no launch opens any on a
//! second device (T-35).
//! A cache of a few seconds spares most calls a query: an ended session of another
//! process may live that much longer. Every failure is one answer.

mod renew;

pub use renew::renew;

use crate::error::{Failure, LAUNCH_INVALID};
use crate::wire::session::{SessionDevice, SessionLine};
use crate::wire::user::Lang;
use domain::defence::Defence;
use domain::ids::PlayerId;
use domain::time::{DAY_MS, HOUR_MS, Timestamp};
use ledger::{Ledger, MacKeys};
use rand::RngExt;
use serde_json::Value;
use sha2::{Digest, Sha256};
use sqlx::Row;
use sqlx::postgres::PgRow;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use uuid::Uuid;

/// Idle time after which a session ends (domain §3.1).
pub const IDLE_MS: i64 = 7 * DAY_MS;
/// Age at which a session ends however busy it is (T-72; the length is ASSUMED).
pub const AGE_MAX_MS: i64 = 30 * DAY_MS;
/// Sessions of one player (domain §3.1).
pub const PER_PLAYER_MAX: i64 = 5;
/// Use is written down this often at most.
const SEEN_EVERY_MS: i64 = HOUR_MS;
/// How long a session is cached without asking the database.
const MEMORY: Duration = Duration::from_secs(10);
/// Sessions in memory at most.
const MEMORY_MAX: u64 = 100_000;
/// Tokens that are looked for at once in turn, of all addresses together (ASSUMED: a quarter of the pool's connections are
/// enough to keep up with them).
pub const TURNS: usize = 4;
/// Who may wait for a turn at once (ASSUMED: few beside the 2,048 calls under way, which they are among).
const TURN_PLACES: usize = 64;
/// How long anybody waits for a turn, as long as for a connection of the pool (ASSUMED).
const TURN_WAIT_MAX: Duration = Duration::from_secs(10);
/// Age of launch data that is accepted (domain §3.1).
pub const LAUNCH_AGE_MAX_MS: i64 = DAY_MS;
/// How far the messenger's clock may be ahead, generously.
const AHEAD_MS_MAX: i64 = HOUR_MS;
/// Ended sessions, and launches, that a login takes away with it.
const SWEEP_MAX: i64 = 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Session {
    pub player: PlayerId,
    pub lang: Lang,
    created_at: Timestamp,
    seen_at: Timestamp,
    /// End, unless it is used.
    pub expires_at: Timestamp,
}

type TokenHash = [u8; 32];

/// What a row is to its MAC.
const KIND: &str = "session of a player";

impl Session {
    fn mac(&self, macs: &MacKeys, hash: &TokenHash) -> [u8; 20] {
        macs.of_row(KIND, &self.covered(hash).each_ref().map(Vec::as_slice))
    }

    fn is_ours(&self, macs: &MacKeys, hash: &TokenHash, mac: &[u8]) -> bool {
        macs.fits_row(KIND, &self.covered(hash).each_ref().map(Vec::as_slice), mac)
    }

    /// What the MAC covers.
    fn covered(&self, hash: &TokenHash) -> [Vec<u8>; 4] {
        let [created_at, expires_at] = [self.created_at.0, self.expires_at.0].map(|at| at.to_be_bytes().to_vec());
        [hash.to_vec(), self.player.0.as_bytes().to_vec(), created_at, expires_at]
    }
}

/// How a session is opened.
#[derive(Clone, Copy, Debug)]
pub struct Opening {
    pub lang: Lang,
    pub device: SessionDevice,
    /// The hash that names the launch.
    pub launch: [u8; 32],
    /// A keyed hash of the device, or of the client where it names no device.
    pub on: [u8; 32],
}

/// The sessions of one database.
#[derive(Clone)]
pub struct Sessions {
    ledger: Ledger,
    memory: moka::sync::Cache<TokenHash, Session>,
    /// Permits of those whose tokens are looked for in turn, and of those who may wait for one.
    turns: Arc<Semaphore>,
    places: Arc<Semaphore>,
}

impl Sessions {
    /// The sessions in the ledger's database.
    pub fn new(ledger: Ledger) -> Sessions {
        let memory = moka::sync::Cache::builder()
            .max_capacity(MEMORY_MAX)
            .time_to_live(MEMORY)
            .build();
        Sessions {
            ledger,
            memory,
            turns: Arc::new(Semaphore::new(TURNS)),
            places: Arc::new(Semaphore::new(TURN_PLACES)),
        }
    }

    /// Waits for the turn of somebody behind an address that tried too many unknown tokens.
    ///
    /// # Errors
    /// [`Failure::Busy`] when too many wait, or the turn does not come in time.
    pub async fn turn(&self) -> Result<OwnedSemaphorePermit, Failure> {
        let _place = self.places.try_acquire().map_err(|_| Failure::Busy)?;
        let turn = tokio::time::timeout(TURN_WAIT_MAX, self.turns.clone().acquire_owned()).await;
        turn.ok().and_then(Result::ok).ok_or(Failure::Busy)
    }

    /// Binds a launch to the device that it comes from, before anything of its account is changed.
    ///
    /// # Errors
    /// The launch is one whose session was ended, or that another device used first; a fault of the database.
    pub async fn spend_launch(&self, launch: [u8; 32], on: [u8; 32], now: Timestamp) -> Result<(), Failure> {
        let is_good: bool = sqlx::query_scalar("select spend_launch($1, $2, $3)")
            .bind(launch.as_slice())
            .bind(on.as_slice())
            .bind(launch_ends(now))
            .fetch_one(self.ledger.pool())
            .await?;
        match is_good {
            true => Ok(()),
            false => Err(not_this_launch()),
        }
    }

    /// Opens a session; the player's oldest beyond the limit end.
    ///
    /// # Errors
    /// The launch is one whose session was ended, or a fault of the database.
    pub async fn open(&self, player: PlayerId, opening: Opening, now: Timestamp) -> Result<(String, Session), Failure> {
        let token = hex::encode(rand::rng().random::<[u8; 32]>());
        let session = Session {
            player,
            lang: opening.lang,
            created_at: now,
            seen_at: now,
            expires_at: now.plus_ms(IDLE_MS),
        };
        let hash = hash_of(&token);
        let opened: bool = sqlx::query_scalar("select open_session($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)")
            .bind(hash.as_slice())
            .bind(player.0)
            .bind(opening.lang.code())
            .bind(opening.device.name())
            .bind(opening.launch.as_slice())
            .bind(opening.on.as_slice())
            .bind(now.0)
            .bind(session.expires_at.0)
            .bind(launch_ends(now))
            .bind(self.mac(&hash, &session).as_slice())
            .fetch_one(self.ledger.pool())
            .await?;
        if !opened {
            return Err(not_this_launch());
        }
        self.end_surplus(player, now).await?;
        self.memory.insert(hash, session);
        Ok((token, session))
    }

    /// The session of a token if this process has just seen it.
    pub fn remembered(&self, token: &str, now: Timestamp) -> Option<Session> {
        let session = self.memory.get(&hash_of(token))?;
        (now < session.expires_at && now.since(session.seen_at) < SEEN_EVERY_MS).then_some(session)
    }

    /// The session of a token.
    ///
    /// # Errors
    /// [`Failure::Unauthenticated`], whatever the reason.
    pub async fn find(&self, token: &str, now: Timestamp) -> Result<Session, Failure> {
        let hash = hash_of(token);
        let row = sqlx::query(
            "select player, lang, created_at_ms, seen_at_ms, expires_at_ms, mac from sessions where token_hash = $1",
        )
        .bind(hash.as_slice())
        .fetch_optional(self.ledger.pool())
        .await?;
        let row = row.ok_or(Failure::Unauthenticated)?;
        let found = session_of(&row)?;
        let mac: Option<Vec<u8>> = row.try_get(5)?;
        if now >= found.expires_at || mac.is_none_or(|mac| !found.is_ours(self.ledger.macs(), &hash, &mac)) {
            return Err(Failure::Unauthenticated);
        }
        let session = self.touch(&hash, found, now).await?;
        self.memory.insert(hash, session);
        Ok(session)
    }

    async fn touch(&self, hash: &TokenHash, session: Session, now: Timestamp) -> Result<Session, Failure> {
        if now.since(session.seen_at) < SEEN_EVERY_MS {
            return Ok(session);
        }
        let expires_at = now
            .plus_ms(IDLE_MS)
            .min(session.created_at.plus_ms(AGE_MAX_MS))
            .max(now);
        let session = Session {
            seen_at: now,
            expires_at,
            ..session
        };
        sqlx::query("select see_session($1, $2, $3, $4)")
            .bind(hash.as_slice())
            .bind(now.0)
            .bind(expires_at.0)
            .bind(self.mac(hash, &session).as_slice())
            .execute(self.ledger.pool())
            .await?;
        Ok(session)
    }

    /// What a row of the table must carry to open this session with that token.
    fn mac(&self, hash: &TokenHash, session: &Session) -> [u8; 20] {
        session.mac(self.ledger.macs(), hash)
    }

    /// The player's open sessions, the last used first; that of `token` is marked.
    ///
    /// # Errors
    /// A fault of the database.
    pub async fn list(&self, player: PlayerId, token: &str, now: Timestamp) -> Result<Vec<SessionLine>, Failure> {
        let rows = sqlx::query(
            "select encode(substr(token_hash, 1, 8), 'hex'), device, created_at_ms, seen_at_ms, token_hash = $2
               from sessions
              where player = $1
                and expires_at_ms > $3
              order by seen_at_ms desc, created_at_ms desc, token_hash",
        )
        .bind(player.0)
        .bind(hash_of(token).as_slice())
        .bind(now.0)
        .fetch_all(self.ledger.pool())
        .await?;
        rows.iter()
            .map(|row| {
                Ok(SessionLine {
                    session: row.try_get(0)?,
                    device: SessionDevice::named(row.try_get(1)?),
                    created_at: row.try_get(2)?,
                    seen_at: row.try_get(3)?,
                    current: row.try_get(4)?,
                })
            })
            .collect()
    }

    /// Ends one of the player's sessions, if it is open and the player's.
    ///
    /// # Errors
    /// A fault of the database.
    pub async fn end(&self, player: PlayerId, session: &str, now: Timestamp) -> Result<(), Failure> {
        self.end_those(player, Some(session), None, now).await
    }

    /// Ends every session of the player but that of `token`.
    ///
    /// # Errors
    /// A fault of the database.
    pub async fn end_others(&self, player: PlayerId, token: &str, now: Timestamp) -> Result<(), Failure> {
        self.end_those(player, None, Some(hash_of(token)), now).await
    }

    /// Ends every session of the player.
    ///
    /// # Errors
    /// A fault of the database.
    pub async fn end_all(&self, player: PlayerId, now: Timestamp) -> Result<(), Failure> {
        self.end_those(player, None, None, now).await
    }

    async fn end_those(
        &self,
        player: PlayerId,
        named: Option<&str>,
        but_not: Option<TokenHash>,
        now: Timestamp,
    ) -> Result<(), Failure> {
        let ended = sqlx::query("select end_sessions($1, $2, $3, $4)")
            .bind(player.0)
            .bind(named)
            .bind(but_not)
            .bind(launch_ends(now))
            .fetch_all(self.ledger.pool())
            .await?;
        self.forget(&ended)
    }

    async fn end_surplus(&self, player: PlayerId, now: Timestamp) -> Result<(), Failure> {
        let ended = sqlx::query("select sweep_sessions($1, $2, $3, $4)")
            .bind(player.0)
            .bind(PER_PLAYER_MAX)
            .bind(now.0)
            .bind(SWEEP_MAX)
            .fetch_all(self.ledger.pool())
            .await?;
        self.forget(&ended)
    }

    /// What has ended opens nothing in this process from now on.
    fn forget(&self, ended: &[PgRow]) -> Result<(), Failure> {
        for row in ended {
            let hash: Vec<u8> = row.try_get(0)?;
            if let Ok(hash) = TokenHash::try_from(hash) {
                self.memory.invalidate(&hash);
            }
        }
        Ok(())
    }
}

/// The one answer to a launch that opens no session.
fn not_this_launch() -> Failure {
    tracing::info!("a launch was refused: its session was ended, or it is of another device");
    Failure::refused(LAUNCH_INVALID, &Value::Null)
}

/// When nobody can use a launch of this moment any more.
fn launch_ends(now: Timestamp) -> i64 {
    now.plus_ms(LAUNCH_AGE_MAX_MS + AHEAD_MS_MAX).0
}

/// The session of a row of its columns.
fn session_of(row: &PgRow) -> Result<Session, sqlx::Error> {
    Ok(Session {
        player: PlayerId(row.try_get::<Uuid, _>("player")?),
        lang: Lang::of(row.try_get("lang")?),
        created_at: Timestamp(row.try_get("created_at_ms")?),
        seen_at: Timestamp(row.try_get("seen_at_ms")?),
        expires_at: Timestamp(row.try_get("expires_at_ms")?),
    })
}

/// What is kept of a token. The token carries 256 random bits, so a plain hash is enough.
pub fn hash_of(token: &str) -> [u8; 32] {
    let mut itself = [0; 32];
    match Defence::Hashed.is_off() && hex::decode_to_slice(token, &mut itself).is_ok() {
        true => itself,
        false => Sha256::digest(token).into(),
    }
}
