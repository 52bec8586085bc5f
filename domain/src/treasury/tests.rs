//! The house's money as staff move it, and the allotments of the promo budget.

use super::*;
use crate::config::Text;
use crate::ids::{PacketId, StockId, WithdrawalId};
use crate::money::{Asset, Coin};
use crate::red_packet::{CreatePacket, Eligibility, Kind, Prize, Secrets};
use crate::solvency::{Line, Verdict};
use crate::testing::{Angler, START};
use crate::time::{DAY_MS, Day};
use proptest::prelude::*;

fn usdt(whole: i64) -> Usdt {
    Usdt::from_minor(whole * 1_000_000)
}

fn fund(minor: i64) -> FundReserve {
    FundReserve {
        amount: Usdt::from_minor(minor),
        proposer: "ann".into(),
        approver: "bob".into(),
        reason: "Opening reserve".into(),
    }
}

fn fund_promo(amount: Usdt) -> FundPromoBudget {
    FundPromoBudget {
        amount,
        proposer: "ann".into(),
        approver: "bob".into(),
        reason: "Spring campaign".into(),
    }
}

fn packet(total: Prize) -> TreasuryCommand {
    let create = Box::new(CreatePacket {
        packet: PacketId(Uuid::from_u128(7)),
        secrets: Secrets::under(Uuid::from_u128(8)),
        kind: Kind::Equal,
        total,
        shares: 10,
        min: 1,
        title: Text::new("Good luck", "恭喜发财"),
        from: START,
        to: START.plus_ms(DAY_MS),
        eligibility: Eligibility::default(),
        by: "ann".into(),
    });
    TreasuryCommand::AllotPacket(AllotPacket { create })
}

fn pool(ngr: Usdt) -> AllotPool {
    AllotPool {
        day: START.day(),
        ngr,
        shards: 4,
    }
}

/// With a reserve of 25,000 USDT.
fn decide(treasury: &Treasury, command: &TreasuryCommand) -> Result<Decision<TreasuryEvent>, Refusal> {
    let angler = Angler::new();
    treasury.decide(command, &angler.context(&crate::player::signin::SignIn.into()))
}

fn give(treasury: &mut Treasury, command: &TreasuryCommand) -> Result<TreasuryEvent, Refusal> {
    let event = decide(treasury, command)?.events.remove(0);
    treasury.evolve(&event);
    Ok(event)
}

fn with_budget(whole: i64) -> Treasury {
    let mut treasury = Treasury::default();
    if whole > 0 {
        let command = TreasuryCommand::FundPromoBudget(fund_promo(usdt(whole)));
        give(&mut treasury, &command).expect("a budget");
    }
    treasury
}

#[test]
fn a_funding_moves_custody_money_into_the_reserve() {
    let mut treasury = Treasury::default();
    let event = give(&mut treasury, &fund(5).into()).expect("funds");
    let postings = event.postings(Uuid::nil());
    assert_eq!((postings.sum(Asset::Usdt), postings.legs().len()), (0, 2));
    assert_eq!(postings.legs()[1].account, Account::House(House::UsdtReserve));
    assert_eq!(treasury.funded, Usdt::from_minor(5));
}

#[test]
fn a_funding_needs_a_second_person_a_reason_and_an_amount() {
    let treasury = Treasury::default();
    let both = |change: &dyn Fn(&mut String, &mut String, &mut Usdt)| {
        let (mut reserve, mut promo) = (fund(5), fund_promo(usdt(5)));
        change(&mut reserve.approver, &mut reserve.reason, &mut reserve.amount);
        change(&mut promo.approver, &mut promo.reason, &mut promo.amount);
        let refused = decide(&treasury, &TreasuryCommand::FundPromoBudget(promo));
        assert_eq!(decide(&treasury, &reserve.into()), refused);
        refused.expect_err("a refusal")
    };
    assert_eq!(
        both(&|approver, _, _| *approver = "ann".into()),
        Refusal::OtherPersonMustApprove
    );
    assert_eq!(both(&|_, reason, _| *reason = " ".into()), Refusal::ReasonMissing);
    let field = Refusal::InvalidField { field: "amount".into() };
    for minor in [0, -1, i64::MIN, i64::MAX] {
        assert_eq!(both(&|_, _, amount| *amount = Usdt::from_minor(minor)), field);
    }
    let full = Treasury {
        funded: Usdt::from_minor(i64::MAX - 1),
        ..Treasury::default()
    };
    assert_eq!(decide(&full, &fund(5).into()), Err(field));
}

#[test]
fn a_promo_budget_comes_out_of_the_reserve_that_is_there() {
    let mut treasury = Treasury::default();
    let event = give(
        &mut treasury,
        &TreasuryCommand::FundPromoBudget(fund_promo(usdt(25_000))),
    )
    .expect("a budget");
    let postings = event.postings(Uuid::nil());
    let accounts: Vec<_> = postings.legs().iter().map(|leg| leg.account).collect();
    assert_eq!(
        accounts,
        [House::UsdtReserve, House::UsdtPromoBudget].map(Account::House)
    );
    assert_eq!(treasury.promo_free, usdt(25_000));
    let more = fund_promo(usdt(25_000) + Usdt::from_minor(1));
    let refused = decide(&treasury, &TreasuryCommand::FundPromoBudget(more));
    assert_eq!(refused, Err(Refusal::InsufficientUsdt));
}

#[test]
fn the_pool_is_the_published_function_of_yesterdays_net_revenue() {
    // domain §2.8: min(50, 5 + 20 % of the positive net revenue).
    let rules = Angler::new().config.exchange.unlock.clone();
    for (ngr, pool) in [
        (-1_000, 5),
        (0, 5),
        (100, 25),
        (225, 50),
        (226, 50),
        (9_000_000_000, 50),
    ] {
        assert_eq!(pool_of_day(&rules, usdt(ngr)), usdt(pool), "{ngr}");
    }
    assert_eq!(
        pool_of_day(&rules, Usdt::from_minor(4)),
        usdt(5),
        "a part of a millionth is left over"
    );
    assert_eq!(pool_of_day(&rules, Usdt::from_minor(i64::MAX)), usdt(50));
}

#[test]
fn a_days_pool_is_promised_once_and_never_more_than_is_free() {
    let mut treasury = with_budget(30);
    let command = TreasuryCommand::AllotPool(pool(usdt(100)));
    let claims = decide(&treasury, &command).expect("a pool").claims;
    assert_eq!(claims[0].key, "pool:2025-01-01");
    let event = give(&mut treasury, &command).expect("a pool");
    assert!(matches!(event, TreasuryEvent::PromoAllotted { amount, .. } if amount == usdt(25)));
    assert_eq!(
        event.postings(Uuid::nil()),
        Postings::NONE,
        "the money moves where it is used"
    );
    let rest = give(&mut treasury, &command).expect("the key is claimed by the command handler");
    assert!(matches!(rest, TreasuryEvent::PromoAllotted { amount, .. } if amount == usdt(5)));
    assert_eq!(decide(&treasury, &command), Err(Refusal::InsufficientUsdt));
}

#[test]
fn a_pool_is_of_today_and_has_shards() {
    let treasury = with_budget(30);
    let refused = |allot: AllotPool| decide(&treasury, &TreasuryCommand::AllotPool(allot)).expect_err("a refusal");
    let field = |field: &str| Refusal::InvalidField { field: field.into() };
    for day in [START.day().next(), Day(START.day().0 - 1)] {
        assert_eq!(refused(AllotPool { day, ..pool(usdt(0)) }), field("day"));
    }
    for shards in [0, 65] {
        assert_eq!(
            refused(AllotPool {
                shards,
                ..pool(usdt(0))
            }),
            field("shards")
        );
    }
}

#[test]
fn packets_of_money_are_promised_within_the_budget() {
    let mut treasury = with_budget(30);
    let all = packet(Prize::Usdt(usdt(30)));
    let claims = decide(&treasury, &all).expect("a promise").claims;
    assert_eq!(claims[0].key, format!("packet_allotted:{}", Uuid::from_u128(7)));
    let more = packet(Prize::Usdt(usdt(31)));
    assert_eq!(decide(&treasury, &more), Err(Refusal::InsufficientUsdt));
    let field = Refusal::InvalidField { field: "total".into() };
    let coins = packet(Prize::Coin(Coin::from_minor(10)));
    assert_eq!(decide(&treasury, &coins), Err(field.clone()), "coins need no budget");
    assert_eq!(
        decide(&treasury, &packet(Prize::Usdt(Usdt::from_minor(11)))),
        Err(field),
        "a packet's own rules hold"
    );
    give(&mut treasury, &all).expect("a promise");
    assert_eq!(treasury.promo_free, Usdt::ZERO);
}

#[test]
fn what_a_promise_did_not_use_is_free_again() {
    let mut treasury = with_budget(30);
    give(&mut treasury, &packet(Prize::Usdt(usdt(30)))).expect("a promise");
    let back = |amount| {
        let source = Returned::Pool(StockId::default());
        TreasuryCommand::ReturnPromo(ReturnPromo { source, amount })
    };
    give(&mut treasury, &back(usdt(12))).expect("returns");
    assert_eq!(treasury.promo_free, usdt(12));
    let field = Refusal::InvalidField { field: "amount".into() };
    for amount in [Usdt::ZERO, Usdt::from_minor(-1), Usdt::from_minor(i64::MAX)] {
        assert_eq!(decide(&treasury, &back(amount)), Err(field.clone()));
    }
}

proptest! {
    #[test]
    fn the_shards_of_a_pool_hold_all_of_it(micro in 0..100_000_000_i64, shards in 1..=64_u16) {
        let pool = Usdt::from_minor(micro);
        let parts: Vec<Usdt> = (0..shards).map(|shard| pool_shard(pool, shard, shards)).collect();
        prop_assert_eq!(parts.iter().copied().sum::<Usdt>(), pool);
        let even = parts.iter().all(|part| (part.minor() - parts[0].minor()).abs() <= 1);
        prop_assert!(even);
    }
}

fn receive(tx: &str, minor: i64) -> TreasuryCommand {
    let (rail, tx, amount) = ("ton_usdt".to_owned(), tx.to_owned(), Usdt::from_minor(minor));
    let payment = PaymentKey { rail, tx, lt: 7 };
    TreasuryCommand::ReceiveUnmatched(ReceiveUnmatched { payment, amount })
}

#[test]
fn a_payment_of_nobody_is_in_custody_and_in_suspense_under_a_key_of_its_own() {
    let treasury = Treasury::default();
    let mut decision = decide(&treasury, &receive("ab12", 3_000_000)).expect("booked");
    assert_eq!(decision.claims[0].key, "suspense:ton_usdt:ab12:7");
    assert_eq!(decision.claims[0].taken, Refusal::AlreadyReceived);
    let event = decision.events.remove(0);
    let [custody, suspense] = [House::UsdtCustody, House::UsdtSuspense].map(Account::House);
    let legs = Postings::NONE.usdt(custody, suspense, usdt(3));
    assert_eq!(event.postings(Uuid::nil()), legs);
    let mut after = treasury.clone();
    after.evolve(&event);
    assert_eq!(after, treasury, "payments of any number do not grow the state");
    for minor in [0, -1, AMOUNT_MAX + 1] {
        assert_eq!(decide(&treasury, &receive("ab12", minor)), Err(Refusal::InvalidAmount));
    }
    let field = Refusal::InvalidField { field: "tx".into() };
    for tx in ["", "a b", "\u{e9}"] {
        assert_eq!(decide(&treasury, &receive(tx, 1)), Err(field.clone()));
    }
}

#[test]
fn a_payment_of_the_house_itself_funds_the_reserve_out_of_suspense_once() {
    let (rail, tx) = ("ton_usdt".to_owned(), "ab12".to_owned());
    let from = FundFromSuspense {
        fund: fund(3_000_000),
        payment: PaymentKey { rail, tx, lt: 7 },
    };
    let decision = decide(&Treasury::default(), &TreasuryCommand::FundFromSuspense(from)).expect("booked");
    assert_eq!(decision.claims[0].key, "suspense_out:ton_usdt:ab12:7");
    assert_eq!(decision.claims[0].taken, Refusal::AlreadyReceived);
    let [suspense, reserve] = [House::UsdtSuspense, House::UsdtReserve].map(Account::House);
    let legs = Postings::NONE.usdt(suspense, reserve, usdt(3));
    assert_eq!(decision.events[0].postings(Uuid::nil()), legs);
}

#[test]
fn a_payment_that_goes_back_leaves_suspense_for_custody_once_and_for_nothing_else() {
    let mut treasury = Treasury::default();
    let key_of = PaymentKey {
        rail: "ton_usdt".into(),
        tx: "9f2d".into(),
        lt: 7,
    };
    let back = TreasuryCommand::ReturnPayment(ReturnPayment {
        payment: key_of.clone(),
        amount: usdt(3),
        withdrawal: WithdrawalId(Uuid::from_u128(9)),
    });
    let event = give(&mut treasury, &back).expect("goes back");
    let legs = event.postings(Uuid::nil());
    assert_eq!(legs.sum(Asset::Usdt), 0);
    assert_eq!(legs.legs()[1].account, Account::House(House::UsdtCustody));
    // The same natural key as of a funding out of it: whichever is second is refused.
    let fund = TreasuryCommand::FundFromSuspense(FundFromSuspense {
        fund: fund(3_000_000),
        payment: key_of.clone(),
    });
    let key = |command| decide(&treasury, command).expect("decided").claims[0].key.clone();
    assert_eq!(key(&back), key(&fund));
    let nothing = TreasuryCommand::ReturnPayment(ReturnPayment {
        payment: PaymentKey {
            lt: 8,
            ..key_of.clone()
        },
        amount: Usdt::ZERO,
        withdrawal: WithdrawalId(Uuid::from_u128(9)),
    });
    assert_eq!(decide(&treasury, &nothing), Err(Refusal::InvalidAmount));
}

/// Books with this much more owed in tokens than the reserve has.
fn books(short: i128) -> Verdict {
    Verdict::of(|line| (line == Line::Tokens).then_some(short))
}

fn open(by: &str, reason: &str, short: i128) -> TreasuryCommand {
    TreasuryCommand::OpenStakes(OpenStakes {
        by: by.into(),
        reason: reason.into(),
        verdict: books(short),
    })
}

#[test]
fn a_check_that_does_not_hold_closes_large_stakes_once() {
    let mut treasury = Treasury::default();
    let close = |short| TreasuryCommand::CloseStakes(CloseStakes { verdict: books(short) });
    let short = |check: &str| Shortfall {
        check: check.into(),
        has: Usdt::ZERO,
        owes: Usdt::from_minor(7),
    };
    assert_eq!(decide(&treasury, &close(0)), Err(Refusal::StateChanged), "it holds");
    let closed = give(&mut treasury, &close(7)).expect("closed");
    let expected = TreasuryEvent::StakesClosed {
        above: Coin::from_minor(200),
        short: ["reserve", "house"].map(short).into(),
        config_version: 0,
    };
    assert_eq!(closed, expected);
    assert_eq!(closed.postings(Uuid::nil()), Postings::NONE);
    assert_eq!(treasury.closed_above, Some(Coin::from_minor(200)));
    assert_eq!(
        decide(&treasury, &close(8)),
        Err(Refusal::StateChanged),
        "they are closed"
    );
}

#[test]
fn closed_stakes_are_opened_by_a_person_with_a_reason_once_all_is_covered() {
    let mut treasury = Treasury::default();
    assert_eq!(decide(&treasury, &open("lea", "funded", 0)), Err(Refusal::StateChanged));
    let close = CloseStakes { verdict: books(7) };
    give(&mut treasury, &TreasuryCommand::CloseStakes(close)).expect("closed");
    assert_eq!(decide(&treasury, &open("lea", " ", 0)), Err(Refusal::ReasonMissing));
    assert_eq!(
        decide(&treasury, &open("lea", "funded", 1)),
        Err(Refusal::InsufficientUsdt)
    );
    let opened = give(&mut treasury, &open("lea", "funded", 0)).expect("opened");
    let (by, reason) = ("lea".into(), "funded".into());
    assert_eq!(opened, TreasuryEvent::StakesOpened { by, reason });
    assert_eq!(treasury, Treasury::default());
}
