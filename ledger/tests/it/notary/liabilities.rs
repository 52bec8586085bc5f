//! What the players are owed: the same trees from the same log, each player's own balance in them, nobody's forged one.

use super::{Folder, notary, play, played, tamper};
use domain::ids::PlayerId;
use domain::money::Asset;
use ledger::balance::{AsOf, as_of};
use ledger::notary::liabilities::{Extent, Statement, Trees, entries};
use ledger::notary::{Signed, vkey};
use ledger::testing::{MASTER_KEY, on_one_and_four_partitions};
use ledger::{Fault, Ledger};

async fn signed(ledger: &Ledger) -> Signed {
    let folder = Folder::new();
    let mut notary = notary(ledger, &folder).await;
    notary.round().await.expect("a round");
    notary.newest().expect("signed").clone()
}

async fn built(ledger: &Ledger, checkpoint: &Signed) -> Result<Trees, Fault> {
    let extent = Extent::of(&checkpoint.checkpoint);
    Trees::build(ledger.pool(), checkpoint, &extent).await
}

/// What a player's accounts of an asset hold in all logs of the checkpoint.
async fn held(ledger: &Ledger, checkpoint: &Signed, player: PlayerId, asset: Asset) -> u64 {
    let mut sum = 0;
    for (partition, log) in (0..).zip(&checkpoint.checkpoint.logs) {
        let moment = AsOf::Position(log.size as i64);
        let accounts = as_of(ledger.pool(), partition, player.0, moment)
            .await
            .expect("balances");
        let is_owed = |account: &str| entries(asset).any(|entry| entry.accounts.iter().any(|name| name == account));
        let owed = accounts.iter().filter(|account| is_owed(&account.account));
        sum += owed.map(|account| account.balance).sum::<i64>();
    }
    sum.unsigned_abs()
}

async fn every_player_finds_his_balance_in_what_was_signed(partitions: u16) {
    let ledger = played(partitions).await;
    let checkpoint = signed(&ledger).await;
    let trees = built(&ledger, &checkpoint).await.expect("trees");
    let vkey = vkey(&MASTER_KEY, &checkpoint.checkpoint.origin);
    let note = trees.sign(ledger.pool()).expect("signed");
    let statement = Statement::open(&note, &vkey).expect("a statement");
    assert_eq!(statement.is_of(&checkpoint, &vkey), Ok(()));
    for asset in Asset::ALL {
        let mut total = 0;
        for player in (1..=8).map(PlayerId::of_messenger) {
            let held = held(&ledger, &checkpoint, player, asset).await;
            let proof = trees.prove(player.0, asset);
            assert_eq!(
                proof.as_ref().map_or(0, |proof| proof.amount),
                held,
                "{asset:?} of {player}"
            );
            assert!(proof.is_none_or(|proof| proof.verify(&statement).is_ok()));
            total += held;
        }
        assert_eq!(statement.owed(asset).map(|owed| owed.total), Some(total), "{asset:?}");
    }
    assert_eq!(trees.players(Asset::Coin), 8);

    // What comes later is of a later checkpoint; the earlier statement can still be proven from.
    play(&ledger, 9..=9).await;
    let again = built(&ledger, &checkpoint).await.expect("trees");
    assert_eq!(again.statement(), &statement);
    let later = signed(&ledger).await;
    assert!(statement.is_of(&later, &vkey).is_err());
    let later = built(&ledger, &later).await.expect("trees");
    assert_eq!(later.players(Asset::Coin), 9);
    let newer = later.prove(PlayerId::of_messenger(1).0, Asset::Coin).expect("a proof");
    assert!(newer.verify(&statement).is_err(), "a proof is of one checkpoint");
}

async fn books_that_were_changed_do_not_come_to_what_was_signed(partitions: u16) {
    let ledger = played(partitions).await;
    let checkpoint = signed(&ledger).await;
    let honest = built(&ledger, &checkpoint).await.expect("trees");
    let player = PlayerId::of_messenger(3);
    let change = |by: &str| {
        let own = format!("owner = '{player}' and account like 'coin%'");
        format!(
            "update balances set balance = balance {by}
              where {own} and account = (select account from balances where {own} limit 1)"
        )
    };
    tamper(&ledger, &change("- 1")).await;
    let changed = built(&ledger, &checkpoint).await.expect("trees");
    assert_ne!(changed.statement(), honest.statement());
    let proof = honest.prove(player.0, Asset::Coin).expect("a proof");
    assert!(proof.verify(changed.statement()).is_err());
    tamper(&ledger, &change("- 10000000")).await;
    let refused = built(&ledger, &checkpoint)
        .await
        .map(|_| ())
        .expect_err("a player who owes");
    assert!(
        matches!(&refused, Fault::Contradiction(why) if why.contains("-")),
        "{refused}"
    );
}

on_one_and_four_partitions![
    every_player_finds_his_balance_in_what_was_signed,
    books_that_were_changed_do_not_come_to_what_was_signed,
];
