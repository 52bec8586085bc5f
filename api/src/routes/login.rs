//! Login with the messenger's launch data (SPEC §4, PRODUCT §3.1).
//!
//! 1. The launch is verified; every defect is the one answer -1001.
//! 2. A new messenger account is registered. The inviter comes from the signed start
//!    parameter, else from the body; a code that nobody has keeps nobody out.
//! 3. A frozen or erased account is told -1002, one of a blocked region -1004; sessions that are open stay so.
//! 4. Name and picture go to the vault, never into events or logs.
//! 5. A session is opened.
//!
//! Logging in twice at once registers once: the second finds the first's player.

use crate::app::App;
use crate::call::{Answer, Data, Visit};
use crate::error::{Failure, LAUNCH_INVALID};
use crate::launch::{Launch, StartParam};
use crate::wire::login::{LoginTelegramBody, LoginTelegramData};
use crate::wire::user::{Lang, Profile, User};
use domain::ids::{PlayerId, Scode};
use domain::player::Player;
use domain::player::registration::{Inviter, Register};
use domain::refusal::Refusal;
use ledger::{Plain, Request, StreamId};
use serde_json::Value;

/// Age of launch data that is accepted, in seconds (PRODUCT §3.1).
const WINDOW_S: i64 = 86_400;
/// Invite codes tried until one is free; the chance that eight are taken is nil below a million players.
const CODES_MAX: u32 = 8;

/// A player and how this login found it.
struct Arrival {
    player: Player,
    is_new: bool,
}

/// Opens a session.
pub async fn telegram(visit: Visit<LoginTelegramBody>) -> Answer {
    let Visit { app, now, body } = visit;
    let launch = app
        .verifier()
        .verify(&body.init_data, now.0.div_euclid(1_000), WINDOW_S)
        .map_err(|error| {
            tracing::info!(%error, "a launch was refused");
            Failure::refused(LAUNCH_INVALID, &Value::Null)
        })?;
    let Arrival { player, is_new } = arrive(&app, &launch, body.inviter.as_deref().unwrap_or_default()).await?;
    player.check_account("login", &app.context())?;
    let profile = Profile {
        nickname: launch.nickname,
        avatar: launch.avatar.unwrap_or_default(),
        username: launch.username,
    };
    app.keep_profile(player.id, &profile).await?;
    let (token, session) = app
        .sessions()
        .open(player.id, Lang::of(&player.registration.lang), now)
        .await?;
    Ok(Data::of(&LoginTelegramData {
        token,
        expires_at: session.expires_at.0,
        is_new,
        inviter_applied: is_new && player.registration.inviter.is_some(),
        user: User::of(&player, &app.config(), app.now()).named(profile),
    }))
}

async fn arrive(app: &App, launch: &Launch, written: &str) -> Result<Arrival, Failure> {
    let id = PlayerId::of_messenger(launch.tg_id);
    let known = load(app, id).await?;
    if known.is_registered() {
        return Ok(Arrival {
            player: known,
            is_new: false,
        });
    }
    let mut inviter = inviter_of(app, launch, written).await?;
    let mut is_new = false;
    for attempt in 0..CODES_MAX {
        let refused = register(app, id, launch, inviter.clone(), attempt).await?;
        is_new |= refused.is_none();
        let player = load(app, id).await?;
        if player.is_registered() {
            return Ok(Arrival { player, is_new });
        }
        if refused == Some(Refusal::CannotUseThisCode.code()) {
            inviter = None;
        }
    }
    Err(Failure::Busy)
}

/// Registers under one candidate of an invite code; the code of the refusal, if refused.
async fn register(
    app: &App,
    id: PlayerId,
    launch: &Launch,
    inviter: Option<Inviter>,
    attempt: u32,
) -> Result<Option<i32>, Failure> {
    let ledger = app.ledger();
    let command = Register {
        player: id,
        tg_id: launch.tg_id,
        scode: Scode::mint(id, ledger.partition_of(id.0), attempt),
        lang: lang_of(app, launch).code().to_owned(),
        inviter,
        commits: [ledger.seal_seed(id).await?, ledger.seal_seed(id).await?],
    };
    let request = Request {
        actor: "player".to_owned(),
        ..Request::default()
    };
    let reply = ledger
        .players()
        .execute(&StreamId::player(id), command.into(), request, Plain)
        .await?;
    Ok((!reply.is_accepted()).then_some(reply.code))
}

/// The signed link's inviter; the body's only when the link names none.
async fn inviter_of(app: &App, launch: &Launch, written: &str) -> Result<Option<Inviter>, Failure> {
    let signed = launch
        .start_param
        .as_deref()
        .and_then(|text| StartParam::read(text).inviter);
    let written = || StartParam::read(written).inviter.or_else(|| Some(written.to_owned()));
    match signed.or_else(written).as_deref().and_then(Scode::parse) {
        Some(code) => app.inviter(&code).await,
        None => Ok(None),
    }
}

/// The messenger's language when it is on offer (SPEC §2: the fallback is English).
fn lang_of(app: &App, launch: &Launch) -> Lang {
    let lang = launch.lang.as_deref().map(Lang::of).unwrap_or_default();
    let offered = app
        .config()
        .product
        .languages
        .iter()
        .any(|language| language.code == lang.code());
    if offered { lang } else { Lang::En }
}

async fn load(app: &App, id: PlayerId) -> Result<Player, Failure> {
    Ok(app.ledger().players().load(&StreamId::player(id)).await?.state)
}
