//! `play/…`: players who excluded themselves or play near their limits, and the contact log (api §7.17).

use crate::call::StaffCall;
use crate::player_act::check_known;
use crate::wire::facts::{FactUnit, StaffFact, fact, fact_if_known};
use crate::wire::play::{PlayListBody, PlayListData, PlayNoteBody, StaffNote, StaffPlayer};
use crate::wire::{StaffDone, page};
use api::endpoint::{Answer, Data};
use api::error::Failure;
use domain::config::Config;
use domain::ids::PlayerId;
use domain::money::Usdt;
use domain::player::Player;
use domain::refusal::Refusal;
use domain::time::{DAY_MS, Timestamp};
use ledger::{Fault, Ledger, StreamId, requests};
use projections::{dives, hidden_players, staff_actions};
use std::collections::BTreeSet;

/// A limit is near from this share of it on, in thousandths (ASSUMED).
const NEAR_PER_MILLE: i128 = 800;
/// A session of this many minutes is long, whatever limit the player has (ASSUMED).
const SESSION_LONG_MIN: i64 = 240;
/// Contacts that are shown of a player.
const NOTES_MAX: i64 = 5;
/// The call whose reasons are the notes.
const NOTE: &str = "play/note";

/// Players of the desk: excluded ones, then those with an open dive who are near a limit or play for long.
///
/// # Errors
/// -1006 for a limit that no page has.
pub async fn list(call: StaffCall<PlayListBody>) -> Answer<PlayListData> {
    let (ledger, limit) = (call.app.ledger(), page::limit(call.body.limit)?);
    let mut players = hidden_players::excluded(ledger.pool(), call.now, limit).await?;
    let tried = tried(ledger, &players, call.now).await?;
    let playing = dives::idle(ledger.pool(), call.now.plus_ms(1), limit).await?;
    players.extend(playing.into_iter().map(|(player, _)| player));
    let config = call.app.config();
    let mut list: Vec<StaffPlayer> = Vec::new();
    for id in players {
        let player = ledger.players().load(&StreamId::player(id)).await?.state;
        let name = id.to_string();
        let Some(why) = why(&player, &config, call.now).filter(|_| list.iter().all(|one| one.player != name)) else {
            continue;
        };
        list.push(StaffPlayer {
            player: name,
            why: first_why(&tried, id, why).to_owned(),
            until_ms: player.break_until(call.now).map(|until| until.0),
            limits: limits(&player, &config, call.now),
            notes: notes(ledger, id).await?,
        });
    }
    Ok(Data::of(&PlayListData { list, next: None }))
}

/// Those of the players who asked within a day for what their break forbids.
async fn tried(ledger: &Ledger, players: &[PlayerId], now: Timestamp) -> Result<BTreeSet<PlayerId>, Fault> {
    let owners: Vec<_> = players.iter().map(|player| player.0).collect();
    let code = Refusal::BlockedByPlayLimits { until: None }.code();
    let tried = requests::owners_refused(ledger.pool(), &owners, code, now.plus_ms(-DAY_MS).0).await?;
    Ok(tried.into_iter().map(PlayerId).collect())
}

/// Whoever tried to play during a break is listed for that, whatever else is true.
fn first_why(tried: &BTreeSet<PlayerId>, id: PlayerId, why: &'static str) -> &'static str {
    match tried.contains(&id) {
        true => "playing",
        false => why,
    }
}

/// Minutes of the newest session, up to the last dive command in it.
fn session_min(player: &Player) -> i64 {
    let session = &player.fishing.session;
    session.touched_at.since(session.started_at).max(0) / 60_000
}

/// What the player lost today, in millionths of USDT: a minor unit of tokens is one.
fn lost(player: &Player, now: Timestamp) -> i64 {
    let is_today = player.fishing.loss_day == now.day();
    if is_today {
        player.fishing.lost.minor().max(0)
    } else {
        0
    }
}

fn is_near(used: i64, limit: i64) -> bool {
    limit > 0 && i128::from(used) * 1_000 >= i128::from(limit) * NEAR_PER_MILLE
}

/// Why the player is on the desk; nothing for one who plays far from every limit.
fn why(player: &Player, config: &Config, now: Timestamp) -> Option<&'static str> {
    let runs = |until: Option<Timestamp>| until.is_some_and(|until| now < until);
    let session_max = player.limits.at(now).session_min;
    let checks = [
        (runs(player.limits.excluded_until), "excluded"),
        (runs(player.limits.cool_off_until), "cool_off"),
        (
            is_near(lost(player, now), player.limits.loss_day(now, config).minor()),
            "loss",
        ),
        (
            session_min(player) >= SESSION_LONG_MIN
                || session_max.is_some_and(|max| is_near(session_min(player), max.into())),
            "session",
        ),
    ];
    checks.into_iter().find(|(holds, _)| *holds).map(|(_, why)| why)
}

fn limits(player: &Player, config: &Config, now: Timestamp) -> Vec<StaffFact> {
    let own = player.limits.at(now);
    let amount = |name, of: Option<Usdt>| fact_if_known(name, FactUnit::Usdt, of.map(Usdt::minor));
    vec![
        fact("lost_today", FactUnit::Usdt, lost(player, now)),
        fact(
            "loss_a_day",
            FactUnit::Usdt,
            player.limits.loss_day(now, config).minor(),
        ),
        fact("session", FactUnit::Minutes, session_min(player)),
        fact_if_known("session_at_most", FactUnit::Minutes, own.session_min),
        amount("deposits_a_day", own.deposit_day),
        amount("deposits_a_week", own.deposit_week),
        amount("deposits_a_month", own.deposit_month),
    ]
}

async fn notes(ledger: &Ledger, player: PlayerId) -> Result<Vec<StaffNote>, Failure> {
    let subject = player.to_string();
    let actions = staff_actions::of_call(ledger.pool(), NOTE, Some(&subject), NOTES_MAX).await?;
    let mut notes = Vec::with_capacity(actions.len());
    for action in actions {
        let member = ledger.staff().load(&StreamId::thing(action.member.0)).await?.state;
        notes.push(StaffNote {
            by: member.name.unwrap_or_default(),
            text: action.reason,
            at_ms: action.at.0,
        });
    }
    Ok(notes)
}

/// Notes a contact with a player.
///
/// # Errors
/// 4007 for no such player.
pub async fn note(call: StaffCall<PlayNoteBody>) -> Answer<StaffDone> {
    let player = PlayerId(call.body.player.0);
    check_known(call.app.ledger(), player).await?;
    call.begin(player).await?;
    Ok(Data::of(&StaffDone::DONE))
}
