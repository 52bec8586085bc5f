//! `ledger env-example`: every setting with its meaning and default, as a file of variables.

/// Print `.env.example`: every setting with its meaning and default.
#[derive(clap::Args, Debug)]
pub struct EnvExample {}

impl EnvExample {
    /// Prints it.
    pub fn run(self) {
        print!("{}", settings::env_example::text());
    }
}
