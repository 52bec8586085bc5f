//! The rig of the outside-in tests: real server processes on a real PostgreSQL, players over HTTP,
//! and a record of everything the players were told.
//!
//! Knows nothing of what a test breaks; the parts are moved by the test programs.

pub mod angler;
pub mod board;
pub mod server;
pub mod stage;
