//! What production asks for before it does anything: secrets of its own, addresses, a server and logins that are safe.

use crate::cli::{Folder, assert_refused, stderr};
use crate::rig::installation::Installation;
use crate::rig::server::Server;
use ledger::testing;
use sqlx::{ConnectOptions, Executor};

/// Addresses that the app leads to.
const ADDRESSES: [(&str, &str); 4] = [
    ("LEDGER_INVITE_URL", "https://t.me/real_bot/app?startapp=r_{scode}"),
    ("LEDGER_SUPPORT_URL", "https://t.me/real_help"),
    ("LEDGER_CHANNEL_URL", "https://t.me/real_news"),
    ("LEDGER_DOWNLOAD_URL", "https://game.example/"),
];

/// What a start warns of where no standby is required.
pub const RISKED: &str = "WARN LEDGER_SYNC is off: when the database's server is lost";

#[test]
fn production_refuses_to_start_without_or_with_development_secrets() {
    let folder = Folder::new("production");
    let key = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";
    let production = ("LEDGER_MODE", "production");
    let nowhere = ("DATABASE_URL", "postgres://nobody@127.0.0.1:1/nothing");
    let migrate = |settings: &[(&str, &str)]| folder.ledger(&["migrate"], &[&[production, nowhere], settings].concat());
    assert_refused(&migrate(&[("LEDGER_MASTER_KEY", key)]), "LEDGER_BOT_TOKEN is not set");
    assert_refused(
        &migrate(&[("LEDGER_BOT_TOKEN", "1:real-token")]),
        "LEDGER_MASTER_KEY is not set",
    );
    assert_eq!(folder.ledger(&["dev-login"], &[]).status.code(), Some(0));
    let made =
        |name: &str| std::fs::read_to_string(folder.0.join("data/secrets").join(name)).expect("made by dev-login");
    let (token, made_key) = (made("bot_token"), made("master_key"));
    let development = [("LEDGER_BOT_TOKEN", token.trim()), ("LEDGER_MASTER_KEY", key)];
    assert_refused(&migrate(&development), "LEDGER_BOT_TOKEN is a development token");
    let development = [
        ("LEDGER_BOT_TOKEN", "1:real-token"),
        ("LEDGER_MASTER_KEY", made_key.trim()),
    ];
    assert_refused(&migrate(&development), "LEDGER_MASTER_KEY is a development key");
    for command in ["dev-login", "simulate", "up"] {
        assert_refused(&folder.ledger(&[command], &[production]), "LEDGER_MODE is production");
    }
}

#[test]
fn production_is_not_served_without_the_addresses_that_its_app_leads_to() {
    let folder = Folder::new("addresses");
    let key = "5c6d".repeat(16);
    let mut settings = vec![
        ("LEDGER_MODE", "production"),
        ("DATABASE_URL", "postgres://nobody@127.0.0.1:1/nothing"),
        ("LEDGER_BOT_TOKEN", "1:real-token"),
        ("LEDGER_MASTER_KEY", &key),
        ("LEDGER_HTTP", "127.0.0.1:0"),
        ("LEDGER_STAFF_HTTP", "127.0.0.1:0"),
    ];
    for (name, address) in ADDRESSES {
        assert_refused(&folder.ledger(&["serve"], &settings), &format!("{name} is not set"));
        settings.push((name, address));
    }
    let refused = folder.ledger(&["serve"], &settings);
    assert!(!stderr(&refused).contains("is not set"), "{}", stderr(&refused));
}

#[tokio::test]
async fn production_refuses_a_server_without_a_synchronous_standby() {
    let (folder, database) = (Folder::new("standby"), testing::database(1).await);
    let (url, owner) = (testing::service(&database).to_url_lossy(), database.to_url_lossy());
    let key = "5c6d".repeat(16);
    let production = [
        ("DATABASE_URL", url.as_str()),
        ("LEDGER_MIGRATE_URL", owner.as_str()),
        ("LEDGER_MODE", "production"),
        ("LEDGER_BOT_TOKEN", "1:real-token"),
        ("LEDGER_MASTER_KEY", &key),
    ];
    assert_refused(
        &folder.ledger(&["migrate"], &production),
        "the server runs with synchronous_standby_names='': a failover would lose what was acknowledged; name its \
         standbys there, or accept that with LEDGER_SYNC=off.",
    );
    let accepted = folder.ledger(&["migrate"], &[&production[..], &[("LEDGER_SYNC", "off")]].concat());
    assert_eq!(accepted.status.code(), Some(0), "{}", stderr(&accepted));
}

#[tokio::test]
async fn production_refuses_one_login_for_everything_and_development_accepts_it() {
    let (folder, database) = (Folder::new("logins"), testing::database(1).await);
    let (owner, key) = (database.to_url_lossy(), "5c6d".repeat(16));
    let service = database.clone().username("login_of_cli").to_url_lossy();
    let production = |database: &str, migrate: Option<&str>, command: &str| {
        let mut settings = vec![
            ("DATABASE_URL", database),
            ("LEDGER_MODE", "production"),
            ("LEDGER_BOT_TOKEN", "1:real-token"),
            ("LEDGER_MASTER_KEY", &key),
            ("LEDGER_SYNC", "off"),
            ("LEDGER_HTTP", "127.0.0.1:0"),
            ("LEDGER_STAFF_HTTP", "127.0.0.1:0"),
        ];
        settings.extend(ADDRESSES);
        settings.extend(migrate.map(|url| ("LEDGER_MIGRATE_URL", url)));
        folder.ledger(&[command], &settings)
    };
    let (owner, service) = (owner.as_str(), service.as_str());
    let missing = "LEDGER_MIGRATE_URL is missing: the login of DATABASE_URL owns nothing";
    assert_refused(&production(service, None, "migrate"), missing);
    assert_refused(
        &production(owner, Some(owner), "migrate"),
        "DATABASE_URL and LEDGER_MIGRATE_URL both log in as",
    );
    // Nobody made the login so far.
    assert_refused(
        &production(service, None, "verify"),
        "DATABASE_URL leads to a database that does not let us in",
    );
    let migrated = production(service, Some(owner), "migrate");
    assert_eq!(migrated.status.code(), Some(0), "{}", stderr(&migrated));
    let read = production(service, None, "verify");
    assert_eq!(read.status.code(), Some(0), "{}", stderr(&read));
    let served = production(owner, None, "serve");
    assert_eq!(served.status.code(), Some(2), "{}", stderr(&served));
    assert!(stderr(&served).contains("could change facts"), "{}", stderr(&served));
    let elsewhere = testing::database(1).await;
    // Databases of tests are copies of one.
    let mut admin = elsewhere.connect().await.expect("the owner");
    let other = "update genesis set value = 'another' where name = 'id'";
    admin.execute(other).await.expect("another database");
    let elsewhere = elsewhere.to_url_lossy();
    let elsewhere = production(service, Some(elsewhere.as_str()), "migrate");
    assert_refused(
        &elsewhere,
        "DATABASE_URL and LEDGER_MIGRATE_URL lead to different databases",
    );

    let development = testing::database(1).await.to_url_lossy();
    let accepted = folder.ledger(&["migrate"], &[("DATABASE_URL", development.as_str())]);
    assert_eq!(accepted.status.code(), Some(0), "{}", stderr(&accepted));
}

#[tokio::test]
async fn each_start_that_requires_no_standby_says_what_is_risked() {
    let installation = Installation::empty().await;
    for starts in 1..=2 {
        let mut server = Server::start_with(&installation, &[("LEDGER_SYNC", "off")]).await;
        server.send("-TERM").await;
        assert!(server.ended().await.success());
        let log = std::fs::read_to_string(installation.folder.join("server.log")).expect("a log");
        assert_eq!(log.matches(RISKED).count(), starts, "{log}");
    }
}
