//! The audit after a run: everything that is checked, in one list of sentences. An empty list means
//! that nothing acknowledged was lost, nothing happened twice, every repetition was answered with
//! the same bytes, the books fit, and the views and policies have followed.

use super::installation::Installation;
use super::server_list::ServerList;
use super::simulated_player::{Ack, Journal, SimulatedPlayer};
use super::{books, checker};
use serde_json::Value;
use sqlx::{PgConnection, Row};
use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::task::{JoinError, JoinSet};
use uuid::Uuid;

/// How long a view may make no progress while it lags.
const STILL_MAX: Duration = Duration::from_secs(10);

/// The acknowledgements of all players, and the wrong answers they got.
pub async fn journals(mut games: JoinSet<Journal>) -> (Vec<Ack>, Vec<String>) {
    let (mut acks, mut problems) = (Vec::new(), Vec::new());
    while let Some(journal) = games.join_next().await {
        match journal {
            Ok(journal) => {
                acks.extend(journal.acks);
                problems.extend(journal.broken.map(|why| format!("a player got a wrong answer: {why}")));
            }
            Err(broken) => problems.push(format!("a player's task panicked: {}", panic_text(broken))),
        }
    }
    (acks, problems)
}

/// Everything that does not fit. The listed servers run, and nobody plays any more.
pub async fn problems(installation: &Installation, server_list: &Arc<ServerList>, acks: &[Ack]) -> Vec<String> {
    // Before the repetitions, which would bring back what was lost, and after them.
    let mut problems = stragglers(&mut installation.connect().await).await;
    problems.extend(checker::problems(&mut installation.connect().await, acks).await);
    problems.extend(answered_otherwise(server_list, acks).await);
    problems.extend(checker::problems(&mut installation.connect().await, acks).await);
    problems.extend(of_database(installation).await);
    problems
}

/// What does not fit within the database, whatever was answered. A server runs, for the views.
pub async fn of_database(installation: &Installation) -> Vec<String> {
    let database = &mut installation.connect().await;
    let mut problems = stragglers(database).await;
    problems.extend(books::problems(database).await);
    problems.extend(verification(installation).await);
    problems
}

/// Sends every answered command once more.
async fn answered_otherwise(server_list: &Arc<ServerList>, acks: &[Ack]) -> Vec<String> {
    let mut asking = JoinSet::new();
    let players: HashSet<Uuid> = acks.iter().map(|ack| ack.command.player).collect();
    for tg_id in (1..).take(super::installation::PLAYERS_MAX) {
        let player = domain::ids::PlayerId::of_messenger(tg_id).0;
        if !players.contains(&player) {
            continue;
        }
        let own = acks.iter().filter(|ack| ack.command.player == player).cloned();
        let own: Vec<Ack> = own.collect();
        let server_list = server_list.clone();
        asking.spawn(async move { ask_again(SimulatedPlayer::login(server_list, tg_id, 0).await, own).await });
    }
    let mut problems = Vec::new();
    while let Some(asked) = asking.join_next().await {
        match asked {
            Ok(different) => problems.extend(different),
            Err(broken) => problems.push(format!("a repetition was not answered: {}", panic_text(broken))),
        }
    }
    problems
}

async fn ask_again(player: SimulatedPlayer, acks: Vec<Ack>) -> Vec<String> {
    let mut different = Vec::new();
    for ack in acks {
        let again = player.settle(ack.command.clone()).await.expect("a server answers");
        if (again.error, &again.data) != (ack.error, &ack.data) {
            let (call, id) = (ack.command.call, ack.command.req_id);
            different.push(format!(
                "{call} {id} was answered {} {}, and on repetition {} {}",
                ack.error, ack.data, again.error, again.data
            ));
        }
    }
    different
}

/// Views and policies that do not reach the head of the log.
async fn stragglers(database: &mut PgConnection) -> Vec<String> {
    let views = projections::FOLLOWING.iter().map(|view| view.name());
    let views: Vec<&str> = views.chain(["policies", "messages"]).collect();
    let (mut left, mut moved) = (behind(database, &views).await, Instant::now());
    // Every question is a round trip, so this is no idle spinning.
    while !left.is_empty() && moved.elapsed() < STILL_MAX {
        let seen = behind(database, &views).await;
        if seen != left {
            (left, moved) = (seen, Instant::now());
        }
    }
    left
}

async fn behind(database: &mut PgConnection, views: &[&str]) -> Vec<String> {
    let statement =
        "select format('%s stands at %s of partition %s, the head is %s', view, c.position, h.partition, h.position)
                       from unnest($1::text[]) as asked(view)
                      cross join heads h
                       left join cursors c using (view, partition)
                      where c.position is distinct from h.position and h.position > 0
                      order by view, h.partition";
    let rows = sqlx::query(statement)
        .bind(views)
        .fetch_all(database)
        .await
        .expect("cursors");
    rows.iter().map(|row| row.try_get(0).expect("a text")).collect()
}

/// What `ledger verify` finds.
pub async fn verification(installation: &Installation) -> Vec<String> {
    let output = installation.run(&["verify", "--json"]).await;
    let report: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
    if output.status.code() == Some(0) && report["ok"] == true {
        return Vec::new();
    }
    let complained = String::from_utf8_lossy(&output.stderr).into_owned();
    vec![format!("ledger verify: {report} {complained}")]
}

fn panic_text(broken: JoinError) -> String {
    let panic = broken.into_panic();
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string))
        .unwrap_or_else(|| "a panic without words".to_owned())
}
