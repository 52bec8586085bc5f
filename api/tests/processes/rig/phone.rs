//! A phone: logs in, calls, and posts images as forms.

use super::client::now_ms;
use super::installation::BOT_TOKEN;
use super::picture::form;
use api::auth::launch_data::{LaunchUser, sign};
use http_body_util::{BodyExt, Full};
use hyper::Request;
use hyper::body::Bytes;
use hyper_util::client::legacy::{Client as Http, connect::HttpConnector};
use hyper_util::rt::TokioExecutor;
use serde_json::{Value, json};

/// A phone, with a session once it has logged in.
pub struct Phone {
    url: String,
    /// Empty without a session.
    pub token: String,
    /// Sent with each call.
    header: Option<(&'static str, String)>,
    http: Http<HttpConnector, Full<Bytes>>,
}

impl Phone {
    /// One without a session.
    pub fn of(url: &str) -> Phone {
        Phone {
            url: url.to_owned(),
            token: String::new(),
            header: None,
            http: Http::builder(TokioExecutor::new()).build_http(),
        }
    }

    /// The same phone, sending this with each call.
    pub fn with_header(self, name: &'static str, value: String) -> Phone {
        Phone {
            header: Some((name, value)),
            ..self
        }
    }

    /// Logs in under this name.
    pub async fn login(url: &str, tg_id: i64, first_name: &str) -> Phone {
        let mut phone = Phone::of(url);
        let user = LaunchUser {
            tg_id,
            first_name: first_name.to_owned(),
            ..LaunchUser::default()
        };
        let init_data = sign(BOT_TOKEN, &user, None, now_ms() / 1_000);
        let answer = phone
            .call("login/telegram", json!({ "init_data": init_data, "inviter": "" }))
            .await;
        phone.token = answer["data"]["token"]
            .as_str()
            .unwrap_or_else(|| panic!("{answer}"))
            .to_owned();
        phone
    }

    /// The same phone at another process of the service.
    pub fn moved_to(self, url: &str) -> Phone {
        let url = url.to_owned();
        Phone { url, ..self }
    }

    /// Calls; the envelope.
    pub async fn call(&self, call: &str, mut body: Value) -> Value {
        body["ts"] = json!(now_ms());
        if !self.token.is_empty() {
            body["token"] = json!(self.token);
        }
        let path = format!("/api/v1/{call}");
        let bytes = self
            .post(&path, "application/json", body.to_string().into_bytes())
            .await;
        serde_json::from_slice(&bytes.expect("an answer").1).expect("an envelope")
    }

    /// The form for the image of a document.
    pub async fn upload_form(&self) -> Value {
        self.call("utils/upload_config", json!({ "ctype": "kyc" })).await["data"].clone()
    }

    /// Posts a file with a form; the status, or nothing when the server closed the connection on so many bytes.
    pub async fn post_form(&self, upload: &Value, file: &[u8]) -> Option<u16> {
        let (kind, body) = form(upload, file);
        Some(self.post("/upload", &kind, body).await?.0)
    }

    /// Uploads a file with a form of its own; its key.
    pub async fn upload(&self, file: &[u8]) -> Value {
        let upload = self.upload_form().await;
        assert_eq!(self.post_form(&upload, file).await, Some(200));
        upload["object_key"].clone()
    }

    /// What a path shows.
    pub async fn get(&self, path: &str) -> Bytes {
        let request = Request::get(format!("{}{path}", self.url))
            .body(Full::default())
            .expect("a request");
        let response = self.http.request(request).await.expect("an answer");
        response.into_body().collect().await.expect("a whole answer").to_bytes()
    }

    async fn post(&self, path: &str, kind: &str, body: Vec<u8>) -> Option<(u16, Bytes)> {
        let request = Request::post(format!("{}{path}", self.url)).header("content-type", kind);
        let request = match &self.header {
            Some((name, value)) => request.header(*name, value),
            None => request,
        };
        let request = request.body(Full::from(body)).expect("a request");
        let response = self.http.request(request).await.ok()?;
        let status = response.status().as_u16();
        Some((status, response.into_body().collect().await.ok()?.to_bytes()))
    }
}
