//! Following what a log publishes, as any of its readers sees it: who shows readers another history than the witness is
//! found here, although he submits nothing.
//!
//! Reads `<address>/checkpoint`: the note over all logs of a database that is witnessed here, and the note of each of these
//! logs with the same size and root. Of the tiles under `<address>/log/<partition>/` it reads those that a proof of
//! consistency takes (C2SP tlog-tiles), then goes the same way as a submitted checkpoint.
//!
//! | published | is |
//! |---|---|
//! | a tree that continues the one that was cosigned | cosigned |
//! | an older one, and the log's tiles prove that the cosigned one begins with it | behind: the newer is kept |
//! | an older one without that proof: the log lost its end, or it is another | refused |
//! | another tree of that size, or a larger one with another past | refused |
//! | no note of a log that the checkpoint is over, or one of another checkpoint | refused |

use crate::client::Client;
use crate::{NotCosigned, Witness};
use proofs::LogHead;
use proofs::prove::{Question, Source, Tiles, tile_path, wanted};
use proofs::witness::{AddCheckpoint, Refused};
use proofs::witnessed::Witnessed;
use thiserror::Error;
use tlog_tiles::Hash;

/// How often a log is looked at in one round when its witness cosigned a newer tree meanwhile, which the log itself
/// submitted (ASSUMED: it asks every few seconds).
const LOOKS_MAX: usize = 3;

/// Why a published checkpoint was not cosigned.
#[derive(Debug, Error)]
pub enum NotFollowed {
    /// Nothing usable is published there.
    #[error("{0}")]
    Unreachable(String),
    /// The notes that are published are not those of one checkpoint: of a log that is left out nothing can be compared.
    #[error("{0}")]
    NotOfOneCheckpoint(String),
    #[error("{origin}: {why}")]
    NotCosigned { origin: String, why: NotCosigned },
}

/// What is published under an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Followed {
    pub logs: usize,
    /// Of these: older than what was cosigned, and its beginning.
    pub behind: usize,
}

/// One log of them.
struct Log<'a> {
    client: &'a Client,
    /// Its address.
    prefix: String,
    origin: String,
    note: String,
    size: u64,
}

/// Cosigns every log that is published under an address.
///
/// # Errors
/// [`NotFollowed`] of the checkpoint, or of the first log that is not what it was, after all were looked at.
pub async fn round(witness: &Witness, client: &Client, url: &str) -> Result<Followed, NotFollowed> {
    let url = url.trim_end_matches('/');
    let text = client.get(&format!("{url}/checkpoint")).await;
    let text = text.map_err(NotFollowed::Unreachable)?;
    let published = Witnessed::parse(&String::from_utf8_lossy(&text));
    let published = published.map_err(|why| NotFollowed::Unreachable(format!("{url}/checkpoint: {why}")))?;
    let (logs, mut behind, whole) = (published.logs.len(), 0, witness.opens(&published));
    // Those that are there are looked at all the same, so that another history of one of them is kept as evidence.
    let mut first = whole.err().map(|why| NotFollowed::NotOfOneCheckpoint(why.0));
    for (partition, note) in published.logs.into_iter().enumerate() {
        let log = Log {
            client,
            prefix: format!("{url}/log/{partition}"),
            origin: note.lines().next().unwrap_or_default().to_owned(),
            size: note.lines().nth(1).and_then(|size| size.parse().ok()).unwrap_or(0),
            note,
        };
        match log.follow(witness).await {
            Ok(is_behind) => behind += usize::from(is_behind),
            Err(why) => first = first.or(Some(why)),
        }
    }
    first.map_or(Ok(Followed { logs, behind }), Err)
}

impl Log<'_> {
    /// Whether it is behind; otherwise it is cosigned.
    async fn follow(&self, witness: &Witness) -> Result<bool, NotFollowed> {
        let mut looks = 0;
        loop {
            looks += 1;
            let known = witness.newest(&self.origin).map_err(|why| self.not_cosigned(why))?;
            match known {
                Some(known) if known.size > self.size => return self.begins(witness, &known).await.map(|()| true),
                _ => {}
            }
            match self.cosigned_by(witness, known.map_or(0, |known| known.size)).await {
                Err(NotFollowed::NotCosigned {
                    why: NotCosigned::Refused(Refused::OldSize(_)),
                    ..
                }) if looks < LOOKS_MAX => {}
                cosigned => return cosigned.map(|()| false),
            }
        }
    }

    async fn cosigned_by(&self, witness: &Witness, old: u64) -> Result<(), NotFollowed> {
        let proof = if old == self.size {
            Some(Vec::new())
        } else {
            self.proof(old, self.size).await?
        };
        let missing = || NotFollowed::Unreachable(format!("{}: the tiles of the tree are not there", self.prefix));
        let request = AddCheckpoint {
            old,
            proof: proof.ok_or_else(missing)?,
            note: self.note.clone(),
        };
        let witness = witness.clone();
        let added = tokio::task::spawn_blocking(move || witness.add(&request)).await;
        let added = added.map_err(|broken| NotFollowed::Unreachable(broken.to_string()))?;
        added.map(|_| ()).map_err(|why| self.not_cosigned(why))
    }

    /// The tree that was cosigned begins with the published one.
    async fn begins(&self, witness: &Witness, cosigned: &LogHead) -> Result<(), NotFollowed> {
        let proof = self.proof(self.size, cosigned.size).await?;
        let checked = witness.begins_with(&self.note, proof.as_deref(), cosigned);
        checked.map_err(|why| self.not_cosigned(why))
    }

    /// What the published tiles say of two sizes; nothing when some of the tiles are not there.
    async fn proof(&self, old: u64, size: u64) -> Result<Option<Vec<Hash>>, NotFollowed> {
        if old == 0 {
            return Ok(Some(Vec::new()));
        }
        let no_tree = |why: &str| NotFollowed::Unreachable(format!("{}: no tree is published: {why}", self.prefix));
        let mut tiles = Tiles::new();
        for (level, number) in wanted(Question::Prefix(old), size) {
            let path = tile_path(level, number, size).ok_or_else(|| no_tree("a tile is not part of it"))?;
            let found = self.client.find(&format!("{}/{path}", self.prefix)).await;
            match found.map_err(NotFollowed::Unreachable)? {
                Some(hashes) => tiles.insert((level, number), hashes.to_vec()),
                None => return Ok(None),
            };
        }
        let answer = Question::Prefix(old).ask(size, &Source::of(tiles));
        answer.map(Some).map_err(|error| no_tree(&error.to_string()))
    }

    fn not_cosigned(&self, why: NotCosigned) -> NotFollowed {
        let origin = self.origin.clone();
        NotFollowed::NotCosigned { origin, why }
    }
}
