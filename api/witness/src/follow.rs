//! Following what a log publishes, as any of its readers sees it: who shows readers another history than the witness is
//! found here, although he submits nothing.
//!
//! Reads `<address>/checkpoint` and of the tiles under `<address>/log/<partition>/` those that a proof of consistency
//! takes (C2SP tlog-tiles), then goes the same way as a submitted checkpoint.

use crate::client::Client;
use crate::{NotCosigned, Witness};
use proofs::prove::{Question, Source, Tiles, tile_path, wanted};
use proofs::witness::AddCheckpoint;
use proofs::witnessed::Witnessed;
use thiserror::Error;
use tlog_tiles::Hash;

/// Why a published checkpoint was not cosigned.
#[derive(Debug, Error)]
pub enum NotFollowed {
    /// Nothing usable is published there.
    #[error("{0}")]
    Unreachable(String),
    #[error("{origin}: {why}")]
    NotCosigned { origin: String, why: NotCosigned },
}

/// Cosigns every log that is published under an address, and returns how many there are.
///
/// # Errors
/// [`NotFollowed`] of the first log that is not what it was, after all were looked at.
pub async fn round(witness: &Witness, client: &Client, url: &str) -> Result<usize, NotFollowed> {
    let url = url.trim_end_matches('/');
    let text = client.get(&format!("{url}/checkpoint")).await;
    let text = text.map_err(NotFollowed::Unreachable)?;
    let published = Witnessed::parse(&String::from_utf8_lossy(&text));
    let published = published.map_err(|why| NotFollowed::Unreachable(format!("{url}/checkpoint: {why}")))?;
    let (count, mut first) = (published.logs.len(), None);
    for (partition, note) in published.logs.into_iter().enumerate() {
        let followed = follow(witness, client, &format!("{url}/log/{partition}"), note).await;
        first = first.or(followed.err());
    }
    first.map_or(Ok(count), Err)
}

async fn follow(witness: &Witness, client: &Client, prefix: &str, note: String) -> Result<(), NotFollowed> {
    let origin = note.lines().next().unwrap_or_default().to_owned();
    let not_cosigned = |why| NotFollowed::NotCosigned {
        origin: origin.clone(),
        why,
    };
    let size = note.lines().nth(1).and_then(|size| size.parse().ok()).unwrap_or(0);
    let old = witness.size_of(&origin).map_err(not_cosigned)?;
    let proof = if old == 0 || old >= size {
        Vec::new()
    } else {
        proof(client, prefix, old, size)
            .await
            .map_err(NotFollowed::Unreachable)?
    };
    // A smaller tree than the one that was cosigned: the published log lost its end, or a slow reader asks.
    let old = old.min(size);
    let request = AddCheckpoint { old, proof, note };
    let (witness, asked) = (witness.clone(), request);
    let added = tokio::task::spawn_blocking(move || witness.add(&asked)).await;
    let added = added.map_err(|broken| NotFollowed::Unreachable(broken.to_string()))?;
    added.map(|_| ()).map_err(not_cosigned)
}

async fn proof(client: &Client, prefix: &str, old: u64, size: u64) -> Result<Vec<Hash>, String> {
    let mut tiles = Tiles::new();
    for (level, number) in wanted(Question::Prefix(old), size) {
        let path = tile_path(level, number, size).ok_or("a tile is not part of the tree")?;
        let hashes = client.get(&format!("{prefix}/{path}")).await?;
        tiles.insert((level, number), hashes.to_vec());
    }
    let answer = Question::Prefix(old).ask(size, &Source::of(tiles));
    answer.map_err(|error| format!("{prefix}: the published tiles are no tree: {error}"))
}
