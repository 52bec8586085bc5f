//! Three PostgreSQL under Patroni, etcd between them and HAProxy before them, with the settings of `api/deploy`.

use super::node::{Node, PASSWORD, SUPERUSER};
use super::patroni::{Member, Patroni};
use super::stage::{Stage, free_port};
use anyhow::Context;
use serde_json::Value;
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Connection, Executor, PgConnection};
use std::fs;
use std::time::{Duration, Instant};
use tokio::process::Child;

/// The settings that a deployment uses, unchanged.
pub const PATRONI: &str = include_str!("../../../../deploy/patroni.yml");
const HAPROXY: &str = include_str!("../../../../deploy/haproxy.cfg");

/// Nodes of a cluster.
const NODES: usize = 3;
/// Longest wait for one step of the drill, after which the drill fails. Far beyond what a slow machine needs.
pub const STEP_TIMEOUT: Duration = Duration::from_secs(180);
/// How long a server may stand still that should follow the primary, before it is copied anew. What was lost in a failover
/// lies in its log, and `pg_rewind` does not always find its way back from there.
const STOPPED_MAX: Duration = Duration::from_secs(60);
/// How many times what stands still is started or copied anew.
const LOOKS: usize = 2;
/// How often it looks.
pub const LOOK_EVERY: Duration = Duration::from_millis(100);
/// The owner of the schema.
const OWNER: &str = "ledger_owner";

/// All servers with what manages them.
pub struct Cluster {
    pub stage: Stage,
    pub nodes: Vec<Node>,
    patroni: Patroni,
    haproxy_port: u16,
    others: Vec<Child>,
    /// How often a Patroni ended by itself and was started again.
    pub restarts: u32,
}

impl Cluster {
    /// Starts everything and waits until it is whole; nodes have disks of their own where these can be filled.
    pub async fn start(stage: Stage, has_disks: bool) -> anyhow::Result<Cluster> {
        for (name, text) in [("patroni.yml", PATRONI), ("haproxy.cfg", HAPROXY)] {
            fs::write(stage.folder.join(name), text)?;
        }
        let mut cluster = Cluster {
            stage,
            nodes: Vec::new(),
            patroni: Patroni::client(),
            haproxy_port: free_port()?,
            others: Vec::new(),
            restarts: 0,
        };
        let started = cluster.start_all(has_disks).await;
        if let Err(fault) = started {
            cluster.stage.keep_logs();
            cluster.close().await?;
            return Err(fault);
        }
        Ok(cluster)
    }

    async fn start_all(&mut self, has_disks: bool) -> anyhow::Result<()> {
        let etcd = self.start_etcd()?;
        for number in 1..=NODES {
            let mut node = Node::new(&self.stage, number, etcd, has_disks).await?;
            node.start(&self.stage)?;
            self.nodes.push(node);
        }
        self.start_haproxy()?;
        self.whole(true).await?;
        self.make_database().await
    }

    fn start_etcd(&mut self) -> anyhow::Result<u16> {
        let (client, peer) = (free_port()?, free_port()?);
        let [client_url, peer_url] = [client, peer].map(|port| format!("http://127.0.0.1:{port}"));
        let mut etcd = self.stage.command(&self.stage.programs.etcd, "etcd")?;
        etcd.args(["--data-dir", "etcd"])
            .args([
                "--listen-client-urls",
                &client_url,
                "--advertise-client-urls",
                &client_url,
            ])
            .args([
                "--listen-peer-urls",
                &peer_url,
                "--initial-advertise-peer-urls",
                &peer_url,
            ])
            .arg(format!("--initial-cluster=default={peer_url}"));
        self.others.push(etcd.spawn().context("etcd")?);
        Ok(client)
    }

    fn start_haproxy(&mut self) -> anyhow::Result<()> {
        let mut haproxy = self.stage.command(&self.stage.programs.haproxy, "haproxy")?;
        haproxy
            .args(["-f", "haproxy.cfg"])
            .env("PRIMARY_LISTEN", format!("127.0.0.1:{}", self.haproxy_port));
        for (number, node) in (1..).zip(&self.nodes) {
            haproxy
                .env(format!("DB{number}"), format!("127.0.0.1:{}", node.postgres.port()))
                .env(format!("DB{number}_REST"), node.rest.port().to_string());
        }
        self.others.push(haproxy.spawn().context("HAProxy")?);
        Ok(())
    }

    /// Makes the database and its owner as the operations manual does.
    async fn make_database(&self) -> anyhow::Result<()> {
        let mut admin = self.connect("postgres").await?;
        admin
            .execute(format!("create role {OWNER} login createrole password '{PASSWORD}'").as_str())
            .await?;
        admin
            .execute(format!("create database ledger owner {OWNER} encoding 'UTF8' template template0").as_str())
            .await?;
        Ok(admin.close().await?)
    }

    /// A connection of the superuser to what HAProxy calls the primary.
    async fn connect(&self, database: &str) -> anyhow::Result<PgConnection> {
        let options = PgConnectOptions::new_without_pgpass()
            .host("127.0.0.1")
            .port(self.haproxy_port)
            .username(SUPERUSER)
            .password(PASSWORD)
            .database(database);
        let began = Instant::now();
        loop {
            match options.connect().await {
                Err(error) if began.elapsed() < STEP_TIMEOUT => {
                    tracing::debug!(%error, "the primary is not there yet");
                    tokio::time::sleep(LOOK_EVERY).await;
                }
                connected => return connected.context("the primary behind HAProxy"),
            }
        }
    }

    /// The ledger's database, for whoever judges what is in it.
    pub async fn database(&self) -> anyhow::Result<PgConnection> {
        self.connect("ledger").await
    }

    /// The address behind HAProxy, and the one that names every server.
    pub fn urls(&self, login: &str) -> [String; 2] {
        let hosts: Vec<String> = self
            .nodes
            .iter()
            .map(|node| format!("127.0.0.1:{}", node.postgres.port()))
            .collect();
        let proxy = format!("127.0.0.1:{}", self.haproxy_port);
        [proxy, hosts.join(",")].map(|hosts| format!("postgres://{login}:{PASSWORD}@{hosts}/ledger"))
    }

    /// The address of the owner of the schema.
    pub fn owner_url(&self) -> String {
        self.urls(OWNER)[0].clone()
    }

    /// The members as any node sees them that answers.
    async fn members(&self) -> anyhow::Result<Vec<Member>> {
        let mut refused = anyhow::anyhow!("there is no node");
        for node in &self.nodes {
            match self.patroni.members(node.rest.port()).await {
                Ok(members) if members.iter().any(Member::is_leader) => return Ok(members),
                Ok(_) => refused = anyhow::anyhow!("there is no leader"),
                Err(fault) => refused = fault,
            }
        }
        Err(refused)
    }

    /// Waits until the members are as asked for.
    async fn until<T>(&self, what: &str, fits: impl Fn(&[Member]) -> Option<T>) -> anyhow::Result<T> {
        self.within(STEP_TIMEOUT, what, fits).await
    }

    async fn within<T>(
        &self,
        time_max: Duration,
        what: &str,
        fits: impl Fn(&[Member]) -> Option<T>,
    ) -> anyhow::Result<T> {
        let began = Instant::now();
        loop {
            let members = self.members().await;
            if let Ok(members) = &members
                && let Some(found) = fits(members)
            {
                return Ok(found);
            }
            // One line: with its backtrace, a fault hides what else was printed.
            let seen = members.map_or_else(|fault| format!("{fault:#}"), |members| format!("{members:?}"));
            anyhow::ensure!(began.elapsed() < time_max, "{what} in time: {seen}");
            tokio::time::sleep(LOOK_EVERY).await;
        }
    }

    /// Waits until all servers run, and one of them is a synchronous standby where that is asked for. A Patroni that has
    /// ended by itself is started again, as a service manager does; a server that stays stopped is copied anew, as
    /// `api/deploy/README.md` says.
    pub async fn whole(&mut self, synchronous: bool) -> anyhow::Result<()> {
        let is_whole = |members: &[Member]| {
            let runs = members.len() == NODES && members.iter().all(Member::is_running);
            (runs && members.iter().any(Member::is_synchronous) == synchronous).then_some(())
        };
        let what = "the cluster is not whole";
        for _ in 0..LOOKS {
            match self.within(STOPPED_MAX, what, is_whole).await {
                Err(why) => tracing::warn!("{why:#}"),
                whole => return whole,
            }
            self.start_ended()?;
            // A node that is just starting again answers nothing, and may be whole once it does.
            if let Err(fault) = self.copy_stopped().await {
                tracing::warn!("{fault:#}");
            }
        }
        self.until(what, is_whole).await
    }

    /// Starts each Patroni again that has ended by itself.
    ///
    /// # Errors
    /// Something else has ended: nothing of the drill works without it.
    fn start_ended(&mut self) -> anyhow::Result<()> {
        for other in &mut self.others {
            let ended = other.try_wait()?;
            anyhow::ensure!(ended.is_none(), "etcd or HAProxy has ended: {ended:?}");
        }
        for node in &mut self.nodes {
            if let Some(status) = node.ended()? {
                tracing::warn!("Patroni of {} has ended: {status}; it is started again", node.name);
                node.start(&self.stage)?;
                self.restarts += 1;
            }
        }
        Ok(())
    }

    async fn copy_stopped(&self) -> anyhow::Result<()> {
        let members = self.members().await?;
        for member in members
            .iter()
            .filter(|member| member.is_stopped() && !member.is_leader())
        {
            let node = self.nodes.iter().find(|node| node.name == member.name);
            let node = node.context("a member that is no node")?;
            if let Err(fault) = self.patroni.copy_anew(node.rest.port()).await {
                tracing::warn!("{}: {fault:#}", member.name);
            }
        }
        Ok(())
    }

    /// The primary's place among the nodes.
    pub async fn leader(&self) -> anyhow::Result<usize> {
        self.until("there is no leader", |members| self.place(members, Member::is_leader))
            .await
    }

    /// The place of the synchronous standby.
    pub async fn synchronous(&self) -> anyhow::Result<usize> {
        self.until("there is no synchronous standby", |members| {
            self.place(members, Member::is_synchronous)
        })
        .await
    }

    /// Waits until another node than this one leads.
    pub async fn next_leader(&self, before: usize) -> anyhow::Result<()> {
        self.until("nobody took the leader's place", |members| {
            let leader = self.place(members, |member| member.is_leader() && member.is_running());
            leader.filter(|leader| *leader != before)
        })
        .await?;
        Ok(())
    }

    fn place(&self, members: &[Member], is: impl Fn(&Member) -> bool) -> Option<usize> {
        let name = &members.iter().find(|member| is(member))?.name;
        self.nodes.iter().position(|node| node.name == *name)
    }

    /// Lets a standby take the place of the primary, as for maintenance. On a busy machine a standby may not be fit just
    /// then, or another one leads already: it is asked for again.
    pub async fn switch_over(&self) -> anyhow::Result<()> {
        let began = Instant::now();
        loop {
            let leader = &self.nodes[self.leader().await?];
            match self.patroni.switch_over(leader.rest.port(), &leader.name).await {
                Err(fault) if began.elapsed() < STEP_TIMEOUT => {
                    tracing::warn!("{fault:#}");
                    tokio::time::sleep(LOOK_EVERY).await;
                }
                done => return done,
            }
        }
    }

    /// Changes settings of Patroni.
    pub async fn configure(&self, changes: &Value) -> anyhow::Result<()> {
        let leader = self.leader().await?;
        self.patroni.configure(self.nodes[leader].rest.port(), changes).await
    }

    /// Starts a node again that was killed.
    pub fn restart(&mut self, place: usize) -> anyhow::Result<()> {
        self.nodes[place].start(&self.stage)
    }

    /// Ends all processes and removes what they wrote.
    pub async fn close(mut self) -> anyhow::Result<()> {
        for node in &mut self.nodes {
            node.close(&self.stage).await;
        }
        for other in &mut self.others {
            other.kill().await.context("a program that does not end")?;
        }
        self.stage.close()
    }
}
