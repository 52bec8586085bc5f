//! The views against real PostgreSQL: exactly once, in order, what they answer, why they stop,
//! and that the log makes them again.

mod economy;
mod leader;
mod payouts;
mod play;
mod rebuild;
mod rebuild_interrupted;
mod registry;
mod runner;
mod views;
