//! Proposals as the wire shows them, whichever stream they are in.

use super::decided::Decided;
use super::versions::Version;
use super::{Which, access, amount, packets, section_digest};
use crate::session::Member;
use crate::wire::proposals::StaffProposal;
use domain::ids::ProposalId;
use domain::proposal::{Kind, State, WAIT_MS_MAX};
use ledger::{Fault, Ledger};
use serde_json::json;

/// A proposal that has a stream of its own; nothing where nothing was proposed.
///
/// # Errors
/// A fault of the database.
pub async fn own(
    ledger: &Ledger,
    id: ProposalId,
    decided: &Decided,
    member: &Member,
) -> Result<Option<StaffProposal>, Fault> {
    let proposal = &decided.proposal;
    let Some(change) = &proposal.change else {
        return Ok(None);
    };
    let moves = amount::of_change(ledger, change).await?;
    let (amount, asset) = moves.map(|moves| (moves.amount, moves.asset)).unzip();
    let is_out = change.kind == Kind::Packet && proposal.state == State::Done && proposal.code == Some(0);
    let packet = match is_out {
        true => packets::made_by(ledger, id).await?,
        false => None,
    };
    let decision = decided.decision.as_ref();
    Ok(Some(StaffProposal {
        proposal: id.to_string(),
        kind: change.kind.name().to_owned(),
        digest: change.digest.clone(),
        what: change.what.clone(),
        players: change.players.iter().map(ToString::to_string).collect(),
        maker: change.maker.clone(),
        reason: change.reason.clone(),
        at_ms: change.at.0,
        expires_ms: Some(change.at.plus_ms(WAIT_MS_MAX).0),
        state: proposal.state.name().to_owned(),
        amount,
        asset,
        decided_by: decision.map(|decision| decision.by.clone()),
        decided_ms: decision.map(|decision| decision.at.0),
        decision: decision.and_then(|decision| decision.reason.clone()),
        code: proposal.code,
        packet: packet.map(|packet| packet.to_string()),
        take_until_ms: access::take_until(change.kind, (proposal.state, proposal.code), decision),
        own: change.maker == member.name,
        can_approve: may(member, change.kind, &change.maker, proposal.state),
    }))
}

fn may(member: &Member, kind: Kind, maker: &str, state: State) -> bool {
    state == State::Waiting && maker != member.name && !member.roles.is_disjoint(&kind.approvers())
}

/// A version of a section, as a proposal.
pub fn version(version: &Version, member: &Member) -> StaffProposal {
    let (proposed, decision) = (&version.proposed, version.decision.as_ref());
    let name = version.section.name();
    StaffProposal {
        proposal: Which::Section(version.section, version.version).to_string(),
        kind: Kind::Config.name().to_owned(),
        digest: section_digest(version.section, version.version, proposed),
        what: json!({
            "section": name, "version": version.version, "body": proposed.body, "replaces": proposed.replaces,
            "effective_ms": proposed.effective_at.0,
        }),
        players: Vec::new(),
        maker: proposed.author.clone(),
        reason: version.reason.clone(),
        at_ms: version.at.0,
        expires_ms: None,
        state: version.state.name().to_owned(),
        amount: None,
        asset: None,
        decided_by: decision.map(|decision| decision.by.clone()),
        decided_ms: decision.map(|decision| decision.at.0),
        decision: decision.and_then(|decision| decision.reason.clone()),
        code: (version.state == State::Done).then_some(0),
        packet: None,
        take_until_ms: None,
        own: proposed.author == member.name,
        can_approve: may(member, Kind::Config, &proposed.author, version.state),
    }
}
