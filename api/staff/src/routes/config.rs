//! `config/…`: versions of the product's numbers (api §4.1, §7.10). A version is approved in `proposals/…`.

use crate::call::{StaffCall, Terms, accepted};
use crate::proposals;
use crate::proposals::versions::{self, Version};
use crate::proposals::{Which, difference, facts, section as document, section_digest};
use crate::wire::config::{
    ConfigInfoBody, ConfigInfoData, ConfigListBody, ConfigListData, ConfigProposeBody, StaffChange, StaffSection,
    StaffVersion,
};
use api::endpoint::{Answer, Data};
use api::error::Failure;
use domain::config::{Propose, Section, SectionCommand, SectionDocument, SectionEvent};
use domain::proposal::{Kind, State};
use domain::refusal::Refusal;
use domain::stream::Stream as _;
use domain::time::Timestamp;
use ledger::{Fault, Ledger, Plain, StreamId, feed};
use serde_json::{Value, json};

fn count(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// Every section.
///
/// # Errors
/// A fault of the ledger.
pub async fn list(call: StaffCall<ConfigListBody>) -> Answer<ConfigListData> {
    let mut list = Vec::new();
    for section in Section::ALL {
        let document = document(call.app.ledger(), *section).await?;
        list.push(shown(*section, &document, call.now));
    }
    Ok(Data::of(&ConfigListData { list }))
}

fn newest(document: &SectionDocument) -> u64 {
    document.approved.last().map_or(0, |approved| approved.version)
}

fn shown(section: Section, document: &SectionDocument, now: Timestamp) -> StaffSection {
    let to_come = document.approved.iter().filter(|one| one.effective_at > now);
    let version = |version: u64, author: Option<String>, at: Timestamp| StaffVersion {
        version: count(version),
        author,
        effective_ms: at.0,
    };
    let waiting = document.waiting.iter();
    StaffSection {
        section: section.name().to_owned(),
        in_force: count(document.in_force(now).map_or(0, |one| one.version)),
        newest: count(newest(document)),
        to_come: to_come
            .map(|one| version(one.version, None, one.effective_at))
            .collect(),
        waiting: waiting
            .map(|(number, one)| version(*number, Some(one.author.clone()), one.effective_at))
            .collect(),
    }
}

/// One section with its proposals.
///
/// # Errors
/// -1006 for a name that no section has.
pub async fn info(call: StaffCall<ConfigInfoBody>) -> Answer<ConfigInfoData> {
    let (ledger, section) = (call.app.ledger(), named(&call.body.section)?);
    ledger.refresh().await?;
    let (document, body) = (
        document(ledger, section).await?,
        ledger.current_config().section(section),
    );
    let versions = versions::of_section(ledger, section).await?;
    let waiting = versions.values().filter(|version| version.state == State::Waiting);
    let changes = waiting.map(|version| change(version, &body)).collect();
    let to_come = document.approved.last().filter(|one| one.effective_at > call.now);
    Ok(Data::of(&ConfigInfoData {
        section: shown(section, &document, call.now),
        newest_body: to_come.map_or_else(|| body.clone(), |one| one.body.clone()),
        body,
        changes,
    }))
}

fn named(name: &str) -> Result<Section, Failure> {
    Section::named(name).ok_or_else(|| Failure::invalid("section"))
}

/// A version that waits, beside the numbers in force.
fn change(version: &Version, in_force: &Value) -> StaffChange {
    StaffChange {
        proposal: Which::Section(version.section, version.version).to_string(),
        version: count(version.version),
        digest: section_digest(version.section, version.version, &version.proposed),
        author: version.proposed.author.clone(),
        reason: version.reason.clone(),
        at_ms: version.at.0,
        diff: difference::between(in_force, &version.proposed.body),
        checks: facts::of_figures(&version.figures),
    }
}

/// Proposes a section.
///
/// # Errors
/// -1006 with the sentence of the check that fails, 9003 when another version was approved meanwhile.
pub async fn propose(call: StaffCall<ConfigProposeBody>) -> Answer<StaffChange> {
    let (ledger, body) = (call.app.ledger(), &call.body);
    let section = named(&body.section)?;
    let propose = Propose {
        section,
        body: body.body.clone(),
        author: call.member.name.clone(),
        reason: call.reason(),
        effective_at: Timestamp(body.effective_ms.unwrap_or_default()),
        replaces: u64::try_from(body.replaces).map_err(|_| Failure::invalid("replaces"))?,
    };
    let stated = json!({
        "section": section.name(), "body": propose.body, "effective_ms": propose.effective_at.0, "replaces": propose.replaces
    });
    let request = proposals::begin(&call, Terms::default(), Kind::Config, &stated).await?;
    let command = SectionCommand::Propose(propose);
    let stream = StreamId::house(&section.stream());
    let reply = accepted(ledger.sections().execute(&stream, command, request, Plain).await)?;
    let in_force = ledger.current_config().section(section);
    // A repetition finds the version that the first one made: the stream's version at that time says which.
    let version = made(ledger, section, reply.version).await?;
    let versions = versions::of_section(ledger, section).await?;
    let made = versions.get(&version).filter(|version| version.state == State::Waiting);
    Ok(Data::of(&change(made.ok_or(Refusal::StateChanged)?, &in_force)))
}

/// The proposal that stands at a version of the section's stream.
async fn made(ledger: &Ledger, section: Section, stream_version: u64) -> Result<u64, Fault> {
    let before = count(stream_version.saturating_sub(1));
    let page = feed::read_stream_page(ledger.pool(), SectionDocument::TYPE, &section.stream(), before, 1).await?;
    for recorded in page {
        if let SectionEvent::ConfigProposed { version, .. } = recorded.decode()? {
            return Ok(version);
        }
    }
    Ok(0)
}
