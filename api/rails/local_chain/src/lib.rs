//! A local TON chain for development and tests: real contract code, no network.
//!
//! | module     | what it is                                                          |
//! |------------|---------------------------------------------------------------------|
//! | [`Chain`]  | accounts, messages, blocks and time; executes real contracts        |
//! | [`Node`]   | an HTTP node in front of a chain: the calls of toncenter v2, with faults |
//! | [`DemoWallet`] | a player's wallet with TON and USDT from the first block on     |
//! | [`evm`]    | a chain of the second rail: a program of its own, with the same faults |
//! | [`serve`]  | a chain on the wall clock, kept in one file between starts          |
//!
//! What it promises: the same inputs give the same blocks; a message takes one block a
//! hop, so that a payout is *under way* for a while as on the main net; a block is
//! final when it is there. What it leaves out: validators, shards, forks, fees for
//! reading, and everything of masterchain but its prices.
//!
//! Never a dependency of anything that holds real money.

mod chain;
mod config;
mod demo;
pub mod evm;
mod execute;
mod file;
mod getter;
mod give;
mod look;
mod node;
mod serve;
mod state;
mod usdt;

pub use chain::{Chain, Refused, Settings};
pub use demo::{DemoWallet, Sent};
pub use getter::{Argument, Ran};
pub use node::{Faults, Node};
pub use serve::{Served, serve, serve_unmoved};
pub use state::{Block, Standing};
pub use usdt::Lock;
