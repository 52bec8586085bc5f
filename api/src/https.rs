//! A client of other services: HTTP, or HTTPS with the public certificate authorities.

use axum::body::Bytes;
use http_body_util::Full;
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::{Client, connect::HttpConnector};
use hyper_util::rt::TokioExecutor;

/// The client; clones share its connections.
pub type Https = Client<HttpsConnector<HttpConnector>, Full<Bytes>>;

/// A client without connections.
pub fn client() -> Https {
    let connector = HttpsConnectorBuilder::new()
        .with_webpki_roots()
        .https_or_http()
        .enable_http1()
        .build();
    Client::builder(TokioExecutor::new()).build(connector)
}
