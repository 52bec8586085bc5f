//! Checking proofs (RFC 6962): that an event is in a log, and that a log has grown from an older one.
//!
//! Who makes them, and from what, is not known here.

use crate::Unproven;
use crate::checkpoint::LogHead;
use tlog_tiles::{EMPTY_HASH, Hash, check_record, check_tree};

/// Hashes of a proof at most: two for each level of the largest tree.
const HASHES_MAX: usize = 128;

/// Checks that the log of `head` holds, at `position`, the event whose leaf hash is `leaf`.
///
/// # Errors
/// [`Unproven`].
pub fn check_inclusion(proof: &[Hash], head: &LogHead, position: u64, leaf: Hash) -> Result<(), Unproven> {
    let index = position.checked_sub(1).filter(|index| *index < head.size);
    let index = index.ok_or_else(|| Unproven(format!("the log of {} events has no position {position}", head.size)))?;
    bounded(proof)?;
    check_record(&proof.to_vec(), head.size, head.root, index, leaf).map_err(|_| {
        Unproven(format!(
            "the proof does not lead from the event at position {position} to the signed root"
        ))
    })
}

/// Checks that the log of `new` begins with the log of `old`.
///
/// # Errors
/// [`Unproven`].
pub fn check_consistency(proof: &[Hash], old: &LogHead, new: &LogHead) -> Result<(), Unproven> {
    bounded(proof)?;
    let grown = match old.size {
        0 => old.root == EMPTY_HASH && proof.is_empty(),
        size if size > new.size => {
            return Err(Unproven(format!(
                "the log has {} events, it had {size} before: its end is missing",
                new.size
            )));
        }
        size => check_tree(&proof.to_vec(), new.size, new.root, size, old.root).is_ok(),
    };
    let rewritten = || {
        Unproven(format!(
            "the log of {} events does not begin with the {} events that were signed before: history was rewritten",
            new.size, old.size
        ))
    };
    if grown { Ok(()) } else { Err(rewritten()) }
}

fn bounded(proof: &[Hash]) -> Result<(), Unproven> {
    if proof.len() > HASHES_MAX {
        return Err(Unproven(format!(
            "a proof has at most {HASHES_MAX} hashes, not {}",
            proof.len()
        )));
    }
    Ok(())
}
