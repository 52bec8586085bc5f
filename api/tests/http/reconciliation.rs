//! The journal of custody beside the chain, line by line: what the chain itself lists is the statement.

use crate::bank::{Bank, payee};
use crate::deposits::orders;
use crate::payouts::{NET, asks};
use api::moment;
use domain::money::Usdt;
use domain::time::{HOUR_MS, Timestamp};
use local_chain::Chain;
use rails::{Rail, incoming};
use staff::reconciliation::{Kind, Matched, Rule, books, reconcile, statement};

const WINDOW_MS: i64 = HOUR_MS;

/// Matches a statement's text with the journal since `begin`.
async fn matched(bank: &Bank, begin: Timestamp, text: &str) -> Matched {
    let now = bank.app.ledger.clock().now();
    let journal = books::lines(bank.app.ledger.pool(), begin, now).await.expect("lines");
    reconcile(&statement::read(text).expect("a statement"), &journal, WINDOW_MS)
}

fn kinds(matched: &Matched) -> Vec<Kind> {
    matched.breaks.iter().map(|one| one.kind).collect()
}

#[tokio::test]
async fn what_the_chain_lists_fits_the_journal_line_by_line_and_what_is_changed_does_not() {
    let bank = Bank::open().await;
    let pool = bank.app.ledger.pool();
    let (begin, cursors) = (bank.app.ledger.clock().now(), incoming::cursors(pool, &bank.rail).await);
    // A new address waits for a day: the rest comes after that.
    asks(&bank, 2, payee(1)).await;
    let order_no = orders(&bank.app.player(1).await).await;
    bank.pays(0, 10_000_000, Some(&order_no));
    bank.look().await;
    bank.pays(1, 50_000_000, Some("for my friend"));
    bank.look().await;
    bank.looks().await;
    bank.app.settle().await;

    let news = bank.rail.news(cursors.expect("cursors")).await.expect("news");
    let time = moment::write(bank.app.ledger.clock().now());
    let mut lines = vec!["transaction,time,amount,reference".to_owned()];
    for came in &news.incoming {
        let reference = came.comment.clone().unwrap_or_default();
        lines.push(format!("{},{time},{},{reference}", came.tx, came.amount));
    }
    let arrived = bank.chain.transactions(Chain::usdt_wallet(payee(1)));
    let (sent, net) = (hex::encode(arrived[0].hash), Usdt::from_minor(NET as i64));
    lines.push(format!("{sent},{time},-{net},"));

    let all = matched(&bank, begin, &lines.join("\n")).await;
    assert_eq!((all.pairs.len(), kinds(&all)), (3, vec![]), "{lines:?}");
    assert!(all.pairs.iter().all(|pair| pair.rule == Rule::Transaction));

    let without = matched(&bank, begin, &[&lines[..1], &lines[2..]].concat().join("\n")).await;
    assert_eq!(kinds(&without), [Kind::NotInStatement]);
    for (text, expected) in [("thank you", vec![]), ("T99999999999999999999", vec![Kind::Reference])] {
        let other = lines.join("\n").replace(&order_no, text);
        assert_eq!(kinds(&matched(&bank, begin, &other).await), expected, "{text}");
    }
    let more = lines.join("\n").replace(",10.000000,", ",10.000001,");
    assert_eq!(kinds(&matched(&bank, begin, &more).await), [Kind::Amount]);
    let back = lines.join("\n").replace(&format!("-{net},"), &format!("{net},"));
    assert_eq!(kinds(&matched(&bank, begin, &back).await), [Kind::Direction]);
    let stolen = format!("{}\nffff,{time},-1.5,", lines.join("\n"));
    assert_eq!(kinds(&matched(&bank, begin, &stolen).await), [Kind::NotInJournal]);
}
