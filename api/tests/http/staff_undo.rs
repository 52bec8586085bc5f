//! What two people undo: an open dive, what an invitation brought, a place on a closed board (api §7.6, api §7.27).

use crate::angler::Angler;
use crate::audit::{finds_each, rewritten};
use crate::records::earns;
use crate::staff_site::{Clerk, StaffSite, facts};
use domain::posting::Purse;
use domain::rank::{Board, Period};
use domain::staff::Role;
use domain::time::Timestamp;
use ledger::policies;
use serde_json::{Map, Value, json};
use uuid::Uuid;
use workers::{audit, ranks};

/// Who works there, and a member whose own account it is about.
struct Desk<'s> {
    site: &'s StaffSite,
    /// May do everything, also approve: it is the person that counts.
    ann: Clerk<'s>,
    bob: Clerk<'s>,
    cleo: Clerk<'s>,
    eve: Clerk<'s>,
    /// May neither propose nor approve.
    sue: Clerk<'s>,
}

/// An act that was proposed.
struct Made {
    proposal: Value,
    facts: Map<String, Value>,
}

impl<'s> Desk<'s> {
    async fn of(site: &'s StaffSite, angler: &Angler<'_>) -> Desk<'s> {
        let issued = site.hire("eve", &Role::ALL, Some(angler.id)).await;
        Desk {
            site,
            ann: site.clerk("ann", &Role::ALL).await,
            bob: site.clerk("bob", &[Role::Risk]).await,
            cleo: site.clerk("cleo", &[Role::Risk]).await,
            eve: site.signs_in("eve", issued).await,
            sue: site.clerk("sue", &[Role::Support]).await,
        }
    }

    /// Proposed by who may and whom it does not concern, with a case that exists.
    async fn proposes(&self, call: &str, body: &Value) -> Made {
        let with = |case: &str| {
            let mut body = body.clone();
            body["case_id"] = json!(case);
            body
        };
        for no_case in [" ", "C-7K2M9Q4A"] {
            let refused = self.ann.does(call, with(no_case)).await.refused(-1006);
            let field = refused["field"].as_str().unwrap_or_default();
            assert!(field.starts_with("case_id"), "{call}: {refused}");
        }
        self.sue.does(call, with("case 7")).await.refused(9001);
        self.eve.does(call, with("case 7")).await.refused(9002);
        let proposal = self.ann.does(call, with("case 7")).await.done().data;
        let info = json!({ "proposal": proposal["proposal"] });
        let info = self.bob.ask("proposals/info", info).await.done().data;
        assert_eq!(info["proposal"]["can_approve"], true, "{info}");
        let facts = facts(&info);
        Made { proposal, facts }
    }

    /// Approved by another one, and carried out once, though two of them say yes at the same moment.
    async fn approves(&self, made: &Value) -> i64 {
        let before = self.site.facts().await;
        self.sue.approves(made).await.refused(9001);
        self.ann.approves(made).await.refused(9002);
        self.eve.approves(made).await.refused(9002);
        assert_eq!(
            self.site.facts().await - before,
            2,
            "two tried in a role that may, on the record"
        );
        let (one, other) = tokio::join!(self.bob.approves(made), self.cleo.approves(made));
        let (yes, no) = if one.error == 0 { (one, other) } else { (other, one) };
        no.refused(9003);
        let done = yes.done().data;
        assert_eq!(done["state"], "done");
        self.site.settle().await;
        done["code"].as_i64().expect("a code")
    }

    /// What the register of manual acts says of the newest event of a type.
    async fn registered(&self, register: &str, event: &str) -> Map<String, Value> {
        let page = self
            .ann
            .ask("registers/list", json!({ "register": register }))
            .await
            .done()
            .data;
        let lines = page["list"].as_array().expect("a list");
        let line = lines.iter().find(|line| line["event"]["event_type"] == event);
        let values = line.expect("a line")["values"].as_object().expect("values");
        assert_eq!(values["case_id"], "case 7", "{values:?}");
        assert_eq!(values["proposer"], "ann", "{values:?}");
        values.clone()
    }

    async fn listed(&self, kind: &str) -> Vec<Value> {
        let all = self
            .ann
            .ask("proposals/list", json!({ "kind": kind, "state": "done" }))
            .await;
        all.done().data["list"].as_array().expect("a list").clone()
    }

    /// Every law holds, and the one of two people finds each of the forgeries.
    async fn the_law_finds(&self, forgeries: &[String]) {
        assert_eq!(self.broken().await, Vec::<&str>::new());
        finds_each(self.site, forgeries).await;
    }

    async fn broken(&self) -> Vec<&'static str> {
        let results = audit::run(self.site.ledger.pool(), &mut |_| ()).await.expect("read");
        // No job reveals seeds here.
        let of_jobs = |law: &str| law.starts_with("I-37");
        let broken = results.iter().filter(|result| !result.holds() && !of_jobs(result.law));
        broken.map(|result| result.law).collect()
    }
}

/// A player with 100 coins, ten of which are in an open dive.
async fn diver(site: &StaffSite) -> (Angler<'_>, String) {
    let angler = site.player(1).await;
    angler.given(Purse::CoinPaid, 100).await;
    let dive = angler.dives(10).await;
    angler.casts(&dive, 1).await.done();
    (angler, dive)
}

#[tokio::test]
async fn an_open_dive_is_voided_as_one_of_finance_and_one_of_risk_decide() {
    let site = StaffSite::open().await;
    let (angler, dive) = diver(&site).await;
    let desk = Desk::of(&site, &angler).await;
    let body = json!({ "player": angler.id.0, "dive": dive });
    let fin = site.clerk("fin", &[Role::Finance]).await;
    let over = json!({ "player": angler.id.0, "dive": Uuid::nil(), "case_id": "case 7" });
    fin.does("dives/propose", over).await.refused(3001);
    let made = desk.proposes("dives/propose", &body).await;
    let of = |name: &str| made.facts[&format!("{name} {}", angler.id)].clone();
    assert_eq!(
        (of("holds coin_paid"), of("would_hold coin_paid")),
        (json!("90"), json!("100"))
    );
    assert_eq!(
        (&made.facts["holds h:coin_sink"], &made.facts["would_hold h:coin_sink"]),
        (&json!("10"), &json!("0"))
    );
    assert_eq!(made.facts["dive_casts"], "1");
    assert!(made.facts.contains_key("limit_left_today ann") && made.facts.contains_key("limit_left_today bob"));
    assert_eq!(desk.approves(&made.proposal).await, 0);
    angler.casts(&dive, 2).await.refused(3012);
    assert_eq!(angler.read("fishing/player_info").await["asset"]["coin_paid"], 100);
    for register in ["manual", "reversed"] {
        let line = desk.registered(register, "DiveVoided").await;
        assert_eq!((&line["refund"], &line["dive"]), (&json!("10"), &json!(dive)));
    }
    let listed = desk.listed("dive_void").await[0].clone();
    assert_eq!((&listed["amount"], &listed["asset"]), (&json!("10"), &json!("coin")));
    fin.does(
        "dives/propose",
        json!({ "player": angler.id.0, "dive": dive, "case_id": "case 7" }),
    )
    .await
    .refused(3012);
    desk.the_law_finds(&[
        rewritten("DiveVoided", "case 7", "case 8"),
        rewritten("DiveVoided", "\"approver\":\"(bob|cleo)\"", "\"approver\":\"ann\""),
        rewritten("Proposed", "dive_void", "record_cancel"),
    ])
    .await;
}

#[tokio::test]
async fn a_dive_that_is_played_on_is_not_voided_for_what_it_was_when_proposed() {
    let site = StaffSite::open().await;
    let (angler, dive) = diver(&site).await;
    let desk = Desk::of(&site, &angler).await;
    let body = json!({ "player": angler.id.0, "dive": dive });
    let made = desk.proposes("dives/propose", &body).await;
    angler.casts(&dive, 2).await.done();
    assert_eq!(desk.approves(&made.proposal).await, 9003);
    assert_eq!(angler.read("fishing/player_info").await["asset"]["coin_paid"], 80);
    // Proposed again, for what it is by now.
    let made = desk.proposes("dives/propose", &body).await;
    assert_eq!(made.facts["dive_casts"], "2");
    assert_eq!(desk.approves(&made.proposal).await, 0);
    assert_eq!(angler.read("fishing/player_info").await["asset"]["coin_paid"], 100);
    assert_eq!(desk.broken().await, Vec::<&str>::new());
}

#[tokio::test]
async fn a_dive_that_is_over_when_it_is_approved_stays_as_it_ended() {
    let site = StaffSite::open().await;
    let (angler, dive) = diver(&site).await;
    let desk = Desk::of(&site, &angler).await;
    let body = json!({ "player": angler.id.0, "dive": dive });
    let made = desk.proposes("dives/propose", &body).await;
    angler.surfaces(&dive).await.done();
    assert_eq!(desk.approves(&made.proposal).await, 3001);
    assert_eq!(angler.read("fishing/player_info").await["asset"]["coin_paid"], 90);
    assert_eq!(desk.listed("dive_void").await[0]["amount"], Value::Null);
    assert_eq!(desk.broken().await, Vec::<&str>::new());
}

#[tokio::test]
async fn what_an_invitation_brought_is_taken_back_once() {
    let site = StaffSite::open().await;
    let root = site.player(1).await;
    let friend = site.invited(2, &root.scode).await;
    earns(&friend, &root).await;
    site.next_day();
    site.wait_ms(600_000);
    site.settle().await;
    let desk = Desk::of(&site, &root).await;
    let asked = json!({ "player": root.id.0 });
    let listed = desk.ann.ask("records/list", asked.clone()).await.done().data;
    let list = listed["list"].as_array().expect("a list").clone();
    let kinds: Vec<(&Value, &Value)> = list.iter().map(|one| (&one["kind"], &one["state"])).collect();
    assert_eq!(
        kinds,
        [
            (&json!("rebate_l1"), &json!("pending")),
            (&json!("invite"), &json!("pending"))
        ]
    );
    let opened = |record: &Value| Timestamp(record["opened_ms"].as_i64().expect("a moment"));
    let sum = |record: &Value| {
        let (asset, amount) = (&record["asset"], &record["amount"]);
        json!({ "asset": asset, "rows": 1, "sum": amount, "plus": amount, "minus": "0" })
    };
    let since = json!({ "from": opened(&list[0]).day(), "sums": true, "player": root.id.0 });
    let before = json!({ "until": opened(&list[1]).day(), "sums": true, "player": root.id.0 });
    let both = json!({ "sums": true, "limit": 1, "player": root.id.0 });
    for (asked, lines, sums) in [
        (since, 1, json!([sum(&list[0])])),
        (before, 1, json!([sum(&list[1])])),
        (both, 1, json!([sum(&list[1]), sum(&list[0])])),
    ] {
        let found = desk.ann.ask("records/list", asked.clone()).await.done().data;
        assert_eq!(found["list"].as_array().map(Vec::len), Some(lines), "{asked}");
        assert_eq!(found["sums"], sums, "{asked}");
    }
    for (record, account, house, gives_back) in [
        (&list[0], "referral_due", "h:usdt_reserve", "usdt"),
        (&list[1], "invite_due", "h:diamond_issue.invite", "diamond"),
    ] {
        let body = json!({ "player": root.id.0, "record": record["record"] });
        let made = desk.proposes("records/propose", &body).await;
        let of = |name: &str| made.facts[&format!("{name} {account} {}", root.id)].clone();
        assert_eq!((of("holds"), of("would_hold")), (record["rest"].clone(), json!("0")));
        let house = ["holds", "would_hold"].map(|name| {
            made.facts[&format!("{name} {house}")]
                .as_str()
                .expect("a number")
                .to_owned()
        });
        let [before, after] = house.map(|minor| minor.parse::<i64>().expect("a number"));
        assert_eq!((after - before).to_string(), record["rest"]);
        assert_eq!(desk.approves(&made.proposal).await, 0);
        let again = json!({ "player": root.id.0, "record": record["record"], "case_id": "case 7" });
        desk.ann.does("records/propose", again).await.refused(4007);
        let line = desk.registered("manual", "TeamRecordCancelled").await;
        assert_eq!(line["id"], record["record"]);
        let all = desk.listed("record_cancel").await;
        let shown = all.iter().find(|one| one["proposal"] == made.proposal["proposal"]);
        let shown = shown.expect("it is listed");
        let rest = record["rest"].as_str().expect("an amount");
        assert_eq!(
            (&shown["amount"], &shown["asset"]),
            (&json!(format!("-{rest}")), &json!(gives_back))
        );
        let receive = json!({ "record_id": record["record"] });
        root.call("team/receive", receive).await.refused(4007);
    }
    let page = root.read("team/records").await;
    let states = page["list"].as_array().expect("a list").iter().map(|one| &one["state"]);
    assert!(
        states.clone().all(|state| state == "cancelled") && states.count() == 2,
        "{page}"
    );
    desk.the_law_finds(&[
        rewritten("TeamRecordCancelled", "case 7", "case 8"),
        rewritten(
            "TeamRecordCancelled",
            "\"received\":\"0.000000\"",
            "\"received\":\"0.000001\"",
        ),
        rewritten("TeamRecordCancelled", "\"proposer\":\"ann\"", "\"proposer\":\"sue\""),
    ])
    .await;
}

#[tokio::test]
async fn what_was_received_while_it_waited_is_not_taken_back() {
    let site = StaffSite::open().await;
    let root = site.player(1).await;
    let friend = site.invited(2, &root.scode).await;
    friend.given(Purse::CoinPromo, 100).await;
    friend.dives_five_times().await;
    site.settle().await;
    let desk = Desk::of(&site, &root).await;
    let listed = desk
        .ann
        .ask("records/list", json!({ "player": root.id.0 }))
        .await
        .done()
        .data;
    let record = listed["list"][0]["record"].clone();
    let body = json!({ "player": root.id.0, "record": record });
    let made = desk.proposes("records/propose", &body).await;
    root.call("team/receive", json!({ "record_id": record })).await.done();
    assert_eq!(desk.approves(&made.proposal).await, 4001);
    assert_eq!(root.read("fishing/player_info").await["asset"]["diamond"], 2);
    assert_eq!(desk.broken().await, Vec::<&str>::new());
}

#[tokio::test]
async fn a_player_is_taken_off_a_closed_board_and_the_others_move_up() {
    let site = StaffSite::open().await;
    let (root, other) = (site.player(1).await, site.player(2).await);
    for (tg_id, inviter) in [(11, &root), (12, &root), (21, &other)] {
        let friend = site.invited(tg_id, &inviter.scode).await;
        friend.given(Purse::CoinPaid, 1_000).await;
        friend.dives_five_times().await;
        let log = site.ledger.partition_of(friend.id.0);
        policies::apply_now(&site.ledger, log, Some(site.head(log).await)).await;
    }
    let day = Timestamp(site.now()).day();
    // What friends did is counted on the day on which it is seen.
    site.settle().await;
    site.next_day();
    site.wait_ms(900_000);
    site.settle().await;
    ranks::tick(&site.ledger).await.expect("closed");
    let desk = Desk::of(&site, &root).await;
    let rank = Period::Day(day).id(Board::Invite).to_string();
    let boards = desk.ann.ask("ranks/list", json!({})).await.done().data;
    let boards = boards["list"].as_array().expect("a list");
    let today = Timestamp(site.now()).day().to_string();
    let closed = desk.ann.ask("ranks/list", json!({ "from": today })).await.done().data;
    assert_eq!(closed["list"].as_array().map(Vec::len), Some(boards.len()));
    let none = json!({ "until": day.to_string() });
    assert_eq!(desk.ann.ask("ranks/list", none).await.done().data["list"], json!([]));
    let board = boards
        .iter()
        .find(|one| one["board"]["rank"] == rank)
        .expect("the board");
    assert_eq!(
        (&board["players"], &board["board"]["period"], &board["board"]["from_ms"]),
        (&json!(2), &json!("day"), &json!(day.start().0))
    );
    let stands = async |asked: Value| {
        let info = desk.ann.ask("ranks/info", asked).await.done().data;
        let list = info["list"].as_array().expect("a list").iter();
        let places: Vec<(Value, Value)> = list.map(|one| (one["player"].clone(), one["score"].clone())).collect();
        (places, info["corrections"].clone())
    };
    let [first, second] = [(&root, "2"), (&other, "1")].map(|(angler, score)| (json!(angler.id.0), json!(score)));
    let closed = (vec![first, second.clone()], json!([]));
    assert_eq!(stands(json!({ "rank": rank })).await, closed);
    let before = Timestamp(site.now());
    site.wait_ms(2);
    let body = json!({ "rank": rank, "player": root.id.0 });
    let made = desk.proposes("ranks/propose", &body).await;
    assert_eq!(
        ["board", "board_place", "board_score", "board_move_up"].map(|name| made.facts[name].clone()),
        [json!("invite"), json!("1"), json!("2"), json!("1")]
    );
    assert_eq!(desk.approves(&made.proposal).await, 0);
    let then = json!({ "rank": rank, "as_of": api::moment::write(before) });
    assert_eq!(stands(then).await, closed, "as of the moment before");
    let (places, corrections) = stands(json!({ "rank": rank })).await;
    assert_eq!(places, [second]);
    let [correction] = corrections.as_array().expect("a list").as_slice() else {
        panic!("{corrections}");
    };
    assert_eq!(
        ["player", "proposer", "case_id", "reason"].map(|field| correction[field].clone()),
        [json!(root.id.0), json!("ann"), json!("case 7"), json!("a test")]
    );
    assert_eq!(
        desk.registered("manual", "RankCorrected").await["player"],
        json!(root.id.0)
    );
    let again = json!({ "rank": rank, "player": root.id.0, "case_id": "case 7" });
    desk.ann.does("ranks/propose", again).await.refused(4007);
    desk.the_law_finds(&[
        rewritten("RankCorrected", "case 7", "case 8"),
        rewritten("RankCorrected", "\"by\":\"(bob|cleo)\"", "\"by\":\"sue\""),
    ])
    .await;
}
