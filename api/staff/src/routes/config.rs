//! `config/…`: versions of the product's numbers (api §4.1, §7.10). A version is approved in `proposals/…`.

use crate::call::{StaffCall, accepted};
use crate::proposals::{Which, section as document, section_digest};
use crate::wire::config::{
    ConfigInfoBody, ConfigInfoData, ConfigListBody, ConfigListData, ConfigProposeBody, StaffChange, StaffDiff,
    StaffSection, StaffVersion,
};
use crate::wire::proposals::StaffFact;
use api::endpoint::{Answer, Data};
use api::error::Failure;
use domain::config::{Propose, Section, SectionCommand, SectionDocument, SectionEvent};
use domain::refusal::Refusal;
use domain::stream::Stream as _;
use domain::time::Timestamp;
use ledger::{Fault, Ledger, Plain, StreamId, feed};
use serde_json::Value;
use std::collections::BTreeSet;

/// Proposals of a section that are looked through for one, newest first: more than ever wait.
const PROPOSALS_MAX: i64 = 200;
/// Differences that are shown at most.
const DIFFERENCES_MAX: usize = 500;

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
    let mut changes = Vec::new();
    for version in document.waiting.keys() {
        changes.extend(change(ledger, section, *version, &document, &body).await?);
    }
    Ok(Data::of(&ConfigInfoData {
        section: shown(section, &document, call.now),
        body,
        changes,
    }))
}

fn named(name: &str) -> Result<Section, Failure> {
    Section::named(name).ok_or_else(|| Failure::invalid("section"))
}

async fn change(
    ledger: &Ledger,
    section: Section,
    version: u64,
    document: &SectionDocument,
    in_force: &Value,
) -> Result<Option<StaffChange>, Failure> {
    let Some(waiting) = document.waiting.get(&version) else {
        return Ok(None);
    };
    let mut diff = Vec::new();
    compare("", Some(in_force), Some(&waiting.body), &mut diff);
    Ok(Some(StaffChange {
        proposal: Which::Section(section, version).to_string(),
        version: count(version),
        digest: section_digest(section, version, waiting),
        author: waiting.author.clone(),
        diff,
        checks: figures(ledger, section, version).await?,
    }))
}

/// The computed figures of a proposal, as its event recorded them.
///
/// # Errors
/// A fault of the ledger.
pub async fn figures(ledger: &Ledger, section: Section, version: u64) -> Result<Vec<StaffFact>, Fault> {
    let types = ["ConfigProposed"];
    let found = feed::read_newest(
        ledger.pool(),
        SectionDocument::TYPE,
        &section.stream(),
        &types,
        PROPOSALS_MAX,
    )
    .await?;
    for recorded in found {
        if let SectionEvent::ConfigProposed {
            version: number,
            figures,
            ..
        } = recorded.decode()?
            && number == version
        {
            let fact = |figure: domain::config::Figure| StaffFact {
                name: figure.name,
                value: figure.value,
                bound: Some(figure.bound),
            };
            return Ok(figures.into_iter().map(fact).collect());
        }
    }
    Ok(Vec::new())
}

/// What differs, leaf by leaf.
fn compare(path: &str, before: Option<&Value>, after: Option<&Value>, diff: &mut Vec<StaffDiff>) {
    if before == after || diff.len() >= DIFFERENCES_MAX {
        return;
    }
    let below = |name: &str| match path {
        "" => name.to_owned(),
        _ => format!("{path}.{name}"),
    };
    match (before, after) {
        (Some(Value::Object(one)), Some(Value::Object(other))) => {
            let names: BTreeSet<&String> = one.keys().chain(other.keys()).collect();
            for name in names {
                compare(&below(name), one.get(name), other.get(name), diff);
            }
        }
        (Some(Value::Array(one)), Some(Value::Array(other))) => {
            for place in 0..one.len().max(other.len()) {
                compare(&below(&place.to_string()), one.get(place), other.get(place), diff);
            }
        }
        (before, after) => diff.push(StaffDiff {
            path: path.to_owned(),
            before: before.map(Value::to_string),
            after: after.map(Value::to_string),
        }),
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
    let request = call.begin(section.name()).await?;
    let command = SectionCommand::Propose(propose);
    let stream = StreamId::house(&section.stream());
    let reply = accepted(ledger.sections().execute(&stream, command, request, Plain).await)?;
    let document = document(ledger, section).await?;
    let in_force = ledger.current_config().section(section);
    // A repetition finds the version that the first one made: the stream's version at that time says which.
    let version = made(ledger, section, reply.version).await?;
    let change = change(ledger, section, version, &document, &in_force).await?;
    Ok(Data::of(&change.ok_or(Refusal::StateChanged)?))
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

#[cfg(test)]
mod tests;
