//! An upgrade by the manual while people play: no call is answered as a failure, and nothing is lost.
//!
//! The version before is this one without its newest migration: what that made is taken away while two processes serve,
//! which then know more of the schema than there is, and a third one is refused until the schema is up to date.

use super::{WAIT_MAX, dump, ledger_on, says, url};
use crate::failover::{nothing_is_lost, progress, replicated};
use crate::rig::manual::Manual;
use crate::rig::server::Server;
use crate::rig::server_list::ServerList;
use crate::rig::simulated_player::{Habit, everybody};
use ledger::testing;
use sqlx::{Connection, Executor};

/// Players at once.
const PLAYERS: i64 = 10;
/// What migration 0254 made, and that it was applied. Nothing uses it unless LEDGER_NOTIFY_URL is set.
const BEFORE_THE_NEWEST: &str = "drop table notifications; delete from _sqlx_migrations where version = 254";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn processes_are_replaced_one_after_the_other_while_people_play() {
    let Some(manual) = Manual::open() else { return };
    let (installation, first, standby) = replicated(&manual).await;
    let mut serving = vec![Server::start(&installation).await, Server::start(&installation).await];
    let urls: Vec<&str> = serving.iter().map(|server| server.url.as_str()).collect();
    let server_list = ServerList::of(&urls);
    let games = everybody(&server_list, PLAYERS, 11, Habit::Twice).await;
    progress(&server_list).await;
    let mut owner = installation.connect().await;
    owner.execute(BEFORE_THE_NEWEST).await.expect("the version before");
    owner.close().await.expect("closed");

    let admin = url(&first.options());
    let primary = [("ADMIN_URL", &*admin)];
    let follows = manual.done("standby-follows", &installation, &primary).await;
    assert!(follows.starts_with("standby|"), "{follows}");
    let lonely = url(&standby.options());
    let alone = [("ADMIN_URL", &*lonely)];
    let nobody = manual.run("standby-follows", &installation, &alone).await;
    assert!(!nobody.status.success(), "nobody follows the standby");
    dump(&manual, &installation, "before").await;
    let early = ledger_on(
        &installation,
        &url(&testing::service(&installation.database)),
        &["serve"],
    )
    .await;
    says(&early, 2, "the schema of this database is not up to date");
    let upgraded = manual.done("upgrade", &installation, &[]).await;
    assert!(upgraded.contains("The schema is up to date"), "{upgraded}");

    for _ in 0..serving.len() {
        let mut before = serving.remove(0);
        server_list.remove(&before.url);
        before.send("-TERM").await;
        let ended = tokio::time::timeout(WAIT_MAX, before.ended()).await;
        assert!(ended.expect("it ends by itself").success());
        let next = Server::start(&installation).await;
        let http = next.url.trim_start_matches("http://").to_owned();
        let health = manual.done("upgraded", &installation, &[("LEDGER_HTTP", &http)]).await;
        assert!(health.contains("\"ready\":true"), "{health}");
        server_list.add(&next.url);
        serving.push(next);
        progress(&server_list).await;
    }
    let checked = manual.done("upgrade-checked", &installation, &[]).await;
    assert!(checked.contains("macs"), "{checked}");
    nothing_is_lost(&installation, &server_list, games).await;
}
