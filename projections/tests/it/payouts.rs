//! Withdrawals, orders and identity checks: their rows are those that the log makes again.

use crate::play::compare;
use domain::ids::{PlayerId, SubmissionId, WithdrawalId, derived};
use domain::kyc::{Decide, KycCommand, Submit, Verdict};
use domain::money::Usdt;
use domain::player::coupon::{CloseTopUp, CreditTopUp, OpenTopUp};
use domain::player::withdrawal::{RefundWithdrawal, RequestWithdrawal, SetAddress, SettleWithdrawal};
use domain::posting::Purse;
use domain::time::DAY_MS;
use domain::withdrawal::{State, WithdrawalCommand};
use ledger::testing::players::{accept_terms, give, must, open_the_house, register};
use ledger::testing::{ledger, on_one_and_four_partitions};
use ledger::{Ledger, Plain, Request, StreamId};
use projections::page::Between;
use projections::runner::drain;
use projections::withdrawals::WithdrawalRow;
use projections::{FOLLOWING, kyc_checks, topups, withdrawals};

const ADDRESS: &str = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";

/// Asks for a withdrawal a day, of which the first is paid and the second comes back.
async fn withdraws(ledger: &Ledger, player: PlayerId, days: u32) {
    let (address, comment) = (ADDRESS.into(), String::new());
    let set = SetAddress {
        chain: domain::withdrawal::Chain::Ton,
        address,
        comment,
        is_confirmed: false,
    };
    must(ledger, player, set).await;
    for day in 0..days {
        ledger.clock().advance_ms(DAY_MS);
        let withdrawal = WithdrawalId::of_request(derived(&format!("withdrawal {day}"), player.0));
        let request = RequestWithdrawal {
            chain: domain::withdrawal::Chain::Ton,
            withdrawal,
            amount: Usdt::from_minor(10_000_000),
            is_confirmed: false,
            is_flagged: false,
            is_tied: false,
        };
        must(ledger, player, request).await;
        match day {
            0 => must(ledger, player, SettleWithdrawal { withdrawal }).await,
            1 => {
                let reason = "a test".into();
                must(ledger, player, RefundWithdrawal { withdrawal, reason }).await;
            }
            _ => {}
        }
    }
}

/// Opens three orders, of which the first is paid and the second ends without a payment.
async fn tops_up(ledger: &Ledger, player: PlayerId) {
    let order_no = |number: u32| format!("T{number}{}", player.0.simple());
    for number in 0..3 {
        let (order_no, channel) = (order_no(number), "ton_usdt".into());
        let amount = Usdt::from_minor(1_000_000);
        let open = OpenTopUp {
            order_no,
            channel,
            amount,
        };
        must(ledger, player, open).await;
    }
    let (amount, tx) = (Usdt::from_minor(900_000), format!("tx{player}"));
    let credit = CreditTopUp {
        order_no: order_no(0),
        amount,
        tx,
        lt: 1,
        from_suspense: false,
    };
    must(ledger, player, credit).await;
    let (order_no, reason) = (order_no(1), "denied".into());
    must(ledger, player, CloseTopUp { order_no, reason }).await;
}

async fn execute(ledger: &Ledger, player: PlayerId, command: KycCommand) {
    let id = StreamId::player(player);
    let reply = ledger
        .kyc_checks()
        .execute(&id, command, Request::default(), Plain)
        .await;
    let reply = reply.expect("a reply");
    assert!(reply.is_accepted(), "{reply:?}");
}

async fn submits(ledger: &Ledger, player: PlayerId, number: u32, verdict: Option<Verdict>) {
    let submission = SubmissionId(derived(&format!("submission {number}"), player.0));
    let submit = Submit {
        submission,
        player,
        doc_hash: "ab".repeat(32),
        key_id: "vault".into(),
        country: "MT".into(),
        images: 2,
        is_used_elsewhere: false,
    };
    execute(ledger, player, KycCommand::Submit(submit)).await;
    let Some(verdict) = verdict else { return };
    let decide = Decide {
        submission,
        verdict,
        reasons: vec!["image_unreadable".into()],
        by: "ann".into(),
        own: None,
        expires_on: (verdict == Verdict::Approve).then(|| ledger.clock().now().day()),
    };
    execute(ledger, player, KycCommand::Decide(decide)).await;
}

async fn payouts_are_listed_as_the_log_has_them(partitions: u16) {
    let ledger = ledger(partitions).await;
    open_the_house(&ledger).await;
    let mut players = Vec::new();
    for tg_id in 1..4 {
        let player = register(&ledger, tg_id).await;
        accept_terms(&ledger, player).await;
        give(&ledger, player, Purse::Usdt, 100_000_000).await;
        players.push(player);
    }
    withdraws(&ledger, players[0], 3).await;
    tops_up(&ledger, players[0]).await;
    submits(&ledger, players[0], 1, Some(Verdict::Retry)).await;
    submits(&ledger, players[0], 2, None).await;
    drain(&ledger, FOLLOWING).await.expect("drained");
    // The second half comes in pages of its own, and changes rows that are there.
    withdraws(&ledger, players[1], 1).await;
    tops_up(&ledger, players[2]).await;
    submits(&ledger, players[1], 1, Some(Verdict::Approve)).await;
    drain(&ledger, FOLLOWING).await.expect("drained");
    for (name, rows) in [("withdrawals", 4), ("topups", 6), ("kyc_checks", 2)] {
        let compared = compare(&ledger, name).await;
        assert_eq!((compared.live, compared.different), (rows, 0), "{name}");
    }
    let pool = ledger.pool();
    assert_eq!(withdrawals::under_way(pool, None, 10).await.expect("read").len(), 1);
    let later = ledger.clock().now().plus_ms(DAY_MS);
    let first = topups::overdue(pool, later, None, 1).await.expect("read");
    let rest = topups::overdue(pool, later, first.first().copied(), 10).await;
    assert_eq!((first.len(), rest.expect("read").len()), (1, 1));
    let waiting = kyc_checks::under_review(pool, Between::default(), None, 10)
        .await
        .expect("read");
    assert_eq!(
        waiting.iter().map(|check| check.player).collect::<Vec<_>>(),
        [players[0]]
    );
    let over = kyc_checks::overdue(pool, later.plus_ms(DAY_MS).day(), 10)
        .await
        .expect("read");
    assert_eq!(over, [players[1]]);
}

/// A withdrawal so small that it is approved as its stream is opened.
async fn opens(ledger: &Ledger, withdrawal: &WithdrawalRow) {
    let id = StreamId::thing(withdrawal.withdrawal.0);
    let open = WithdrawalCommand::Open(Box::new(withdrawal.requested.request.clone()));
    let reply = ledger.withdrawals().execute(&id, open, Request::default(), Plain).await;
    assert!(reply.expect("a reply").is_accepted());
    let opened = ledger.withdrawals().load(&id).await.expect("loaded").state;
    assert_eq!(opened.state, State::Approved);
}

#[tokio::test]
async fn withdrawals_in_review_are_found_behind_those_that_are_approved() {
    let ledger = ledger(4).await;
    open_the_house(&ledger).await;
    for tg_id in 1..6 {
        let player = register(&ledger, tg_id).await;
        accept_terms(&ledger, player).await;
        give(&ledger, player, Purse::Usdt, 100_000_000).await;
        let withdrawal = WithdrawalId::of_request(derived("withdrawal", player.0));
        let (address, comment) = (ADDRESS.into(), String::new());
        let set = SetAddress {
            chain: domain::withdrawal::Chain::Ton,
            address,
            comment,
            is_confirmed: false,
        };
        must(&ledger, player, set).await;
        ledger.clock().advance_ms(DAY_MS);
        let request = RequestWithdrawal {
            chain: domain::withdrawal::Chain::Ton,
            withdrawal,
            amount: Usdt::from_minor(10_000_000),
            is_confirmed: false,
            is_flagged: false,
            is_tied: false,
        };
        must(&ledger, player, request).await;
    }
    drain(&ledger, FOLLOWING).await.expect("drained");
    let pool = ledger.pool();
    let all = withdrawals::under_way(pool, None, 10).await.expect("read");
    assert_eq!(all.len(), 5);
    for withdrawal in &all[..3] {
        opens(&ledger, withdrawal).await;
    }
    for (limit, found) in [(1, &all[3..4]), (2, &all[3..]), (10, &all[3..])] {
        assert_eq!(
            withdrawals::in_review(pool, limit).await.expect("read"),
            found,
            "of {limit}"
        );
    }
    assert_eq!(withdrawals::under_way(pool, Some(&all[4]), 10).await.expect("read"), []);
}

on_one_and_four_partitions!(payouts_are_listed_as_the_log_has_them);
