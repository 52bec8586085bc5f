//! The players' service over HTTP, on a real database, with a standing clock.

mod angler;
mod contract;
mod house;
#[allow(dead_code, reason = "the heaviest pictures go to a process of their own")]
#[path = "../rig/picture.rs"]
mod picture;
mod visitor;

mod audit;
mod bad_input;
mod bucket;
mod clocks;
mod config;
mod country;
mod coupon;
mod erasure;
mod exchange;
mod fishing;
mod foreign;
mod free_coin;
mod golden_dive;
mod health;
mod kyc;
mod limits;
mod live;
mod login;
mod own_limits;
mod packet;
mod packet_race;
mod pool;
mod promotion;
mod race;
mod races;
mod rails;
mod rank;
mod records;
mod redpacket;
mod refusals;
mod seeds;
mod sessions;
mod shop;
mod signin;
mod stop;
mod strangers;
mod taken;
mod team;
mod ties;
mod topup;
mod unlock;
mod upload;
mod user;
mod vip;
mod walk;
mod wallet;
mod web;
mod withdraw;
