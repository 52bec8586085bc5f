//! The chain as a rail meets it: over HTTP, with the rail's own bytes.
//!
//! `payouts` and `deposits` are what holds on TON (rails §1.5); `faults` is what can be wrong
//! with nodes; `schedules` is any order of things; `kept` is the file; `token` is the EVM tests' contract.

mod client;
mod deposits;
mod faults;
mod hot_wallet;
mod kept;
mod payouts;
mod schedules;
mod token;
mod wire;
