//! What is sealed under a master key, by the id of that key.

use super::Held;
use crate::mac::KeyId;
use crate::seal::Sealer;
use domain::defence::Defence;

/// Seals under the key in use, opens under any that was given.
#[derive(Clone)]
pub struct Sealers {
    /// The key in use is the first.
    keys: Vec<(KeyId, Sealer)>,
    /// The key of rows without an id: they are from before ids were written.
    unnamed: KeyId,
}

impl Sealers {
    pub(super) fn of(held: &Held, unnamed: KeyId, purpose: &str) -> Sealers {
        let masters = std::iter::once(&held.current).chain(&held.others);
        let keys = masters.map(|master| (master.id, Sealer::of_purpose(&master.key, purpose)));
        Sealers {
            keys: keys.collect(),
            unnamed,
        }
    }

    /// The id of the key in use, which belongs beside what [`Sealers::seal`] made.
    pub(crate) fn id(&self) -> &[u8] {
        &self.keys[0].0
    }

    pub(crate) fn seal(&self, plain: &[u8], associated: &[u8]) -> Vec<u8> {
        self.keys[0].1.seal(plain, associated)
    }

    /// The plain bytes; nothing when the key was not given, is another one than the row says, or the bytes differ.
    pub(crate) fn open(&self, sealed_by: Option<&[u8]>, sealed: &[u8], associated: &[u8]) -> Option<Vec<u8>> {
        let id = sealed_by.unwrap_or(&self.unnamed);
        let is_its = |known: &KeyId| known == id || Defence::Sealed.is_off();
        let (_, sealer) = self.keys.iter().find(|(known, _)| is_its(known))?;
        sealer.open(sealed, associated)
    }
}
