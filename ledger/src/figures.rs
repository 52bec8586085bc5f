//! What decisions look at beside their stream, one copy a process: configuration, reserve and stakes that solvency closed
//! are read again every second, the others are set by whoever knows them.

use crate::books;
use crate::clock::Clock;
use crate::command::ContextSource;
use crate::error::Fault;
use crate::stream_id::StreamId;
use crate::timeouts::query_in_time;
use crate::{CONFIG_STREAM, Ledger, RESERVE_STREAM};
use domain::config::{Config, Section};
use domain::money::{Coin, Usdt};
use domain::posting::House;
use domain::stream::Context;
use domain::time::{Day, Timestamp};
use domain::withdrawal::Address;
use sqlx::Row;
use std::sync::{Arc, RwLock};
use std::time::Duration;
use uuid::Uuid;

/// How often the numbers that decisions look at are read again.
const FIGURES_EVERY: Duration = Duration::from_secs(1);

#[derive(Clone, Debug)]
pub struct Figures {
    pub config: Arc<Config>,
    pub reserve: Usdt,
    /// What the house won on paid dives of a day.
    pub house_day: (Day, Usdt),
    /// The stake above which solvency closed play.
    pub stakes_closed_above: Option<Coin>,
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
            stakes_closed_above: None,
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
            stakes_closed_above: figures.stakes_closed_above,
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

impl Ledger {
    /// Brings the books up to date, and reads configuration, reserve and closed stakes again.
    ///
    /// # Errors
    /// [`Fault`] of the database.
    pub async fn refresh(&self) -> Result<(), Fault> {
        self.settle_books().await;
        self.read_figures().await
    }

    /// Reads configuration, closed stakes and reserve, the last as old as the books are.
    async fn read_figures(&self) -> Result<(), Fault> {
        let config = self.read_config().await?;
        let reserve = sqlx::query(
            "select coalesce(sum(balance), 0)::bigint from balances join heads using (partition)
                  where owner = $1 and account = $2",
        )
        .bind(Uuid::nil())
        .bind(House::UsdtReserve.name());
        let row = query_in_time(self.pool(), async |connection| reserve.fetch_one(connection).await).await?;
        let reserve = Usdt::from_minor(row.try_get(0)?);
        let treasury = self.treasury().load(&StreamId::house(RESERVE_STREAM)).await?.state;
        self.0.figures.set(|figures| {
            (figures.config, figures.reserve) = (config, reserve);
            figures.stakes_closed_above = treasury.closed_above;
        });
        Ok(())
    }

    /// Brings the books to the present end of the logs, where that takes no longer than a reader waits. A figure of
    /// books that are behind is as old as they are.
    async fn settle_books(&self) {
        if let Err(fault) = books::reach_heads(&self.0.log).await {
            tracing::debug!(%fault, "the figures are those of books that are behind");
        }
    }

    /// The first document with every section's version in force; the same one again while nothing changed.
    async fn read_config(&self) -> Result<Arc<Config>, Fault> {
        let genesis = self.config().load(&StreamId::house(CONFIG_STREAM)).await?.state.current;
        let genesis = genesis.unwrap_or_else(|| Arc::new(Config::standard()));
        let mut documents = Vec::new();
        for section in Section::ALL {
            let loaded = self.sections().load(&StreamId::house(&section.stream())).await?;
            documents.extend((loaded.version > 0).then_some(loaded.state));
        }
        if documents.is_empty() {
            return Ok(genesis);
        }
        let now = self.0.clock.now();
        let config = Config::assemble(&genesis, &documents, now);
        let known = self.current_config();
        Ok(if *known == config { known } else { Arc::new(config) })
    }

    /// Reads the figures every second. Bringing the books up to date is the work of who follows them, not of every
    /// process that reads them.
    pub(crate) fn keep_fresh(&self) {
        let weak = Arc::downgrade(&self.0);
        let task = tokio::spawn(async move {
            loop {
                tokio::time::sleep(FIGURES_EVERY).await;
                let Some(inner) = weak.upgrade() else { return };
                if let Err(fault) = Ledger(inner, None).read_figures().await {
                    tracing::warn!(%fault, "configuration and reserve were not read; the last ones stay in force");
                }
            }
        });
        self.0.refreshing.get_or_init(|| task.abort_handle());
    }
}
