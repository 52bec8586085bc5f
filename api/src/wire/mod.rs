//! The bodies and answers of calls: one struct for each body
//! and each `data` (domain §10.7, api §4), by noun.
//!
//! Bodies are read strictly ([`body`]): unknown, repeated, missing or mistyped
//! fields are refused and nothing is converted. Answers are written from these
//! structs and nothing else, so a field that is not here cannot leave the service.
//! The OpenAPI document is made from the same structs.
//!
//! Whole numbers are coins, diamonds and milliseconds; tokens (2 decimals), USDT
//! and coupons (6 decimals) travel as strings. Knows nothing of HTTP and storage.

pub mod body;
pub mod cast;
pub mod collection;
pub mod coupon;
pub mod dev_wallet;
pub mod dive;
pub mod exchange;
pub mod fishing;
pub mod game;
pub mod kyc;
pub mod limits;
pub mod live;
pub mod login;
pub mod messages;
pub mod page;
pub mod paytable;
pub mod promotion;
pub mod proof;
pub mod rank;
pub mod redpacket;
pub mod said;
pub mod seeds;
pub mod session;
pub mod shop;
pub mod signin;
pub mod system;
pub mod team;
pub mod topup;
pub mod user;
pub mod utils;
pub mod vip;
pub mod wallet;
pub mod why;
pub mod withdraw;

use serde::Serialize;
use utoipa::ToSchema;
use utoipa::openapi::schema::{ObjectBuilder, Schema, SchemaType, Type};

/// The answer of a call that was done (domain §10.7).
#[derive(Debug, Serialize, ToSchema)]
pub struct Envelope<T> {
    /// 0: success.
    #[schema(minimum = 0, maximum = 0)]
    pub error: i32,
    /// Empty.
    pub message: String,
    /// What was asked for.
    pub data: T,
    /// Where the call's own events end in the player's log, when it recorded any: a later read that must have
    /// seen them sends it as `min_position`.
    #[schema(nullable = false)]
    pub position: Option<i64>,
    /// The server's clock in milliseconds.
    pub server_ts: i64,
}

/// The answer of a call that was refused, or that failed (domain §10.7).
#[derive(Debug, Serialize, ToSchema)]
pub struct Refused {
    /// A code of domain §3.16, never 0. The OpenAPI document of a service lists the codes that it gives.
    pub error: i32,
    /// Text for the player, in the player's language.
    pub message: String,
    /// What the code carries beside its text: a field, a time, a limit.
    #[schema(schema_with = details)]
    pub data: Option<serde_json::Value>,
    /// As in an answer that was done.
    #[schema(nullable = false)]
    pub position: Option<i64>,
    /// The server's clock in milliseconds.
    pub server_ts: i64,
}

fn details() -> Schema {
    let types = SchemaType::from_iter([Type::Object, Type::Null]);
    ObjectBuilder::new().schema_type(types).build().into()
}

/// A rate or share in parts per million as a short decimal: 50,000 is `0.05`.
pub fn rate(ppm: u32) -> String {
    let written = domain::money::format_minor(i64::from(ppm), 6);
    let short = written.trim_end_matches('0').trim_end_matches('.');
    short.to_owned()
}

#[cfg(test)]
mod tests;
