use super::*;
use local_chain::{Chain, Faults, Settings};
use std::sync::Arc;

/// What is read here of a stranger's account.
const MOST: usize = 64;
/// More than that.
const MANY: usize = MOST + 6;

#[tokio::test]
async fn an_account_of_the_house_is_read_to_its_cursor_and_a_strangers_is_not() {
    let chain = Arc::new(Chain::new(&Settings::default()));
    let account = Address::new([7; 32]);
    for _ in 0..MANY {
        chain.faucet(account, 1_000_000);
        chain.settle();
    }
    let running = local_chain::Node::start(chain, Faults::default())
        .await
        .expect("a node");
    let node = Node {
        page: 1,
        most: MOST,
        ..Node::at(&running.url)
    };
    let mut times = Vec::new();
    node.each(Account::Own(account), Since::After(0), |transaction| {
        times.push(transaction.lt)
    })
    .await
    .expect("all of it");
    assert_eq!(times.len(), MANY);
    assert!(times.is_sorted_by(|newer, older| newer > older));
    let oldest = *times.last().expect("the oldest");
    let is_oldest = |transaction: &Transaction| transaction.lt == oldest;
    let own = node.find(Account::Own(account), Since::Second(0), is_oldest).await;
    assert_eq!(own.expect("read").map(|found| found.lt), Some(oldest));
    let strange = node.find(Account::Payee(account), Since::Second(0), is_oldest).await;
    assert_eq!(strange, Err(TOO_BUSY.to_owned()));
    let near = node
        .find(Account::Payee(account), Since::After(times[9]), is_oldest)
        .await;
    assert_eq!(near, Ok(None), "what is not asked for is not read");
    // However many transactions a node puts on a page, the same are read.
    for page in [1, 7, 50] {
        let node = Node {
            page,
            most: MOST,
            ..Node::at(&running.url)
        };
        let last = async |place: usize| {
            let is_last = |transaction: &Transaction| transaction.lt == times[place];
            let found = node.find(Account::Payee(account), Since::Second(0), is_last).await;
            found.map(|found| found.is_some())
        };
        assert_eq!(last(MOST - 1).await, Ok(true), "pages of {page}");
        assert_eq!(last(MOST).await, Err(TOO_BUSY.to_owned()), "pages of {page}");
    }
}

#[test]
fn numbers_of_the_stack_are_read_as_nodes_write_them() {
    for (text, number) in [
        ("0x0", Some(0)),
        ("-0x1", Some(-1)),
        ("0x1f", Some(31)),
        ("7", Some(7)),
        ("", None),
        ("--170141183460469231731687303715884105728", None),
    ] {
        assert_eq!(read_number(text), number, "{text}");
    }
}
