//! Cases over HTTP: the real service on loopback, called by clients that keep their connection open.
//!
//! Service, clients and database share the machine; casts that call the command handler directly say what HTTP costs.

use super::casts::{Casts, divers};
use super::contest::Contestant;
use super::load::{Client, closed_loop};
use super::ours;
use super::report::Figure;
use super::{Case, Meter};
use crate::game::unix_now_ms;
use anyhow::{anyhow, bail};
use api::app::{App, Settings};
use api::auth::launch_data::LaunchVerifier;
use api::auth::session::Opening;
use api::wire::session::SessionDevice;
use api::wire::user::Lang;
use domain::ids::PlayerId;
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::header::CONTENT_TYPE;
use hyper::{Method, Request};
use hyper_util::client::legacy::{Client as Http, connect::HttpConnector};
use hyper_util::rt::TokioExecutor;
use ledger::Ledger;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::{Mutex, oneshot};
use uuid::Uuid;
use workers::Workers;
use workers::notary::{Exports, NotaryWork};

/// Clients at once.
const CLIENTS: [usize; 2] = [8, 64];
/// Players of each client.
const EACH: usize = 4;

/// The service under load.
struct Service {
    ledger: Ledger,
    app: App,
    url: String,
}

/// Runs those of the HTTP cases that are wanted.
///
/// # Errors
/// The first run that fails.
pub async fn run(meter: &mut Meter, cases: &[Case]) -> anyhow::Result<()> {
    if !cases.contains(&Case::HttpCast) && !cases.contains(&Case::HttpBalance) {
        return Ok(());
    }
    let ledger = ours::found(meter.scratch.database("http").await?, meter.partitions).await?;
    let app = App::new(ledger.clone(), LaunchVerifier::new("bench"), Settings::default());
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let url = format!("http://{}", listener.local_addr()?);
    let (stop, stopped) = oneshot::channel::<()>();
    let notary = NotaryWork::start(&ledger, Exports::at(meter.scratch.checkpoints("http"))).await?;
    let work = Workers::start(&ledger, &[]);
    let serving = tokio::spawn(api::serve::serve(app.clone(), listener, async {
        stopped.await.ok();
    }));
    let service = Service { ledger, app, url };
    let measured = service.measure(meter, cases).await;
    // Nobody listens when the service has ended by itself.
    stop.send(()).ok();
    serving.await??;
    work.stop().await;
    notary.stop().await;
    service.ledger.close().await;
    measured
}

impl Service {
    async fn measure(&self, meter: &mut Meter, cases: &[Case]) -> anyhow::Result<()> {
        let mut first = 1;
        for clients in CLIENTS {
            meter.progress(format!("preparing {clients} clients of HTTP"));
            if cases.contains(&Case::HttpCast) {
                self.casts(meter, first, clients).await?;
            }
            first += (clients * EACH * 2) as i64;
            if cases.contains(&Case::HttpBalance) {
                self.balances(meter, first, clients).await?;
            }
            first += (clients * EACH) as i64;
        }
        Ok(())
    }

    async fn casts(&self, meter: &mut Meter, first: i64, clients: usize) -> anyhow::Result<()> {
        let count = clients * EACH;
        let casting = divers(&self.ledger, first, count).await?;
        let beside = divers(&self.ledger, first + count as i64, count).await?;
        let mut callers = Vec::new();
        for (casts, players) in Casts::clients(&self.ledger, &casting, EACH)
            .into_iter()
            .zip(casting.chunks(EACH))
        {
            let line = self.connection(players).await?;
            callers.push(CastCaller { line, casts });
        }
        let callers = &Mutex::new(callers);
        let direct = &Mutex::new(Casts::clients(&self.ledger, &beside, EACH));
        let timing = meter.timing;
        let contestants = [
            Contestant::new("http", move || async move {
                closed_loop(&mut *callers.lock().await, timing).await
            }),
            Contestant::new("direct", move || async move {
                closed_loop(&mut *direct.lock().await, timing).await
            }),
        ];
        let title = format!("http_cast, {clients} clients");
        let series = meter.contest.hold(&title, &contestants).await?;
        let over_direct = series[0].over(&series[1]).median;
        meter.record(Figure::of("http_cast", clients, &series[0]).with("over_handler", over_direct));
        meter.record(Figure::of("http_cast.handler", clients, &series[1]));
        Ok(())
    }

    async fn balances(&self, meter: &mut Meter, first: i64, clients: usize) -> anyhow::Result<()> {
        let players = divers(&self.ledger, first, clients * EACH).await?;
        let mut callers = Vec::new();
        for players in players.chunks(EACH) {
            let line = self.connection(players).await?;
            callers.push(BalanceCaller { line, turn: 0 });
        }
        let callers = &Mutex::new(callers);
        let timing = meter.timing;
        let contestants = [Contestant::new("http", move || async move {
            closed_loop(&mut *callers.lock().await, timing).await
        })];
        let title = format!("http_balance, {clients} clients");
        let series = meter.contest.hold(&title, &contestants).await?;
        meter.record(Figure::of("http_balance", clients, &series[0]));
        Ok(())
    }

    /// A connection with a session for each of its players.
    async fn connection(&self, players: &[PlayerId]) -> anyhow::Result<Line> {
        let mut tokens = Vec::with_capacity(players.len());
        for player in players {
            let opening = Opening {
                lang: Lang::En,
                device: SessionDevice::Unknown,
                launch: rand::random(),
                on: [0; 32],
            };
            let opened = self.app.sessions().open(*player, opening, self.app.now()).await;
            let (token, _) = opened.map_err(|failure| anyhow!("a session was refused with {}", failure.code()))?;
            tokens.push(token);
        }
        let mut connector = HttpConnector::new();
        connector.set_nodelay(true);
        Ok(Line {
            http: Http::builder(TokioExecutor::new()).build(connector),
            url: self.url.clone(),
            tokens,
        })
    }
}

/// One client's connection, kept alive between calls.
struct Line {
    http: Http<HttpConnector, Full<Bytes>>,
    url: String,
    tokens: Vec<String>,
}

impl Line {
    async fn call(&self, call: &str, body: &Value) -> anyhow::Result<()> {
        let request = Request::builder()
            .method(Method::POST)
            .uri(format!("{}/api/v1/{call}", self.url))
            .header(CONTENT_TYPE, "application/json")
            .body(Full::from(serde_json::to_vec(body)?))?;
        let response = self.http.request(request).await?;
        let answer = response.into_body().collect().await?.to_bytes();
        if !answer.starts_with(b"{\"error\":0,") {
            bail!("{call} answered {}", String::from_utf8_lossy(&answer));
        }
        Ok(())
    }
}

/// Casts over HTTP. A dive is opened by the command handler, beside the measured steps.
struct CastCaller {
    line: Line,
    casts: Casts,
}

impl Client for CastCaller {
    async fn prepare(&mut self) -> anyhow::Result<()> {
        self.casts.prepare().await
    }

    async fn step(&mut self) -> anyhow::Result<u64> {
        let (turn, cast) = self.casts.next();
        let body = json!({
            "ts": unix_now_ms(), "token": self.line.tokens[turn], "req_id": Uuid::now_v7(),
            "dive_id": cast.dive, "seq": cast.seq, "shield": cast.shield,
        });
        self.line.call("fishing/cast", &body).await?;
        self.casts.advance();
        Ok(1)
    }
}

/// Reads balances over HTTP, with everything else that the game's screen shows.
struct BalanceCaller {
    line: Line,
    turn: usize,
}

impl Client for BalanceCaller {
    async fn step(&mut self) -> anyhow::Result<u64> {
        self.turn += 1;
        let token = &self.line.tokens[self.turn % self.line.tokens.len()];
        let body = json!({ "ts": unix_now_ms(), "token": token });
        self.line.call("fishing/player_info", &body).await?;
        Ok(1)
    }
}
