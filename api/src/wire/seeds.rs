//! Seed pairs: what makes a draw checkable (domain §2.6).

use super::body::body;
use domain::player::seeds::Seeds;
use serde::Serialize;
use utoipa::ToSchema;

body! {
    /// Asks for the seed pairs.
    FishingSeedInfoBody(ts, token) {
        /// Whether to say where these seeds stand in the public log.
        #[schema(nullable = false)]
        log: Option<bool>,
    }
}

/// The seed pair in use, the commit of the next one, and the pair that was revealed last.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct FishingSeedInfoData {
    /// SHA-256 of the server seed in use.
    pub commit: String,
    /// The player's part; empty until his device draws it with the first dive of the pair.
    pub client_seed: String,
    /// Casts made with this pair.
    pub nonce: u64,
    /// SHA-256 of the server seed that comes next.
    pub next_commit: String,
    /// The pair that was revealed last.
    #[schema(required)]
    pub previous: Option<PreviousSeed>,
    /// Where these seeds stand in the public log; only when it was asked for.
    #[schema(required)]
    pub log: Option<SeedLog>,
}

/// Where the seeds of a player stand in the public log of seeds (`/seeds`), which the player's device reads and checks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SeedLog {
    /// The log of the player.
    pub partition: u16,
    /// Position of the event that committed to the next seed and revealed the pair before, if one was.
    pub newest: i64,
    /// Position of the event that committed to the seed in use.
    pub committed: i64,
    /// Events that a page covers.
    pub page: u64,
    /// The key whose signature every page carries.
    pub vkey: String,
}

/// A revealed pair.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PreviousSeed {
    /// The server seed.
    pub server_seed: String,
    /// Its SHA-256.
    pub commit: String,
    /// The player's part.
    pub client_seed: String,
    /// Casts that used it.
    pub casts: u64,
}

impl From<&Seeds> for FishingSeedInfoData {
    fn from(seeds: &Seeds) -> FishingSeedInfoData {
        let previous = seeds.previous.as_ref().map(|previous| PreviousSeed {
            server_seed: previous.server_seed.clone(),
            commit: previous.commit.clone(),
            client_seed: previous.client_seed.clone(),
            casts: previous.casts,
        });
        FishingSeedInfoData {
            commit: seeds.commit.clone(),
            client_seed: seeds.client_seed.clone(),
            nonce: seeds.nonce,
            next_commit: seeds.next_commit.clone(),
            previous,
            log: None,
        }
    }
}

body! {
    /// Reveals the seed in use and takes the next one.
    FishingSeedRotateBody(ts, token, req_id) {
        /// The player's part of the new pair: 1 to 64 of `A-Z a-z 0-9 _ -`.
        client_seed: String,
    }
}
