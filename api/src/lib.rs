//! The outside of the house: HTTP, sessions, the messenger's login.
//!
//! The only crate that wires the others together. Holds no rule: a handler reads
//! a body, builds a command, asks the ledger and shapes the answer (api §1).

pub mod app;
pub mod boards;
pub mod call;
pub mod command;
pub mod country;
pub mod dev_wallet;
pub mod endpoint;
pub mod error;
pub mod health;
mod https;
pub mod image;
pub mod kyc;
pub mod launch;
pub mod limits;
pub mod live;
pub mod messenger;
pub mod moment;
pub mod openapi;
pub mod pulse;
pub mod quarantine;
pub mod router;
pub mod routes;
pub mod serve;
pub mod session;
pub mod staff;
pub mod step;
pub mod take;
pub mod ties;
pub mod tonconnect;
pub mod upload;
pub mod uploads;
pub mod web;
pub mod wire;
