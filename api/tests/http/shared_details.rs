//! Accounts that brought the same payee, phone, mail or document: a withdrawal is looked at, and nothing is refused
//! (domain §3.12), but an invite between them brings nothing from then on (domain §3.8).

use crate::angler::Angler;
use crate::kyc::{decides, form};
use crate::payouts::shown;
use crate::staff_site::StaffSite;
use domain::kyc::Verdict;
use domain::posting::Purse;
use domain::staff::Role;
use ledger::policies;
use serde_json::{Value, json};

const DAY_MS: i64 = 86_400_000;
/// One account on the chain in its two written forms.
const PAYEE: [&str; 2] = [
    "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N",
    "UQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqEBI",
];

/// A player who says where money goes.
async fn pays_to<'a>(site: &'a StaffSite, tg_id: i64, address: &str, comment: &str) -> Angler<'a> {
    let angler = site.player(tg_id).await;
    angler.given(Purse::Usdt, 50_000_000).await;
    let address = json!({ "key": "ton", "address": address, "comment": comment });
    angler.call("withdraw/set_address", address).await.done();
    angler
}

/// Asks for 12 USDT: how the withdrawal stands, and what staff see of it.
async fn withdraws(site: &StaffSite, angler: &Angler<'_>, who: &str) -> (Value, Value) {
    let amount = json!({ "key": "ton", "amount": "12" });
    let asked = angler.call("withdraw/do", amount).await.done().data;
    let id = asked["withdraw"]["withdraw_id"].clone();
    let label = shown(angler, &id).await["label"].clone();
    let ann = site.clerk(who, &[Role::Finance]).await;
    let info = ann.ask("withdrawals/info", json!({ "withdrawal": id })).await;
    (label, info.done().data)
}

fn flagged(info: &Value) -> bool {
    let flags = info["withdrawal"]["flags"].as_array().expect("flags");
    flags.contains(&json!("tied"))
}

#[tokio::test]
async fn a_withdrawal_to_the_payee_of_another_account_is_reviewed_with_both_in_sight() {
    let site = StaffSite::open().await;
    let first = pays_to(&site, 1, PAYEE[0], "7").await;
    let second = pays_to(&site, 2, PAYEE[1], "7").await;
    // An exchange has one account for all its customers, who differ by the comment.
    let third = pays_to(&site, 3, PAYEE[0], "8").await;
    site.wait_ms(DAY_MS);
    for (angler, other, who) in [(&first, &second, "ann"), (&second, &first, "bob")] {
        let (label, info) = withdraws(&site, angler, who).await;
        assert_eq!((label, flagged(&info)), (json!("Review"), true));
        assert_eq!(info["ties"], json!([{ "detail": "payee", "others": [other.id.0] }]));
    }
    let (label, info) = withdraws(&site, &third, "cat").await;
    assert_eq!(
        (label, flagged(&info), &info["ties"]),
        (json!("Pending"), false, &json!([]))
    );
}

/// Carries out what the newest event of a player causes in other streams.
async fn applied(site: &StaffSite, angler: &Angler<'_>) {
    let log = site.ledger.partition_of(angler.id.0);
    policies::apply_now(&site.ledger, log, Some(site.head(log).await)).await;
    site.settle().await;
}

#[tokio::test]
async fn a_payee_in_common_that_is_found_after_the_invite_was_valid_stops_rebates_and_takes_nothing_back() {
    let site = StaffSite::open().await;
    let inviter = pays_to(&site, 1, PAYEE[0], "7").await;
    site.wait_ms(1_000);
    let friend = site.player(2).await;
    friend.call("team/bind", json!({ "code": inviter.scode })).await.done();
    friend.given(Purse::CoinPaid, 1_000).await;
    friend.dives_five_times().await;
    applied(&site, &friend).await;
    let before = inviter.read("team/info").await;
    assert_eq!(
        (&before["valid_invites"], &before["tied_friends"]),
        (&json!(1), &json!(0))
    );
    let ann = site.clerk("ann", &[Role::Support]).await;
    let links = async |angler: &Angler<'_>| {
        let player = json!({ "player": angler.id.to_string() });
        ann.ask("players/info", player).await.done().data["links"].clone()
    };
    assert_eq!(links(&friend).await["brings_nothing"], false);
    let address = json!({ "key": "ton", "address": PAYEE[1], "comment": "7" });
    friend.call("withdraw/set_address", address).await.done();
    applied(&site, &friend).await;
    let stopped: Vec<Value> = sqlx::query_scalar("select payload from events where event_type = 'RebatesStopped'")
        .fetch_all(site.ledger.pool())
        .await
        .expect("read");
    let [stopped] = &stopped[..] else {
        panic!("once: {stopped:?}");
    };
    assert_eq!(
        (
            &stopped["RebatesStopped"]["inviter"],
            &stopped["RebatesStopped"]["shared"]
        ),
        (&json!(inviter.id.0), &json!("payee"))
    );
    let after = inviter.read("team/info").await;
    assert_eq!(after["tied_friends"], 1);
    for same in ["valid_invites", "pending", "rebate_total"] {
        assert_eq!(after[same], before[same], "{same}");
    }
    assert_eq!(links(&friend).await["brings_nothing"], true);
    assert_eq!(links(&inviter).await["tied_friends"], 1);
}

#[tokio::test]
async fn a_payee_that_was_there_before_the_code_ties_as_well_t_40() {
    let site = StaffSite::open().await;
    let inviter = pays_to(&site, 1, PAYEE[0], "7").await;
    site.wait_ms(1_000);
    let friend = pays_to(&site, 2, PAYEE[1], "7").await;
    friend.call("team/bind", json!({ "code": inviter.scode })).await.done();
    friend.given(Purse::CoinPaid, 1_000).await;
    friend.dives_five_times().await;
    applied(&site, &friend).await;
    assert_eq!(inviter.read("team/info").await["valid_invites"], 0);
}

#[tokio::test]
async fn a_phone_a_mail_or_a_document_of_another_account_ties_as_well() {
    let site = StaffSite::open().await;
    let first = site.player(1).await;
    let submitted = first.call("kyc/edit", form(&first, "AB123456").await).await.done().data;
    assert!(
        decides(&first, &submitted["submission_id"], Verdict::Retry, None)
            .await
            .is_accepted()
    );
    let second = pays_to(&site, 2, PAYEE[0], "").await;
    let mut same = form(&second, "AB123456").await;
    same["email"] = json!("Ana@Example.com");
    second.call("kyc/edit", same).await.done();
    let third = pays_to(&site, 3, PAYEE[0], "3").await;
    let mut own = form(&third, "CD123456").await;
    (own["email"], own["tel"]) = (json!("third@example.com"), json!("+35699000003"));
    third.call("kyc/edit", own).await.done();
    site.wait_ms(DAY_MS);
    let (label, info) = withdraws(&site, &second, "ann").await;
    assert_eq!((label, flagged(&info)), (json!("Review"), true));
    let tie = |detail: &str| json!({ "detail": detail, "others": [first.id.0] });
    let ties = json!([tie("document"), tie("phone"), tie("mail")]);
    assert_eq!(info["ties"], ties);
    // The page of the player says the same, never what is shared; of a past moment nothing is known.
    let eve = site.clerk("eve", &[Role::Support]).await;
    let page = json!({ "player": second.id.to_string() });
    let page = eve.ask("players/info", page).await.done().data;
    assert_eq!(page["links"]["shared"], ties);
    for value in ["AB123456", "example.com", "+356"] {
        assert!(!page.to_string().to_lowercase().contains(value), "{value} is shown");
    }
    let log = site.ledger.partition_of(second.id.0);
    let past = json!({ "player": second.id.to_string(), "as_of": site.head(log).await.to_string() });
    let past = eve.ask("players/info", past).await;
    assert_eq!(past.data["links"]["shared"], Value::Null);
    assert_eq!(site.story("eve").await.last().map(String::as_str), Some("StaffLooked"));
    let (_, info) = withdraws(&site, &third, "bob").await;
    assert_eq!((flagged(&info), &info["ties"]), (false, &json!([])));
}
