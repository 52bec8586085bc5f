//! The rig of the tests from outside: real server processes on a real PostgreSQL, faults of the connections between
//! them, simulated players over HTTP, a record of all requests and answers, and an independent check of it.
//!
//! | part | is |
//! |---|---|
//! | [`installation`], [`postgres`], [`server`] | the database, its server, the processes that serve players |
//! | [`proxy`], with [`relay`] and [`wire`] below | the connection between a process and PostgreSQL, and its faults |
//! | [`server_list`], [`client`], [`simulated_player`] | which servers to use, how to send, what to play |
//! | [`phone`], with [`picture`] | a person who logs in and sends images, files that are none, and the forms that carry them |
//! | [`manual`] | the procedures of the operations manual |
//! | [`audit`], with [`checker`] and [`books`] below | what must hold at the end |
//!
//! Knows nothing of what a test breaks and when: the test programs decide that.

pub mod audit;
pub mod books;
pub mod checker;
pub mod client;
pub mod installation;
pub mod manual;
pub mod phone;
pub mod picture;
pub mod postgres;
pub mod proxy;
mod relay;
pub mod server;
pub mod server_list;
pub mod simulated_player;
pub mod wire;
