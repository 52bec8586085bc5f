//! The rig of the outside-in tests: real server processes on a real PostgreSQL, faults on the way
//! between them, players over HTTP, a record of everything the players were told, and an independent
//! check of it.
//!
//! | part | is |
//! |---|---|
//! | [`stage`], [`postgres`], [`server`] | the database, its server, the processes that serve players |
//! | [`proxy`], with [`relay`] and [`wire`] below | the line between a process and PostgreSQL, and its faults |
//! | [`board`], [`client`], [`angler`] | where to play, how to send, what to play |
//! | [`phone`], with [`picture`] | a person who logs in and sends images, files that are none, and the forms that carry them |
//! | [`audit`], with [`checker`] and [`books`] below | what must hold at the end |
//!
//! Knows nothing of what a test breaks and when; the parts are moved by the test programs.

pub mod angler;
pub mod audit;
pub mod board;
pub mod books;
pub mod checker;
pub mod client;
pub mod phone;
pub mod picture;
pub mod postgres;
pub mod proxy;
mod relay;
pub mod server;
pub mod stage;
pub mod wire;
