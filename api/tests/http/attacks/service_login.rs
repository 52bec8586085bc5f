//! Whoever holds the connection of the service has no right beyond its work (ledger §4.12): each act is refused to it,
//! whichever of its two roles it takes, and is done by a login that may everything.

use super::{Family, Outcome};
use crate::bank::{Bank, payee};
use crate::database_rights::{approved, nobodys, proposed};
use crate::payouts::asks;
use crate::staff_site::StaffSite;
use domain::staff::Role;
use ledger::testing::private_server::PrivateServer;
use ledger::testing::{migrate, owner_of, service};
use serde_json::json;
use sqlx::{ConnectOptions, Connection, Executor, PgConnection};

/// What the server says to a login without the right.
const REFUSED: &str = "42501";

/// Acts on a database as it is made.
const ON_THE_DATABASE: [&str; 23] = [
    "set role ledger",
    "set session_replication_role = replica",
    "alter role ledger_service createrole",
    "create role another login superuser",
    "grant ledger to ledger_service",
    "update incoming_payments set order_no = 'A1' where false",
    "update payout_slots set outcome = 'not_paid' where false",
    "alter table events disable trigger all",
    "alter table events owner to ledger_service",
    "update events set payload = '{}' where false",
    "delete from postings where false",
    "delete from requests where false",
    "truncate balances",
    "drop table checkpoints",
    "update genesis set value = value",
    "update _sqlx_migrations set success = success",
    "insert into heads (partition) values (99)",
    "create table planted (id integer)",
    "create table rebuild.players (id integer)",
    "create schema planted",
    "create or replace function facts_never_change() returns trigger language plpgsql as $$ begin return new; end $$",
    "copy (select 1) to program 'cat > /dev/null'",
    "select pg_read_file('postgresql.conf')",
];

/// Acts on the tables of payments; each changes something.
const ON_PAYMENTS: [&str; 8] = [
    "update incoming_payments set order_no = 'A1', assigned_by = 'ann bob'",
    "update incoming_payments set credited_at_ms = 1",
    "insert into incoming_payments (partition, rail, tx, lt, sender, amount, order_no, seen_at_ms)
     values (0, 'ton_usdt', 'made up', 1, 'a', 1, 'A1', 1)",
    "update payout_slots set outcome = 'not_paid', closed_at_ms = 1",
    "insert into payout_slots (partition, rail, wallet, number, query_id, withdrawal, address, amount, created_at_s,
                               valid_until_ms, reserved_at_ms)
     values (0, 'ton_usdt', 'w', 1000, 1000, gen_random_uuid(), 'mine', 1, 1, 1, 1)",
    "update payout_wallets set next_number = next_number + 1",
    "update payout_wallets set paused = null",
    "insert into payout_switches (partition, rail, wallet, at_ms, by) values (0, 'ton_usdt', 'w', 1, 'somebody else')",
];

/// What a reader of the database kept of the sessions that were open.
const COPY: &str = "create table copied as select * from sessions;
     create table staff_copied as select * from staff_sessions;
     grant select on copied, staff_copied to ledger_app, ledger_service";

/// The copied session of a player, as it was: the MAC is still right.
const PUT_BACK: &str = "insert into sessions select * from copied";

/// Acts on sessions.
const ON_SESSIONS: [(&str, &str); 6] = [
    ("an ended session of a player put back", PUT_BACK),
    (
        "a session of another player",
        "update sessions set player = gen_random_uuid()",
    ),
    (
        "a session of a player that never ends",
        "update sessions set expires_at_ms = 9000000000000",
    ),
    ("the launch of an ended session freed", "delete from ended_launches"),
    ("the end of a session forgotten", "delete from ended_sessions"),
    (
        "a session of another member of staff",
        "insert into staff_sessions (token_hash, session, member, created_at_ms, seen_at_ms, expires_at_ms, mac)
         select sha256('mine'), gen_random_uuid(), gen_random_uuid(), created_at_ms, seen_at_ms, expires_at_ms, mac
           from staff_copied",
    ),
];

/// The same by the functions that open sessions, which the service may call: they remember what was ended. Each with the
/// statement that takes the memory away.
const BY_FUNCTION: [(&str, &str, &str); 2] = [
    (
        "an ended session of a player put back by the function that opens sessions",
        "select from copied
          where open_session(token_hash, player, lang, device, sha256('another'), sha256('own'), created_at_ms,
                             expires_at_ms, expires_at_ms, mac)",
        "delete from ended_sessions",
    ),
    (
        "a closed session of staff put back by the function that opens sessions",
        "select from staff_copied
          where open_staff_session(token_hash, session, member, created_at_ms, expires_at_ms, mac, 20)",
        "set session_replication_role = replica; delete from events where event_type = 'StaffSessionEnded'",
    ),
];

/// Acts on what is kept of logins of staff.
const ON_LOGINS: [(&str, &str); 3] = [
    (
        "a code of a login that was spent, good again",
        "update staff_logins set totp_step = totp_step - 1",
    ),
    (
        "a member of staff whose attempts are another's",
        "update staff_logins set member = gen_random_uuid()",
    ),
    ("a member of staff of whom nothing is kept", "delete from staff_logins"),
];

pub async fn family() -> Family {
    let mut family = Family::new("service_login");
    on_the_database(&mut family).await;
    on_payments(&mut family).await;
    on_sessions(&mut family).await;
    family
}

async fn on_the_database(family: &mut Family) {
    let server = PrivateServer::start("attacks").await;
    let database = server.options();
    migrate(&database, 1).await;
    let mut of_service = service(&database).connect().await.expect("the service");
    let mut owner = database.connect().await.expect("the owner");
    for act in ON_THE_DATABASE {
        let refused = refused(&mut of_service, act).await;
        let without = match tried(&mut owner, act).await {
            Ok(_) => Outcome::Done,
            Err(code) => Outcome::Stopped(code),
        };
        family.tried(act, REFUSED, refused, without);
    }
}

async fn on_payments(family: &mut Family) {
    let bank = Bank::open().await;
    asks(&bank, 1, payee(1)).await;
    bank.look().await;
    let ledger = &bank.app.ledger;
    let (waiting, _) = proposed(ledger, &nobodys(&bank, "t1").await, "A1").await;
    let done = approved(ledger, &nobodys(&bank, "t2").await, "A2").await;
    bank.app.settle().await;
    let login = ledger.pool().connect_options();
    let mut of_service = PgConnection::connect_with(&login).await.expect("the service");
    let mut owner = owner_of(ledger).await;
    let of =
        |change: &str, proposal: uuid::Uuid| format!("update proposals set {change} where proposal = '{proposal}'");
    let on_proposals = [
        ("a proposal approved by SQL", of("state = 'approved'", waiting.0)),
        ("an approved proposal set back by SQL", of("state = 'waiting'", done.0)),
        ("another maker of a proposal", of("maker = 'bob'", done.0)),
        (
            "a proposal made by SQL",
            "insert into proposals select partition, gen_random_uuid(), proposed_position, proposed_at_ms, kind, maker, state
               from proposals limit 1"
                .to_owned(),
        ),
    ];
    let on_payments = ON_PAYMENTS.map(|act| (act, act.to_owned()));
    for (name, act) in on_payments.into_iter().chain(on_proposals) {
        let refused = refused(&mut of_service, &act).await;
        // As it was when one login did everything.
        let without = format!("alter table proposals disable trigger user; {act}");
        family.tried(name, REFUSED, refused, changes(&mut owner, &without).await);
    }
}

/// A player's session that its owner ended, put back as it was; then acts on rows of sessions.
async fn on_sessions(family: &mut Family) {
    let site = StaffSite::open().await;
    let ann = site.clerk("ann", &[Role::FinanceLead]).await;
    let angler = site.player(7).await;
    let mut owner = owner_of(&site.ledger).await;
    owner.execute(COPY).await.expect("a copy");
    site.player(7).await.call("session/end", json!({})).await.done();
    ann.ask("session/close", json!({})).await.done();
    let opens = async || Outcome::of(&site.app.post("user/info", json!({ "token": angler.token })).await);
    assert_ne!(opens().await, Outcome::Done, "it is ended");
    let login = site.ledger.pool().connect_options();
    let mut of_service = PgConnection::connect_with(&login).await.expect("the service");
    let by_right = ON_SESSIONS.map(|(name, act)| (name, act, None)).into_iter();
    let by_function = BY_FUNCTION.map(|(name, act, memory)| (name, act, Some(memory)));
    for (name, act) in ON_LOGINS {
        let refused = refused(&mut of_service, act).await;
        let without = format!("alter table staff_logins disable trigger user; {act}");
        family.tried(name, REFUSED, refused, changes(&mut owner, &without).await);
    }
    for (name, act, memory) in by_right.chain(by_function) {
        let refused = refused(&mut of_service, act).await;
        if let Some(memory) = memory {
            owner.execute(memory).await.expect("forgotten");
        }
        family.tried(name, REFUSED, refused, changes(&mut owner, act).await);
    }
    owner.execute(PUT_BACK).await.expect("put back");
    assert_eq!(opens().await, Outcome::Done, "what was put back opens again");
}

/// What the service's login is answered, as its role and as itself: what a role may not do, the login behind it may.
async fn refused(of_service: &mut PgConnection, act: &str) -> Outcome {
    let mut outcome = Outcome::Done;
    for role in ["set role ledger_app", "reset role"] {
        of_service.execute(role).await.expect(role);
        match tried(of_service, act).await {
            Ok(_) => return Outcome::Done,
            Err(code) if code == REFUSED => outcome = Outcome::Stopped(code),
            Err(code) => return Outcome::Stopped(code),
        }
    }
    outcome
}

/// Whether an act of the owner, which is undone, changes something.
async fn changes(owner: &mut PgConnection, act: &str) -> Outcome {
    match tried(owner, act).await {
        Ok(0) => Outcome::Stopped("it changes nothing".into()),
        Ok(_) => Outcome::Done,
        Err(code) => Outcome::Stopped(code),
    }
}

/// Tries an act and undoes it: how many rows it changes, or the code of its refusal.
async fn tried(connection: &mut PgConnection, act: &str) -> Result<u64, String> {
    let mut undone = connection.begin().await.expect("a transaction");
    let done = undone.execute(act).await;
    undone.rollback().await.expect("undone");
    done.map(|done| done.rows_affected()).map_err(|fault| {
        let code = fault.as_database_error().and_then(|refusal| refusal.code());
        code.map_or_else(|| fault.to_string(), |code| code.into_owned())
    })
}
