//! The rules of the product, as ordinary functions.
//!
//! A stream decides commands into events ([`stream::Stream`]); events that move
//! value declare balanced postings beside themselves ([`posting`]); refusals are
//! data with permanent codes ([`refusal`]). The same inputs give the same answer
//! on every machine and at any later time.
//!
//! No clock, randomness, I/O, async, database or HTTP here: time, seeds and
//! configuration are passed in through [`stream::Context`].

pub mod case;
pub mod chart;
pub mod config;
pub mod day_close;
pub mod defence;
pub mod draw;
pub mod finding;
pub mod ids;
pub mod kyc;
pub mod money;
pub mod paytable;
pub mod period;
pub mod player;
pub mod policies;
pub mod posting;
pub mod proposal;
pub mod rank;
pub mod red_packet;
pub mod refusal;
pub mod sample;
pub mod solvency;
pub mod staff;
pub mod stock;
pub mod stream;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
pub mod time;
pub mod topup;
pub mod treasury;
pub mod upcast;
pub mod wallet;
pub mod withdrawal;
pub mod worth;
