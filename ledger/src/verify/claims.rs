//! Natural keys against the log: each row is what the event at its position claims, or was taken over with all others
//! of its time.

use super::rows::for_each_row;
use super::sums::{Fingerprints, Row as Printed, Sums};
use super::{Check, Finding, finding};
use crate::claims::{Adopted, AdoptedRows, Claim};
use crate::error::Fault;
use crate::mac::MacKeys;
use sqlx::{PgConnection, Row};

const CLAIMS: &str = "select key, aggregate_id, position from natural_keys where partition = $1 order by key";

/// Rows of a range joined with the events that claim them, where one of both is missing.
const PAIRS: &str = "
    select coalesce(k.position, e.position),
           case when e.key is null then 'no event claims the natural key ' || k.key
                else 'the natural key ' || e.key || ' that an event claims is not in the table' end
      from (select key, aggregate_id, position from natural_keys
             where partition = $1 and position between $from and $until
               and not position between 1 and $adopted) k
      full join (select unnest(string_to_array(metadata->>'claims', E'\\n')) as key, aggregate_id, position
                   from events where partition = $1 and position between $from and $until) e
        using (key, aggregate_id, position)
     where k.key is null or e.key is null
     order by 1 limit 1";

/// A row on its way to its fingerprint.
pub(super) fn printed(prints: &Fingerprints, claim: &Claim) -> Printed {
    let row = prints.row().fixed(&claim.position.to_be_bytes());
    row.text(&claim.key).text(&claim.aggregate_id)
}

/// The natural keys of a partition.
pub(super) struct StoredClaims {
    rows: u64,
    sums: Sums,
    /// Keys from the first position up to here were claimed before events named them.
    until: i64,
    wrong: Option<Finding>,
}

impl StoredClaims {
    pub(super) async fn read(
        connection: &mut PgConnection,
        (key, prints): (Option<&MacKeys>, &Fingerprints),
        partition: i32,
    ) -> Result<StoredClaims, Fault> {
        let adopted = Adopted::read(connection, partition).await?;
        let (mut before, until) = (
            AdoptedRows::default(),
            adopted.as_ref().map_or(0, |adopted| adopted.until),
        );
        let (mut rows, mut sums) = (0, Sums::default());
        let (mut last, mut wrong) = (None, None);
        for_each_row(connection, CLAIMS, partition, |row| {
            let claim = Claim::read(row)?;
            rows += 1;
            if last.replace(claim.key.clone()).is_some_and(|last| last == claim.key) {
                let what = format!("the natural key {} is claimed twice", claim.key);
                wrong = Some(finding("natural keys", partition, Some(claim.position), what));
            }
            match (1..=until).contains(&claim.position) {
                true => before.add(&claim),
                false => sums.add(claim.position, printed(prints, &claim)),
            }
            Ok(())
        })
        .await?;
        let objection = adopted.and_then(|adopted| adopted.objection(key, before));
        Ok(StoredClaims {
            rows,
            sums,
            until,
            wrong: wrong.or_else(|| objection.map(|what| finding("natural keys", partition, None, what))),
        })
    }

    /// Compares them with those of the log.
    pub(super) async fn check(
        self,
        connection: &mut PgConnection,
        partition: i32,
        expected: &Sums,
    ) -> Result<Check, Fault> {
        let finding = match self.sums.first_difference(expected) {
            Some(range) if self.wrong.is_none() => Some(locate(connection, (partition, self.until), range).await?),
            _ => self.wrong,
        };
        Ok(Check {
            name: "natural keys",
            compared: self.rows,
            finding,
        })
    }
}

/// The first row or event of a range that has no fitting other half.
async fn locate(
    connection: &mut PgConnection,
    (partition, adopted): (i32, i64),
    (from, until): (i64, i64),
) -> Result<Finding, Fault> {
    let pairs = PAIRS
        .replace("$from", &from.to_string())
        .replace("$until", &until.to_string())
        .replace("$adopted", &adopted.to_string());
    let mut wrong = finding(
        "natural keys",
        partition,
        Some(from),
        "the natural keys are not those of the events",
    );
    for_each_row(connection, &pairs, partition, |row| {
        wrong = finding("natural keys", partition, row.try_get(0)?, row.try_get::<String, _>(1)?);
        Ok(())
    })
    .await?;
    Ok(wrong)
}
