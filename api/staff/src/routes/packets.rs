//! `packets/…`: red packets and redeem codes within the promo budget (api §7.9).

use crate::call::{StaffCall, accepted};
use crate::proposals::settle;
use crate::wire::StaffDone;
use crate::wire::packets::{
    PacketsCreateBody, PacketsCreated, PacketsListBody, PacketsListData, PacketsStopBody, StaffPacket,
};
use api::endpoint::{Answer, Data};
use api::error::Failure;
use domain::config::Text;
use domain::money::{Coin, Diamond, Gusd, Usdt};
use domain::red_packet::{CreatePacket, Eligibility, Kind, PacketCode, PacketCommand, Prize};
use domain::refusal::Refusal;
use domain::time::HOUR_MS;
use ledger::{Plain, StreamId};
use uuid::Uuid;
use workers::packets;

/// The newest packets.
///
/// # Errors
/// A fault of the database.
pub async fn list(call: StaffCall<PacketsListBody>) -> Answer<PacketsListData> {
    let rows = projections::red_packets::newest(call.app.ledger().pool()).await?;
    let list = rows.into_iter().map(|row| StaffPacket {
        code: row.code,
        kind: row.kind,
        asset: row.asset,
        total: row.total.to_string(),
        shares: row.shares.into(),
        claimed: row.claimed.into(),
        ends_ms: row.to.0,
        by: row.by,
        ended: row.ended,
    });
    let list = list.collect();
    Ok(Data::of(&PacketsListData { list, next: None }))
}

/// Puts a packet out.
///
/// # Errors
/// -1006 with the first field that no packet may have, 2004 beyond what is free of the promo budget.
pub async fn create(call: StaffCall<PacketsCreateBody>) -> Answer<PacketsCreated> {
    let create = packet(&call)?;
    create.check(&call.app.context())?;
    let (ledger, code) = (call.app.ledger(), create.code.clone());
    let request = call.begin(code.as_str()).await?;
    accepted(packets::create(ledger, create, request).await)?;
    let id = StreamId::thing(code.packet().0);
    // A promise of the budget makes the packet, and a packet that cannot be made gives the promise back.
    let packet = ledger.red_packets().load(&id).await?.state;
    packet.terms.ok_or(Refusal::InsufficientUsdt)?;
    Ok(Data::of(&PacketsCreated {
        code: code.as_str().to_owned(),
    }))
}

/// Code and seed come from the request: a repetition makes the same packet, and nobody guesses either.
fn packet(call: &StaffCall<PacketsCreateBody>) -> Result<CreatePacket, Failure> {
    let body = &call.body;
    let of = |purpose: &str| call.app.ledger().vault().fingerprint(purpose, body.req_id.0.as_bytes());
    let (bits, _) = Uuid::from_slice(&of("packet_code")[..16])
        .unwrap_or_default()
        .as_u64_pair();
    let minor = |text: &str, field: &str| text.parse::<i64>().map_err(|_| Failure::invalid(field));
    let total = minor(&body.total, "total")?;
    Ok(CreatePacket {
        code: PacketCode::from_bits(bits),
        kind: match body.kind.as_str() {
            "lucky" => Kind::Lucky,
            "equal" => Kind::Equal,
            "code" => Kind::Code,
            _ => return Err(Failure::invalid("kind")),
        },
        total: match body.asset.as_str() {
            "coin" => Prize::Coin(Coin::from_minor(total)),
            "diamond" => Prize::Diamond(Diamond::from_minor(total)),
            "gusd_bonus" => Prize::GusdBonus(Gusd::from_minor(total)),
            "usdt" => Prize::Usdt(Usdt::from_minor(total)),
            _ => return Err(Failure::invalid("asset")),
        },
        shares: body.shares,
        min: body.min.as_deref().map_or(Ok(1), |min| minor(min, "min"))?,
        title: Text::new(&body.title_en, &body.title_zh),
        from: call.now,
        to: call.now.plus_ms(i64::from(body.hours) * HOUR_MS),
        eligibility: Eligibility {
            min_age_days: body.min_age_days.into(),
            min_casts_7d: body.min_casts_7d,
            countries: body.countries.clone(),
        },
        seed: hex::encode(of("packet_seed")),
        by: call.member.name.clone(),
    })
}

/// Ends a packet early; what is left of its money goes back to the budget.
///
/// # Errors
/// -1006 for what is no code, 7201 for no such packet, 9003 for one that is over.
pub async fn stop(call: StaffCall<PacketsStopBody>) -> Answer<StaffDone> {
    let (ledger, body) = (call.app.ledger(), &call.body);
    let code = PacketCode::parse(&body.code).ok_or_else(|| Failure::invalid("code"))?;
    let request = call.begin(code.as_str()).await?;
    let command = PacketCommand::Stop {
        by: call.member.name.clone(),
        reason: call.reason(),
    };
    let id = StreamId::thing(code.packet().0);
    settle(
        ledger,
        &id,
        ledger.red_packets().execute(&id, command, request, Plain).await,
    )
    .await?;
    Ok(Data::of(&StaffDone::DONE))
}
