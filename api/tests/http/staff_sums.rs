//! Limits of authority add up: what a player gets of staff in 24 hours counts as one sum, whoever let it go and by which
//! act, and what one person puts out in packets counts for the day (threat T-50).

use crate::angler::Angler;
use crate::audit::{forger, rewritten};
use crate::bank::{came, payment};
use crate::deposits::orders;
use crate::key_file::KeyFile;
use crate::staff_days::comes_to_custody;
use crate::staff_money::correction;
use crate::staff_payouts::{asks, info, is_paid, player};
use crate::staff_site::{Clerk, StaffSite};
use crate::visitor::Visitor;
use domain::money::Usdt;
use domain::staff::Role;
use ledger::testing::owner_of;
use serde_json::{Value, json};
use sqlx::{Executor, PgConnection};
use workers::audit::{LawResult, authority};

/// A player who may ask for 30 USDT, in a house where two people let go what is above 50.
async fn gains(site: &StaffSite) -> Angler<'_> {
    let angler = player(site).await;
    site.publish(|config| config.withdraw.two_person_over = Usdt::from_minor(50_000_000))
        .await;
    site.wait_ms(WAIT_MS);
    angler
}

/// What the laws of sums say of the log as it stands, and once a statement has changed it.
pub async fn laws(forger: &mut PgConnection, statement: &str) -> [Vec<LawResult>; 2] {
    forger.execute("begin").await.expect("begun");
    let before = sums(forger).await;
    let done = forger.execute(statement).await.expect(statement);
    assert!(done.rows_affected() > 0, "{statement} changes nothing");
    let after = sums(forger).await;
    forger.execute("rollback").await.expect("rolled back");
    [before, after]
}

async fn sums(forger: &mut PgConnection) -> Vec<LawResult> {
    let laws = authority::check(forger).await.expect("read");
    laws.into_iter()
        .filter(|law| ["I-41h", "I-41i"].contains(&law.law))
        .collect()
}

/// What a service that does not sum up would have recorded: the first yes lets everything go.
pub const ONE_LETS_GO: &str = "
    update events set event_type = 'Approved',
           payload = json_build_object('Approved', json_build_object(
               'by', json_build_object('staff', json_build_array(payload->'ApprovalGiven'->>'staff')),
               'digest', payload->'ApprovalGiven'->>'digest'))
     where event_type = 'ApprovalGiven'";

/// Law I-41i finds it in the log.
async fn is_found_when_one_person_lets_it_go(site: &StaffSite) {
    let [before, after] = laws(&mut forger(site).await, ONE_LETS_GO).await;
    assert!(before.iter().all(LawResult::holds), "{before:?}");
    assert_eq!((after[0].broken, after[1].broken), (0, 1), "{after:?}");
}

/// Law I-41h compares so many things, and finds each statement that makes one of them too much.
async fn each_is_found(site: &StaffSite, forgeries: &[String], compared: i64) {
    let mut forger = forger(site).await;
    for statement in forgeries {
        let [before, after] = laws(&mut forger, statement).await;
        assert!(
            before.iter().all(LawResult::holds) && before[0].compared == compared,
            "{before:?}"
        );
        assert!(!after[0].holds() && after[1].holds(), "{statement}: {after:?}");
    }
}

/// Longer than clocks and views may be apart.
const WAIT_MS: i64 = 120_000;

/// Whether a withdrawal of 30 USDT, to which this member says yes, waits for a second person.
async fn waits(site: &StaffSite, angler: &Angler<'_>, clerk: &Clerk<'_>) -> Value {
    let id = asks(site, angler).await;
    says_yes(clerk, &id).await
}

async fn says_yes(clerk: &Clerk<'_>, id: &str) -> Value {
    let yes = json!({ "withdrawal": id, "digest": info(clerk, id).await["digest"] });
    clerk.does("withdrawals/approve", yes).await.done().data["waits"].clone()
}

async fn approves(clerk: &Clerk<'_>, made: &Value) -> Value {
    let yes = json!({ "proposal": made["proposal"], "digest": made["digest"] });
    clerk.does("proposals/approve", yes).await.done().data["code"].clone()
}

/// A packet of USDT with one share.
fn packet(total: &str) -> Value {
    json!({
        "kind": "equal", "asset": "usdt", "total": total, "shares": 1, "min": null, "title_en": "Luck",
        "title_zh": "好运", "hours": 24, "min_age_days": 0, "min_casts_7d": 0, "countries": []
    })
}

/// The same of coins, of which a million are worth 100 USDT.
fn coins(total: &str) -> Value {
    let mut body = packet(total);
    body["asset"] = json!("coin");
    body
}

/// A house with money for promotions.
async fn funded(site: &StaffSite) {
    comes_to_custody(site, 900_000_000).await;
    let fay = site.clerk("fay", &[Role::Finance]).await;
    let flo = site.clerk("flo", &[Role::FinanceLead]).await;
    let fund = json!({ "to": "promo_budget", "amount": "500000000" });
    let made = fay.does("treasury/propose", fund).await.done().data;
    assert_eq!(approves(&flo, &made).await, 0);
}

/// A player to whom one member let a part go alone, and another member.
async fn after_a_part(site: &StaffSite) -> (Angler<'_>, Clerk<'_>) {
    let angler = gains(site).await;
    let ann = site.clerk("ann", &[Role::Finance]).await;
    let first = asks(site, &angler).await;
    assert_eq!(says_yes(&ann, &first).await, false);
    is_paid(site, &first).await;
    (angler, site.clerk("cat", &[Role::Finance]).await)
}

#[tokio::test]
async fn pieces_that_two_people_let_go_alone_are_one_sum_t_50() {
    let site = StaffSite::open().await;
    let (angler, cat) = after_a_part(&site).await;
    assert_eq!(waits(&site, &angler, &cat).await, true);
    is_found_when_one_person_lets_it_go(&site).await;
}

#[tokio::test]
async fn no_row_beside_the_log_takes_a_payment_out_of_the_sum_t_50() {
    let site = StaffSite::open().await;
    let (angler, cat) = after_a_part(&site).await;
    let mut owner = owner_of(&site.ledger).await;
    owner.execute("delete from staff_logins").await.expect("deleted");
    assert_eq!(waits(&site, &angler, &cat).await, true);
}

#[tokio::test]
async fn a_correction_counts_in_the_sum_of_its_player_t_50() {
    let site = StaffSite::open().await;
    let angler = gains(&site).await;
    let ann = site.clerk("ann", &[Role::Finance]).await;
    let bob = site.clerk("bob", &[Role::FinanceLead]).await;
    let eve = site.clerk("eve", &[Role::FinanceLead]).await;
    let made = bob
        .ask("adjustments/propose", correction(&angler, "25000000"))
        .await
        .done()
        .data;
    assert_eq!(approves(&eve, &made).await, 0);
    assert_eq!(waits(&site, &angler, &ann).await, true);
    is_found_when_one_person_lets_it_go(&site).await;
}

#[tokio::test]
async fn a_payment_of_nobody_counts_in_the_sum_of_who_gets_it_t_50() {
    let site = StaffSite::open().await;
    let angler = gains(&site).await;
    let order_no = orders(&angler).await;
    came(&site.ledger, [payment("t1", 1, 25_000_000, Some("for my friend"))]).await;
    let ann = site.clerk("ann", &[Role::Finance]).await;
    let bob = site.clerk("bob", &[Role::Finance]).await;
    let eve = site.clerk("eve", &[Role::FinanceLead]).await;
    let assign = json!({ "tx": "t1", "order_no": order_no });
    let made = bob.does("topups/propose_assign", assign).await.done().data;
    assert_eq!(approves(&eve, &made).await, 0);
    assert_eq!(waits(&site, &angler, &ann).await, true);
    is_found_when_one_person_lets_it_go(&site).await;
}

#[tokio::test]
async fn a_share_of_a_packet_counts_in_the_sum_of_its_player_t_50() {
    let site = StaffSite::open().await;
    let angler = gains(&site).await;
    funded(&site).await;
    let con = site.clerk("con", &[Role::Content]).await;
    let ann = site.clerk("ann", &[Role::Finance]).await;
    let made = con.does("packets/create", packet("25000000")).await.done().data;
    let claim = json!({ "code": made["code"] });
    angler.call("redpacket/claim", claim).await.done();
    site.settle().await;
    site.wait_ms(WAIT_MS);
    assert_eq!(waits(&site, &angler, &ann).await, true);
    is_found_when_one_person_lets_it_go(&site).await;
}

#[tokio::test]
async fn accounts_of_one_device_count_as_one_t_50() {
    let site = StaffSite::open().await;
    let angler = gains(&site).await;
    let bob = site.clerk("bob", &[Role::FinanceLead]).await;
    let eve = site.clerk("eve", &[Role::FinanceLead]).await;
    let ann = site.clerk("ann", &[Role::Finance]).await;
    let other = site.player(2).await;
    for tg_id in [1, 2] {
        let telephone = Visitor::from("203.0.113.7").device("one");
        site.visit(tg_id, "", telephone).await.done();
    }
    let made = bob
        .ask("adjustments/propose", correction(&other, "25000000"))
        .await
        .done()
        .data;
    assert_eq!(approves(&eve, &made).await, 0);
    assert_eq!(waits(&site, &angler, &ann).await, true);
    is_found_when_one_person_lets_it_go(&site).await;
}

#[tokio::test]
async fn what_one_person_moved_is_summed_again_from_the_log_t_50() {
    let site = StaffSite::open().await;
    funded(&site).await;
    let zoe = site.clerk("zoe", &[Role::Security]).await;
    let con = site.clerk("con", &[Role::Content]).await;
    let sue = site.clerk("sue", &[Role::Support]).await;
    // From the first such key on, acts and effects are compared.
    KeyFile::new(1, "ann")
        .enrol(&site.clerk("ann", &[Role::Finance]).await, &zoe)
        .await;
    con.does("packets/create", packet("60000000")).await.done();
    con.does("packets/create", packet("40000000")).await.done();
    let angler = site.player(1).await;
    for (delta, code) in [("6000000", 0), ("4000000", 0), ("1", 9005)] {
        let asked = sue.ask("adjustments/propose", correction(&angler, delta)).await;
        assert_eq!(asked.error, code);
    }
    site.wait_ms(86_400_000);
    let con = site.signs_in("con", con.issued.clone()).await;
    con.does("packets/create", packet("100000000")).await.done();
    let forgeries = [
        // More than the member may, as a service without the check would have recorded it.
        rewritten("StaffActed", "\"worth\":\"40.000000\"", "\"worth\":\"40.000001\""),
        rewritten("StaffActed", "\"worth\":\"4.000000\"", "\"worth\":\"4.000001\""),
        // Acts that say less than was done.
        rewritten("PromoAllotted", "40.000000", "40.000001"),
        rewritten("Proposed", "\"delta\":\"4000000\"", "\"delta\":\"4000001\""),
        rewritten("Proposed", "\"purse\":\"usdt\"", "\"purse\":\"diamond\""),
        // And none at all.
        "delete from events where event_type = 'StaffActed' and payload::text like '%packets/create%'".to_owned(),
        "update events set metadata = '{\"actor\":\"staff:sue\"}' where event_type = 'Proposed'".to_owned(),
    ];
    each_is_found(&site, &forgeries, 5).await;
}

#[tokio::test]
async fn packets_of_coins_are_summed_again_by_what_they_are_worth_t_50() {
    let site = StaffSite::open().await;
    let zoe = site.clerk("zoe", &[Role::Security]).await;
    let con = site.clerk("con", &[Role::Content]).await;
    KeyFile::new(1, "ann")
        .enrol(&site.clerk("ann", &[Role::Finance]).await, &zoe)
        .await;
    con.does("packets/create", coins("600000")).await.done();
    con.does("packets/create", coins("400000")).await.done();
    let forgeries = [
        // A member who put out more than the act says, and one whose act says nothing of it.
        rewritten("PacketCreated", "400000", "400001"),
        rewritten("PacketCreated", "\"coin\":\"400000\"", "\"gusd_bonus\":\"900000.00\""),
        "delete from events where event_type = 'StaffActed' and payload::text like '%packets/create%'".to_owned(),
    ];
    each_is_found(&site, &forgeries, 2).await;
}

#[tokio::test]
async fn packets_in_pieces_need_the_second_person_that_one_packet_would_t_50() {
    let site = StaffSite::open().await;
    funded(&site).await;
    let con = site.clerk("con", &[Role::Content]).await;
    let lea = site.clerk("lea", &[Role::FinanceLead]).await;
    con.does("packets/create", packet("100000001")).await.refused(9005);
    con.does("packets/create", packet("100000000")).await.done();
    for _ in 0..3 {
        con.does("packets/create", packet("100000000")).await.refused(9005);
    }
    let made = con.does("packets/propose", packet("100000000")).await.done().data;
    let yes = json!({ "proposal": made["proposal"], "digest": made["digest"] });
    con.does("proposals/approve", yes).await.refused(9001);
    let shown = lea
        .ask("proposals/info", json!({ "proposal": made["proposal"] }))
        .await
        .done()
        .data["proposal"]
        .clone();
    assert_eq!(
        (&shown["amount"], &shown["asset"]),
        (&json!("100000000"), &json!("usdt"))
    );
    assert_eq!(approves(&lea, &made).await, 0);
    site.settle().await;
    let list = con.ask("packets/list", json!({})).await.done().data;
    let totals: Vec<&Value> = list["list"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| &one["by"])
        .collect();
    assert_eq!(totals, [&json!("con"), &json!("con")]);
    // What is no money counts by what it is worth.
    con.does("packets/create", coins("1000")).await.refused(9005);
    let other = site.clerk("cat", &[Role::Content]).await;
    other.does("packets/create", coins("1000001")).await.refused(9005);
    other.does("packets/create", coins("1000000")).await.done();
}
