//! `play/…`: players who excluded themselves or play near their limits, and the contact log (api §7.17).

use crate::call::StaffCall;
use crate::player_act::check_known;
use crate::wire::facts::{FactUnit, StaffFact, fact, fact_if_known};
use crate::wire::play::{PlayListBody, PlayListData, PlayNoteBody, StaffNote, StaffPlayer};
use crate::wire::{StaffDone, page};
use api::endpoint::{Answer, Data};
use api::error::Failure;
use domain::config::Config;
use domain::ids::{DiveId, PlayerId};
use domain::money::Usdt;
use domain::player::Player;
use domain::refusal::Refusal;
use domain::time::{DAY_MS, Timestamp};
use ledger::{Fault, Ledger, StreamId, requests};
use projections::{dives, hidden_players, staff_actions};
use std::collections::BTreeSet;
use uuid::Uuid;

/// A limit is near from this share of it on, in thousandths (ASSUMED).
const NEAR_PER_MILLE: i128 = 800;
/// A session of this many minutes is long, whatever limit the player has (ASSUMED).
const SESSION_LONG_MIN: i64 = 240;
/// Contacts that are shown of a player.
const NOTES_MAX: i64 = 5;
/// The call whose reasons are the notes.
const NOTE: &str = "play/note";
/// Why a player is listed who took a break of the long kind.
const EXCLUDED: &str = "excluded";
/// Every reason.
const WHYS: [&str; 5] = [EXCLUDED, "cool_off", "loss", "session", "playing"];

/// Players of the desk: excluded ones, then those with an open dive who are near a limit or play for long.
///
/// # Errors
/// -1006 for a reason, a limit or a cursor that is none.
pub async fn list(call: StaffCall<PlayListBody>) -> Answer<PlayListData> {
    let (ledger, body) = (call.app.ledger(), &call.body);
    let wanted = body.why.as_deref();
    if wanted.is_some_and(|why| !WHYS.contains(&why)) {
        return Err(Failure::invalid("why"));
    }
    let limit = page::limit(body.limit)?;
    let place = Place::parse(body.before.as_deref()).ok_or_else(|| Failure::invalid("before"))?;
    let looked = look(ledger, place, call.now, limit).await?;
    let tried = tried(ledger, &looked.excluded, call.now).await?;
    let config = call.app.config();
    let mut list: Vec<StaffPlayer> = Vec::new();
    for (id, is_excluded) in looked.all() {
        let player = ledger.players().load(&StreamId::player(id)).await?.state;
        // Who is excluded has a line of the first kind, with an open dive as well.
        let why = why(&player, &config, call.now).filter(|why| is_excluded || *why != EXCLUDED);
        let why = why.map(|why| first_why(&tried, id, why));
        let Some(why) = why.filter(|why| wanted.is_none_or(|wanted| wanted == *why)) else {
            continue;
        };
        list.push(StaffPlayer {
            player: id.to_string(),
            why: why.to_owned(),
            until_ms: player.break_until(call.now).map(|until| until.0),
            limits: limits(&player, &config, call.now),
            notes: notes(ledger, id).await?,
        });
    }
    let next = looked.next.map(Place::cursor);
    Ok(Data::of(&PlayListData { list, next }))
}

/// How far the desk was looked through: excluded players by the end of it, then open dives.
#[derive(Clone, Copy, Debug)]
enum Place {
    Excluded(Option<(i64, PlayerId)>),
    Open(DiveId),
}

impl Place {
    /// Nothing for a text that no answer gave.
    fn parse(cursor: Option<&str>) -> Option<Place> {
        let Some((kind, rest)) = cursor.map(|text| text.split_once('.').unwrap_or((text, ""))) else {
            return Some(Place::Excluded(None));
        };
        match kind {
            "excluded" => {
                let (until_ms, player) = rest.split_once('.')?;
                let player = PlayerId(Uuid::try_parse(player).ok()?);
                Some(Place::Excluded(Some((until_ms.parse().ok()?, player))))
            }
            "open" => Some(Place::Open(DiveId(Uuid::try_parse(rest).ok()?))),
            _ => None,
        }
    }

    fn cursor(self) -> String {
        match self {
            Place::Excluded(None) => String::new(),
            Place::Excluded(Some((until_ms, player))) => format!("excluded.{until_ms}.{player}"),
            Place::Open(dive) => format!("open.{}", dive.0),
        }
    }
}

/// Players that are looked at for a page.
struct Looked {
    excluded: Vec<PlayerId>,
    playing: Vec<PlayerId>,
    next: Option<Place>,
}

impl Looked {
    /// Each with whether it is one of those who excluded themselves.
    fn all(&self) -> impl Iterator<Item = (PlayerId, bool)> {
        let excluded = self.excluded.iter().map(|player| (*player, true));
        excluded.chain(self.playing.iter().map(|player| (*player, false)))
    }
}

async fn look(ledger: &Ledger, place: Place, now: Timestamp, limit: i64) -> Result<Looked, Fault> {
    let (excluded, dive) = match place {
        Place::Excluded(after) => (hidden_players::excluded(ledger.pool(), now, after, limit).await?, None),
        Place::Open(dive) => (Vec::new(), Some(dive)),
    };
    let left = limit - i64::try_from(excluded.len()).unwrap_or(limit);
    let (playing, next) = match excluded.last() {
        Some(last) if left == 0 => (Vec::new(), Some(Place::Excluded(Some(*last)))),
        _ => {
            let playing = dives::open_after(ledger.pool(), dive, left).await?;
            let is_full = i64::try_from(playing.len()) == Ok(left);
            let next = playing.last().filter(|_| is_full).map(|(_, dive)| Place::Open(*dive));
            (playing, next)
        }
    };
    Ok(Looked {
        excluded: excluded.into_iter().map(|(_, player)| player).collect(),
        playing: playing.into_iter().map(|(player, _)| player).collect(),
        next,
    })
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
        (runs(player.limits.excluded_until), EXCLUDED),
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
