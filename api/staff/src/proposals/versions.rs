//! Versions of a section of the configuration, folded from its stream: each proposed with a reason, and how it was
//! decided.

use super::Decision;
use domain::config::{Config, Figure, Section, SectionDocument, SectionEvent, Waiting};
use domain::proposal::State;
use domain::stream::Stream as _;
use domain::time::Timestamp;
use ledger::{CONFIG_STREAM, Fault, Ledger, StreamId, feed};
use serde_json::Value;
use std::collections::BTreeMap;

/// Events of a section that are looked through, newest first: versions before them are not listed.
const EVENTS_MAX: i64 = 400;
const EVENTS: [&str; 3] = ["ConfigProposed", "ConfigApproved", "ConfigRejected"];

/// A version that was proposed.
#[derive(Clone, Debug)]
pub struct Version {
    /// The section.
    pub section: Section,
    /// Its number.
    pub version: u64,
    /// What was proposed.
    pub proposed: Waiting,
    /// Why.
    pub reason: String,
    /// When.
    pub at: Timestamp,
    /// What was computed of it.
    pub figures: Vec<Figure>,
    /// How far it is.
    pub state: State,
    /// How it was decided; none while it waits.
    pub decision: Option<Decision>,
}

/// The versions of a section by number.
///
/// # Errors
/// A fault of the database.
pub async fn of_section(ledger: &Ledger, section: Section) -> Result<BTreeMap<u64, Version>, Fault> {
    let (pool, key) = (ledger.pool(), section.stream());
    let newest = feed::read_newest(pool, SectionDocument::TYPE, &key, &EVENTS, EVENTS_MAX).await?;
    let mut versions = BTreeMap::new();
    for recorded in newest.iter().rev() {
        apply(&mut versions, recorded.decode()?, Timestamp(recorded.recorded_at_ms));
    }
    Ok(versions)
}

fn apply(versions: &mut BTreeMap<u64, Version>, event: SectionEvent, at: Timestamp) {
    match event {
        SectionEvent::ConfigProposed {
            section,
            version,
            body,
            author,
            reason,
            effective_at,
            replaces,
            figures,
        } => {
            let proposed = Waiting {
                body,
                author,
                effective_at,
                replaces,
            };
            let (state, decision) = (State::Waiting, None);
            versions.insert(
                version,
                Version {
                    section,
                    version,
                    proposed,
                    reason,
                    at,
                    figures,
                    state,
                    decision,
                },
            );
        }
        SectionEvent::ConfigApproved { version, approver, .. } => {
            decide(versions, version, State::Done, approver, None, at);
        }
        SectionEvent::ConfigRejected { version, by, reason } => {
            decide(versions, version, State::Rejected, by, Some(reason), at);
        }
    }
}

/// An author who rejects takes the own version back.
fn decide(
    versions: &mut BTreeMap<u64, Version>,
    version: u64,
    state: State,
    by: String,
    reason: Option<String>,
    at: Timestamp,
) {
    let Some(version) = versions.get_mut(&version) else {
        return;
    };
    let is_own = state == State::Rejected && by == version.proposed.author;
    version.state = if is_own { State::Withdrawn } else { state };
    version.decision = Some(Decision { by, reason, at });
}

/// What a version replaces: an earlier one, or the first numbers of the database; nothing where that is too long ago.
///
/// # Errors
/// A fault of the ledger.
pub async fn replaced(
    ledger: &Ledger,
    versions: &BTreeMap<u64, Version>,
    version: &Version,
) -> Result<Option<Value>, Fault> {
    if version.proposed.replaces > 0 {
        let before = versions.get(&version.proposed.replaces);
        return Ok(before.map(|before| before.proposed.body.clone()));
    }
    let genesis = ledger
        .config()
        .load(&StreamId::house(CONFIG_STREAM))
        .await?
        .state
        .current;
    let genesis = genesis.map_or_else(Config::standard, |genesis| Config::clone(&genesis));
    Ok(Some(genesis.section(version.section)))
}
