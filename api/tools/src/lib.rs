//! Tools for development: bench, drill, simulation and the demo world. A production build does not contain them.

pub mod bench;
pub mod demo;
pub mod dev_wallet;
pub mod drill;
pub mod game;
pub mod person;
pub mod scratch;
pub mod simulate;
