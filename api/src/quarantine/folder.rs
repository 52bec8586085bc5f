//! The quarantine as a folder: bytes come by `POST /upload` ([`crate::uploads::endpoint`]) into a draft that is
//! renamed when it is whole, so a name never holds half an image.

use super::{CONTENT_TYPE, Offer, Unreached};
use crate::uploads::BYTES_MAX;
use domain::time::Timestamp;
use ledger::Vault;
use std::collections::BTreeMap;
use std::io::{self, ErrorKind};
use std::path::PathBuf;
use tokio::fs;
use tokio::io::AsyncWriteExt;
use uuid::Uuid;

/// Where the form is posted to.
pub const PATH: &str = "/upload";

/// The folder; its owner alone reads it.
#[derive(Clone)]
pub struct Folder {
    path: PathBuf,
    vault: Vault,
}

/// Bytes on their way. Dropped before it is kept, it leaves nothing.
pub struct Draft {
    file: fs::File,
    draft: PathBuf,
    kept_as: PathBuf,
    length: usize,
}

/// The draft took no more.
#[derive(Debug)]
pub enum Stopped {
    /// More than [`BYTES_MAX`].
    TooLarge,
    Disk(io::Error),
}

impl Folder {
    pub(super) fn new(path: PathBuf, vault: Vault) -> Folder {
        Folder { path, vault }
    }

    pub(super) fn offer(&self, object_key: &str, expires_at: Timestamp) -> Offer {
        let signature = self.sign(object_key, CONTENT_TYPE, expires_at.0);
        let fields = [
            ("key", object_key.to_owned()),
            ("Content-Type", CONTENT_TYPE.to_owned()),
            ("expires", expires_at.0.to_string()),
            ("signature", signature),
        ];
        Offer {
            url: PATH.to_owned(),
            fields: fields.map(|(name, value)| (name.to_owned(), value)).into(),
        }
    }

    /// The name that the fields of a form were signed for, while its time is not over.
    pub fn opened_by(&self, fields: &BTreeMap<String, String>, now: Timestamp) -> Option<String> {
        let field = |name: &str| fields.get(name).map(String::as_str);
        let (object_key, content_type) = (field("key")?, field("content-type")?);
        let expires: i64 = field("expires")?.parse().ok()?;
        let signed = self.sign(object_key, content_type, expires);
        // Both sides are hashed again under the key, so that the time of the comparison reveals nothing.
        let blind = |text: &str| self.vault.fingerprint("compare", text.as_bytes());
        let holds = now.0 < expires && blind(field("signature")?) == blind(&signed);
        holds.then(|| object_key.to_owned())
    }

    fn sign(&self, object_key: &str, content_type: &str, expires_at_ms: i64) -> String {
        let text = format!("{object_key}:{content_type}:{BYTES_MAX}:{expires_at_ms}");
        hex::encode(self.vault.fingerprint("upload", text.as_bytes()))
    }

    /// Begins to keep bytes under a name that was given out.
    ///
    /// # Errors
    /// The disk's.
    pub async fn draft(&self, object_key: &str) -> io::Result<Draft> {
        fs::DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(&self.path)
            .await?;
        let draft = self.path.join(format!(".{object_key}.{}", Uuid::new_v4().simple()));
        let mut options = fs::OpenOptions::new();
        let file = options.write(true).create_new(true).mode(0o600).open(&draft).await?;
        Ok(Draft {
            file,
            draft,
            kept_as: self.path.join(object_key),
            length: 0,
        })
    }

    pub(super) async fn read(&self, object_key: &str) -> Result<Option<Vec<u8>>, Unreached> {
        match fs::read(self.path.join(object_key)).await {
            Ok(bytes) => Ok(Some(bytes)),
            Err(absent) if absent.kind() == ErrorKind::NotFound => Ok(None),
            Err(fault) => Err(self.unreached(&fault)),
        }
    }

    pub(super) async fn remove(&self, object_key: &str) -> Result<(), Unreached> {
        match fs::remove_file(self.path.join(object_key)).await {
            Err(fault) if fault.kind() != ErrorKind::NotFound => Err(self.unreached(&fault)),
            _ => Ok(()),
        }
    }

    fn unreached(&self, fault: &io::Error) -> Unreached {
        Unreached(format!("{}: {fault}", self.path.display()))
    }
}

impl Draft {
    /// Adds bytes.
    ///
    /// # Errors
    /// [`Stopped`]; the draft is to be dropped.
    pub async fn write(&mut self, bytes: &[u8]) -> Result<(), Stopped> {
        self.length += bytes.len();
        if self.length > BYTES_MAX {
            return Err(Stopped::TooLarge);
        }
        self.file.write_all(bytes).await.map_err(Stopped::Disk)
    }

    /// The bytes have their name from now on.
    ///
    /// # Errors
    /// The disk's.
    pub async fn keep(mut self) -> io::Result<()> {
        self.file.flush().await?;
        fs::rename(&self.draft, &self.kept_as).await
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // Renamed, or taken away by somebody else: there is nothing to remove then.
        std::fs::remove_file(&self.draft).ok();
    }
}
