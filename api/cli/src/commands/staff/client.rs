//! The client of the staff service: every act on the command line is a call of a logged-in account.
//!
//! `ledger staff login` stores the session's cookie in a file of the data directory that only its owner reads, or in that of
//! LEDGER_STAFF_SESSION. A change
//! carries a request id that is made once, so a call whose answer was lost is sent again without a second effect.

use super::super::Failure;
use super::key::Signing;
use super::print;
use anyhow::{Context, bail};
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Bytes;
use hyper::header::{CONTENT_TYPE, COOKIE, SET_COOKIE};
use hyper::{Method, Request};
use hyper_rustls::HttpsConnectorBuilder;
use hyper_util::client::legacy::Client as Http;
use hyper_util::rt::TokioExecutor;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Value, json};
use settings::Settings;
use std::fs;
use std::io::{ErrorKind, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;
use uuid::Uuid;

/// The session's file in the data directory.
const FILE: &str = "staff_session";
/// Another file of a session: for two people, or two accounts of one test, on one machine.
const FILE_SETTING: &str = "LEDGER_STAFF_SESSION";
/// The longest that an answer may take: the service's own limit is 30 seconds.
const ANSWER_MAX: Duration = Duration::from_secs(35);
/// Largest answer that is read: an image of an identity check fits.
const ANSWER_BYTES_MAX: usize = 32 << 20;
/// How often a change is sent until it is answered.
const ATTEMPTS_MAX: u32 = 3;
/// Letters of a digest that are asked for at least: nobody finds two changes with the same ones.
const DIGEST_SEEN_MIN: usize = 16;
/// The code of a call without a session.
const NOT_SIGNED_IN: i32 = -1000;
/// What somebody without a session reads.
const LOG_IN_FIRST: &str = "Log in first: `ledger staff login NAME`.";

/// A session of a member, as it is stored.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Session {
    /// Where the staff service is.
    url: String,
    /// The `Cookie` header.
    cookie: String,
}

/// A client with a session.
pub struct Client {
    session: Session,
    file: PathBuf,
}

/// The data of a call that was done, as the service wrote it.
pub struct Answer(Box<RawValue>);

#[derive(Deserialize)]
struct Envelope {
    error: i32,
    message: String,
    data: Box<RawValue>,
}

impl Answer {
    /// The data as a value.
    pub fn value(&self) -> Value {
        serde_json::from_str(self.0.get()).unwrap_or_default()
    }

    /// A text of the data by JSON pointer; empty when there is none.
    pub fn text(&self, pointer: &str) -> String {
        let value = self.value();
        let text = value.pointer(pointer).and_then(Value::as_str);
        text.unwrap_or_default().to_owned()
    }

    /// Prints the data: as JSON for programs, as tables for people.
    pub fn print(&self, json: bool) {
        match json {
            true => println!("{}", self.0.get()),
            false => print!("{}", print::tables(self.0.get())),
        }
    }
}

impl Client {
    /// The client of the stored session.
    ///
    /// # Errors
    /// One sentence when nobody has logged in.
    pub fn open(settings: &Settings) -> Result<Client, Failure> {
        Client::stored(settings)?.ok_or_else(|| Failure::Usage(LOG_IN_FIRST.to_owned()))
    }

    /// The client of the stored session, if there is one.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn stored(settings: &Settings) -> Result<Option<Client>, Failure> {
        let file = file(settings);
        let text = match fs::read_to_string(&file) {
            Err(missing) if missing.kind() == ErrorKind::NotFound => return Ok(None),
            read => read.with_context(|| format!("{} cannot be read", file.display()))?,
        };
        let session = serde_json::from_str(&text).ok();
        Ok(session.map(|session| Client { session, file }))
    }

    /// A client without a session, whose session is not stored.
    #[cfg(feature = "tools")]
    pub fn at(url: &str) -> Client {
        Client {
            session: Session {
                url: url.to_owned(),
                cookie: String::new(),
            },
            file: PathBuf::new(),
        }
    }

    /// A client without a session; LEDGER_STAFF_HTTP without an address.
    pub fn visitor(settings: &Settings, url: Option<String>) -> Client {
        let url = url.unwrap_or_else(|| format!("http://{}", settings.service.staff_http));
        Client {
            session: Session {
                url: url.trim_end_matches('/').to_owned(),
                cookie: String::new(),
            },
            file: file(settings),
        }
    }

    /// Opens a session and stores it; who has a key signs first. Answers who is logged in.
    ///
    /// # Errors
    /// The refusal of the login, a key that is missing, or a service that does not answer.
    pub async fn log_in(mut self, login: &Value, signing: &Signing) -> Result<Value, Failure> {
        let me = self.enter(login, |challenge| signing.log_in(challenge)).await?;
        store(&self.file, &self.session).with_context(|| format!("{} cannot be written", self.file.display()))?;
        Ok(me)
    }

    /// Opens a session that lasts as long as this value; `sign` answers the challenge of who has a key. Answers who is
    /// logged in.
    ///
    /// # Errors
    /// As [`Client::log_in`].
    pub async fn enter(
        &mut self,
        login: &Value,
        sign: impl FnOnce(&Value) -> Result<Value, Failure>,
    ) -> Result<Value, Failure> {
        let (envelope, mut cookie) = self.send("session/open", login).await?;
        let mut me = answer(envelope)?.value();
        if me["challenge"].is_object() {
            let signed = sign(&me["challenge"])?;
            let (envelope, of_signed) = self.send("session/sign", &signed).await?;
            (me, cookie) = (answer(envelope)?.value(), of_signed);
        } else {
            me = me["me"].take();
        }
        self.session.cookie = cookie.context("the staff service opened no session")?;
        Ok(me)
    }

    /// Ends the session and removes its file.
    ///
    /// # Errors
    /// A service that does not answer; the file is removed all the same.
    pub async fn log_out(self) -> Result<(), Failure> {
        fs::remove_file(&self.file).with_context(|| format!("{} cannot be removed", self.file.display()))?;
        self.send("session/close", &json!({})).await?;
        Ok(())
    }

    /// A call without a request id.
    ///
    /// # Errors
    /// The refusal, or a service that does not answer.
    pub async fn read(&self, call: &str, body: Value) -> Result<Answer, Failure> {
        answer(self.send(call, &body).await?.0)
    }

    /// The digest of what an approval is bound to, if it is the one that was seen.
    ///
    /// # Errors
    /// One sentence: what was seen is not what is there.
    pub fn seen(answer: &Answer, pointer: &str, seen: &str) -> Result<String, Failure> {
        let digest = answer.text(pointer);
        if seen.len() < DIGEST_SEEN_MIN || !digest.starts_with(seen) {
            return Err(Failure::Usage(
                "The digest is another: look again at what would be approved.".into(),
            ));
        }
        Ok(digest)
    }

    /// A call with the request id in its body: sent again when no answer came.
    ///
    /// # Errors
    /// The refusal, or a service that does not answer.
    pub async fn repeat(&self, call: &str, body: &Value) -> Result<Answer, Failure> {
        for _ in 1..ATTEMPTS_MAX {
            match self.send(call, body).await {
                Ok((envelope, _)) => return answer(envelope),
                Err(lost) => tracing::debug!("{call} is sent again: {lost:#}"),
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
        answer(self.send(call, body).await?.0)
    }

    async fn send(&self, call: &str, body: &Value) -> anyhow::Result<(Envelope, Option<String>)> {
        let url = &self.session.url;
        let connector = HttpsConnectorBuilder::new()
            .with_webpki_roots()
            .https_or_http()
            .enable_http1()
            .build();
        let http: Http<_, Full<Bytes>> = Http::builder(TokioExecutor::new()).build(connector);
        let request = Request::builder()
            .method(Method::POST)
            .uri(format!("{url}/staff/v1/{call}"))
            .header(CONTENT_TYPE, "application/json")
            .header("x-staff", "1")
            .header(COOKIE, &self.session.cookie)
            .body(Full::from(serde_json::to_vec(body)?))
            .with_context(|| format!("{url} is not an address"))?;
        let exchange = async {
            let response = http.request(request).await?;
            let cookie = response.headers().get(SET_COOKIE).and_then(|value| value.to_str().ok());
            let cookie = cookie.and_then(|text| text.split(';').next()).map(str::to_owned);
            let body = Limited::new(response.into_body(), ANSWER_BYTES_MAX).collect().await;
            anyhow::Ok((body.map_err(|fault| anyhow::anyhow!(fault))?.to_bytes(), cookie))
        };
        let whole = tokio::time::timeout(ANSWER_MAX, exchange).await;
        let (bytes, cookie) = whole
            .context("no answer in time")
            .flatten()
            .with_context(|| format!("the staff service at {url} does not answer"))?;
        match serde_json::from_slice(&bytes) {
            Ok(envelope) => Ok((envelope, cookie)),
            Err(_) => bail!("{url} is not the staff service"),
        }
    }
}

fn answer(envelope: Envelope) -> Result<Answer, Failure> {
    match (envelope.error, envelope.message) {
        (0, _) => Ok(Answer(envelope.data)),
        (NOT_SIGNED_IN, _) => Err(Failure::Usage(format!("The session has ended. {LOG_IN_FIRST}"))),
        (code, message) => {
            // A field that is wrong is named beside the message.
            let data: Value = serde_json::from_str(envelope.data.get()).unwrap_or_default();
            let field = data["field"].as_str().map(|field| format!(" ({field})"));
            let field = field.unwrap_or_default();
            Err(Failure::Fault(anyhow::anyhow!(
                "Refused with {code}: {message}{field}."
            )))
        }
    }
}

fn file(settings: &Settings) -> PathBuf {
    let named = std::env::var_os(FILE_SETTING).map(PathBuf::from);
    named.unwrap_or_else(|| settings.store.data.join(FILE))
}

/// Written beside the file and renamed: nobody reads half a session, and nobody else reads a whole one.
fn store(file: &Path, session: &Session) -> anyhow::Result<()> {
    if let Some(folder) = file.parent() {
        // The mode of a data directory: the embedded database passes through it as another user.
        fs::DirBuilder::new().recursive(true).mode(0o711).create(folder)?;
    }
    let draft = file.with_extension(Uuid::new_v4().simple().to_string());
    let mut options = fs::OpenOptions::new();
    let mut written = options.write(true).create_new(true).mode(0o600).open(&draft)?;
    written.write_all(&serde_json::to_vec(session)?)?;
    fs::rename(&draft, file)?;
    Ok(())
}

#[cfg(test)]
mod tests;
