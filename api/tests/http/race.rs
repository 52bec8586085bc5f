//! Calls that one player is allowed once, with what each needs.

use crate::angler::Angler;
use crate::packet::{coins, put_out};
use crate::pool::ready;
use crate::test_app::TestApp;
use domain::ids::PlayerId;
use domain::player::team::CountInvite;
use domain::posting::Purse;
use ledger::testing::players;
use serde_json::{Value, json};
use workers::offers;

const DAY_MS: i64 = 86_400_000;
const ADDRESS: &str = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";

/// A call that one player is allowed once.
pub struct Race {
    pub call: &'static str,
    pub body: Value,
    /// Codes of those who came too late.
    pub late: &'static [i64],
    /// What the player owns afterwards, when it is not the player's own balance that says enough.
    owns: &'static [(&'static str, &'static str)],
    /// What is left for everybody: a call, where in its answer, how much.
    leaves: Option<(&'static str, &'static str, Value)>,
}

fn race(call: &'static str, body: Value, late: &'static [i64], owns: &'static [(&'static str, &'static str)]) -> Race {
    Race {
        call,
        body,
        late,
        owns,
        leaves: None,
    }
}

impl Race {
    /// Once was done, and nothing twice.
    pub async fn left(&self, angler: &Angler<'_>) {
        let asset = angler.read("fishing/player_info").await["asset"].clone();
        for (purse, expected) in self.owns {
            let has = asset[purse]
                .as_str()
                .map_or_else(|| asset[purse].to_string(), str::to_owned);
            assert_eq!(has, *expected, "{} leaves {purse}", self.call);
        }
        if let Some((call, place, expected)) = &self.leaves {
            let answer = angler.read(call).await;
            assert_eq!(answer.pointer(place), Some(expected), "{} leaves {answer}", self.call);
        }
    }
}

/// A player and the race.
pub async fn prepare<'a>(app: &'a TestApp, tg_id: i64, name: &str) -> (Angler<'a>, Race) {
    // Who may unlock has waited a week, and has a session since.
    let angler = match name {
        "unlock" => ready(app, tg_id).await,
        _ => app.player(tg_id).await,
    };
    let race = match name {
        "unlock" | "limited item" | "packet" | "order" | "record" | "task" => of_many(&angler, name).await,
        _ => of_one(&angler, name).await,
    };
    (angler, race)
}

/// What one player needs for a race for the player's own, and the race.
async fn of_one(angler: &Angler<'_>, name: &str) -> Race {
    match name {
        "signin" => race("signin/sign", json!({}), &[4006], &[("coin_promo", "100")]),
        "free coins" => {
            let friend = PlayerId::of_messenger(7_000);
            players::must(&angler.app.ledger, angler.id, CountInvite { friend }).await;
            race(
                "fishing/receive_free_coin",
                json!({}),
                &[4003, 4005],
                &[("coin_promo", "1000")],
            )
        }
        "start" => {
            angler.given(Purse::Diamond, 2).await.given(Purse::CoinPaid, 100).await;
            let body = json!({ "stake": 10, "start_level": 6, "device_value": "0f".repeat(16) });
            race("fishing/dive_start", body, &[2002, 3002], &[("diamond", "1")])
        }
        "cast" => {
            angler.given(Purse::CoinPaid, 100).await;
            let dive = angler.dives(10).await;
            angler.app.wait_ms(2_500);
            let body = json!({ "dive_id": dive, "seq": 1, "shield": false });
            race("fishing/cast", body, &[3004, 3006], &[("coin_paid", "90")])
        }
        "surface" => {
            angler.given(Purse::CoinPaid, 100).await;
            let dive = angler.dives(10).await;
            race(
                "fishing/surface",
                json!({ "dive_id": dive }),
                &[3001],
                &[("coin_paid", "100")],
            )
        }
        "vip" => {
            angler.given(Purse::Coupon, 5_000_000).await;
            race(
                "vip/activate",
                json!({ "vip_id": 1 }),
                &[5002],
                &[("coupon", "0.000000")],
            )
        }
        "vip claim" => {
            angler.given(Purse::Coupon, 5_000_000).await;
            angler.call("vip/activate", json!({ "vip_id": 1 })).await.done();
            race(
                "vip/receive",
                json!({ "vip_id": 1 }),
                &[4002, 4005],
                &[("coin_paid", "1000")],
            )
        }
        "exchange" => {
            angler.given(Purse::Gusd, 1_000_000).await;
            let body = json!({ "pair": "gusd_usdt", "amount": "10000" });
            race("exchange/do", body, &[2003], &[("usdt", "1.000000"), ("gusd", "0.00")])
        }
        "coupons" => {
            angler.given(Purse::Usdt, 1_000_000).await;
            let body = json!({ "pair": "usdt_coupon", "amount": "1" });
            race(
                "exchange/do",
                body,
                &[2004],
                &[("coupon", "1.000000"), ("usdt", "0.000000")],
            )
        }
        "shop" => {
            angler.given(Purse::Coupon, 5_000_000).await;
            let body = json!({ "item_id": "first_cast", "price": "0.99", "count": 1 });
            race(
                "shop/buy",
                body,
                &[5101],
                &[("coin_paid", "9900"), ("coupon", "4.010000")],
            )
        }
        "withdrawal" => {
            angler.given(Purse::Usdt, 100_000_000).await;
            let body = json!({ "key": "ton", "address": ADDRESS, "comment": "" });
            angler.call("withdraw/set_address", body).await.done();
            angler.app.wait_ms(DAY_MS);
            let body = json!({ "key": "ton", "amount": "10" });
            race("withdraw/do", body, &[6004, 6010], &[("usdt", "90.000000")])
        }
        other => panic!("no race is called {other}"),
    }
}

/// The same for what others have a part in.
async fn of_many(angler: &Angler<'_>, name: &str) -> Race {
    let app = angler.app;
    match name {
        "unlock" => Race {
            leaves: Some(("exchange/info", "/unlock/pool_left", json!("49700.00"))),
            ..race(
                "exchange/unlock",
                json!({ "amount": "300" }),
                &[5302],
                &[("gusd", "300.00"), ("gusd_bonus", "700.00")],
            )
        },
        "limited item" => {
            angler.given(Purse::Coupon, 500_000_000).await;
            offers::tick(&app.ledger).await.expect("offered");
            let body = json!({ "item_id": "coins_5", "price": "5", "count": 1 });
            Race {
                leaves: Some(("shop/list", "/list/2/stock", json!(0))),
                ..race(
                    "shop/buy",
                    body,
                    &[5102],
                    &[("coin_paid", "50000"), ("coupon", "495.000000")],
                )
            }
        }
        "packet" => {
            let code = put_out(app, coins(app, 200, 2)).await;
            let body = json!({ "code": code });
            race("redpacket/claim", body, &[4001], &[("coin_promo", "100")])
        }
        "task" => {
            for friend in (7_100..7_103).map(PlayerId::of_messenger) {
                players::must(&app.ledger, angler.id, CountInvite { friend }).await;
            }
            let task = json!({ "task_id": "invite_3" });
            angler.call("promotion/verify", task.clone()).await.done();
            race(
                "promotion/receive",
                task,
                &[4001],
                &[("coin_promo", "500"), ("diamond", "2")],
            )
        }
        "order" => {
            let body = json!({ "channel": "ton_usdt", "amount": "1" });
            for _ in 0..2 {
                angler.call("topup/create", body.clone()).await.done();
            }
            race("topup/create", body, &[5205], &[])
        }
        "record" => {
            let friend = app.invited(9_000, &angler.scode).await;
            friend.given(Purse::CoinPromo, 100).await;
            friend.dives_five_times().await;
            app.settle().await;
            let records = angler.read("team/records").await;
            let body = json!({ "record_id": records["list"][0]["record_id"] });
            race("team/receive", body, &[4001], &[("diamond", "2")])
        }
        other => panic!("no race is called {other}"),
    }
}
