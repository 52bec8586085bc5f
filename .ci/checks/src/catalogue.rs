//! The list of checks, in the order in which they run: cheap ones first, so that
//! a small slip is told within seconds and the long ones run on a tree that reads well.
//!
//! The web packages come before the Rust tests, because the tests may find their
//! PostgreSQL among them.

/// One thing a check does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A command line, run in the root of the repository; words are split at spaces.
    Root(&'static str),
    /// A command line, run in `web`.
    Web(&'static str),
    /// The web packages of the lock file, unless they are installed already.
    WebPackages,
    /// The same for the node and the compiler of the EVM tests. Without them the check, and those tests, are skipped.
    ChainPackages,
    /// A command line, run in `chain/evm`.
    Chain(&'static str),
}

/// A named check: it passes when all of its steps do.
#[derive(Clone, Copy, Debug)]
pub struct Check {
    /// Shown in the table and given to `--only`.
    pub name: &'static str,
    /// What is run, in order.
    pub steps: &'static [Step],
}

/// Every check.
pub const CHECKS: &[Check] = &[
    Check {
        name: "format",
        steps: &[
            Step::Root("cargo fmt --all --check"),
            Step::Root("cargo fmt --manifest-path .ci/checks/Cargo.toml --check"),
        ],
    },
    Check {
        name: "web install",
        steps: &[Step::WebPackages],
    },
    Check {
        name: "web types",
        steps: &[Step::Web("npm run typecheck")],
    },
    Check {
        name: "web lint",
        steps: &[Step::Web("npm run lint")],
    },
    Check {
        name: "web tests",
        steps: &[Step::Web("npm test")],
    },
    Check {
        name: "web build",
        steps: &[Step::Web("npm run build"), Step::Web("npm run build:dev")],
    },
    Check {
        name: "web budgets",
        steps: &[Step::Web("npm run budgets")],
    },
    // Before the Rust tests: they start this chain, and skip what needs it when it is not there.
    Check {
        name: "evm chain",
        steps: &[Step::ChainPackages, Step::Chain("npm run check")],
    },
    Check {
        name: "clippy",
        steps: &[
            Step::Root("cargo clippy --workspace --all-targets --locked -- -D warnings"),
            Step::Root("cargo clippy --manifest-path .ci/checks/Cargo.toml --all-targets --locked -- -D warnings"),
        ],
    },
    Check {
        name: "generated files",
        steps: &[
            Step::Root("cargo run --quiet --locked --package api --bin ledger -- openapi --check"),
            Step::Web("npm run codegen -- --check"),
            Step::Web("npm run verifier -- --check"),
        ],
    },
    Check {
        name: "rust tests",
        steps: &[
            Step::Root("cargo test --manifest-path .ci/checks/Cargo.toml --locked"),
            Step::Root("cargo test --workspace --locked"),
            // The tests of the other crates choose their partitions themselves.
            Step::Root("env LEDGER_TEST_PARTITIONS=4 cargo test --package api --test it --test two_processes --locked"),
        ],
    },
    Check {
        name: "generated questions",
        steps: &[
            Step::Root("cargo build --package api --bin ledger --locked"),
            Step::Root("python3 .ci/fuzz/run.py"),
        ],
    },
    Check {
        name: "browser tests",
        steps: &[Step::Web("npm run e2e")],
    },
];
