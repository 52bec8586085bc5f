//! Checkpoints outside the database in a bucket of a service that speaks S3 (ledger §4.5): the newest one and the first
//! of each hour, under one prefix.
//!
//! Conditional writes keep the promise of every store when several processes share it: of two the one with the older
//! checkpoint finds that the newest has changed, and looks again. A service that does not know conditions loses that
//! promise for the moment between look and write. Nothing is removed here: a rule of the bucket's owner does that, and
//! one that forbids removal for a while makes copies elsewhere unnecessary.
//!
//! The keys need `s3:PutObject` and `s3:GetObject` under the prefix, and `s3:ListBucket`.

use crate::s3::{Access, Answered, Asked, S3, Unreached, is_about_the_bucket};
use axum::http::header::ETAG;
use axum::http::{Method, StatusCode};
use ledger::Clock;
use ledger::notary::Signed;
use ledger::notary::export::{hour, is_as_new};
use ledger::notary::store::{Answer, Held, KeepsCheckpoints, LATEST, NumberOf, SUFFIX};
use std::fmt;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

/// Longest checkpoint that is read: more than 1,024 partitions take, each cosigned by 16 witnesses.
const BYTES_MAX: usize = 8_000_000;
/// How often the newest may change between look and write (ASSUMED: one process writes each half second).
const LOOKS_MAX: usize = 5;

/// The checkpoints of one log in a bucket.
#[derive(Clone)]
pub struct CheckpointBucket {
    s3: S3,
    /// Empty, or ends with a slash.
    prefix: String,
    clock: Clock,
    /// The hour whose checkpoint is there: it is written once.
    hour: Arc<Mutex<String>>,
}

impl fmt::Debug for CheckpointBucket {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.address(LATEST))
    }
}

/// What holds when an object is written.
#[derive(Clone, Copy)]
enum Condition<'a> {
    Absent,
    /// It is still the one with this tag.
    Unchanged(&'a str),
}

impl CheckpointBucket {
    /// The bucket behind these keys, and the folder in it; nothing is asked yet.
    pub fn new(access: Access, folder: &str, clock: Clock) -> CheckpointBucket {
        let slash = if folder.is_empty() { "" } else { "/" };
        CheckpointBucket {
            s3: S3::new(access),
            prefix: format!("{folder}{slash}"),
            clock,
            hour: Arc::default(),
        }
    }

    /// Puts the newest one there, whatever lies there: somebody accepts it.
    ///
    /// # Errors
    /// A bucket that is not reached or refuses.
    pub async fn accept(&self, note: &str) -> io::Result<()> {
        let answered = self.put(LATEST, note, None).await?;
        self.written(&answered)
    }

    fn address(&self, name: &str) -> String {
        format!("s3://{}/{}{name}", self.s3.access.bucket, self.prefix)
    }

    async fn ask(&self, asked: Asked<'_>) -> io::Result<Answered> {
        self.s3.ask(asked, self.clock.now()).await.map_err(io::Error::other)
    }

    fn refused(&self, answered: &Answered) -> io::Error {
        let Unreached(why) = self.s3.refused(answered.status, &answered.body);
        io::Error::other(why)
    }

    /// An object with its tag; none when it is absent.
    async fn get(&self, name: &str) -> io::Result<Option<(String, String)>> {
        let answered = self
            .ask(Asked {
                method: Method::GET,
                object: &format!("{}{name}", self.prefix),
                query: "",
                condition: None,
                body: &[],
                bytes_max: BYTES_MAX,
            })
            .await?;
        match answered.status {
            StatusCode::OK => {
                let tag = answered.headers.get(ETAG).and_then(|tag| tag.to_str().ok());
                let tag = tag.unwrap_or_default().to_owned();
                let note = String::from_utf8(answered.body).map_err(io::Error::other)?;
                Ok(Some((note, tag)))
            }
            StatusCode::NOT_FOUND if !is_about_the_bucket(&answered.body) => Ok(None),
            _ => Err(self.refused(&answered)),
        }
    }

    async fn put(&self, name: &str, note: &str, condition: Option<Condition<'_>>) -> io::Result<Answered> {
        self.ask(Asked {
            method: Method::PUT,
            object: &format!("{}{name}", self.prefix),
            query: "",
            condition: condition.map(|condition| match condition {
                Condition::Absent => ("if-none-match", "*"),
                Condition::Unchanged(tag) => ("if-match", tag),
            }),
            body: note.as_bytes(),
            bytes_max: BYTES_MAX,
        })
        .await
    }

    fn written(&self, answered: &Answered) -> io::Result<()> {
        if answered.status.is_success() {
            return Ok(());
        }
        Err(self.refused(answered))
    }

    async fn put_hour(&self, signed: &Signed) -> io::Result<()> {
        let name = hour(signed);
        let kept = || self.hour.lock().unwrap_or_else(PoisonError::into_inner);
        if *kept() == name {
            return Ok(());
        }
        let answered = self.put(&name, &signed.note, Some(Condition::Absent)).await?;
        if !is_changed(answered.status) {
            self.written(&answered)?;
        }
        *kept() = name;
        Ok(())
    }

    async fn put_newest(&self, signed: &Signed, number: NumberOf) -> io::Result<()> {
        for _ in 0..LOOKS_MAX {
            let present = self.get(LATEST).await?;
            if let Some((note, _)) = &present
                && is_as_new(note, signed, &*number)?
            {
                return Ok(());
            }
            let condition = present
                .as_ref()
                .map_or(Condition::Absent, |(_, tag)| Condition::Unchanged(tag));
            let answered = self.put(LATEST, &signed.note, Some(condition)).await?;
            if !is_changed(answered.status) {
                return self.written(&answered);
            }
        }
        Err(io::Error::other("other processes change it all the time"))
    }

    /// The names of the hours, a page of the service's list after the other.
    async fn hours(&self) -> io::Result<Vec<String>> {
        let (mut names, mut token) = (Vec::new(), None);
        loop {
            let after = token.map_or_else(String::new, |token: String| {
                format!("continuation-token={}&", encoded(&token))
            });
            let query = format!("{after}list-type=2&prefix={}", encoded(&self.prefix));
            let answered = self
                .ask(Asked {
                    method: Method::GET,
                    object: "",
                    query: &query,
                    condition: None,
                    body: &[],
                    bytes_max: BYTES_MAX,
                })
                .await?;
            if answered.status != StatusCode::OK {
                return Err(self.refused(&answered));
            }
            let page = String::from_utf8_lossy(&answered.body).into_owned();
            let of_hours = all_of(&page, "Key").filter_map(|key| key.strip_prefix(&*self.prefix));
            // Another log may be kept in a folder below.
            let own = of_hours.filter(|name| name.ends_with(SUFFIX) && !name.contains('/'));
            names.extend(own.map(str::to_owned));
            let next = all_of(&page, "NextContinuationToken").next();
            token = next.filter(|token| !token.is_empty()).map(str::to_owned);
            if token.is_none() {
                return Ok(names);
            }
        }
    }
}

/// The condition did not hold.
fn is_changed(status: StatusCode) -> bool {
    matches!(status, StatusCode::PRECONDITION_FAILED | StatusCode::CONFLICT)
}

/// What stands between the marks of a name, each time. Names that this log writes have nothing that XML would escape.
fn all_of<'t>(text: &'t str, name: &str) -> impl Iterator<Item = &'t str> {
    let (open, close) = (format!("<{name}>"), format!("</{name}>"));
    let mut rest = text;
    std::iter::from_fn(move || {
        let (_, after) = rest.split_once(&open)?;
        let (found, after) = after.split_once(&close)?;
        rest = after;
        Some(found)
    })
}

/// As an address writes a value.
fn encoded(text: &str) -> String {
    text.bytes()
        .map(|byte| match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => char::from(byte).to_string(),
            _ => format!("%{byte:02X}"),
        })
        .collect()
}

impl KeepsCheckpoints for CheckpointBucket {
    fn place(&self) -> String {
        self.address(LATEST)
    }

    fn latest(&self) -> Answer<'_, Option<String>> {
        Box::pin(async { Ok(self.get(LATEST).await?.map(|(note, _)| note)) })
    }

    fn all(&self) -> Answer<'_, Vec<Held>> {
        Box::pin(async {
            let mut all = Vec::new();
            for name in std::iter::once(LATEST.to_owned()).chain(self.hours().await?) {
                let place = self.address(&name);
                let note = self.get(&name).await?;
                all.extend(note.map(|(note, _)| Held { place, note }));
            }
            Ok(all)
        })
    }

    fn keep<'a>(&'a self, signed: &'a Signed, number: NumberOf) -> Answer<'a, ()> {
        Box::pin(async move {
            self.put_hour(signed).await?;
            self.put_newest(signed, number).await
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_of_a_list_gives_its_names_and_where_it_goes_on() {
        let page = "<R><Key>a/1.checkpoint</Key><Size>3</Size><Key>a/latest</Key>\
                    <NextContinuationToken>x+/=</NextContinuationToken></R>";
        assert_eq!(all_of(page, "Key").collect::<Vec<_>>(), ["a/1.checkpoint", "a/latest"]);
        assert_eq!(
            all_of(page, "NextContinuationToken").map(encoded).next().as_deref(),
            Some("x%2B%2F%3D")
        );
        assert_eq!(all_of(page, "Token").next(), None);
    }
}
