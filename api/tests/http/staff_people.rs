//! What takes two members of staff about a person: a verdict about an identity is revoked (api §7.4), an account ends for a
//! player who asks a person (api §7.15), and all that is held leaves as a file (api §7.26).

mod access;
mod erasure;

use crate::angler::Angler;
use crate::audit::{finds_each, forger, rewritten};
use crate::kyc::form;
use crate::staff_site::{Clerk, StaffSite, facts};
use domain::staff::Role;
use ledger::feed;
use serde_json::{Value, json};
use sqlx::Executor;
use uuid::Uuid;
use workers::audit;

/// Who proposes, who approves, and a member whose own account it is about.
struct Desk<'s> {
    site: &'s StaffSite,
    ann: Clerk<'s>,
    rob: Clerk<'s>,
    eve: Clerk<'s>,
    /// May propose some of it, and approve none.
    sue: Clerk<'s>,
}

impl<'s> Desk<'s> {
    async fn of(site: &'s StaffSite, angler: &Angler<'_>) -> Desk<'s> {
        let issued = site.hire("eve", &Role::ALL, Some(angler.id)).await;
        Desk {
            site,
            ann: site.clerk("ann", &Role::ALL).await,
            rob: site.clerk("rob", &[Role::Risk]).await,
            eve: site.signs_in("eve", issued).await,
            sue: site.clerk("sue", &[Role::Support]).await,
        }
    }

    /// Proposed by ann; the member whom it concerns may not.
    async fn proposes(&self, call: &str, player: Uuid) -> Value {
        let body = json!({ "player": player, "reason": "letter 12", "req_id": Uuid::new_v4() });
        self.eve.does(call, json!({ "player": player })).await.refused(9002);
        let first = self.ann.ask(call, body.clone()).await;
        assert_eq!(first.bytes, self.ann.ask(call, body).await.bytes, "twice is once");
        self.site.settle().await;
        first.done().data
    }

    /// What the approver sees.
    async fn sees(&self, made: &Value) -> (Value, serde_json::Map<String, Value>) {
        let asked = json!({ "proposal": made["proposal"] });
        let info = self.rob.ask("proposals/info", asked).await.done().data;
        assert_eq!(info["proposal"]["can_approve"], true, "{info}");
        assert_eq!(
            (&info["proposal"]["maker"], &info["proposal"]["reason"]),
            (&json!("ann"), &json!("letter 12"))
        );
        let facts = facts(&info);
        (info["proposal"].clone(), facts)
    }

    /// Approved by rob, by nobody of the others; gives the code with which it was carried out.
    async fn approves(&self, made: &Value) -> i64 {
        self.ann.approves(made).await.refused(9002);
        self.eve.approves(made).await.refused(9002);
        self.sue.approves(made).await.refused(9001);
        let done = self.rob.approves(made).await.done().data;
        assert_eq!(done["state"], "done");
        self.site.settle().await;
        done["code"].as_i64().expect("a code")
    }

    /// The line of the register about an event, or about the decision of this kind.
    async fn line(&self, register: &str, is_it: impl Fn(&Value) -> bool) -> Value {
        let asked = json!({ "register": register });
        let page = self.ann.ask("registers/list", asked).await.done().data;
        let found = page["list"].as_array().expect("a list").iter().find(|line| is_it(line));
        found.unwrap_or_else(|| panic!("no line: {page}")).clone()
    }

    /// The line of a decision names both people, whom it concerns and both reasons.
    async fn is_registered(&self, kind: &str, player: Uuid) {
        let line = self.line("approvals", |line| line["decision"]["kind"] == kind).await;
        let decision = &line["decision"];
        assert_eq!(
            ["maker", "checkers", "reason", "decision", "outcome", "code"].map(|field| decision[field].clone()),
            [
                json!("ann"),
                json!(["rob"]),
                json!("letter 12"),
                json!("a test"),
                json!("done"),
                json!(0)
            ]
        );
        assert_eq!(line["players"], json!([player]));
    }

    /// Every law holds, and the one of two people finds each of the forgeries.
    async fn the_law_finds(&self, forgeries: &[String]) {
        let results = audit::run(self.site.ledger.pool(), &mut |_| ()).await.expect("read");
        let broken: Vec<_> = results.iter().filter(|result| !result.holds()).collect();
        assert!(broken.is_empty(), "{broken:?}");
        finds_each(self.site, forgeries).await;
    }
}

/// The player submits, and kit decides about it.
async fn judged(kit: &Clerk<'_>, angler: &Angler<'_>, verdict: &str, reasons: Value) {
    let sent = angler
        .call("kyc/edit", form(angler, "AB123456").await)
        .await
        .done()
        .data;
    let decide = json!({
        "player": angler.id.0, "submission": sent["submission_id"], "verdict": verdict, "reasons": reasons,
        "expires_on": null, "reason": "not readable"
    });
    kit.does("kyc/decide", decide).await.done();
}

/// When the last verdict was recorded.
async fn verdict_at(site: &StaffSite, angler: &Angler<'_>) -> i64 {
    let (pool, key) = (site.ledger.pool(), angler.id.to_string());
    let found = feed::read_newest(pool, "kyc", &key, &["KycDecided"], 1).await;
    found.expect("read")[0].recorded_at_ms
}

/// A player whose document kit turned down for good.
async fn turned_down(site: &StaffSite) -> (Angler<'_>, Clerk<'_>) {
    let (angler, kit) = (site.player(1).await, site.clerk("kit", &[Role::Risk]).await);
    judged(&kit, &angler, "reject", json!(["image_unreadable"])).await;
    site.settle().await;
    (angler, kit)
}

#[tokio::test]
async fn a_verdict_is_revoked_by_two_of_risk_and_the_player_submits_again() {
    let site = StaffSite::open().await;
    let (angler, _) = turned_down(&site).await;
    let decided = verdict_at(&site, &angler).await;
    let desk = Desk::of(&site, &angler).await;
    let body = json!({ "player": angler.id.0 });
    desk.sue.does("kyc/reset", body.clone()).await.refused(9001);
    let other = json!({ "player": site.player(2).await.id.0 });
    desk.ann.does("kyc/reset", other).await.refused(9003);
    let made = desk.proposes("kyc/reset", angler.id.0).await;
    assert_eq!(angler.read("kyc/check").await["status"], 4, "nothing is done yet");
    let (shown, facts) = desk.sees(&made).await;
    assert_eq!(
        (&shown["kind"], &shown["players"]),
        (&json!("kyc_reset"), &json!([angler.id.0]))
    );
    assert_eq!(
        [
            "identity_status",
            "identity_unchanged",
            "identity_decided_by",
            "identity_reasons"
        ]
        .map(|name| facts[name].clone()),
        [
            json!("rejected"),
            json!("true"),
            json!("kit"),
            json!("image_unreadable")
        ]
    );
    assert_eq!(
        (&facts["identity_decided"], &facts["identity_why"]),
        (&json!(decided.to_string()), &json!("not readable"))
    );
    let lea = site.clerk("lea", &[Role::FinanceLead, Role::Security]).await;
    lea.approves(&made).await.refused(9001);
    assert_eq!(desk.approves(&made).await, 0);
    assert_eq!(angler.read("kyc/check").await["status"], 0);
    desk.is_registered("kyc_reset", angler.id.0).await;
    let line = desk
        .line("approvals", |line| line["event"]["event_type"] == "KycReset")
        .await;
    assert_eq!(
        ["maker", "checkers", "reason", "outcome"].map(|field| line["decision"][field].clone()),
        [json!("ann"), json!(["rob"]), json!("letter 12"), json!("reset")]
    );
    let line = desk
        .line("personal", |line| line["event"]["event_type"] == "KycReset")
        .await;
    assert_eq!(
        (&line["values"]["by"], &line["values"]["approver"]),
        (&json!("ann"), &json!("rob"))
    );
    desk.the_law_finds(&[
        rewritten("KycReset", "letter 12", "at will"),
        rewritten("KycReset", "\"approver\":\"rob\"", "\"approver\":\"sue\""),
        rewritten("KycReset", "\"by\":\"ann\"", "\"by\":\"eve\""),
        rewritten("KycReset", "\"revision\":3", "\"revision\":5"),
        // As if it were from before it took two.
        rewritten("KycReset", "\"approver\":\"rob\",", ""),
        rewritten("Proposed", "kyc_reset", "cluster_freeze"),
        "update events set metadata = '{\"actor\":\"staff:rob\"}' where event_type = 'KycReset'".to_owned(),
    ])
    .await;
    angler.call("kyc/edit", form(&angler, "AB123456").await).await.done();
}

#[tokio::test]
async fn a_verdict_that_another_one_replaced_stays() {
    let site = StaffSite::open().await;
    let (angler, kit) = turned_down(&site).await;
    let desk = Desk::of(&site, &angler).await;
    let [first, second] = [
        desk.proposes("kyc/reset", angler.id.0).await,
        desk.proposes("kyc/reset", angler.id.0).await,
    ];
    assert_eq!(desk.approves(&first).await, 0);
    judged(&kit, &angler, "approve", json!([])).await;
    let (_, facts) = desk.sees(&second).await;
    assert_eq!(
        ["identity_status", "identity_unchanged"].map(|name| facts[name].clone()),
        [json!("approved"), json!("false")]
    );
    assert_eq!(desk.approves(&second).await, 9003);
    assert_eq!(angler.read("kyc/check").await["status"], 3);
    desk.the_law_finds(&[]).await;
}

#[tokio::test]
async fn a_verdict_that_one_person_revoked_before_it_took_two_keeps_the_law() {
    let site = StaffSite::open().await;
    let (angler, _) = turned_down(&site).await;
    let desk = Desk::of(&site, &angler).await;
    // Events of the forger stand at the beginning of time.
    let alone = json!({ "by": "rob", "reason": "an appeal", "revision": 3 });
    let meta = json!({ "actor": "staff:rob", "request_id": Uuid::new_v4() });
    let planted = |at: &str| {
        format!(
            "with planted as (select pg_temp.plant('kyc', '{}', 9, 'KycReset', '{alone}', '{meta}'))
             select * from planted; update events set recorded_at_ms = {at} where event_type = 'KycReset'",
            Uuid::new_v4()
        )
    };
    let made = desk.proposes("kyc/reset", angler.id.0).await;
    let mut forger = forger(&site).await;
    for (at, holds) in [("1".to_owned(), true), ((site.now() + 120_000).to_string(), false)] {
        forger.execute("begin").await.expect("begun");
        forger.execute(planted(&at).as_str()).await.expect("planted");
        let laws = audit::authority::check(&mut forger).await.expect("read");
        forger.execute("rollback").await.expect("rolled back");
        let law = laws.into_iter().find(|law| law.law == "I-41j").expect("the law");
        assert_eq!((law.holds(), law.compared), (holds, 1), "{law:?}");
    }
    assert_eq!(desk.approves(&made).await, 0);
}
