//! Asynchronous replication: what was acknowledged while the standbys stood still is lost with the primary. Then nothing
//! may be written on top of the loss, and a checkpoint that was held outside names it.

use super::cluster::{Cluster, LOOK_EVERY, STEP_TIMEOUT};
use super::load::Load;
use super::ready::Said;
use super::service::Service;
use super::verdict::Loss;
use anyhow::Context;
use serde_json::{Value, json};
use std::fs;
use std::time::Instant;

/// A standby that is behind by any number of bytes may lead.
const ANY_LAG: i64 = 1 << 40;

/// Lets the cluster run as it does by default where nobody asked for more.
pub async fn make_asynchronous(cluster: &mut Cluster) -> anyhow::Result<()> {
    let changes = json!({
        "synchronous_mode": false, "synchronous_mode_strict": false, "maximum_lag_on_failover": ANY_LAG,
    });
    cluster.configure(&changes).await?;
    cluster.whole(false).await
}

/// Loses what was acknowledged, and what that brought with it.
pub async fn lose(cluster: &mut Cluster, service: &Service, load: &Load) -> anyhow::Result<Loss> {
    let vkey = service.prints(&cluster.stage, &["checkpoint", "--vkey"]).await?;
    load.progress().await?;
    let leader = cluster.leader().await?;
    let standbys: Vec<usize> = (0..cluster.nodes.len()).filter(|node| *node != leader).collect();
    standbys
        .iter()
        .for_each(|standby| cluster.nodes[*standby].freeze_postgres());
    // Of both halves: what those remember who rest now is lost too.
    load.progress().await?;
    load.rest(true);
    load.progress().await?;
    let held = signed_since(cluster, service).await?;
    cluster.nodes[leader].kill().await;
    standbys.iter().for_each(|standby| cluster.nodes[*standby].thaw());
    cluster.next_leader(leader).await?;
    let led = Instant::now();
    load.rest(false);
    let stopped_after = tokio::select! {
        stopped = load.services_are(Said::Stopped) => stopped.is_ok().then(|| led.elapsed()),
        // With a planted defect they go on, and what they did is looked at.
        _ = load.progress() => None,
    };
    cluster.restart(leader)?;
    cluster.whole(false).await?;
    let checkpoint = cluster.stage.folder.join("held");
    fs::write(&checkpoint, held)?;
    let checkpoint = checkpoint.to_str().context("a path of text")?;
    let verify = ["verify", "--json", "--checkpoint", checkpoint, "--vkey", vkey.trim()];
    Ok(Loss {
        led,
        acknowledged_after: 0,
        stopped_after,
        named: service.finds(&cluster.stage, &verify).await?,
    })
}

/// A checkpoint that covers more than there was when it was asked for, as somebody outside may hold it.
async fn signed_since(cluster: &Cluster, service: &Service) -> anyhow::Result<String> {
    let newest = async || -> anyhow::Result<Value> {
        let text = service.prints(&cluster.stage, &["checkpoint", "--json"]).await?;
        Ok(serde_json::from_str(&text)?)
    };
    let (began, first) = (Instant::now(), newest().await?);
    loop {
        let next = newest().await?;
        if next["events"].as_u64() > first["events"].as_u64() {
            return Ok(next["note"].as_str().context("a note")?.to_owned());
        }
        anyhow::ensure!(began.elapsed() < STEP_TIMEOUT, "no checkpoint was signed");
        tokio::time::sleep(LOOK_EVERY).await;
    }
}
