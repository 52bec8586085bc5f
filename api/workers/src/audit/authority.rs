//! The laws of authority, recomputed from the log alone by [`ledger::authority`], as the check of an export does it.

use super::LawResult;
use super::entry::{Entry, each};
use domain::stream::StreamEvent;
use ledger::Fault;
use ledger::authority::{Authority, Extent, Law, Place, Stored};
use sqlx::PgConnection;
use uuid::Uuid;

/// How many laws they are.
pub const LAWS: usize = 8;

/// What those laws are about.
const WHICH: &str = "
     where aggregate_type in ('staff', 'proposal', 'config', 'config_section', 'day_close')
        or aggregate_type = 'withdrawal'
           and event_type in ('Requested', 'RiskFlagged', 'ApprovalGiven', 'Approved', 'Rejected', 'MismatchCleared',
                              'ReturnOpened', 'Confirmed', 'Failed')
        or aggregate_type = 'player'
           and event_type in ('PlayerFrozen', 'PlayerUnfrozen', 'ErasureRequested', 'ErasureCancelled',
                              'AdjustmentPosted', 'RedPacketCredited', 'DiveVoided', 'TeamRecordCancelled',
                              'CouponRefunded')
        or aggregate_type = 'rank' and event_type = 'RankCorrected'
        or aggregate_type = 'kyc' and event_type in ('KycDecided', 'KycReset')
        or aggregate_type = 'red_packet' and event_type in ('PacketCreated', 'PacketEnded')
        or aggregate_type = 'treasury'
           and event_type in ('PromoAllotted', 'ReserveFunded', 'PromoBudgetFunded', 'UnmatchedReceived',
                              'StakesOpened')
     order by aggregate_type, aggregate_id, sequence";

/// Checks the laws in the snapshot that `database` reads: I-41d to I-41k.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn check(database: &mut PgConnection) -> Result<Vec<LawResult>, Fault> {
    let mut authority = Authority::of(Extent::Whole);
    each(database, WHICH, |entry| authority.take(entry)).await?;
    Ok(authority.judge().laws.into_iter().map(LawResult::from).collect())
}

impl From<Law> for LawResult {
    fn from(law: Law) -> LawResult {
        LawResult {
            law: law.id,
            says: law.says,
            compared: law.compared.cast_signed(),
            broken: law.broken.cast_signed(),
            first: law.first.map(|(place, _)| place.to_string()),
        }
    }
}

impl Stored for Entry<'_> {
    fn stream(&self) -> &str {
        self.stream
    }

    fn key(&self) -> &str {
        self.key
    }

    fn event_type(&self) -> &str {
        self.event_type
    }

    fn actor(&self) -> Option<String> {
        self.actor.map(str::to_owned)
    }

    fn request(&self) -> Option<Uuid> {
        self.request
    }

    fn place(&self) -> Place {
        self.place
    }

    fn read<E: StreamEvent>(&self) -> Option<E> {
        Entry::read(self)
    }
}
