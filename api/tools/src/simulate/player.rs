//! What one simulated player does: checks in, dives as often as the coins last, each by an own
//! strategy and at an own pace, and between dives uses the other calls ([`super::dealer`]).

use super::codes::Codes;
use super::dealer;
use super::session::Session;
use domain::money::Gusd;
use domain::time::Timestamp;
use rand::RngExt;
use serde::Deserialize;
use serde_json::json;
use workers::audit::dive::{self, Fairness};

/// A cast is shielded so often, in a hundred, when there is a diamond and something to lose.
const SHIELD_PERCENT: u32 = 10;
/// After a dive the pair is rotated and the dive verified so often, in a hundred.
const ROTATE_PERCENT: u32 = 20;
/// The longest wait for the next cast that is accepted.
const CAST_WAIT_MS_MAX: i64 = 60_000;
/// Casts of a dive that make an invite valid: stakes are chosen so that the coins last for them (domain §3.8).
const CASTS_WANTED: i64 = 5;

/// When a player surfaces.
#[derive(Clone, Copy, Debug)]
pub enum Strategy {
    FirstPrize,
    AfterLevel(u8),
    AtMultiple(i64),
    Bottom,
}

#[derive(Clone, Deserialize)]
struct Dive {
    dive_id: String,
    level: u8,
    seq: u32,
    staked: i64,
    line: Vec<serde::de::IgnoredAny>,
    line_value: Gusd,
    safe: Gusd,
    next_cast_at: i64,
}

#[derive(Clone, Copy, Deserialize)]
struct Asset {
    coin_paid: i64,
    coin_promo: i64,
    diamond: i64,
}

#[derive(Deserialize)]
struct Seen {
    asset: Asset,
    dive: Option<Dive>,
    free_coin: FreeCoin,
}

#[derive(Deserialize)]
struct FreeCoin {
    can_receive: bool,
}

/// What the game offers.
#[derive(Deserialize)]
pub struct Game {
    play_options: Vec<i64>,
    stake_max: i64,
}

impl Game {
    /// Without the stakes that are smaller, unless there would be none.
    #[must_use]
    pub fn for_stakes_from(mut self, min: i64) -> Game {
        if self.stake_max >= min {
            self.play_options.retain(|stake| *stake >= min);
        }
        self
    }
}

#[derive(Deserialize)]
struct After {
    dive: Option<Dive>,
    asset: Asset,
}

/// Plays until `deadline`, then surfaces and leaves. `None` when the player had to give up.
pub async fn play(session: &mut Session, codes: &Codes, deadline: Timestamp) -> Option<()> {
    let game = enter(session, codes).await?;
    let strategy = Strategy::of(session);
    while !session.is_over(deadline) {
        round(session, &game, strategy, deadline).await?;
    }
    Some(())
}

/// Comes for the first time, through somebody's link or not, accepts the terms and checks in. `None` when the player had
/// to give up.
pub async fn enter(session: &mut Session, codes: &Codes) -> Option<Game> {
    let inviter = codes.pick(session);
    let entered = session.login(inviter.as_deref()).await?;
    if let Some(code) = entered.field("/user/scode").as_str() {
        codes.add(code);
    }
    if entered.field("/user/terms_ok") == json!(false) {
        session.change("user/accept_terms", json!({ "version": "1" })).await?;
    }
    let game: Game = serde_json::from_str(&session.read("fishing/config", json!({})).await?.data).ok()?;
    session.read("signin/info", json!({})).await?;
    session.change("signin/sign", json!({})).await?;
    Some(game)
}

/// One dive, or a pause when no coins are left; then one deed and one look.
async fn round(session: &mut Session, game: &Game, strategy: Strategy, deadline: Timestamp) -> Option<()> {
    dive(session, game, strategy, deadline).await?;
    dealer::deal(session).await?;
    pause(session, 100, 1_000).await;
    dealer::look(session).await
}

/// One dive, or a pause when no coins are left.
pub async fn dive(session: &mut Session, game: &Game, strategy: Strategy, deadline: Timestamp) -> Option<()> {
    let info = session.read("fishing/player_info", json!({})).await?;
    let Ok(seen) = serde_json::from_str::<Seen>(&info.data) else {
        session
            .tally
            .gave_up
            .push(format!("fishing/player_info cannot be read, code {}", info.error));
        return None;
    };
    if seen.free_coin.can_receive {
        session.change("fishing/receive_free_coin", json!({})).await?;
    }
    let (mut dive, mut asset, mut server_ts) = (seen.dive, seen.asset, info.server_ts);
    if dive.is_none()
        && let Some(stake) = stake_for(session, game, asset)
    {
        let device_value = format!("{:032x}", session.dice.random::<u128>());
        let start = json!({ "stake": stake, "start_level": 1, "device_value": device_value });
        let started = session.change("fishing/dive_start", start).await?;
        if let Ok(after) = serde_json::from_str::<After>(&started.data) {
            (dive, asset, server_ts) = (after.dive, after.asset, started.server_ts);
        }
    }
    match dive {
        None => pause(session, 1_000, 3_000).await,
        Some(dive) => dive_down(session, dive, asset, server_ts, strategy, deadline).await?,
    }
    Some(())
}

/// Casts until the strategy, the coins or the clock says up.
async fn dive_down(
    session: &mut Session,
    first: Dive,
    mut asset: Asset,
    mut server_ts: i64,
    strategy: Strategy,
    deadline: Timestamp,
) -> Option<()> {
    let dive_id = first.dive_id.clone();
    let mut open = Some(first);
    while let Some(dive) = open.take() {
        let wait_ms = (dive.next_cast_at - server_ts).clamp(0, CAST_WAIT_MS_MAX);
        let ready_at = session.now().plus_ms(wait_ms);
        if strategy.is_content(&dive) || ready_at >= deadline || session.is_over(deadline) {
            session.change("fishing/surface", json!({ "dive_id": dive_id })).await?;
            break;
        }
        session.wait_until(ready_at).await;
        pause(session, 0, 400).await;
        let shield = asset.diamond > 0 && !dive.line.is_empty() && session.dice.random_range(0..100) < SHIELD_PERCENT;
        let cast = session
            .change(
                "fishing/cast",
                json!({ "dive_id": dive_id, "seq": dive.seq, "shield": shield }),
            )
            .await?;
        match serde_json::from_str::<After>(&cast.data) {
            Ok(after) if cast.error == 0 => (open, asset, server_ts) = (after.dive, after.asset, cast.server_ts),
            // Out of coins, out of step or at a limit: surfacing is always possible.
            _ => {
                session.change("fishing/surface", json!({ "dive_id": dive_id })).await?;
            }
        }
    }
    if session.dice.random_range(0..100) < ROTATE_PERCENT {
        verify(session, &dive_id).await?;
    }
    Some(())
}

/// Rotates the pair, so that the dive is revealed, and recomputes the dive as anybody can.
async fn verify(session: &mut Session, dive_id: &str) -> Option<()> {
    let client_seed = format!("{:032x}", session.dice.random::<u128>());
    session
        .change("fishing/seed_rotate", json!({ "client_seed": client_seed }))
        .await?;
    session.read("fishing/seed_info", json!({})).await?;
    let detail = session
        .read("fishing/dive_detail", json!({ "dive_id": dive_id }))
        .await?;
    match dive::fairness(&detail.data) {
        Fairness::Fair => session.tally.dives_verified += 1,
        // The view of dives may lag for a moment.
        Fairness::NotYet => {}
        Fairness::Unfair(sentences) => session
            .tally
            .dives_unfair
            .push(format!("dive {dive_id}: {}", sentences.join(" "))),
    }
    Some(())
}

/// A stake on offer that the coins of one fund can pay several times; the smallest when they cannot.
fn stake_for(session: &mut Session, game: &Game, asset: Asset) -> Option<i64> {
    let coins = asset.coin_paid.max(asset.coin_promo);
    let affordable = |casts: i64| {
        let offered = game
            .play_options
            .iter()
            .copied()
            .filter(move |stake| *stake <= game.stake_max);
        offered
            .filter(move |stake| stake.saturating_mul(casts) <= coins)
            .collect::<Vec<_>>()
    };
    let lasting = affordable(CASTS_WANTED);
    if lasting.is_empty() {
        return affordable(1).first().copied();
    }
    Some(lasting[session.dice.random_range(0..lasting.len())])
}

async fn pause(session: &mut Session, from_ms: i64, to_ms: i64) {
    let pause = session.dice.random_range(from_ms..=to_ms);
    session.wait_until(session.now().plus_ms(pause)).await;
}

impl Strategy {
    /// As the player's dice say.
    pub fn of(session: &mut Session) -> Strategy {
        match session.dice.random_range(0..10) {
            0..3 => Strategy::FirstPrize,
            3..6 => Strategy::AfterLevel(session.dice.random_range(5..=12)),
            6..9 => Strategy::AtMultiple(session.dice.random_range(2..=10)),
            _ => Strategy::Bottom,
        }
    }

    fn is_content(self, dive: &Dive) -> bool {
        let worth = dive.line_value + dive.safe;
        match self {
            Strategy::FirstPrize => !worth.is_zero(),
            Strategy::AfterLevel(level) => dive.level > level,
            Strategy::AtMultiple(times) => dive.staked > 0 && worth.minor() >= dive.staked.saturating_mul(times * 100),
            Strategy::Bottom => false,
        }
    }
}
