//! Finding players by whatever somebody has in hand. Everything that is found is a fact of the log up to the moment.

use super::super::read::{self, Moment, typed};
use super::bound;
use crate::wire::players::{PlayerFound, PlayersSearchBody, PlayersSearchData};
use api::error::Failure;
use domain::ids::{OrderId, PlayerId, Scode};
use domain::player::{Event, Player};
use domain::red_packet::PacketCode;
use domain::stream::Stream;
use domain::withdrawal::{Address, Chain};
use ledger::feed::{self, Recorded};
use ledger::{Fault, Ledger, StreamId, log};
use serde_json::Value;
use uuid::Uuid;

/// Players that are shown.
const FOUND_MAX: usize = 50;
/// Events of a thing that are looked through for its players.
const EVENTS_MAX: i64 = 200;
/// Longest query, in bytes.
const QUERY_MAX: usize = 128;

/// Streams of things that belong to players, and what each is called.
const THINGS: [(&str, &str); 4] = [
    ("case", "case"),
    ("topup", "order"),
    ("withdrawal", "withdrawal"),
    ("red_packet", "packet"),
];
/// Events that name the case they belong to.
const OF_A_CASE: [&str; 3] = ["AdjustmentPosted", "CouponRefunded", "DiveVoided"];

/// Players with what was matched.
type Hits = Vec<(PlayerId, &'static str)>;

/// Looks for players.
///
/// # Errors
/// -1006 `query` for nothing to look for; a fault of the database.
pub async fn search(ledger: &Ledger, body: &PlayersSearchBody) -> Result<PlayersSearchData, Failure> {
    let query = body.query.trim();
    if query.is_empty() || query.len() > QUERY_MAX {
        return Err(Failure::invalid("query"));
    }
    let until = read::moment(ledger, body.as_of.as_deref()).await?;
    let mut hits = named(ledger, query).await?;
    for (kind, key) in typed::streams(ledger, query, Some(&until)).await? {
        hits.extend(of_stream(ledger, &kind, &key, &until).await?);
    }
    if let Some(id) = read::id(query) {
        hits.extend(of_id(ledger, id, &until).await?);
    }
    hits.extend(of_place(ledger, query, &until).await?);
    hits.extend(of_case(ledger, query, &until).await?);
    hits.extend(of_thing(ledger, OrderId::of(query).0, "order", &until).await?);
    if let Some(code) = PacketCode::parse(query)
        && let Some((packet, _)) = ledger.find_packet(&code).await?
    {
        hits.extend(of_thing(ledger, packet.0, "packet", &until).await?);
    }
    if let Some(address) = Address::parse(query) {
        hits.extend(of_address(ledger, &address, &until).await?);
    }
    hits.extend(of_transaction(ledger, query, &until).await?);
    hits.extend(of_request(ledger, query, &until).await?);
    let mut list: Vec<PlayerFound> = Vec::new();
    for (player, matched) in hits {
        if list.len() < FOUND_MAX && !list.iter().any(|known| known.player == player.to_string()) {
            list.extend(registered(ledger, player, matched, &until).await?);
        }
    }
    Ok(PlayersSearchData { at: until.at, list })
}

/// By the player's own names.
async fn named(ledger: &Ledger, query: &str) -> Result<Hits, Fault> {
    let mut hits = Hits::new();
    hits.extend(read::messenger(query).map(|player| (player, "messenger")));
    hits.extend(read::player(query).map(|player| {
        let is_messenger = query.starts_with("tg:");
        (player, if is_messenger { "messenger" } else { "player" })
    }));
    if let Some(scode) = Scode::parse(query) {
        hits.extend(ledger.find_scode(&scode).await?.map(|player| (player, "scode")));
    }
    Ok(hits)
}

/// By the id of a thing with a stream of its own, of a dive or of an event.
async fn of_id(ledger: &Ledger, id: Uuid, until: &Moment) -> Result<Hits, Fault> {
    let mut hits = of_thing(ledger, id, "", until).await?;
    if let Some((player, position)) = projections::dives::player_of(ledger.pool(), id).await?
        && position <= bound(ledger, player, until)
    {
        hits.push((player, "dive"));
    }
    if let Some(event) = log::find(ledger.pool(), id)
        .await?
        .filter(|event| is_within(event, until))
    {
        hits.extend(players_in(&event).into_iter().map(|player| (player, "event")));
    }
    Ok(hits)
}

/// By the place of an event, as lists write it.
async fn of_place(ledger: &Ledger, query: &str, until: &Moment) -> Result<Hits, Fault> {
    let Some(place) = read::place(query) else {
        return Ok(Hits::new());
    };
    let Ok(partition) = u16::try_from(place.partition) else {
        return Ok(Hits::new());
    };
    let event = feed::read_one(ledger.pool(), partition, place.position).await?;
    let found = event.filter(|event| is_within(event, until));
    Ok(found.map_or_else(Hits::new, |event| {
        players_in(&event).into_iter().map(|player| (player, "event")).collect()
    }))
}

/// By the case that an act of staff belongs to, as it was written there.
async fn of_case(ledger: &Ledger, query: &str, until: &Moment) -> Result<Hits, Fault> {
    let text = format!("\"case_id\":{}", Value::from(query));
    let events = log::containing(ledger.pool(), &OF_A_CASE, &text, &until.bounds).await?;
    Ok(owners(&events, "case"))
}

/// Orders and withdrawals stand in their player's own stream before they have one: by number or id, as a whole text.
async fn of_request(ledger: &Ledger, query: &str, until: &Moment) -> Result<Hits, Fault> {
    let text = Value::from(query).to_string();
    let mut hits = Hits::new();
    for (name, matched) in [("TopUpOpened", "order"), ("WithdrawalRequested", "withdrawal")] {
        let events = log::containing(ledger.pool(), &[name], &text, &until.bounds).await?;
        hits.extend(owners(&events, matched));
    }
    Ok(hits)
}

/// Players that the events of a thing's stream name; the stream's type says what it is unless `matched` does.
async fn of_thing(ledger: &Ledger, id: Uuid, matched: &'static str, until: &Moment) -> Result<Hits, Fault> {
    let mut hits = Hits::new();
    for (kind, _) in THINGS {
        let found = of_stream(ledger, kind, &id.to_string(), until).await?;
        hits.extend(found.into_iter().map(|(player, name)| match matched {
            "" => (player, name),
            matched => (player, matched),
        }));
    }
    Ok(hits)
}

/// Players that the events of a stream name, if it is a player's own or a thing's.
async fn of_stream(ledger: &Ledger, kind: &str, key: &str, until: &Moment) -> Result<Hits, Fault> {
    if kind == Player::TYPE {
        return Ok(read::player(key).map(|player| (player, "player")).into_iter().collect());
    }
    let Some((_, matched)) = THINGS.into_iter().find(|(thing, _)| *thing == kind) else {
        return Ok(Hits::new());
    };
    let events = feed::read_stream_page(ledger.pool(), kind, key, 0, EVENTS_MAX).await?;
    let within = events.iter().filter(|event| is_within(event, until));
    let players = within.flat_map(players_in).map(|player| (player, matched));
    Ok(players.collect())
}

/// An account on TON is written in two ways that share all but the ends.
async fn of_address(ledger: &Ledger, address: &Address, until: &Moment) -> Result<Hits, Fault> {
    let text = address.as_str();
    let account = match address.chain() {
        Some(Chain::Ton) => &text[4..44],
        Some(Chain::Evm) | None => text,
    };
    let events = log::containing(
        ledger.pool(),
        &["AddressSet", "WithdrawalRequested"],
        account,
        &until.bounds,
    )
    .await?;
    Ok(owners(&events, "address"))
}

/// A payment that came is a natural key; one that left stands in the withdrawal's events.
async fn of_transaction(ledger: &Ledger, query: &str, until: &Moment) -> Result<Hits, Fault> {
    let mut hits = Hits::new();
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"+/=_-".contains(&byte);
    if query.len() < 16 || !query.bytes().all(is_plain) {
        return Ok(hits);
    }
    for stream in log::claimed(ledger.pool(), &format!("topup:{query}:"), &until.bounds).await? {
        hits.extend(read::player(&stream).map(|player| (player, "transaction")));
    }
    let types = ["Broadcast", "Confirmed", "LatePaymentSeen", "TopUpSeen"];
    for event in log::containing(ledger.pool(), &types, query, &until.bounds).await? {
        let stream = Uuid::parse_str(&event.aggregate_id).unwrap_or_default();
        let found = of_thing(ledger, stream, "transaction", until).await?;
        hits.extend(found);
    }
    Ok(hits)
}

fn owners(events: &[Recorded], matched: &'static str) -> Hits {
    let of = |event: &Recorded| read::player(&event.aggregate_id).map(|player| (player, matched));
    events.iter().filter_map(of).collect()
}

fn is_within(event: &Recorded, until: &Moment) -> bool {
    let log = usize::try_from(event.partition).ok();
    let bound = log.and_then(|log| until.bounds.get(log));
    bound.is_some_and(|bound| event.position <= *bound)
}

/// Whoever an event names as its player, and the owner of a player's own stream.
fn players_in(event: &Recorded) -> Vec<PlayerId> {
    let mut players = Vec::new();
    if event.aggregate_type == Player::TYPE {
        players.extend(read::player(&event.aggregate_id));
    }
    let payload: Value = serde_json::from_str(&event.payload).unwrap_or_default();
    let mut waiting = vec![&payload];
    while let Some(value) = waiting.pop() {
        if let Value::Object(fields) = value {
            let player = fields.get("player").and_then(Value::as_str);
            players.extend(player.and_then(read::player));
            waiting.extend(fields.values());
        }
    }
    players
}

/// The player as registered, when that was by the moment.
async fn registered(
    ledger: &Ledger,
    player: PlayerId,
    matched: &'static str,
    until: &Moment,
) -> Result<Option<PlayerFound>, Fault> {
    let id = StreamId::player(player);
    let first = feed::read_stream_page(ledger.pool(), Player::TYPE, &id.key, 0, 1).await?;
    let Some(first) = first.first().filter(|first| is_within(first, until)) else {
        return Ok(None);
    };
    let Event::PlayerRegistered(registered) = first.decode()? else {
        return Ok(None);
    };
    Ok(Some(PlayerFound {
        player: player.to_string(),
        tg_id: registered.tg_id.to_string(),
        scode: registered.scode.to_string(),
        registered_at_ms: registered.at.0,
        matched: matched.to_owned(),
    }))
}
