//! Text that travels with a payment: operation 0, then UTF-8 in a chain of cells.
//!
//! The memo of a deposit is such a text, written by a stranger's wallet: reading is
//! bounded, and whatever is not plain text is no memo.

use tycho_types::cell::{Cell, CellSlice};

use crate::build;

/// Longest text that is read or written, in bytes. A memo of ours has far fewer.
pub const COMMENT_BYTES_MAX: usize = 1_000;
/// A cell holds 1023 bits: whole bytes of them.
const CELL_BYTES: usize = 127;
/// The operation of a text.
pub(crate) const OPERATION: u32 = 0;

/// The cells of a text. Bytes beyond [`COMMENT_BYTES_MAX`] are not written.
pub fn comment(text: &str) -> Cell {
    let mut bytes = OPERATION.to_be_bytes().to_vec();
    bytes.extend(text.bytes().take(COMMENT_BYTES_MAX));
    bytes
        .chunks(CELL_BYTES)
        .rev()
        .fold(None, |rest: Option<Cell>, chunk| {
            Some(build(|cell| {
                cell.store_raw(chunk, bits(chunk.len()))?;
                rest.map_or(Ok(()), |rest| cell.store_reference(rest))
            }))
        })
        .expect("the operation is always written")
}

/// The text of a payload; nothing if it is another kind of payload, not whole bytes,
/// not UTF-8, or longer than [`COMMENT_BYTES_MAX`].
pub fn read_comment(payload: &Cell) -> Option<String> {
    read(payload.as_slice().ok()?)
}

pub(crate) fn read(mut slice: CellSlice<'_>) -> Option<String> {
    if slice.load_u32().ok()? != OPERATION {
        return None;
    }
    let mut bytes = Vec::new();
    loop {
        let count = usize::from(slice.size_bits() / 8);
        if !slice.size_bits().is_multiple_of(8) || bytes.len() + count > COMMENT_BYTES_MAX {
            return None;
        }
        let mut chunk = vec![0; count];
        slice.load_raw(&mut chunk, bits(count)).ok()?;
        // A chain of empty cells would be walked for ever without adding a byte.
        let more = slice.size_refs() > 0 && (count > 0 || bytes.is_empty());
        bytes.append(&mut chunk);
        if !more {
            return String::from_utf8(bytes).ok();
        }
        slice = slice.load_reference_as_slice().ok()?;
    }
}

fn bits(bytes: usize) -> u16 {
    u16::try_from(bytes * 8).expect("a cell's worth of bytes")
}

#[cfg(test)]
mod tests;
