//! What decisions look at beside their stream, one copy a process: configuration and reserve are read again every
//! second, the others are set by whoever knows them.

use crate::Clock;
use crate::command::ContextSource;
use domain::config::Config;
use domain::money::Usdt;
use domain::stream::Context;
use domain::time::{Day, Timestamp};
use domain::withdrawal::Address;
use std::sync::{Arc, RwLock};

#[derive(Clone, Debug)]
pub struct Figures {
    pub config: Arc<Config>,
    pub reserve: Usdt,
    /// What the house won on paid dives of a day.
    pub house_day: (Day, Usdt),
    pub house_accounts: Arc<[Address]>,
}

/// The figures of a process. Clones share them.
#[derive(Clone)]
pub struct SharedFigures(Arc<RwLock<Figures>>);

impl SharedFigures {
    /// Those of a process that has read nothing yet.
    pub fn unread() -> SharedFigures {
        SharedFigures(Arc::new(RwLock::new(Figures {
            config: Arc::new(Config::standard()),
            reserve: Usdt::ZERO,
            house_day: (Day(0), Usdt::ZERO),
            house_accounts: Arc::new([]),
        })))
    }

    pub fn get(&self) -> Figures {
        let figures = self.0.read().map(|figures| figures.clone());
        figures.unwrap_or_else(|poisoned| poisoned.into_inner().clone())
    }

    pub fn set(&self, change: impl FnOnce(&mut Figures)) {
        if let Ok(mut figures) = self.0.write() {
            change(&mut figures);
        }
    }

    /// Where a command handler takes its contexts from.
    pub fn source(self, clock: Clock) -> ContextSource {
        Arc::new(move || self.context(&clock))
    }

    /// What a decision made now looks at, without a seed.
    pub fn context(&self, clock: &Clock) -> Context {
        let (now, figures) = (clock.now(), self.get());
        Context {
            now,
            seed: None,
            reserve: figures.reserve,
            house_day: figures.house_day(now),
            config: figures.config,
            house_accounts: figures.house_accounts,
        }
    }
}

impl Figures {
    /// Zero on a day for which no figure was set.
    fn house_day(&self, now: Timestamp) -> Usdt {
        let (day, won) = self.house_day;
        if day == now.day() { won } else { Usdt::ZERO }
    }
}
