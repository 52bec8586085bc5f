//! One player's calls: each is tried until it is answered, counted, and sometimes asked again to see
//! whether the answer stays the same.

use super::books::Books;
use super::journal::{Acknowledged, Journal};
use super::tally::Tally;
use crate::game::{ATTEMPTS_MAX, Answer, Servers, backoff};
use crate::person::person;
use api::auth::launch_data::sign;
use domain::time::Timestamp;
use ledger::Clock;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Map, Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;
use tokio::sync::watch;
use uuid::Uuid;

/// The session ended: log in again.
const SESSION_EXPIRED: i32 = -1000;
/// Too many requests; `data.retry_after_ms` says how long to wait.
const TOO_MANY: i32 = -1005;
/// A request id was used with other data.
const KEY_REUSED: i32 = -1007;
/// The server is busy; ask again.
const BUSY: i32 = -1008;
/// The server's own fault.
const SERVER_FAULT: i32 = -1;
/// Requests in a thousand that are sent twice on purpose.
const REPEATS_PER_MILLE: u32 = 10;
/// The longest wait that a limit can impose on a player here.
const WAIT_MS_MAX: i64 = 60_000;

/// What all players of a run share.
pub struct World {
    pub servers: Servers,
    pub bot_token: String,
    /// The servers' clock: that of the machine, or one that the players move on when they wait.
    pub clock: Clock,
    /// Answers so far, for the progress line.
    pub answers: AtomicU64,
    /// Answers after which everybody stops; `None` is as long as the time lasts.
    pub operations: Option<u64>,
    /// Faults so far, for the progress line.
    pub faults: AtomicU64,
    /// Answers so far that the service is busy.
    pub busy: AtomicU64,
    /// Everybody stops, whoever waits for an answer too.
    pub stopped: AtomicBool,
    /// How often a player asks for an answer before giving up.
    pub attempts_max: u32,
    /// Half of the players that each server serves begin no new command for as long as this holds.
    pub resting: watch::Sender<bool>,
    /// Where acknowledged commands are kept, if somebody asks for them later.
    pub journal: Option<Journal>,
}

impl World {
    /// Players of these servers, whose launch data this token signs.
    pub fn of(servers: Servers, bot_token: String) -> World {
        World {
            servers,
            bot_token,
            clock: Clock::system(),
            answers: AtomicU64::new(0),
            operations: None,
            faults: AtomicU64::new(0),
            busy: AtomicU64::new(0),
            stopped: AtomicBool::new(false),
            attempts_max: ATTEMPTS_MAX,
            resting: watch::Sender::new(false),
            journal: None,
        }
    }

    /// Waits until then.
    pub async fn wait_until(&self, at: Timestamp) {
        let ms = at.since(self.clock.now()).max(0);
        match self.clock {
            Clock::System => tokio::time::sleep(Duration::from_millis(ms.unsigned_abs())).await,
            Clock::Fixed(_) => self.clock.advance_ms(ms),
        }
    }

    fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }
}

/// One player's connection to the game.
pub struct Session {
    world: Arc<World>,
    pub tg_id: i64,
    server: usize,
    token: String,
    /// This player's dice; the same player plays the same way.
    pub dice: StdRng,
    pub tally: Tally,
    /// What this player must hold.
    pub books: Books,
}

impl Session {
    /// A player who has not logged in yet.
    pub fn new(world: Arc<World>, tg_id: i64) -> Session {
        let dice = StdRng::seed_from_u64(tg_id.unsigned_abs());
        Session {
            world,
            tg_id,
            server: tg_id.unsigned_abs() as usize,
            token: String::new(),
            dice,
            tally: Tally::default(),
            books: Books::default(),
        }
    }

    /// The time is up, or everybody together has had the answers asked for.
    pub fn is_over(&self, deadline: Timestamp) -> bool {
        let answers = self.world.answers.load(Ordering::Relaxed);
        self.world.is_stopped()
            || self.now() >= deadline
            || self.world.operations.is_some_and(|wanted| answers >= wanted)
    }

    /// The servers' time.
    pub fn now(&self) -> Timestamp {
        self.world.clock.now()
    }

    /// Waits until then.
    pub async fn wait_until(&self, at: Timestamp) {
        self.world.wait_until(at).await;
    }

    /// Logs in with fresh launch data, through the link of `inviter` if there is one.
    pub async fn login(&mut self, inviter: Option<&str>) -> Option<Answer> {
        let start_param = inviter.map(|code| format!("r_{code}"));
        let init_data = sign(
            &self.world.bot_token,
            &person(self.tg_id),
            start_param.as_deref(),
            self.now().0.div_euclid(1_000),
        );
        let body = fields(json!({ "init_data": init_data, "inviter": "" }));
        let answer = self.attempts("login/telegram", body).await?;
        self.token = answer.field("/token").as_str().unwrap_or_default().to_owned();
        Some(answer)
    }

    /// A call that changes nothing.
    pub async fn read(&mut self, call: &'static str, body: Value) -> Option<Answer> {
        self.claim(call, body).await
    }

    /// A call that changes something at most once by its nature, without a request id.
    pub async fn claim(&mut self, call: &'static str, body: Value) -> Option<Answer> {
        let body = fields(body);
        let lost_before = self.lost(call);
        let answer = self.settle(call, body.clone()).await?;
        if self.lost(call) > lost_before {
            // The first answer may have been the accepted one.
            self.books.close();
        }
        self.enter(call, &body, &answer);
        Some(answer)
    }

    fn lost(&self, call: &str) -> u64 {
        let figures = self.tally.calls.get(call);
        figures.map_or(0, |figures| figures.network_faults + figures.server_faults)
    }

    fn enter(&mut self, call: &str, body: &Map<String, Value>, answer: &Answer) {
        if answer.error != 0 {
            return;
        }
        let wrong = self.books.enter(call, body, &answer.field(""));
        self.tally.balances_compared += std::mem::take(&mut self.books.compared);
        let sentence = wrong.map(|why| format!("player {}: {why}", self.tg_id));
        self.tally.balances_wrong.extend(sentence);
    }

    /// A call that changes something: carries one request id over all its tries, and now and then
    /// is sent once more, when the answer must be the same byte for byte.
    pub async fn change(&mut self, call: &'static str, body: Value) -> Option<Answer> {
        if self.tg_id % 4 > 1 {
            // The sender lives as long as the world.
            self.world.resting.subscribe().wait_for(|resting| !resting).await.ok();
        }
        let mut body = fields(body);
        let req_id = uuid::Builder::from_random_bytes(self.dice.random()).into_uuid();
        body.insert("req_id".into(), json!(req_id));
        let answer = self.settle(call, body.clone()).await?;
        self.enter(call, &body, &answer);
        self.keep(call, req_id, &body, &answer);
        if answer.error == KEY_REUSED {
            self.tally
                .mismatches
                .push(format!("{call} {req_id}: the first use was taken for another request"));
        }
        if self.dice.random_range(0..1_000) < REPEATS_PER_MILLE && is_stored(answer.error) {
            self.repeat(call, req_id, body, (answer.error, &answer.data)).await;
        }
        Some(answer)
    }

    fn keep(&self, call: &'static str, req_id: Uuid, body: &Map<String, Value>, answer: &Answer) {
        let Some(journal) = self.world.journal.as_ref().filter(|_| is_stored(answer.error)) else {
            return;
        };
        journal.keep(Acknowledged {
            tg_id: self.tg_id,
            call,
            req_id,
            body: body.clone(),
            error: answer.error,
            data: answer.data.clone(),
            at: std::time::Instant::now(),
        });
    }

    /// Sends an acknowledged command once more. Another answer than the first is a mismatch of the tally.
    pub async fn ask_again(&mut self, first: &Acknowledged) {
        self.repeat(first.call, first.req_id, first.body.clone(), (first.error, &first.data))
            .await;
    }

    async fn repeat(&mut self, call: &'static str, req_id: Uuid, body: Map<String, Value>, first: (i32, &str)) {
        let Some(second) = self.settle(call, body).await else {
            return;
        };
        if !is_stored(second.error) && second.error != KEY_REUSED {
            return;
        }
        self.tally.repeats += 1;
        if (second.error, second.data.as_str()) != first {
            let sentence = format!(
                "{call} {req_id}: first {} {}, then {} {}",
                first.0, first.1, second.error, second.data
            );
            self.tally.mismatches.push(sentence);
        }
    }

    /// [`Session::attempts`], with one new login when the session has ended.
    async fn settle(&mut self, call: &'static str, body: Map<String, Value>) -> Option<Answer> {
        let answer = self.attempts(call, body.clone()).await?;
        if answer.error != SESSION_EXPIRED {
            return Some(answer);
        }
        self.login(None).await?;
        self.attempts(call, body).await
    }

    /// Tries until there is an answer worth having; `None` after [`World::attempts_max`] tries.
    async fn attempts(&mut self, call: &'static str, mut body: Map<String, Value>) -> Option<Answer> {
        let mut last = String::new();
        let attempts_max = self.world.attempts_max;
        for attempt in 1..=attempts_max {
            body.insert("ts".into(), json!(self.now().0));
            if call != "login/telegram" {
                body.insert("token".into(), json!(self.token));
            }
            let sent = self.world.servers.post(self.server, call, &body).await;
            self.count(call, &sent);
            let pause = match sent {
                Ok(answer) if is_fault(&answer) => {
                    last = format!("status {} code {}", answer.status, answer.error);
                    backoff(attempt)
                }
                Ok(answer) if answer.error == BUSY => backoff(attempt),
                Ok(answer) if answer.error == TOO_MANY => {
                    let asked = answer.field("/retry_after_ms").as_i64().unwrap_or(1_000);
                    self.wait_until(self.now().plus_ms(asked.clamp(10, WAIT_MS_MAX))).await;
                    Duration::ZERO
                }
                Ok(answer) => return Some(answer),
                Err(lost) => {
                    last = format!("{lost:#}");
                    // Another server of the same database knows the answer of the request.
                    self.server += 1;
                    backoff(attempt)
                }
            };
            if self.world.is_stopped() {
                return None;
            }
            tokio::time::sleep(pause).await;
        }
        self.tally.gave_up.push(format!(
            "player {}: no answer to {call} after {attempts_max} tries ({last})",
            self.tg_id
        ));
        None
    }

    fn count(&mut self, call: &'static str, sent: &anyhow::Result<Answer>) {
        let figures = self.tally.calls.entry(call).or_default();
        match sent {
            Ok(answer) => {
                figures.count += 1;
                figures.latency.record(answer.took_us);
                self.world.answers.fetch_add(1, Ordering::Relaxed);
                if is_fault(answer) {
                    figures.server_faults += 1;
                    self.world.faults.fetch_add(1, Ordering::Relaxed);
                } else if answer.error != 0 {
                    let busy = u64::from(answer.error == BUSY);
                    self.world.busy.fetch_add(busy, Ordering::Relaxed);
                    *figures.refused.entry(answer.error).or_default() += 1;
                }
            }
            Err(_) => {
                figures.network_faults += 1;
                self.world.faults.fetch_add(1, Ordering::Relaxed);
            }
        }
    }
}

fn fields(body: Value) -> Map<String, Value> {
    match body {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}

fn is_fault(answer: &Answer) -> bool {
    answer.status >= 500 || answer.error == SERVER_FAULT
}

/// Answers that are kept with the request id: accepted ones and refusals that depended on the player's
/// state, whose codes are positive. The rest (session, limits, form) may differ from one try to the next.
fn is_stored(error: i32) -> bool {
    error >= 0
}
