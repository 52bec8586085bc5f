//! The tables of ledger §11 are those of the model; the model does what its words say.

use super::{Costs, tables};
use crate::architecture::tree;

fn measured() -> Costs {
    let page = tree::read("ledger/benches/README.md").expect("the figures of the bench");
    Costs::of(&page).expect("each row that the model reads")
}

#[test]
fn the_tables_of_scale_are_those_of_the_model() {
    let readme = tree::read("ledger/README.md").expect("a README");
    for table in tables(&measured()) {
        assert!(readme.contains(&table), "ledger §11 should have:\n{table}");
    }
}

/// A page of the bench by whose rates a cast costs 200 µs of one core, views 3 × 10, a read 4 × 40.
fn page(append: u64) -> String {
    format!(
        "- cores: 2\n| write_spread | 512 | {} | 1 |\n| write_spread.append | 512 | {append} | 1 |\n\
         | http_cast | 64 | 10000 | 1 |\n| http_balance | 64 | 50000 | 1 |\n",
        1_000_000_000 / (1_000_000_000 / append + 5_000)
    )
}

#[test]
fn twice_the_cores_carry_twice_the_players_until_a_log_is_full() {
    let costs = Costs::of(&page(50_000)).expect("a page");
    let (one, two) = (costs.carried(4, 1), costs.carried(8, 1));
    assert_eq!((one.bound, two.bound), ("cores", "cores"));
    assert!(two.players.abs_diff(2 * one.players) <= 1);
    let (full, spread) = (costs.carried(64, 1), costs.carried(64, 8));
    assert_eq!((full.bound, full.commands), ("log", 29_999));
    assert_eq!(
        (spread.bound, spread.players.abs_diff(16 * one.players) < 16),
        ("cores", true)
    );
}

#[test]
fn a_slower_bench_is_another_table() {
    let [fast, slow] = [50_000, 25_000].map(|append| tables(&Costs::of(&page(append)).expect("a page")));
    assert_ne!(fast, slow);
    assert!(
        Costs::of(&page(50_000).replace("http_cast", "cast")).is_none(),
        "a row that is gone is noticed"
    );
}
