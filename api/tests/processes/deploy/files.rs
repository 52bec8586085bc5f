//! The files of `api/deploy`: what cannot run here is compared with what the program and the manual say.

use crate::rig::manual::{TEXT, blocks};
use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::process::Command;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../deploy")
}

pub fn file(name: &str) -> String {
    fs::read_to_string(folder().join(name)).unwrap_or_else(|fault| panic!("{name}: {fault}"))
}

/// Without `.env`, the settings of whoever starts containers here.
fn names() -> Vec<String> {
    let entries = fs::read_dir(folder()).expect("a folder");
    let name = |entry: std::io::Result<fs::DirEntry>| entry.expect("a file").file_name().into_string().expect("text");
    entries.map(name).filter(|name| name != ".env").collect()
}

#[test]
fn settings_beside_the_files_get_into_no_commit_and_no_image() {
    for (name, line) in [(".gitignore", ".env"), (".dockerignore", "**/.env")] {
        let ignored = file(&format!("../../{name}"));
        assert!(ignored.lines().any(|ignored| ignored == line), "{name}");
    }
}

fn ledger(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_ledger")).args(arguments).output();
    let output = output.expect("the program runs");
    assert!(output.status.success(), "{arguments:?}");
    String::from_utf8(output.stdout).expect("text")
}

/// Settings that a text names; one that ends with `_` stands for all that begin so.
fn settings(text: &str) -> BTreeSet<&str> {
    let words = text.split(|letter: char| !letter.is_ascii_uppercase() && !letter.is_ascii_digit() && letter != '_');
    words
        .filter(|word| word.starts_with("LEDGER_") && *word != "LEDGER_")
        .collect()
}

/// Settings of a text that the program does not have.
fn unknown<'a>(text: &'a str, help: &str) -> Vec<&'a str> {
    let known = |name: &str| {
        // The value of a secret is not shown.
        let ends: &[&str] = if name.ends_with('_') { &[""] } else { &["=", "]"] };
        ends.iter().any(|end| help.contains(&format!("[env: {name}{end}")))
    };
    settings(text).into_iter().filter(|name| !known(name)).collect()
}

#[test]
fn every_setting_of_the_files_exists() {
    let help = ledger(&["--help"]);
    for name in names() {
        assert_eq!(unknown(&file(&name), &help), [""; 0], "{name}");
    }
    assert!(settings(&file("compose.yaml")).len() > 3 && settings(TEXT).len() > 10);
    assert_eq!(
        unknown("LEDGER_CHECKPOINT=/a LEDGER_SYNC=off", &help),
        ["LEDGER_CHECKPOINT"]
    );
}

/// The tests that follow the manual; a block is run by its name.
const TESTS: [&str; 8] = [
    include_str!("../deploy.rs"),
    include_str!("../failover.rs"),
    include_str!("../traces.rs"),
    include_str!("first_start.rs"),
    include_str!("master_key.rs"),
    include_str!("recovery.rs"),
    include_str!("upgrade.rs"),
    include_str!("files.rs"),
];

#[test]
fn every_block_with_a_name_is_used_by_a_test() {
    let blocks = blocks(TEXT);
    assert!(blocks.len() > 15, "{blocks:?}");
    let is_used = |name: &&String| TESTS.iter().any(|test| test.contains(&format!("\"{name}\"")));
    let unused: Vec<&String> = blocks.keys().filter(|name| !is_used(name)).collect();
    assert_eq!(unused, [""; 0]);
}

#[test]
fn the_manual_lists_every_file() {
    for name in names() {
        assert!(name == "README.md" || TEXT.contains(&format!("]({name})")), "{name}");
    }
}

/// The lines of the first block without a name after these words.
fn lines_after<'a>(manual: &'a str, words: &str) -> Vec<&'a str> {
    let (_, rest) = manual.split_once(words).expect("the words");
    let block = rest.split("```").nth(1).expect("a block");
    block
        .lines()
        .skip(1)
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect()
}

#[test]
fn the_image_is_built_as_the_manual_builds() {
    let image = file("Containerfile");
    let built = lines_after(TEXT, "1. Build the program without its tools");
    assert_eq!(built.len(), 3, "{built:?}");
    for line in built {
        assert!(image.contains(&format!("\nRUN {line}\n")), "{line}");
    }
    let by_docker = lines_after(TEXT, "Or build the image:");
    assert!(image.contains(by_docker[0]), "{by_docker:?}");
    let last = image.rsplit("\nFROM ").next().expect("a stage");
    assert!(last.contains("\nUSER 10001:10001\n") && last.contains("\nCMD [\"serve\"]\n"));
    assert!(last.contains("CMD [\"ledger\", \"health\", \"--live\"]"));
    assert!(ledger(&["health", "--help"]).contains("--live"));
    for copied in ["package.json", "package-lock.json"] {
        assert!(folder().join("../../web").join(copied).is_file(), "{copied}");
    }
    let compose = file("compose.yaml");
    for kept in ["read_only: true", "cap_drop: [ALL]", "no-new-privileges:true"] {
        assert!(compose.contains(kept), "{kept}");
    }
}

/// Figures too: Prometheus asks under the name that the alert about a process that is down looks for.
#[test]
fn each_listener_of_the_image_is_reached_from_its_machine() {
    let (image, compose) = (file("Containerfile"), file("compose.yaml"));
    let listeners = image.split("_HTTP=0.0.0.0:").skip(1);
    let ports: Vec<&str> = listeners.filter_map(|rest| rest.split([' ', '\n']).next()).collect();
    assert_eq!(ports, ["8080", "8081", "8082"]);
    assert!(image.contains(&format!("\nEXPOSE {}\n", ports.join(" "))));
    for port in ports {
        assert!(
            compose.contains(&format!("\n      - 127.0.0.1:{port}:{port}\n")),
            "{port}"
        );
    }
    assert!(file("alerts.yaml").contains("up{job=\"ledger\"}") && TEXT.contains("- job_name: ledger\n"));
}

/// The names of the variables that lines set.
fn variables<'a>(lines: &[&'a str]) -> Vec<&'a str> {
    let name = |line: &&'a str| line.split_once('=').map(|(name, _)| name);
    lines.iter().filter_map(name).collect()
}

#[test]
fn the_cluster_in_containers_is_the_one_of_the_manual() {
    let cluster = file("cluster.yaml");
    let of_nodes = variables(&lines_after(TEXT, "copy [patroni.yml](patroni.yml)"));
    let of_proxy = variables(&lines_after(TEXT, "with [haproxy.cfg](haproxy.cfg)"));
    assert!(of_nodes.len() > 10 && of_proxy.len() > 5, "{of_nodes:?} {of_proxy:?}");
    for name in of_nodes.iter().chain(&of_proxy) {
        assert!(cluster.contains(&format!(" {name}: ")), "{name}");
    }
    let proxy = file("haproxy.cfg");
    for name in of_proxy {
        assert!(proxy.contains(&format!("\"${{{name}}}\"")), "{name}");
    }
    for statement in blocks(TEXT)["database"]
        .lines()
        .filter(|line| line.starts_with("create "))
    {
        assert!(cluster.contains(statement), "{statement}");
    }
    let image = file("Cluster.Containerfile");
    for copied in ["patroni.yml", "haproxy.cfg"] {
        assert!(image.contains(&format!("COPY api/deploy/{copied} ")), "{copied}");
    }
    assert_eq!(cluster.matches("LEDGER_SYNC: required").count(), 2);
}

/// The commands of a unit as a shell gets them.
fn commands(unit: &str) -> Vec<String> {
    let lines = unit
        .lines()
        .filter_map(|line| line.strip_prefix("ExecStart=/bin/sh -eu -c '"));
    let command = |line: &str| line.trim_end_matches('\'').replace("$$", "$").replace("%%", "%");
    lines.map(command).collect()
}

#[test]
fn the_backup_unit_does_what_the_manual_does() {
    let blocks = blocks(TEXT);
    let manual = ["backup-dump", "prune"].map(|name| blocks[name].trim().to_owned());
    assert_eq!(commands(&file("ledger-backup.service")), manual);
}

/// systemd's own look at the units, where it is there; with a program of this machine for the one that is installed.
#[test]
fn the_units_are_such_that_systemd_takes_them() {
    let copies = crate::rig::installation::folder();
    let units = names()
        .into_iter()
        .filter(|name| name.ends_with(".service") || name.ends_with(".timer"));
    let mut paths = Vec::new();
    for name in units {
        let unit = file(&name).replace("/usr/local/bin/ledger", env!("CARGO_BIN_EXE_ledger"));
        paths.push(copies.join(name));
        fs::write(paths.last().expect("a path"), unit).expect("written");
    }
    assert_eq!(paths.len(), 3);
    let verified = Command::new("systemd-analyze")
        .args(["verify", "--man=no"])
        .args(&paths)
        .output();
    match verified {
        Ok(output) => {
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            // Other units of this machine may have their own warnings.
            let ours: Vec<&str> = said.lines().filter(|line| line.contains("ledger")).collect();
            assert_eq!(ours, [""; 0]);
        }
        Err(missing) if missing.kind() == ErrorKind::NotFound => eprintln!("NOT TESTED: there is no systemd-analyze."),
        Err(fault) => panic!("{fault}"),
    }
    fs::remove_dir_all(copies).expect("removed");
}
