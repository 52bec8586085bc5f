//! The demo data of `ledger up`: a player with coins, and three friends who came through the link.
//!
//! Everybody logs in, checks in and dives over HTTP as players do; only the demo
//! player's coins and diamonds are a staff adjustment, visible as such. Each step looks at what is
//! there already, so a second start adds nothing.

use super::game::Servers;
use super::simulate::session::{Session, World};
use crate::person::DEMO_TG_ID;
use anyhow::{Context, bail};
use domain::config::Text;
use domain::ids::{PacketId, PlayerId, derived};
use domain::money::Coin;
use domain::posting::{House, Purse};
use domain::red_packet::{CreatePacket, Eligibility, Kind, PacketCode, Prize, Secrets};
use ledger::{Ledger, Request, StreamId};
use serde_json::{Value, json};
use settings::genesis;
use std::sync::Arc;
use std::time::Duration;
use uuid::Uuid;

/// The demo player's friends, by messenger id.
pub const FRIENDS: [i64; 3] = [DEMO_TG_ID + 1, DEMO_TG_ID + 2, DEMO_TG_ID + 3];
/// What the demo player has to play with.
const COINS: i64 = 20_000;
const DIAMONDS: i64 = 30;
/// Casts of a friend's dive: what makes an invite valid (domain §3.8).
const CASTS: u64 = 5;
/// Coins of a friend's cast: half of a first check-in pays the dive.
const STAKE: i64 = 10;
/// Calls of a friend's dive at most: a dive has 37 casts.
const CALLS_MAX: u32 = 50;

/// Kind, coins, shares, the smallest of them, and name.
type Demonstrated = (Kind, i64, u32, i64, Text);

/// A demo world on a served ledger.
#[derive(Clone)]
pub struct Demo {
    ledger: Ledger,
    world: Arc<World>,
}

impl Demo {
    /// The demo world of the service at `url`.
    ///
    /// # Errors
    /// When the address is not one of plain HTTP.
    pub fn of(ledger: Ledger, url: String, bot_token: String) -> anyhow::Result<Demo> {
        let world = World::of(Servers::at(&[url])?, bot_token);
        Ok(Demo {
            ledger,
            world: Arc::new(world),
        })
    }

    /// Lets the demo player in and gives coins and diamonds, once. Answers the player's invite code.
    ///
    /// # Errors
    /// When the service does not let the player in.
    pub async fn welcome(&self) -> anyhow::Result<String> {
        let (_session, scode) = self.enter(DEMO_TG_ID, None).await?;
        let player = PlayerId::of_messenger(DEMO_TG_ID);
        genesis::give(&self.ledger, player, Purse::CoinPaid, COINS, House::CoinIssueShop).await?;
        genesis::give(&self.ledger, player, Purse::Diamond, DIAMONDS, House::DiamondIssueTask).await?;
        Ok(scode)
    }

    /// Lets a friend in through the link with `scode`, who then dives for the first time.
    ///
    /// # Errors
    /// When the service refuses what it grants every player.
    pub async fn befriend(&self, tg_id: i64, scode: &str) -> anyhow::Result<()> {
        let friend = StreamId::player(PlayerId::of_messenger(tg_id));
        if self.ledger.players().load(&friend).await?.state.team.qualified {
            return Ok(());
        }
        let (mut session, _) = self.enter(tg_id, Some(scode)).await?;
        change(&mut session, "signin/sign", json!({})).await?;
        self.dive(&mut session).await
    }

    /// Puts a lucky packet of coins and a redeem code out, new ones each day. Answers their codes.
    ///
    /// # Errors
    /// When the ledger refuses what its rules grant.
    pub async fn packets(&self) -> anyhow::Result<[PacketCode; 2]> {
        let lucky = (Kind::Lucky, 10_000, 20, 100, Text::new("Lucky catch", "好运红包"));
        let code = (Kind::Code, 10_000, 100, 1, Text::new("Welcome gift", "欢迎礼包"));
        Ok([self.packet(lucky).await?, self.packet(code).await?])
    }

    /// One packet of promo coins; the day names it, so a second start finds it.
    async fn packet(&self, (kind, coins, shares, min, title): Demonstrated) -> anyhow::Result<PacketCode> {
        let day = self.ledger.clock().now().day();
        let name = derived(&format!("demo packet {kind:?} {day}"), Uuid::nil());
        let code = self
            .ledger
            .keep_code(name, PacketCode::from_bits(name.as_u64_pair().1))
            .await?;
        let create = CreatePacket {
            packet: PacketId::default(),
            secrets: Secrets::under(name),
            kind,
            total: Prize::Coin(Coin::from_minor(coins)),
            shares,
            min,
            title,
            from: day.start(),
            to: day.next().start(),
            eligibility: Eligibility::default(),
            by: "demo-content".into(),
        };
        let request = Request::system("system:demo", name);
        let create = self.ledger.seal_packet(create).await?;
        let reply = workers::packets::create(&self.ledger, create, request).await?;
        if !reply.is_accepted() {
            bail!("a demo packet was refused with code {}: {}", reply.code, reply.message);
        }
        Ok(code)
    }

    async fn dive(&self, session: &mut Session) -> anyhow::Result<()> {
        let seen = session
            .read("fishing/player_info", json!({}))
            .await
            .context("no answer")?;
        let (mut dive, mut server_ts) = (seen.field("/dive"), seen.server_ts);
        if dive.is_null() {
            let device_value = Uuid::new_v4().simple().to_string();
            let start = json!({ "stake": STAKE, "start_level": 1, "device_value": device_value });
            let started = change(session, "fishing/dive_start", start).await?;
            (dive, server_ts) = (started.field("/dive"), started.server_ts);
        }
        for _ in 0..CALLS_MAX {
            let id = dive.get("dive_id").cloned().unwrap_or_default();
            if dive
                .get("casts")
                .and_then(Value::as_u64)
                .context("a dive counts its casts")?
                >= CASTS
            {
                change(session, "fishing/surface", json!({ "dive_id": id })).await?;
                return Ok(());
            }
            let wait_ms = dive.get("next_cast_at").and_then(Value::as_i64).unwrap_or_default() - server_ts;
            tokio::time::sleep(Duration::from_millis(wait_ms.clamp(0, 60_000).unsigned_abs())).await;
            let body = json!({ "dive_id": id, "seq": dive.get("seq"), "shield": false });
            let cast = change(session, "fishing/cast", body).await?;
            (dive, server_ts) = (cast.field("/dive"), cast.server_ts);
        }
        bail!("a dive of {CASTS} casts did not end")
    }

    async fn enter(&self, tg_id: i64, inviter: Option<&str>) -> anyhow::Result<(Session, String)> {
        let mut session = Session::new(self.world.clone(), tg_id);
        let entered = session.login(inviter).await.context("no answer to the login")?;
        let scode = entered.field("/user/scode").as_str().map(str::to_owned);
        let scode = scode.with_context(|| format!("the login was refused with code {}", entered.error))?;
        if entered.field("/user/terms_ok") == json!(false) {
            let version = self.ledger.current_config().product.terms_version.clone();
            change(&mut session, "user/accept_terms", json!({ "version": version })).await?;
        }
        Ok((session, scode))
    }
}

/// A change that must be accepted, or was made before.
async fn change(session: &mut Session, call: &'static str, body: Value) -> anyhow::Result<super::game::Answer> {
    const MADE_BEFORE: [i32; 3] = [0, 4001, 4006];
    let answer = session
        .change(call, body)
        .await
        .with_context(|| format!("no answer to {call}"))?;
    if !MADE_BEFORE.contains(&answer.error) {
        bail!("{call} was refused with code {}", answer.error);
    }
    Ok(answer)
}
