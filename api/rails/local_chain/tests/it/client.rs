//! A small client: one question, one connection. The rail has its own, better one.

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// A node, seen from outside.
pub struct Client {
    at: String,
}

impl Client {
    pub fn of(url: &str) -> Client {
        let at = url.strip_prefix("http://").expect("a URL of a node");
        Client { at: at.to_owned() }
    }

    /// The whole envelope; nothing if the connection was cut.
    pub async fn ask(&self, verb: &str, path: &str, body: &Value) -> Option<Value> {
        let body = if verb == "GET" { String::new() } else { body.to_string() };
        let request = format!(
            "{verb} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{body}",
            self.at,
            body.len()
        );
        let mut stream = TcpStream::connect(&self.at).await.expect("a node");
        stream.write_all(request.as_bytes()).await.expect("a question");
        let mut reply = String::new();
        // A cut connection may also end in an error: both are no reply.
        let _cut = stream.read_to_string(&mut reply).await;
        let (_, body) = reply.split_once("\r\n\r\n")?;
        Some(serde_json::from_str(body).expect("JSON"))
    }

    /// The result of a GET.
    pub async fn get(&self, question: &str) -> Value {
        let path = format!("/api/v2/{question}");
        let mut answer = self.ask("GET", &path, &Value::Null).await.expect("an answer");
        assert_eq!(answer["ok"], json!(true), "{question}: {answer}");
        answer["result"].take()
    }

    /// Sends bytes: fine, or the error of the node.
    pub async fn send(&self, boc: &[u8]) -> Result<(), String> {
        self.try_send(boc).await.expect("an answer")
    }

    /// Sends bytes; nothing if the connection was cut.
    pub async fn try_send(&self, boc: &[u8]) -> Option<Result<(), String>> {
        use base64::Engine;
        let boc = base64::engine::general_purpose::STANDARD.encode(boc);
        let answer = self.ask("POST", "/api/v2/sendBoc", &json!({ "boc": boc })).await?;
        Some(match answer["ok"].as_bool() {
            Some(true) => Ok(()),
            _ => Err(answer["error"].as_str().expect("an error").to_owned()),
        })
    }

    /// The answer of a get method.
    pub async fn run(&self, address: ton::Address, method: &str, stack: Value) -> Value {
        let body = json!({ "address": address.bounceable(), "method": method, "stack": stack });
        let mut answer = self
            .ask("POST", "/api/v2/runGetMethod", &body)
            .await
            .expect("an answer");
        assert_eq!(answer["ok"], json!(true), "{method}: {answer}");
        answer["result"].take()
    }
}
