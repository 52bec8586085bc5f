//! The flags of a period of the books, whose figures are those of its end beside those of its beginning; and what all
//! flags that name a moment have in common.

use super::{Failure, database};
use api::moment;
use ledger::balance::{self, AsOf};
use ledger::{Clock, EventLog};

/// From after one moment to another.
#[derive(clap::Args, Clone, Copy, Debug)]
pub struct Period {
    /// The period begins after this: a position of the log, or a time (RFC 3339). Absent: with the log
    #[arg(long, value_name = "POSITION or TIME", value_parser = moment::of_log)]
    pub from: Option<AsOf>,
    /// The period ends with this. Absent: now
    #[arg(long, value_name = "POSITION or TIME", value_parser = moment::of_log)]
    pub as_of: Option<AsOf>,
}

impl Period {
    /// That both moments have come.
    pub async fn check(&self, pool: &EventLog) -> Result<(), Failure> {
        check_come(pool, &[("--from", self.from), ("--as-of", self.as_of)]).await
    }
}

/// That the moments of these flags have come: one in the future would be answered as now, and the answer would be wrong
/// once it is there.
pub async fn check_come(pool: &EventLog, flags: &[(&str, Option<AsOf>)]) -> Result<(), Failure> {
    let now = Clock::system().now();
    for (flag, moment) in flags {
        let Some(moment) = moment else { continue };
        let has_come = balance::has_come(pool, *moment, now).await;
        if !has_come.map_err(database::failure)? {
            return Err(Failure::Usage(format!("{flag} names a moment in the future.")));
        }
    }
    Ok(())
}
