use super::*;
use crate::exports::columns::Kind;
use std::collections::{BTreeMap, BTreeSet};

/// Lists whose lines have moments and that take no period, and why none is asked for.
const WITHOUT_PERIOD: [(&str, &str); 18] = [
    ("alerts/list", "what stands now; an alert goes with its cause"),
    ("bookmarks/list", "views of lists that members keep, fifty of each"),
    ("cases/info", "one case from its beginning"),
    ("config/list", "one line a section, as it stands"),
    (
        "days/list",
        "a line is a day, and the calendar beside the list leads to each",
    ),
    ("erasure/list", "what waits now, at most for the waiting time"),
    ("exports/schedules", "what is set up now"),
    (
        "freezes/list",
        "who is stopped now; since when is in the register of manual acts",
    ),
    ("notifications/list", "the newest hundred, without pages"),
    ("overview/queues", "one line a queue, as it stands"),
    (
        "periods/list",
        "a line is a month, a quarter or a year: seventeen in a year",
    ),
    ("play/list", "whom to look after now"),
    ("players/list", "what players hold now"),
    ("players/search", "fifty that a text names"),
    ("ranks/info", "one board of one period"),
    ("staff/list", "accounts as they stand"),
    (
        "topups/refundable",
        "what may be refunded to a player now, within days of the payment",
    ),
    ("views/list", "one line a view, as it stands"),
];

/// Lists whose lines have amounts and that answer no `sums`, and why.
const WITHOUT_SUMS: [(&str, &str); 10] = [
    ("books/accounts", "the trial balance is their sum, by account and asset"),
    ("books/financials", "its own totals, by class and asset"),
    ("books/statement", "opening, what moved and closing, by account"),
    ("books/trial", "its own totals, by asset"),
    ("overview/queues", "one line a queue, each a sum"),
    ("periods/restate", "its own results, by asset"),
    ("reconciliation/lines", "`sum`: custody has one asset"),
    (
        "samples/draw",
        "events that chance chose: what they add up to says nothing",
    ),
    ("samples/list", "populations overlap: what they add up to says nothing"),
    ("topups/refundable", "each payment goes to its own sender, one by one"),
];

/// Whether a field like this is anywhere in the lines of a list, in lists within lines too.
fn lines_have(list: &List, is: fn(&str, &Value) -> bool) -> bool {
    let document: Value = serde_json::from_str(&openapi::document()).expect("the document is JSON");
    let schemas = &document["components"]["schemas"];
    let answer = &document["paths"][list.asked.0.path]["post"]["responses"]["200"];
    let envelope = named_by(schemas, &answer["content"]["application/json"]["schema"]["oneOf"][0]);
    let data = named_by(schemas, &envelope["properties"]["data"]);
    any(schemas, &data["properties"][list.rows]["items"], is)
}

fn named_by<'a>(schemas: &'a Value, schema: &'a Value) -> &'a Value {
    let name = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next());
    name.map_or(schema, |name| &schemas[name])
}

fn any(schemas: &Value, schema: &Value, is: fn(&str, &Value) -> bool) -> bool {
    let schema = named_by(schemas, schema);
    let fields = schema["properties"].as_object().into_iter().flatten();
    let others = ["oneOf", "allOf", "anyOf"]
        .into_iter()
        .filter_map(|of| schema[of].as_array());
    fields
        .into_iter()
        .any(|(name, field)| is(name, field) || any(schemas, field, is))
        || schema["items"].is_object() && any(schemas, &schema["items"], is)
        || others.flatten().any(|other| any(schemas, other, is))
}

/// The names of the lists that are like this, in order.
fn lists_where(is: impl Fn(&List) -> bool) -> Vec<&'static str> {
    LISTS
        .values()
        .filter(|list| is(list))
        .map(|list| list.name.as_str())
        .collect()
}

#[test]
fn a_list_with_moments_takes_a_period_or_says_why_not() {
    let has_moments = |list: &List| lines_have(list, |name, _| name.ends_with("_ms"));
    // A report of the books ends with its moment.
    let takes_period = |list: &List| list.takes("from") && (list.takes("until") || list.takes("as_of"));
    let lacking = lists_where(|list| has_moments(list) && !takes_period(list));
    assert_eq!(lacking, BTreeMap::from(WITHOUT_PERIOD).into_keys().collect::<Vec<_>>());
    assert!(lists_where(takes_period).len() > 15);
}

#[test]
fn a_list_with_amounts_answers_sums_or_says_why_not() {
    let is_amount = |_: &str, field: &Value| {
        field["format"]
            .as_str()
            .is_some_and(|format| format.starts_with("minor"))
    };
    let lacking = lists_where(|list| lines_have(list, is_amount) && !list.takes("sums"));
    assert_eq!(lacking, BTreeMap::from(WITHOUT_SUMS).into_keys().collect::<Vec<_>>());
    assert!(lists_where(|list| list.takes("sums")).len() > 7);
}

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
