//! Each thing that the audit looks at, falsified by hand: what players recorded, and single rows.

use super::scenario::{NOTHING, assert_found, superuser};
use crate::rig::installation::Installation;
use crate::rig::server::Server;
use crate::rig::server_list::ServerList;
use crate::rig::simulated_player::{Ack, SimulatedPlayer};
use crate::rig::{audit, books, checker};
use sqlx::{Executor, PgConnection};
use uuid::Uuid;

/// Changes the journal around one accepted cast.
type Forgery = fn(&mut Vec<Ack>, usize);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn forged_journals_and_changed_rows_are_noticed() {
    let installation = Installation::with_players(2).await;
    let server = Server::start(&installation).await;
    let server_list = ServerList::of(&[&server.url]);
    let mut acks = Vec::new();
    for tg_id in 1..=2 {
        acks.extend(
            SimulatedPlayer::login(server_list.clone(), tg_id, 7)
                .await
                .dives(3)
                .await
                .acks,
        );
    }
    assert_eq!(
        audit::problems(&installation, &server_list, &acks).await,
        NOTHING,
        "an honest journal"
    );
    server.kill().await;

    let is_cast = |ack: &Ack| ack.command.call == "fishing/cast" && ack.error == 0;
    let cast = acks.iter().position(is_cast).expect("a cast");
    let forgeries: [(&str, Forgery); 5] = [
        // An answer nobody remembers: what a server says that answers before it commits.
        ("is remembered 0 times", |acks, cast| {
            acks[cast].command.req_id = Uuid::nil()
        }),
        ("remembered is", |acks, cast| acks[cast].data.push(' ')),
        ("remembered is", |acks, cast| acks[cast].error = 3004),
        // A cast that the player does not know of: what a retry leaves that rolls again.
        ("CastResolved was recorded", |acks, cast| _ = acks.remove(cast)),
        ("have", |acks, cast| acks.push(acks[cast].clone())),
    ];
    let database = &mut superuser(&installation).await;
    for (sentence, forge) in forgeries {
        let mut forged = acks.clone();
        forge(&mut forged, cast);
        assert_found(&checker::problems(database, &forged).await, sentence);
    }
    assert_rows_are_checked(database, &acks, acks[cast].command.req_id).await;
    assert_eq!(
        checker::problems(database, &acks).await,
        NOTHING,
        "everything was taken back"
    );
    let lost = database.execute("delete from postings where leg = 0").await;
    assert!(lost.expect("lost for good").rows_affected() > 0);
    assert_found(&audit::verification(&installation).await, "ledger verify");
}

/// Changes rows, each time in a way that is taken back.
async fn assert_rows_are_checked(database: &mut PgConnection, acks: &[Ack], cast: Uuid) {
    let of_cast = format!("metadata->>'request_id' = '{cast}'");
    let another = |kind: &str, payload: &str| {
        format!(
            "insert into events select partition, position + 1000000, aggregate_type, aggregate_id, sequence + 1000000,
                    event_id, {kind}, event_version, {payload}, metadata, recorded_at_ms, leaf, mac
               from events where {of_cast}"
        )
    };
    let changes = [
        (another("event_type", "payload"), "recorded 2 times"),
        (another("event_type", "payload"), "a step of a dive is played once"),
        (another("event_type", "payload"), "an event has an id of its own"),
        (another("event_type", "payload"), "versions of a stream are 1, 2, 3"),
        (
            another("'InviteQualified'", "'{\"InviteQualified\":{}}'"),
            "a policy answers its event once",
        ),
        (
            another("'DiveStarted'", "'{\"DiveStarted\":{}}'"),
            "a dive has a row with its end",
        ),
        (
            format!("update events set aggregate_id = '' where {of_cast}"),
            "not one run of one player",
        ),
        (format!("delete from events where {of_cast}"), "recorded 0 times"),
        (
            format!("delete from events where {of_cast}"),
            "positions are 1 to the head",
        ),
        (
            format!("delete from events where {of_cast}"),
            "a posting belongs to an event",
        ),
        (
            format!("delete from requests where request_id = '{cast}'"),
            "is remembered 0 times",
        ),
        (
            format!("delete from requests where request_id = '{cast}'"),
            "an event of a request has a remembered answer",
        ),
        (
            format!("update requests set position = 1 where request_id = '{cast}'"),
            "an answer points at an event of its own request",
        ),
        (
            "insert into postings select partition, owner, account, position, leg + 100::smallint, asset, amount, after
               from postings where account = 'coin_paid' and amount < 0 limit 1"
                .to_owned(),
            "by the books",
        ),
        (
            "update postings set amount = amount - 1 where account = 'h:coin_sink'".to_owned(),
            "postings of an event balance",
        ),
        (
            "update postings set after = after + 1 where account = 'coin_paid'".to_owned(),
            "a posting has the balance after it",
        ),
        (
            "update balances set balance = balance + 1".to_owned(),
            "a balance is the sum of its postings",
        ),
        (
            "insert into natural_keys select 9, key, aggregate_id, position from natural_keys".to_owned(),
            "a natural key is claimed once",
        ),
        (
            "update cursors set position = position + 1".to_owned(),
            "a follower has not read what is not there",
        ),
        (
            "update dives set closed = null".to_owned(),
            "a dive has a row with its end",
        ),
        (
            "delete from players".to_owned(),
            "a player has a row with the invite's state",
        ),
    ];
    for (change, sentence) in changes {
        database.execute("begin").await.expect("begun");
        let changed = database.execute(change.as_str()).await.expect(&change);
        assert!(changed.rows_affected() > 0, "{change}");
        let mut problems = checker::problems(database, acks).await;
        problems.extend(books::problems(database).await);
        assert_found(&problems, sentence);
        database.execute("rollback").await.expect("taken back");
    }
}
