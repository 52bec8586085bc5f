//! What the players are owed at a daily close: public, and for each player the proof of his own part (ledger §4.5).

use crate::angler::Angler;
use crate::staff_site::{Clerk, StaffSite};
use domain::money::{Asset, Usdt};
use domain::posting::Purse;
use domain::staff::Role;
use domain::time::{Day, Timestamp};
use hyper::{Method, StatusCode};
use ledger::balance::{AsOf, bounds};
use ledger::notary::liabilities::{Extent, Proof, Statement};
use ledger::testing::owner_of;
use rails::reconcile::{self, Check};
use serde_json::{Value, json};
use workers::audit::{self, check, laws};

const DAY_MS: i64 = 86_400_000;
const ADDRESS: &str = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";

/// A day with two players in it is over, and nothing of it is signed.
async fn a_day_is_over(site: &StaffSite) -> Day {
    let day = Timestamp(site.now()).day();
    let (ann, ben) = (site.player(1).await, site.player(2).await);
    ann.given(Purse::CoinPaid, 700)
        .await
        .given(Purse::Usdt, 15_000_000)
        .await;
    withdraws(site, &ann).await;
    ben.given(Purse::CoinPromo, 300)
        .await
        .given(Purse::Usdt, 5_000_000)
        .await;
    site.settle().await;
    site.wait_ms(DAY_MS);
    day
}

/// Ten USDT are on hold: asked for, and not sent.
async fn withdraws(site: &StaffSite, angler: &Angler<'_>) {
    site.publish(|config| config.withdraw.address_wait_ms = 10_000).await;
    let address = json!({ "key": "ton", "address": ADDRESS });
    angler.call("withdraw/set_address", address).await.done();
    site.wait_ms(10_000);
    let asked = json!({ "key": "ton", "amount": "10" });
    let held = angler.call("withdraw/do", asked).await.done().data;
    assert_eq!(held["asset"]["usdt_hold"], "10.000000");
}

async fn close(lea: &Clerk<'_>, day: Day) -> Value {
    lea.does("days/close", json!({ "day": day })).await.done().data
}

/// Such a day, closed.
async fn a_day_is_closed(site: &StaffSite) {
    let day = a_day_is_over(site).await;
    let lea = site.clerk("lea", &[Role::FinanceLead]).await;
    site.settle().await;
    site.sign_checkpoint().await;
    close(&lea, day).await;
}

async fn public(site: &StaffSite, path: &str) -> (StatusCode, String) {
    let answer = site.app.send(Method::GET, path, &[], Vec::new()).await;
    let note = String::from_utf8(answer.body().to_vec()).expect("text");
    (answer.status(), note)
}

/// The newest statement, as anybody checks it.
async fn stated(site: &StaffSite) -> Statement {
    let (status, note) = public(site, "/liabilities").await;
    assert_eq!(status, StatusCode::OK, "{note}");
    let vkey = site.ledger.notary_key().expect("a key");
    Statement::open(&note, &vkey).expect("signed by the notary")
}

async fn proofs(angler: &Angler<'_>) -> Vec<Proof> {
    let answer = angler.read("wallet/proof").await;
    serde_json::from_value(answer["proofs"].clone()).expect("proofs")
}

fn total(statement: &Statement, asset: Asset) -> u64 {
    statement.owed(asset).expect("a line").total
}

#[tokio::test]
async fn a_close_publishes_what_the_players_are_owed_and_each_finds_himself_in_it() {
    let site = StaffSite::open().await;
    let day = a_day_is_over(&site).await;
    let lea = site.clerk("lea", &[Role::FinanceLead]).await;
    site.settle().await;
    let ann = site.player(1).await;
    let none = ann.read("wallet/proof").await;
    assert_eq!(none, json!({ "statement": null, "proofs": [], "custody": [] }));
    assert_eq!(public(&site, "/liabilities").await.0, StatusCode::NOT_FOUND);
    // Nothing is stated that no checkpoint covers.
    lea.does("days/close", json!({ "day": day })).await.refused(-1008);
    site.sign_checkpoint().await;
    // What comes after the day is none of it.
    ann.given(Purse::Usdt, 1_000_000).await;
    site.settle().await;
    let report = close(&lea, day).await["report"].clone();

    let statement = stated(&site).await;
    let at = day.next().start().0 - 1;
    assert_eq!(statement.extent.time, Timestamp(at));
    assert_eq!(
        [Asset::Usdt, Asset::Coin].map(|asset| total(&statement, asset)),
        [20_000_000, 1_000]
    );
    let same = public(&site, &format!("/liabilities/{at}")).await;
    assert_eq!(same, public(&site, "/liabilities").await);
    for (line, owed) in report["liabilities"]["owed"]
        .as_array()
        .expect("lines")
        .iter()
        .zip(&statement.owed)
    {
        let of_close = (&line["asset"], &line["total"], &line["root"]);
        let stated = json!([owed.asset, owed.total.to_string(), owed.root.to_string()]);
        assert_eq!(of_close, (&stated[0], &stated[1], &stated[2]));
    }
    assert_eq!(report["liabilities"]["at_ms"], json!(at));

    let answer = ann.read("wallet/proof").await;
    assert_eq!(answer["statement"]["at"], json!(at));
    let vkey = site.ledger.notary_key().expect("a key").to_string();
    assert_eq!(answer["statement"]["vkey"], json!(vkey));
    let own = proofs(&ann).await;
    assert_eq!(statement.check_share(ann.id.0, &own), Ok(()));
    let amounts: Vec<(Asset, u64)> = own.iter().map(|proof| (proof.asset, proof.amount)).collect();
    assert_eq!(amounts, [(Asset::Coin, 700), (Asset::Usdt, 15_000_000)]);
    let law = laws().find(|law| law.id == "I-07b").expect("a law");
    let mut connection = owner_of(&site.ledger).await;
    let audited = check(&mut connection, law).await.expect("read");
    assert_eq!((audited.compared, audited.broken), (6, 0), "{audited:?}");
    a_planted_statement_breaks_the_law(&site).await;
    let late = site.player(3).await;
    assert_eq!(proofs(&late).await, [], "who came later is in no leaf");
    shows_what_the_house_holds(&site, &late).await;
}

/// Rows that fit themselves, of somebody who has not the notary's key.
async fn a_planted_statement_breaks_the_law(site: &StaffSite) {
    let lines = "asset coin 0 0 r\nasset diamond 0 0 r\nasset usdt 0 0 r\nasset gusd 0 0 r\nasset coupon 0 0 r\n";
    let fits = format!("events 0 0 0 0\ntime 9000000000000\n{lines}");
    let broken = async || {
        let results = audit::run(site.ledger.pool(), &mut |_| ()).await.expect("read");
        let law = results.into_iter().find(|law| law.law == "I-07b");
        law.expect("a law").broken
    };
    assert_eq!(broken().await, 0);
    let mut owner = owner_of(&site.ledger).await;
    for note in [String::new(), fits] {
        let planted = "insert into liabilities (partition, time_ms, note) values (0, 9000000000000, $1)";
        sqlx::query(planted)
            .bind(&note)
            .execute(&mut owner)
            .await
            .expect("written");
        assert!(broken().await > 0, "{note}");
        sqlx::query("alter table liabilities disable trigger user")
            .execute(&mut owner)
            .await
            .expect("no triggers");
        sqlx::query("delete from liabilities where time_ms = 9000000000000")
            .execute(&mut owner)
            .await
            .expect("removed");
    }
}

/// The house's accounts as they were last compared, each by the address under which anybody finds it on its chain.
async fn shows_what_the_house_holds(site: &StaffSite, player: &Angler<'_>) {
    let held = |micro| Check {
        on_chain: Usdt::from_minor(micro),
        ..Check::default()
    };
    // The wallet that another one took the place of held all of it before.
    let before = [("ton_usdt", "aa", held(7_500_001))];
    reconcile::keep(&site.ledger, &before, false).await.expect("kept");
    site.wait_ms(60_000);
    let now = [("ton_usdt", "ab", held(7_500_000)), ("evm_usdt", "31337-0xCd", held(1))];
    reconcile::keep(&site.ledger, &now, false).await.expect("kept");
    let shown = player.read("wallet/proof").await["custody"].clone();
    let account = |chain, address, held| json!({ "chain": chain, "address": address, "held": held, "at": site.now() });
    let (evm, ton) = (account("evm", "0xCd", "0.000001"), account("ton", "0:ab", "7.500000"));
    assert_eq!(shown, json!([evm, ton]));
    let (status, public) = public(site, "/custody").await;
    assert_eq!(status, StatusCode::OK);
    let public: Value = serde_json::from_str(&public).expect("JSON");
    assert_eq!(public, json!({ "accounts": shown }), "anybody reads the same");
}

#[tokio::test]
async fn a_changed_balance_and_the_proof_of_another_player_are_refused() {
    let site = StaffSite::open().await;
    a_day_is_closed(&site).await;
    let statement = stated(&site).await;
    let (ann, ben) = (site.player(1).await, site.player(2).await);
    let (own, his) = (proofs(&ann).await, proofs(&ben).await);
    assert_eq!(statement.check_share(ben.id.0, &his), Ok(()));
    let mut more = own.clone();
    more[1].amount += 1;
    let mut renamed = his.clone();
    renamed.iter_mut().for_each(|proof| proof.player = ann.id.0);
    let twice = vec![own[0].clone(), own[0].clone()];
    for forged in [more, his, renamed, twice] {
        assert!(statement.check_share(ann.id.0, &forged).is_err(), "{forged:?}");
    }
}

#[tokio::test]
async fn a_player_who_was_dropped_from_the_stored_trees_gets_no_proof() {
    let site = StaffSite::open().await;
    a_day_is_closed(&site).await;
    let (ann, ben) = (site.player(1).await, site.player(2).await);
    let statement = stated(&site).await;
    let leaves = "level = 0 and asset = 'usdt'";
    // Of the two leaves the first one is written over with the second: somebody is dropped.
    let drop = format!("update liability_tiles set nodes = substr(nodes, 41) || substr(nodes, 41) where {leaves}");
    change(&site, &drop).await;
    let mut held = 0;
    for angler in [&ann, &ben] {
        let answer = angler.call("wallet/proof", json!({})).await;
        let own: Vec<Proof> = serde_json::from_value(answer.data["proofs"].clone()).unwrap_or_default();
        held += usize::from(answer.error == 0 && statement.check_share(angler.id.0, &own).is_ok());
    }
    assert_eq!(held, 0, "one has no leaf, the other no path to the signed root");
}

#[tokio::test]
async fn a_close_states_once_and_only_what_the_books_say() {
    let site = StaffSite::open().await;
    let day = a_day_is_over(&site).await;
    let lea = site.clerk("lea", &[Role::FinanceLead]).await;
    site.settle().await;
    site.sign_checkpoint().await;
    let ann = site.player(1).await;
    // Balances that are not those of the journal are not signed, and the day stays open.
    let of_ann = format!("where owner = '{}' and account = 'usdt'", ann.id.0);
    change(&site, &format!("update balances set balance = balance - 1 {of_ann}")).await;
    assert_eq!(lea.does("days/close", json!({ "day": day })).await.error, -1);
    assert_eq!(public(&site, "/liabilities").await.0, StatusCode::NOT_FOUND);
    let info = lea.ask("days/info", json!({ "day": day })).await.done().data;
    assert_eq!(info["day"]["closed_ms"], json!(null));
    change(&site, &format!("update balances set balance = balance + 1 {of_ann}")).await;
    // A close that was interrupted after the statement finds it again.
    let at = day.next().start().0 - 1;
    let until = bounds(site.ledger.pool(), AsOf::Time(at)).await.expect("bounds");
    let extent = Extent {
        events: until.into_iter().map(i64::unsigned_abs).collect(),
        time: Timestamp(at),
    };
    let booked = |asset| match asset {
        Asset::Usdt => 20_000_000,
        Asset::Coin => 1_000,
        _ => 0,
    };
    let first = site
        .ledger
        .publish_liabilities(&extent, booked)
        .await
        .expect("published");
    site.sign_checkpoint().await;
    close(&lea, day).await;
    assert_eq!(public(&site, "/liabilities").await.1, first.expect("a note"));
    lea.does("days/close", json!({ "day": day })).await.refused(9003);
}

/// Changes something as whoever owns the database.
async fn change(site: &StaffSite, sql: &str) {
    let mut connection = owner_of(&site.ledger).await;
    let done = sqlx::query(sql).execute(&mut connection).await;
    assert_eq!(done.expect("changed").rows_affected(), 1, "{sql}");
}
