//! What bodies of reading calls say, read: moments, owners, amounts, cursors, sizes.

pub mod period;
pub mod typed;

use crate::wire::at::At;
use api::error::Failure;
use api::moment;
use domain::finding::Finding;
use domain::ids::PlayerId;
use ledger::balance::{self, AsOf};
use ledger::feed::Recorded;
use ledger::walk::{Cursor, Range, Way};
use ledger::{EventLog, Fault, Ledger, feed};
use uuid::Uuid;

/// Lines of a page when the caller does not say.
const LIMIT: u32 = 50;

/// A moment with the bound of each log.
#[derive(Clone, Debug)]
pub struct Moment {
    /// The last position of each log.
    pub bounds: Vec<i64>,
    /// As it is shown.
    pub at: At,
    /// Whether a moment was asked for, or this is now.
    pub is_past: bool,
}

impl Moment {
    /// Whether an event was recorded by then.
    pub fn has(&self, event: &Recorded) -> bool {
        let log = usize::try_from(event.partition).ok();
        let bound = log.and_then(|log| self.bounds.get(log));
        bound.is_some_and(|bound| event.position <= *bound)
    }
}

/// The moment that `text` names; now for nothing.
///
/// # Errors
/// -1006 with what is wrong about `as_of`; a fault of the database.
pub async fn moment(ledger: &Ledger, text: Option<&str>) -> Result<Moment, Failure> {
    let asked = asked(ledger, text, "as_of").await?.unwrap_or(AsOf::Latest);
    let bounds = balance::bounds(ledger.pool(), asked).await?;
    shown(ledger, asked, bounds).await
}

/// The moment of an answer of now, asked before anything is read for it: whatever was recorded up to its positions
/// is in the answer.
///
/// # Errors
/// A fault of the database.
pub async fn now(ledger: &Ledger) -> Result<At, Failure> {
    Ok(moment(ledger, None).await?.at)
}

/// What `text` names, once it [has come](balance::has_come).
///
/// # Errors
/// -1006 with what is wrong about the field; a fault of the database.
pub async fn asked(ledger: &Ledger, text: Option<&str>, field: &str) -> Result<Option<AsOf>, Failure> {
    let Some(text) = text else { return Ok(None) };
    let asked = moment::of_log(text).map_err(|_| Failure::invalid(field))?;
    come(ledger, asked, field).await.map(Some)
}

/// A moment that has come.
async fn come(ledger: &Ledger, asked: AsOf, field: &str) -> Result<AsOf, Failure> {
    match balance::has_come(ledger.pool(), asked, ledger.clock().now()).await? {
        true => Ok(asked),
        false => Err(in_future(field).into()),
    }
}

/// What is wrong about a moment that has not come.
pub fn in_future(field: &str) -> Finding {
    Finding::new("in_future", "is in the future").of(field)
}

async fn shown(ledger: &Ledger, asked: AsOf, bounds: Vec<i64>) -> Result<Moment, Failure> {
    let time_ms = match asked {
        AsOf::Latest => ledger.clock().now().0,
        AsOf::Time(ms) => ms,
        AsOf::Position(_) => recorded_at(ledger.pool(), &bounds).await?,
    };
    let positions = bounds.iter().enumerate();
    let positions = positions.map(|(partition, position)| (partition.to_string(), *position));
    let at = At {
        positions: positions.collect(),
        time_ms,
    };
    Ok(Moment {
        bounds,
        at,
        is_past: asked != AsOf::Latest,
    })
}

/// When the newest of the events at the bounds was recorded; 0 before the first.
///
/// # Errors
/// A fault of the database.
pub async fn recorded_at(pool: &EventLog, bounds: &[i64]) -> Result<i64, Fault> {
    let mut newest = 0;
    for (partition, position) in (0..).zip(bounds) {
        let event = feed::read_one(pool, partition, *position).await?;
        newest = event.map_or(newest, |event| newest.max(event.recorded_at_ms));
    }
    Ok(newest)
}

/// The moment that `from` names, or the day before whose begin it is, once it has come.
///
/// # Errors
/// -1006 `from`; a fault of the database.
pub async fn begin(ledger: &Ledger, text: Option<&str>) -> Result<Option<AsOf>, Failure> {
    let Some(text) = text else { return Ok(None) };
    come(ledger, period::begin(text)?, "from").await.map(Some)
}

/// The moment after which a period begins; nothing when it begins with the log. A period begins where it ends at the
/// latest: what is recorded later must not change how it is shown.
///
/// # Errors
/// -1006 `from`; a fault of the database.
pub async fn from(ledger: &Ledger, text: Option<&str>, until: &Moment) -> Result<Option<Moment>, Failure> {
    let Some(asked) = begin(ledger, text).await? else {
        return Ok(None);
    };
    Ok(Some(at(ledger, asked, &until.bounds).await?))
}

/// A moment, no log of which is behind its bound.
///
/// # Errors
/// A fault of the database.
pub async fn at(ledger: &Ledger, asked: AsOf, until: &[i64]) -> Result<Moment, Failure> {
    let bounds = balance::bounds(ledger.pool(), asked).await?;
    let bounds = bounds.iter().zip(until).map(|(from, until)| *from.min(until));
    shown(ledger, asked, bounds.collect()).await
}

/// The range between two moments.
pub fn range(from: Option<&Moment>, until: &Moment) -> Range {
    let after = from.map_or_else(|| vec![0; until.bounds.len()], |from| from.bounds.clone());
    Range {
        after,
        until: until.bounds.clone(),
    }
}

/// A player's id, or `tg:` and a messenger id.
pub fn player(text: &str) -> Option<PlayerId> {
    match text.strip_prefix("tg:") {
        Some(tg_id) => messenger(tg_id),
        None => id(text).filter(|id| !id.is_nil()).map(PlayerId),
    }
}

/// A messenger id.
pub fn messenger(text: &str) -> Option<PlayerId> {
    let tg_id = text.parse().ok().filter(|tg_id| *tg_id > 0);
    tg_id.map(PlayerId::of_messenger)
}

/// An id in its usual spelling.
pub fn id(text: &str) -> Option<Uuid> {
    Uuid::try_parse(text).ok().filter(|_| text.len() == 36)
}

/// The owner as it is shown: null for the house.
pub fn owner_text(owner: Uuid) -> Option<String> {
    (!owner.is_nil()).then(|| owner.to_string())
}

/// An amount of minor units, zero or more.
///
/// # Errors
/// -1006 with the field's name.
pub fn minor(text: Option<&str>, field: &str) -> Result<Option<i64>, Failure> {
    let plain = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.map(|text| text.parse().ok().filter(|_| plain(text)))
        .map(|read| read.ok_or_else(|| Failure::invalid(field)))
        .transpose()
}

/// A name of letters, digits and a few signs: accounts, assets, types, actors.
///
/// # Errors
/// -1006 with the field's name.
pub fn name(text: Option<&str>, field: &str) -> Result<Option<String>, Failure> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b":._-@/".contains(&byte);
    match text {
        Some(text) if !(1..=80).contains(&text.len()) || !text.bytes().all(is_plain) => Err(Failure::invalid(field)),
        text => Ok(text.map(str::to_owned)),
    }
}

/// Lines of a page.
///
/// # Errors
/// -1006 `limit`.
pub fn limit(asked: Option<u32>) -> Result<usize, Failure> {
    let limit = usize::try_from(asked.unwrap_or(LIMIT)).unwrap_or(usize::MAX);
    if (1..=ledger::walk::LINES_MAX).contains(&limit) {
        Ok(limit)
    } else {
        Err(Failure::invalid("limit"))
    }
}

/// A cursor as text.
pub fn cursor(cursor: Cursor) -> String {
    format!("{}-{}-{}", cursor.position, cursor.partition, cursor.leg)
}

/// The place of an event, as lists write it.
pub fn place(text: &str) -> Option<Cursor> {
    let mut parts = text.split('-');
    let read = Cursor {
        position: parts.next()?.parse().ok()?,
        partition: parts.next()?.parse().ok()?,
        leg: parts.next()?.parse().ok()?,
    };
    (parts.next().is_none() && cursor(read) == text).then_some(read)
}

/// The way that two cursors say, of which one may be given.
///
/// # Errors
/// -1006 `before` or `after`.
pub fn way(before: Option<&str>, after: Option<&str>) -> Result<Way, Failure> {
    let read = |text: &str, field| place(text).ok_or_else(|| Failure::invalid(field));
    match (before, after) {
        (Some(_), Some(_)) => Err(Failure::invalid("after")),
        (None, Some(after)) => Ok(Way::After(read(after, "after")?)),
        (before, None) => Ok(Way::Before(before.map(|text| read(text, "before")).transpose()?)),
    }
}

/// The cursors at both ends of a page: to older lines and to newer ones. A search that stopped goes on where it did.
pub fn ends(cursors: &[Cursor], way: Way, has_more: bool, reached: Option<i64>) -> (Option<String>, Option<String>) {
    // Behind every log's line of that position.
    let stop = |position| Cursor {
        position,
        partition: i32::MAX,
        leg: 0,
    };
    let (oldest, newest) = (cursors.last().copied(), cursors.first().copied());
    match way {
        Way::Before(from) => {
            let older = reached.map_or(oldest, |position| Some(stop(position)));
            (older.filter(|_| has_more).map(cursor), newest.or(from).map(cursor))
        }
        Way::After(from) => {
            let newer = reached.map_or(newest, |position| Some(stop(position)));
            (oldest.or(Some(from)).map(cursor), newer.or(Some(from)).map(cursor))
        }
    }
}

#[cfg(test)]
mod tests;
