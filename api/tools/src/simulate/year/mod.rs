//! The players of a year (`ledger simulate --days`): real calls of real players under a clock that whoever plays the
//! year moves. Some come each day, more from month to month, in some months more than in others; they pay on the local
//! chain, spend, dive, exchange, invite and withdraw.
//!
//! Knows nothing of what the house does between their visits.

mod guest;

use super::codes::Codes;
use super::session::World;
use super::tally::Tally;
use crate::game::Servers;
use domain::time::{Day, Month};
use guest::Guest;
use ledger::Clock;
use local_chain::Chain;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tokio::task::JoinSet;

/// How many of a hundred come on a usual day. ASSUMED, as all habits here: what a small shop of games may see.
const VISITS_PERCENT: i64 = 36;
/// The share of a usual day's visits, in a hundred, from January to December: a summer of holidays, a thin spring.
const SEASON: [i64; 12] = [95, 80, 85, 75, 90, 110, 140, 150, 105, 85, 100, 135];
/// Saturdays and Sundays, in a hundred of a usual day.
const WEEKEND: i64 = 135;
/// One part of the players is there from the first day.
const FIRST_PART: i64 = 3;

/// All players of a year.
pub struct Crowd {
    world: Arc<World>,
    chain: Arc<Chain>,
    codes: Arc<Codes>,
    /// By place; a player's task holds its own during a visit.
    guests: Vec<Option<Guest>>,
    /// Tasks that did not come back, in words.
    broken: Vec<String>,
    dice: StdRng,
}

impl Crowd {
    /// Players of the service at `url`, whose clock stands still while nobody waits. The first one is the demo player.
    ///
    /// # Errors
    /// When the address is not one of plain HTTP.
    pub fn of(url: String, bot_token: String, clock: Clock, chain: Arc<Chain>, players: u32) -> anyhow::Result<Crowd> {
        let mut world = World::of(Servers::at(&[url])?, bot_token);
        world.clock = clock;
        let world = Arc::new(world);
        let ids = (0..i64::from(players)).map(|number| crate::person::DEMO_TG_ID + number);
        let guests = ids.map(|tg_id| Some(Guest::of(world.clone(), tg_id))).collect();
        Ok(Crowd {
            world,
            chain,
            codes: Arc::default(),
            guests,
            broken: Vec::new(),
            dice: StdRng::seed_from_u64(u64::from(players)),
        })
    }

    /// Who comes on a day, by place, when the year is so many thousandths old.
    pub fn who_comes(&mut self, day: Day, age: i64) -> Vec<usize> {
        let all = i64::try_from(self.guests.len()).unwrap_or(i64::MAX);
        let known = (all / FIRST_PART + (all - all / FIRST_PART) * age / 1_000).clamp(1, all);
        let season = usize::try_from(Month::of(day).number() - 1).map_or(100, |month| SEASON[month % SEASON.len()]);
        // Day 0 was a Thursday.
        let weekend = if (day.0 + 3).rem_euclid(7) >= 5 { WEEKEND } else { 100 };
        let percent = VISITS_PERCENT * season * weekend / 10_000;
        let places = 0..usize::try_from(known).unwrap_or_default();
        places.filter(|_| self.dice.random_range(0..100) < percent).collect()
    }

    /// These players log in, check in, and pay for what they want to spend; the payments wait for the chain's next block.
    pub async fn pay(&mut self, who: &[usize]) {
        let (chain, codes) = (self.chain.clone(), self.codes.clone());
        self.each(who, |mut guest| {
            let (chain, codes) = (chain.clone(), codes.clone());
            async move {
                guest.pay(&chain, &codes).await;
                guest
            }
        })
        .await;
    }

    /// They spend what came, dive, and take what they won; some enter the code of a red packet.
    pub async fn play(&mut self, who: &[usize], packet: Option<&str>) {
        self.each(who, |mut guest| {
            let (count, packet) = (who.len(), packet.map(str::to_owned));
            async move {
                guest.play(count, packet.as_deref()).await;
                guest
            }
        })
        .await;
    }

    /// Side by side: each moves the clock on by its own waits, so the others have waited too.
    async fn each<W>(&mut self, who: &[usize], does: impl Fn(Guest) -> W)
    where
        W: Future<Output = Guest> + Send + 'static,
    {
        let mut tasks = JoinSet::new();
        for place in who {
            if let Some(guest) = self.guests.get_mut(*place).and_then(Option::take) {
                let (place, visit) = (*place, does(guest));
                tasks.spawn(async move { (place, visit.await) });
            }
        }
        while let Some(ended) = tasks.join_next().await {
            match ended {
                Ok((place, guest)) => self.guests[place] = Some(guest),
                Err(broken) => self.broken.push(format!("a player's task broke: {broken}")),
            }
        }
    }

    /// Answers so far, and faults among them.
    pub fn answers(&self) -> (u64, u64) {
        let read = |count: &std::sync::atomic::AtomicU64| count.load(Ordering::Relaxed);
        (read(&self.world.answers), read(&self.world.faults))
    }

    /// How many came at least once.
    pub fn known(&self) -> usize {
        self.guests.iter().flatten().filter(|guest| guest.is_known()).count()
    }

    /// The figures of all.
    pub fn tally(self) -> Tally {
        let mut tally = Tally {
            gave_up: self.broken,
            ..Tally::default()
        };
        self.guests
            .into_iter()
            .flatten()
            .for_each(|guest| tally.merge(guest.tally()));
        tally
    }
}
