//! Handlers of staff calls: one file a noun, one function a verb. They check the body, call the command handler, and shape
//! the answer; no rule about money stands here.

pub mod access;
pub mod adjustments;
pub mod alerts;
pub mod audits;
pub mod bookmarks;
pub mod cases;
pub mod config;
pub mod days;
pub mod dives;
pub mod entries;
pub mod erasure;
pub mod exports;
pub mod freezes;
pub mod keys;
pub mod kyc;
pub mod notifications;
pub mod overview;
pub mod packets;
pub mod periods;
pub mod play;
pub mod proposals;
pub mod ranks;
pub mod reconciliation;
pub mod records;
pub mod replays;
pub mod samples;
pub mod session;
pub mod staff;
pub mod topups;
pub mod treasury;
pub mod views;
pub mod withdrawals;
