//! A thousand random tampers by somebody with every right on the database, each found against a checkpoint that
//! was held outside, and none reported where there was none (T-57, G13 of ledger §10).
//!
//! Each tamper lives in a transaction that is rolled back. Half of them also compute the chain of the touched
//! stream again, and a third the notary's tree and tiles, so that the database agrees with itself as far as it can.

use super::*;
use ledger::EventLog;
use ledger::feed::Recorded;
use ledger::leaf::{LeafFields, ROOT};
use ledger::notary::{Checkpoint, audit, follow};
use ledger::testing::on_one_and_four_partitions;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

on_one_and_four_partitions!(a_thousand_tampers_are_found_and_nothing_else);

const TAMPERS: usize = 1_000;
/// After so many tampers the untouched database is looked at.
const CONTROL_EVERY: usize = 50;

/// What is done to a log.
#[derive(Clone, Copy, Debug)]
enum Tamper {
    Change(Column),
    Delete,
    DeleteAndCloseUp,
    Swap,
    Insert,
    LoseEnd,
    DropStream,
    MoveToAnotherLog,
}

#[derive(Clone, Copy, Debug)]
enum Column {
    Payload,
    Metadata,
    EventType,
    EventVersion,
    EventId,
    RecordedAt,
    StreamKey,
    StreamType,
    Sequence,
    Leaf,
}

const KINDS: [Tamper; 17] = [
    Tamper::Change(Column::Payload),
    Tamper::Change(Column::Metadata),
    Tamper::Change(Column::EventType),
    Tamper::Change(Column::EventVersion),
    Tamper::Change(Column::EventId),
    Tamper::Change(Column::RecordedAt),
    Tamper::Change(Column::StreamKey),
    Tamper::Change(Column::StreamType),
    Tamper::Change(Column::Sequence),
    Tamper::Change(Column::Leaf),
    Tamper::Delete,
    Tamper::DeleteAndCloseUp,
    Tamper::Swap,
    Tamper::Insert,
    Tamper::LoseEnd,
    Tamper::DropStream,
    Tamper::MoveToAnotherLog,
];

async fn a_thousand_tampers_are_found_and_nothing_else(partitions: u16) {
    let (ledger, folder) = (played(partitions).await, Folder::new());
    let mut notary = notary(&ledger, &folder).await;
    notary.round().await.expect("a round");
    let held = notary.newest().expect("signed").checkpoint.clone();
    let mut logs = Vec::new();
    for partition in 0..i32::from(partitions) {
        logs.push(
            feed::read(ledger.pool().key(), ledger.pool(), partition, 0, 10_000)
                .await
                .expect("no gap"),
        );
    }
    let mut connection = forger(&ledger).await;
    let mut dice = StdRng::seed_from_u64(20_250_101);
    for number in 0..TAMPERS {
        let kind = KINDS[number % KINDS.len()];
        let mut tamperer = Tamperer {
            connection: &mut connection,
            dice: &mut dice,
            log: EventLog::without_key(PgPool::clone(ledger.pool())),
            logs: &logs,
            description: format!("{number}: {kind:?}"),
        };
        tamperer.begin().await;
        tamperer.tamper(kind).await;
        let description = tamperer.description.clone();
        assert!(is_found(&mut connection, &held).await, "{description} is not found");
        connection.execute("rollback").await.expect("rolled back");
        if number % CONTROL_EVERY == 0 {
            assert!(
                !is_found(&mut connection, &held).await,
                "a false alarm after {description}"
            );
        }
    }
    play(&ledger, 100..=102).await;
    assert!(!is_found(&mut connection, &held).await, "what came later is no tamper");
}

async fn is_found(connection: &mut PgConnection, held: &Checkpoint) -> bool {
    let checks = audit::run(connection, held, &mut |_, _| {}).await.expect("read");
    let is_found = checks.iter().any(|check| check.finding.is_some());
    // What compares many at once sees the same.
    let prefixes = audit::prefixes(connection, &[held], &mut |_, _| {}).await;
    assert_eq!(prefixes.expect("read")[0].is_some(), is_found);
    is_found
}

struct Tamperer<'a> {
    connection: &'a mut PgConnection,
    dice: &'a mut StdRng,
    /// Its tree is made again without a key: what the chain of leaves shows by itself.
    log: EventLog,
    logs: &'a [Vec<Recorded>],
    description: String,
}

impl Tamperer<'_> {
    async fn begin(&mut self) {
        self.run("begin").await;
    }

    async fn run(&mut self, statement: &str) -> u64 {
        let done = self.connection.execute(statement).await;
        done.unwrap_or_else(|error| panic!("{}: {statement}: {error}", self.description))
            .rows_affected()
    }

    fn pick(&mut self) -> Recorded {
        let long: Vec<&Vec<Recorded>> = self.logs.iter().filter(|log| log.len() > 10).collect();
        let log = long[self.dice.random_range(0..long.len())];
        log[self.dice.random_range(0..log.len())].clone()
    }

    async fn tamper(&mut self, kind: Tamper) {
        let event = self.pick();
        self.description = format!("{} at {}/{}", self.description, event.partition, event.position);
        match kind {
            Tamper::Change(column) => self.change(&event, column).await,
            Tamper::Delete => self.delete(&event, false).await,
            Tamper::DeleteAndCloseUp => self.delete(&event, true).await,
            Tamper::Swap => self.swap(&event).await,
            Tamper::Insert => self.insert(&event).await,
            Tamper::LoseEnd => self.lose_end(&event).await,
            Tamper::DropStream => self.drop_stream(&event).await,
            Tamper::MoveToAnotherLog => self.move_away(&event).await,
        }
        // A changed leaf that is computed again would be the old one.
        if !matches!(kind, Tamper::Change(Column::Leaf)) && self.dice.random_bool(0.5) {
            self.description += ", chain computed again";
            self.chain_again(event.partition).await;
        }
        if self.dice.random_ratio(1, 3) {
            self.description += ", tree made anew";
            self.tree_again(event.partition).await;
        }
    }

    async fn change(&mut self, event: &Recorded, column: Column) {
        let changed = match column {
            Column::Payload => format!("payload = {}", quoted(&self.other_json(&event.payload))),
            Column::Metadata => format!("metadata = {}", quoted(&self.other_json(&event.metadata))),
            Column::EventType => "event_type = event_type || 'X'".into(),
            Column::EventVersion => "event_version = '2'".into(),
            Column::EventId => format!("event_id = '{}'", Uuid::new_v4()),
            Column::RecordedAt => format!("recorded_at_ms = recorded_at_ms + {}", self.dice.random_range(1..100)),
            Column::StreamKey => format!("aggregate_id = '{}'", Uuid::new_v4()),
            Column::StreamType => "aggregate_type = aggregate_type || 's'".into(),
            Column::Sequence => format!("sequence = sequence + {}", self.dice.random_range(100..200)),
            Column::Leaf => {
                let (byte, bit) = (self.dice.random_range(0..32), self.dice.random_range(0..8));
                format!("leaf = set_byte(leaf, {byte}, get_byte(leaf, {byte}) # {})", 1 << bit)
            }
        };
        let at = at(event);
        assert_eq!(self.run(&format!("update events set {changed} where {at}")).await, 1);
    }

    /// The same JSON with a digit changed, or with a space more when it has none that can be.
    fn other_json(&mut self, text: &str) -> String {
        let digits: Vec<usize> = text
            .match_indices(|letter: char| letter.is_ascii_digit())
            .map(|(at, _)| at)
            .collect();
        for _ in 0..digits.len() {
            let at = digits[self.dice.random_range(0..digits.len())];
            let digit = self.dice.random_range(0..10_u8);
            let other = format!("{}{digit}{}", &text[..at], &text[at + 1..]);
            if other != text && serde_json::from_str::<serde_json::Value>(&other).is_ok() {
                return other;
            }
        }
        format!("{text} ")
    }

    async fn delete(&mut self, event: &Recorded, close_up: bool) {
        assert_eq!(self.run(&format!("delete from events where {}", at(event))).await, 1);
        if close_up {
            let sequence = format!(
                "update events set sequence = sequence - 1 where partition = {} and aggregate_type = '{}'
                    and aggregate_id = '{}' and sequence = ",
                event.partition, event.aggregate_type, event.aggregate_id
            );
            // One after the other: a version of a stream exists once.
            for version in event.sequence + 1.. {
                if self.run(&format!("{sequence}{version}")).await == 0 {
                    break;
                }
            }
            self.close_up(event.partition).await;
        }
    }

    /// Gives the events of a log positions without gaps again, and its head.
    async fn close_up(&mut self, partition: i32) {
        self.run(&format!(
            "update events set position = position + 1000000 where partition = {partition}"
        ))
        .await;
        self.run(&format!(
            "update events set position = new.position
               from (select position as old, row_number() over (order by position) as position
                       from events where partition = {partition}) new
              where partition = {partition} and events.position = new.old"
        ))
        .await;
        self.run(&format!(
            "update heads set position = (select count(*) from events where partition = {partition})
              where partition = {partition}"
        ))
        .await;
    }

    async fn swap(&mut self, event: &Recorded) {
        let log = self.logs[event.partition as usize].len() as i64;
        let other = event.position % log + 1;
        let p = event.partition;
        for (from, to) in [(event.position, 9_000_000), (other, event.position), (9_000_000, other)] {
            let moved = format!("update events set position = {to} where partition = {p} and position = {from}");
            assert_eq!(self.run(&moved).await, 1);
        }
    }

    /// A new event of another stream in the middle of the log.
    async fn insert(&mut self, event: &Recorded) {
        let (p, position) = (event.partition, event.position);
        // Further than `close_up` moves them: a row must not meet one that is still to be moved.
        self.run(&format!(
            "update events set position = position + 3000000 where partition = {p} and position >= {position}"
        ))
        .await;
        let key = Uuid::new_v4();
        self.run(&format!(
            "insert into events select partition, {position}, aggregate_type, '{key}', 1, '{key}', event_type,
                    event_version, payload, metadata, recorded_at_ms, sha256('{key}'), mac
               from events where partition = {p} and position = {position} + 3000000"
        ))
        .await;
        self.close_up(p).await;
    }

    async fn lose_end(&mut self, event: &Recorded) {
        let lost = format!(
            "delete from events where partition = {} and position >= {}",
            event.partition, event.position
        );
        assert!(self.run(&lost).await > 0);
        self.close_up(event.partition).await;
    }

    async fn drop_stream(&mut self, event: &Recorded) {
        let dropped = format!(
            "delete from events where partition = {} and aggregate_type = '{}' and aggregate_id = '{}'",
            event.partition, event.aggregate_type, event.aggregate_id
        );
        assert!(self.run(&dropped).await > 0);
        self.close_up(event.partition).await;
    }

    /// Into the log beside it, or into one that no checkpoint knows.
    async fn move_away(&mut self, event: &Recorded) {
        let other = (event.partition + 1) % self.logs.len().max(2) as i32;
        let moved = format!(
            "update events set partition = {other}, position = position + 2000000 where {}",
            at(event)
        );
        assert_eq!(self.run(&moved).await, 1);
        self.close_up(event.partition).await;
    }

    /// Computes every leaf of a log again, as the writer would have.
    async fn chain_again(&mut self, partition: i32) {
        let rows = sqlx::query(
            "select position, aggregate_type, aggregate_id, sequence, event_id, event_type, event_version,
                    payload::text, metadata::text, recorded_at_ms
               from events where partition = $1 order by aggregate_type, aggregate_id, sequence",
        )
        .bind(partition)
        .fetch_all(&mut *self.connection)
        .await
        .expect("events");
        let (mut stream, mut previous) = ((String::new(), String::new()), ROOT);
        let (mut positions, mut leaves) = (Vec::<i64>::new(), Vec::new());
        for row in &rows {
            let of: (String, String) = (row.get(1), row.get(2));
            if of != stream {
                (stream, previous) = (of, ROOT);
            }
            previous = LeafFields {
                aggregate_type: &stream.0,
                aggregate_id: &stream.1,
                sequence: row.get(3),
                event_id: row.get(4),
                event_type: row.get(5),
                event_version: row.get(6),
                payload: row.get(7),
                metadata: row.get(8),
                recorded_at_ms: row.get(9),
            }
            .hash()
            .after(&previous);
            positions.push(row.get(0));
            leaves.push(previous.to_vec());
        }
        sqlx::query(
            "update events set leaf = new.leaf from unnest($2::bigint[], $3::bytea[]) as new(position, leaf)
              where partition = $1 and events.position = new.position",
        )
        .bind(partition)
        .bind(positions)
        .bind(leaves)
        .execute(&mut *self.connection)
        .await
        .expect("leaves");
    }

    /// Makes the notary's tree anew over what is there now, as far as the notary itself would go.
    async fn tree_again(&mut self, partition: i32) {
        for table in ["log_tiles", "log_trees"] {
            self.run(&format!("delete from {table} where partition = {partition}"))
                .await;
        }
        self.run("savepoint tree").await;
        let mut follower = follow::Follower::default();
        if follower
            .step(&self.log, self.connection, partition, 10_000)
            .await
            .is_err()
        {
            self.run("rollback to tree").await;
        }
    }
}

fn at(event: &Recorded) -> String {
    format!("partition = {} and position = {}", event.partition, event.position)
}

fn quoted(text: &str) -> String {
    format!("'{}'::json", text.replace('\'', "''"))
}
