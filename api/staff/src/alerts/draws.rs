//! Whether numbers are drawn evenly: a chi-square test of each level over the days that have ended (api §7.16,
//! domain §2.6). A house that chooses seeds, or a broken generator, shows here although every draw verifies.
//!
//! The answer changes when a day ends. In integers: the sum is kept in thousandths.

use api::app::App;
use domain::finding::Finding;
use domain::time::{Day, Timestamp};
use ledger::Fault;
use projections::draw_bins::{self, BINS, LevelDraws};

/// Days that are looked at together (ASSUMED: a slow drift adds up, and what was mended is forgotten).
const DAYS: i32 = 30;
/// Draws that a bin must be expected to have: with fewer the sum is not chi-square (a common rule).
const EXPECTED_MIN: i64 = 5;
/// A sum of `k` degrees is above `k + 2√(kx) + 2x` once in e^x times at most. With 16 and 37 levels every night, chance
/// alone is reported less than once in 650 years.
const X: i128 = 16;
const THOUSAND: i128 = 1_000;

/// A level whose numbers are not drawn evenly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Uneven {
    pub level: i16,
    pub casts: i64,
    /// The chi-square sum, in thousandths.
    pub sum_milli: i128,
}

/// The levels whose draws chance does not explain, and the end of the last day that was looked at.
///
/// # Errors
/// A fault of the database.
pub async fn uneven(app: &App) -> Result<(Vec<Uneven>, Timestamp), Fault> {
    let today = app.now().day();
    let (first, last) = (Day(today.0 - DAYS), Day(today.0 - 1));
    let levels = draw_bins::between(app.ledger().pool(), first, last).await?;
    Ok((levels.iter().filter_map(judged).collect(), today.start()))
}

impl Uneven {
    /// The sum over its casts.
    pub fn found(&self) -> Finding {
        let sum = format!("{}.{:03}", self.sum_milli / THOUSAND, self.sum_milli % THOUSAND);
        let finding = Finding::new("draws_sum", format!("{sum} over {} casts", self.casts));
        finding.with("sum", sum).with("casts", self.casts)
    }
}

/// The bound above.
pub fn bound() -> Finding {
    let degrees = BINS - 1;
    let finding = Finding::new(
        "chi_square",
        format!("chi-square of {degrees} degrees, chance 1 in e^{X}"),
    );
    finding.with("degrees", degrees).with("exponent", X)
}

fn judged(draws: &LevelDraws) -> Option<Uneven> {
    let bins = BINS as i128;
    let casts: i64 = draws.casts.iter().sum();
    if casts < EXPECTED_MIN * BINS as i64 {
        return None;
    }
    let total = i128::from(casts);
    // With an expectation of total/bins a bin adds (bins·drawn - total)² / (bins·total).
    let squares = draws
        .casts
        .iter()
        .map(|drawn| (bins * i128::from(*drawn) - total).pow(2));
    let sum_milli = squares.sum::<i128>() * THOUSAND / (bins * total);
    let over = sum_milli - (bins - 1 + 2 * X) * THOUSAND;
    let is_uneven = over > 0 && over * over > 4 * (bins - 1) * X * THOUSAND * THOUSAND;
    is_uneven.then_some(Uneven {
        level: draws.level,
        casts,
        sum_milli,
    })
}

#[cfg(test)]
mod tests;
