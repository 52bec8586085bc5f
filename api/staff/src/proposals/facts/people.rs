//! What a decider has to know of a person's identity check, of the end of an account, and of all that is held.

use crate::facts::reason_of;
use crate::proposals::access::AccessWhat;
use crate::proposals::changes::read;
use crate::proposals::erasure::ErasureWhat;
use crate::proposals::kyc::ResetWhat;
use crate::wire::facts::{FactUnit, StaffFact, fact, fact_if_known};
use api::error::Failure;
use domain::ids::PlayerId;
use domain::kyc::{KycCheck, KycEvent, signed_subject};
use domain::player::erasure::Hindrance;
use domain::proposal::Change;
use domain::stream::Stream as _;
use domain::time::{DAY_MS, Timestamp};
use ledger::{Fault, Ledger, StreamId, feed};
use projections::staff_actions;

/// The call under which the reason of a verdict is recorded in words.
const DECIDE: &str = "kyc/decide";
/// The call by which a file of all that is held is taken.
const FILE: &str = "access/file";
/// Acts about one verdict that are looked through for its reason, and files of one player that are counted.
const ACTS_MAX: i64 = 100;

/// The status as it is now; then who decided last, when, and why: names of reasons, and the words of whoever decided.
pub(super) async fn of_reset(ledger: &Ledger, change: &Change) -> Result<Vec<StaffFact>, Failure> {
    let what: ResetWhat = read(change)?;
    let check = ledger.kyc_checks().load(&StreamId::player(what.player)).await?.state;
    let is_same = check.revision == what.revision;
    let mut facts = vec![
        fact("identity_status", FactUnit::Text, check.status.name()),
        fact("identity_unchanged", FactUnit::YesNo, is_same),
    ];
    facts.extend(of_verdict(ledger, what.player).await?);
    Ok(facts)
}

async fn of_verdict(ledger: &Ledger, player: PlayerId) -> Result<Vec<StaffFact>, Fault> {
    let (pool, key) = (ledger.pool(), player.to_string());
    let found = feed::read_newest(pool, KycCheck::TYPE, &key, &["KycDecided"], 1).await?;
    let Some(recorded) = found.first() else {
        return Ok(Vec::new());
    };
    let KycEvent::KycDecided {
        submission,
        verdict,
        reasons,
        by,
        expires_on,
        ..
    } = recorded.decode()?
    else {
        return Ok(Vec::new());
    };
    let subject = signed_subject(&key, submission, verdict, expires_on, &reasons);
    let acts = staff_actions::of_call(pool, DECIDE, Some(&subject), ACTS_MAX).await?;
    let words = reason_of(&acts, DECIDE, &by, Timestamp(recorded.recorded_at_ms));
    let names = Some(reasons.join(", ")).filter(|names| !names.is_empty());
    Ok(vec![
        fact("identity_decided_by", FactUnit::Text, by),
        fact("identity_decided", FactUnit::Time, recorded.recorded_at_ms),
        fact_if_known("identity_reasons", FactUnit::Text, names),
        fact_if_known("identity_why", FactUnit::Text, words),
    ])
}

/// Whether it was asked for already, when the data would be destroyed, and what would keep it on its day.
pub(super) async fn of_erasure(ledger: &Ledger, change: &Change, waits: bool) -> Result<Vec<StaffFact>, Failure> {
    let what: ErasureWhat = read(change)?;
    let player = ledger.players().load(&StreamId::player(what.player)).await?.state;
    let wait_ms = ledger.current_config().play.erasure_wait_days * DAY_MS;
    let asked = player.erasure.erase_at;
    let now = ledger.clock().now();
    let due = asked.or_else(|| waits.then(|| now.plus_ms(wait_ms)));
    let hindrance = Hindrance::of(&player).map(Hindrance::name);
    Ok(vec![
        fact("erasure_asked", FactUnit::YesNo, asked.is_some()),
        fact_if_known("erasure_due", FactUnit::Time, due.map(|due| due.0)),
        fact_if_known("erasure_hindered", FactUnit::Text, hindrance),
    ])
}

/// How many sealed records there are of the person, how often such a file was taken before, and whether the data is gone.
pub(super) async fn of_access(ledger: &Ledger, change: &Change) -> Result<Vec<StaffFact>, Failure> {
    let what: AccessWhat = read(change)?;
    let player = ledger.players().load(&StreamId::player(what.player)).await?.state;
    let records = ledger.vault().kinds(what.player.0).await?.len();
    let taken = staff_actions::of_call(ledger.pool(), FILE, Some(&what.player.to_string()), ACTS_MAX).await?;
    Ok(vec![
        fact("access_records", FactUnit::Number, records),
        fact("access_taken", FactUnit::Number, taken.len()),
        fact("access_erased", FactUnit::YesNo, player.erasure.is_erased),
    ])
}
