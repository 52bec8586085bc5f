//! `ledger`, the one binary. Everything it can do is listed in [`cli`].

mod cli;
mod config;
mod genesis;
mod secrets;

/// A command is many small values, made on one thread and dropped on another: a quarter of its time with the
/// allocator of the system.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    cli::run()
}
