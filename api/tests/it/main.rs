//! The players' service over HTTP, on a real database, with a standing clock.

mod angler;
mod contract;
mod house;

mod bad_input;
mod fishing;
mod foreign;
mod free_coin;
mod golden_dive;
mod health;
mod limits;
mod login;
mod min_position;
mod seeds;
mod sessions;
mod signin;
mod stop;
mod team;
mod user;
mod wallet;
mod web;
