//! Buckets: where images wait until they are cleaned, and where checkpoints are exported to. Both are of one service.

use super::reading::{given, origin};
use super::{BadSetting, Mode};
use api::quarantine::Access;
use clap::Args;

/// The settings of a bucket, as written.
#[derive(Args, Clone, Debug)]
pub(super) struct BucketArgs {
    /// Address of a service that speaks S3, without a path: images wait there until they are cleaned. Absent: they wait in the data directory
    ///
    /// Processes on several machines need a bucket. Its four settings are given together or not at all; only where LEDGER_CHECKPOINTS names a bucket of that service may LEDGER_S3_BUCKET be absent. The keys need s3:PutObject, s3:GetObject and s3:DeleteObject on quarantine/*, and s3:ListBucket; the bucket's CORS rule must allow POST from the players' address.
    #[arg(long = "s3-endpoint", env = "LEDGER_S3_ENDPOINT", value_name = "URL", global = true)]
    pub(super) s3_endpoint: Option<String>,
    /// Region of the bucket
    #[arg(
        long,
        env = "LEDGER_S3_REGION",
        value_name = "NAME",
        default_value = "us-east-1",
        global = true
    )]
    pub(super) s3_region: String,
    /// The bucket's name
    #[arg(long, env = "LEDGER_S3_BUCKET", value_name = "NAME", global = true)]
    pub(super) s3_bucket: Option<String>,
    /// Name of the key that opens the bucket
    #[arg(long, env = "LEDGER_S3_ACCESS_KEY", value_name = "ID", global = true)]
    pub(super) s3_access_key: Option<String>,
    /// The key that opens the bucket
    #[arg(
        long,
        env = "LEDGER_S3_SECRET_KEY",
        value_name = "KEY",
        global = true,
        hide_env_values = true
    )]
    pub(super) s3_secret_key: Option<String>,
}

/// A folder in a bucket, as `s3://BUCKET/FOLDER` names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) bucket: String,
    pub(super) folder: String,
}

impl Place {
    /// The place that a setting names; none when it does not begin with `s3://`.
    ///
    /// # Errors
    /// Names that cannot be part of an address.
    pub(super) fn parse(name: &str, text: &str) -> Result<Option<Place>, BadSetting> {
        let Some(path) = text.trim().strip_prefix("s3://") else {
            return Ok(None);
        };
        let (bucket, folder) = path.split_once('/').unwrap_or((path, ""));
        named(name, bucket, 63, b".-")?;
        if !folder.is_empty() {
            named(name, folder, 200, b"/.-_")?;
        }
        let folder = folder.trim_end_matches('/').to_owned();
        let bucket = bucket.to_owned();
        Ok(Some(Place { bucket, folder }))
    }
}

/// What these settings open.
#[derive(Debug)]
pub(super) struct Buckets {
    /// Where images wait.
    pub(super) images: Option<Access>,
    /// Where checkpoints are exported to, and the folder there.
    pub(super) checkpoints: Option<(Access, String)>,
}

impl BucketArgs {
    /// The buckets, when there are any; `checkpoints` is what LEDGER_CHECKPOINTS names.
    ///
    /// # Errors
    /// One that is named in part, or cannot be used.
    pub(super) fn check(self, mode: Mode, checkpoints: Option<Place>) -> Result<Buckets, BadSetting> {
        let images = given(self.s3_bucket);
        let other = checkpoints.as_ref().map(|place| place.bucket.clone());
        let bucket_is = if images.is_none() && other.is_some() {
            "LEDGER_CHECKPOINTS"
        } else {
            "LEDGER_S3_BUCKET"
        };
        let parts = [
            ("LEDGER_S3_ENDPOINT", given(self.s3_endpoint)),
            (bucket_is, images.clone().or(other)),
            ("LEDGER_S3_ACCESS_KEY", given(self.s3_access_key)),
            ("LEDGER_S3_SECRET_KEY", given(self.s3_secret_key)),
        ];
        let absent = parts.iter().find(|(_, part)| part.is_none());
        let present = parts.iter().find(|(_, part)| part.is_some());
        if let (Some((absent, _)), Some((present, _))) = (absent, present) {
            return Err(BadSetting(format!(
                "{absent} must be set, because {present} is: a bucket takes both, or neither."
            )));
        }
        let [Some(endpoint), Some(bucket), Some(access_key), Some(secret_key)] = parts.map(|(_, part)| part) else {
            return Ok(Buckets {
                images: None,
                checkpoints: None,
            });
        };
        let endpoint = origin("LEDGER_S3_ENDPOINT", &endpoint)?;
        if mode == Mode::Production && !endpoint.starts_with("https://") {
            return Err(BadSetting(
                "LEDGER_S3_ENDPOINT must begin with https:// in production, because images are not encrypted on their way.".into(),
            ));
        }
        named(bucket_is, &bucket, 63, b".-")?;
        named("LEDGER_S3_REGION", &self.s3_region, 63, b"-_")?;
        named("LEDGER_S3_ACCESS_KEY", &access_key, 128, b".-_")?;
        let secret_key = secret_key.trim().to_owned();
        let region = self.s3_region;
        let of = |bucket: String| Access {
            endpoint: endpoint.clone(),
            region: region.clone(),
            bucket,
            access_key: access_key.clone(),
            secret_key: secret_key.clone(),
        };
        Ok(Buckets {
            images: images.map(&of),
            checkpoints: checkpoints.map(|place| (of(place.bucket), place.folder)),
        })
    }
}

/// What becomes part of addresses and signatures is plain.
fn named(name: &str, text: &str, length_max: usize, beside: &[u8]) -> Result<(), BadSetting> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || beside.contains(&byte);
    if (1..=length_max).contains(&text.len()) && text.bytes().all(plain) {
        return Ok(());
    }
    let beside = String::from_utf8_lossy(beside);
    Err(BadSetting(format!(
        "{name} must be up to {length_max} letters, digits and {beside:?}, not {text:?}."
    )))
}

#[cfg(test)]
mod tests;
