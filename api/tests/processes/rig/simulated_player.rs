//! A simulated player: dives, casts and surfaces over HTTP as a seeded random generator says, knows what the rules must
//! answer, and records requests and answers. Each command goes to a random server of the list, so several servers
//! serve one player in turns.
//!
//! Shares no code with the server but the signing of logins.

pub use super::client::{Ack, Command, End, Habit, Journal};
use super::client::{Client, now_ms};
use super::installation::BOT_TOKEN;
use super::server_list::ServerList;
use api::auth::launch_data::{LaunchUser, sign};
use domain::ids::PlayerId;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};
use std::sync::Arc;
use tokio::task::JoinSet;
use uuid::Uuid;

/// Coins of a cast.
const STAKES: [i64; 4] = [10, 20, 50, 100];

/// A player with a session.
pub struct SimulatedPlayer {
    pub journal: Journal,
    client: Client,
    player: Uuid,
    dice: StdRng,
    /// A dive that an earlier game left open; null when there is none.
    left_open: Value,
}

/// Lets players 1 to `players` log in, and then play.
pub async fn everybody(server_list: &Arc<ServerList>, players: i64, seed: u64, habit: Habit) -> JoinSet<Journal> {
    let mut present = Vec::new();
    for tg_id in 1..=players {
        present.push(
            SimulatedPlayer::login(server_list.clone(), tg_id, seed)
                .await
                .with(habit),
        );
    }
    present.into_iter().map(SimulatedPlayer::play).collect()
}

impl SimulatedPlayer {
    /// Logs in; the same seed plays the same way.
    pub async fn login(server_list: Arc<ServerList>, tg_id: i64, seed: u64) -> SimulatedPlayer {
        let mut client = Client::of(server_list);
        let user = LaunchUser {
            tg_id,
            first_name: format!("Player {tg_id}"),
            ..LaunchUser::default()
        };
        let init_data = sign(BOT_TOKEN, &user, None, now_ms() / 1_000);
        let answer = client
            .ask("login/telegram", json!({ "init_data": init_data, "inviter": "" }))
            .await;
        client.token = field(&answer, "/token").as_str().expect("a token").to_owned();
        let seen = client
            .ask("fishing/player_info", json!({ "token": client.token }))
            .await;
        SimulatedPlayer {
            journal: Journal::default(),
            client,
            player: PlayerId::of_messenger(tg_id).0,
            dice: StdRng::seed_from_u64(seed.wrapping_add(tg_id.unsigned_abs())),
            left_open: field(&seen, "/dive/dive_id"),
        }
    }

    /// The same player with a way of sending.
    fn with(mut self, habit: Habit) -> SimulatedPlayer {
        self.client.habit = habit;
        self
    }

    /// Dives until the players are stopped, no server is left or an answer is wrong.
    pub async fn play(mut self) -> Journal {
        let ended = self.dive_until_stopped().await;
        self.journal_of(ended)
    }

    /// Makes this many dives.
    pub async fn dives(mut self, count: u32) -> Journal {
        let mut ended = Ok(());
        for _ in 0..count {
            ended = ended.and(self.dive().await);
        }
        self.journal_of(ended)
    }

    fn journal_of(mut self, ended: Result<(), End>) -> Journal {
        if let Err(End::Broken(why)) = ended {
            self.journal.broken = Some(why);
        }
        self.journal
    }

    async fn dive_until_stopped(&mut self) -> Result<(), End> {
        if !self.left_open.is_null() {
            let dive = self.left_open.take();
            self.step("fishing/surface", json!({ "dive_id": dive }), 0, 0).await?;
        }
        while !self.client.is_stopped() {
            self.dive().await?;
        }
        Ok(())
    }

    /// One dive. Now and then a step is asked for that the rules refuse: refusals are answers too.
    async fn dive(&mut self) -> Result<(), End> {
        let stake = STAKES[self.dice.random_range(0..STAKES.len())];
        let value = format!("{:032x}", self.dice.random::<u128>());
        let start = json!({ "stake": stake, "start_level": 1, "device_value": value });
        let started = self.step("fishing/dive_start", start, 0, 0).await?;
        let dive = field(&started.data, "/dive/dive_id");
        for seq in 1..=self.dice.random_range(1..=6_u32) {
            let body = json!({ "dive_id": dive, "seq": seq, "shield": false });
            self.step("fishing/cast", body.clone(), stake, 0).await?;
            if self.dice.random_ratio(1, 10) {
                // A step that was played is out of date.
                self.step("fishing/cast", body, stake, 3004).await?;
            }
        }
        self.step("fishing/surface", json!({ "dive_id": dive }), 0, 0).await?;
        if self.dice.random_ratio(1, 10) {
            // A dive ends once.
            self.step("fishing/surface", json!({ "dive_id": dive }), 0, 3001)
                .await?;
        }
        Ok(())
    }

    /// A new command to which the rules have one answer.
    async fn step(&mut self, call: &'static str, body: Value, burns: i64, code: i32) -> Result<Ack, End> {
        let ack = self.command(call, body, burns).await?;
        if ack.error == code {
            return Ok(ack);
        }
        let (command, error, data) = (&ack.command, ack.error, &ack.data);
        Err(End::Broken(format!(
            "{command:?} was answered {error} instead of {code}: {data}"
        )))
    }

    /// A new command, from its request id to its answer.
    pub async fn command(&mut self, call: &'static str, body: Value, burns: i64) -> Result<Ack, End> {
        let command = Command {
            player: self.player,
            call,
            req_id: uuid::Builder::from_random_bytes(self.dice.random()).into_uuid(),
            body,
            burns,
        };
        let (turn, twice) = (self.dice.random_range(0..=1), self.dice.random_ratio(1, 4));
        let settled = if twice && self.client.habit == Habit::Twice {
            self.client.settle_twice(command.clone(), turn).await
        } else {
            self.client.settle(command.clone(), turn).await.ok_or(End::Closed)
        };
        match &settled {
            Ok(ack) => self.journal.acks.push(ack.clone()),
            Err(End::Closed) => self.journal.unanswered.push(command),
            Err(End::Broken(_)) => {}
        }
        settled
    }

    /// Sends a given command until it is answered.
    pub async fn settle(&self, command: Command) -> Option<Ack> {
        self.client.settle(command, 0).await
    }
}

fn field(data: &str, pointer: &str) -> Value {
    let data: Value = serde_json::from_str(data).expect("JSON");
    data.pointer(pointer).cloned().unwrap_or_default()
}
