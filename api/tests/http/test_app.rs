//! A whole service for one test: a database of its own, a fixed clock, a random port; and
//! verbs of people who use it.
//!
//! The whole suite runs on four partitions when `LEDGER_TEST_PARTITIONS=4`.

use crate::angler::Angler;
use crate::contract;
use api::app::{App, Settings};
use api::auth::launch_data::{LaunchUser, LaunchVerifier, sign};
use api::links::Links;
use api::player_answers::player_answers;
use api::serve;
use api::uploads::Uploads;
use axum::body::Bytes;
use domain::config::Config;
use domain::ids::PlayerId;
use http_body_util::{BodyExt, Full};
use hyper::{Method, Request, Response};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use ledger::notary::Notary;
use ledger::testing::{GENESIS_MS, players};
use ledger::{Clock, Ledger, testing};
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::net::SocketAddr;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use uuid::Uuid;

/// The throw-away bot token of tests.
pub const BOT_TOKEN: &str = "1:test";

/// Where players reach a service that wallets can find.
pub const HOST: &str = "game.example";

/// Addresses of an installation.
fn links() -> Links {
    Links {
        invite: "https://t.me/bot/app?startapp=r_{scode}".into(),
        support: Some("https://t.me/bot_help".into()),
        ton_explorer: Some("https://ton.example/{tx}".into()),
        evm_explorer: Some("https://evm.example/tx/{tx}".into()),
        ..Links::default()
    }
}

/// The settings of a service in development, as `ledger up` has them on this machine's own address.
pub fn development() -> Settings {
    Settings {
        is_development: true,
        keyless_staff: true,
        dev_bot_token: Some(BOT_TOKEN.into()),
        links: links(),
        ..Settings::default()
    }
}

pub struct TestApp {
    pub ledger: Ledger,
    pub address: SocketAddr,
    service: App,
    client: Client<HttpConnector, Full<Bytes>>,
    stop: Option<oneshot::Sender<()>>,
    served: JoinHandle<std::io::Result<()>>,
}

/// What a call was answered.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub error: i64,
    pub message: String,
    pub data: Value,
    /// The bytes of `data` as they were sent.
    pub bytes: String,
}

#[derive(serde::Deserialize)]
struct Envelope {
    error: i64,
    message: String,
    data: Box<RawValue>,
    #[serde(rename = "server_ts")]
    _server_ts: i64,
}

/// A ledger on a fresh database, which remembers players' answers as the product does.
async fn ledger_on(partitions: u16) -> Ledger {
    let database = testing::database(partitions).await;
    testing::open_with(database, Clock::fixed(GENESIS_MS), player_answers()).await
}

impl TestApp {
    /// A service with the demo configuration and a well-filled reserve.
    pub async fn open() -> TestApp {
        TestApp::open_with(Config::demo(), development()).await
    }

    /// As in production: the service has no login of the schema's owner.
    pub async fn open_without_owner() -> TestApp {
        let with_owner = testing::options(testing::database(testing::partitions()).await);
        let ledger = Ledger::connect(ledger::Options {
            owner: None,
            player_answers: player_answers(),
            ..with_owner
        });
        TestApp::serve(ledger.await.expect("a ledger"), Some(Config::demo()), development()).await
    }

    /// A service with this configuration and these settings.
    pub async fn open_with(config: Config, settings: Settings) -> TestApp {
        let ledger = ledger_on(testing::partitions()).await;
        TestApp::serve(ledger, Some(config), settings).await
    }

    /// A service of the demo configuration whose facts are in so many logs, 1 or 4.
    pub async fn open_on(partitions: u16) -> TestApp {
        let ledger = ledger_on(partitions).await;
        let settings = Settings {
            app_hosts: vec![HOST.into()],
            keyless_staff: true,
            ..Settings::default()
        };
        TestApp::serve(ledger, Some(Config::demo()), settings).await
    }

    pub async fn serve(ledger: Ledger, config: Option<Config>, settings: Settings) -> TestApp {
        if let Some(config) = config {
            players::publish(&ledger, config).await;
            players::fund(&ledger).await;
        }
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let service = App::new(ledger.clone(), LaunchVerifier::new(BOT_TOKEN), settings);
        let of = service.clone();
        let (stop, stopped) = oneshot::channel();
        let served = tokio::spawn(serve::serve(of, listener, async {
            stopped.await.ok();
        }));
        let client = Client::builder(TokioExecutor::new()).build_http();
        TestApp {
            ledger,
            address,
            service,
            client,
            stop: Some(stop),
            served,
        }
    }

    /// A second process on the same database and clock.
    pub async fn neighbour(&self) -> TestApp {
        self.neighbour_with(Settings::default()).await
    }

    /// The same with these settings.
    pub async fn neighbour_with(&self, settings: Settings) -> TestApp {
        let owner = testing::owner(&self.ledger);
        let ledger = testing::open_with(owner, self.ledger.clock().clone(), player_answers()).await;
        TestApp::serve(ledger, None, settings).await
    }

    /// The images of this service, with its quarantine.
    pub fn uploads(&self) -> &Uploads {
        self.service.uploads()
    }

    /// The service itself: staff are served by the same one.
    pub fn service(&self) -> &App {
        &self.service
    }

    /// Publishes the next configuration.
    pub async fn publish(&self, change: impl FnOnce(&mut Config)) {
        let mut config = Config::clone(&self.ledger.current_config());
        change(&mut config);
        players::publish(&self.ledger, config).await;
    }

    pub fn now(&self) -> i64 {
        self.ledger.clock().now().0
    }

    pub fn wait_ms(&self, ms: i64) {
        self.ledger.clock().advance_ms(ms);
    }

    /// The next UTC day begins.
    pub fn next_day(&self) {
        self.ledger.clock().set_ms((self.now() / 86_400_000 + 1) * 86_400_000);
    }

    /// The views have seen everything.
    pub async fn settle(&self) {
        projections::runner::drain(&self.ledger, projections::FOLLOWING)
            .await
            .expect("views follow");
    }

    /// The notary signs a checkpoint over everything that is recorded.
    pub async fn sign_checkpoint(&self) {
        let folder = std::env::temp_dir().join(format!("ledger-notary-{}", Uuid::new_v4()));
        let (pool, clock) = (self.ledger.pool().clone(), self.ledger.clock().clone());
        let notary = Notary::open(pool, clock, folder.clone()).await;
        notary.expect("a notary").round().await.expect("signed");
        std::fs::remove_dir_all(folder).expect("removed");
    }

    /// How many facts are recorded.
    pub async fn facts(&self) -> i64 {
        let mut facts = 0;
        for partition in 0..self.ledger.partitions() {
            facts += self.head(partition).await;
        }
        facts
    }

    /// A position in the middle of the longest log: there is one on any number of partitions.
    pub async fn middle(&self) -> i64 {
        let mut longest = 0;
        for partition in 0..self.ledger.partitions() {
            longest = longest.max(self.head(partition).await);
        }
        longest / 2
    }

    /// Where a log ends.
    pub async fn head(&self, partition: u16) -> i64 {
        projections::cursor::head(&self.ledger, partition.into())
            .await
            .expect("a head")
    }

    /// Stops the service and waits for its end.
    pub async fn close(&mut self) {
        self.ask_to_stop();
        (&mut self.served).await.expect("no panic").expect("served");
    }

    pub fn ask_to_stop(&mut self) {
        if let Some(stop) = self.stop.take() {
            stop.send(()).ok();
        }
    }

    pub async fn send(&self, method: Method, path: &str, headers: &[(&str, &str)], body: Vec<u8>) -> Response<Bytes> {
        let mut request = Request::builder()
            .method(method)
            .uri(format!("http://{}{path}", self.address));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(Full::new(Bytes::from(body))).expect("a request");
        let (parts, body) = self.client.request(request).await.expect("an answer").into_parts();
        Response::from_parts(parts, body.collect().await.expect("a whole body").to_bytes())
    }

    pub async fn get(&self, path: &str) -> Response<Bytes> {
        self.send(Method::GET, path, &[], Vec::new()).await
    }

    /// Posts bytes as they are.
    pub async fn post_raw(&self, path: &str, body: impl Into<Vec<u8>>) -> Answer {
        self.post_bytes(path, &[], body.into()).await
    }

    async fn post_bytes(&self, path: &str, more: &[(&str, &str)], body: Vec<u8>) -> Answer {
        let headers = [&[("content-type", "application/json")], more].concat();
        read(self.send(Method::POST, path, &headers, body).await)
    }

    /// Posts a body, with `ts` unless it has one; a done answer is compared with the document.
    pub async fn post(&self, call: &str, body: Value) -> Answer {
        self.post_with(call, &[], body).await
    }

    /// The same with further headers.
    pub async fn post_with(&self, call: &str, headers: &[(&str, &str)], mut body: Value) -> Answer {
        if body.get("ts").is_none() {
            body["ts"] = json!(self.now());
        }
        let path = format!("/api/v1/{call}");
        let answer = self.post_bytes(&path, headers, body.to_string().into_bytes()).await;
        if answer.error == 0 {
            contract::check(&path, &answer.data);
        }
        answer
    }

    /// Launch data as the messenger signs it now.
    pub fn launch(&self, tg_id: i64, start_param: Option<&str>) -> String {
        let user = LaunchUser {
            tg_id,
            first_name: format!("Angler {tg_id}"),
            ..LaunchUser::default()
        };
        sign(BOT_TOKEN, &user, start_param, self.now() / 1_000)
    }

    pub async fn login(&self, init_data: &str, inviter: &str) -> Answer {
        self.post("login/telegram", json!({ "init_data": init_data, "inviter": inviter }))
            .await
    }

    /// A player who has logged in and accepted the terms.
    pub async fn player(&self, tg_id: i64) -> Angler<'_> {
        self.invited(tg_id, "").await
    }

    /// The same, come by an invite code.
    pub async fn invited(&self, tg_id: i64, code: &str) -> Angler<'_> {
        let angler = self.newcomer(tg_id, code).await;
        players::accept_terms(&self.ledger, angler.id).await;
        angler
    }

    /// A player who has just logged in, by an invite code or none.
    pub async fn newcomer(&self, tg_id: i64, code: &str) -> Angler<'_> {
        // Whoever comes later is younger: an inviter must be older.
        self.wait_ms(1);
        let answer = self.login(&self.launch(tg_id, None), code).await.done();
        let token = answer.data["token"].as_str().expect("a token").to_owned();
        let scode = answer.data["user"]["scode"].as_str().expect("a code").to_owned();
        Angler {
            app: self,
            token,
            scode,
            id: PlayerId::of_messenger(tg_id),
        }
    }
}

pub fn read(response: Response<Bytes>) -> Answer {
    let status = response.status().as_u16();
    assert_eq!(response.headers()["content-type"], "application/json");
    assert!(response.headers().contains_key("cache-control"));
    let envelope: Envelope = serde_json::from_slice(response.body()).expect("an envelope");
    let bytes = envelope.data.get().to_owned();
    let data = serde_json::from_str(&bytes).expect("JSON");
    Answer {
        status,
        error: envelope.error,
        message: envelope.message,
        data,
        bytes,
    }
}

impl Answer {
    /// The same answer; fails unless the call was done.
    #[track_caller]
    pub fn done(self) -> Answer {
        assert_eq!((self.status, self.error), (200, 0), "{} {}", self.message, self.data);
        self
    }

    /// The details; fails unless the call was refused with this code, for the player to read.
    #[track_caller]
    pub fn refused(self, code: i64) -> Value {
        assert_eq!((self.status, self.error), (200, code), "{} {}", self.message, self.data);
        assert!(!self.message.is_empty());
        self.data
    }
}

/// The time at which the clock of a service begins.
pub const OPENED_MS: i64 = GENESIS_MS;
