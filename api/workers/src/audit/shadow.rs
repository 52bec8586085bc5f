//! The shadow audit: compares the log with the books while both are written.
//!
//! It reads the log page by page. Each page is read in one snapshot with its postings and the balances of the
//! accounts that it touches, and four things must hold: the postings are those that the events declare, every running
//! balance follows the one before, the balance row of an account is where its last posting left it, and the natural
//! keys that the events claim are taken. Nothing of the writer's is used but the rules by which an event declares its
//! postings, and no row says itself whether it is compared. The tables of balances and of natural keys are read as well:
//! each account has postings, each key is claimed by an event.
//!
//! Knows nothing of clocks and of what is done about a divergence.

use domain::money::Asset;
use ledger::claims::{self, Stray};
use ledger::feed::{self, PAGE_MAX, Recorded};
use ledger::verify::postings_of;
use ledger::{Fault, Ledger, MacKeys, books};
use sqlx::{PgConnection, Row};
use std::collections::{BTreeMap, HashMap};
use uuid::Uuid;

/// A position where the tables beside the log differ from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Divergence {
    pub partition: i32,
    /// The first position that does not fit.
    pub position: i64,
    /// What cannot be trusted any more; nothing when the asset is unknown.
    pub asset: Option<Asset>,
    /// In a sentence without its end.
    pub what: String,
}

/// Whose account, and which.
type Account = (Uuid, String);

/// A posting as it is stored.
struct Stored {
    leg: i16,
    account: Account,
    asset: String,
    amount: i64,
    after: i64,
}

/// Where the shadow is in a log.
#[derive(Clone, Debug)]
struct Place {
    /// Everything after `from` up to `seen` was compared.
    from: i64,
    seen: i64,
    /// Balances up to this account were looked at; nothing when all of them were.
    account: Option<Account>,
    /// Natural keys up to this one were looked at.
    key: String,
    /// Everything was compared once, and is compared again.
    is_again: bool,
}

impl Place {
    fn at(end: i64, is_again: bool) -> Place {
        Place {
            from: end,
            seen: end,
            account: Some((Uuid::nil(), String::new())),
            key: String::new(),
            is_again,
        }
    }
}

/// Where the shadow is. It begins at the end of each log, because what was added last has been looked at by nobody: it
/// follows what is added, and goes back to the first event meanwhile. Then it looks at the tables of balances and of
/// natural keys and begins again.
///
/// Nothing of it is kept for the next process, so nobody can move it.
#[derive(Clone, Debug, Default)]
pub struct Shadow {
    places: BTreeMap<i32, Place>,
}

impl Shadow {
    /// The last compared position of each log.
    pub fn seen(&self) -> BTreeMap<i32, i64> {
        self.places.iter().map(|(log, place)| (*log, place.seen)).collect()
    }

    /// Compares the next page of a log; true when there may be more that was never compared. What diverges is added to
    /// `found` and passed by.
    ///
    /// # Errors
    /// [`Fault`] of the database; then the page is compared again next time.
    pub async fn step(&mut self, ledger: &Ledger, partition: i32, found: &mut Vec<Divergence>) -> Result<bool, Fault> {
        let mut snapshot = ledger.pool().begin().await?;
        sqlx::query("set transaction isolation level repeatable read, read only")
            .execute(&mut *snapshot)
            .await?;
        // What the books have not read yet is compared when they have.
        let reached = books::reached(&mut snapshot, partition).await?;
        let place = self
            .places
            .entry(partition)
            .or_insert_with(|| Place::at(reached, false));
        let key = ledger.pool().key();
        let last = page(key, &mut snapshot, partition, (place.seen, reached), found).await?;
        if last > place.seen {
            place.seen = last;
            return Ok(true);
        }
        if place.from > 0 {
            let after = (place.from - PAGE_MAX).max(0);
            let last = page(key, &mut snapshot, partition, (after, place.from), found).await?;
            if last < place.from {
                let what = format!("partition {partition}: position {} is missing", last + 1);
                return Err(Fault::Contradiction(what));
            }
            place.from = after;
            return Ok(!place.is_again);
        }
        if let Some(account) = &place.account {
            let (invented, next) = invented(&mut snapshot, (partition, place.seen), account).await?;
            found.extend(invented);
            place.account = next;
            return Ok(!place.is_again);
        }
        let (stray, next) = claims::unfounded_after(key, &mut snapshot, partition, &place.key).await?;
        found.extend(stray.map(|stray| strayed(partition, stray)));
        match next {
            Some(key) => place.key = key,
            None => *place = Place::at(place.seen, true),
        }
        Ok(!place.is_again)
    }
}

/// Compares the events of a page after a position, up to another; returns the last of them.
async fn page(
    key: Option<&MacKeys>,
    snapshot: &mut PgConnection,
    partition: i32,
    (after, until): (i64, i64),
    found: &mut Vec<Divergence>,
) -> Result<i64, Fault> {
    let read = feed::read(key, &mut *snapshot, partition, after, PAGE_MAX).await;
    let mut events = read.map_err(gap)?;
    events.retain(|event| event.position <= until);
    let Some(last) = events.last().map(|event| event.position) else {
        return Ok(after);
    };
    let stored = postings(snapshot, partition, after, last).await?;
    let accounts: Vec<Account> = stored.values().flatten().map(|row| row.account.clone()).collect();
    let mut running = openings(snapshot, partition, after, &accounts).await?;
    for event in &events {
        found.extend(compare(event, stored.get(&event.position), &mut running));
    }
    found.extend(balances(snapshot, partition, last, &running).await?);
    let missing = claims::missing(snapshot, partition, &events).await?;
    found.extend(missing.map(|stray| strayed(partition, stray)));
    Ok(last)
}

/// The only law that a reader of the log knows is that no position is missing: where one is, somebody deleted it.
fn gap(fault: Fault) -> Fault {
    match fault {
        Fault::Law(what) => Fault::Contradiction(what),
        other => other,
    }
}

/// A natural key says nothing of an asset: what it lets happen twice may be a payment.
fn strayed(partition: i32, Stray { position, what }: Stray) -> Divergence {
    Divergence {
        partition,
        position,
        asset: None,
        what,
    }
}

async fn postings(
    snapshot: &mut PgConnection,
    partition: i32,
    after: i64,
    until: i64,
) -> Result<HashMap<i64, Vec<Stored>>, Fault> {
    let rows = sqlx::query(
        "select position, leg, owner, account, asset, amount, after from postings
          where partition = $1 and position > $2 and position <= $3 order by position, leg",
    )
    .bind(partition)
    .bind(after)
    .bind(until)
    .fetch_all(snapshot)
    .await?;
    let mut stored: HashMap<i64, Vec<Stored>> = HashMap::new();
    for row in rows {
        stored.entry(row.try_get(0)?).or_default().push(Stored {
            leg: row.try_get(1)?,
            account: (row.try_get(2)?, row.try_get(3)?),
            asset: row.try_get(4)?,
            amount: row.try_get(5)?,
            after: row.try_get(6)?,
        });
    }
    Ok(stored)
}

/// What accounts had before the page, by their last posting.
async fn openings(
    snapshot: &mut PgConnection,
    partition: i32,
    after: i64,
    accounts: &[Account],
) -> Result<HashMap<Account, i64>, Fault> {
    let (owners, names) = columns(accounts);
    let rows = sqlx::query(
        "select asked.owner, asked.account, last.after
           from (select distinct * from unnest($3::uuid[], $4::text[]) as wanted (owner, account)) asked
          cross join lateral (
                select p.after from postings p
                 where p.partition = $1 and p.owner = asked.owner and p.account = asked.account and p.position <= $2
                 order by p.position desc, p.leg desc limit 1) last",
    )
    .bind(partition)
    .bind(after)
    .bind(owners)
    .bind(names)
    .fetch_all(snapshot)
    .await?;
    let opening = |row: &sqlx::postgres::PgRow| Ok(((row.try_get(0)?, row.try_get(1)?), row.try_get(2)?));
    rows.iter().map(opening).collect()
}

fn columns(accounts: &[Account]) -> (Vec<Uuid>, Vec<String>) {
    accounts.iter().cloned().unzip()
}

/// An event beside its postings; the running balances go on.
fn compare(event: &Recorded, stored: Option<&Vec<Stored>>, running: &mut HashMap<Account, i64>) -> Option<Divergence> {
    let diverges = |asset: Option<&str>, what: String| {
        let (partition, position) = (event.partition, event.position);
        let asset = asset.and_then(Asset::named);
        Some(Divergence {
            partition,
            position,
            asset,
            what,
        })
    };
    let declared = match postings_of(event) {
        Ok(declared) => declared,
        Err(why) => return diverges(None, why),
    };
    let none = Vec::new();
    let stored = stored.unwrap_or(&none);
    let declared: Vec<_> = declared.legs().iter().zip(0..).collect();
    for (posting, leg) in &declared {
        let (account, asset) = (posting.account, posting.account.asset().name());
        let is_it = |row: &&Stored| {
            let same = row.account.0 == account.owner() && row.account.1 == account.name();
            row.leg == *leg && same && row.asset == asset && row.amount == posting.amount
        };
        if stored.iter().find(is_it).is_none() {
            return diverges(
                Some(asset),
                format!("the posting on {} is not as declared", account.name()),
            );
        }
    }
    if let Some(beyond) = stored.get(declared.len()) {
        return diverges(
            Some(&beyond.asset),
            format!("no event declares the posting on {}", beyond.account.1),
        );
    }
    for row in stored {
        let balance = running.entry(row.account.clone()).or_default();
        let follows = balance.checked_add(row.amount) == Some(row.after);
        *balance = row.after;
        if !follows {
            return diverges(
                Some(&row.asset),
                format!("the balance of {} does not follow", row.account.1),
            );
        }
    }
    None
}

/// Balance rows of accounts whose last posting is in the page or before it: each must say what that left, and where.
async fn balances(
    snapshot: &mut PgConnection,
    partition: i32,
    until: i64,
    running: &HashMap<Account, i64>,
) -> Result<Vec<Divergence>, Fault> {
    let accounts: Vec<Account> = running.keys().cloned().collect();
    let (owners, names) = columns(&accounts);
    let rows = sqlx::query(
        "select asked.owner, asked.account, b.balance, b.asset, last.position, b.position
           from unnest($2::uuid[], $3::text[]) as asked (owner, account)
          cross join lateral (
                select max(p.position) as position from postings p
                 where p.partition = $1 and p.owner = asked.owner and p.account = asked.account) last
           left join balances b on b.partition = $1 and b.owner = asked.owner and b.account = asked.account
          where last.position <= $4",
    )
    .bind(partition)
    .bind(owners)
    .bind(names)
    .bind(until)
    .fetch_all(snapshot)
    .await?;
    let mut found = Vec::new();
    for row in rows {
        let account: Account = (row.try_get(0)?, row.try_get(1)?);
        let (balance, asset): (Option<i64>, Option<String>) = (row.try_get(2)?, row.try_get(3)?);
        let (position, said): (i64, Option<i64>) = (row.try_get(4)?, row.try_get(5)?);
        let expected = running.get(&account).copied();
        if (balance, said) != (expected, Some(position)) {
            found.push(Divergence {
                partition,
                position,
                asset: asset.as_deref().and_then(Asset::named),
                what: format!(
                    "{} of {} says {balance:?} at {said:?}, its postings {expected:?} at {position}",
                    account.1, account.0
                ),
            });
        }
    }
    Ok(found)
}

/// Balance rows without any posting, in a page of accounts after one of them; and the last account of a full page.
async fn invented(
    snapshot: &mut PgConnection,
    (partition, position): (i32, i64),
    after: &Account,
) -> Result<(Vec<Divergence>, Option<Account>), Fault> {
    let rows = sqlx::query(
        "select b.owner, b.account, b.asset,
                exists (select from postings p
                         where p.partition = $1 and p.owner = b.owner and p.account = b.account)
           from balances b
          where b.partition = $1 and (b.owner, b.account) > ($2, $3)
          order by b.owner, b.account
          limit $4",
    )
    .bind(partition)
    .bind(after.0)
    .bind(&after.1)
    .bind(PAGE_MAX)
    .fetch_all(snapshot)
    .await?;
    let (mut found, mut last) = (Vec::new(), None);
    for row in &rows {
        let (owner, account, asset): (Uuid, String, String) = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
        if !row.try_get::<bool, _>(3)? {
            found.push(Divergence {
                partition,
                position,
                asset: Asset::named(&asset),
                what: format!("{account} of {owner} has a balance and no postings"),
            });
        }
        last = Some((owner, account));
    }
    Ok((found, last.filter(|_| rows.len() as i64 == PAGE_MAX)))
}
