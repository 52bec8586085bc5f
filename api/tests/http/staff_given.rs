//! A payment of nobody that two people give to a player who has no order for it (api §7.7).

use crate::bank::{came, payment, silent_rail};
use crate::deposits::orders;
use crate::staff_site::{Clerk, StaffSite, facts};
use domain::ids::PlayerId;
use domain::money::Usdt;
use domain::posting::Purse;
use domain::staff::Role;
use ledger::StreamId;
use rails::{reconcile, scan};
use serde_json::{Value, json};
use workers::audit;

const AMOUNT: i64 = 25_000_000;

/// A payment of nobody stands on the suspense account.
async fn stranger_pays(site: &StaffSite) {
    came(&site.ledger, [payment("t1", 1, AMOUNT, Some("for my friend"))]).await;
    books(site).await;
}

async fn books(site: &StaffSite) {
    scan::book(&site.ledger, &silent_rail()).await.expect("booked");
    site.settle().await;
}

async fn coupons(site: &StaffSite, player: PlayerId) -> i64 {
    let player = site.ledger.players().load(&StreamId::player(player)).await;
    player.expect("a player").state.wallet.minor(Purse::Coupon)
}

async fn in_suspense(site: &StaffSite) -> i64 {
    let held = reconcile::in_suspense(site.ledger.pool()).await.expect("a sum");
    held.minor()
}

async fn proposes(clerk: &Clerk<'_>, whose: Value) -> Value {
    let mut body = json!({ "tx": "t1" });
    body.as_object_mut()
        .expect("an object")
        .extend(whose.as_object().expect("an object").clone());
    clerk.does("topups/propose_assign", body).await.done().data
}

async fn approves(clerk: &Clerk<'_>, made: &Value) -> Value {
    let yes = json!({ "proposal": made["proposal"], "digest": made["digest"] });
    clerk.does("proposals/approve", yes).await.done().data
}

async fn keeps_its_laws(site: &StaffSite) {
    let results = audit::run(site.ledger.pool(), &mut |_| ()).await.expect("read");
    let broken: Vec<_> = results.iter().filter(|result| !result.holds()).collect();
    assert!(broken.is_empty(), "{broken:#?}");
}

#[tokio::test]
async fn a_payment_is_given_to_a_player_without_an_order_once_and_whole() {
    let site = StaffSite::open().await;
    let angler = site.player(1).await;
    stranger_pays(&site).await;
    let ann = site.clerk("ann", &[Role::Finance]).await;
    let bob = site.clerk("bob", &[Role::FinanceLead]).await;
    let made = proposes(&ann, json!({ "player": angler.id.0 })).await;
    let asked = bob.ask("proposals/info", json!({ "proposal": made["proposal"] })).await;
    let known = facts(&asked.done().data);
    let coupon = format!("coupon {}", angler.id.0);
    for (name, value) in [
        ("payment_amount", "25000000"),
        (&format!("holds {coupon}"), "0"),
        (&format!("would_hold {coupon}"), "25000000"),
        ("limit_left_today ann", "975000000"),
        ("limit_left_today bob", "10000000000"),
    ] {
        assert_eq!(known[name], value, "{name}");
    }
    assert!(!known.contains_key("order_state"), "there is no order before");
    assert_eq!(approves(&bob, &made).await["state"], "done");
    for _ in 0..2 {
        books(&site).await;
        assert_eq!((coupons(&site, angler.id).await, in_suspense(&site).await), (AMOUNT, 0));
    }
    let opened: Value =
        sqlx::query_scalar("select payload->'TopUpOpened' from events where event_type = 'TopUpOpened'")
            .fetch_one(site.ledger.pool())
            .await
            .expect("one order");
    assert_eq!(
        (&opened["amount"], &opened["proposal"], &opened["valid_until"]),
        (&json!("25.000000"), &made["proposal"], &opened["at"]),
        "nobody is asked to pay it"
    );
    let records = angler.call("topup/records", json!({})).await.done().data;
    assert_eq!(records["list"][0]["state"], "success", "{records}");
    keeps_its_laws(&site).await;
}

#[tokio::test]
async fn of_two_proposals_for_one_payment_the_second_finds_it_taken() {
    let site = StaffSite::open().await;
    let (angler, other) = (site.player(1).await, site.player(2).await);
    let order_no = orders(&other).await;
    stranger_pays(&site).await;
    let ann = site.clerk("ann", &[Role::Finance]).await;
    let bob = site.clerk("bob", &[Role::FinanceLead]).await;
    let to_order = proposes(&ann, json!({ "order_no": order_no })).await;
    let to_player = proposes(&ann, json!({ "player": angler.id.0 })).await;
    let again = proposes(&ann, json!({ "player": other.id.0 })).await;
    assert_eq!(approves(&bob, &to_player).await["state"], "done");
    for late in [&to_order, &again] {
        let decided = approves(&bob, late).await;
        assert_eq!(decided["code"], 9003, "{decided}");
    }
    books(&site).await;
    assert_eq!(
        (coupons(&site, angler.id).await, coupons(&site, other.id).await),
        (AMOUNT, 0)
    );
    keeps_its_laws(&site).await;
}

#[tokio::test]
async fn a_payment_is_for_an_order_or_for_a_player_who_exists() {
    let site = StaffSite::open().await;
    let angler = site.player(1).await;
    let order_no = orders(&angler).await;
    stranger_pays(&site).await;
    let ann = site.clerk("ann", &[Role::Finance]).await;
    let eve = site.clerk("eve", &[Role::Support]).await;
    for body in [
        json!({ "tx": "t1" }),
        json!({ "tx": "t1", "order_no": order_no, "player": angler.id.0 }),
    ] {
        let refused = ann.does("topups/propose_assign", body).await.refused(-1006);
        assert_eq!(refused["finding"]["code"], "order_or_player");
    }
    let nobody = json!({ "tx": "t1", "player": uuid::Uuid::new_v4() });
    ann.does("topups/propose_assign", nobody).await.refused(4007);
    let unknown = json!({ "tx": "t9", "player": angler.id.0 });
    ann.does("topups/propose_assign", unknown).await.refused(4007);
    let given = json!({ "tx": "t1", "player": angler.id.0 });
    eve.does("topups/propose_assign", given).await.refused(9001);
    assert_eq!(Usdt::from_minor(in_suspense(&site).await), Usdt::from_minor(AMOUNT));
}
