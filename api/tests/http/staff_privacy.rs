//! What a person may ask about personal data, at the desks of staff (api §7.15).

use crate::kyc::form;
use crate::staff_site::StaffSite;
use domain::posting::Purse;
use domain::staff::Role;
use ledger::notary::{Certificate, signed};
use ledger::testing::MASTER_KEY;
use serde_json::{Value, json};
use staff::access::{Treatment, UNKNOWN, treatment};

const PAYEE: &str = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";
const MONTH_MS: i64 = 30 * 86_400_000;

#[tokio::test]
async fn waiting_erasures_are_listed_with_who_asked_and_what_would_keep_the_data() {
    let site = StaffSite::open().await;
    let (first, second) = (site.player(1).await, site.player(2).await);
    first.given(Purse::CoinPaid, 1_000).await.dives(10).await;
    let sue = site.clerk("sue", &[Role::Support]).await;
    let rob = site.clerk("rob", &[Role::Risk]).await;
    let asked = json!({ "player": first.id.0, "reason": "letter 12" });
    let made = sue.does("erasure/request", asked).await.done().data;
    rob.approves(&made).await.done();
    site.wait_ms(1_000);
    second.call("user/delete", json!({ "confirm": "DELETE" })).await.done();
    site.settle().await;
    let list = sue.ask("erasure/list", json!({ "limit": 1 })).await.done().data;
    let due = site.now() - 1_000 + MONTH_MS;
    assert_eq!(
        list["list"],
        json!([{
            "player": first.id.0, "asked_ms": due - MONTH_MS, "by": "sue", "approver": "rob", "reason": "letter 12",
            "erase_ms": due, "hindered_by": "open_dive"
        }])
    );
    let rest = json!({ "before": list["next"] });
    let rest = sue.ask("erasure/list", rest).await.done().data;
    assert_eq!(
        (&rest["list"][0]["player"], &rest["list"][0]["by"], &rest["next"]),
        (&json!(second.id.0), &Value::Null, &Value::Null)
    );
    assert_eq!(rest["list"].as_array().map(Vec::len), Some(1));
    rob.does("erasure/cancel", json!({ "player": first.id.0 })).await.done();
    site.settle().await;
    let list = rob.ask("erasure/list", json!({})).await.done().data;
    assert_eq!(list["list"].as_array().map(Vec::len), Some(1));
    let fay = site.clerk("fay", &[Role::Finance]).await;
    fay.ask("erasure/list", json!({})).await.refused(9001);
}

#[tokio::test]
async fn a_certificate_is_given_once_nothing_personal_is_left_and_the_look_is_recorded() {
    let site = StaffSite::open().await;
    let angler = site.player(1).await;
    let aud = site.clerk("aud", &[Role::Auditor]).await;
    let of_angler = json!({ "player": angler.id.0 });
    let early = aud.ask("erasure/certificate", of_angler.clone()).await.done().data;
    let missing = early["missing"].as_str().expect("a sentence");
    assert!(missing.contains("was not ended"), "{missing}");
    assert_eq!(early["note"], Value::Null);
    angler.call("user/delete", json!({ "confirm": "DELETE" })).await.done();
    site.wait_ms(MONTH_MS);
    site.settle().await;
    workers::erasure::tick(&site.ledger).await.expect("done");
    let aud = site.clerk("eva", &[Role::Auditor]).await;
    let given = aud.ask("erasure/certificate", of_angler).await.done().data;
    let name = signed::origin(site.ledger.pool()).await.expect("a name");
    let note = given["note"].as_str().expect("a note");
    let certificate = Certificate::open(note, &ledger::notary::vkey(&MASTER_KEY, &name)).expect("proven");
    assert_eq!(certificate.subject, angler.id.0);
    assert_eq!(site.story("eva").await.last().map(String::as_str), Some("StaffLooked"));
}

#[tokio::test]
async fn every_kind_of_record_of_a_person_is_in_the_file_or_named_as_withheld() {
    let site = StaffSite::open().await;
    let (angler, friend) = (site.player(1).await, site.player(2).await);
    angler.call("kyc/edit", form(&angler, "AB123456").await).await.done();
    angler.given(Purse::CoinPaid, 1_000).await.dives(10).await;
    let address = json!({ "key": "ton", "address": PAYEE, "comment": "7" });
    angler.call("withdraw/set_address", address).await.done();
    let sue = site.clerk("sue", &[Role::Support]).await;
    let about = json!({ "title": "Paid twice", "kind": "player", "about": angler.id.0 });
    let case = sue.asks("cases/open", about).await.done().data["case"].clone();
    let said = json!({ "case": case, "text": "Called back, is patient" });
    sue.asks("cases/comment", said).await.done();
    let paper = json!({ "case": case, "bytes": "JVBERi0xLjQK" });
    sue.asks("cases/attach", paper).await.done();
    // A record that some later version may write, and another person's.
    let vault = site.ledger.vault();
    vault.put(angler.id.0, "diary:1", b"dear sea").await.expect("kept");
    vault
        .put(friend.id.0, "profile", br#"{"nickname":"Somebody else"}"#)
        .await
        .expect("kept");
    site.settle().await;

    let rob = site.clerk("rob", &[Role::Risk]).await;
    let made = rob
        .does("access/propose", json!({ "player": angler.id.0 }))
        .await
        .done()
        .data;
    let sam = site.clerk("sam", &[Role::Security]).await;
    assert_eq!(sam.approves(&made).await.done().data["code"], 0);
    let asked = json!({ "player": angler.id.0, "proposal": made["proposal"], "reason": "letter 13, art. 15" });
    let file = rob.ask("access/file", asked.clone()).await.done().data;
    let part = |name: &str| -> Vec<Value> {
        let parts = file["parts"].as_array().expect("parts");
        let found = parts.iter().find(|part| part["name"] == name);
        found.map_or(Vec::new(), |part| part["records"].as_array().expect("records").clone())
    };
    let kinds = vault.kinds(angler.id.0).await.expect("kinds");
    assert!(kinds.len() >= 7, "{kinds:?}");
    for kind in &kinds {
        match treatment(kind) {
            Treatment::Withheld(what, _) => assert!(file["withheld"].to_string().contains(what), "{kind}"),
            Treatment::Fields(name) | Treatment::Text(name) | Treatment::Bytes(name) => {
                assert!(part(name).iter().any(|record| record["record"] == **kind), "{kind}");
            }
        }
        assert!(
            *kind == "diary:1" || treatment(kind) != UNKNOWN,
            "{kind} is listed nowhere"
        );
    }
    assert!(file["withheld"].to_string().contains("unknown_records"));
    for (name, field, value) in [
        ("account", "messenger_id", "1"),
        ("profile", "nickname", "Angler 1"),
        ("identity_forms", "id_no", "AB123456"),
        ("addresses", "address", PAYEE),
        ("case_texts", "text", "Called back, is patient"),
        ("cases", "title", "Paid twice"),
        ("case_files", "media_type", "application/pdf"),
    ] {
        assert_eq!(part(name)[0][field], value, "{name}");
    }
    assert_eq!((part("images").len(), part("sessions").len()), (2, 1));
    let moved = part("history")
        .into_iter()
        .find(|line| line["moved.coin_paid"].is_string());
    assert_eq!(
        moved.expect("coins that came")["moved.coin_paid"],
        "1000 coin, then 1000"
    );
    let text = file.to_string();
    for others in ["Somebody else", &friend.id.0.to_string(), "\"sue\""] {
        assert!(!text.contains(others), "{others} is in the file");
    }
    // The look stands in the register with its reason; who may not look, and whose the account is, gets nothing.
    assert_eq!(
        site.story("rob").await.last().map(String::as_str),
        Some("StaffReadPersonal")
    );
    sue.ask("access/file", asked.clone()).await.refused(9001);
    let blank = json!({ "player": angler.id.0, "proposal": made["proposal"], "reason": " " });
    rob.ask("access/file", blank).await.refused(9004);
    let mut unknown = asked.clone();
    unknown["reason"] = json!("as C-00000000 asks");
    let refused = rob.ask("access/file", unknown).await.refused(-1006);
    assert_eq!(refused["finding"]["code"], "case_unknown");
    let issued = site.hire("eve", &[Role::Risk], Some(angler.id)).await;
    let eve = site.signs_in("eve", issued).await;
    eve.ask("access/file", asked).await.refused(9002);
}
