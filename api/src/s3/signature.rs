//! Signatures of S3 (AWS Signature Version 4): of a form's policy, and of a request.

use super::Access;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use domain::time::Timestamp;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

pub(crate) const ALGORITHM: &str = "AWS4-HMAC-SHA256";

/// Header of what is written: without it a bucket that locks its objects refuses them.
pub(crate) const CHECKSUM: &str = "x-amz-checksum-sha256";

/// When and for what a signature counts.
pub(crate) struct Scope {
    /// `20250131T120000Z`.
    pub(crate) moment: String,
    /// `20250131/eu-central-1/s3/aws4_request`.
    pub(crate) scope: String,
    key: [u8; 32],
}

/// `2025-01-31T12:00:00.000Z`.
pub(crate) fn iso(at: Timestamp) -> String {
    let (seconds, ms) = (at.since(at.day().start()) / 1_000, at.0.rem_euclid(1_000));
    let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60);
    format!("{}T{hours:02}:{minutes:02}:{:02}.{ms:03}Z", at.day(), seconds % 60)
}

impl Scope {
    pub(crate) fn of(access: &Access, now: Timestamp) -> Scope {
        let plain: String = iso(now).chars().filter(|letter| !"-:".contains(*letter)).collect();
        let moment = format!("{}Z", &plain[..15]);
        let day = &moment[..8];
        let secret = format!("AWS4{}", access.secret_key);
        let steps = [day, access.region.as_str(), "s3", "aws4_request"];
        let key = steps
            .iter()
            .fold(secret.into_bytes(), |key, step| hmac(&key, step).to_vec());
        Scope {
            scope: steps.join("/"),
            key: key.try_into().expect("a hash has 32 bytes"),
            moment,
        }
    }

    /// The key's name with the scope.
    pub(crate) fn credential(&self, access: &Access) -> String {
        format!("{}/{}", access.access_key, self.scope)
    }

    /// The signature of a policy, or of anything else that is a text.
    pub(crate) fn sign(&self, text: &str) -> String {
        hex::encode(hmac(&self.key, text))
    }

    /// The value of `authorization` for a request: its path and its query, the hash of its content, and its checksum if it
    /// carries one.
    pub(crate) fn authorization(
        &self,
        access: &Access,
        method: &str,
        host: &str,
        (path, query): (&str, &str),
        (content, checksum): (&str, Option<&str>),
    ) -> String {
        // In the order of their names.
        let signed = [
            ("host", Some(host)),
            (CHECKSUM, checksum),
            ("x-amz-content-sha256", Some(content)),
            ("x-amz-date", Some(self.moment.as_str())),
        ];
        let signed = signed.into_iter().filter_map(|(name, value)| Some((name, value?)));
        let (names, lines): (Vec<_>, Vec<_>) = signed.map(|(name, value)| (name, format!("{name}:{value}\n"))).unzip();
        let (headers, lines, moment) = (names.join(";"), lines.concat(), &self.moment);
        let canonical = format!("{method}\n{path}\n{query}\n{lines}\n{headers}\n{content}");
        let hashed = hash(canonical.as_bytes());
        let signature = self.sign(&format!("{ALGORITHM}\n{moment}\n{}\n{hashed}", self.scope));
        let credential = self.credential(access);
        format!("{ALGORITHM} Credential={credential}, SignedHeaders={headers}, Signature={signature}")
    }
}

/// The hash of a content, in hex.
pub(crate) fn hash(content: &[u8]) -> String {
    hex::encode(Sha256::digest(content))
}

/// The same as the value of [`CHECKSUM`].
pub(crate) fn checksum(content: &[u8]) -> String {
    STANDARD.encode(Sha256::digest(content))
}

fn hmac(key: &[u8], text: &str) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("a key of any length fits");
    mac.update(text.as_bytes());
    mac.finalize().into_bytes().into()
}

#[cfg(test)]
mod tests;
