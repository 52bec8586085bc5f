//! The binary `ledger` as real processes on a real PostgreSQL: killed, stopped, cut off, and called by scripts.

mod rig;
mod simulate_days;

mod canaries;
mod cli;
mod cli_bench;
mod cli_database;
mod cli_notary;
mod cli_production;
mod cli_staff;
mod cli_witness;
mod crash;

mod deploy;
mod drill;
mod failover;
mod failover_drill;
mod faults;
mod personal;
mod silence;
mod standbys;
mod traces;
mod two_processes;
