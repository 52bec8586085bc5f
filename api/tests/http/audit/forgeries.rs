//! What breaks each law of the audit.

mod closings;
mod seeds;

use crate::angler::fresh;
use serde_json::json;

/// An event that nobody recorded: its stream, version, type and body.
fn planted(stream: &str, owner: &str, sequence: u32, kind: &str, body: serde_json::Value) -> String {
    planted_by("forger", [stream, owner], sequence, kind, body)
}

fn planted_by(actor: &str, of: [&str; 2], sequence: u32, kind: &str, body: serde_json::Value) -> String {
    let ([stream, owner], meta) = (of, json!({ "actor": actor }));
    format!("select pg_temp.plant('{stream}', '{owner}', {sequence}, '{kind}', '{body}', '{meta}')")
}

fn of_player(sequence: u32, kind: &str, body: serde_json::Value) -> String {
    planted("player", "forged", sequence, kind, body)
}

fn twice(kind: &str, body: &serde_json::Value) -> Vec<String> {
    (1..=2)
        .map(|sequence| of_player(sequence, kind, body.clone()))
        .collect()
}

/// For each law, what breaks it.
pub fn forgeries() -> Vec<(&'static str, Vec<String>)> {
    let one = |statement: &str| vec![statement.to_owned()];
    let mut all = vec![
        (
            "I-01",
            one("update postings set amount = amount + 1 where leg = 0 and account = 'coin_promo'"),
        ),
        (
            "I-01b",
            one("update postings set amount = amount + 1 where account = 'usdt'"),
        ),
        (
            "I-02",
            vec![
                "alter table postings drop constraint a_player_never_owes".to_owned(),
                "update postings set after = -1 where account = 'coin_paid'".to_owned(),
            ],
        ),
        (
            "I-02b",
            one(
                "insert into balances select partition, owner, 'referral_due', 'usdt', -1, 1 from balances where account = 'coupon'",
            ),
        ),
        (
            "I-03",
            one(
                "update postings set asset = 'gusd' where ctid = (select max(ctid) from postings where account = 'usdt')",
            ),
        ),
        ("I-05", one("update balances set balance = 1 where account = 'coupon'")),
        (
            "I-07",
            one("update balances set balance = -1 where account = 'h:usdt_reserve'"),
        ),
        (
            "I-07b",
            one("insert into liabilities (partition, time_ms, note)
                 values (0, 1, E'events 1000 1000 1000 1000\\ntime 1\\nasset coin 0 1 root\\n')"),
        ),
        (
            "I-21",
            one("update postings set after = after + 1 where account = 'diamond'"),
        ),
        ("I-21b", one("delete from balances where account = 'coin_paid'")),
        (
            "I-21b",
            one("update balances set partition = partition + 99; update postings set partition = partition + 99"),
        ),
        ("I-12", one("delete from events where event_type = 'PlayerRegistered'")),
        // A stream of the same name in another log.
        (
            "I-12",
            one("insert into events select (jsonb_populate_record(e, jsonb_build_object('partition', partition + 1, 'position',
                 position + 1000000, 'event_id', gen_random_uuid()))).* from events e where event_type = 'PlayerRegistered'"),
        ),
        ("I-13", one("update heads set position = position + 1")),
        (
            "I-13b",
            one("update events set position = position + 1000000 where event_type = 'PlayerRegistered'"),
        ),
        ("I-13c", {
            let cause = json!({ "actor": "a", "cause": fresh() });
            vec![format!("select pg_temp.plant('player', 'forged', 1, 'X', '{{}}', '{cause}')")]
        }),
        (
            "I-15",
            one("update events set metadata = '{}' where event_type = 'SignedIn'"),
        ),
        (
            "I-16",
            one("update requests set position = position + 1000000 where position is not null"),
        ),
        (
            "I-16b",
            one(
                "update events set metadata = '{\"actor\":\"a\",\"request_id\":\"r\"}' where event_type in ('PlayerRegistered', 'VipClaimed')",
            ),
        ),
        (
            "I-41",
            vec![of_player(
                1,
                "DiveVoided",
                json!({ "proposer": "ann", "approver": "ann", "case_id": "1" }),
            )],
        ),
        (
            "I-41b",
            vec![
                planted(
                    "config_section",
                    "forged",
                    1,
                    "ConfigProposed",
                    json!({ "version": 1, "author": "ann" }),
                ),
                planted(
                    "config_section",
                    "forged",
                    2,
                    "ConfigApproved",
                    json!({ "version": 1, "approver": "ann" }),
                ),
            ],
        ),
        (
            "I-41c",
            vec![
                planted(
                    "proposal",
                    "forged",
                    1,
                    "Proposed",
                    json!({ "maker": "ann", "digest": "d" }),
                ),
                planted(
                    "proposal",
                    "forged",
                    2,
                    "Approved",
                    json!({ "by": "ann", "digest": "d" }),
                ),
            ],
        ),
        ("I-43", vec![planted("case", "forged", 1, "CaseCommented", json!({}))]),
        ("I-23", twice("SignedIn", &json!({ "day": "2025-01-01", "streak": 1 }))),
        ("I-24", twice("FreeCoinClaimed", &json!({ "day": "2025-01-01" }))),
        (
            "I-28",
            twice(
                "TeamRecordReceived",
                &json!({
            "id": "r", "usdt": "1.000000", "diamonds": "0", "record": { "usdt": "1.500000", "diamonds": "0" } }),
            ),
        ),
        ("I-28b", twice("TaskReceived", &json!({ "task_id": "a" }))),
        (
            "I-38",
            vec![planted("stock", "forged", 1, "StockTaken", json!({ "left": -1 }))],
        ),
    ];
    all.extend(of_people());
    all.extend(of_play());
    all.extend(closings::of_closings());
    all.extend(seeds::of_seeds());
    all.extend(of_payouts());
    all
}

fn of_people() -> Vec<(&'static str, Vec<String>)> {
    let bound = |player: &str, upline: &str| json!({ "inviter": { "player": player, "upline": upline } });
    let closed = json!({ "profit": "100.00", "shares": { "l1": { "to": "ann", "usdt": "0.000700" }, "l2": null } });
    let packet = json!({ "terms": { "shares": 2, "total": { "coin": "10" } } });
    let share = |player: &str| json!({ "player": player, "prize": { "coin": "6" } });
    let submitted = |submission: &str| json!({ "submission": submission, "doc_hash": "d", "images": 2 });
    let approved = |submission: &str| json!({ "submission": submission, "verdict": "approve" });
    vec![
        (
            "I-25",
            vec![
                of_player(1, "InviterBound", bound("ann", "bob")),
                of_player(2, "DiveClosed", closed.clone()),
            ],
        ),
        ("I-26", vec![of_player(1, "InviterBound", bound("forged", "bob"))]),
        (
            "I-26b",
            vec![
                of_player(1, "HouseBound", json!({ "scode": "DEEPSEA1", "by": "code" })),
                of_player(2, "InviterBound", bound("ann", "bob")),
            ],
        ),
        (
            "I-27",
            vec![of_player(1, "InviteQualified", json!({ "inviter": "ann" }))],
        ),
        (
            "I-27b",
            vec![
                of_player(1, "RebatesStopped", json!({ "inviter": "ann", "shared": "payee" })),
                of_player(2, "DiveClosed", closed),
            ],
        ),
        (
            "I-30",
            vec![
                planted("red_packet", "p", 1, "PacketCreated", packet),
                planted("red_packet", "p", 2, "ShareClaimed", share("ann")),
                planted("red_packet", "p", 3, "ShareClaimed", share("bob")),
            ],
        ),
        (
            "I-34",
            vec![
                planted("kyc", "ann", 1, "KycSubmitted", submitted("a")),
                planted("kyc", "ann", 2, "KycDecided", approved("a")),
                planted("kyc", "bob", 1, "KycSubmitted", submitted("b")),
                planted("kyc", "bob", 2, "KycDecided", approved("b")),
            ],
        ),
        (
            "I-35",
            vec![of_player(
                1,
                "VipClaimed",
                json!({ "vip_id": 1, "day": "2025-01-01", "n": 1 }),
            )],
        ),
        (
            "I-39",
            vec![
                of_player(1, "SelfExcluded", json!({ "until": 20 })),
                of_player(2, "DiveStarted", json!({ "dive": "d", "at": 10 })),
            ],
        ),
    ]
}

fn of_play() -> Vec<(&'static str, Vec<String>)> {
    let cast = |seq: u32, level: u32, nonce: u32| json!({ "dive": "d", "seq": seq, "level": level, "nonce": nonce, "stake": "10" });
    let closed = json!({
        "dive": "d", "payout": "200000.00", "fish": "200000.00", "bonus": "0.00", "chest_gusd": "0.00",
        "chest_usdt": "0.000000", "staked": "10", "casts": 1, "capped": false, "profit": "0.00", "shares": {}
    });
    let rotated = json!({ "old_seed": "00", "old_commit": "11" });
    let announced =
        |old: &str, new: &str, next: &str| json!({ "old_commit": old, "new_commit": new, "next_commit": next });
    vec![
        (
            "I-06",
            vec![of_player(
                1,
                "Exchanged",
                json!({ "gusd": "10000.00", "usdt": "1.000001" }),
            )],
        ),
        (
            "I-36",
            vec![
                of_player(1, "DiveStarted", json!({ "dive": "d", "at": 1 })),
                of_player(2, "DiveClosed", closed.clone()),
            ],
        ),
        ("I-36b", vec![of_player(1, "DiveClosed", closed.clone())]),
        (
            "I-36c",
            vec![
                of_player(1, "CastResolved", cast(1, 1, 0)),
                of_player(2, "CastResolved", cast(2, 3, 1)),
            ],
        ),
        ("I-37", vec![of_player(1, "SeedRotated", rotated)]),
        (
            "I-37c",
            vec![
                of_player(1, "SeedRotated", announced("a", "b", "c")),
                of_player(2, "SeedRotated", announced("b", "x", "d")),
            ],
        ),
        (
            "I-37d",
            // Planted at the beginning of time.
            vec![of_player(1, "DiveClosed", closed)],
        ),
        ("I-37b", vec![of_player(1, "CastResolved", cast(1, 1, 1))]),
        // A refused start, and another one further on.
        ("I-37b", vec![of_player(1, "DiveStarted", json!({ "nonce": 1 }))]),
    ]
}

/// A refund that is whole, of a payment that no row names a sender of.
fn of_no_payer() -> Vec<String> {
    let terms = json!({ "withdrawal": "w", "player": "forged", "amount": "1.000000", "fee": "0", "address": "a" });
    let payment = json!({ "rail": "ton_usdt", "tx": "t", "lt": 1 });
    let refund = json!({ "order_no": "A1", "payment": payment, "proposer": "ann", "approver": "bob" });
    let credited = json!({ "order_no": "A1", "amount": "1.000000", "tx": "t", "lt": 1 });
    let refunded = json!({
        "order_no": "A1", "amount": "1.000000", "proposer": "ann", "approver": "bob",
        "payout": { "terms": terms, "refund": refund }
    });
    vec![
        of_player(1, "TopUpCredited", credited),
        of_player(2, "CouponRefunded", refunded),
    ]
}

fn of_payouts() -> Vec<(&'static str, Vec<String>)> {
    let ended = json!({ "withdrawal": "w", "amount": "5.000000", "fee": "0.500000", "was_sent": false });
    let terms = json!({ "request": { "terms": { "withdrawal": "w", "amount": "6.000000", "fee": "0.500000" } } });
    let desk = |sequence, kind: &str, body| planted("withdrawal", "w", sequence, kind, body);
    vec![
        (
            "I-08",
            vec![
                of_player(1, "WithdrawalRequested", terms.clone()),
                of_player(2, "WithdrawalSettled", ended.clone()),
            ],
        ),
        ("I-09", vec![of_player(1, "WithdrawalRefunded", ended)]),
        (
            "I-09b",
            vec![of_player(
                1,
                "WithdrawalRefunded",
                json!({ "withdrawal": "w", "amount": "1.000000", "fee": "0.000000", "order_no": "A1" }),
            )],
        ),
        // A refund of before, without a payout, of a top-up that nothing brought.
        (
            "I-09b",
            vec![of_player(
                1,
                "CouponRefunded",
                json!({ "order_no": "A1", "amount": "1.000000" }),
            )],
        ),
        ("I-09b", of_no_payer()),
        ("I-10", twice("TopUpCredited", &json!({ "tx": "t", "lt": 1 }))),
        (
            "I-10b",
            vec![
                "insert into incoming_payments (partition, rail, tx, lt, sender, amount, comment, order_no, seen_at_ms, credited_at_ms)
                 values (0, 'ton_usdt', 'made up', 1, 'a', 1, 'for my friend', 'A1', 1, 2)"
                    .to_owned(),
            ],
        ),
        (
            "I-10c",
            vec![of_player(
                1,
                "TopUpCredited",
                json!({ "tx": "never came", "lt": 1, "amount": "1.000000", "from_suspense": true }),
            )],
        ),
        (
            "I-10d",
            vec!["insert into balances select partition, owner, 'h:usdt_suspense', 'usdt', 1, 1 from balances
                   where account = 'h:usdt_custody' limit 1"
                .to_owned()],
        ),
        (
            "I-31",
            vec![desk(1, "Rejected", json!({})), desk(2, "Confirmed", json!({}))],
        ),
        (
            "I-32",
            vec![
                desk(1, "Approved", json!({ "by": "auto", "digest": "one" })),
                desk(2, "Sent", json!({ "digest": "two" })),
            ],
        ),
        (
            "I-32b",
            vec![desk(
                1,
                "Approved",
                json!({ "by": { "staff": ["ann", "ann"] }, "digest": "one" }),
            )],
        ),
        (
            "I-33",
            vec![
                of_player(1, "WithdrawalRequested", terms),
                // Books that have read it hold nothing for it.
                "update cursors set position = position + 1 where view = 'books'".to_owned(),
            ],
        ),
    ]
}
