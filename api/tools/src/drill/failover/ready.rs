//! Readiness of the services while the players play: what each says, and how long it says that it is ready although
//! nothing is acknowledged.

use super::cluster::{LOOK_EVERY, STEP_TIMEOUT};
use crate::simulate::journal::Journal;
use crate::simulate::session::World;
use anyhow::Context;
use http_body_util::{BodyExt, Empty};
use hyper::body::Bytes;
use hyper_util::client::legacy::{Client, connect::HttpConnector};
use hyper_util::rt::TokioExecutor;
use serde_json::Value;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// A service that has not said for so long whether it is ready is not.
const ANSWER_MAX: Duration = Duration::from_secs(5);

/// Asks the services again and again.
pub struct Watch {
    seen: watch::Receiver<Seen>,
    asking: JoinHandle<()>,
}

/// What a service says of itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Said {
    Ready,
    /// It takes no commands although its database answers.
    Stopped,
    /// It takes no commands, or says nothing.
    #[default]
    Away,
}

#[derive(Clone, Debug, Default)]
struct Seen {
    /// What each service said last.
    said: Vec<Said>,
    silence: Duration,
}

impl Watch {
    pub fn start(urls: &[String], world: Arc<World>) -> Watch {
        let (sender, seen) = watch::channel(Seen::default());
        let urls: Vec<String> = urls.iter().map(|url| format!("{url}/health/ready")).collect();
        let asking = tokio::spawn(ask(urls, world, sender));
        Watch { seen, asking }
    }

    /// Waits until every service says this.
    pub async fn services_are(&self, wanted: Said) -> anyhow::Result<()> {
        let mut seen = self.seen.clone();
        seen.mark_unchanged();
        let are = async {
            // What was said before is of no use.
            seen.changed().await?;
            let all = |seen: &Seen| seen.said.iter().all(|said| *said == wanted);
            seen.wait_for(all).await.map(|_| ())
        };
        let said = tokio::time::timeout(STEP_TIMEOUT, are).await;
        Ok(said.with_context(|| format!("the services are not all {wanted:?} in {STEP_TIMEOUT:?}"))??)
    }

    /// The longest time that one of them said it was ready while nothing was acknowledged.
    pub fn stop(self) -> Duration {
        self.asking.abort();
        self.seen.borrow().silence
    }
}

async fn ask(urls: Vec<String>, world: Arc<World>, sender: watch::Sender<Seen>) {
    let http: Client<HttpConnector, Empty<Bytes>> = Client::builder(TokioExecutor::new()).build_http();
    let mut ready_since = vec![None; urls.len()];
    loop {
        let mut said = Vec::new();
        for (url, since) in urls.iter().zip(&mut ready_since) {
            let says = asked(&http, url).await;
            *since = since.filter(|_| says == Said::Ready);
            if says == Said::Ready {
                since.get_or_insert_with(Instant::now);
            }
            said.push(says);
        }
        let last = world.journal.as_ref().and_then(Journal::last_at);
        let silences = ready_since.iter().flatten();
        let silence = silences.filter_map(|since| Some(last?.max(*since).elapsed())).max();
        sender.send_modify(|seen| {
            seen.silence = seen.silence.max(silence.unwrap_or_default());
            seen.said = said;
        });
        tokio::time::sleep(LOOK_EVERY).await;
    }
}

async fn asked(http: &Client<HttpConnector, Empty<Bytes>>, url: &str) -> Said {
    let exchange = async {
        let response = http.get(url.parse()?).await?;
        let bytes = response.into_body().collect().await?.to_bytes();
        anyhow::Ok(serde_json::from_slice::<Value>(&bytes)?)
    };
    let report = match tokio::time::timeout(ANSWER_MAX, exchange).await {
        Ok(Ok(report)) => report,
        Ok(Err(_)) | Err(_) => return Said::Away,
    };
    match (report["ready"] == true, report["database"] == true) {
        (true, _) => Said::Ready,
        (false, true) => Said::Stopped,
        (false, false) => Said::Away,
    }
}
