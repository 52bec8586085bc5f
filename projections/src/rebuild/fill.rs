//! Fills the copy: one task reads pages, this one writes them, so that neither waits for the other.

use super::Progress;
use crate::view::View;
use ledger::feed;
use ledger::log_page::{PageEvent, log_page_of};
use ledger::{Fault, MacKeys};
use sqlx::PgConnection;
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Connection};
use std::collections::BTreeMap;
use std::sync::Arc;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

/// Events of a page, some 30 MB: what several of them change in one row is written once.
const PAGE: usize = 40_000;
/// Events read at once.
const READ: i64 = 10_000;
/// Pages read ahead.
const PAGES_AHEAD: usize = 1;

/// How far the copy is.
pub(super) struct Filling {
    view: &'static dyn View,
    database: PgConnectOptions,
    key: Option<MacKeys>,
    /// Position of the last event written, by partition.
    positions: BTreeMap<i32, i64>,
}

type Page = Result<Vec<Arc<PageEvent>>, Fault>;

impl Filling {
    /// Nothing is written yet.
    pub(super) fn start(database: &PgConnectOptions, key: Option<MacKeys>, view: &'static dyn View) -> Filling {
        Filling {
            view,
            database: database.clone(),
            key,
            positions: BTreeMap::new(),
        }
    }

    pub(super) fn events(&self) -> u64 {
        self.positions.values().map(|position| position.unsigned_abs()).sum()
    }

    /// Events missing.
    pub(super) fn left(&self, targets: &[(i32, i64)]) -> i64 {
        targets
            .iter()
            .map(|(partition, until)| until - self.position(*partition))
            .sum()
    }

    fn position(&self, partition: i32) -> i64 {
        self.positions.get(&partition).copied().unwrap_or(0)
    }

    /// Writes everything up to the targets.
    pub(super) async fn run(
        &mut self,
        writer: &mut PgConnection,
        targets: &[(i32, i64)],
        progress: Progress<'_>,
    ) -> Result<(), Fault> {
        let total = targets.iter().map(|(_, until)| until.unsigned_abs()).sum();
        for (partition, until) in targets {
            let (mut pages, reading) = self.read(*partition, *until);
            while let Some(page) = pages.recv().await {
                let page = page?;
                self.view.write(writer, &page).await?;
                if let Some(last) = page.last() {
                    self.positions.insert(*partition, last.position);
                }
                progress(self.events(), total);
            }
            reading
                .await
                .map_err(|broken| Fault::Law(format!("reading the log broke: {broken}")))?;
        }
        if self.left(targets) == 0 {
            Ok(())
        } else {
            Err(Fault::Law("the log ends before the view".into()))
        }
    }

    /// Pages of a partition as they are read; the reading ends with its receiver.
    fn read(&self, partition: i32, until: i64) -> (mpsc::Receiver<Page>, JoinHandle<()>) {
        let (pages, listener) = mpsc::channel(PAGES_AHEAD);
        let (database, key, position) = (self.database.clone(), self.key.clone(), self.position(partition));
        let reading = tokio::spawn(async move {
            if let Err(fault) = pass_on((&database, key.as_ref()), partition, position, until, &pages).await {
                // The receiver is closed when the writer failed first.
                pages.send(Err(fault)).await.ok();
            }
        });
        (listener, reading)
    }
}

async fn pass_on(
    (database, key): (&PgConnectOptions, Option<&MacKeys>),
    partition: i32,
    mut position: i64,
    until: i64,
    pages: &mpsc::Sender<Page>,
) -> Result<(), Fault> {
    if position >= until {
        return Ok(());
    }
    let mut connection = database.connect().await?;
    let mut page = Vec::new();
    while position < until {
        let read = feed::read(key, &mut connection, partition, position, READ.min(until - position)).await?;
        let Some(last) = read.last() else { break };
        position = last.position;
        page.extend(log_page_of(read));
        if (page.len() >= PAGE || position >= until) && pages.send(Ok(std::mem::take(&mut page))).await.is_err() {
            return Ok(());
        }
    }
    Ok(connection.close().await?)
}
