//! The whole books as a journal of plain-text accounting: every event that moved value is a transaction, every leg a
//! posting with its decimals. hledger and beancount read it, add it up in their own way, and refuse what does not
//! balance.
//!
//! | account | hledger | beancount |
//! |---|---|---|
//! | `usdt` of a player | `liabilities:players:<id>:usdt` | `Liabilities:Players:P<id>:Usdt` |
//! | `h:usdt_custody` | `assets:usdt_custody` | `Assets:Usdt-Custody` |
//! | `h:usdt_reserve` in `ShopPurchased` | `income:shop_sales` | `Income:Shop-Sales` |
//!
//! Names and types are those of the chart of accounts (domain §1.1), so that `hledger balancesheetequity` and
//! `incomestatement` and beancount's own reports show the business. Signs are those of the tools: a debit is positive.
//! A journal that begins later opens with one transaction of all balances, in which the result of the time before is
//! equity. Rows come through a cursor, so memory does not grow with the books.

mod tool;

pub use tool::Tool;

use super::sheet::Hashed;
use super::write::{PAGE, Progress, close, declare, fetch};
use super::{ExportError, FileNote, SheetFault};
use crate::books;
use crate::event_log::EventLog;
use crate::notary::signed;
use crate::read::walk::Range;
use domain::chart::{Chart, NotInChart};
use domain::money::Asset;
use domain::time::Timestamp;
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, Row};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use uuid::Uuid;

/// The cursors' names: each has columns of its own.
const ACCOUNTS: &str = "journal_accounts";
const OPENING: &str = "journal_opening";
const LEGS: &str = "journal_legs";
/// The day on which beancount's accounts are opened: before every event.
const OPENED: &str = "1970-01-01";

/// One leg of a transaction under construction.
struct Leg {
    owner: Uuid,
    account: String,
    asset: String,
    /// Minor units; a credit is positive, as in the books.
    amount: i64,
}

/// The head of a transaction.
struct Head {
    partition: i32,
    position: i64,
    at_ms: i64,
    event_type: String,
    event_id: Uuid,
}

struct Journal {
    tool: Tool,
    path: PathBuf,
    out: Hashed<BufWriter<File>>,
    written: u64,
}

/// A journal that was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// Where it is.
    pub path: PathBuf,
    /// What it is; its rows are its postings.
    pub file: FileNote,
}

/// Writes the journal of a range of all logs into a folder without one.
///
/// # Errors
/// [`ExportError`]; what was written so far is no journal.
pub async fn write(
    pool: &EventLog,
    range: &Range,
    tool: Tool,
    folder: &Path,
    progress: Progress<'_>,
) -> Result<Written, ExportError> {
    books::reach_heads(pool).await?;
    let mut snapshot = pool.begin().await?;
    sqlx::query("set transaction isolation level repeatable read, read only")
        .execute(&mut *snapshot)
        .await?;
    let path = folder.join(tool.file());
    let file = File::create_new(&path).map_err(|why| SheetFault(format!("{}: {why}", path.display())))?;
    let mut journal = Journal {
        tool,
        path,
        out: Hashed::over(BufWriter::new(file)),
        written: 0,
    };
    let origin = signed::origin(&mut *snapshot).await?;
    journal.heading(&mut snapshot, &origin, range).await?;
    for ((partition, after), until) in (0..).zip(&range.after).zip(&range.until) {
        if *after > 0 {
            journal.opening(&mut snapshot, partition, *after).await?;
        }
        journal
            .transactions(&mut snapshot, (partition, *after, *until), progress)
            .await?;
    }
    journal.line("")?;
    let Journal { path, out, written, .. } = journal;
    let file = out.note(tool.file().to_owned(), written)?;
    Ok(Written { path, file })
}

impl Journal {
    fn line(&mut self, text: &str) -> Result<(), SheetFault> {
        writeln!(self.out, "{text}").map_err(|why| SheetFault(format!("{}: {why}", self.path.display())))
    }

    async fn heading(&mut self, snapshot: &mut PgConnection, origin: &str, range: &Range) -> Result<(), ExportError> {
        self.line(&format!("; {origin}"))?;
        for ((partition, after), until) in (0..).zip(&range.after).zip(&range.until) {
            let partition: i32 = partition;
            self.line(&format!("; log {partition}: after position {after}, up to {until}"))?;
        }
        for asset in Asset::ALL {
            let commodity = Tool::commodity(asset.name());
            let line = match self.tool {
                Tool::Hledger => format!("commodity {} {commodity}", sample(asset)),
                Tool::Beancount => format!("{OPENED} commodity {commodity}"),
            };
            self.line(&line)?;
        }
        let chart = Chart::built_in();
        self.line(&format!("; chart of accounts {}", chart.version))?;
        for line in self.tool.declared(chart) {
            self.line(&line)?;
        }
        if self.tool == Tool::Beancount {
            self.accounts(snapshot).await?;
        }
        Ok(())
    }

    /// Beancount wants every account opened before it is used: those of players, the house's are in the chart.
    async fn accounts(&mut self, snapshot: &mut PgConnection) -> Result<(), ExportError> {
        declare(
            snapshot,
            ACCOUNTS,
            "select distinct owner, account from balances
              where owner <> '00000000-0000-0000-0000-000000000000' order by owner, account",
        )
        .await?;
        loop {
            let page = fetch(snapshot, ACCOUNTS).await?;
            for row in &page {
                let (owner, account): (Uuid, String) = (row.try_get(0)?, row.try_get(1)?);
                let name = self.tool.opening(owner, &account).map_err(unlisted)?;
                self.line(&format!("{OPENED} open {name}"))?;
            }
            if page.len() < PAGE {
                return close(snapshot, ACCOUNTS).await;
            }
        }
    }

    /// All balances of a log before the journal begins, as one transaction.
    async fn opening(&mut self, snapshot: &mut PgConnection, partition: i32, after: i64) -> Result<(), ExportError> {
        let at = sqlx::query("select recorded_at_ms from events where partition = $1 and position = $2")
            .bind(partition)
            .bind(after)
            .fetch_one(&mut *snapshot)
            .await?;
        let head = Head {
            partition,
            position: after,
            at_ms: at.try_get(0)?,
            event_type: "opening balances".into(),
            event_id: Uuid::nil(),
        };
        self.head(&head)?;
        let statement = format!(
            "select b.owner, b.account, b.asset, last.after from balances b
              cross join lateral (select p.after from postings p
                     where p.partition = b.partition and p.owner = b.owner and p.account = b.account
                       and p.position <= {after} order by p.position desc, p.leg desc limit 1) last
              where b.partition = {partition} and last.after <> 0 order by b.owner, b.account"
        );
        declare(snapshot, OPENING, &statement).await?;
        loop {
            let page = fetch(snapshot, OPENING).await?;
            for row in &page {
                let leg = leg(row)?;
                let name = self.tool.opening(leg.owner, &leg.account).map_err(unlisted)?;
                self.leg(&name, &leg)?;
            }
            if page.len() < PAGE {
                return close(snapshot, OPENING).await;
            }
        }
    }

    async fn transactions(
        &mut self,
        snapshot: &mut PgConnection,
        (partition, after, until): (i32, i64, i64),
        progress: Progress<'_>,
    ) -> Result<(), ExportError> {
        let statement = format!(
            "select p.owner, p.account, p.asset, p.amount, p.position, e.recorded_at_ms, e.event_type, e.event_id
               from postings p join events e on e.partition = p.partition and e.position = p.position
              where p.partition = {partition} and p.position > {after} and p.position <= {until}
                and e.partition = {partition} and e.position > {after} and e.position <= {until}
              order by p.position, p.leg"
        );
        declare(snapshot, LEGS, &statement).await?;
        let mut last = 0;
        loop {
            let page = fetch(snapshot, LEGS).await?;
            for row in &page {
                let head = Head {
                    partition,
                    position: row.try_get(4)?,
                    at_ms: row.try_get(5)?,
                    event_type: row.try_get(6)?,
                    event_id: row.try_get(7)?,
                };
                if head.position != last {
                    self.head(&head)?;
                    last = head.position;
                }
                let leg = leg(row)?;
                let name = self.tool.account(leg.owner, &leg.account, &head.event_type);
                self.leg(&name.map_err(unlisted)?, &leg)?;
                self.written += 1;
            }
            progress(self.written);
            if page.len() < PAGE {
                return close(snapshot, LEGS).await;
            }
        }
    }

    fn head(&mut self, head: &Head) -> Result<(), SheetFault> {
        let Head {
            partition,
            position,
            event_type,
            event_id,
            ..
        } = head;
        let day = Timestamp(head.at_ms).day();
        let text = match self.tool {
            Tool::Hledger => {
                format!("\n{day} * {event_type}  ; log:{partition}, position:{position}, event:{event_id}")
            }
            Tool::Beancount => format!(
                "\n{day} * \"{event_type}\"\n  log: \"{partition}\"\n  position: \"{position}\"\n  event: \"{event_id}\""
            ),
        };
        self.line(&text)
    }

    fn leg(&mut self, name: &str, leg: &Leg) -> Result<(), SheetFault> {
        let debited = leg
            .amount
            .checked_neg()
            .ok_or_else(|| SheetFault(format!("{name}: {} is no amount", leg.amount)))?;
        let amount = Asset::named(&leg.asset).map_or_else(|| debited.to_string(), |asset| asset.format(debited));
        self.line(&format!("    {name}  {amount} {}", Tool::commodity(&leg.asset)))
    }
}

fn unlisted(account: NotInChart) -> SheetFault {
    SheetFault(account.to_string())
}

/// An amount that shows a commodity's decimals. hledger wants the decimal mark even where nothing follows it.
fn sample(asset: Asset) -> String {
    let text = asset.format(1);
    if text.contains('.') { text } else { format!("{text}.") }
}

fn leg(row: &PgRow) -> Result<Leg, sqlx::Error> {
    Ok(Leg {
        owner: row.try_get(0)?,
        account: row.try_get(1)?,
        asset: row.try_get(2)?,
        amount: row.try_get(3)?,
    })
}

#[cfg(test)]
mod tests;
