//! A player of the tests: calls with a session, and what a player does in several calls.

use crate::test_app::{Answer, TestApp};
use domain::ids::PlayerId;
use domain::posting::Purse;
use ledger::testing::players::give;
use serde_json::{Value, json};
use uuid::Uuid;

/// A player with a session.
pub struct Angler<'a> {
    pub app: &'a TestApp,
    pub token: String,
    pub scode: String,
    pub id: PlayerId,
}

/// A request id nobody used.
pub fn fresh() -> String {
    Uuid::new_v4().to_string()
}

/// What a device draws for the dive of a request.
pub fn device_value(req_id: &Value) -> String {
    req_id.as_str().expect("an id").replace('-', "")
}

impl Angler<'_> {
    /// Calls with this body, and a fresh request id where the call wants one and the body has none.
    pub async fn call(&self, call: &str, body: Value) -> Answer {
        self.call_with(call, &[], body).await
    }

    /// The same in a language.
    pub async fn call_in(&self, lang: &str, call: &str, body: Value) -> Answer {
        self.call_with(call, &[("accept-language", lang)], body).await
    }

    async fn call_with(&self, call: &str, headers: &[(&str, &str)], mut body: Value) -> Answer {
        body["token"] = json!(self.token);
        let wants = [
            "dive_start",
            "cast",
            "surface",
            "seed_rotate",
            "bind",
            "accept_terms",
            "/do",
            "unlock",
            "buy",
            "limits/set",
            "messages/set",
            "exclude",
            "delete",
            "set_address",
            "topup/create",
            "redpacket/claim",
        ];
        if body.get("req_id").is_none() && wants.iter().any(|verb| call.ends_with(verb)) {
            body["req_id"] = json!(fresh());
        }
        if call.ends_with("dive_start") && body.get("device_value").is_none() {
            body["device_value"] = json!(device_value(&body["req_id"]));
        }
        self.app.post_with(call, headers, body).await
    }

    pub async fn read(&self, call: &str) -> Value {
        self.call(call, json!({})).await.done().data
    }

    /// Gets money from staff.
    pub async fn given(&self, purse: Purse, minor: i64) -> &Self {
        give(&self.app.ledger, self.id, purse, minor).await;
        self
    }

    /// Starts a dive at level 1; its id.
    pub async fn dives(&self, stake: i64) -> String {
        let answer = self
            .call("fishing/dive_start", json!({ "stake": stake, "start_level": 1 }))
            .await
            .done();
        answer.data["dive"]["dive_id"].as_str().expect("a dive").to_owned()
    }

    /// Casts after the pause the game asks for.
    pub async fn casts(&self, dive: &str, seq: u32) -> Answer {
        self.app.wait_ms(2_500);
        self.call("fishing/cast", json!({ "dive_id": dive, "seq": seq, "shield": false }))
            .await
    }

    pub async fn surfaces(&self, dive: &str) -> Answer {
        self.call("fishing/surface", json!({ "dive_id": dive })).await
    }

    /// A first dive that makes an invite valid.
    pub async fn dives_five_times(&self) {
        let dive = self.casts_five_times().await;
        self.surfaces(&dive).await.done();
    }

    /// The dive stays open.
    pub async fn casts_five_times(&self) -> String {
        let dive = self.dives(10).await;
        for seq in 1..=5 {
            self.casts(&dive, seq).await.done();
        }
        dive
    }
}
