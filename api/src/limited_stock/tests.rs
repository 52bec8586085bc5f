use super::*;

#[test]
fn every_stock_is_asked_once_from_a_place_of_the_player_s_own() {
    let order = |tg_id| order_for(PlayerId::of_messenger(tg_id), 4).collect::<Vec<u16>>();
    let mut firsts = std::collections::BTreeSet::new();
    for tg_id in 1..100 {
        let mut sorted = order(tg_id);
        firsts.insert(sorted[0]);
        sorted.sort_unstable();
        assert_eq!(sorted, [0, 1, 2, 3]);
        assert_eq!(order(tg_id), order(tg_id));
    }
    assert_eq!(firsts.len(), 4);
}
