//! The daily unlock of bonus tokens out of the day's pool (PRODUCT §2.8).

use crate::angler::{Angler, fresh};
use crate::house::House;
use api::pool;
use api::reaction::ask;
use api::wire::body::digest;
use api::wire::exchange::ExchangeUnlockBody;
use api::work;
use domain::ids::{PlayerId, TakeId};
use domain::kyc::Status;
use domain::money::{Gusd, Usdt};
use domain::player::identity::NoteKyc;
use domain::player::team::CountInvite;
use domain::policies::use_take;
use domain::posting::Purse;
use domain::stock::{Purpose, StockCommand, StockTaken};
use domain::treasury::{FundPromoBudget, TreasuryCommand};
use ledger::testing::players;
use ledger::{Plain, RESERVE_STREAM, Request, StreamId};
use serde_json::{Value, json};
use uuid::Uuid;

const DAY_MS: i64 = 86_400_000;

/// Puts marketing money aside and lets the clock open the pool of the day at 00:05.
async fn open_pool(house: &House) {
    let fund = FundPromoBudget {
        amount: Usdt::from_minor(100_000_000),
        proposer: "ana".into(),
        approver: "bo".into(),
        reason: "promotions".into(),
    };
    let command = TreasuryCommand::FundPromoBudget(fund);
    let id = StreamId::house(RESERVE_STREAM);
    let reply = house
        .ledger
        .treasury()
        .execute(&id, command, Request::default(), Plain)
        .await;
    assert!(reply.expect("a reply").is_accepted());
    let into_the_day = house.now() % DAY_MS;
    house.wait_ms((5 * 60_000 - into_the_day).max(0));
    house.settle().await;
    work::pool::strike(&house.ledger).await.expect("opened");
}

/// A week-old player with a friend, a proved identity and a thousand bonus tokens, on a day with a pool.
async fn ready(house: &House) -> Angler<'_> {
    let angler = house.player(1).await;
    let friend = PlayerId::of_messenger(2);
    players::must(&house.ledger, angler.id, CountInvite { friend }).await;
    let note = NoteKyc {
        status: Status::Approved,
        revision: 1,
    };
    players::must(&house.ledger, angler.id, note).await;
    angler.given(Purse::GusdBonus, 100_000).await;
    house.wait_ms(8 * DAY_MS);
    open_pool(house).await;
    // The session of a week ago is over.
    house.player(1).await
}

fn amount(text: &str) -> Value {
    json!({ "amount": text })
}

async fn pool_left(angler: &Angler<'_>) -> Value {
    angler.read("exchange/info").await["unlock"]["pool_left"].clone()
}

#[tokio::test]
async fn bonus_tokens_become_free_ones_out_of_the_day_s_pool() {
    let house = House::open().await;
    let angler = ready(&house).await;
    assert_eq!(pool_left(&angler).await, "50000.00");
    let body = json!({ "amount": "400", "req_id": fresh() });
    let done = angler.call("exchange/unlock", body.clone()).await.done();
    assert_eq!(
        (
            &done.data["unlocked"],
            &done.data["asset"]["gusd"],
            &done.data["asset"]["gusd_bonus"]
        ),
        (&json!("400.00"), &json!("400.00"), &json!("600.00"))
    );
    assert_eq!(
        angler.call("exchange/unlock", body.clone()).await.done().bytes,
        done.bytes
    );
    let mut other = body;
    other["amount"] = json!("1");
    angler.call("exchange/unlock", other).await.refused(-1007);
    let info = angler.read("exchange/info").await["unlock"].clone();
    assert_eq!(
        (&info["bonus"], &info["left_today"], &info["pool_left"]),
        (&json!("600.00"), &json!("100.00"), &json!("49600.00"))
    );
    assert!(
        info["gate"]
            .as_array()
            .expect("a gate")
            .iter()
            .all(|item| item["ok"] == true)
    );
}

#[tokio::test]
async fn an_unlock_is_refused_for_the_stated_reason() {
    let house = House::open().await;
    let newcomer = house.player(9).await;
    let at = house.now() + 7 * DAY_MS;
    let refused = newcomer.call("exchange/unlock", amount("1")).await.refused(4002);
    assert_eq!(refused, json!({ "at": at }));
    house.wait_ms(8 * DAY_MS);
    let newcomer = house.player(9).await;
    newcomer.call("exchange/unlock", amount("1")).await.refused(4004);
    let friend = PlayerId::of_messenger(3);
    players::must(&house.ledger, newcomer.id, CountInvite { friend }).await;
    newcomer.call("exchange/unlock", amount("1")).await.refused(6001);

    let angler = ready(&house).await;
    for text in ["x", "", "0", "0.001", "-1"] {
        angler.call("exchange/unlock", amount(text)).await.refused(2006);
    }
    let over = angler.call("exchange/unlock", amount("500.01")).await.refused(5302);
    assert_eq!(over, json!({ "left": "500.00" }));
    angler.given(Purse::GusdBonus, -99_999).await;
    angler.call("exchange/unlock", amount("0.02")).await.refused(2003);
    assert_eq!(pool_left(&angler).await, "50000.00", "nobody took anything");
}

#[tokio::test]
async fn whoever_comes_late_finds_the_pool_finished() {
    let house = House::open().await;
    // As many stocks as the database has logs, of a hundred tokens each.
    let shards = pool::shards(&house.ledger);
    house
        .publish(|config| {
            let pool = Usdt::from_minor(i64::from(shards) * 10_000);
            (config.exchange.unlock.pool_min, config.exchange.unlock.pool_max) = (pool, pool);
        })
        .await;
    let angler = ready(&house).await;
    for _ in 0..shards {
        angler.call("exchange/unlock", amount("100")).await.done();
    }
    let body = json!({ "amount": "0.01", "req_id": fresh() });
    let late = angler.call("exchange/unlock", body.clone()).await;
    assert_eq!(late.message, "You're late, it's Finished");
    late.refused(5303);
    angler.call("exchange/unlock", body).await.refused(5303);
    assert_eq!(pool_left(&angler).await, "0.00");
    // The day has a pool of its own.
    house.next_day();
    angler.call("exchange/unlock", amount("1")).await.refused(5303);
    house.wait_ms(5 * 60_000);
    // The first look closes yesterday's stocks, the second has seen that and opens today's.
    for _ in 0..2 {
        house.settle().await;
        work::pool::strike(&house.ledger).await.expect("struck");
    }
    angler.call("exchange/unlock", amount("1")).await.done();
}

#[tokio::test]
async fn what_the_policy_used_first_is_answered_as_if_the_call_had_been_first() {
    let house = House::open().await;
    let angler = ready(&house).await;
    let request = Uuid::new_v4();
    let body = ExchangeUnlockBody {
        ts: house.now(),
        amount: "250".into(),
        token: angler.token.clone(),
        req_id: api::wire::body::Id(request),
    };
    let (take, gusd) = (TakeId::of_request(request), Gusd::from_minor(25_000));
    let shard = api::take::order_for(angler.id, pool::shards(&house.ledger))
        .next()
        .expect("a shard");
    let stock = pool::shard(domain::time::Timestamp(house.now()).day(), shard).id();
    let purpose = Purpose::Unlock { amount: gusd };
    // The call dies after its take, and the policy goes on.
    let taken = StockTaken {
        take,
        taker: angler.id,
        purpose: purpose.clone(),
        units: 25_000,
        left: 5_000_000 / i64::from(pool::shards(&house.ledger)) - 25_000,
    };
    let tell = Tells(serde_json::to_string(&taken).expect("JSON"));
    let first = Request {
        id: Some(request),
        digest: digest("/api/v1/exchange/unlock", &body),
        actor: "player".into(),
        ..Request::default()
    };
    let command = StockCommand::Take {
        take,
        taker: angler.id,
        purpose,
    };
    let id = StreamId::thing(stock.0);
    let reply = house.ledger.stocks().execute(&id, command, first, tell).await;
    assert!(reply.expect("a reply").is_accepted());
    let step = use_take(stock, &taken);
    let request_2 = Request::system("policy:follow", step.request_id);
    assert!(
        ask(&house.ledger, step.ask, request_2)
            .await
            .expect("a reply")
            .is_accepted()
    );

    angler.given(Purse::Gusd, 1).await;
    let body = json!({ "amount": "250", "req_id": request.to_string() });
    let told = angler.call("exchange/unlock", body.clone()).await.done();
    assert_eq!(
        (
            &told.data["unlocked"],
            &told.data["asset"]["gusd"],
            &told.data["asset"]["gusd_bonus"]
        ),
        (&json!("250.00"), &json!("250.00"), &json!("750.00")),
        "as of the unlock, not of now"
    );
    assert_eq!(angler.call("exchange/unlock", body).await.done().bytes, told.bytes);
    assert_eq!(pool_left(&angler).await, "49750.00", "taken once");
}

/// Remembers a text.
struct Tells(String);

impl ledger::Shape<domain::stock::Stock> for Tells {
    fn accepted(
        &self,
        _state: &domain::stock::Stock,
        _version: u64,
        _events: &[domain::stock::StockEvent],
        _context: &domain::stream::Context,
    ) -> String {
        self.0.clone()
    }

    fn refused(
        &self,
        _state: &domain::stock::Stock,
        _version: u64,
        _refusal: &domain::refusal::Refusal,
        _context: &domain::stream::Context,
    ) -> String {
        "null".into()
    }
}

#[tokio::test]
async fn two_unlocks_at_once_stay_within_the_player_s_day_and_give_back_what_they_do_not_use() {
    let house = House::open().await;
    let angler = ready(&house).await;
    let (one, two) = tokio::join!(
        angler.call("exchange/unlock", amount("300")),
        angler.call("exchange/unlock", amount("300")),
    );
    let mut codes = [one.error, two.error];
    codes.sort_unstable();
    assert_eq!(codes, [0, 5302]);
    assert_eq!(pool_left(&angler).await, "49700.00");
}
