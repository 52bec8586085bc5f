use super::*;
use std::collections::BTreeMap;

#[test]
fn a_stopped_packet_costs_nothing_and_funding_gives_nothing_back() {
    let moved = |event_type: &str, account: &str, debit, credit| {
        let moved = Moved {
            day: 1,
            event_type: event_type.to_owned(),
            account: account.to_owned(),
            asset: "usdt".to_owned(),
        };
        let legs = 1;
        (moved, Sums { debit, credit, legs })
    };
    let budget = "h:usdt_promo_budget";
    let all = BTreeMap::from([
        moved("PromoBudgetFunded", budget, 0, 500),
        moved("PacketCreated", budget, 60, 0),
        moved("PacketEnded", budget, 0, 45),
        moved("PacketEnded", "h:usdt_packet_held", 45, 0),
    ]);
    assert_eq!(cost(&all), 15);
    let none = all.iter().filter(|(one, _)| one.event_type == "PacketEnded");
    assert_eq!(cost(none), -45);
}
