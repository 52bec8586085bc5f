//! Handlers of staff calls: one file a noun, one function a verb. They check the body, ask the one door, and shape
//! the answer; no rule about money stands here.

pub mod adjustments;
pub mod alerts;
pub mod audits;
pub mod books;
pub mod config;
pub mod days;
pub mod entries;
pub mod events;
pub mod exports;
pub mod freezes;
pub mod kyc;
pub mod overview;
pub mod packets;
pub mod play;
pub mod players;
pub mod proofs;
pub mod proposals;
pub mod registers;
pub mod replays;
pub mod samples;
pub mod session;
pub mod staff;
pub mod topups;
pub mod views;
pub mod withdrawals;
