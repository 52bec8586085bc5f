//! The settings of a bucket: all of them, or none.

use super::reading::origin;
use super::{BadSetting, Mode};
use api::quarantine::Access;

/// The settings as written; empty ones are absent.
pub(super) struct Raw {
    pub(super) endpoint: Option<String>,
    pub(super) region: String,
    pub(super) bucket: Option<String>,
    pub(super) access_key: Option<String>,
    pub(super) secret_key: Option<String>,
}

impl Raw {
    /// The bucket, when there is one.
    ///
    /// # Errors
    /// One that is named in part, or cannot be used.
    pub(super) fn check(self, mode: Mode) -> Result<Option<Access>, BadSetting> {
        let parts = [
            ("LEDGER_S3_ENDPOINT", &self.endpoint),
            ("LEDGER_S3_BUCKET", &self.bucket),
            ("LEDGER_S3_ACCESS_KEY", &self.access_key),
            ("LEDGER_S3_SECRET_KEY", &self.secret_key),
        ];
        let absent = parts.iter().find(|(_, part)| part.is_none());
        let present = parts.iter().find(|(_, part)| part.is_some());
        if let (Some((absent, _)), Some((present, _))) = (absent, present) {
            return Err(BadSetting(format!(
                "{absent} must be set, because {present} is: a bucket takes both, or neither."
            )));
        }
        let (Some(endpoint), Some(bucket), Some(access_key), Some(secret_key)) =
            (self.endpoint, self.bucket, self.access_key, self.secret_key)
        else {
            return Ok(None);
        };
        let endpoint = origin("LEDGER_S3_ENDPOINT", &endpoint)?;
        if mode == Mode::Production && !endpoint.starts_with("https://") {
            return Err(BadSetting(
                "LEDGER_S3_ENDPOINT must begin with https:// in production, because images are not encrypted on their way.".into(),
            ));
        }
        named("LEDGER_S3_BUCKET", &bucket, 63, b".-")?;
        named("LEDGER_S3_REGION", &self.region, 63, b"-_")?;
        named("LEDGER_S3_ACCESS_KEY", &access_key, 128, b".-_")?;
        Ok(Some(Access {
            endpoint,
            region: self.region,
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
mod tests {
    use super::*;

    fn raw() -> Raw {
        Raw {
            endpoint: Some("https://s3.example.com".into()),
            region: "eu-central-1".into(),
            bucket: Some("kyc.images-1".into()),
            access_key: Some("AKID".into()),
            secret_key: Some("secret/+".into()),
        }
    }

    fn sentence(change: impl FnOnce(&mut Raw), mode: Mode) -> String {
        let mut raw = raw();
        change(&mut raw);
        raw.check(mode).expect_err("refused").to_string()
    }

    #[test]
    fn a_bucket_is_named_whole_or_not_at_all() {
        let bucket = raw().check(Mode::Production).expect("fits").expect("a bucket");
        assert_eq!(
            (bucket.bucket.as_str(), bucket.region.as_str()),
            ("kyc.images-1", "eu-central-1")
        );
        let nothing = Raw {
            endpoint: None,
            region: "us-east-1".into(),
            bucket: None,
            access_key: None,
            secret_key: None,
        };
        assert_eq!(nothing.check(Mode::Production), Ok(None));
        for (part, name) in [
            ((|raw| raw.endpoint = None) as fn(&mut Raw), "LEDGER_S3_ENDPOINT"),
            (|raw| raw.bucket = None, "LEDGER_S3_BUCKET"),
            (|raw| raw.access_key = None, "LEDGER_S3_ACCESS_KEY"),
            (|raw| raw.secret_key = None, "LEDGER_S3_SECRET_KEY"),
        ] {
            let sentence = sentence(part, Mode::Development);
            assert!(
                sentence.starts_with(&format!("{name} must be set, because LEDGER_S3_")),
                "{sentence}"
            );
        }
    }

    #[test]
    fn what_cannot_be_used_is_named() {
        let development = Mode::Development;
        assert!(sentence(|raw| raw.endpoint = Some("s3".into()), development).starts_with("LEDGER_S3_ENDPOINT"));
        assert!(sentence(|raw| raw.bucket = Some("a/b".into()), development).starts_with("LEDGER_S3_BUCKET"));
        assert!(sentence(|raw| raw.region = String::new(), development).starts_with("LEDGER_S3_REGION"));
        assert!(sentence(|raw| raw.access_key = Some("a b".into()), development).starts_with("LEDGER_S3_ACCESS_KEY"));
        let plain = |raw: &mut Raw| raw.endpoint = Some("http://127.0.0.1:9000".into());
        assert!(sentence(plain, Mode::Production).contains("https://"));
        let mut local = raw();
        plain(&mut local);
        assert!(local.check(development).is_ok());
    }
}
