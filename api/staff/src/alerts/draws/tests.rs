use super::*;
use domain::draw::{DRAW_TOTAL, ServerSeed, Words};

fn level(draw: impl Fn(u64) -> u64, casts: u64) -> LevelDraws {
    let mut draws = LevelDraws {
        level: 7,
        casts: [0; BINS],
    };
    for nonce in 0..casts {
        draws.casts[(draw(nonce) * BINS as u64 / DRAW_TOTAL) as usize] += 1;
    }
    draws
}

fn seed() -> ServerSeed {
    ServerSeed::parse(&"c0ffee".repeat(11)[..64]).expect("a seed")
}

fn drawn(client: &str, nonce: u64) -> u64 {
    u64::from(Words::new(&seed(), client, nonce).number())
}

#[test]
fn what_the_game_draws_is_even() {
    for client in ["a", "b", "c", "d"] {
        for casts in [250, 5_000, 50_000] {
            assert_eq!(
                judged(&level(|nonce| drawn(client, nonce), casts)),
                None,
                "{client} {casts}"
            );
        }
    }
}

#[test]
fn a_house_that_draws_again_what_it_does_not_like_is_found() {
    // Of every tenth number in the upper half a second one is drawn: a house that loses 5 % less often.
    let chosen = |nonce| match drawn("a", nonce) {
        high if high >= DRAW_TOTAL / 2 && nonce % 10 == 0 => drawn("b", nonce),
        number => number,
    };
    assert!(judged(&level(chosen, 200_000)).is_some());
    let found = judged(&level(|nonce| drawn("a", nonce) / 2, 300)).expect("half of the range");
    assert!(found.sum_milli > 250_000, "{found:?}");
}

#[test]
fn too_few_draws_say_nothing() {
    assert_eq!(judged(&level(|_| 0, 249)), None);
    assert!(judged(&level(|_| 0, 250)).is_some());
}
