//! Free coins of any number of accounts end in the day's pool.

use domain::config::Config;
use domain::ids::{PlayerId, StockId, TakeId};
use domain::money::{Gusd, Usdt};
use domain::player::Event;
use domain::player::exchange::UnlockBonus;
use domain::player::signin::SignIn;
use domain::player::team::CountInvite;
use domain::posting::{Account, House};
use domain::stock::{Lot, Purpose, Stock, StockCommand};
use domain::stream::{Stream, StreamEvent as _};
use domain::testing::{Angler, START, with_seasons};
use domain::time::DAY_MS;
use domain::treasury::{AllotPool, Treasury, TreasuryCommand, TreasuryEvent};
use uuid::Uuid;

/// A player old enough to unlock, with an invite, a top-up and a full day's bonus tokens.
fn bot(tg_id: i64, numbers: fn(&mut Config)) -> Angler {
    let old = Angler::registered(tg_id, None, START.plus_ms(-10 * DAY_MS));
    let mut angler = old.under(numbers).with_bonus(50_000);
    angler.now = START;
    angler.tops_up(5);
    let friend = PlayerId::of_messenger(1_000_000 + tg_id);
    angler.must(CountInvite { friend });
    angler
}

#[test]
fn free_coin_bots_of_any_number_cost_at_most_the_pool() {
    the_pool_is_the_most(|_| ());
}

#[test]
fn free_coin_bots_cost_at_most_the_pool_while_seasons_run() {
    the_pool_is_the_most(with_seasons);
}

fn the_pool_is_the_most(numbers: fn(&mut Config)) {
    let clock = Angler::new().under(numbers);
    let ngr = Usdt::from_minor(i64::MAX / 2);
    let allot = TreasuryCommand::AllotPool(AllotPool {
        day: clock.now.day(),
        ngr,
        shards: 1,
    });
    let mut treasury = Treasury::default();
    treasury.evolve(&TreasuryEvent::PromoBudgetFunded {
        amount: Usdt::from_minor(1_000_000_000),
        proposer: "ann".into(),
        approver: "bob".into(),
        reason: "a month".into(),
    });
    let context = clock.context(&SignIn.into());
    let decision = treasury.decide(&allot, &context).expect("a pool");
    let TreasuryEvent::PromoAllotted { amount: pool, .. } = decision.events[0] else {
        panic!("a pool is recorded as PromoAllotted");
    };
    assert_eq!(
        pool,
        Usdt::from_minor(50_000_000),
        "independent of the result of the house"
    );
    let lot = Lot::Pool {
        day: clock.now.day(),
        shard: 0,
    };
    let (id, mut stock): (StockId, Stock) = (lot.id(), Stock::default());
    give(
        &mut stock,
        StockCommand::Offer {
            lot,
            capacity: pool.minor(),
            until: None,
        },
        &clock,
    )
    .expect("offered");
    let (mut paid, mut refused) = (0, 0);
    for tg_id in 1..=1_200 {
        let (mut bot, amount, take) = (
            bot(tg_id, numbers),
            Gusd::from_minor(50_000),
            TakeId(Uuid::from_u128(tg_id as u128)),
        );
        let (taker, purpose) = (bot.player.id, Purpose::Unlock { amount });
        let request = None;
        let takes = StockCommand::Take {
            take,
            request,
            taker,
            purpose,
        };
        if give(&mut stock, takes, &clock).is_none() {
            refused += 1;
            continue;
        }
        let event = bot.must(UnlockBonus {
            amount,
            pool: id,
            take: Some(take),
            request,
        });
        paid -= sum_of(&event, bot.player.id, House::UsdtPromoBudget);
        let again = UnlockBonus {
            amount: Gusd::from_minor(1),
            pool: id,
            take: Some(take),
            request,
        };
        assert!(bot.give(again).is_err(), "500 a day are all");
    }
    assert_eq!(
        (paid, refused),
        (pool.minor(), 200),
        "1,000 bots have the pool, the others nothing"
    );
}

fn sum_of(event: &Event, owner: PlayerId, house: House) -> i64 {
    let postings = event.postings(owner.0);
    let legs = postings
        .legs()
        .iter()
        .filter(|leg| leg.account == Account::House(house));
    legs.map(|leg| leg.amount).sum()
}

fn give(stock: &mut Stock, command: StockCommand, clock: &Angler) -> Option<()> {
    let context = clock.context(&SignIn.into());
    let decision = stock.decide(&command, &context).ok()?;
    decision.events.iter().for_each(|event| stock.evolve(event));
    Some(())
}
