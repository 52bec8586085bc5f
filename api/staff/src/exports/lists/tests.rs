use super::*;
use crate::exports::columns::Kind;
use std::collections::BTreeSet;

#[test]
fn every_column_of_every_list_is_described_and_has_a_name_of_its_own() {
    assert!(LISTS.len() > 20, "{:?}", LISTS.keys());
    for list in LISTS.values() {
        assert!(!list.columns.is_empty(), "{}", list.name);
        let silent: Vec<_> = list
            .columns
            .iter()
            .filter(|column| column.meaning.trim().is_empty())
            .collect();
        assert!(silent.is_empty(), "{}: {silent:?}", list.name);
        let names: BTreeSet<_> = list.columns.iter().map(|column| &column.name).collect();
        assert_eq!(names.len(), list.columns.len(), "{}", list.name);
    }
}

#[test]
fn what_is_said_to_be_minor_units_is_an_amount_with_an_asset() {
    for list in LISTS.values() {
        for column in &list.columns {
            let said = column.meaning.to_lowercase();
            let is_money = said.contains("minor units") || said.contains("millionths");
            let is_amount = matches!(column.kind, Kind::Minor | Kind::Units(_) | Kind::Json);
            assert!(
                !is_money || is_amount,
                "{}: mark {} with a format",
                list.name,
                column.name
            );
            let units = format!("{}_minor", column.name);
            let has_units = column.kind != Kind::Minor
                || list
                    .columns
                    .iter()
                    .any(|other| format!("{}_minor", other.name) == column.name);
            assert!(has_units, "{}: {units} has no asset beside it", list.name);
        }
    }
}

#[test]
fn what_shows_no_rows_is_no_list() {
    for list in [
        "withdrawals/list",
        "books/statement",
        "alerts/list",
        "config/list",
        "staff/list",
        "views/list",
    ] {
        assert!(named(list).is_ok(), "{list}");
    }
    for other in [
        "overview/info",
        "withdrawals/approve",
        "exports/start",
        "session/me",
        "nothing",
    ] {
        assert!(named(other).is_err(), "{other}");
    }
}
