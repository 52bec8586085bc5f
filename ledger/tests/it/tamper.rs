//! Tampering by somebody with every right on the database: verification names the place.

use crate::players::{dive, give_coins, neighbour, open_the_house, partition, register, request, verified};
use domain::ids::{PlayerId, Scode};
use domain::player::registration::Register;
use ledger::testing::forgery::forger;
use ledger::testing::{ledger, on_one_and_four_partitions};
use ledger::{EventLog, Ledger, Plain, StreamId};
use sqlx::{Executor, PgPool, Row};
use uuid::Uuid;

on_one_and_four_partitions![
    any_changed_byte_of_any_event_is_found_at_its_position,
    deleting_the_last_event_is_found,
    deleting_the_last_event_with_all_its_traces_but_the_head_is_found,
    an_edited_balance_a_deleted_balance_and_an_invented_one_are_found,
    an_edited_deleted_or_invented_posting_is_found_at_its_position,
    a_natural_key_that_is_deleted_added_or_changed_is_found_at_its_position,
    a_natural_key_that_no_event_claims_is_a_fault_and_refuses_nobody,
    a_row_of_a_log_that_does_not_exist_is_found_and_not_counted,
    an_amount_that_no_rule_writes_is_found_at_its_position,
    what_no_column_could_hold_is_found_and_stops_no_check,
];

/// An open house and a player who has dived: 16 events or more.
async fn a_busy_database(partitions: u16) -> (Ledger, PlayerId) {
    let ledger = ledger(partitions).await;
    open_the_house(&ledger).await;
    let player = register(&ledger, 1).await;
    give_coins(&ledger, player, 1_000).await;
    dive(&ledger, player, 12).await;
    assert!(
        verified(&ledger).await.is_clean(),
        "the harness starts from a clean database"
    );
    (ledger, player)
}

/// Where an event is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct EventPosition {
    partition: i32,
    position: i64,
}

impl EventPosition {
    async fn of(ledger: &Ledger, player: PlayerId, version: i64) -> EventPosition {
        let row = sqlx::query("select position from events where aggregate_id = $1 and sequence = $2")
            .bind(player.to_string())
            .bind(version)
            .fetch_one(ledger.pool())
            .await
            .expect("a position");
        EventPosition {
            partition: partition(ledger, player).into(),
            position: row.get(0),
        }
    }

    async fn of_the_last(ledger: &Ledger, player: PlayerId, event_type: &str) -> EventPosition {
        let row = sqlx::query("select max(sequence) from events where aggregate_id = $1 and event_type = $2")
            .bind(player.to_string())
            .bind(event_type)
            .fetch_one(ledger.pool())
            .await
            .expect("a version");
        EventPosition::of(ledger, player, row.get(0)).await
    }

    async fn last_of(ledger: &Ledger, player: PlayerId) -> EventPosition {
        let partition = i32::from(partition(ledger, player));
        let row = sqlx::query("select position from heads where partition = $1")
            .bind(partition)
            .fetch_one(ledger.pool())
            .await
            .expect("a head");
        EventPosition {
            partition,
            position: row.get(0),
        }
    }

    /// A statement about this place.
    fn within(self, statement: &str) -> String {
        statement
            .replace("$place", &self.sql())
            .replace("$partition", &self.partition.to_string())
            .replace("$position", &self.position.to_string())
    }

    /// As a condition on rows of any table.
    fn sql(self) -> String {
        format!("partition = {} and position = {}", self.partition, self.position)
    }
}

/// The first bad place that verification names, if its finding lies in the log.
async fn found(ledger: &Ledger) -> Option<EventPosition> {
    let report = verified(ledger).await;
    let finding = report.first()?;
    Some(EventPosition {
        partition: finding.partition,
        position: finding.position?,
    })
}

/// Runs `statement` as the owner with the triggers off.
pub async fn tamper(ledger: &Ledger, statement: &str) {
    let tampered = forger(ledger)
        .await
        .execute(statement)
        .await
        .expect(statement)
        .rows_affected();
    assert!(tampered > 0, "{statement} must change something");
}

async fn any_changed_byte_of_any_event_is_found_at_its_position(partitions: u16) {
    let (ledger, player) = a_busy_database(partitions).await;
    let columns = [
        (
            "payload",
            "overlay(payload::text placing chr(ascii(substr(payload::text, $b, 1)) # 1) from $b for 1)::json",
            "length(payload::text)",
        ),
        (
            "metadata",
            "overlay(metadata::text placing chr(ascii(substr(metadata::text, $b, 1)) # 1) from $b for 1)::json",
            "length(metadata::text)",
        ),
        (
            "leaf",
            "set_byte(leaf, $b - 1, get_byte(leaf, $b - 1) # 1)",
            "length(leaf)",
        ),
        (
            "event_type",
            "overlay(event_type placing chr(ascii(substr(event_type, $b, 1)) # 1) from $b for 1)",
            "length(event_type)",
        ),
        ("event_id", "gen_random_uuid()", "1"),
        ("recorded_at_ms", "recorded_at_ms + 1", "1"),
        ("event_version", "'2'", "1"),
        ("sequence", "sequence + 1000", "1"),
        ("aggregate_id", "'other'", "1"),
        ("aggregate_type", "'other'", "1"),
    ];
    // The first event of the house, and three of the player.
    let mut places = vec![EventPosition {
        partition: 0,
        position: 1,
    }];
    for version in [1, 7, 15] {
        places.push(EventPosition::of(&ledger, player, version).await);
    }
    let mut tried = 0;
    for place in places {
        for (column, expression, length) in columns {
            let query = format!("select {length} from events where {}", place.sql());
            let length: i32 = sqlx::query(&query)
                .fetch_one(ledger.pool())
                .await
                .expect("a length")
                .get(0);
            for byte in (1..=length).step_by(7) {
                let changed = expression.replace("$b", &byte.to_string());
                tried += usize::from(tamper_and_restore(&ledger, column, &changed, place).await);
            }
        }
    }
    assert!(tried > 100, "only {tried} changes were possible");
}

/// False when the changed bytes are no JSON: PostgreSQL itself refuses them.
async fn tamper_and_restore(ledger: &Ledger, column: &str, changed: &str, place: EventPosition) -> bool {
    let mut owner = forger(ledger).await;
    owner
        .execute("create table if not exists kept as select * from events")
        .await
        .expect("a copy");
    let rows = place.sql();
    let statement = format!("update events set {column} = {changed} where {rows}");
    if owner.execute(statement.as_str()).await.is_err() {
        return false;
    }
    assert_eq!(found(ledger).await, Some(place), "{column} = {changed}");
    for restore in ["delete from events", "insert into events select * from kept"] {
        let statement = format!("{restore} where {rows}");
        owner.execute(statement.as_str()).await.expect(restore);
    }
    true
}

async fn deleting_the_last_event_is_found(partitions: u16) {
    let (ledger, player) = a_busy_database(partitions).await;
    let last = EventPosition::last_of(&ledger, player).await;
    tamper(&ledger, &format!("delete from events where {}", last.sql())).await;
    assert_eq!(found(&ledger).await, Some(last));
}

async fn deleting_the_last_event_with_all_its_traces_but_the_head_is_found(partitions: u16) {
    let (ledger, player) = a_busy_database(partitions).await;
    let last = EventPosition::last_of(&ledger, player).await.sql();
    let statement = format!(
        "with deleted as (delete from events where {last})
         delete from postings where {last}"
    );
    tamper(&ledger, &statement).await;
    assert!(!verified(&ledger).await.is_clean());
}

async fn an_edited_balance_a_deleted_balance_and_an_invented_one_are_found(partitions: u16) {
    for statement in [
        "update balances set balance = balance + 1 where account = 'coin_paid'",
        "delete from balances where account = 'coin_paid'",
        "insert into balances values (0, gen_random_uuid(), 'usdt', 'usdt', 1, 1)",
        "update balances set position = position - 1 where account = 'h:coin_sink'",
    ] {
        let (ledger, _) = a_busy_database(partitions).await;
        tamper(&ledger, statement).await;
        assert!(!verified(&ledger).await.is_clean(), "{statement}");
    }
}

async fn an_edited_deleted_or_invented_posting_is_found_at_its_position(partitions: u16) {
    for statement in [
        "update postings set amount = amount + 1 where $place and leg = 0",
        "update postings set after = after + 1 where $place and leg = 0",
        "delete from postings where $place and leg = 1",
        "insert into postings values ($partition, gen_random_uuid(), 'usdt', $position, 9, 'usdt', 1, 1)",
    ] {
        let (ledger, player) = a_busy_database(partitions).await;
        let place = EventPosition::of(&ledger, player, 5).await;
        tamper(&ledger, &place.within(statement)).await;
        assert_eq!(found(&ledger).await, Some(place), "{statement}");
    }
}

async fn a_natural_key_that_is_deleted_added_or_changed_is_found_at_its_position(partitions: u16) {
    for statement in [
        "delete from natural_keys where $place",
        "insert into natural_keys values ($partition, 'invite:' || gen_random_uuid(), 'somebody', $position)",
        "update natural_keys set position = position + 1 where $place",
        "update natural_keys set aggregate_id = gen_random_uuid()::text where $place",
        "update natural_keys set key = key || 'x' where $place",
        "with gone as (delete from natural_keys where $place returning *)
         insert into natural_keys select partition, 'another', aggregate_id, position from gone",
        "alter table natural_keys drop constraint a_natural_key_is_claimed_once;
         insert into natural_keys select * from natural_keys where $place",
    ] {
        let (ledger, player) = a_busy_database(partitions).await;
        let position =
            sqlx::query_scalar("select position from natural_keys where aggregate_id = $1 and key like 'scode:%'");
        let place = EventPosition {
            partition: partition(&ledger, player).into(),
            position: position
                .bind(player.to_string())
                .fetch_one(ledger.pool())
                .await
                .expect("a code"),
        };
        tamper(&ledger, &place.within(statement)).await;
        assert_eq!(found(&ledger).await, Some(place), "{statement}");
        let keyless = EventLog::without_key(PgPool::clone(ledger.pool()));
        let report = ledger::verify::run(&keyless, &mut |_, _| {}).await.expect("a report");
        assert_eq!(
            report.first().map(|finding| finding.check),
            Some("natural keys"),
            "{statement}"
        );
    }
}

/// A key that somebody put there blocks nobody as if it had been received, and says nothing about whose it is.
async fn a_natural_key_that_no_event_claims_is_a_fault_and_refuses_nobody(partitions: u16) {
    for position in ["$position", "0", "-1"] {
        let (ledger, player) = a_busy_database(partitions).await;
        a_planted_key_is_a_fault(&ledger, player, position).await;
    }
}

async fn a_planted_key_is_a_fault(ledger: &Ledger, player: PlayerId, position: &str) {
    let scode = Scode::mint(player, ledger.partition_of(player.0), 77);
    let place = EventPosition::of(ledger, player, 5).await;
    let plant = format!(
        "alter table natural_keys drop constraint a_natural_key_lies_in_a_log;
         insert into natural_keys values ($partition, 'scode:{scode}', '{player}', {position})"
    );
    tamper(ledger, &place.within(&plant)).await;
    let report = verified(ledger).await;
    let first = report.first().map(|finding| finding.what.clone());
    assert_eq!(
        first,
        Some(format!("no event claims the natural key scode:{scode}")),
        "{position}"
    );
    let newcomer = PlayerId::of_messenger(neighbour(ledger, player));
    let joins = async || {
        let seal = async || ledger.seal_seed(newcomer).await.expect("seed");
        let register = Register {
            player: newcomer,
            tg_id: neighbour(ledger, player),
            scode: scode.clone(),
            lang: "en".into(),
            inviter: None,
            commits: [seal().await, seal().await],
        };
        let id = StreamId::player(newcomer);
        ledger
            .players()
            .execute(&id, register.into(), request(Uuid::new_v4()), Plain)
            .await
    };
    let fault = joins().await.expect_err("it is refused as taken").to_string();
    assert!(fault.contains("no event claims the natural key scode:"), "{fault}");
    let whose = ledger.find_scode(&scode).await.expect_err("it is believed").to_string();
    assert!(whose.contains("no event claims the natural key scode:"), "{whose}");
    tamper(ledger, &format!("delete from natural_keys where key = 'scode:{scode}'")).await;
    assert!(joins().await.expect("a reply").is_accepted());
    assert_eq!(ledger.find_scode(&scode).await.expect("read"), Some(newcomer));
}

/// Rows of a log that nobody made: no fold comes upon them, and a sum over all logs must not count them.
async fn a_row_of_a_log_that_does_not_exist_is_found_and_not_counted(partitions: u16) {
    let (ledger, _) = a_busy_database(partitions).await;
    let held = async || {
        ledger::balance::total(ledger.pool(), "h:usdt_custody")
            .await
            .expect("a total")
    };
    let before = held().await;
    for (table, rest) in [
        ("postings", "values (99, gen_random_uuid(), 'usdt', 1, 0, 'usdt', 1, 1)"),
        (
            "balances",
            "values (-1, '00000000-0000-0000-0000-000000000000', 'h:usdt_custody', 'usdt', 5, 1)",
        ),
        ("natural_keys", "values (99, 'scode:a', 'somebody', 1)"),
        ("heads", "(partition) values (99)"),
    ] {
        tamper(&ledger, &format!("insert into {table} {rest}")).await;
        let first = verified(&ledger).await.first().map(|finding| finding.check);
        assert_eq!((first, held().await), (Some("logs"), before), "{table}");
        tamper(&ledger, &format!("delete from {table} where partition in (-1, 99)")).await;
    }
    assert!(verified(&ledger).await.is_clean());
}

async fn an_amount_that_no_rule_writes_is_found_at_its_position(partitions: u16) {
    let (ledger, player) = a_busy_database(partitions).await;
    for (event_type, amount) in [
        ("CastResolved", r#""stake":"-5""#),
        ("AdjustmentPosted", r#""delta":"-9223372036854775808""#),
        ("AdjustmentPosted", r#""delta":"9223372036854775807""#),
    ] {
        let place = EventPosition::of_the_last(&ledger, player, event_type).await;
        let (name, _) = amount.split_once(':').expect("a name");
        let changed = format!(r#"regexp_replace(payload::text, '{name}:"[0-9]+"', '{amount}')::json"#);
        assert!(tamper_and_restore(&ledger, "payload", &changed, place).await);
    }
}

/// A request id that is no id, and a balance to which nothing can be added: a check that stopped there would hide the
/// rest.
async fn what_no_column_could_hold_is_found_and_stops_no_check(partitions: u16) {
    let (ledger, player) = a_busy_database(partitions).await;
    let place = EventPosition::of_the_last(&ledger, player, "CastResolved").await;
    let no_id = r#"(jsonb_set(metadata::jsonb, '{request_id}', '"nobody"'))::json"#;
    assert!(tamper_and_restore(&ledger, "metadata", no_id, place).await);
    let first = format!(
        "update postings set after = 9223372036854775807 where (partition, position, leg) in
            (select partition, position, leg from postings p where partition = {} and amount > 0
                and exists (select from postings later where later.partition = p.partition and later.owner = p.owner
                               and later.account = p.account and later.position > p.position and later.amount > 0)
              order by position limit 1)",
        place.partition,
    );
    tamper(&ledger, &first).await;
    assert!(found(&ledger).await.is_some());
}
