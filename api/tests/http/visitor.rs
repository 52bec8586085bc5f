//! A login from an address, a browser and a device of one's choice, behind one trusted proxy.

use crate::contract;
use crate::test_app::{Answer, TestApp, read};
use hyper::Method;
use serde_json::json;

/// Where a login comes from.
#[derive(Clone, Copy)]
pub struct Visitor<'a> {
    address: &'a str,
    agent: &'a str,
    device: &'a str,
}

impl<'a> Visitor<'a> {
    /// A browser that keeps no id, seen by the proxy at this address.
    pub fn from(address: &'a str) -> Visitor<'a> {
        Visitor {
            address,
            agent: "Browser/1",
            device: "",
        }
    }

    pub fn agent(self, agent: &'a str) -> Visitor<'a> {
        Visitor { agent, ..self }
    }

    pub fn device(self, device: &'a str) -> Visitor<'a> {
        Visitor { device, ..self }
    }
}

impl TestApp {
    /// Logs in from there.
    pub async fn visit(&self, tg_id: i64, inviter: &str, visitor: Visitor<'_>) -> Answer {
        // A launch of its own: none opens a session on a second device. Whoever comes later is younger, too: an inviter must
        // be older.
        self.wait_ms(1_000);
        let mut body = json!({ "ts": self.now(), "init_data": self.launch(tg_id, None), "inviter": inviter });
        if !visitor.device.is_empty() {
            body["device"] = json!(visitor.device);
        }
        let headers = [
            ("content-type", "application/json"),
            ("x-forwarded-for", visitor.address),
            ("user-agent", visitor.agent),
        ];
        let path = "/api/v1/login/telegram";
        let sent = self
            .send(Method::POST, path, &headers, body.to_string().into_bytes())
            .await;
        let answer = read(sent);
        if answer.error == 0 {
            contract::check(path, &answer.data);
        }
        answer
    }
}
