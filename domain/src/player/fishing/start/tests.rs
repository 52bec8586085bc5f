use super::*;
use crate::config::region::Mode;
use crate::draw::{ServerSeed, Words, seed_of_dive};
use crate::paytable::{LEVELS, Outcome};
use crate::testing::Angler;

fn refused(angler: &Angler, stake: i64, level: u8) -> Refusal {
    angler.decide(angler.start(stake, level)).expect_err("a refusal")
}

#[test]
fn a_dive_takes_bought_coins_first_and_never_mixes() {
    for (paid, promo, fund) in [(10, 10, Fund::Paid), (9, 10, Fund::Promo)] {
        let mut angler = Angler::new().with_coins(paid).with_promo(promo);
        assert_eq!(angler.dives(10, 1).dive().map(|dive| dive.fund), Some(fund));
    }
    let angler = Angler::new().with_coins(9).with_promo(9);
    assert_eq!(refused(&angler, 10, 1), Refusal::NotEnoughCoins);
}

#[test]
fn the_start_itself_costs_no_coins() {
    let mut angler = Angler::new().with_coins(10);
    assert_eq!(angler.dives(10, 1).has(Purse::CoinPaid), 10);
}

#[test]
fn a_deep_start_costs_the_published_diamonds() {
    // domain §2.1 (2).
    for (level, cost) in [(1, 0), (6, 1), (11, 2), (21, 5), (28, 10)] {
        let mut angler = Angler::new().with_coins(10).with_diamonds(cost);
        angler.dives(10, level);
        assert_eq!(
            (angler.has(Purse::Diamond), angler.dive().map(Dive::level)),
            (0, Some(level))
        );
    }
    let angler = Angler::new().with_coins(10).with_diamonds(9);
    assert_eq!(refused(&angler, 10, 28), Refusal::NotEnoughDiamonds);
    assert_eq!(refused(&angler, 10, 5), Refusal::StartLevelNotAvailable);
}

#[test]
fn one_dive_is_open_at_a_time() {
    let mut angler = Angler::new().with_coins(100);
    assert_eq!(refused(angler.dives(10, 1), 10, 1), Refusal::DiveAlreadyOpen);
}

#[test]
fn the_reserve_caps_the_stake() {
    // domain §2.5: 0.2 coins per USDT of reserve; 25,000 USDT carry 5,000 coins.
    let mut angler = Angler::new().with_coins(5_000);
    assert!(angler.decide(angler.start(5_000, 1)).is_ok());
    angler.reserve = Usdt::from_minor(24_999_999_999);
    assert_eq!(
        refused(&angler, 5_000, 1),
        Refusal::StakeNotAvailable { stake_max: 4_999 }
    );
    angler.reserve = Usdt::from_minor(-1);
    assert_eq!(refused(&angler, 10, 1), Refusal::StakeNotAvailable { stake_max: 0 });
}

#[test]
fn a_day_that_cost_a_fifth_of_the_reserve_closes_large_stakes() {
    // domain §2.5: below -20 % of 25,000 USDT.
    let mut angler = Angler::new().with_coins(5_000);
    angler.house_day = Usdt::from_minor(-5_000_000_000);
    assert!(angler.decide(angler.start(5_000, 1)).is_ok());
    angler.house_day = Usdt::from_minor(-5_000_000_001);
    assert_eq!(refused(&angler, 500, 1), Refusal::StakeClosed { stake_max: 200 });
    assert!(angler.decide(angler.start(200, 1)).is_ok());
}

#[test]
fn an_open_dive_goes_on_when_its_stake_is_closed() {
    let mut angler = Angler::new().with_coins(5_000);
    angler.dives(500, 1);
    angler.house_day = Usdt::from_minor(i64::MIN + 1);
    angler.casts(2).surfaces();
}

#[test]
fn staff_close_stakes_and_the_lower_bound_counts() {
    let closed = |config: &mut crate::config::Config| config.play.closed_above = Some(Coin::from_minor(100));
    let mut angler = Angler::new().with_coins(5_000).under(closed);
    assert_eq!(refused(&angler, 200, 1), Refusal::StakeClosed { stake_max: 100 });
    angler.house_day = Usdt::from_minor(-6_000_000_000);
    assert_eq!(refused(&angler, 200, 1), Refusal::StakeClosed { stake_max: 100 });
    assert!(angler.decide(angler.start(100, 1)).is_ok());
}

#[test]
fn a_house_that_does_not_cover_what_it_owes_closes_large_stakes() {
    let mut angler = Angler::new().with_coins(5_000);
    angler.stakes_closed_above = Some(Coin::from_minor(200));
    assert_eq!(refused(&angler, 500, 1), Refusal::StakeClosed { stake_max: 200 });
    assert!(angler.decide(angler.start(200, 1)).is_ok());
    angler.house_day = Usdt::from_minor(-6_000_000_000);
    angler.config = std::sync::Arc::new({
        let mut config = (*angler.config).clone();
        config.play.closed_above = Some(Coin::from_minor(1_000));
        config.play.breaker_stake = Coin::from_minor(500);
        config
    });
    assert_eq!(
        refused(&angler, 500, 1),
        Refusal::StakeClosed { stake_max: 200 },
        "the lowest counts"
    );
}

#[test]
fn a_region_with_promo_play_takes_no_bought_coins() {
    let play = |config: &mut crate::config::Config| config.region.default_mode = Mode::Play;
    let mut angler = Angler::new().with_coins(10).with_promo(10).under(play);
    assert_eq!(angler.dives(10, 1).dive().map(|dive| dive.fund), Some(Fund::Promo));
    let angler = Angler::new().with_coins(10).under(play);
    assert_eq!(refused(&angler, 10, 1), Refusal::NotEnoughCoins);
}

#[test]
fn a_stake_that_is_not_on_offer_is_refused() {
    let angler = Angler::new().with_coins(5_000);
    for stake in [0, -10, 15, 10_000, i64::MAX] {
        assert_eq!(
            refused(&angler, stake, 1),
            Refusal::StakeNotAvailable { stake_max: 5_000 }
        );
    }
}

#[test]
fn the_first_violated_check_is_returned() {
    let angler = Angler::new();
    assert_eq!(refused(&angler, 7, 2), Refusal::StakeNotAvailable { stake_max: 5_000 });
    assert_eq!(refused(&angler, 10, 2), Refusal::StartLevelNotAvailable);
    assert_eq!(refused(&angler, 10, 28), Refusal::NotEnoughCoins);
}

#[test]
fn the_dive_keeps_its_paytable_and_records_its_seed_pair() {
    let mut angler = Angler::new().with_golden_seed().with_coins(20);
    angler.dives(10, 1).casts(1).surfaces();
    let Event::DiveStarted(started) = angler.must(angler.start(10, 1)) else {
        panic!("a start is recorded as DiveStarted");
    };
    assert_eq!(started.table_hash, angler.config.table_hash());
    assert_eq!(
        (started.commit, started.nonce),
        (crate::testing::golden_seed().commit(), 1)
    );
    assert_eq!(started.client_seed, "angler-1");
}

/// What a device draws, the same in every run.
fn device_value(number: u64) -> String {
    crate::draw::hex_digest(&number.to_be_bytes())[..32].to_owned()
}

fn started(angler: &Angler, device_value: String) -> Result<String, Refusal> {
    let start = StartDive {
        device_value,
        ..angler.start(10, 1)
    };
    let decided = angler.decide(start)?;
    match &decided.events[..] {
        [Event::DiveStarted(started)] => Ok(started.client_seed.clone()),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_dive_draws_under_the_value_of_the_players_device() {
    let mut angler = Angler::new().with_coins(10);
    let rotation = angler.rotation("mine");
    angler.must(rotation);
    let value = device_value(1);
    assert_eq!(started(&angler, value.clone()), Ok(format!("mine.{value}")));
    for wrong in [
        "",
        "0",
        &value[1..],
        &format!("{value}0"),
        &value.to_uppercase(),
        "z".repeat(32).as_str(),
    ] {
        let field = "device_value".into();
        assert_eq!(
            started(&angler, wrong.into()),
            Err(Refusal::InvalidField { field }),
            "{wrong}"
        );
    }
}

#[test]
fn where_nobody_chose_a_client_seed_it_is_the_first_value_of_the_device() {
    let mut angler = Angler::new().with_coins(20);
    assert_eq!(angler.player.seeds.client_seed, "", "the house knows nothing of it");
    let first = angler.start(10, 1);
    let own = first.device_value.clone();
    assert_eq!(started(&angler, own.clone()), Ok(format!("{own}.{own}")));
    angler.must(first);
    angler.surfaces();
    let value = device_value(1);
    assert_eq!(started(&angler, value.clone()), Ok(format!("{own}.{value}")));
}

#[test]
fn a_device_that_repeats_its_value_starts_no_second_dive_under_it() {
    let mut angler = Angler::new().with_coins(20);
    let start = angler.start(10, 1);
    let value = start.device_value.clone();
    angler.must(start);
    angler.surfaces();
    let rotation = angler.rotation("another");
    angler.must(rotation);
    let field = "device_value".into();
    assert_eq!(started(&angler, value), Err(Refusal::InvalidField { field }));
    angler.dives(10, 1);
}

#[test]
fn a_dive_of_the_time_before_devices_drew_values_goes_on_under_its_seed() {
    let mut angler = Angler::new().with_golden_seed().with_coins(30);
    angler.dives(10, 1).casts(2);
    assert_eq!(angler.dive().map(|dive| dive.client_seed.as_str()), Some("angler-1"));
    angler.surfaces();
    assert_eq!(angler.player.seeds.device_value, "");
}

/// Casts of a dive to the bottom under these seeds, and how much they bring, in tenths of the stake; without mines.
fn brought(seed: &ServerSeed, client_seed: &str) -> u64 {
    let table = crate::paytable::Paytable::standard();
    let bring = |level: u8| {
        let band = table.band(level).expect("a level");
        let t = Words::new(seed, client_seed, u64::from(level) - 1).number();
        match band.outcome(t) {
            Outcome::Fish(fish) => u64::from(fish.x10),
            Outcome::Chest(chest) => u64::from(chest.x10.min(1_000)),
            Outcome::Mine | Outcome::Empty => 0,
        }
    };
    (1..=LEVELS).map(bring).sum()
}

#[test]
fn a_server_seed_that_was_chosen_against_a_player_does_nothing_under_values_of_his_device() {
    let client_seed = "angler-1";
    const SEEDS: u64 = 2_000;
    let seeds = (0..SEEDS).map(|number| {
        let mut bytes = [7; 32];
        bytes[..8].copy_from_slice(&number.to_be_bytes());
        ServerSeed::from_bytes(bytes)
    });
    let seeds: Vec<ServerSeed> = seeds.collect();
    let total: u64 = seeds.iter().map(|seed| brought(seed, client_seed)).sum();
    let worst = seeds
        .iter()
        .min_by_key(|seed| brought(seed, client_seed))
        .expect("seeds");
    let chosen = brought(worst, client_seed) * SEEDS;
    assert!(
        2 * chosen < total,
        "the house that knows the client seed wins: {chosen} of {total}"
    );
    let fresh: u64 = (0..SEEDS)
        .map(|number| brought(worst, &seed_of_dive(client_seed, &device_value(number))))
        .sum();
    let within = 9 * total..11 * total;
    assert!(within.contains(&(10 * fresh)), "it does not: {fresh} of {total}");
}
