//! Where checkpoints are exported to, and any other place that somebody names on the command line.

use super::BadSetting;
use super::storage::{Buckets, Place};
use api::checkpoint_bucket::CheckpointBucket;
use api::s3::Access;
use ledger::Clock;
use ledger::notary::store::CheckpointStore;
use std::path::{Path, PathBuf};

/// The stores of checkpoints that these settings open.
#[derive(Clone, Debug)]
pub struct Checkpoints {
    own: Kind,
    /// The keys of buckets, when there are any.
    keys: Option<Access>,
}

#[derive(Clone, Debug)]
enum Kind {
    Folder(PathBuf),
    Bucket(Access, String),
}

impl Checkpoints {
    pub(super) fn new(buckets: &Buckets, folder: &Path) -> Checkpoints {
        let of_checkpoints = buckets.checkpoints.clone();
        let keys = of_checkpoints.as_ref().map(|(access, _)| access.clone());
        Checkpoints {
            own: of_checkpoints.map_or_else(
                || Kind::Folder(folder.to_owned()),
                |(access, folder)| Kind::Bucket(access, folder),
            ),
            keys: keys.or_else(|| buckets.images.clone()),
        }
    }

    /// The store of LEDGER_CHECKPOINTS.
    pub fn store(&self) -> CheckpointStore {
        match &self.own {
            Kind::Folder(path) => path.clone().into(),
            Kind::Bucket(access, folder) => {
                CheckpointStore::new(CheckpointBucket::new(access.clone(), folder, Clock::system()))
            }
        }
    }

    /// The bucket that an argument names, with the keys of these settings; none when it is a path.
    ///
    /// # Errors
    /// A bucket whose service no setting names.
    pub fn bucket_at(&self, argument: &Path) -> Result<Option<CheckpointBucket>, BadSetting> {
        let text = argument.to_string_lossy();
        let Some(Place { bucket, folder }) = Place::parse("The address", &text)? else {
            return Ok(None);
        };
        let none = || {
            BadSetting(format!(
                "{text} is in a bucket, and LEDGER_S3_ENDPOINT names no service of buckets."
            ))
        };
        let keys = self.keys.clone().ok_or_else(none)?;
        let access = Access { bucket, ..keys };
        Ok(Some(CheckpointBucket::new(access, &folder, Clock::system())))
    }

    /// The store that an argument names: a bucket, or a folder.
    ///
    /// # Errors
    /// As [`Checkpoints::bucket_at`].
    pub fn store_at(&self, argument: &Path) -> Result<CheckpointStore, BadSetting> {
        let bucket = self.bucket_at(argument)?;
        Ok(bucket.map_or_else(|| argument.to_owned().into(), CheckpointStore::new))
    }
}
