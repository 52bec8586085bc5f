//! One command handler for each type of stream, with its accessor on [`Ledger`]: `ledger.players()`, `ledger.treasury()`.

use crate::Ledger;
use crate::append::writer::Writer;
use crate::command::{CommandHandler, ContextSource};
use crate::event_log::EventLog;
use crate::seeds::Seeds;
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
use domain::topup::TopUp;
use domain::treasury::Treasury;
use domain::withdrawal::Withdrawal;
use std::sync::Arc;

macro_rules! handlers {
    ($($(#[$doc:meta])* $name:ident: $stream:ty,)+) => {
        pub(crate) struct Handlers {
            $($name: CommandHandler<$stream>,)+
        }

        impl Handlers {
            pub(crate) fn new(log: &EventLog, writers: &Arc<[Writer]>, seeds: &Seeds, context: &ContextSource) -> Handlers {
                Handlers {
                    $($name: CommandHandler::new(log.clone(), writers.clone(), seeds.clone(), context.clone()),)+
                }
            }
        }

        impl Ledger {
            $($(#[$doc])*
            pub fn $name(&self) -> &CommandHandler<$stream> {
                &self.0.handlers.$name
            })+
        }
    };
}

handlers! {
    players: Player,
    /// Commands of the first configuration.
    config: ConfigDocument,
    /// Commands of the sections of the configuration.
    sections: SectionDocument,
    treasury: Treasury,
    /// Commands of what players compete for.
    stocks: Stock,
    red_packets: RedPacket,
    withdrawals: Withdrawal,
    /// Commands of top-up orders.
    topups: TopUp,
    /// Commands of identity checks.
    kyc_checks: KycCheck,
    /// Commands of closed leaderboards.
    ranks: Rank,
    /// Commands of members of staff.
    staff: Staff,
    /// Commands of changes that need two people.
    proposals: Proposal,
    /// Commands of closed days.
    day_closes: DayClose,
    /// Commands of closed months.
    periods: Periods,
    /// Commands of what staff look into.
    cases: Case,
    /// Commands of monetary-unit samples.
    samples: Sample,
}
