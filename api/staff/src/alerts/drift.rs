//! Whether the game returns what it promises: the newest paid dives against the paytable (api §7.16, domain §2.4).

use api::app::App;
use domain::player::Event;
use domain::player::dive::Fund;
use ledger::{Fault, feed};

/// Dives that are looked at in each log, and how many a statement needs (ASSUMED).
const DIVES_MAX: i64 = 4_000;
const DIVES_MIN: u32 = 1_000;
/// Chance alone goes beyond this about once in 16,000 looks at independent dives (ASSUMED).
const SIGMAS: i128 = 4;
const MILLION: i128 = 1_000_000;

/// What paid dives returned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Returned {
    dives: u32,
    staked: i128,
    paid_out: i128,
    /// Of the differences between what a dive paid and what was to be expected of it, in whole millionths of USDT.
    difference: i128,
    squares: i128,
}

impl Returned {
    /// Counts a dive: millionths of USDT staked and paid out, at a promised return.
    fn add(&mut self, staked: i64, paid_out: i64, promised_ppm: u32) {
        let (staked, paid_out) = (i128::from(staked), i128::from(paid_out));
        let difference = paid_out - staked * i128::from(promised_ppm) / MILLION;
        self.dives += 1;
        self.staked += staked;
        self.paid_out += paid_out;
        self.difference += difference;
        self.squares += difference * difference;
    }

    /// The return in millionths, when it is further from the promise than chance explains.
    pub fn drifted_ppm(&self) -> Option<i128> {
        let is_far = self.difference * self.difference > SIGMAS * SIGMAS * self.squares;
        (self.dives >= DIVES_MIN && self.staked > 0 && is_far).then(|| self.paid_out * MILLION / self.staked)
    }

    /// How many dives were counted.
    pub const fn dives(&self) -> u32 {
        self.dives
    }
}

/// What the newest paid dives returned.
///
/// # Errors
/// A fault of the database, or an event that this build cannot read.
pub async fn returned(app: &App) -> Result<Returned, Fault> {
    let promised_ppm = app.config().game.paytable.rtp_ppm;
    let mut returned = Returned::default();
    for partition in 0..app.ledger().partitions() {
        let newest = feed::read_newest_of_type(app.ledger().pool(), partition.into(), "DiveClosed", DIVES_MAX).await?;
        for recorded in newest {
            if let Event::DiveClosed(closed) = recorded.decode()?
                && closed.fund == Fund::Paid
            {
                let staked = closed.staked.at_parity().at_parity();
                returned.add(staked.minor(), closed.payout.at_parity().minor(), promised_ppm);
            }
        }
    }
    Ok(returned)
}

#[cfg(test)]
mod tests;
