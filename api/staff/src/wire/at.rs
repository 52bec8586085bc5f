//! Moments and places of the log, as every reading call shows them.

use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// The moment that an answer is of: nothing recorded later is in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct At {
    /// The last position of each log, by partition.
    pub positions: BTreeMap<String, i64>,
    /// The moment asked for; of a position, when its event was recorded; else now.
    pub time_ms: i64,
}

/// A place in the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Position {
    /// The log.
    pub partition: i32,
    /// The place in it, from 1.
    pub position: i64,
}

/// An amount that lies on an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Balance {
    /// The account's journal name.
    pub account: String,
    /// The asset.
    pub asset: String,
    /// Minor units.
    pub balance: String,
    /// Position of the last leg that is counted.
    pub position: i64,
}
