//! The quarantine as a bucket of a service that speaks S3, addressed by path, which every such service supports.
//!
//! The phone posts its form to the bucket itself. The policy that we sign leaves it no choice: this
//! name, this content type, 1 to [`BYTES_MAX`] bytes, until then; a presigned PUT could not bound the
//! size (api §8.2). The rest is two signed requests without a body, so no client library is needed.
//!
//! The keys need `s3:PutObject`, `s3:GetObject`, `s3:DeleteObject` on `quarantine/*`, and `s3:ListBucket`, without
//! which the service calls an absent object forbidden.

use super::signature::{ALGORITHM, Scope, iso, of_nothing};
use super::{CONTENT_TYPE, Offer, Unreached};
use crate::https::{Https, client};
use crate::uploads::BYTES_MAX;
use axum::body::Bytes;
use axum::http::{Method, Request, StatusCode, Uri};
use base64::prelude::{BASE64_STANDARD, Engine};
use domain::time::Timestamp;
use http_body_util::{BodyExt, Full, Limited};
use serde_json::json;
use std::fmt;
use std::time::Duration;

/// The longest the service may take (ASSUMED: 8 MiB on a line of one server to another).
const TIME_MAX: Duration = Duration::from_secs(20);

/// Where the bucket is, and whose keys open it.
#[derive(Clone, PartialEq, Eq)]
pub struct Access {
    /// Address without a path, `https://…`.
    pub endpoint: String,
    /// The region's name, part of every signature.
    pub region: String,
    pub bucket: String,
    /// Name of the key.
    pub access_key: String,
    pub secret_key: String,
}

impl fmt::Debug for Access {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Access({}/{})", self.endpoint, self.bucket)
    }
}

#[derive(Clone)]
pub struct Bucket {
    access: Access,
    http: Https,
}

fn name(object_key: &str) -> String {
    format!("quarantine/{object_key}")
}

impl Bucket {
    /// The bucket behind these keys.
    pub fn new(access: Access) -> Bucket {
        Bucket { access, http: client() }
    }

    pub(super) fn offer(&self, object_key: &str, now: Timestamp, expires_at: Timestamp) -> Offer {
        let (access, scope) = (&self.access, Scope::of(&self.access, now));
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
        match self.ask(Method::GET, &self.object(object_key), now).await? {
            (StatusCode::OK, bytes) => Ok(Some(bytes)),
            (StatusCode::NOT_FOUND, answer) if !is_about_the_bucket(&answer) => Ok(None),
            (status, answer) => Err(self.refused(status, &answer)),
        }
    }

    pub(super) async fn remove(&self, object_key: &str, now: Timestamp) -> Result<(), Unreached> {
        match self.ask(Method::DELETE, &self.object(object_key), now).await? {
            (status, _) if status.is_success() => Ok(()),
            (StatusCode::NOT_FOUND, answer) if !is_about_the_bucket(&answer) => Ok(()),
            (status, answer) => Err(self.refused(status, &answer)),
        }
    }

    /// Whether these keys open the bucket, asked by the name of an object that never exists, and whether it is there.
    ///
    /// # Errors
    /// `Some` sentence when the service refuses, nothing when it was not reached: that may pass.
    pub async fn check(&self, now: Timestamp) -> Result<(), Option<Unreached>> {
        for (method, path) in [
            (Method::GET, self.object("start")),
            (Method::HEAD, format!("/{}", self.access.bucket)),
        ] {
            let is_bucket = method == Method::HEAD;
            match self.ask(method, &path, now).await {
                Ok((StatusCode::OK, _)) => {}
                Ok((StatusCode::NOT_FOUND, _)) if is_bucket => {
                    let answer = b"<Code>NoSuchBucket</Code>";
                    return Err(Some(self.refused(StatusCode::NOT_FOUND, answer)));
                }
                Ok((StatusCode::NOT_FOUND, answer)) if !is_about_the_bucket(&answer) => {}
                Ok((status, _)) if status.is_server_error() => return Err(None),
                Ok((status, answer)) => return Err(Some(self.refused(status, &answer))),
                Err(_) => return Err(None),
            }
        }
        Ok(())
    }

    fn object(&self, object_key: &str) -> String {
        format!("/{}/{}", self.access.bucket, name(object_key))
    }

    async fn ask(&self, method: Method, path: &str, now: Timestamp) -> Result<(StatusCode, Vec<u8>), Unreached> {
        let (access, scope) = (&self.access, Scope::of(&self.access, now));
        let uri: Uri = format!("{}{path}", access.endpoint)
            .parse()
            .map_err(|_| self.silent("no address"))?;
        let host = uri.authority().map_or("", |authority| authority.as_str()).to_owned();
        let request = Request::builder()
            .header(
                "authorization",
                scope.authorization(access, method.as_str(), &host, path),
            )
            .header("x-amz-content-sha256", of_nothing())
            .header("x-amz-date", &scope.moment)
            .header("host", host)
            .method(method)
            .uri(uri)
            .body(Full::<Bytes>::default())
            .map_err(|_| self.silent("a setting that no header can hold"))?;
        let asked = async {
            let response = self
                .http
                .request(request)
                .await
                .map_err(|fault| self.silent(&fault.to_string()))?;
            let status = response.status();
            let body = Limited::new(response.into_body(), BYTES_MAX + 1).collect().await;
            Ok((
                status,
                body.map_err(|fault| self.silent(&fault.to_string()))?
                    .to_bytes()
                    .to_vec(),
            ))
        };
        let timed = tokio::time::timeout(TIME_MAX, asked).await;
        timed.map_err(|_| self.silent("no answer in time"))?
    }

    fn silent(&self, why: &str) -> Unreached {
        Unreached(format!("{:?} was not reached: {why}", self.access))
    }

    /// The service's own code, which is all that the operator needs of its answer.
    fn refused(&self, status: StatusCode, answer: &[u8]) -> Unreached {
        let code = code_of(answer).unwrap_or_default();
        Unreached(format!("{:?} refuses with {} {code}", self.access, status.as_u16()))
    }
}

fn code_of(answer: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(answer).ok()?;
    let (code, _) = text.split_once("<Code>")?.1.split_once("</Code>")?;
    let plain = code.len() <= 60 && code.bytes().all(|byte| byte.is_ascii_alphanumeric());
    plain.then(|| code.to_owned())
}

fn is_about_the_bucket(answer: &[u8]) -> bool {
    code_of(answer).as_deref() == Some("NoSuchBucket")
}
