//! Exchanges between tokens, USDT and coupons, and the unlock of bonus tokens (domain §2.8, §3.7).

use crate::call::Call;
use crate::command::Outcome;
use crate::endpoint::{Answer, Data};
use crate::error::Failure;
use crate::limited_stock::{StockRequest, order_for};
use crate::wire::exchange::{
    ExchangeDoBody, ExchangeDoData, ExchangeInfoBody, ExchangeInfoData, ExchangePair, ExchangeRecord,
    ExchangeRecordsBody, ExchangeRecordsData, ExchangeUnlockBody, ExchangeUnlockData,
};
use crate::wire::page;
use domain::ids::StockId;
use domain::money::{Gusd, Usdt};
use domain::player::Event;
use domain::player::coupon::BuyCoupons;
use domain::player::exchange::{ExchangeTokens, UnlockBonus};
use domain::posting::Purse;
use domain::refusal::Refusal;
use domain::stock::Purpose;
use domain::time::DAY_MS;
use projections::history::{Cursor, KindLine, of_kind};
use serde_json::Value;
use workers::pool;

/// What can be exchanged and unlocked.
pub async fn info(call: Call<ExchangeInfoBody>) -> Answer<ExchangeInfoData> {
    let (loaded, context) = (call.load().await?, call.app.context());
    let pool_left = pool::left(call.app.ledger(), call.now.day()).await?;
    Ok(Data::of(&ExchangeInfoData::of(&loaded.state, pool_left, &context)))
}

pub async fn r#do(call: Call<ExchangeDoBody>) -> Answer<ExchangeDoData> {
    let amount = call.body.amount.as_str();
    match call.body.pair {
        ExchangePair::GusdUsdt => {
            let gusd = Gusd::parse(amount).map_err(|_| no_amount())?;
            call.execute(ExchangeTokens { gusd }, |outcome| {
                let (gusd, usdt) = outcome.event(|event| match event {
                    Event::Exchanged(exchanged) => Some((exchanged.gusd, exchanged.usdt)),
                    _ => None,
                });
                ExchangeDoData {
                    pair: ExchangePair::GusdUsdt,
                    paid: gusd.to_string(),
                    got: usdt.to_string(),
                    asset: outcome.asset(),
                }
            })
            .await
        }
        ExchangePair::UsdtCoupon => {
            let amount = Usdt::parse(amount).map_err(|_| no_amount())?;
            call.execute(BuyCoupons { amount }, |outcome| {
                let usdt = outcome.event(|event| match event {
                    Event::CouponBought(bought) => Some(bought.usdt),
                    _ => None,
                });
                ExchangeDoData {
                    pair: ExchangePair::UsdtCoupon,
                    paid: usdt.to_string(),
                    got: usdt.as_coupons().to_string(),
                    asset: outcome.asset(),
                }
            })
            .await
        }
    }
}

/// A text that is no amount is refused like an amount that cannot be moved.
fn no_amount() -> Failure {
    Failure::refused(Refusal::InvalidAmount.code(), &Value::Null)
}

/// Unlocks bonus tokens out of the day's pool.
pub async fn unlock(call: Call<ExchangeUnlockBody>) -> Answer<ExchangeUnlockData> {
    let amount = Gusd::parse(&call.body.amount).map_err(|_| no_amount())?;
    let shards = pool::shards(call.app.ledger());
    let pool_of = |day| order_for(call.player, shards).map(move |shard| pool::shard(day, shard).id());
    let request = StockRequest {
        stocks: pool_of(call.now.day()).collect(),
        earlier: pool_of(call.now.plus_ms(-DAY_MS).day()).collect(),
        purpose: Purpose::Unlock { amount },
        dry_run: UnlockBonus {
            amount,
            pool: StockId::default(),
            take: None,
            request: None,
        }
        .into(),
        sold_out: Refusal::PoolFinished,
    };
    Ok(call.take_and_use(call.body.req_id.0, request, unlocked).await?.data)
}

/// The unlock, and the balances after it.
pub(crate) fn unlocked(outcome: &Outcome<'_>) -> ExchangeUnlockData {
    let gusd = outcome.event(|event| match event {
        Event::BonusUnlocked(unlocked) => Some(unlocked.gusd),
        _ => None,
    });
    ExchangeUnlockData {
        unlocked: gusd.to_string(),
        asset: outcome.asset(),
    }
}

/// Exchanges, newest first: what the books say of the player's USDT.
pub async fn records(call: Call<ExchangeRecordsBody>) -> Answer<ExchangeRecordsData> {
    let size = page::size(call.body.size)?;
    let before = page::after(call.body.last_id.as_deref(), Cursor::parse)?;
    let ledger = call.app.ledger();
    let (partition, kinds) = (ledger.partition_of(call.player.0), ["Exchanged", "CouponBought"]);
    let lines = [(Purse::Usdt, &kinds[..])];
    let page = of_kind(ledger.pool(), partition, call.player, &lines, before, size).await?;
    Ok(Data::of(&ExchangeRecordsData {
        list: page.lines.iter().filter_map(record).collect(),
        next_last_id: page.next().map_or_else(String::new, |last| last.id.to_string()),
        has_more: page.has_more,
    }))
}

fn record(line: &KindLine) -> Option<ExchangeRecord> {
    let (pair, paid, got) = match &line.event {
        Event::Exchanged(recorded) => (
            ExchangePair::GusdUsdt,
            recorded.gusd.to_string(),
            recorded.usdt.to_string(),
        ),
        Event::CouponBought(recorded) => (
            ExchangePair::UsdtCoupon,
            recorded.usdt.to_string(),
            recorded.usdt.as_coupons().to_string(),
        ),
        // Only these two were asked for.
        _ => return None,
    };
    Some(ExchangeRecord {
        id: line.id.to_string(),
        pair,
        paid,
        got,
        at: line.at.0,
    })
}
