//! The quarantine as a bucket of a service that speaks S3, addressed by path, which every such service supports.
//!
//! The phone posts its form to the bucket itself. The policy that we sign leaves it no choice: this
//! name, this content type, 1 to [`BYTES_MAX`] bytes, until then; a presigned PUT could not bound the
//! size (api §8.2). The rest is two signed requests without a body.
//!
//! The keys need `s3:PutObject`, `s3:GetObject`, `s3:DeleteObject` on `quarantine/*`, and `s3:ListBucket`, without
//! which the service calls an absent object forbidden.

use super::{CONTENT_TYPE, Offer, Unreached};
use crate::s3::{ALGORITHM, Access, Answered, Asked, S3, Scope, is_about_the_bucket, iso};
use crate::uploads::BYTES_MAX;
use axum::http::{Method, StatusCode};
use base64::prelude::{BASE64_STANDARD, Engine};
use domain::time::Timestamp;
use serde_json::json;

#[derive(Clone)]
pub struct Bucket(S3);

fn name(object_key: &str) -> String {
    format!("quarantine/{object_key}")
}

impl Bucket {
    /// The bucket behind these keys.
    pub fn new(access: Access) -> Bucket {
        Bucket(S3::new(access))
    }

    pub(super) fn offer(&self, object_key: &str, now: Timestamp, expires_at: Timestamp) -> Offer {
        let access = &self.0.access;
        let scope = Scope::of(access, now);
        let credential = scope.credential(access);
        let policy = json!({
            "expiration": iso(expires_at),
            "conditions": [
                { "bucket": access.bucket },
                ["eq", "$key", name(object_key)],
                ["eq", "$Content-Type", CONTENT_TYPE],
                ["content-length-range", 1, BYTES_MAX],
                { "x-amz-algorithm": ALGORITHM },
                { "x-amz-credential": credential },
                { "x-amz-date": scope.moment },
            ]
        });
        let policy = BASE64_STANDARD.encode(policy.to_string());
        let fields = [
            ("key", name(object_key)),
            ("Content-Type", CONTENT_TYPE.to_owned()),
            ("x-amz-algorithm", ALGORITHM.to_owned()),
            ("x-amz-credential", credential),
            ("x-amz-date", scope.moment.clone()),
            ("x-amz-signature", scope.sign(&policy)),
            ("policy", policy),
        ];
        Offer {
            url: format!("{}/{}", access.endpoint, access.bucket),
            fields: fields.map(|(name, value)| (name.to_owned(), value)).into(),
        }
    }

    pub(super) async fn read(&self, object_key: &str, now: Timestamp) -> Result<Option<Vec<u8>>, Unreached> {
        let Answered { status, body, .. } = self.ask(Method::GET, &name(object_key), now).await?;
        match status {
            StatusCode::OK => Ok(Some(body)),
            StatusCode::NOT_FOUND if !is_about_the_bucket(&body) => Ok(None),
            _ => Err(self.0.refused(status, &body).into()),
        }
    }

    pub(super) async fn remove(&self, object_key: &str, now: Timestamp) -> Result<(), Unreached> {
        let Answered { status, body, .. } = self.ask(Method::DELETE, &name(object_key), now).await?;
        match status {
            status if status.is_success() => Ok(()),
            StatusCode::NOT_FOUND if !is_about_the_bucket(&body) => Ok(()),
            _ => Err(self.0.refused(status, &body).into()),
        }
    }

    /// Whether these keys open the bucket, asked by the name of an object that never exists, and whether it is there.
    ///
    /// # Errors
    /// `Some` sentence when the service refuses, nothing when it was not reached: that may pass.
    pub async fn check(&self, now: Timestamp) -> Result<(), Option<Unreached>> {
        for (method, object) in [(Method::GET, name("start").as_str()), (Method::HEAD, "")] {
            let is_bucket = object.is_empty();
            let Ok(Answered { status, body, .. }) = self.ask(method, object, now).await else {
                return Err(None);
            };
            match status {
                StatusCode::OK => {}
                StatusCode::NOT_FOUND if is_bucket => {
                    let answer = b"<Code>NoSuchBucket</Code>";
                    return Err(Some(self.0.refused(status, answer).into()));
                }
                StatusCode::NOT_FOUND if !is_about_the_bucket(&body) => {}
                status if status.is_server_error() => return Err(None),
                _ => return Err(Some(self.0.refused(status, &body).into())),
            }
        }
        Ok(())
    }

    /// A request without a body, for an object of the quarantine or for the bucket itself.
    async fn ask(&self, method: Method, object: &str, now: Timestamp) -> Result<Answered, Unreached> {
        let asked = Asked {
            method,
            object,
            query: "",
            condition: None,
            body: &[],
            bytes_max: BYTES_MAX + 1,
        };
        Ok(self.0.ask(asked, now).await?)
    }
}
