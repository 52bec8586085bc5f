//! What Patroni says over its REST API, and what it can be asked to do.

use anyhow::Context;
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::{Method, Request};
use hyper_util::client::legacy::{Client, connect::HttpConnector};
use hyper_util::rt::TokioExecutor;
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::Duration;

/// How long a node may take to say how the cluster is.
const ANSWER_MAX: Duration = Duration::from_secs(3);
/// How long it may take to do what it was asked for.
const DONE_MAX: Duration = Duration::from_secs(60);

/// A server as the cluster sees it.
#[derive(Clone, Debug, Deserialize)]
pub struct Member {
    pub name: String,
    role: String,
    state: String,
}

impl Member {
    pub fn is_leader(&self) -> bool {
        ["leader", "master"].contains(&&*self.role)
    }

    pub fn is_synchronous(&self) -> bool {
        ["sync_standby", "quorum_standby"].contains(&&*self.role)
    }

    pub fn is_running(&self) -> bool {
        ["running", "streaming"].contains(&&*self.state)
    }

    /// Its Patroni runs, and its PostgreSQL does not.
    pub fn is_stopped(&self) -> bool {
        ["stopped", "start failed"].contains(&&*self.state)
    }
}

#[derive(Deserialize)]
struct ClusterView {
    members: Vec<Member>,
}

/// A client of the nodes' REST APIs.
pub struct Patroni {
    http: Client<HttpConnector, Full<Bytes>>,
}

impl Patroni {
    pub fn client() -> Patroni {
        let http = Client::builder(TokioExecutor::new())
            .pool_max_idle_per_host(0)
            .build_http();
        Patroni { http }
    }

    /// The members, as the node at this port sees them.
    pub async fn members(&self, port: u16) -> anyhow::Result<Vec<Member>> {
        let (_, text) = self.ask(Method::GET, port, "cluster", &Value::Null, ANSWER_MAX).await?;
        Ok(serde_json::from_str::<ClusterView>(&text)?.members)
    }

    /// Lets another node take the leader's place, a synchronous one where there has to be one.
    pub async fn switch_over(&self, port: u16, leader: &str) -> anyhow::Result<()> {
        let body = json!({ "leader": leader });
        let (status, text) = self.ask(Method::POST, port, "switchover", &body, DONE_MAX).await?;
        anyhow::ensure!(status == 200, "the switchover was answered {status} {text}");
        Ok(())
    }

    /// Changes settings of the whole cluster.
    pub async fn configure(&self, port: u16, changes: &Value) -> anyhow::Result<()> {
        let (status, text) = self.ask(Method::PATCH, port, "config", changes, DONE_MAX).await?;
        anyhow::ensure!(status == 200, "the settings were answered {status} {text}");
        Ok(())
    }

    /// Lets a standby throw its data away and copy the primary's.
    pub async fn copy_anew(&self, port: u16) -> anyhow::Result<()> {
        let body = json!({ "force": true });
        let (status, text) = self.ask(Method::POST, port, "reinitialize", &body, DONE_MAX).await?;
        anyhow::ensure!(status == 200, "the copy was answered {status} {text}");
        Ok(())
    }

    async fn ask(
        &self,
        method: Method,
        port: u16,
        path: &str,
        body: &Value,
        time_max: Duration,
    ) -> anyhow::Result<(u16, String)> {
        let body = if body.is_null() {
            String::new()
        } else {
            body.to_string()
        };
        let request = Request::builder()
            .method(method)
            .uri(format!("http://127.0.0.1:{port}/{path}"))
            .header("content-type", "application/json")
            .body(Full::from(body))?;
        let exchange = async {
            let response = self.http.request(request).await?;
            let status = response.status().as_u16();
            let bytes = response.into_body().collect().await?.to_bytes();
            anyhow::Ok((status, String::from_utf8_lossy(&bytes).into_owned()))
        };
        tokio::time::timeout(time_max, exchange)
            .await
            .with_context(|| format!("Patroni did not answer {path} in time"))?
    }
}
