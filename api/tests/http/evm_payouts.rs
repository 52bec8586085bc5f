//! Payouts over an EVM chain (rails §3): the cases of TON that exist there too, and those of its own.

use crate::evm_bank::{DEPTH, EvmBank, GWEI, LOOKS, NET, payee, shown};
use domain::money::Usdt;
use ledger::testing::players::state;
use local_chain::Faults;
use local_chain::evm::Manner;
use rails::Rail;
use rails::slots;
use serde_json::json;
use workers::payouts;

/// Over every validity, in seconds.
const OVER_S: u64 = 31 * 60;

macro_rules! bank {
    () => {
        match EvmBank::open().await {
            Some(bank) => bank,
            None => return,
        }
    };
}
pub(crate) use bank;

pub(crate) async fn rows(bank: &EvmBank, statement: &'static str) -> i64 {
    let pool = bank.app.ledger.pool();
    sqlx::query_scalar(statement).fetch_one(pool).await.expect("a count")
}

#[tokio::test]
async fn a_withdrawal_is_paid_on_an_evm_chain_and_shown_with_its_transaction() {
    let bank = bank!();
    let (angler, key) = bank.asks(1, &payee(1)).await;
    bank.look().await;
    assert_eq!(bank.held(&payee(1)).await, NET);
    bank.look().await;
    assert_eq!(shown(&angler, &key).await["label"], "Pending", "paid, and not final");
    bank.looks().await;
    let withdrawal = shown(&angler, &key).await;
    assert_eq!(
        (&withdrawal["label"], &withdrawal["status"]),
        (&json!("Completed"), &json!(3))
    );
    let tx = withdrawal["tx"].as_str().expect("a transaction");
    let info = angler.read("withdraw/info").await;
    assert_eq!(
        (&info["channel"], &info["channels"][1]["network"]),
        (&json!("evm"), &json!("Ethereum"))
    );
    assert_eq!(withdrawal["tx_url"], format!("https://evm.example/tx/{tx}"));
    let receipt = bank.chain.ask("eth_getTransactionReceipt", json!([tx])).await;
    assert_eq!(receipt.expect("a receipt")["status"], "0x1");
    assert_eq!((bank.held(&payee(1)).await, bank.used().await), (NET, 1));
    bank.agrees().await;
    assert_eq!(bank.alarm().await, None);
}

#[tokio::test]
async fn a_lost_reply_a_late_answer_or_a_second_worker_pays_nobody_twice_t_03_evm() {
    let bank = bank!();
    let (angler, key) = bank.asks(1, &payee(1)).await;
    for index in 0..2 {
        bank.node(index, |faults| (faults.lost_sends, faults.delay_ms) = (2, 20));
    }
    let neighbour = bank.app.neighbour().await;
    for _ in 0..LOOKS {
        bank.app.settle().await;
        let (here, there) = tokio::join!(
            payouts::tick(&bank.app.ledger, &bank.rail),
            payouts::tick(&neighbour.ledger, &bank.rail)
        );
        here.and(there).expect("two looks at once");
        bank.blocks(1).await;
    }
    assert_eq!(shown(&angler, &key).await["label"], "Completed");
    assert_eq!((bank.held(&payee(1)).await, bank.used().await), (NET, 1));
    bank.agrees().await;
}

#[tokio::test]
async fn one_node_alone_and_nodes_that_contradict_each_other_decide_nothing_t_38_evm() {
    let bank = bank!();
    let (angler, key) = bank.asks(1, &payee(1)).await;
    bank.look().await;
    let faulty = [
        Faults {
            lies: true,
            ..Faults::default()
        },
        Faults {
            refuses: true,
            ..Faults::default()
        },
        Faults {
            behind: 100,
            ..Faults::default()
        },
    ];
    for faults in faulty {
        bank.node(1, |now| now.clone_from(&faults));
        bank.looks().await;
        assert_eq!(shown(&angler, &key).await["label"], "Pending", "{faults:?}");
    }
    bank.node(1, |faults| *faults = Faults::default());
    bank.looks().await;
    assert_eq!(shown(&angler, &key).await["label"], "Completed");
    bank.agrees().await;
}

#[tokio::test]
async fn a_block_that_is_taken_back_before_it_is_final_is_paid_once_all_the_same_t_37_evm() {
    let bank = bank!();
    let (angler, key) = bank.asks(1, &payee(1)).await;
    bank.look().await;
    bank.look().await;
    assert_eq!(bank.held(&payee(1)).await, NET);
    bank.chain.reorganise(DEPTH - 1).await.expect("another chain");
    assert_eq!((bank.held(&payee(1)).await, bank.used().await), (0, 0), "taken back");
    bank.tick().await;
    assert_eq!(shown(&angler, &key).await["label"], "Pending");
    bank.looks().await;
    assert_eq!(shown(&angler, &key).await["label"], "Completed");
    assert_eq!((bank.held(&payee(1)).await, bank.used().await), (NET, 1));
    assert_eq!(rows(&bank, "select count(*) from payout_messages").await, 1);
    assert_eq!(rows(&bank, "select count(*) from payout_replacements").await, 0);
    bank.agrees().await;
}

#[tokio::test]
async fn a_payment_that_offers_too_little_is_replaced_and_either_may_be_the_one_t_03_evm() {
    let bank = bank!();
    let (angler, key) = bank.asks(1, &payee(1)).await;
    bank.tick().await;
    bank.chain.set_price(50 * GWEI).await.expect("a price");
    bank.looks().await;
    assert_eq!(bank.held(&payee(1)).await, 0, "the chain asks for more");
    // Blocks without payments make gas cheaper again: it is dear at the moment of each look.
    for _ in 0..3 {
        bank.passes(61).await;
        bank.chain.set_price(40 * GWEI).await.expect("a price");
        bank.blocks(1).await;
        bank.tick().await;
        bank.chain.set_price(40 * GWEI).await.expect("a price");
        bank.blocks(1).await;
    }
    assert_eq!(bank.held(&payee(1)).await, NET);
    let pays = "select count(*) from payout_replacements where purpose = 'pay'";
    assert!(rows(&bank, pays).await > 0);
    bank.looks().await;
    assert_eq!(shown(&angler, &key).await["label"], "Completed");
    assert_eq!((bank.held(&payee(1)).await, bank.used().await), (NET, 1));
    bank.agrees().await;
}

#[tokio::test]
async fn beyond_the_highest_price_nothing_is_sent() {
    let bank = bank!();
    let (angler, key) = bank.asks(1, &payee(1)).await;
    bank.chain.set_price(200 * GWEI).await.expect("a price");
    bank.blocks(1).await;
    bank.tick().await;
    assert_eq!(rows(&bank, "select count(*) from payout_messages").await, 0);
    bank.chain.set_price(GWEI).await.expect("a price");
    bank.blocks(1).await;
    bank.looks().await;
    assert_eq!(shown(&angler, &key).await["label"], "Completed");
}

#[tokio::test]
async fn silence_refunds_nothing_and_a_number_that_was_taken_is_the_proof_t_05_evm() {
    let bank = bank!();
    let (angler, key) = bank.asks(1, &payee(1)).await;
    bank.drop_sends(1_000);
    bank.looks().await;
    assert_eq!(
        shown(&angler, &key).await["label"],
        "Pending",
        "no answer proves nothing"
    );
    bank.passes(OVER_S).await;
    bank.looks().await;
    assert_eq!(shown(&angler, &key).await["label"], "Pending", "nor does time");
    bank.drop_sends(0);
    bank.looks().await;
    bank.looks().await;
    assert_eq!(shown(&angler, &key).await["label"], "Completed");
    let cancels = "select count(*) from payout_replacements where purpose = 'cancel'";
    assert_eq!(rows(&bank, cancels).await, 1);
    assert_eq!((bank.held(&payee(1)).await, bank.used().await), (NET, 2));
    bank.agrees().await;
}

#[tokio::test]
async fn a_payment_that_comes_late_wins_over_its_cancellation_t_05_evm() {
    let bank = bank!();
    let (angler, key) = bank.asks(1, &payee(1)).await;
    // The payment lies with the nodes, and the chain stands still until its time is over.
    bank.tick().await;
    bank.app.wait_ms(i64::try_from(OVER_S * 1_000).expect("some time"));
    bank.drop_sends(1_000);
    bank.tick().await;
    let cancels = "select count(*) from payout_replacements where purpose = 'cancel'";
    assert_eq!(rows(&bank, cancels).await, 1, "the house wants its number back");
    bank.passes(1).await;
    assert_eq!(bank.held(&payee(1)).await, NET, "and the payment comes all the same");
    bank.drop_sends(0);
    bank.looks().await;
    assert_eq!(shown(&angler, &key).await["label"], "Completed");
    assert_eq!((bank.held(&payee(1)).await, bank.used().await), (NET, 1));
    bank.agrees().await;
}

#[tokio::test]
async fn what_was_paid_with_another_key_or_token_is_neither_refunded_nor_paid_again_evm() {
    let bank = bank!();
    let (angler, key) = bank.asks(1, &payee(1)).await;
    bank.tick().await;
    bank.blocks(DEPTH + 1).await;
    assert_eq!(bank.held(&payee(1)).await, NET);
    let pool = bank.app.ledger.pool();
    let (other_key, other_token) = (bank.with_key(43), bank.with_token([9; 20].into()));
    for (rail, reason) in [
        (&other_key, "another wallet"),
        (&other_token, "another wallet or token"),
    ] {
        for _ in 0..LOOKS {
            payouts::tick(&bank.app.ledger, rail).await.expect("a look");
            bank.blocks(1).await;
        }
        let alarm = slots::paused(pool, rail).await.expect("a wallet").expect("an alarm");
        assert!(alarm.contains(reason), "{alarm}");
        assert_eq!(shown(&angler, &key).await["label"], "Pending");
        assert_eq!(
            rows(&bank, "select count(*) from payout_slots where outcome is null").await,
            1
        );
        assert_eq!(rows(&bank, "select count(*) from payout_slots").await, 1);
    }
    let player = state(&bank.app.ledger, angler.id).await;
    assert_eq!(
        player.wallet.usdt(),
        Usdt::from_minor(8_000_000),
        "nothing was given back"
    );
    bank.looks().await;
    assert_eq!(shown(&angler, &key).await["label"], "Completed");
    assert_eq!((bank.held(&payee(1)).await, bank.used().await), (NET, 1));
    bank.agrees().await;
}

async fn comes_to_nothing(manner: Manner) {
    let bank = bank!();
    let (angler, key) = bank.asks(1, &payee(2)).await;
    // The token changes its mind between the trial and the payment.
    bank.drop_sends(1);
    bank.tick().await;
    bank.chain.manner(&payee(2), manner).await.expect("another manner");
    bank.looks().await;
    let withdrawal = shown(&angler, &key).await;
    assert_eq!(
        (&withdrawal["label"], &withdrawal["reason"]),
        (&json!("Failure"), &json!("The payment was not carried out"))
    );
    let player = state(&bank.app.ledger, angler.id).await;
    assert_eq!(player.wallet.usdt(), Usdt::from_minor(20_000_000));
    assert_eq!((bank.held(&payee(2)).await, bank.used().await), (0, 1));
    bank.agrees().await;
}

#[tokio::test]
async fn a_transfer_that_reverts_goes_back_to_the_player_with_its_proof_t_05_evm() {
    comes_to_nothing(Manner::Reverts).await;
}

#[tokio::test]
async fn a_transfer_that_answers_false_goes_back_to_the_player_with_its_proof_t_05_evm() {
    comes_to_nothing(Manner::AnswersFalse).await;
}

#[tokio::test]
async fn what_the_token_would_refuse_goes_to_a_person_and_costs_no_number() {
    let bank = bank!();
    for (number, manner) in [(2, Manner::Reverts), (3, Manner::AnswersFalse)] {
        bank.chain.manner(&payee(number), manner).await.expect("a manner");
        let (angler, key) = bank.asks(number.into(), &payee(number)).await;
        bank.look().await;
        assert_eq!(shown(&angler, &key).await["label"], "Review");
    }
    assert_eq!(rows(&bank, "select count(*) from payout_slots").await, 0);
}

#[tokio::test]
async fn a_token_that_keeps_a_part_stops_everything_t_04_evm() {
    let bank = bank!();
    bank.chain.token_fee(1).await.expect("a fee");
    let (angler, key) = bank.asks(1, &payee(1)).await;
    bank.looks().await;
    assert_eq!(bank.held(&payee(1)).await, NET - 1);
    assert_eq!(shown(&angler, &key).await["label"], "Pending");
    let alarm = bank.alarm().await.expect("an alarm");
    assert!(alarm.contains("otherwise than approved"), "{alarm}");
}

#[tokio::test]
async fn an_address_is_taken_for_its_own_chain_and_only_where_there_is_a_rail_t_10_evm() {
    let bank = bank!();
    let angler = bank.app.player(1).await;
    let info = angler.read("withdraw/info").await;
    let keys: Vec<_> = info["channels"]
        .as_array()
        .expect("channels")
        .iter()
        .map(|way| &way["key"])
        .collect();
    assert_eq!(keys, ["ton", "evm"]);
    let ton = "UQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqEBI";
    for (key, address, comment) in [
        ("ton", payee(10), ""),
        ("evm", ton.to_owned(), ""),
        ("evm", payee(10).to_lowercase(), ""),
        ("evm", payee(10), "7"),
    ] {
        let body = json!({ "key": key, "address": address, "comment": comment });
        let answer = angler.call("withdraw/set_address", body.clone()).await;
        assert_ne!(answer.error, 0, "{body}");
    }
    bank.app.ledger.set_house_accounts(bank.rail.house_accounts());
    for own in bank.rail.house_accounts() {
        let body = json!({ "key": "evm", "address": own.as_str() });
        angler.call("withdraw/set_address", body).await.refused(6013);
    }
    let without = crate::test_app::TestApp::open().await;
    let angler = without.player(1).await;
    let answer = angler
        .call("withdraw/set_address", json!({ "key": "evm", "address": payee(10) }))
        .await;
    answer.refused(-1006);
}
