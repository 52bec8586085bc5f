//! The operations manual: its named blocks, run from the text as an operator types them.

use super::installation::{Installation, OWNER, leads_elsewhere};
use ledger::testing;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Output;
use tokio::process::Command;

/// The manual itself.
pub const TEXT: &str = include_str!("../../../deploy/README.md");
/// What the procedures need beside the server.
const PROGRAMS: [&str; 5] = ["psql", "pg_dump", "pg_restore", "pg_basebackup", "pg_receivewal"];

/// The manual on a machine that has the programs of PostgreSQL.
pub struct Manual {
    blocks: BTreeMap<String, String>,
    programs: PathBuf,
}

impl Manual {
    /// Nothing where the server came without its programs, as from npm; `cargo ci` says so in its table.
    pub fn open() -> Option<Manual> {
        let options = testing::embedded_options(std::env::temp_dir().join("ledger-no-such-folder"));
        let programs = postgres::find(&options).expect("a server for tests").bin_dir;
        let missing: Vec<&str> = PROGRAMS
            .into_iter()
            .filter(|name| !programs.join(name).is_file())
            .collect();
        if !missing.is_empty() {
            eprintln!("NOT TESTED: {} has no {}.", programs.display(), missing.join(", "));
            return None;
        }
        let blocks = blocks(TEXT);
        Some(Manual { blocks, programs })
    }

    /// A program of PostgreSQL.
    pub fn program(&self, name: &str) -> PathBuf {
        self.programs.join(name)
    }

    /// The text of a block.
    pub fn block(&self, name: &str) -> &str {
        self.blocks
            .get(name)
            .unwrap_or_else(|| panic!("the manual has no block {name}"))
    }

    /// Runs a block with the settings of an installation and these variables.
    pub async fn run(&self, name: &str, installation: &Installation, variables: &[(&str, &str)]) -> Output {
        let ledger = Path::new(env!("CARGO_BIN_EXE_ledger")).parent().expect("a folder");
        let path = std::env::var_os("PATH").unwrap_or_default();
        let path = [ledger, &self.programs]
            .map(Path::to_owned)
            .into_iter()
            .chain(std::env::split_paths(&path));
        let mut command = Command::new("sh");
        // The settings of `ledger` and nothing else, as in a shell that has read the file of settings.
        command.env_clear();
        for (name, value) in installation.command(&[]).as_std().get_envs() {
            if let Some(value) = value {
                command.env(name, value);
            }
        }
        if leads_elsewhere(variables) {
            command.env_remove(OWNER);
        }
        command
            .env("PATH", std::env::join_paths(path).expect("folders"))
            .envs(variables.iter().copied())
            .current_dir(&installation.folder)
            .args(["-eu", "-c", self.block(name)])
            .kill_on_drop(true);
        command.output().await.expect("a shell")
    }

    /// Runs a block that must work; what it printed.
    pub async fn done(&self, name: &str, installation: &Installation, variables: &[(&str, &str)]) -> String {
        let output = self.run(name, installation, variables).await;
        let (out, err) = (text(&output.stdout), text(&output.stderr));
        assert!(output.status.success(), "{name}: {out}{err}");
        out
    }
}

/// The bytes that a program printed.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Settings of a block, with values that somebody writes in place of those of the manual.
pub fn filled(settings: &str, values: &[(&str, &str)]) -> Vec<(String, String)> {
    let pairs = settings.lines().map(|line| line.split_once('=').expect("a setting"));
    let value = |name: &str| {
        values
            .iter()
            .find(|(named, _)| *named == name)
            .map(|(_, value)| (*value).to_owned())
    };
    pairs
        .map(|(name, written)| (name.to_owned(), value(name).unwrap_or_else(|| written.to_owned())))
        .collect()
}

/// Every block with a name, without the indent of the list that it stands in.
pub fn blocks(manual: &str) -> BTreeMap<String, String> {
    let mut blocks = BTreeMap::new();
    let mut open: Option<(String, usize, String)> = None;
    for line in manual.lines() {
        let (inner, indent) = (line.trim_start(), line.len() - line.trim_start().len());
        open = match open {
            Some((name, _, block)) if inner == "```" => {
                assert!(!block.is_empty(), "{name} is empty");
                let twice = blocks.insert(name.clone(), block);
                assert!(twice.is_none(), "{name} is there twice");
                None
            }
            Some((name, indent, block)) => {
                let line = line.get(indent..).unwrap_or_default();
                Some((name, indent, format!("{block}{line}\n")))
            }
            None => {
                let name = inner.strip_prefix("```").and_then(|rest| rest.split_once(" name="));
                name.map(|(_, name)| (name.to_owned(), indent, String::new()))
            }
        };
    }
    blocks
}
