//! Signed checkpoints, and bundles that prove something against them.

use super::read::{self, period};
use crate::wire::proofs::{
    LogRoot, ProofData, ProofsCheckpointsBody, ProofsCheckpointsData, ProofsConsistencyBody, ProofsInclusionBody,
    ShownCheckpoint, ShownWitness,
};
use api::error::Failure;
use ledger::notary::{Bundle, Signed, Vkey, cosigned, prove, signed};
use ledger::{Ledger, log};

/// Signed checkpoints, newest first. One belongs to a moment when the moment has every event that it covers.
///
/// # Errors
/// -1006 with the field that is wrong; a fault of the database.
pub async fn checkpoints(ledger: &Ledger, body: &ProofsCheckpointsBody) -> Result<ProofsCheckpointsData, Failure> {
    let limit = read::limit(body.limit)?;
    let until = read::moment(ledger, body.as_of.as_deref()).await?;
    let between = period::between(ledger, body.from.as_deref(), body.until.as_deref()).await?;
    let mut before = body.before.unwrap_or(i64::MAX);
    let mut list = Vec::new();
    // Later ones come first; none of them is in a past moment.
    'pages: loop {
        let page = signed::before(ledger.pool(), before, limit + 1).await?;
        let Some((last, _)) = page.last() else { break };
        before = number(last);
        let is_end = page.len() <= limit;
        for (signed, vkey) in &page {
            if is_covered(signed, &until.bounds) && between.has(signed.checkpoint.time.0) {
                list.push(shown(signed, vkey));
            }
            if list.len() > limit {
                break 'pages;
            }
        }
        if is_end {
            break;
        }
    }
    let has_more = list.len() > limit;
    list.truncate(limit);
    let witnesses = if until.is_past {
        Vec::new()
    } else {
        witnesses(ledger).await?
    };
    Ok(ProofsCheckpointsData {
        witnesses,
        at: until.at,
        next: list.last().filter(|_| has_more).map(|last| last.number),
        list,
    })
}

async fn witnesses(ledger: &Ledger) -> Result<Vec<ShownWitness>, Failure> {
    let seen = cosigned::witnesses(ledger.pool()).await?;
    let shown = seen.into_iter().map(|seen| ShownWitness {
        name: seen.key.name.clone(),
        key: seen.key.to_string(),
        number: seen.number,
        at_ms: i64::try_from(seen.at_s).map_or(i64::MAX, |at_s| at_s.saturating_mul(1_000)),
    });
    Ok(shown.collect())
}

fn number(signed: &Signed) -> i64 {
    i64::try_from(signed.checkpoint.number).unwrap_or(i64::MAX)
}

fn size(size: u64) -> i64 {
    i64::try_from(size).unwrap_or(i64::MAX)
}

/// Whether all that a checkpoint covers is within the bounds.
pub(super) fn is_covered(signed: &Signed, bounds: &[i64]) -> bool {
    let logs = signed.checkpoint.logs.iter().zip(bounds);
    logs.into_iter().all(|(log, bound)| size(log.size) <= *bound)
}

pub(super) fn shown(signed: &Signed, vkey: &Vkey) -> ShownCheckpoint {
    let checkpoint = &signed.checkpoint;
    let logs = (0..).zip(&checkpoint.logs).map(|(partition, log)| LogRoot {
        partition,
        size: size(log.size),
        root: log.root.to_string(),
    });
    ShownCheckpoint {
        number: number(signed),
        at_ms: checkpoint.time.0,
        origin: checkpoint.origin.clone(),
        events: size(checkpoint.events()),
        logs: logs.collect(),
        vkey: vkey.to_string(),
        note: signed.note.clone(),
    }
}

/// The checkpoint of a number, or the newest.
async fn checkpoint(ledger: &Ledger, wanted: Option<i64>, field: &str) -> Result<(Signed, Vkey), Failure> {
    let before = match wanted {
        Some(number) => number.checked_add(1).ok_or_else(|| Failure::invalid(field))?,
        None => i64::MAX,
    };
    let found = signed::before(ledger.pool(), before, 1).await?.pop();
    let is_wanted = |(signed, _): &(Signed, Vkey)| wanted.is_none_or(|wanted| wanted == number(signed));
    found.filter(is_wanted).ok_or_else(|| Failure::invalid(field))
}

/// The proof that an event is in the log.
///
/// # Errors
/// -1006 for an event that is not there or that the checkpoint does not cover; a fault when the database is no longer
/// what was signed.
pub async fn inclusion(ledger: &Ledger, body: &ProofsInclusionBody) -> Result<ProofData, Failure> {
    let (partition, position) = match (&body.event_id, body.position) {
        (Some(id), None) => {
            let unknown = || Failure::invalid("event_id");
            let id = read::id(id).ok_or_else(unknown)?;
            let event = log::find(ledger.pool(), id).await?.ok_or_else(unknown)?;
            (event.partition, event.position)
        }
        (None, Some(position)) => (i32::from(body.partition.unwrap_or(0)), position),
        _ => return Err(Failure::invalid("event_id")),
    };
    let (against, vkey) = checkpoint(ledger, body.checkpoint, "checkpoint").await?;
    let covered = against.checkpoint.log(partition).map(|log| size(log.size));
    if !covered.is_ok_and(|covered| (1..=covered).contains(&position)) {
        let field = if body.event_id.is_some() {
            "event_id"
        } else {
            "position"
        };
        return Err(Failure::invalid(field));
    }
    let mut connection = ledger.pool().acquire().await?;
    let bundle = prove::inclusion(&mut connection, &against, &vkey, partition, position.unsigned_abs()).await?;
    proof(&bundle, &against, &vkey)
}

/// The proof that the log has only grown.
///
/// # Errors
/// -1006 for a checkpoint that is not there, or two in the wrong order; a fault when history was rewritten.
pub async fn consistency(ledger: &Ledger, body: &ProofsConsistencyBody) -> Result<ProofData, Failure> {
    let (old, _) = checkpoint(ledger, Some(body.old), "old").await?;
    let (new, vkey) = checkpoint(ledger, body.new, "new").await?;
    if number(&new) < number(&old) {
        return Err(Failure::invalid("new"));
    }
    let mut connection = ledger.pool().acquire().await?;
    let bundle = prove::consistency(&mut connection, &old, &new, &vkey).await?;
    proof(&bundle, &new, &vkey)
}

fn proof(bundle: &Bundle, against: &Signed, vkey: &Vkey) -> Result<ProofData, Failure> {
    let unproven = |why: String| Failure::Fault(ledger::Fault::Contradiction(why));
    let proven = bundle.verify(Some(vkey)).map_err(|why| unproven(why.to_string()))?;
    Ok(ProofData {
        what: proven.what,
        checkpoint: shown(against, vkey),
        bundle: serde_json::to_string(bundle).map_err(|why| unproven(why.to_string()))?,
    })
}
