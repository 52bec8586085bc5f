//! The HTTP service: calls of players, logins and sessions, and the mechanism of endpoints that the staff service
//! uses too.
//!
//! Holds no rule: a handler reads a body, builds a command, calls the command
//! handler and shapes the answer (api §1).

pub mod app;
pub mod auth;
pub mod call;
pub mod call_bursts;
pub mod checkpoint_bucket;
mod checkpoints;
pub mod command;
pub mod endpoint;
pub mod error;
pub mod figures;
pub mod health;
mod https;
pub mod image;
pub mod kyc;
pub mod leaderboards;
mod liabilities;
pub mod limited_stock;
pub mod limits;
pub mod links;
pub mod live;
mod locks;
pub mod messages;
pub mod messenger;
pub mod moment;
pub mod notify;
pub mod openapi;
pub mod player_answers;
pub mod quarantine;
pub mod router;
pub mod routes;
pub mod s3;
mod seed_log;
pub mod serve;
mod solvency;
pub mod tonconnect;
pub mod traces;
pub mod uploads;
mod wallet_proof;
pub mod web;
pub mod wire;
