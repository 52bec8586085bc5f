//! Handlers of staff calls: one file a noun, one function a verb. They check the body, ask the one door, and shape
//! the answer; no rule about money stands here.

pub mod audits;
pub mod books;
pub mod entries;
pub mod events;
pub mod exports;
pub mod overview;
pub mod players;
pub mod proofs;
pub mod registers;
pub mod replays;
pub mod samples;
pub mod session;
pub mod staff;
