//! Sums of fingerprints: whether two readers saw the same rows, without keeping the rows.
//!
//! Rows are added in any order. The fingerprint is keyed with a number that is drawn for each verification: nobody who
//! changes a table can look for rows whose sum is that of the true ones.
//!
//! Knows nothing of what a row is: whoever adds one names the bytes that make it up.

use rand::RngExt;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// Positions that share one sum; a bad sum is then searched in its range.
const RANGE: i64 = 256;

/// Makes the fingerprints of one verification.
#[derive(Clone)]
pub(super) struct Fingerprints(Sha256);

/// One row on its way to its fingerprint.
pub(super) struct Row(Sha256);

/// Number and wrapping sum of the fingerprints of each range of positions: equal for equal sets of rows.
#[derive(Debug, Default)]
pub(super) struct Sums(BTreeMap<i64, (u64, u128)>);

impl Fingerprints {
    pub(super) fn draw() -> Fingerprints {
        let key: [u8; 64] = rand::rng().random();
        Fingerprints(Sha256::new_with_prefix(key))
    }

    pub(super) fn row(&self) -> Row {
        Row(self.0.clone())
    }
}

impl Row {
    /// A field whose length every row of this kind shares.
    pub(super) fn fixed(mut self, field: &[u8]) -> Row {
        self.0.update(field);
        self
    }

    /// A field of any length; no two lists of fields are the same bytes.
    pub(super) fn text(mut self, field: &str) -> Row {
        self.0.update((field.len() as u64).to_be_bytes());
        self.0.update(field.as_bytes());
        self
    }

    fn fingerprint(self) -> u128 {
        let digest: [u8; 32] = self.0.finalize().into();
        let mut half = [0; 16];
        half.copy_from_slice(&digest[..16]);
        u128::from_be_bytes(half)
    }
}

impl Sums {
    /// Adds a row that belongs to this position.
    pub(super) fn add(&mut self, position: i64, row: Row) {
        let (rows, sum) = self.0.entry(position.div_euclid(RANGE)).or_default();
        *rows += 1;
        *sum = sum.wrapping_add(row.fingerprint());
    }

    /// The first and last position of the first range whose rows are not those of the other.
    pub(super) fn first_difference(&self, other: &Sums) -> Option<(i64, i64)> {
        let ranges = self.0.keys().chain(other.0.keys());
        let bad = ranges.filter(|range| self.0.get(range) != other.0.get(range)).min()?;
        Some((bad * RANGE, bad * RANGE + RANGE - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_does_not_matter_and_a_row_more_or_another_one_does() {
        let prints = Fingerprints::draw();
        let sums = |rows: &[(i64, &str)]| {
            let mut sums = Sums::default();
            for (position, text) in rows {
                sums.add(*position, prints.row().text(text));
            }
            sums
        };
        let true_rows = sums(&[(1, "a"), (300, "b"), (600, "c")]);
        assert_eq!(
            true_rows.first_difference(&sums(&[(600, "c"), (1, "a"), (300, "b")])),
            None
        );
        assert_eq!(
            true_rows.first_difference(&sums(&[(1, "a"), (300, "b"), (600, "x")])),
            Some((512, 767))
        );
        assert_eq!(
            true_rows.first_difference(&sums(&[(1, "a"), (600, "c")])),
            Some((256, 511))
        );
        assert_eq!(sums(&[(-1, "a")]).first_difference(&Sums::default()), Some((-256, -1)));
    }

    #[test]
    fn two_verifications_do_not_share_their_fingerprints() {
        let print = || Fingerprints::draw().row().text("a").fingerprint();
        assert_ne!(print(), print());
    }
}
