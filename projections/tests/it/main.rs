//! The views against real PostgreSQL: exactly once, in order, what they answer and what it costs, why they stop,
//! and that the log makes them again.

mod cases;
mod catches;
mod citus;
mod economy;
mod leader;
mod pages;
mod payouts;
mod play;
mod rebuild;
mod rebuild_interrupted;
mod rebuild_readers;
mod registry;
mod runner;
mod stops;
mod views;
