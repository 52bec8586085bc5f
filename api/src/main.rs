//! `ledger`, the one binary. Everything it can do is listed in [`cli`].

mod cli;
mod config;
mod genesis;
mod secrets;

fn main() -> std::process::ExitCode {
    cli::run()
}
