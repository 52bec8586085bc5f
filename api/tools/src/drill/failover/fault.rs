//! What goes wrong in a round, and how long nothing was acknowledged because of it.

use super::cluster::{Cluster, LOOK_EVERY};
use super::load::Load;
use super::ready::Said;
use std::time::{Duration, Instant};

/// Answers that a full disk is busy, or this long: it may have had room within its files.
const FULL_ANSWERS: u64 = 20;
const FULL_MAX: Duration = Duration::from_secs(30);

/// One thing that goes wrong. In the order in which rounds take them: those first that are over soonest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
#[value(rename_all = "snake_case")]
pub enum Fault {
    /// The first process of the primary's PostgreSQL is killed.
    PrimaryKilled,
    /// A standby takes the primary's place, as for maintenance.
    Switchover,
    /// Every process of the synchronous standby's node stops where it is.
    StandbyFrozen,
    /// The primary is cut off from clients, standbys and etcd.
    NetworkCut,
    /// Patroni and PostgreSQL of the primary are killed.
    NodeKilled,
    /// Patroni of the primary is killed: its PostgreSQL takes connections as before when a standby takes its place.
    PatroniKilled,
    /// The primary's disk is full for a while.
    DiskFull,
}

impl Fault {
    pub const fn name(self) -> &'static str {
        match self {
            Fault::PrimaryKilled => "primary_killed",
            Fault::Switchover => "switchover",
            Fault::StandbyFrozen => "standby_frozen",
            Fault::NetworkCut => "network_cut",
            Fault::NodeKilled => "node_killed",
            Fault::PatroniKilled => "patroni_killed",
            Fault::DiskFull => "disk_full",
        }
    }

    /// Brings it about, waits until the players get on, and makes the cluster whole again. The longest time in which
    /// nothing was acknowledged.
    pub async fn apply(self, cluster: &mut Cluster, load: &Load) -> anyhow::Result<Duration> {
        load.progress().await?;
        let began = Instant::now();
        match self {
            Fault::PrimaryKilled => {
                cluster.nodes[cluster.leader().await?].kill_postgres()?;
                load.progress().await?;
            }
            Fault::Switchover => {
                cluster.switch_over().await?;
                load.progress().await?;
            }
            Fault::StandbyFrozen => {
                let standby = cluster.synchronous().await?;
                cluster.nodes[standby].freeze();
                let progress = load.progress().await;
                cluster.nodes[standby].thaw();
                progress?;
            }
            Fault::NetworkCut => {
                let leader = cluster.leader().await?;
                cluster.nodes[leader].cut();
                let progress = load.progress().await;
                cluster.nodes[leader].mend();
                progress?;
            }
            Fault::NodeKilled => {
                let leader = cluster.leader().await?;
                cluster.nodes[leader].kill().await;
                load.progress().await?;
                cluster.restart(leader)?;
            }
            Fault::PatroniKilled => {
                let leader = cluster.leader().await?;
                cluster.nodes[leader].kill_patroni().await;
                cluster.next_leader(leader).await?;
                load.progress().await?;
                cluster.restart(leader)?;
            }
            Fault::DiskFull => fill_disk(cluster, load).await?,
        }
        let gap = load.gap_since(began)?;
        cluster.whole(true).await?;
        load.services_are(Said::Ready).await?;
        Ok(gap)
    }
}

/// Nothing is written for want of room, and whoever asks is answered Busy; with room it goes on.
async fn fill_disk(cluster: &Cluster, load: &Load) -> anyhow::Result<()> {
    let node = &cluster.nodes[cluster.leader().await?];
    node.fill_disk().await?;
    let (began, busy) = (Instant::now(), load.busy());
    while load.busy() < busy + FULL_ANSWERS && began.elapsed() < FULL_MAX {
        tokio::time::sleep(LOOK_EVERY).await;
    }
    let was_felt = load.busy() > busy;
    node.free_disk()?;
    anyhow::ensure!(was_felt, "the disk was full, and nobody was answered Busy");
    load.progress().await
}
