//! Coupons: their sources and their uses (domain §3.5).

use crate::call::Call;
use crate::endpoint::{Answer, Data};
use crate::error::Failure;
use crate::wire::coupon::{
    CouponInfoBody, CouponInfoData, CouponKind, CouponRecord, CouponRecordsBody, CouponRecordsData, RecordAsset,
};
use crate::wire::page;
use crate::wire::topup::Order;
use domain::ids::OrderId;
use domain::money::Asset;
use domain::player::{Event, Player};
use domain::posting::Purse;
use domain::topup::TopUp;
use projections::history::{Cursor, KindLine, of_kind};
use projections::topups;

/// What makes coupons and what spends them.
const KINDS: [&str; 6] = [
    "TopUpCredited",
    "CouponBought",
    "ShopPurchased",
    "VipActivated",
    "CouponRefunded",
    // Of coupons alone: a refund that could not be paid.
    "WithdrawalRefunded",
];

/// How coupons come, with the orders under way.
pub async fn info(call: Call<CouponInfoBody>) -> Answer<CouponInfoData> {
    let player = call.load().await?.state;
    let open = open_orders(&call, &player).await?;
    let config = call.app.config();
    Ok(Data::of(&CouponInfoData::of(&player, open, &config, call.now)))
}

/// The orders that the player's stream waits for, as their own streams have them.
async fn open_orders(call: &Call<CouponInfoBody>, player: &Player) -> Result<Vec<Order>, Failure> {
    let (pool, partition) = (call.app.ledger().pool(), call.app.ledger().partition_of(call.player.0));
    let waits = player.coupon.open_orders(call.now);
    let ids: Vec<OrderId> = waits.map(|order| OrderId::of(&order.order_no)).collect();
    let states = topups::states(pool, &ids).await?;
    let (fresh, deposit) = (TopUp::default(), call.app.settings().deposit.as_ref());
    let mut orders = Vec::with_capacity(ids.len());
    // Newest first; a few at most (`pay.open_orders`).
    for id in ids.iter().rev() {
        if let Some(opened) = topups::find(pool, partition, call.player, *id).await? {
            orders.push(Order::of(&opened, states.get(id).unwrap_or(&fresh), deposit));
        }
    }
    Ok(orders)
}

/// Where coupons came from and went to, newest first: what the books say of the player's coupons.
pub async fn records(call: Call<CouponRecordsBody>) -> Answer<CouponRecordsData> {
    let size = page::size(call.body.size)?;
    let before = page::after(call.body.last_id.as_deref(), Cursor::parse)?;
    let ledger = call.app.ledger();
    let partition = ledger.partition_of(call.player.0);
    let lines = [(Purse::Coupon, &KINDS[..]), (Purse::Usdt, &["VipActivated"][..])];
    let page = of_kind(ledger.pool(), partition, call.player, &lines, before, size).await?;
    Ok(Data::of(&CouponRecordsData {
        list: page.lines.iter().filter_map(record).collect(),
        next_last_id: page.next().map_or_else(String::new, |last| last.id.to_string()),
        has_more: page.has_more,
    }))
}

fn record(line: &KindLine) -> Option<CouponRecord> {
    let (kind, reference) = match &line.event {
        Event::TopUpCredited(recorded) => (CouponKind::Topup, recorded.order_no.clone()),
        Event::CouponBought(_) => (CouponKind::FromUsdt, line.event_id.to_string()),
        Event::ShopPurchased(recorded) => (CouponKind::Shop, recorded.item_id.clone()),
        Event::VipActivated(recorded) => (CouponKind::Vip, recorded.vip_id.to_string()),
        Event::CouponRefunded(recorded) => (CouponKind::Refund, recorded.order_no.clone()),
        Event::WithdrawalRefunded(recorded) => (CouponKind::RefundBack, recorded.order_no.clone()?),
        // Only these were asked for.
        _ => return None,
    };
    let (asset, format) = match line.purse {
        Purse::Coupon => (RecordAsset::Coupon, Asset::Coupon),
        Purse::Usdt => (RecordAsset::Usdt, Asset::Usdt),
        // Only these were asked for.
        _ => return None,
    };
    Some(CouponRecord {
        id: line.id.to_string(),
        kind,
        asset,
        amount: format.format(line.delta),
        at: line.at.0,
        reference,
    })
}
