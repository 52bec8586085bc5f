//! What servers carry, computed from measured costs (ledger §11). The tables of that section are printed here and
//! compared, so that a new run of the bench or another assumption changes them.
//!
//! All arithmetic is in integers: nanoseconds of one core, bytes, commands a day.

use std::fmt::Write;

/// A row of the tables "Cases" in `ledger/benches/README.md`: case and clients at once.
type Row = (&'static str, u64);

/// A cast over HTTP: session, decision, seals, append, answer, and the client that asks.
const CAST: Row = ("http_cast", 64);
/// A balance over HTTP, from memory.
const READ: Row = ("http_balance", 64);
/// Credits into one log: the append alone, and with books, all views and the notary behind it.
const APPEND: Row = ("write_spread.append", 512);
const FOLLOWED: Row = ("write_spread", 512);

/// Bytes a command on disk and in the WAL; ledger §11 says how they were measured.
const EVENTS: u64 = 570;
const REQUESTS: u64 = 646;
const POSTINGS: u64 = 160;
const OTHERS: u64 = 342;
const WAL: u64 = 3_001;
/// Bytes a command of a Parquet export with seals; measured on the same database.
const ARCHIVED: u64 = 529;
/// The same files, each through `zstd`: the export itself does not compress.
const COMPRESSED: u64 = 169;

/// ASSUMED: a player of a day sends so many commands and reads. 8 dives of 8 casts with begin and end, and 8 others.
const WRITES_A_DAY: u64 = 88;
const READS_A_DAY: u64 = 70;
/// ASSUMED: share of a day in its busiest hour, in per cent, and how far a burst is above that hour's mean.
const PEAK_HOUR: u64 = 10;
const BURST: u64 = 2;
/// ASSUMED: a cast moves more views than the credit that was measured, and most reads ask tables, not memory.
const VIEWS_OF_A_CAST: u64 = 3;
const READ_OF_A_TABLE: u64 = 4;
/// ASSUMED: share of cores and of a log that is used at a burst, in per cent. The rest is for failover and maintenance.
const USED: u64 = 60;
/// ASSUMED: days that events and postings stay in the database.
const DAYS_KEPT: u64 = 90;
/// ASSUMED: cores of a big server.
const BIG: u64 = 16;
/// Share of a plain log's rate, in per cent, that eight logs on Citus reached on the same cores with 512 clients:
/// with the append as one function that runs on the shard's node, and with one whose SQL names the shards, which is not
/// built. From a trial outside of the checks.
const CITUS_AS_IT_IS: u64 = 40;
const CITUS_SHARDS_NAMED: u64 = 72;

/// What a run of the bench measured.
pub struct Costs {
    /// Nanoseconds of one core for a command of the game and what follows it, the client's work included.
    write_ns: u64,
    /// The same for a read.
    read_ns: u64,
    /// The part of a command that books, views and notary are.
    views_ns: u64,
    /// Commands a second that one log was seen to take.
    log: u64,
}

impl Costs {
    /// Reads the page that `ledger bench --table` writes.
    pub fn of(page: &str) -> Option<Costs> {
        let cores: u64 = page
            .lines()
            .find_map(|line| line.strip_prefix("- cores: "))?
            .parse()
            .ok()?;
        let core_ns = |row| Some(cores * 1_000_000_000 / rate(page, row)?);
        let views_ns = VIEWS_OF_A_CAST * core_ns(FOLLOWED)?.saturating_sub(core_ns(APPEND)?);
        Some(Costs {
            write_ns: core_ns(CAST)? + views_ns,
            read_ns: core_ns(READ)? * READ_OF_A_TABLE,
            views_ns,
            log: rate(page, APPEND)?,
        })
    }

    /// What `cores` carry at a burst when the log is spread over `logs`.
    pub fn carried(&self, cores: u64, logs: u64) -> Carried {
        let burst = Day::of(1_000_000);
        let million_ns = burst.writes * self.write_ns + burst.reads * self.read_ns;
        let by_cores = cores * 10_000_000 * USED * 1_000_000 / million_ns;
        let by_logs = logs * self.log * USED / 100 * 1_000_000 / burst.writes;
        let players = by_cores.min(by_logs);
        Carried {
            players,
            commands: players * burst.writes / 1_000_000,
            bound: if by_logs < by_cores { "log" } else { "cores" },
        }
    }
}

/// What a machine carries at a burst.
#[derive(Debug, PartialEq, Eq)]
pub struct Carried {
    /// Commands a second.
    pub commands: u64,
    /// Players of a day whose burst this is.
    pub players: u64,
    /// What ends first.
    pub bound: &'static str,
}

impl Carried {
    /// The same at a share of it, in per cent, on so many machines.
    fn times(&self, machines: u64, share: u64) -> Carried {
        Carried {
            commands: self.commands * machines * share / 100,
            players: self.players * machines * share / 100,
            bound: self.bound,
        }
    }
}

/// Load of a burst.
struct Day {
    writes: u64,
    reads: u64,
}

impl Day {
    fn of(players: u64) -> Day {
        let a_second = |a_day: u64| players * a_day * PEAK_HOUR * BURST / 100 / 3_600;
        Day {
            writes: a_second(WRITES_A_DAY),
            reads: a_second(READS_A_DAY),
        }
    }
}

/// Units of work a second of a row.
fn rate(page: &str, (case, clients): Row) -> Option<u64> {
    let row = page
        .lines()
        .find_map(|line| line.strip_prefix(&format!("| {case} | {clients} | ")))?;
    row.split(' ').next()?.parse().ok()
}

/// The tables of the section, in its order.
pub fn tables(costs: &Costs) -> [String; 3] {
    [costs_of(costs), capacity(costs), example(costs)]
}

fn costs_of(costs: &Costs) -> String {
    let mut table = String::from("| a command costs | measured |\n|---|---:|\n");
    let us = |ns: u64| format!("{} µs", ns / 1_000);
    row(
        &mut table,
        "of one core, a cast over HTTP with all that follows",
        &us(costs.write_ns),
    );
    row(&mut table, "of it books, views and notary", &us(costs.views_ns));
    row(&mut table, "a read, for comparison", &us(costs.read_ns));
    row(&mut table, "on disk: `events` with indexes", &bytes(EVENTS));
    row(&mut table, "`requests` with indexes", &bytes(REQUESTS));
    row(&mut table, "`postings` with indexes", &bytes(POSTINGS));
    row(&mut table, "views, tiles, keys, balances, all else", &bytes(OTHERS));
    row(&mut table, "in the WAL", &bytes(WAL));
    row(&mut table, "in a Parquet export with seals", &bytes(ARCHIVED));
    row(&mut table, "the same, compressed", &bytes(COMPRESSED));
    table
}

fn capacity(costs: &Costs) -> String {
    let mut table = String::from(
        "| servers | logs | commands/s at a burst | players a day | what ends first |\n|---|---:|---:|---:|---|\n",
    );
    let mut add = |servers: &str, logs: u64, carried: &Carried| {
        let Carried {
            commands,
            players,
            bound,
        } = carried;
        let (commands, players) = (grouped(*commands), grouped(*players / 1_000 * 1_000));
        writeln!(table, "| {servers} | {logs} | {commands} | {players} | {bound} |").expect("a text grows");
    };
    for (cores, logs) in [(2, 1), (8, 1), (BIG, 1), (2 * BIG, 1), (2 * BIG, 8)] {
        add(&format!("one node, {cores} cores"), logs, &costs.carried(cores, logs));
    }
    for workers in [2, 8] {
        let worker = costs.carried(BIG, 8);
        let name = format!("Citus, {workers} workers of {BIG} cores");
        add(
            &format!("{name}, as it is"),
            8 * workers,
            &worker.times(workers, CITUS_AS_IT_IS),
        );
        add(
            &format!("{name}, shards named"),
            8 * workers,
            &worker.times(workers, CITUS_SHARDS_NAMED),
        );
    }
    table
}

fn example(costs: &Costs) -> String {
    let players = 1_000_000;
    let (commands, burst) = (players * WRITES_A_DAY, Day::of(players));
    let busy = |rate: u64, ns: u64| format!("{}.{}", rate * ns / 1_000_000_000, rate * ns / 100_000_000 % 10);
    let mut table = String::from("| a million players a day | |\n|---|---:|\n");
    row(&mut table, "commands a day", &grouped(commands));
    row(&mut table, "commands/s at a burst", &grouped(burst.writes));
    row(
        &mut table,
        "cores busy with commands",
        &busy(burst.writes, costs.write_ns),
    );
    row(&mut table, "reads/s at a burst", &grouped(burst.reads));
    row(&mut table, "cores busy with reads", &busy(burst.reads, costs.read_ns));
    row(
        &mut table,
        "WAL at a burst",
        &format!("{} MB/s", burst.writes * WAL / 1_000_000),
    );
    row(&mut table, "WAL a day", &gigabytes(commands * WAL));
    for (name, size) in [("events", EVENTS), ("requests", REQUESTS), ("postings", POSTINGS)] {
        row(&mut table, &format!("`{name}` a day"), &gigabytes(commands * size));
    }
    row(&mut table, "all else a day", &gigabytes(commands * OTHERS));
    let whole = EVENTS + REQUESTS + POSTINGS + OTHERS;
    row(
        &mut table,
        "database after a year, nothing taken out",
        &terabytes(365 * commands * whole),
    );
    let kept = DAYS_KEPT * (EVENTS + POSTINGS) + 365 * (REQUESTS + OTHERS);
    let name = format!("the same, events and postings of {DAYS_KEPT} days");
    row(&mut table, &name, &terabytes(commands * kept));
    let kept = DAYS_KEPT * (EVENTS + POSTINGS + REQUESTS) + 365 * OTHERS;
    row(
        &mut table,
        "the same, answers of these days too",
        &terabytes(commands * kept),
    );
    row(&mut table, "Parquet of a year", &terabytes(365 * commands * ARCHIVED));
    row(
        &mut table,
        "the same, compressed",
        &terabytes(365 * commands * COMPRESSED),
    );
    table
}

fn row(table: &mut String, name: &str, value: &str) {
    writeln!(table, "| {name} | {value} |").expect("a text grows");
}

fn bytes(number: u64) -> String {
    format!("{} bytes", grouped(number))
}

fn gigabytes(bytes: u64) -> String {
    format!("{} GB", bytes / 1_000_000_000)
}

fn terabytes(bytes: u64) -> String {
    format!("{}.{} TB", bytes / 1_000_000_000_000, bytes / 100_000_000_000 % 10)
}

/// A number with commas between its thousands.
fn grouped(number: u64) -> String {
    let (rest, last) = (number / 1_000, number % 1_000);
    if rest == 0 {
        last.to_string()
    } else {
        format!("{},{last:03}", grouped(rest))
    }
}

mod tests;
