//! Code and seed of a packet: whoever reads the database or an export finds neither, nor anything that can be compared
//! with a guess; who made the packet sees the code, alone or by a proposal, and the look is recorded.

use crate::angler::{Angler, fresh};
use crate::packet::{coins, put_out};
use crate::staff_site::{Clerk, StaffSite};
use crate::test_app::Answer;
use domain::ids::PacketId;
use domain::red_packet::{Kind, PacketCode, Secrets, Terms};
use domain::staff::Role;
use ledger::export::{Form, Query, write};
use ledger::testing::players;
use ledger::{Ledger, StreamId};
use serde_json::{Value, json};
use uuid::Uuid;

fn lucky(title: &str) -> Value {
    json!({
        "kind": "lucky", "asset": "coin", "total": "1000", "shares": 10, "min": null, "title_en": title,
        "title_zh": "好运", "hours": 24, "min_age_days": 0, "min_casts_7d": 0, "countries": []
    })
}

/// The id of the packet that a second person put out for `con`.
async fn by_two(site: &StaffSite, con: &Clerk<'_>, lea: &Clerk<'_>) -> String {
    let made = con.does("packets/propose", lucky("Two")).await.done().data;
    let packet = async |clerk: &Clerk<'_>| {
        let info = json!({ "proposal": made["proposal"] });
        clerk.ask("proposals/info", info).await.done().data["proposal"]["packet"].clone()
    };
    assert_eq!(packet(con).await, Value::Null, "nothing is out yet");
    let cat = site.clerk("cat", &[Role::Content]).await;
    let (info, waiting) = (json!({ "proposal": made["proposal"] }), json!({ "state": "waiting" }));
    cat.ask("proposals/info", info).await.refused(4007);
    site.settle().await;
    let total =
        async |clerk: &Clerk<'_>| clerk.ask("proposals/list", waiting.clone()).await.done().data["total"].clone();
    assert_eq!(
        (total(con).await, total(&cat).await),
        (json!(1), json!(0)),
        "the own ones alone"
    );
    let yes = json!({ "proposal": made["proposal"], "digest": made["digest"] });
    assert_eq!(lea.does("proposals/approve", yes).await.done().data["code"], 0);
    assert_eq!(packet(con).await, packet(lea).await, "the id is no secret");
    packet(con).await.as_str().expect("an id").to_owned()
}

async fn code(clerk: &Clerk<'_>, packet: &str) -> Value {
    asks(clerk, packet).await.done().data["code"].clone()
}

async fn asks(clerk: &Clerk<'_>, packet: &str) -> Answer {
    clerk.does("packets/code", json!({ "packet": packet })).await
}

async fn claims(angler: &Angler<'_>, code: &Value) {
    let body = json!({ "code": code, "req_id": fresh() });
    angler.call("redpacket/claim", body).await.done();
}

async fn terms(ledger: &Ledger, packet: &str) -> Terms {
    let id = StreamId::thing(packet.parse().expect("an id"));
    let packet = ledger.red_packets().load(&id).await.expect("loaded").state;
    packet.terms.expect("a packet")
}

/// What can be computed of a code without a key, and the code.
async fn without_key(ledger: &Ledger, code: &str) -> Vec<String> {
    let made: Vec<String> = sqlx::query_scalar(
        "select unnest(array[$1, encode($1::bytea, 'hex'), encode($1::bytea, 'base64'), md5($1),
                             encode(sha256($1::bytea), 'hex'), encode(sha256(lower($1)::bytea), 'hex'),
                             encode(sha512($1::bytea), 'hex')])",
    )
    .bind(code)
    .fetch_all(ledger.pool())
    .await
    .expect("computed");
    let packet = PacketCode::parse(code).expect("a code").open_packet();
    made.into_iter().chain([packet.0.simple().to_string()]).collect()
}

/// The tables in which one of these texts stands, whatever column it is in.
async fn tables_with(ledger: &Ledger, texts: &[String]) -> Vec<String> {
    let tables: Vec<String> = sqlx::query_scalar(
        "select quote_ident(table_name) from information_schema.tables
          where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> '_sqlx_migrations'
          order by table_name",
    )
    .fetch_all(ledger.pool())
    .await
    .expect("tables");
    assert!(tables.len() > 40, "{tables:?}");
    let mut found = Vec::new();
    for table in tables {
        // A digest is the same one with dashes and without.
        let query = format!(
            "select exists (select from {table} t, unnest($1::text[]) said
                             where replace(t::text, '-', '') ilike '%' || said || '%')"
        );
        let has = sqlx::query_scalar(&query).bind(texts).fetch_one(ledger.pool()).await;
        if has.unwrap_or_else(|fault| panic!("{table}: {fault}")) {
            found.push(table);
        }
    }
    found
}

/// Everything that leaves the house in an export.
async fn exported(ledger: &Ledger) -> String {
    let folder = std::env::temp_dir().join(format!("packets-{}", Uuid::new_v4()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let query = Query::everything(Form::Ndjson);
    write(ledger.pool(), &query, &folder, &mut |_| {})
        .await
        .expect("written");
    let files = std::fs::read_dir(&folder).expect("a folder").flatten();
    let text = files
        .map(|file| std::fs::read_to_string(file.path()).expect("a file"))
        .collect();
    std::fs::remove_dir_all(&folder).expect("removed");
    text
}

#[tokio::test]
async fn neither_a_code_nor_a_seed_stands_in_the_database_or_an_export() {
    let site = StaffSite::open().await;
    let con = site.clerk("con", &[Role::Content]).await;
    let lea = site.clerk("lea", &[Role::FinanceLead]).await;
    let alone = con.does("packets/create", lucky("One")).await.done().data;
    let two = by_two(&site, &con, &lea).await;
    let packets = [alone["packet"].as_str().expect("an id").to_owned(), two];
    let angler = site.player(1).await;
    let (mut codes, mut seeds) = (Vec::new(), Vec::new());
    for packet in &packets {
        let code = code(&con, packet).await;
        claims(&angler, &code).await;
        codes.extend(without_key(&site.ledger, code.as_str().expect("a code")).await);
        let terms = terms(&site.ledger, packet).await;
        let commit = terms.secrets.commit().expect("a commit");
        let seed = site.ledger.seeds().open(terms.packet.0, &commit).await.expect("a seed");
        seeds.extend([seed.reveal().to_owned(), hex::encode(seed.reveal())]);
    }
    site.settle().await;
    let all: Vec<String> = codes.iter().chain(&seeds).cloned().collect();
    let nowhere: [&str; 0] = [];
    assert_eq!(tables_with(&site.ledger, &all).await, nowhere);
    let export = exported(&site.ledger).await;
    assert!(export.contains("PacketCreated") && all.iter().all(|text| !export.contains(text.as_str())));
    // The search finds what stands there, in whichever table.
    let leak = async |code: Option<&str>| {
        let set = sqlx::query("update red_packets set code = $1").bind(code);
        set.execute(site.ledger.pool()).await.expect("set");
    };
    leak(Some(&codes[0].to_lowercase())).await;
    assert_eq!(tables_with(&site.ledger, &all).await, ["red_packets"]);
    leak(None).await;
    for packet in &packets {
        con.does("packets/stop", json!({ "packet": packet })).await.done();
    }
    assert_eq!(
        tables_with(&site.ledger, &seeds).await,
        ["events"],
        "shown once nobody can claim"
    );
    assert_eq!(tables_with(&site.ledger, &codes).await, nowhere);
}

#[tokio::test]
async fn who_made_a_packet_sees_its_code_and_nobody_else() {
    let site = StaffSite::open().await;
    let con = site.clerk("con", &[Role::Content]).await;
    let eve = site.clerk("eve", &[Role::Content]).await;
    let lea = site.clerk("lea", &[Role::FinanceLead]).await;
    let alone = con.does("packets/create", lucky("One")).await.done().data;
    let two = by_two(&site, &con, &lea).await;
    let one = alone["packet"].as_str().expect("an id");
    assert_eq!(code(&con, one).await, alone["code"]);
    claims(&site.player(1).await, &code(&con, &two).await).await;
    for clerk in [&eve, &lea] {
        for packet in [one, &two] {
            asks(clerk, packet).await.refused(9001);
        }
    }
    asks(&con, "ABCDEFGHJK").await.refused(-1006);
    asks(&con, &Uuid::new_v4().to_string()).await.refused(7201);
    site.settle().await;
    let list = con.ask("packets/list", json!({})).await.done().data;
    assert!(
        !list.to_string().contains(alone["code"].as_str().expect("a code")),
        "{list}"
    );
    let looked: i64 = sqlx::query_scalar(
        "select count(*) from events where event_type = 'StaffActed' and payload->'StaffActed'->>'reason' <> ''
            and payload->'StaffActed'->>'call' = 'packets/code' and payload->'StaffActed'->>'subject' = $1",
    )
    .bind(&two)
    .fetch_one(site.ledger.pool())
    .await
    .expect("read");
    assert_eq!(looked, 1, "of whoever saw it");
}

#[tokio::test]
async fn a_packet_from_before_codes_were_sealed_is_claimed_to_its_end() {
    let site = StaffSite::open().await;
    let code = PacketCode::from_bits(7);
    let mut old = coins(&site, 100, 2);
    (old.kind, old.packet) = (Kind::Lucky, code.open_packet());
    let seed = "ab".repeat(32);
    old.secrets = Secrets::Open { code, seed };
    let code = json!(put_out(&site, old).await);
    let first = site.player(1).await;
    let body = json!({ "code": code, "req_id": fresh() });
    let claimed = first.call("redpacket/claim", body.clone()).await.done();
    assert_eq!(first.call("redpacket/claim", body).await.done().bytes, claimed.bytes);
    claims(&site.player(2).await, &code).await;
    let third = site.player(3).await;
    let late = json!({ "code": code, "req_id": fresh() });
    third.call("redpacket/claim", late).await.refused(7202);
}

/// The id that anybody computes of a code leads to no packet whose code is sealed.
#[tokio::test]
async fn a_sealed_packet_is_not_found_by_what_anybody_computes() {
    let site = StaffSite::open().await;
    let code = PacketCode::from_bits(9);
    let mut planted = site.ledger.seal_packet(coins(&site, 100, 2)).await.expect("sealed");
    planted.packet = code.open_packet();
    let made = workers::packets::create(&site.ledger, planted, players::staff()).await;
    assert!(made.expect("a reply").is_accepted());
    let found = site.ledger.find_packet(&code).await.expect("read");
    assert!(found.is_none());
    assert_ne!(site.ledger.vault().packet_of(&code), PacketId::default());
}
