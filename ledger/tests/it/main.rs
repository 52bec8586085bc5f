//! The ledger against real PostgreSQL.

mod back_pressure;
mod books;
mod cache;
mod concurrency;
mod draws;
mod every_type;
mod execute;
mod feed;
mod forgery;
mod journals;
mod logins;
mod lost;
mod notary;
mod players;
mod reading;
mod replay;
mod self_check;
mod skips;
mod snapshot;
mod stock;
mod stock_defects;
mod streams;
mod synchrony;
mod tamper;
mod upcast;
mod waiting;
