//! The ledger against real PostgreSQL.

mod books;
mod concurrency;
mod embedded;
mod execute;
mod feed;
mod notary;
mod players;
mod skips;
mod stock;
mod stock_defects;
mod tamper;
