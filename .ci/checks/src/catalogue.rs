//! The list of checks, in the order in which they run: cheap ones first, so that
//! a small mistake is reported within seconds and the long ones run on a tree that reads well.
//!
//! The web packages come before the Rust tests, because the tests may find their
//! PostgreSQL among them.

use crate::ledger_program;
use std::path::Path;

/// One thing a check does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A command line, run in the root of the repository; words are split at spaces.
    Root(&'static str),
    /// A command line, run in `web`.
    Web(&'static str),
    /// The program itself, built with the tests, since a build of it alone would compile everything once more: without
    /// the features that only tests need.
    BuiltLedger,
    /// Arguments of that program, run in the root of the repository.
    Ledger(&'static str),
    /// The web packages of the lock file, unless they are installed already.
    WebPackages,
    /// The same for the node and the compiler of the EVM tests. Without them the check, and those tests, are skipped.
    ChainPackages,
    /// The programs of an installed PostgreSQL. Without them the check, and the tests of the operations manual, are
    /// skipped.
    PostgresPrograms,
    /// The programs of the failover drill. Without them the check is skipped.
    FailoverPrograms,
    /// A command line, run in [`CHAIN`].
    Chain(&'static str),
}

/// The folder of the node and the compiler of the EVM tests.
pub const CHAIN: &str = "api/rails/local_chain/evm";

/// A named check: it passes when all of its steps do.
#[derive(Clone, Copy, Debug)]
pub struct Check {
    /// Shown in the table and given to `--only`.
    pub name: &'static str,
    /// Beginnings of the paths whose files it depends on; an empty one stands for every file.
    pub inputs: &'static [&'static [&'static str]],
    /// What is run, in order.
    pub steps: &'static [Step],
}

const EVERYTHING: &[&str] = &[""];
/// The Rust sources and what is compiled into them.
const RUST: &[&str] = &[
    "Cargo.",
    ".cargo/",
    ".rustfmt.toml",
    "api/",
    "domain/",
    "ledger/",
    "projections/",
    "migrations/",
    "web/src/features/coupon/wallets.json",
];
const WEB: &[&str] = &["web/"];
const DOCUMENTS: &[&str] = &["api/openapi"];
const CHECKS_PROGRAM: &[&str] = &[".ci/checks/", ".ci/run"];
const FUZZ: &[&str] = &[".ci/fuzz/"];
const PACKAGES: &[&str] = &["web/package"];

/// Every check.
pub const CHECKS: &[Check] = &[
    Check {
        name: "format",
        inputs: &[RUST, CHECKS_PROGRAM],
        steps: &[
            Step::Root("cargo fmt --all --check"),
            Step::Root("cargo fmt --manifest-path .ci/checks/Cargo.toml --check"),
        ],
    },
    Check {
        name: "web install",
        inputs: &[WEB],
        steps: &[Step::WebPackages],
    },
    Check {
        name: "web format",
        inputs: &[WEB, FUZZ],
        steps: &[
            Step::WebPackages,
            Step::Web("npm run format:check"),
            Step::Web("npx --no-install prettier --config .prettierrc.json --check ../.ci/fuzz"),
        ],
    },
    Check {
        name: "web types",
        inputs: &[WEB],
        steps: &[Step::WebPackages, Step::Web("npm run typecheck")],
    },
    Check {
        name: "web lint",
        inputs: &[WEB],
        steps: &[Step::WebPackages, Step::Web("npm run lint")],
    },
    Check {
        name: "web tests",
        inputs: &[WEB],
        steps: &[Step::WebPackages, Step::Web("npm test")],
    },
    Check {
        name: "web build",
        inputs: &[WEB],
        steps: &[
            Step::WebPackages,
            Step::Web("npm run build"),
            Step::Web("npm run build:dev"),
        ],
    },
    // Measures what `web build` made.
    Check {
        name: "web budgets",
        inputs: &[WEB],
        steps: &[Step::Web("npm run budgets")],
    },
    // Before the Rust tests: they start this chain, and skip what needs it when it is not there.
    Check {
        name: "evm chain",
        inputs: &[&["api/rails/"]],
        steps: &[Step::ChainPackages, Step::Chain("npm run check")],
    },
    // Says whether the Rust tests can run the procedures of the operations manual.
    Check {
        name: "postgres programs",
        inputs: &[&["api/deploy/", "api/tests/processes/deploy"]],
        steps: &[Step::PostgresPrograms],
    },
    Check {
        name: "clippy",
        inputs: &[RUST, CHECKS_PROGRAM],
        steps: &[
            Step::Root("cargo clippy --workspace --all-targets --locked -- -D warnings"),
            // A production build has no tools, and nothing that only tests bring: no package may need them.
            Step::Root("cargo clippy --package cli --no-default-features --locked -- -D warnings"),
            Step::Root("cargo clippy --manifest-path .ci/checks/Cargo.toml --all-targets --locked -- -D warnings"),
        ],
    },
    // Part of the Rust tests too; it alone reads the files of every folder, the web's among them.
    Check {
        name: "architecture",
        inputs: &[EVERYTHING],
        steps: &[Step::Root(
            "cargo test --workspace --test architecture --locked --no-fail-fast",
        )],
    },
    Check {
        name: "generated files",
        inputs: &[RUST, WEB],
        steps: &[
            Step::WebPackages,
            Step::BuiltLedger,
            Step::Ledger("openapi --check"),
            Step::Ledger("ops alerts --check"),
            Step::Ledger("ops dashboard --check"),
            Step::Web("npm run codegen -- --check"),
            Step::Web("npm run verifier -- --check"),
        ],
    },
    Check {
        name: "rust tests",
        inputs: &[RUST, PACKAGES, CHECKS_PROGRAM],
        steps: &[
            Step::WebPackages,
            Step::Root("cargo test --manifest-path .ci/checks/Cargo.toml --locked --no-fail-fast"),
            // The drill of failovers has a check of its own. Tests that choose no partitions run on four.
            Step::Root(
                "env LEDGER_TEST_PARTITIONS=4 cargo test --workspace --locked --no-fail-fast -- --skip failover_drill::",
            ),
            // One log is where commands meet each other most.
            Step::Root("env LEDGER_TEST_PARTITIONS=1 cargo test --workspace --test http --locked --no-fail-fast race"),
        ],
    },
    // Alone, because it takes the whole machine: servers, what manages them, two services and their players.
    Check {
        name: "failover drill",
        inputs: &[RUST, CHECKS_PROGRAM],
        steps: &[
            Step::FailoverPrograms,
            Step::BuiltLedger,
            Step::Ledger("drill failover --json"),
            Step::Ledger("drill failover --asynchronous --json"),
            // It fails when a defence is switched off.
            Step::Root("cargo test --workspace --test processes --locked failover_drill::"),
        ],
    },
    Check {
        name: "independent draws",
        inputs: &[&["api/tests/draws/", "domain/src/paytable.json"]],
        steps: &[Step::Root("node --test api/tests/draws/recompute.test.mjs")],
    },
    Check {
        name: "generated requests",
        inputs: &[RUST, DOCUMENTS, FUZZ, PACKAGES],
        steps: &[
            Step::WebPackages,
            Step::Root("node --test .ci/fuzz/ask.test.mjs"),
            Step::BuiltLedger,
            Step::Root("node .ci/fuzz/run.mjs"),
        ],
    },
    Check {
        name: "browser tests",
        inputs: &[RUST, WEB],
        steps: &[Step::WebPackages, Step::BuiltLedger, Step::Web("npm run e2e")],
    },
];

impl Check {
    /// Whether it depends on the file at this path, given from the root of the repository.
    pub fn depends_on(&self, path: &str) -> bool {
        self.inputs
            .iter()
            .copied()
            .flatten()
            .any(|start| path.starts_with(start))
    }

    /// The command that runs this check and no other.
    pub fn alone(&self) -> String {
        format!("cargo ci --only {}", self.name.replace(' ', "-"))
    }
}

impl Step {
    /// Where it runs, from the root of the repository, and its command line.
    pub const fn command(self) -> (&'static str, &'static str) {
        match self {
            Step::Root(line) => ("", line),
            Step::BuiltLedger => ("", "cargo test --workspace --no-run --quiet --locked"),
            Step::Ledger(arguments) => ("", arguments),
            Step::Web(line) => ("web", line),
            Step::Chain(line) => (CHAIN, line),
            Step::WebPackages => ("web", crate::web_packages::INSTALL),
            Step::ChainPackages => (CHAIN, crate::web_packages::INSTALL_CHAIN),
            Step::PostgresPrograms => ("", crate::postgres_programs::NAMED),
            Step::FailoverPrograms => ("", crate::failover_programs::NAMED),
        }
    }

    /// What a person types in the root of the repository to do the same.
    pub fn typed(self) -> String {
        match (self, self.command()) {
            (Step::Ledger(arguments), _) => format!("{} {arguments}", ledger_program::path(Path::new("")).display()),
            (_, ("", line)) => line.to_owned(),
            (_, (folder, line)) => format!("(cd {folder} && {line})"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(path: &str) -> Vec<&'static str> {
        let affected = CHECKS.iter().filter(|check| check.depends_on(path));
        affected.map(|check| check.name).collect()
    }

    #[test]
    fn no_two_checks_share_a_name_and_none_is_empty() {
        for (at, check) in CHECKS.iter().enumerate() {
            assert!(!check.steps.is_empty() && !check.inputs.is_empty(), "{}", check.name);
            assert!(
                CHECKS[..at].iter().all(|other| other.name != check.name),
                "{}",
                check.name
            );
        }
    }

    #[test]
    fn a_changed_file_needs_the_checks_that_read_it() {
        assert_eq!(with("README.md"), ["architecture"]);
        assert_eq!(
            with(".ci/run"),
            ["format", "clippy", "architecture", "rust tests", "failover drill"]
        );
        assert_eq!(
            with(".ci/fuzz/run.mjs"),
            ["web format", "architecture", "generated requests"]
        );
        let style = with("web/src/index.css");
        assert!(style.contains(&"web tests") && style.contains(&"browser tests"));
        assert!(!style.contains(&"rust tests") && !style.contains(&"clippy"));
        let rule = with("domain/src/money.rs");
        assert!(rule.contains(&"rust tests") && rule.contains(&"generated requests"));
        assert!(!rule.contains(&"web tests"));
        assert!(with("api/openapi.json").contains(&"generated files"));
        assert!(with("web/src/features/coupon/wallets.json").contains(&"rust tests"));
    }

    #[test]
    fn steps_are_shown_as_they_are_typed() {
        assert_eq!(Step::Root("cargo fmt").typed(), "cargo fmt");
        assert_eq!(Step::Web("npm test").typed(), "(cd web && npm test)");
        assert_eq!(
            Step::Chain("npm run check").typed(),
            "(cd api/rails/local_chain/evm && npm run check)"
        );
        assert_eq!(CHECKS[1].alone(), "cargo ci --only web-install");
    }
}
