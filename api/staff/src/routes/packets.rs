//! `packets/…`: red packets and redeem codes within the promo budget (api §7.9).

use crate::call::{StaffCall, Terms};
use crate::permissions::PACKETS_DAY_MAX;
use crate::proposals::packets::{self, PacketWhat};
use crate::proposals::{self, settle};
use crate::reading::read::{self, period};
use crate::wire::StaffDone;
use crate::wire::packets::{
    PacketsCodeBody, PacketsCreateBody, PacketsCreated, PacketsListBody, PacketsListData, PacketsProposeBody,
    PacketsStopBody, StaffPacket,
};
use crate::wire::page;
use crate::wire::proposals::StaffProposed;
use api::endpoint::{Answer, Data};
use api::error::Failure;
use api::wire::body::Body;
use domain::ids::PacketId;
use domain::proposal::Kind;
use domain::red_packet::{CreatePacket, PacketCommand, Terms as Made, signed_subject};
use domain::refusal::Refusal;
use domain::worth::worth;
use ledger::{Plain, StreamId};
use projections::red_packets::{self, PacketRow};

/// Packets, newest first.
///
/// # Errors
/// -1006 for a period, a limit or a cursor that is none.
pub async fn list(call: StaffCall<PacketsListBody>) -> Answer<PacketsListData> {
    let (ledger, body) = (call.app.ledger(), &call.body);
    let limit = page::limit(body.limit)?;
    let between = period::between(ledger, body.from.as_deref(), body.until.as_deref()).await?;
    let before = page::place(body.before.as_deref())?.map(|(at_ms, id)| (at_ms, PacketId(id)));
    let at = read::now(ledger).await?;
    let rows = red_packets::list(ledger.pool(), between, before, limit).await?;
    let next = page::next(&rows, limit, |last| page::cursor(last.made.0, last.packet.0));
    let sums = period::wanted(body.sums, red_packets::sum(ledger.pool(), between)).await?;
    Ok(Data::of(&PacketsListData {
        at,
        list: rows.into_iter().map(shown).collect(),
        sums,
        next,
    }))
}

fn shown(row: PacketRow) -> StaffPacket {
    StaffPacket {
        packet: row.packet.to_string(),
        kind: row.kind,
        asset: row.asset,
        total: row.total.to_string(),
        shares: row.shares.into(),
        claimed: row.claimed.into(),
        made_ms: row.made.0,
        starts_ms: row.from.0,
        ends_ms: row.to.0,
        by: row.by,
        ended: row.ended,
    }
}

/// Puts a packet out.
///
/// # Errors
/// -1006 with the first field that no packet may have, 2004 beyond what is free of the promo budget, 9005 for more than one
/// person puts out in 24 hours, whatever the asset.
pub async fn create(call: StaffCall<PacketsCreateBody>) -> Answer<PacketsCreated> {
    let create = packet(&call, &PacketWhat::of(&call.body))?;
    let subject = signed_subject(create.kind, create.total, create.shares);
    let terms = Terms {
        worth: worth(create.total.purse(), create.total.minor()).unwrap_or_default(),
        worth_max: PACKETS_DAY_MAX,
        ..Terms::default()
    };
    let request = call.begin_as(subject, terms).await?;
    let made = packets::put_out(call.app.ledger(), create, request).await?;
    code_of(&call, &made).await
}

/// The code of a packet that the caller made, alone or by a proposal. The look is recorded with its reason.
///
/// # Errors
/// -1006 for what is no id, 7201 for no such packet, 9001 for a packet of somebody else.
pub async fn code(call: StaffCall<PacketsCodeBody>) -> Answer<PacketsCreated> {
    let made = packets::own(call.app.ledger(), &packet_id(&call.body.packet)?, &call.member.name).await?;
    call.begin(made.packet).await?;
    code_of(&call, &made).await
}

async fn code_of<B: Body>(call: &StaffCall<B>, made: &Made) -> Answer<PacketsCreated> {
    let code = call.app.ledger().code_of(&made.secrets).await?;
    let code = code.ok_or(Refusal::PacketNotFound)?;
    Ok(Data::of(&PacketsCreated {
        packet: made.packet.to_string(),
        link: call.app.settings().links.packet_of(&code),
        code: code.to_string(),
    }))
}

fn packet_id(text: &str) -> Result<StreamId, Failure> {
    let id = text.parse().map_err(|_| Failure::invalid("packet"))?;
    Ok(StreamId::thing(id))
}

/// Proposes a packet.
///
/// # Errors
/// -1006 with the first field that no packet may have.
pub async fn propose(call: StaffCall<PacketsProposeBody>) -> Answer<StaffProposed> {
    let what = PacketWhat::of(&call.body);
    packet(&call, &what)?;
    proposals::propose(&call, Terms::default(), Kind::Packet, &what, Vec::new()).await
}

/// The packet that the call asks for, if it may be put out at this moment.
fn packet<B: Body>(call: &StaffCall<B>, what: &PacketWhat) -> Result<CreatePacket, Failure> {
    let source = call.body.req_id().unwrap_or_default();
    let create = what.packet(call.now, source, &call.member.name)?;
    create.check_terms(&call.app.context())?;
    Ok(create)
}

/// Ends a packet early; what is left of its money goes back to the budget.
///
/// # Errors
/// -1006 for what is no id, 7201 for no such packet, 9003 for one that is over.
pub async fn stop(call: StaffCall<PacketsStopBody>) -> Answer<StaffDone> {
    let ledger = call.app.ledger();
    let id = packet_id(&call.body.packet)?;
    let request = call.begin(id.owner).await?;
    let command = PacketCommand::Stop {
        by: call.member.name.clone(),
        reason: call.reason(),
    };
    settle(
        ledger,
        &id,
        ledger.red_packets().execute(&id, command, request, Plain).await,
    )
    .await?;
    Ok(Data::of(&StaffDone::DONE))
}
