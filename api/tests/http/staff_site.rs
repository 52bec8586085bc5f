//! The staff service beside the players' service, and verbs of the people who work there.

use crate::contract;
use crate::key_file::KeyFile;
use crate::test_app::{Answer, TestApp, development, read};
use api::app::Settings;
use axum::body::Bytes;
use domain::config::Config;
use domain::ids::PlayerId;
use domain::staff::{Add, Decided, Role};
use http_body_util::{BodyExt, Full};
use hyper::{Request, Response};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use serde_json::{Map, Value, json};
use staff::credentials::{self, Secrets};
use staff::{accounts, activation, listener};
use std::net::SocketAddr;
use std::ops::Deref;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::Duration;
use tokio::net::TcpListener;
use uuid::Uuid;

/// How long a code of the second factor is the same.
const CODE_MS: i64 = 30_000;

/// The cookie of an answer that begins like this, as a browser sends it back.
fn cookie_of(response: &Response<Bytes>, begin: &str) -> Option<String> {
    let set = response.headers().get_all("set-cookie").iter();
    let mut pairs = set.filter_map(|value| value.to_str().ok()?.split(';').next());
    pairs.find(|pair| pair.starts_with(begin)).map(str::to_owned)
}

/// The values of a proposal's facts, each by its name, account and owner.
pub fn facts(info: &Value) -> Map<String, Value> {
    facts_of(&info["facts"])
}

/// The same of a list of facts.
pub fn facts_of(facts: &Value) -> Map<String, Value> {
    let key = |fact: &Value| {
        let words = ["name", "account", "of"].map(|field| fact[field].as_str());
        words.into_iter().flatten().collect::<Vec<_>>().join(" ")
    };
    let facts = facts.as_array().expect("facts").iter();
    facts.map(|fact| (key(fact), fact["value"].clone())).collect()
}

/// A service with its staff listener.
pub struct StaffSite {
    pub app: TestApp,
    address: SocketAddr,
    client: Client<HttpConnector, Full<Bytes>>,
}

/// A member who is signed in.
pub struct Clerk<'b> {
    pub issued: Secrets,
    cookie: String,
    /// Of the session that the first key opened, in place of it.
    signed: OnceLock<String>,
    site: &'b StaffSite,
}

impl Deref for StaffSite {
    type Target = TestApp;

    fn deref(&self) -> &TestApp {
        &self.app
    }
}

impl StaffSite {
    pub async fn open() -> StaffSite {
        StaffSite::open_with(None).await
    }

    /// With a folder of the web application.
    pub async fn open_with(web: Option<PathBuf>) -> StaffSite {
        StaffSite::open_as(Settings { web, ..development() }).await
    }

    /// With these settings.
    pub async fn open_as(settings: Settings) -> StaffSite {
        StaffSite::of(TestApp::open_with(Config::demo(), settings).await).await
    }

    /// Beside this service.
    pub async fn of(app: TestApp) -> StaffSite {
        credentials::hash_cheaply();
        let staff = app.service().clone();
        let desk = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = desk.local_addr().expect("an address");
        tokio::spawn(async move { listener::serve(&staff, desk, std::future::pending()).await });
        let client = Client::builder(TokioExecutor::new()).build_http();
        StaffSite { app, address, client }
    }

    /// From now on asks from this address.
    pub fn is_at(&mut self, address: [u8; 4]) {
        let mut connector = HttpConnector::new();
        connector.set_local_address(Some(address.into()));
        self.client = Client::builder(TokioExecutor::new()).build(connector);
    }

    /// A new member, made as the operator makes the first ones, who chose password and second factor and is not signed
    /// in.
    pub async fn hire(&self, name: &str, roles: &[Role], own: Option<PlayerId>) -> Secrets {
        let add = Add {
            name: name.into(),
            roles: roles.iter().copied().collect(),
            own,
            code: None,
            decided: Decided {
                by: "operator".into(),
                approver: None,
                reason: "a test".into(),
            },
        };
        let request = ledger::Request::system("system:test", Uuid::new_v4());
        let code = accounts::add(&self.ledger, add, request).await.expect("an account");
        let secrets = self.chooses(name, "a password of my own");
        let activated = activation::activate(&self.ledger, name, &code, &secrets).await;
        activated.expect("an account that is activated");
        secrets
    }

    /// What the owner of an account chooses.
    pub fn chooses(&self, name: &str, password: &str) -> Secrets {
        let (secret, _) = credentials::new_secret(name);
        let now = self.ledger.clock().now();
        let totp = credentials::code(&secret, now).expect("a code");
        credentials::chosen(name, (password, &secret, &totp), now).expect("fit")
    }

    /// The owner of an account spends its code through the service.
    pub async fn activates(&self, name: &str, code: &str, secrets: &Secrets) -> Answer {
        let body = json!({
            "name": name, "code": code, "password": secrets.password, "totp_secret": secrets.totp_secret,
            "totp": self.code(secrets),
        });
        read(self.post("session/activate", &body, &[("x-staff", "1")]).await)
    }

    /// Answers the challenge of a login; gives the answer and the cookie.
    pub async fn signs(&self, challenge: &Value, signature: Value) -> (Answer, Option<String>) {
        let body = json!({
            "name": challenge["name"], "session": challenge["session"], "issued_ms": challenge["issued_ms"],
            "digest": challenge["digest"], "signature": signature,
        });
        self.opens("session/sign", &body).await
    }

    /// A new member of these roles, signed in.
    pub async fn clerk(&self, name: &str, roles: &[Role]) -> Clerk<'_> {
        let issued = self.hire(name, roles, None).await;
        self.signs_in(name, issued).await
    }

    pub async fn signs_in(&self, name: &str, issued: Secrets) -> Clerk<'_> {
        let (answer, cookie) = self.login(name, &issued.password, &self.code(&issued)).await;
        answer.done();
        Clerk {
            issued,
            cookie: cookie.expect("a cookie"),
            signed: OnceLock::new(),
            site: self,
        }
    }

    /// The code of this moment.
    pub fn code(&self, issued: &Secrets) -> String {
        credentials::code(&issued.totp_secret, self.ledger.clock().now()).expect("a code")
    }

    pub async fn login(&self, name: &str, password: &str, totp: &str) -> (Answer, Option<String>) {
        let body = json!({ "name": name, "password": password, "totp": totp });
        self.opens("session/open", &body).await
    }

    /// The same in a browser that knows this of an earlier login; gives the answer and what it knows now.
    pub async fn login_in(&self, browser: &str, name: &str, issued: &Secrets) -> (Answer, Option<String>) {
        let body = json!({ "name": name, "password": issued.password, "totp": self.code(issued) });
        let headers = [("x-staff", "1"), ("cookie", browser)];
        let response = self.post("session/open", &body, &headers).await;
        let known = cookie_of(&response, "staff_known=");
        (read(response), known)
    }

    async fn opens(&self, call: &str, body: &Value) -> (Answer, Option<String>) {
        let response = self.post(call, body, &[("x-staff", "1")]).await;
        let cookie = cookie_of(&response, "staff=");
        (read(response), cookie)
    }

    /// Posts to a path below `/staff/v1/`.
    pub async fn post(&self, call: &str, body: &Value, headers: &[(&str, &str)]) -> Response<Bytes> {
        self.post_to(&format!("/staff/v1/{call}"), body.to_string(), headers)
            .await
    }

    pub async fn post_to(&self, path: &str, body: String, headers: &[(&str, &str)]) -> Response<Bytes> {
        let request = Request::post(format!("http://{}{path}", self.address));
        self.exchange(request, body, headers).await
    }

    pub async fn fetch(&self, path: &str) -> Response<Bytes> {
        let request = Request::get(format!("http://{}{path}", self.address));
        self.exchange(request, String::new(), &[]).await
    }

    /// Gets a path as whoever holds this cookie.
    pub async fn fetch_with(&self, path: &str, cookie: &str) -> Response<Bytes> {
        let request = Request::get(format!("http://{}{path}", self.address));
        self.exchange(request, String::new(), &[("cookie", cookie)]).await
    }

    async fn exchange(
        &self,
        request: hyper::http::request::Builder,
        body: String,
        headers: &[(&str, &str)],
    ) -> Response<Bytes> {
        let add = |request: hyper::http::request::Builder, (name, value): &(&str, &str)| request.header(*name, *value);
        let request = headers
            .iter()
            .fold(request, add)
            .body(Full::from(body))
            .expect("a request");
        let answered = tokio::time::timeout(Duration::from_secs(30), self.client.request(request)).await;
        let (parts, body) = answered.expect("in time").expect("an answer").into_parts();
        Response::from_parts(parts, body.collect().await.expect("a whole body").to_bytes())
    }

    /// Names of the events of a member's own stream, in order.
    pub async fn story(&self, name: &str) -> Vec<String> {
        let key = domain::ids::StaffId::of(name).to_string();
        let page = ledger::feed::read_stream_page(self.ledger.pool(), "staff", &key, 0, 1_000).await;
        page.expect("a stream")
            .into_iter()
            .map(|recorded| recorded.event_type)
            .collect()
    }
}

impl<'b> Clerk<'b> {
    /// The same person in another session.
    pub fn with_cookie(&self, cookie: String) -> Clerk<'b> {
        Clerk {
            issued: self.issued.clone(),
            cookie,
            signed: OnceLock::new(),
            site: self.site,
        }
    }

    /// Logs in again with the first key, whose approval ended the session before.
    pub async fn signs_in_with(&self, key: &KeyFile) {
        self.site.wait_ms(CODE_MS);
        let code = self.site.code(&self.issued);
        let (answer, _) = self.site.login(key.account, &self.issued.password, &code).await;
        let challenge = answer.done().data["challenge"].take();
        let (answer, cookie) = self.site.signs(&challenge, key.answers(&challenge)).await;
        answer.done();
        self.signed.set(cookie.expect("a cookie")).expect("the first key");
    }

    /// Proposes an account of risk, which another one of security approves; gives the code of its owner.
    pub async fn adds(&self, name: &str, another: &Clerk<'_>) -> String {
        let made = self.does("staff/add", json!({ "name": name, "roles": ["risk"] })).await;
        let made = made.done().data;
        another.approves(&made).await.done();
        made["code"].as_str().expect("a code").to_owned()
    }

    /// Approves what another one proposed; gives the answer.
    pub async fn approves(&self, made: &Value) -> Answer {
        let yes = json!({ "proposal": made["proposal"], "digest": made["digest"] });
        self.does("proposals/approve", yes).await
    }

    /// Asks; the answer is compared with the document.
    pub async fn ask(&self, call: &str, body: Value) -> Answer {
        let headers = [("x-staff", "1"), ("cookie", self.cookie())];
        let answer = read(self.site.post(call, &body, &headers).await);
        if answer.error == 0 {
            contract::check(&format!("/staff/v1/{call}"), &answer.data);
        }
        answer
    }

    /// Changes something, with a reason and a request id unless the body has them.
    pub async fn does(&self, call: &str, mut body: Value) -> Answer {
        let fields = body.as_object_mut().expect("an object");
        fields.entry("reason").or_insert_with(|| json!("a test"));
        fields.entry("req_id").or_insert_with(|| json!(Uuid::new_v4()));
        self.ask(call, body).await
    }

    /// Changes something under a new request id, where a field of the body is the reason.
    pub async fn asks(&self, call: &str, mut body: Value) -> Answer {
        body["req_id"] = json!(Uuid::new_v4());
        self.ask(call, body).await
    }

    /// Looks at personal data, with a reason unless the body has one.
    pub async fn looks(&self, call: &str, mut body: Value) -> Answer {
        let fields = body.as_object_mut().expect("an object");
        fields.entry("reason").or_insert_with(|| json!("review"));
        self.ask(call, body).await
    }

    /// The cookie, as a browser sends it.
    pub fn cookie(&self) -> &str {
        self.signed.get().unwrap_or(&self.cookie)
    }
}
