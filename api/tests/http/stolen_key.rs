//! Whoever has the key of a wallet pays from it: each such transfer is a line of the chain that the journal does not have.

use crate::bank::{Bank, payee, wallet};
use crate::payouts::asks;
use crate::staff_site::StaffSite;
use api::app::App;
use domain::staff::Role;
use domain::time::Timestamp;
use local_chain::Chain;
use rails::Rail;
use serde_json::{Value, json};
use ton::payout::{FORWARD_NANO, Payout};
use ton::wallet::{QueryId, SUBWALLET_ID, Wallet};

const LISTED: &str = "select count(*) from outgoing_transfers";

impl Bank {
    /// Somebody signs a transfer with the wallet's own key, beside the product.
    async fn is_robbed(&self, number: u64, amount_minor: u128) {
        let own = Wallet::of(wallet().verifying_key().to_bytes(), SUBWALLET_ID, 30 * 60);
        let now_s = self.rail.time().await.expect("a time").0 / 1_000;
        let payout = Payout {
            query_id: QueryId::nth(number).expect("a number"),
            created_at: u64::try_from(now_s).expect("after 1970") - 60,
            jetton_wallet: Chain::usdt_wallet(self.rail.address()),
            to: payee(9),
            amount_minor,
            comment: None,
            ton_value: 150_000_000,
            forward_ton: FORWARD_NANO,
            response_to: self.rail.address(),
        };
        self.rail
            .send(&ton::payout::sign(&wallet(), &own, &payout, true).boc)
            .await;
        self.chain.settle();
    }
}

/// The alerts about transfers that the house did not sign: urgency and amount.
async fn alerts(app: &App) -> Vec<(String, String)> {
    let all = staff::alerts::all(app).await.expect("alerts").into_iter();
    let of_kind = all.filter(|alert| alert.kind == "outgoing_unknown");
    of_kind.map(|alert| (alert.severity, alert.value.value)).collect()
}

#[tokio::test]
async fn a_transfer_that_the_house_did_not_sign_is_listed_once_alarms_and_is_in_the_close_t_60() {
    let bank = Bank::open().await;
    asks(&bank, 2, payee(1)).await;
    bank.looks().await;
    assert_eq!(bank.count(LISTED).await, 0, "a payout of the house is explained");
    assert_eq!(alerts(bank.app.service()).await, []);

    bank.is_robbed(5_000, 40_000_000).await;
    // More than there is: the token moves nothing.
    bank.is_robbed(5_001, 1_000_000_000_000_000).await;
    assert_eq!(bank.chain.usdt_balance(payee(9)), 40_000_000);
    bank.looks().await;
    bank.looks().await;
    assert_eq!(bank.count(LISTED).await, 1);
    let urgent = [("high".to_owned(), "40000000".to_owned())];
    assert_eq!(alerts(bank.app.service()).await, urgent);

    let today = Timestamp(bank.app.now()).day();
    let site = StaffSite::of(bank.app).await;
    let fin = site.clerk("fin", &[Role::Finance]).await;
    site.settle().await;
    let info = fin.ask("days/info", json!({ "day": today })).await.done().data;
    let kinds = info["report"]["breaks"]["kinds"].as_array().expect("kinds").iter();
    let unbooked: Vec<&Value> = kinds.filter(|kind| kind["of"] == "not_in_journal").collect();
    assert_eq!(
        unbooked,
        [&json!({ "of": "not_in_journal", "count": 1, "sum": "40000000" })]
    );
    let open = fin.ask("overview/breaks", json!({})).await.done().data;
    assert!(open["open"]["count"].as_i64().expect("a count") > 0, "{open}");
}
