//! The shop (domain §3.6).

use crate::app::App;
use crate::call::Call;
use crate::command::Outcome;
use crate::endpoint::{Answer, Data};
use crate::error::Failure;
use crate::limited_stock::{StockRequest, request_of};
use crate::wire::said::Spoken;
use crate::wire::shop::{Item, ShopBuyBody, ShopBuyData, ShopListBody, ShopListData};
use domain::config::shop;
use domain::money::Coupon;
use domain::player::Event;
use domain::player::shop::BuyItem;
use domain::refusal::Refusal;
use domain::stock::{Lot, Purpose};
use ledger::StreamId;

/// What is on sale.
pub async fn list(call: Call<ShopListBody>) -> Answer<ShopListData> {
    let (loaded, config) = (call.load().await?, call.app.config());
    let mut list = Vec::new();
    for item in config.shop.items.iter().filter(|item| item.is_on_sale(call.now)) {
        let stock = left(&call.app, item).await?;
        list.push(Item::of(item, &loaded.state, stock, call.now).in_language(call.lang));
    }
    Ok(Data::of(&ShopListData { list }))
}

/// Pieces left of an item that is limited for everybody.
async fn left(app: &App, item: &shop::Item) -> Result<Option<i64>, Failure> {
    if item.stock.is_none() {
        return Ok(None);
    }
    let id = StreamId::thing(lot(&item.item_id).id().0);
    let stock = app.ledger().stocks().load(&id).await?.state;
    Ok(Some(if stock.is_open(app.now()) { stock.left() } else { 0 }))
}

fn lot(item_id: &str) -> Lot {
    Lot::Item {
        item_id: item_id.to_owned(),
    }
}

/// Buys pieces of an item; of a limited one they are taken from its stock first.
pub async fn buy(call: Call<ShopBuyBody>) -> Answer<ShopBuyData> {
    let body = &call.body;
    let price = Coupon::parse(&body.price).map_err(|_| Failure::invalid("price"))?;
    let dry_run = BuyItem {
        item_id: body.item_id.clone(),
        price,
        count: body.count,
        take: None,
        request: Some(request_of(call.player, body.req_id.0)),
    };
    let request = StockRequest {
        stocks: vec![lot(&body.item_id).id()],
        earlier: Vec::new(),
        purpose: Purpose::Buy {
            item_id: body.item_id.clone(),
            price,
            count: body.count,
        },
        dry_run: dry_run.into(),
        sold_out: Refusal::SoldOut,
    };
    let used = call.take_and_use(body.req_id.0, request, bought).await?;
    let mut data: ShopBuyData =
        serde_json::from_str(&used.data.into_text()).map_err(|error| call.app.unreadable(&error))?;
    data.item.stock = used.taken.map(|taken| taken.left);
    Ok(Data::of(&data.in_language(call.lang)))
}

/// The purchase, without the pieces left: the item's stock knows them.
pub(crate) fn bought(outcome: &Outcome<'_>) -> ShopBuyData {
    let item_id = outcome.event(|event| match event {
        Event::ShopPurchased(purchased) => Some(purchased.item_id.clone()),
        _ => None,
    });
    let item = outcome.context.config.shop.item(&item_id);
    let item = item.expect("a purchase names an item of its configuration");
    ShopBuyData {
        item: Item::of(item, outcome.player, None, outcome.context.now),
        asset: outcome.asset(),
    }
}
