//! The books against the log: every posting row with its running balance, every balance row.

use super::chain::Folded;
use super::rows::for_each_row;
use super::sums::{Fingerprints, Row as Printed, Sums};
use super::{Check, Finding, finding, postings_of};
use crate::error::Fault;
use crate::read::feed::{COLUMNS, recorded};
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, Row};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use uuid::Uuid;

const POSTINGS: &str = "select position, leg, owner, account, asset, amount, after from postings where partition = $1";

/// A posting row as stored or expected.
pub(super) struct PostingRow<'a> {
    pub position: i64,
    pub leg: i16,
    pub owner: Uuid,
    pub account: &'a str,
    pub asset: &'a str,
    pub amount: i64,
    pub after: i64,
}

impl PostingRow<'_> {
    fn read(row: &PgRow) -> Result<PostingRow<'_>, sqlx::Error> {
        Ok(PostingRow {
            position: row.try_get(0)?,
            leg: row.try_get(1)?,
            owner: row.try_get(2)?,
            account: row.try_get(3)?,
            asset: row.try_get(4)?,
            amount: row.try_get(5)?,
            after: row.try_get(6)?,
        })
    }

    pub(super) fn printed(&self, prints: &Fingerprints) -> Printed {
        let row = prints.row().fixed(&self.position.to_be_bytes());
        let row = row.fixed(&self.leg.to_be_bytes()).fixed(self.owner.as_bytes());
        let row = row.fixed(&self.amount.to_be_bytes()).fixed(&self.after.to_be_bytes());
        row.text(self.account).text(self.asset)
    }
}

/// The posting rows of a partition, in whatever order the table gives them.
#[derive(Default)]
pub(super) struct StoredPostings {
    rows: u64,
    sums: Sums,
}

impl StoredPostings {
    pub(super) async fn read(
        connection: &mut PgConnection,
        prints: &Fingerprints,
        partition: i32,
    ) -> Result<StoredPostings, Fault> {
        let mut stored = StoredPostings::default();
        for_each_row(connection, POSTINGS, partition, |row| {
            let row = PostingRow::read(row)?;
            stored.rows += 1;
            stored.sums.add(row.position, row.printed(prints));
            Ok(())
        })
        .await?;
        Ok(stored)
    }

    /// Compares them with those of the log.
    pub(super) async fn check(
        &self,
        connection: &mut PgConnection,
        partition: i32,
        folded: &Folded,
    ) -> Result<Check, Fault> {
        let finding = match self.sums.first_difference(&folded.postings) {
            Some(range) => Some(locate(connection, partition, range).await?),
            None => None,
        };
        Ok(Check {
            name: "postings",
            compared: self.rows,
            finding,
        })
    }
}

/// Stored legs by position: leg, owner, account with asset, amount, balance after.
type Stored = BTreeMap<i64, Vec<(i16, Uuid, String, i64, i64)>>;
/// Declared legs by position, without the balance.
type Declared = BTreeMap<i64, Vec<(i16, Uuid, String, i64)>>;

/// The first position of a range whose posting rows differ from its event's. The running balances
/// before the range are taken from the rows themselves, so an error is named where it begins.
async fn locate(connection: &mut PgConnection, partition: i32, (from, until): (i64, i64)) -> Result<Finding, Fault> {
    let statement = format!("{POSTINGS} and position between {from} and {until}");
    let mut rows = Stored::new();
    for_each_row(connection, &statement, partition, |row| {
        let row = PostingRow::read(row)?;
        let stored = (
            row.leg,
            row.owner,
            format!("{} {}", row.account, row.asset),
            row.amount,
            row.after,
        );
        rows.entry(row.position).or_default().push(stored);
        Ok(())
    })
    .await?;
    let events = format!(
        "select {COLUMNS} from events where partition = $1 and position between {from} and {until} order by position"
    );
    let mut expected = Declared::new();
    for_each_row(connection, &events, partition, |row| {
        let event = recorded(row)?;
        for (leg, posting) in postings_of(&event).unwrap_or_default().legs().iter().enumerate() {
            let account = format!("{} {}", posting.account.name(), posting.account.asset().name());
            let leg = (leg as i16, posting.account.owner(), account, posting.amount);
            expected.entry(event.position).or_default().push(leg);
        }
        Ok(())
    })
    .await?;
    Ok(compare(partition, from, rows, &expected))
}

fn compare(partition: i32, from: i64, mut rows: Stored, expected: &Declared) -> Finding {
    let positions: BTreeSet<i64> = rows.keys().chain(expected.keys()).copied().collect();
    let mut running: HashMap<(Uuid, String), i64> = HashMap::new();
    for position in positions {
        let mut stored = rows.remove(&position).unwrap_or_default();
        stored.sort();
        let legs = stored
            .iter()
            .map(|(leg, owner, account, amount, _)| (*leg, *owner, account.clone(), *amount));
        if !legs.eq(expected.get(&position).cloned().unwrap_or_default()) {
            return finding(
                "postings",
                partition,
                Some(position),
                "the posting rows are not those of the event",
            );
        }
        for (_, owner, account, amount, after) in stored {
            let key = (owner, account);
            if running
                .get(&key)
                .is_some_and(|balance| balance.checked_add(amount) != Some(after))
            {
                let what = format!("the balance after the posting on {} does not follow", key.1);
                return finding("postings", partition, Some(position), what);
            }
            running.insert(key, after);
        }
    }
    finding(
        "postings",
        partition,
        Some(from),
        "running balances do not continue those before this position",
    )
}

/// Compares all balance rows with the fold of the log.
pub(super) async fn balances(connection: &mut PgConnection, partition: i32, folded: &Folded) -> Result<Check, Fault> {
    let statement = "select owner, account, asset, balance, position from balances where partition = $1";
    let mut seen: HashSet<(Uuid, String)> = HashSet::new();
    let mut compared = 0;
    let mut wrong: Option<Finding> = None;
    for_each_row(connection, statement, partition, |row| {
        compared += 1;
        let (owner, account): (Uuid, &str) = (row.try_get(0)?, row.try_get(1)?);
        let stored: (&str, i64, i64) = (row.try_get(2)?, row.try_get(3)?, row.try_get(4)?);
        let known = folded.balances().get(&(owner, account));
        let expected = known.map(|(asset, balance, position)| (asset.name(), *balance, *position));
        seen.insert((owner, account.to_owned()));
        if expected != Some(stored) && wrong.is_none() {
            let what = format!(
                "{account} of {owner} says {} {}, the log says {expected:?}",
                stored.1, stored.0
            );
            wrong = Some(finding(
                "balances",
                partition,
                expected.map(|(_, _, position)| position),
                what,
            ));
        }
        Ok(())
    })
    .await?;
    let mut accounts = folded.balances().keys();
    let missing = accounts.find(|(owner, account)| !seen.contains(&(*owner, (*account).to_owned())));
    if let Some((owner, account)) = missing.filter(|_| wrong.is_none()) {
        wrong = Some(finding(
            "balances",
            partition,
            None,
            format!("{account} of {owner} has no balance row"),
        ));
    }
    Ok(Check {
        name: "balances",
        compared,
        finding: wrong,
    })
}
