//! The flags of a period of the books, whose figures are those of its end beside those of its beginning.

use api::moment;
use ledger::balance::AsOf;

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
