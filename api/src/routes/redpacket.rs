//! Red packets and redeem codes (domain §3.10). A keyed digest of the code names the packet's stream, so no table is
//! asked for it; who tries codes that no packet has is refused for a while (7205).

use crate::auth::linked_accounts;
use crate::call::Call;
use crate::command::Outcome;
use crate::endpoint::{Answer, Data};
use crate::error::Failure;
use crate::limited_stock::data_of;
use crate::limits::{Class, Subject};
use crate::wire::body::{Body, digest};
use crate::wire::redpacket::{
    RedpacketClaimBody, RedpacketClaimData, RedpacketInfoBody, RedpacketInfoData, RedpacketMine, RedpacketState,
    asset_name,
};
use domain::ids::{PacketId, derived};
use domain::player::Event;
use domain::policies::credit_share;
use domain::red_packet::{Claimer, PacketCode, PacketCommand, PacketEvent, RedPacket, ShareClaimed};
use domain::refusal::Refusal;
use domain::stream::Context;
use domain::time::DAY_MS;
use ledger::policies::dispatch;
use ledger::{Fault, Loaded, Reply, Request, Shape, StreamId};
use projections::{dives, packet_shares};
use serde_json::Value;

/// Who acts when the share is credited at once.
const ACTOR: &str = "player";
/// Over which time casts are counted (domain §3.10).
const CASTS_DAYS: i64 = 7;

/// What a code holds.
pub async fn info(call: Call<RedpacketInfoBody>) -> Answer<RedpacketInfoData> {
    let (id, packet) = find(&call, &call.body.code).await?;
    let terms = packet.state.terms.as_ref().ok_or(Refusal::PacketNotFound)?;
    let ledger = call.app.ledger();
    let partition = ledger.partition_of(call.player.0);
    let mine = packet_shares::find(ledger.pool(), partition, id, call.player).await?;
    Ok(Data::of(&RedpacketInfoData {
        kind: terms.kind.into(),
        asset: asset_name(terms.total).to_owned(),
        title: call.lang.text(&terms.title).to_owned(),
        total: terms.shares,
        left: terms.shares - packet.state.claimed,
        state: RedpacketState::of(&packet.state, terms, call.now),
        mine: mine.map(|minor| RedpacketMine {
            amount: terms.total.with_minor(minor).to_string(),
        }),
        starts_at: terms.from.0,
        expires_at: terms.to.0,
    }))
}

/// Claims a share and credits it. A repetition finds both steps done and gets the same answer.
pub async fn claim(call: Call<RedpacketClaimBody>) -> Answer<RedpacketClaimData> {
    let credit = credit_share(&take_share(&call).await?);
    let request = Request::system(ACTOR, credit.request_id);
    let reply = dispatch(call.app.ledger(), credit.command, request).await?;
    call.written.note(reply.position);
    data_of(reply)
}

/// The share, and the balances after it.
pub(crate) fn credited(outcome: &Outcome<'_>) -> RedpacketClaimData {
    let prize = outcome.event(|event| match event {
        Event::RedPacketCredited(credited) => Some(credited.prize),
        _ => None,
    });
    RedpacketClaimData {
        asset_type: asset_name(prize).to_owned(),
        amount: prize.to_string(),
        asset: outcome.asset(),
    }
}

/// The packet of a code; a code that no packet has is counted.
async fn find<B: Body>(call: &Call<B>, code: &str) -> Result<(PacketId, Loaded<RedPacket>), Failure> {
    let (limits, subject) = (call.app.limits(), Subject::Player(call.player));
    let most = call.app.config().red_packet.wrong_codes_per_hour;
    let too_many = |wait_ms| Refusal::TooManyWrongCodes {
        until: call.now.plus_ms(wait_ms).0,
    };
    limits
        .check(subject, Class::WrongCode, most, call.now)
        .map_err(too_many)?;
    if let Some(code) = PacketCode::parse(code)
        && let Some(found) = call.app.ledger().find_packet(&code).await?
    {
        return Ok(found);
    }
    limits
        .count(subject, Class::WrongCode, most, call.now)
        .map_err(too_many)?;
    Err(Refusal::PacketNotFound.into())
}

/// Who the caller is to a packet: one of all accounts on a device gets a share.
async fn claimer(call: &Call<RedpacketClaimBody>) -> Result<Claimer, Failure> {
    let ledger = call.app.ledger();
    let since = call.now.plus_ms(-CASTS_DAYS * DAY_MS);
    let ended = dives::casts_since(ledger.pool(), ledger.partition_of(call.player.0), call.player, since).await?;
    let player = call.load().await?.state;
    let open = player.fishing.dive.as_ref().map_or(0, |dive| dive.casts);
    let casts_7d = u32::try_from(ended).unwrap_or(u32::MAX).saturating_add(open);
    let cluster = linked_accounts::cluster(ledger, call.player).await?;
    Ok(player.claimer(casts_7d, cluster, &call.app.context())?)
}

/// The player's share: the next one, or the stored answer of this request, which later wrong codes do not take away.
async fn take_share(call: &Call<RedpacketClaimBody>) -> Result<ShareClaimed, Failure> {
    let request = Request {
        // The packet's stream is everybody's: another player's request of the same id is another request.
        id: Some(derived(&format!("claim:{}", call.player), call.body.req_id.0)),
        digest: digest(call.endpoint.path, &call.body),
        actor: ACTOR.to_owned(),
        ..Request::default()
    };
    let packets = call.app.ledger().red_packets();
    let reply = match stored(call, &request).await? {
        Some(reply) => reply,
        None => {
            let (packet, _) = find(call, &call.body.code).await?;
            let command = PacketCommand::Claim(claimer(call).await?);
            let id = StreamId::thing(packet.0);
            packets.execute(&id, command, request, ShareAnswer).await?
        }
    };
    let share = data_of::<ShareClaimed>(reply)?.into_text();
    let read = serde_json::from_str(&share);
    Ok(read.map_err(|error| Fault::Law(format!("a claimed share does not read back: {error}")))?)
}

/// The answer that the packet's stream remembers.
async fn stored(call: &Call<RedpacketClaimBody>, request: &Request) -> Result<Option<Reply>, Failure> {
    let Some(code) = PacketCode::parse(&call.body.code) else {
        return Ok(None);
    };
    let ledger = call.app.ledger();
    match ledger.find_packet(&code).await? {
        Some((packet, _)) => Ok(ledger
            .red_packets()
            .remembered(&StreamId::thing(packet.0), request)
            .await?),
        None => Ok(None),
    }
}

/// The share, as the packet's stream remembers it under the caller's request id.
struct ShareAnswer;

impl Shape<RedPacket> for ShareAnswer {
    fn accepted(&self, _packet: &RedPacket, _version: u64, events: &[PacketEvent], _context: &Context) -> String {
        let share = events.iter().find_map(|event| match event {
            PacketEvent::ShareClaimed(claimed) => serde_json::to_string(claimed).ok(),
            // What else a claim records is no answer.
            _ => None,
        });
        share.unwrap_or_else(|| Value::Null.to_string())
    }

    fn refused(&self, _packet: &RedPacket, _version: u64, refusal: &Refusal, _context: &Context) -> String {
        Failure::from(refusal.clone()).data()
    }
}
