//! `ledger`, the one binary. Everything it can do is listed in [`commands`].

mod commands;

/// A command is many small values, made on one thread and dropped on another: a quarter of its time with the
/// allocator of the system.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    commands::run()
}
