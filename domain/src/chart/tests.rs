use super::*;
use crate::posting::{House, Purse};
use proptest::prelude::*;

fn accounts() -> Vec<(&'static str, Asset)> {
    let purses = Purse::ALL.iter().map(|purse| (purse.name(), purse.asset()));
    let houses = House::ALL.iter().map(|house| (house.name(), house.asset()));
    let due = [("referral_due", Asset::Usdt), ("invite_due", Asset::Diamond)];
    purses.chain(houses).chain(due).collect()
}

#[test]
fn every_account_of_the_journal_has_one_entry_of_its_asset_and_no_entry_is_of_another() {
    let chart = Chart::built_in();
    let accounts = accounts();
    for (account, asset) in &accounts {
        let own: Vec<_> = chart
            .entries
            .iter()
            .filter(|entry| entry.takes(account, None))
            .collect();
        assert_eq!(own.len(), 1, "{account}");
        assert_eq!(own[0].asset, *asset, "{account}");
        assert_eq!(own[0].key, account.strip_prefix("h:").unwrap_or(account));
    }
    for entry in &chart.entries {
        assert!(!entry.name.en.is_empty() && !entry.name.zh.is_empty() && !entry.tax.is_empty());
        for account in &entry.accounts {
            let known = accounts.iter().find(|(name, _)| name == account);
            assert_eq!(known.map(|(_, asset)| *asset), Some(entry.asset), "{}", entry.key);
        }
    }
}

#[test]
fn the_business_is_classified_as_it_is() {
    let class = |account: &str, event: &str| Chart::built_in().entry(account, event).expect("an entry").class;
    for purse in Purse::ALL {
        assert_eq!(class(purse.name(), "Exchanged"), Class::Liability);
    }
    for (account, event, expected) in [
        ("h:usdt_custody", "TopUpCredited", Class::Asset),
        ("h:usdt_customer", "TopUpCredited", Class::Liability),
        ("h:usdt_reserve", "ReserveFunded", Class::Equity),
        ("h:usdt_reserve", "ShopPurchased", Class::Income),
        ("h:usdt_reserve", "Exchanged", Class::Expense),
        ("h:usdt_packet_held", "PacketCreated", Class::Equity),
        ("h:usdt_packet_held", "RedPacketCredited", Class::Expense),
        ("h:usdt_fee", "WithdrawalSent", Class::Income),
        ("h:coin_sink", "CastResolved", Class::Income),
        ("h:gusd_issue.paid", "DiveClosed", Class::Expense),
        ("h:gusd_issue.paid", "BonusUnlocked", Class::Equity),
        ("h:gusd_burn", "BonusExpired", Class::Income),
    ] {
        assert_eq!(class(account, event), expected, "{account} in {event}");
    }
}

/// The built-in chart after a change of its text.
fn changed(from: &str, to: &str) -> Result<Chart, ChartFault> {
    let text = include_str!("../chart.json");
    assert!(text.contains(from), "{from}");
    Chart::parse(&text.replacen(from, to, 1))
}

#[test]
fn a_chart_in_which_a_leg_has_no_entry_or_two_is_refused() {
    assert!(matches!(
        changed("[\"Exchanged\"]", "[\"ShopPurchased\"]"),
        Err(ChartFault::Twice(_))
    ));
    assert!(matches!(changed("1010", "2010"), Err(ChartFault::Twice(_))));
    assert!(matches!(
        changed("\"debit\"", "\"credit\""),
        Err(ChartFault::OtherSide(_))
    ));
    let without_home = changed(
        "\"accounts\": [\"h:usdt_reserve\"], \"events\": []",
        "\"accounts\": [], \"events\": []",
    );
    assert!(matches!(without_home, Err(ChartFault::Incomplete(_))));
    assert!(matches!(changed("\"tax\"", "\"vat\""), Err(ChartFault::Unreadable(_))));
}

#[test]
fn an_account_that_nobody_listed_is_named() {
    let added = Amounts::default().add(Chart::built_in(), "h:usdt_suspense_of_nobody", "Any", 1);
    assert_eq!(added, Err(NotInChart("h:usdt_suspense_of_nobody".into())));
}

proptest! {
    #[test]
    fn assets_are_liabilities_equity_and_result_whatever_moves(
        moves in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(),
            any::<prop::sample::Index>(), any::<i64>()), 1..60),
    ) {
        let chart = Chart::built_in();
        let accounts = accounts();
        let events: Vec<&str> = chart.entries.iter().flat_map(|entry| &entry.events).map(String::as_str)
            .chain(["TopUpCredited", "CastResolved"]).collect();
        let mut amounts = Amounts::default();
        for (from, to, event, amount) in moves {
            let (from, asset) = *from.get(&accounts);
            let same: Vec<_> = accounts.iter().filter(|(_, other)| *other == asset).collect();
            let (to, event) = (to.get(&same).0, event.get(&events));
            amounts.add(chart, from, event, -i128::from(amount)).expect("listed");
            amounts.add(chart, to, event, amount.into()).expect("listed");
        }
        for asset in Asset::ALL {
            prop_assert!(amounts.totals(chart, asset).hold(), "{asset:?}");
        }
    }
}
