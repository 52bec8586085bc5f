use super::*;

fn golden_seed() -> ServerSeed {
    ServerSeed::parse(&format!("{}c0ff", "c0ffee".repeat(10))).expect("64 hex characters")
}

#[test]
fn reproduces_the_published_vectors() {
    let seed = golden_seed();
    assert_eq!(
        seed.commit(),
        "53cd3b418bb2d1ed2a1e49f6ab241ae86b0f46eb4c198b4baf4dd471265d703d"
    );
    assert_eq!(
        hex::encode(block(&seed, "angler-1", 0, 0)),
        "ba07781b52455dcbb889150a228683b3b4d371a9c1aaece24679b47c6d5900c2"
    );
    assert_eq!(Words::new(&seed, "angler-1", 1_497_528).number(), 110_377);
    assert_eq!(Words::new(&seed, "angler-1", 0).number(), 726_676);
}

#[test]
fn words_continue_across_blocks() {
    let seed = golden_seed();
    let mut words = Words::new(&seed, "angler-1", 3);
    let drawn: Vec<u64> = (0..6).map(|_| words.draw()).collect();
    assert_eq!(drawn[4], word(&block(&seed, "angler-1", 3, 1)[..8]));
    assert_eq!(drawn[0], word(&block(&seed, "angler-1", 3, 0)[..8]));
}

#[test]
fn a_sealed_seed_never_prints_itself() {
    assert_eq!(format!("{:?}", golden_seed()), "ServerSeed(sealed)");
}

#[test]
fn refuses_client_seeds_outside_the_alphabet() {
    for text in ["", "a b", "ü", "a:b", &"x".repeat(65), "a\0"] {
        assert!(!is_client_seed(text), "{text:?}");
    }
    assert!(is_client_seed("angler-1") && is_client_seed(&"x".repeat(64)));
}
