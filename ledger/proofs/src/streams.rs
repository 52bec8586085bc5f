//! The list of streams: from a stored stream type to its rules.
//!
//! A stream that is missing from the list has no command handler, so nothing can be written to it:
//! [`CommandHandler`](crate::CommandHandler) takes [`Listed`] streams only, and another one does not build.

use domain::case::Case;
use domain::config::{ConfigDocument, SectionDocument};
use domain::day_close::DayClose;
use domain::kyc::KycCheck;
use domain::period::Periods;
use domain::player::Player;
use domain::proposal::Proposal;
use domain::rank::Rank;
use domain::red_packet::RedPacket;
use domain::sample::Sample;
use domain::staff::Staff;
use domain::stock::Stock;
use domain::stream::Stream;
use domain::topup::TopUp;
use domain::treasury::Treasury;
use domain::withdrawal::Withdrawal;

/// A stream of the list.
pub trait Listed: Stream {}

/// Work that can be done for any stream.
pub trait ForStream {
    /// What comes of it.
    type Answer;

    /// Does the work for streams of type `S`.
    fn run<S: Listed>(self) -> Self::Answer;
}

macro_rules! streams {
    ($($stream:ty),+ $(,)?) => {
        $(impl Listed for $stream {})+

        /// The permanent names of all stream types.
        pub const TYPES: &[&str] = &[$(<$stream as Stream>::TYPE),+];

        /// Does `work` for the stream type of this name; nothing when there is no such type.
        pub fn of_type<W: ForStream>(name: &str, work: W) -> Option<W::Answer> {
            match name {
                $(<$stream as Stream>::TYPE => Some(work.run::<$stream>()),)+
                _ => None,
            }
        }
    };
}

streams![
    Player,
    ConfigDocument,
    SectionDocument,
    Treasury,
    Stock,
    RedPacket,
    Withdrawal,
    TopUp,
    KycCheck,
    Rank,
    Staff,
    Proposal,
    DayClose,
    Periods,
    Case,
    Sample,
];
