//! What the figures were measured on: hardware, a probe of the disk, versions, settings.

use super::figures::{micros, percentile};
use anyhow::Context;
use sqlx::postgres::PgConnectOptions;
use sqlx::{Connection, PgConnection, Row};
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

/// Blocks written and synced by the probe.
const PROBES: usize = 300;
/// Size of a block: one page of PostgreSQL.
const BLOCK: [u8; 8_192] = [1; 8_192];
/// Crates whose versions decide the figures.
const CRATES: [&str; 6] = ["cqrs-es", "postgres-es", "sqlx", "tokio", "axum", "hyper"];
/// Settings of the server that decide the figures.
const SETTINGS: [&str; 9] = [
    "fsync",
    "synchronous_commit",
    "full_page_writes",
    "shared_buffers",
    "max_wal_size",
    "min_wal_size",
    "checkpoint_timeout",
    "max_connections",
    "jit",
];

/// Name and value, in the order of printing.
pub type Facts = Vec<(&'static str, String)>;

/// Everything about this machine and the server; probes the disk below `folder`.
///
/// # Errors
/// When the server or the disk refuses.
pub async fn facts(server: &PgConnectOptions, folder: &Path) -> anyhow::Result<Facts> {
    let probed = folder.to_owned();
    let disk = tokio::task::spawn_blocking(move || probe(&probed)).await??;
    let mut facts = vec![
        ("processor", processor()),
        (
            "cores",
            std::thread::available_parallelism().map_or(1, usize::from).to_string(),
        ),
        ("memory", memory()),
        ("system", system()),
        ("load before", load()),
        ("disk", disk),
    ];
    let mut connection = PgConnection::connect_with(server).await?;
    facts.push(("PostgreSQL", setting(&mut connection, "server_version").await?));
    let mut settings = Vec::new();
    for name in SETTINGS {
        settings.push(format!("{name}={}", setting(&mut connection, name).await?));
    }
    connection.close().await?;
    facts.push(("server settings", settings.join(", ")));
    let profile = if cfg!(debug_assertions) { "debug" } else { "release" };
    facts.push(("built by", format!("{}, {profile}", env!("LEDGER_RUSTC"))));
    facts.push(("crates", crates(include_str!("../../../../Cargo.lock"))));
    facts.push(("source", source()));
    Ok(facts)
}

async fn setting(connection: &mut PgConnection, name: &str) -> Result<String, sqlx::Error> {
    let row = sqlx::query("select current_setting($1)")
        .bind(name)
        .fetch_one(connection)
        .await?;
    row.try_get(0)
}

/// How long the disk takes to keep one page.
fn probe(folder: &Path) -> std::io::Result<String> {
    let path = folder.join("probe");
    let mut file = File::create(&path)?;
    let mut took = Vec::with_capacity(PROBES);
    for _ in 0..PROBES {
        let began = Instant::now();
        file.write_all(&BLOCK)?;
        file.sync_data()?;
        took.push(micros(began.elapsed()));
    }
    fs::remove_file(path)?;
    took.sort_unstable();
    Ok(format!(
        "write and sync of 8 kB: median {} us, 99 % within {} us",
        percentile(&took, 50),
        percentile(&took, 99)
    ))
}

/// The value of `name` in a file of lines `name : value`.
fn line_of(path: &str, name: &str) -> Option<String> {
    let text = fs::read_to_string(path).ok()?;
    let line = text.lines().find(|line| line.starts_with(name))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

fn processor() -> String {
    line_of("/proc/cpuinfo", "model name").unwrap_or_else(|| std::env::consts::ARCH.to_owned())
}

/// Memory of this process that is resident, in kB.
///
/// # Errors
/// Where the system does not report it.
pub fn resident_kb() -> anyhow::Result<u64> {
    let resident = line_of("/proc/self/status", "VmRSS").and_then(|text| number(&text));
    resident.context("this system does not report the memory of a process")
}

/// The number that a text begins with.
fn number(text: &str) -> Option<u64> {
    text.split(' ').next()?.parse().ok()
}

fn memory() -> String {
    let kilobytes = line_of("/proc/meminfo", "MemTotal").and_then(|text| number(&text));
    kilobytes.map_or_else(|| "unknown".to_owned(), |kilobytes| format!("{} MB", kilobytes / 1_024))
}

/// What else runs here: on a busy machine ratios hold roughly and absolute figures do not.
fn load() -> String {
    let loads = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let average = loads.split(' ').next().unwrap_or_default();
    let is_quiet = average.starts_with("0.") || average.is_empty();
    let verdict = if is_quiet {
        ""
    } else {
        " (busy: absolute figures mean little)"
    };
    format!("{}{verdict}", if average.is_empty() { "unknown" } else { average })
}

fn system() -> String {
    let release = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    format!("{} {}", std::env::consts::OS, release.trim()).trim().to_owned()
}

/// Versions of [`CRATES`] in a lock file; where there are several, the first.
fn crates(lock: &str) -> String {
    let version = |name: &str| {
        let entry = lock.split_once(&format!("name = \"{name}\"\nversion = \""))?.1;
        Some(format!("{name} {}", entry.split('"').next()?))
    };
    CRATES.into_iter().filter_map(version).collect::<Vec<_>>().join(", ")
}

/// The commit of the source tree, if there is one.
fn source() -> String {
    let git = |arguments: &[&str]| {
        let mut command = Command::new("git");
        let output = command
            .arg("-C")
            .arg(env!("CARGO_MANIFEST_DIR"))
            .args(arguments)
            .output();
        let output = output.ok().filter(|output| output.status.success())?;
        Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let Some(head) = git(&["rev-parse", "--short=12", "HEAD"]) else {
        return "no commit known".to_owned();
    };
    let changed = git(&["status", "--porcelain", "--untracked-files=no"]).is_some_and(|changes| !changes.is_empty());
    format!("commit {head}{}", if changed { " with changes" } else { "" })
}

#[cfg(test)]
mod tests;
