//! Login with the messenger's launch data (domain §10.4, §3.1).
//!
//! 1. The launch is verified, and bound to the device that it comes from. Every defect is the one answer -1001, and so is
//!    a launch whose session was ended, or that another device used first: it changes nothing of the account.
//! 2. The country of the connection is looked up; where play is not offered nobody is registered.
//! 3. A new messenger account is registered. The inviter comes from the signed start
//!    parameter, else from the body; an unknown code does not prevent the login.
//! 4. A country that is new is recorded. A frozen or erased account gets -1002, one of a blocked region -1004.
//! 5. Name and picture go to the vault, never into events or logs.
//! 6. Device and network are recorded ([`crate::auth::linked_accounts`]) before the account can play.
//! 7. A session is opened, unless another was ended meanwhile that this launch had opened (-1001). The account is looked at
//!    again: a freeze meanwhile has ended the sessions that it saw, and the token of this one is given to nobody.
//!
//! Logging in twice at once registers once: the second finds the first's player.

use crate::app::App;
use crate::auth::launch_data::{Launch, StartParam};
use crate::auth::linked_accounts;
use crate::auth::session::{LAUNCH_AGE_MAX_MS, Opening};
use crate::call::PublicCall;
use crate::endpoint::{Answer, Data};
use crate::error::{Failure, LAUNCH_INVALID};
use crate::wire::login::{LoginTelegramBody, LoginTelegramData};
use crate::wire::session::SessionDevice;
use crate::wire::user::{Lang, Profile, User};
use domain::config::region::Mode;
use domain::ids::{PlayerId, Scode};
use domain::player::Player;
use domain::player::identity::{SeeCountry, Source};
use domain::player::registration::{EnteredCode, Register};
use domain::refusal::Refusal;
use domain::time::Timestamp;
use ledger::{Plain, Request, StreamId};
use serde_json::Value;
use workers::schedule;

/// Invite codes tried until one is free; the chance that eight are taken is nil below a million players.
const CODES_MAX: u32 = 8;

/// Longest id of a device, in bytes. ASSUMED: a UUID has 36.
const DEVICE_BYTES_MAX: usize = 64;

/// The player who logs in.
struct Identified {
    player: Player,
    is_new: bool,
}

pub async fn telegram(call: PublicCall<LoginTelegramBody>) -> Answer<LoginTelegramData> {
    let (app, body, now) = (&call.app, &call.body, call.now);
    let device = device_of(body)?;
    let launch = verified(app, &body.init_data, now)?;
    let on = client_of(app, device, &call.peer.agent);
    app.sessions().spend_launch(launch.hash, on, now).await?;
    let countries = app.settings().countries.as_ref();
    let country = countries.and_then(|known| known.of(call.peer.address.ip()));
    let written = body.inviter.as_deref().unwrap_or_default();
    let Identified { player, is_new } = find_or_register(app, &launch, written, country.as_ref()).await?;
    let player = with_country(app, player, country).await?;
    player.check_account("login", &app.context())?;
    let profile = Profile {
        nickname: launch.nickname,
        avatar: launch.avatar.unwrap_or_default(),
        username: launch.username,
    };
    app.keep_profile(player.id, &profile).await?;
    linked_accounts::record_login(app, player.id, &call.peer, device, now).await?;
    let opening = Opening {
        lang: Lang::of(&player.registration.lang),
        device: SessionDevice::of(&call.peer.agent),
        launch: launch.hash,
        on,
    };
    let (token, session) = app.sessions().open(player.id, opening, now).await?;
    load(app, player.id).await?.check_account("login", &app.context())?;
    Ok(Data::of(&LoginTelegramData {
        token,
        expires_at: session.expires_at.0,
        is_new,
        inviter_applied: is_new && player.registration.entered_code().is_some(),
        user: User::of(&player, &app.config(), app.now()).named(profile),
    }))
}

fn verified(app: &App, init_data: &str, now: Timestamp) -> Result<Launch, Failure> {
    let launch = app
        .verifier()
        .verify(init_data, now.0.div_euclid(1_000), LAUNCH_AGE_MAX_MS / 1_000);
    launch.map_err(|error| {
        tracing::info!(%error, "a launch was refused");
        Failure::refused(LAUNCH_INVALID, &Value::Null)
    })
}

/// The client's id of the device; nothing from a client that has none.
fn device_of(body: &LoginTelegramBody) -> Result<&str, Failure> {
    let device = body.device.as_deref().unwrap_or_default();
    if device.len() > DEVICE_BYTES_MAX {
        return Err(Failure::invalid("device"));
    }
    Ok(device)
}

/// What launch data is bound to, as a keyed hash: the device, or the program of a client that has no id of it.
fn client_of(app: &App, device: &str, agent: &str) -> [u8; 32] {
    let client = match device {
        "" => agent,
        device => device,
    };
    app.ledger().vault().fingerprint("launch_device", client.as_bytes())
}

/// The player after the connection's country, if it is known and another one, was recorded.
async fn with_country(app: &App, player: Player, country: Option<String>) -> Result<Player, Failure> {
    match country {
        Some(country) if player.identity.connection.as_ref() != Some(&country) => {
            let source = Source::Connection;
            schedule::issue(app.ledger(), "player", player.id, SeeCountry { country, source }).await;
            load(app, player.id).await
        }
        _ => Ok(player),
    }
}

async fn find_or_register(
    app: &App,
    launch: &Launch,
    written: &str,
    country: Option<&String>,
) -> Result<Identified, Failure> {
    let id = PlayerId::of_messenger(launch.tg_id);
    let known = load(app, id).await?;
    if known.is_registered() {
        return Ok(Identified {
            player: known,
            is_new: false,
        });
    }
    if app.config().region.mode(country.into_iter()) == Mode::Blocked {
        return Err(Refusal::RegionNotAvailable.into());
    }
    let mut inviter = inviter_of(app, launch, written).await?;
    let mut is_new = false;
    for attempt in 0..CODES_MAX {
        let refused = register(app, id, launch, inviter.clone(), attempt).await?;
        is_new |= refused.is_none();
        let player = load(app, id).await?;
        if player.is_registered() {
            return Ok(Identified { player, is_new });
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
    inviter: Option<EnteredCode>,
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

/// The signed link's invite code; the body's only when the link names none.
async fn inviter_of(app: &App, launch: &Launch, written: &str) -> Result<Option<EnteredCode>, Failure> {
    let signed = launch
        .start_param
        .as_deref()
        .and_then(|text| StartParam::read(text).inviter);
    let written = || StartParam::read(written).inviter.or_else(|| Some(written.to_owned()));
    match signed.or_else(written).as_deref().and_then(Scode::parse) {
        Some(scode) => app.entered_code(scode).await.map(Some),
        None => Ok(None),
    }
}

/// The messenger's language when it is on offer (domain §10.2: the fallback is English).
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
