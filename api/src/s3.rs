//! A service that speaks S3, addressed by path, which every such service supports: single requests, each signed.
//!
//! Objects are small and known by name, so no client library is needed. Whoever asks says what an answer means; here a
//! status is no failure, only silence is.

mod signature;

pub(crate) use signature::{ALGORITHM, Scope, iso};

use crate::https::{Https, client};
use axum::body::Bytes;
use axum::http::{HeaderMap, Method, Request, StatusCode, Uri};
use domain::time::Timestamp;
use http_body_util::{BodyExt, Full, Limited};
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

/// The service did not do it; the sentence is for the operator.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{0}")]
pub struct Unreached(pub String);

/// A bucket, by its service.
#[derive(Clone)]
pub(crate) struct S3 {
    pub(crate) access: Access,
    http: Https,
}

/// One request.
pub(crate) struct Asked<'a> {
    pub(crate) method: Method,
    /// Name of the object; nothing asks the bucket itself.
    pub(crate) object: &'a str,
    /// `name=value` in the order of the names, both as an address writes them.
    pub(crate) query: &'a str,
    /// A header beside those that are signed: a condition.
    pub(crate) condition: Option<(&'static str, &'a str)>,
    pub(crate) body: &'a [u8],
    /// The longest answer that is read.
    pub(crate) bytes_max: usize,
}

/// What came back.
pub(crate) struct Answered {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

impl S3 {
    /// The bucket behind these keys; nothing is asked yet.
    pub(crate) fn new(access: Access) -> S3 {
        S3 { access, http: client() }
    }

    /// Asks once.
    pub(crate) async fn ask(&self, asked: Asked<'_>, now: Timestamp) -> Result<Answered, Unreached> {
        let bytes_max = asked.bytes_max;
        let request = self.request(asked, now)?;
        let answering = async {
            let fault = |fault: &dyn fmt::Display| self.silent(&fault.to_string());
            let response = self.http.request(request).await.map_err(|why| fault(&why))?;
            let (head, body) = response.into_parts();
            let body = Limited::new(body, bytes_max)
                .collect()
                .await
                .map_err(|why| fault(&why))?;
            Ok(Answered {
                status: head.status,
                headers: head.headers,
                body: body.to_bytes().to_vec(),
            })
        };
        let timed = tokio::time::timeout(TIME_MAX, answering).await;
        timed.map_err(|_| self.silent("no answer in time"))?
    }

    fn request(&self, asked: Asked<'_>, now: Timestamp) -> Result<Request<Full<Bytes>>, Unreached> {
        let (access, scope) = (&self.access, Scope::of(&self.access, now));
        let slash = if asked.object.is_empty() { "" } else { "/" };
        let path = format!("/{}{slash}{}", access.bucket, asked.object);
        let mark = if asked.query.is_empty() { "" } else { "?" };
        let uri: Uri = format!("{}{path}{mark}{}", access.endpoint, asked.query)
            .parse()
            .map_err(|_| self.silent("no address"))?;
        let host = uri.authority().map_or("", |authority| authority.as_str()).to_owned();
        let content = signature::hash(asked.body);
        let checksum = (asked.method == Method::PUT).then(|| signature::checksum(asked.body));
        let method = asked.method.as_str();
        let contents = (content.as_str(), checksum.as_deref());
        let authorization = scope.authorization(access, method, &host, (&path, asked.query), contents);
        let mut request = Request::builder()
            .header("authorization", authorization)
            .header("x-amz-content-sha256", content)
            .header("x-amz-date", &scope.moment)
            .header("host", host);
        let checksum = checksum.as_deref().map(|checksum| (signature::CHECKSUM, checksum));
        for (name, value) in asked.condition.into_iter().chain(checksum) {
            request = request.header(name, value);
        }
        request
            .method(asked.method)
            .uri(uri)
            .body(Full::from(asked.body.to_vec()))
            .map_err(|_| self.silent("a setting that no header can hold"))
    }

    fn silent(&self, why: &str) -> Unreached {
        Unreached(format!("{:?} was not reached: {why}", self.access))
    }

    /// The service's own code, which is all that the operator needs of its answer.
    pub(crate) fn refused(&self, status: StatusCode, answer: &[u8]) -> Unreached {
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

/// Not an object is absent, the bucket is.
pub(crate) fn is_about_the_bucket(answer: &[u8]) -> bool {
    code_of(answer).as_deref() == Some("NoSuchBucket")
}
