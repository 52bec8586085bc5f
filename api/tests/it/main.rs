//! The players' service over HTTP, on a real database, with a standing clock.

mod angler;
mod contract;
mod house;

mod bad_input;
mod clocks;
mod config;
mod coupon;
mod exchange;
mod fishing;
mod foreign;
mod free_coin;
mod golden_dive;
mod health;
mod kyc;
mod limits;
mod login;
mod own_limits;
mod packet_race;
mod promotion;
mod rank;
mod records;
mod redpacket;
mod seeds;
mod sessions;
mod shop;
mod signin;
mod stop;
mod team;
mod topup;
mod unlock;
mod user;
mod vip;
mod wallet;
mod web;
mod withdraw;
