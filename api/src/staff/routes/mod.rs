//! Handlers of staff calls: one file a noun, one function a verb. They check the body, ask the one door, and shape
//! the answer; no rule about money stands here.

pub mod session;
pub mod staff;
