//! Where the bytes of an image are stored between the phone and the vault (api §8.3): as they were sent, unchecked, for
//! a day at most.
//!
//! | | folder (the default) | bucket (S3) |
//! |---|---|---|
//! | the phone posts its form to | this service, `/upload` | the bucket |
//! | what bounds name, type, size and time | a signature of ours, checked before and while bytes come | a POST policy, checked by the bucket |
//! | who reads | the process that took the bytes | any process |
//!
//! Both are offered in one shape, so a client sees no difference. The content type is one that no
//! browser shows: what the bytes are is found out from the bytes. Nothing here is ever served.

mod bucket;
pub mod folder;

pub use crate::s3::Access;
pub use bucket::Bucket;
pub use folder::Folder;

use crate::uploads::BYTES_MAX;
use domain::time::Timestamp;
use ledger::Vault;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The content type of every upload.
pub const CONTENT_TYPE: &str = "application/octet-stream";
/// The form's field with the bytes; it comes last.
pub const FILE_FIELD: &str = "file";

/// Where an installation keeps images that were not cleaned yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Storage {
    /// A folder of this machine.
    Folder(PathBuf),
    /// A bucket of a service that speaks S3.
    Bucket(Access),
}

impl Default for Storage {
    /// A folder of this process's own among the system's temporary files.
    fn default() -> Storage {
        let name = format!("ledger-quarantine-{}", std::process::id());
        Storage::Folder(std::env::temp_dir().join(name))
    }
}

/// A form for one image: where to post it, and the fields before the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// An address, or a path of this service.
    pub url: String,
    /// In any order.
    pub fields: BTreeMap<String, String>,
}

/// The quarantine did not do it; the sentence is for the operator.
#[derive(Clone, Debug, thiserror::Error)]
#[error("quarantine: {0}")]
pub struct Unreached(pub String);

impl From<crate::s3::Unreached> for Unreached {
    fn from(fault: crate::s3::Unreached) -> Unreached {
        Unreached(fault.0)
    }
}

/// The quarantine of one installation.
#[derive(Clone)]
pub enum Quarantine {
    Folder(Folder),
    Bucket(Bucket),
}

impl Quarantine {
    /// Opens it; nothing is asked yet. The vault's keys sign for the folder.
    pub fn new(storage: &Storage, vault: &Vault) -> Quarantine {
        match storage {
            Storage::Folder(path) => Quarantine::Folder(Folder::new(path.clone(), vault.clone())),
            Storage::Bucket(access) => Quarantine::Bucket(Bucket::new(access.clone())),
        }
    }

    /// The form for one image.
    pub fn offer(&self, object_key: &str, now: Timestamp, expires_at: Timestamp) -> Offer {
        match self {
            Quarantine::Folder(folder) => folder.offer(object_key, expires_at),
            Quarantine::Bucket(bucket) => bucket.offer(object_key, now, expires_at),
        }
    }

    /// The bytes under a name; nothing when none came, or more than [`BYTES_MAX`].
    ///
    /// # Errors
    /// [`Unreached`]: it is not known whether there are any.
    pub async fn read(&self, object_key: &str, now: Timestamp) -> Result<Option<Vec<u8>>, Unreached> {
        let found = match self {
            Quarantine::Folder(folder) => folder.read(object_key).await?,
            Quarantine::Bucket(bucket) => bucket.read(object_key, now).await?,
        };
        Ok(found.filter(|bytes| bytes.len() <= BYTES_MAX))
    }

    /// Destroys the bytes under a name. Twice is once.
    ///
    /// # Errors
    /// [`Unreached`]: they may still be there.
    pub async fn remove(&self, object_key: &str, now: Timestamp) -> Result<(), Unreached> {
        match self {
            Quarantine::Folder(folder) => folder.remove(object_key).await,
            Quarantine::Bucket(bucket) => bucket.remove(object_key, now).await,
        }
    }
}
