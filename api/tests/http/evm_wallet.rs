//! The house's wallet on an EVM chain (rails §3): what stops it, numbers, gas, what comes to it, whose addresses it pays.

use crate::evm_bank::{DEPTH, EvmBank, GWEI, NET, payee, shown};
use crate::evm_payouts::{bank, rows};
use domain::money::Usdt;
use rails::{Rail, reconcile};
use serde_json::json;

#[tokio::test]
async fn a_payment_that_nobody_here_knows_stops_the_wallet_t_60_evm() {
    let bank = bank!();
    let _paid = bank.asks(1, &payee(1)).await;
    bank.looks().await;
    assert_eq!(bank.used().await, 1);
    // The database is set back to before the first payment: the chain knows more than it.
    let mut owner = ledger::testing::owner_of(&bank.app.ledger).await;
    for table in ["payout_messages", "payout_slots"] {
        let forget = format!(
            "alter table {table} disable trigger user; delete from {table}; alter table {table} enable trigger user"
        );
        sqlx::raw_sql(&forget).execute(&mut owner).await.expect("forgotten");
    }
    let (angler, second) = bank.asks(2, &payee(3)).await;
    bank.looks().await;
    let alarm = bank.alarm().await.expect("an alarm");
    assert!(alarm.contains("are known here"), "{alarm}");
    assert_eq!(shown(&angler, &second).await["label"], "Pending");
    assert_eq!(bank.held(&payee(3)).await, 0);
}

#[tokio::test]
async fn a_number_that_a_stranger_used_stops_the_wallet_t_60_evm() {
    let bank = bank!();
    let (angler, key) = bank.asks(1, &payee(1)).await;
    bank.drop_sends(1_000);
    bank.tick().await;
    // Somebody has the key, and pays through the number that the slot has.
    let wallet = evm::spelling(bank.rail.address());
    let whole = json!({ "from": wallet, "to": payee(9), "value": "0x1" });
    for (method, parameters) in [
        ("anvil_impersonateAccount", json!([wallet])),
        ("eth_sendTransaction", json!([whole])),
    ] {
        bank.chain.ask(method, parameters).await.expect("a theft");
    }
    bank.blocks(DEPTH + 1).await;
    bank.looks().await;
    let alarm = bank.alarm().await.expect("an alarm");
    assert!(alarm.contains("not known here"), "{alarm}");
    assert_eq!(shown(&angler, &key).await["label"], "Pending");
}

#[tokio::test]
async fn an_account_without_gas_reserves_no_number_evm() {
    let bank = bank!();
    let (angler, key) = bank.asks(1, &payee(1)).await;
    let wallet = evm::spelling(bank.rail.address());
    bank.chain.set_gas(&wallet, 1_000).await.expect("no gas");
    bank.blocks(DEPTH + 1).await;
    bank.looks().await;
    assert_eq!(rows(&bank, "select count(*) from payout_slots").await, 0);
    assert_eq!(shown(&angler, &key).await["label"], "Pending");
    bank.chain.set_gas(&wallet, GWEI * GWEI).await.expect("gas");
    bank.blocks(DEPTH + 1).await;
    bank.looks().await;
    assert_eq!(shown(&angler, &key).await["label"], "Completed");
}

#[tokio::test]
async fn a_number_that_nothing_was_bound_to_is_taken_and_those_behind_it_go_on() {
    let bank = bank!();
    // A process ended between the slot and the stream, and the withdrawal was rejected meanwhile.
    let chain_time = bank.rail.time().await.expect("a time");
    let new = bank.rail.new_slot(0, chain_time).expect("a slot");
    let mut owner = ledger::testing::owner_of(&bank.app.ledger).await;
    sqlx::query(
        "with known as (
             insert into payout_wallets (partition, rail, wallet, next_number) values (0, $1, $2, 1)
                 on conflict (partition, rail, wallet) do update set next_number = 1)
         insert into payout_slots (partition, rail, wallet, number, query_id, withdrawal, address, amount,
                                   created_at_s, valid_until_ms, reserved_at_ms)
         values (0, $1, $2, 0, $3, $4, $5, $6, $7, $8, $9)",
    )
    .bind(bank.rail.name())
    .bind(bank.rail.wallet())
    .bind(i64::try_from(new.slot.query_id).expect("a number"))
    .bind(uuid::Uuid::now_v7())
    .bind(payee(7))
    .bind(11_500_000_i64)
    .bind(i64::try_from(new.created_at_s).expect("a moment"))
    .bind(new.slot.valid_until.0)
    .bind(bank.app.now())
    .execute(&mut owner)
    .await
    .expect("a slot");
    let (angler, key) = bank.asks(1, &payee(1)).await;
    bank.looks().await;
    bank.looks().await;
    assert_eq!(shown(&angler, &key).await["label"], "Completed");
    assert_eq!((bank.held(&payee(7)).await, bank.held(&payee(1)).await), (0, NET));
    assert_eq!(
        rows(&bank, "select count(*) from payout_slots where outcome is null").await,
        0
    );
    bank.agrees().await;
}

#[tokio::test]
async fn what_comes_to_the_account_is_nobodys_and_in_the_books_t_37_evm() {
    let bank = bank!();
    let suspense = async || reconcile::in_suspense(bank.app.ledger.pool()).await.expect("a sum");
    let wallet = evm::spelling(bank.rail.address());
    bank.chain.mint(&wallet, 5_000_000).await.expect("money");
    bank.look().await;
    let check = reconcile::reconcile(&bank.app.ledger, &[&bank.rail])
        .await
        .expect("explained");
    assert_eq!(
        (check.unbooked, suspense().await),
        (Usdt::ZERO, Usdt::ZERO),
        "not final"
    );
    bank.looks().await;
    bank.looks().await;
    let check = reconcile::reconcile(&bank.app.ledger, &[&bank.rail])
        .await
        .expect("explained");
    assert_eq!(
        (check.unbooked, suspense().await),
        (Usdt::ZERO, Usdt::from_minor(5_000_000))
    );
    assert_eq!(rows(&bank, "select count(*) from incoming_payments").await, 1);
    assert_eq!(bank.alarm().await, None);
}
