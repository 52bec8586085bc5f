//! Where images wait until they are cleaned: a bucket that is named whole, or a folder.

use super::reading::{given, origin};
use super::{BadSetting, Mode};
use api::quarantine::Access;
use clap::Args;

/// The settings of a bucket, as written.
#[derive(Args, Clone, Debug)]
pub(super) struct BucketArgs {
    /// Address of a service that speaks S3, without a path: images wait there until they are cleaned. Absent: they wait in the data directory
    ///
    /// Processes on several machines need a bucket. Its four settings are given together or not at all. The keys need s3:PutObject, s3:GetObject and s3:DeleteObject on quarantine/*, and s3:ListBucket; the bucket's CORS rule must allow POST from the players' address.
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

impl BucketArgs {
    /// The bucket, when there is one.
    ///
    /// # Errors
    /// One that is named in part, or cannot be used.
    pub(super) fn check(self, mode: Mode) -> Result<Option<Access>, BadSetting> {
        let parts = [
            ("LEDGER_S3_ENDPOINT", given(self.s3_endpoint)),
            ("LEDGER_S3_BUCKET", given(self.s3_bucket)),
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
            return Ok(None);
        };
        let endpoint = origin("LEDGER_S3_ENDPOINT", &endpoint)?;
        if mode == Mode::Production && !endpoint.starts_with("https://") {
            return Err(BadSetting(
                "LEDGER_S3_ENDPOINT must begin with https:// in production, because images are not encrypted on their way.".into(),
            ));
        }
        named("LEDGER_S3_BUCKET", &bucket, 63, b".-")?;
        named("LEDGER_S3_REGION", &self.s3_region, 63, b"-_")?;
        named("LEDGER_S3_ACCESS_KEY", &access_key, 128, b".-_")?;
        Ok(Some(Access {
            endpoint,
            region: self.s3_region,
            bucket,
            access_key,
            secret_key: secret_key.trim().to_owned(),
        }))
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
