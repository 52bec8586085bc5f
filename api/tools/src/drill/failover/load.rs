//! Players of `ledger simulate` on both services, and a journal of what they were answered.

use super::cluster::STEP_TIMEOUT;
use super::ready::{Said, Watch};
use super::service::{BOT_TOKEN, Server};
use crate::game::Servers;
use crate::simulate::codes::Codes;
use crate::simulate::journal::{Acknowledged, Journal};
use crate::simulate::player;
use crate::simulate::session::{Session, World};
use crate::simulate::tally::Tally;
use anyhow::Context;
use domain::time::DAY_MS;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

/// Players at once: enough for some acknowledged command in every moment, few enough for two cores.
const PLAYERS: i64 = 40;
/// Longer than any drill: players stop when they are asked to.
const FOR_EVER_MS: i64 = 7 * DAY_MS;
/// Acknowledged commands that show that the players get on again.
const PROGRESS: usize = 100;

/// Players who play until they are stopped.
pub struct Load {
    world: Arc<World>,
    games: JoinSet<Session>,
    watch: Watch,
}

/// What is left when they have stopped.
pub struct Played {
    pub acknowledged: Vec<Acknowledged>,
    pub tally: Tally,
    pub longest_gap: Duration,
    /// The longest time that a service went on saying it was ready while nobody's command was acknowledged.
    pub ready_silence: Duration,
    sessions: Vec<Session>,
}

impl Load {
    /// Lets them log in and play.
    pub fn start(servers: &[Server]) -> anyhow::Result<Load> {
        let urls: Vec<String> = servers.iter().map(|server| server.url.clone()).collect();
        let mut world = World::of(Servers::at(&urls)?, BOT_TOKEN.to_owned());
        world.journal = Some(Journal::default());
        // How long a failover takes is measured, not judged: they ask until they are stopped.
        world.attempts_max = u32::MAX;
        let world = Arc::new(world);
        let codes = Arc::new(Codes::default());
        let mut games = JoinSet::new();
        for tg_id in 1..=PLAYERS {
            let (mut session, codes) = (Session::new(world.clone(), tg_id), codes.clone());
            games.spawn(async move {
                // A player who gives up has said so in the tally.
                let for_ever = session.now().plus_ms(FOR_EVER_MS);
                player::play(&mut session, &codes, for_ever).await;
                session
            });
        }
        let watch = Watch::start(&urls, world.clone());
        Ok(Load { world, games, watch })
    }

    fn journal(&self) -> anyhow::Result<&Journal> {
        self.world.journal.as_ref().context("a journal")
    }

    /// Waits until the players get on.
    pub async fn progress(&self) -> anyhow::Result<()> {
        let progress = self.journal()?.progress(PROGRESS);
        tokio::time::timeout(STEP_TIMEOUT, progress)
            .await
            .with_context(|| format!("no {PROGRESS} commands were acknowledged in {STEP_TIMEOUT:?}"))
    }

    /// The longest time without an acknowledged command since then.
    pub fn gap_since(&self, began: Instant) -> anyhow::Result<Duration> {
        Ok(self.journal()?.longest_gap(began, Instant::now()))
    }

    /// Answers so far that a service is busy.
    pub fn busy(&self) -> u64 {
        self.world.busy.load(Ordering::Relaxed)
    }

    /// Half of the players begin nothing new, or go on.
    pub fn rest(&self, half_rests: bool) {
        self.world.resting.send_replace(half_rests);
    }

    /// Waits until every service says this of itself.
    pub async fn services_are(&self, wanted: Said) -> anyhow::Result<()> {
        self.watch.services_are(wanted).await
    }

    /// Stops the players and waits for them.
    pub async fn stop(mut self) -> anyhow::Result<Played> {
        let ended = Instant::now();
        self.world.stopped.store(true, Ordering::Relaxed);
        let mut sessions = Vec::new();
        while let Some(session) = self.games.join_next().await {
            sessions.push(session.context("a player's task broke")?);
        }
        let acknowledged = self.journal()?.entries();
        let first = acknowledged.first().map_or(ended, |first| first.at);
        let longest_gap = self.journal()?.longest_gap(first, ended);
        let mut tally = Tally::default();
        for session in &mut sessions {
            tally.merge(std::mem::take(&mut session.tally));
        }
        self.world.stopped.store(false, Ordering::Relaxed);
        Ok(Played {
            acknowledged,
            tally,
            longest_gap,
            ready_silence: self.watch.stop(),
            sessions,
        })
    }
}

impl Played {
    /// Every player sends once more what was acknowledged; another answer than the first is a mismatch.
    pub async fn ask_again(&mut self) -> anyhow::Result<()> {
        let mut asking = JoinSet::new();
        for mut session in std::mem::take(&mut self.sessions) {
            let own = self.acknowledged.iter().filter(|one| one.tg_id == session.tg_id);
            let own: Vec<Acknowledged> = own.cloned().collect();
            asking.spawn(async move {
                for one in &own {
                    session.ask_again(one).await;
                }
                session.tally
            });
        }
        while let Some(tally) = asking.join_next().await {
            self.tally.merge(tally.context("a player's task broke")?);
        }
        Ok(())
    }
}
