//! The books as finance reads them: trial balance, accounts, statements.

use crate::reading::{everything, get};
use ledger::balance::AsOf;
use ledger::testing::owner_of;
use ledger::testing::{self, players};
use ledger::trial::{Period, TrialLine, trial_balance};
use ledger::{Ledger, balance};
use projections::turnovers::{self, BLOCK};
use serde_json::{Value, json};
use sqlx::Executor;
use std::sync::Arc;

/// A ledger whose log is longer than a block, played by several at once.
async fn long_log(partitions: u16) -> Ledger {
    let ledger = testing::ledger(partitions).await;
    players::open_the_house(&ledger).await;
    let ledger = Arc::new(ledger);
    let mut playing = tokio::task::JoinSet::new();
    for tg_id in 1..=40 {
        let ledger = ledger.clone();
        playing.spawn(async move {
            let player = players::register(&ledger, tg_id).await;
            players::give_coins(&ledger, player, 10_000).await;
            for _ in 0..6 {
                players::dive(&ledger, player, 18).await;
            }
        });
    }
    while let Some(played) = playing.join_next().await {
        played.expect("played");
    }
    Arc::into_inner(ledger).expect("nobody else plays")
}

fn without_idle(mut lines: Vec<TrialLine>) -> Vec<TrialLine> {
    lines.retain(|line| (line.opening, line.debit, line.credit) != (0, 0, 0));
    lines
}

/// The quick sum against the sum of every leg, over some periods.
async fn agree(ledger: &Ledger) {
    let head = balance::bounds(ledger.pool(), AsOf::Latest).await.expect("heads");
    let longest = head.iter().copied().max().expect("a log");
    for (after, until) in [
        (0, longest),
        (1, BLOCK),
        (BLOCK - 1, BLOCK + 1),
        (BLOCK, longest),
        (longest / 3, longest / 2),
    ] {
        let period = Period {
            after: Some(AsOf::Position(after)),
            until: AsOf::Position(until),
        };
        let slow = trial_balance(ledger.pool(), period).await.expect("summed");
        let (after, until) = (
            balance::bounds(ledger.pool(), AsOf::Position(after))
                .await
                .expect("bounds"),
            balance::bounds(ledger.pool(), AsOf::Position(until))
                .await
                .expect("bounds"),
        );
        let quick = turnovers::trial(ledger.pool(), &after, &until).await.expect("summed");
        assert_eq!(without_idle(quick), without_idle(slow), "{after:?} {until:?}");
    }
}

async fn the_quick_trial_balance_is_the_sum_of_every_leg(partitions: u16) {
    let ledger = long_log(partitions).await;
    if partitions == 1 {
        let head = balance::bounds(ledger.pool(), AsOf::Latest).await.expect("heads");
        assert!(head[0] > BLOCK, "{head:?} is longer than a block");
    }
    // The view has seen nothing yet: every leg is summed.
    agree(&ledger).await;
    projections::runner::drain(&ledger, projections::FOLLOWING)
        .await
        .expect("views follow");
    agree(&ledger).await;
    if partitions == 1 {
        // The comparison is alive: a block that is wrong is noticed.
        let mut forger = ledger.pool().acquire().await.expect("a connection");
        let forged = "update turnovers set credit = credit + 1 where block = 0 and account = 'h:coin_sink'";
        forger.execute(forged).await.expect("forged");
        let head = balance::bounds(ledger.pool(), AsOf::Latest).await.expect("heads");
        let quick = turnovers::trial(ledger.pool(), &[0], &head).await.expect("summed");
        let all = Period {
            after: None,
            until: AsOf::Latest,
        };
        assert_ne!(
            without_idle(quick),
            without_idle(trial_balance(ledger.pool(), all).await.expect("summed"))
        );
    }
}

testing::on_one_and_four_partitions!(the_quick_trial_balance_is_the_sum_of_every_leg);

#[tokio::test]
async fn every_asset_sums_to_zero_and_a_forged_leg_is_seen() {
    let app = everything().await;
    let trial = get(&app, "books/trial", json!({ "from": "9" })).await;
    assert_eq!(trial["holds"], true, "{trial}");
    assert_eq!(
        trial["sums"].as_array().map(Vec::len),
        Some(domain::money::Asset::ALL.len())
    );
    let mut forger = owner_of(&app.ledger).await;
    for statement in [
        "set session_replication_role = replica",
        "update postings set amount = amount + 1 where account = 'h:usdt_reserve' and leg = 1",
    ] {
        forger.execute(statement).await.expect(statement);
    }
    let trial = get(&app, "books/trial", json!({})).await;
    assert_eq!(trial["holds"], false);
}

/// What a class holds in the answer, summed anew from its lines.
fn summed(answer: &Value, asset: &str, class: &str, column: &str) -> i128 {
    let lines = answer["list"].as_array().expect("lines").iter();
    let own = lines.filter(|line| line["asset"] == asset && line["class"] == class);
    own.map(|line| number(&line[column])).sum()
}

fn number(text: &Value) -> i128 {
    text.as_str().expect("a text").parse().expect("a number")
}

#[tokio::test]
async fn assets_are_liabilities_equity_and_result_and_every_account_is_in_one_entry() {
    let app = everything().await;
    let half = app.middle().await.to_string();
    let answer = get(&app, "books/financials", json!({ "from": half })).await;
    assert_eq!(answer["holds"], true, "{answer}");
    for column in ["opening", "moved", "closing", "prior"] {
        for sum in answer["sums"].as_array().expect("assets") {
            let asset = sum["asset"].as_str().expect("a name");
            let [assets, liabilities, equity, income, expenses] = ["asset", "liability", "equity", "income", "expense"]
                .map(|class| summed(&answer, asset, class, column));
            assert_eq!(assets, liabilities + equity + income - expenses, "{asset} {column}");
            assert_eq!(number(&sum[column]["result"]), income - expenses, "{asset} {column}");
        }
    }
    // The trial balance of the same moment has the same sums over the accounts of each entry that share no account.
    let trial = get(&app, "books/trial", json!({ "from": half })).await;
    for row in trial["list"].as_array().expect("rows") {
        let account = row["account"].as_str().expect("a name");
        let lines = answer["list"].as_array().expect("lines").iter();
        let own: Vec<_> = lines
            .filter(|line| {
                line["accounts"]
                    .as_array()
                    .is_some_and(|all| all.contains(&row["account"]))
            })
            .collect();
        if let [line] = own[..] {
            let sign = if line["normal"] == "debit" { -1 } else { 1 };
            assert_eq!(number(&line["closing"]) * sign, number(&row["closing"]), "{account}");
        }
        assert!(!own.is_empty(), "{account} is in no entry");
    }
    let income = summed(&answer, "coin", "income", "closing");
    assert!(income > 0, "coins were staked: {answer}");
    let mut forger = owner_of(&app.ledger).await;
    for statement in [
        "set session_replication_role = replica",
        "update postings set amount = amount + 1 where account = 'h:usdt_reserve' and leg = 1",
    ] {
        forger.execute(statement).await.expect(statement);
    }
    assert_eq!(get(&app, "books/financials", json!({})).await["holds"], false);
}

#[tokio::test]
async fn accounts_are_listed_by_name_by_owner_and_by_holder() {
    let app = everything().await;
    let all = get(&app, "books/accounts", json!({})).await;
    let by_name = all["list"]
        .as_array()
        .expect("accounts")
        .iter()
        .find(|row| row["account"] == "coin_promo")
        .expect("coins")
        .clone();
    let mut sum = 0;
    let mut body = json!({ "account": "coin_promo", "limit": 3 });
    loop {
        let page = get(&app, "books/accounts", body.clone()).await;
        for row in page["list"].as_array().expect("holders") {
            sum += row["balance"]
                .as_str()
                .expect("a text")
                .parse::<i64>()
                .expect("a number");
            let own = get(&app, "books/accounts", json!({ "owner": row["owner"] })).await;
            let own = own["list"].as_array().expect("accounts").clone();
            assert!(own.contains(row), "{row}");
        }
        match page["next"].as_str() {
            Some(next) => body["before"] = json!(next),
            None => break,
        }
    }
    assert_eq!(by_name["balance"], sum.to_string());
}

#[tokio::test]
async fn a_statement_adds_up_in_pages_and_says_when_it_does_not() {
    let app = everything().await;
    let half = app.middle().await.to_string();
    for (owner, account) in [
        ("house", "h:usdt_reserve"),
        ("house", "h:coin_sink"),
        ("tg:107", "usdt"),
    ] {
        let mut body = json!({ "owner": owner, "account": account, "from": half, "limit": 4 });
        let (mut lines, mut moved) = (0, 0_i64);
        let total = loop {
            let page = get(&app, "books/statement", body.clone()).await;
            assert_eq!(page["holds"], true, "{page}");
            for line in page["lines"].as_array().expect("lines") {
                lines += 1;
                moved += line["amount"]
                    .as_str()
                    .expect("a text")
                    .parse::<i64>()
                    .expect("a number");
            }
            let balance = |of: &str| {
                page[of][0]["balance"]
                    .as_str()
                    .map_or(0, |text| text.parse::<i64>().expect("a number"))
            };
            match page["next"].as_str() {
                Some(next) => body["before"] = json!(next),
                None => {
                    assert_eq!(balance("opening") + moved, balance("closing"));
                    break page["total"].as_i64().expect("a number");
                }
            }
        };
        assert_eq!(lines, total);
    }
    let mut forger = owner_of(&app.ledger).await;
    for statement in [
        "set session_replication_role = replica",
        "update postings set after = after + 1 where account = 'h:coin_sink'",
    ] {
        forger.execute(statement).await.expect(statement);
    }
    let wrong = get(
        &app,
        "books/statement",
        json!({ "owner": "house", "account": "h:coin_sink" }),
    )
    .await;
    assert_eq!(wrong["holds"], false);
    assert!(
        wrong["problem"]
            .as_str()
            .expect("a sentence")
            .starts_with("h:coin_sink")
    );
}
