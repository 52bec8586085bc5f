//! Base backup and archived WAL, recovered to a moment.

use super::{WAIT_MAX, check, grow, ledger_on, outside, path, says, sign, url};
use crate::rig::installation::{Installation, folder};
use crate::rig::manual::Manual;
use crate::rig::postgres::{Postgres, hand_over};
use crate::rig::server::Server;
use std::fs;
use std::io::Write;
use std::path::Path;

/// The settings of the block `archive`, with a folder of this test.
fn archive_settings(manual: &Manual, archive: &str) -> Vec<(String, String)> {
    let lines = manual.block("archive").lines();
    let setting = |line: &str| {
        let (name, value) = line.split_once(" = ").expect("a setting");
        let value = value.trim_matches('\'').replace("$WAL_ARCHIVE", archive);
        (name.to_owned(), value)
    };
    lines.map(setting).collect()
}

/// The moment on the database's server.
async fn now(installation: &Installation) -> String {
    let mut owner = installation.connect().await;
    let moment = sqlx::query_scalar("select clock_timestamp()::text").fetch_one(&mut owner);
    moment.await.expect("a moment")
}

/// Waits until the segment that is written now lies in the archive.
async fn archived(manual: &Manual, installation: &Installation) {
    let mut owner = installation.connect().await;
    let segment: String = sqlx::query_scalar("select pg_walfile_name(pg_current_wal_lsn())")
        .fetch_one(&mut owner)
        .await
        .expect("a segment");
    let source = url(&installation.database);
    manual
        .done("archive-last", installation, &[("ADMIN_URL", &source)])
        .await;
    let waiting = async {
        loop {
            let there: bool =
                sqlx::query_scalar("select coalesce(last_archived_wal >= $1, false) from pg_stat_archiver")
                    .bind(&segment)
                    .fetch_one(&mut owner)
                    .await
                    .expect("an answer");
            if there {
                return;
            }
        }
    };
    tokio::time::timeout(WAIT_MAX, waiting)
        .await
        .expect("an archived segment");
}

/// A server on a copy of the base backup that recovers from an archive to a moment.
async fn recovered(manual: &Manual, installation: &Installation, base: &Path, archive: &str, moment: &str) -> Postgres {
    let home = folder();
    let cluster = home.join("data");
    let copied = tokio::process::Command::new("cp")
        .arg("-a")
        .args([base, &cluster])
        .status()
        .await;
    assert!(copied.expect("cp runs").success());
    let variables = [
        ("PGDATA", path(&cluster)),
        ("WAL_ARCHIVE", archive),
        ("RECOVERY_TIME", moment),
    ];
    manual.done("recover", installation, &variables).await;
    hand_over(&cluster, base);
    // Returns when the server takes commands, so after its recovery.
    Postgres::start(home, &[]).await
}

/// Whoever goes on with a recovered server has it archive again, into a folder of its own.
async fn archives_again(manual: &Manual, server: &Postgres, archive: &Path) {
    fs::create_dir(archive).expect("a folder");
    hand_over(archive, &server.cluster());
    let settings = manual.block("archive").replace("$WAL_ARCHIVE", path(archive));
    let file = server.cluster().join("postgresql.conf");
    let mut file = fs::OpenOptions::new().append(true).open(file).expect("its settings");
    write!(file, "\n{settings}").expect("written");
    let installation = Installation::at(server.options(), folder());
    let admin = url(&installation.database);
    manual.done("recovered", &installation, &[("ADMIN_URL", &admin)]).await;
    server.kill().await;
    server.revive().await;
    let mut owner = installation.connect().await;
    let left: Vec<(String, String)> = sqlx::query_as(
        "select name, setting from pg_settings
          where name in ('archive_mode', 'restore_command', 'recovery_target_time') order by name",
    )
    .fetch_all(&mut owner)
    .await
    .expect("settings");
    let left: Vec<&str> = left.iter().map(|(_, setting)| setting.as_str()).collect();
    assert_eq!(
        left,
        ["on", "", ""],
        "archive_mode, recovery_target_time, restore_command"
    );
    archived(manual, &installation).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_base_backup_and_the_archive_recover_to_a_moment() {
    let Some(manual) = Manual::open() else { return };
    let home = folder();
    let (archive, base) = (home.join("archive"), home.join("base"));
    fs::create_dir(&archive).expect("a folder");
    let settings = archive_settings(&manual, path(&archive));
    let settings: Vec<(&str, &str)> = settings
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect();
    let first_home = folder();
    let first = Postgres::start(first_home.clone(), &settings).await;
    hand_over(&archive, &first_home.join("data"));
    let installation = Installation::with_players_on(&first, 1, 2).await;
    sign(&installation).await;
    let (_, vkey) = outside(&installation);
    manual.done("vkey", &installation, &[("VKEY_FILE", &vkey)]).await;
    let source = url(&installation.database);
    let variables = [("ADMIN_URL", source.as_str()), ("BASE", path(&base))];
    manual.done("base-backup", &installation, &variables).await;
    hand_over(&base, &first_home.join("data"));

    let early = now(&installation).await;
    grow(&installation.database, 1_001).await;
    sign(&installation).await;
    let moment = now(&installation).await;
    grow(&installation.database, 1_002).await;
    archived(&manual, &installation).await;
    drop(first);

    // Not far enough: what was signed after that moment is missing, and the check says so.
    let server = recovered(&manual, &installation, &base, path(&archive), &early).await;
    let behind = check(&manual, &installation, &url(&server.options())).await;
    says(&behind, 1, "were signed and are MISSING");
    drop(server);

    let server = recovered(&manual, &installation, &base, path(&archive), &moment).await;
    let database = url(&server.options());
    says(
        &check(&manual, &installation, &database).await,
        0,
        "continues every one of them",
    );
    says(
        &ledger_on(&installation, &database, &["replay", "player/tg:1001"]).await,
        0,
        "PlayerRegistered",
    );
    says(
        &ledger_on(&installation, &database, &["replay", "player/tg:1002"]).await,
        2,
        "has no events",
    );
    let served = Server::start_with(&installation, &[("DATABASE_URL", &database)]).await;
    served.kill().await;
    archives_again(&manual, &server, &home.join("own")).await;
    drop(server);
    fs::remove_dir_all(home).expect("removed");
}
