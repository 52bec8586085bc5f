use super::*;
use serde_json::json;

#[test]
fn fields_become_columns_with_their_types_and_units() {
    let schemas = json!({ "Inner": { "type": "object", "properties": {
        "at_ms": { "type": "integer", "description": "When." }, "tags": { "type": "array", "description": "Tags." },
    } } });
    let row = json!({ "properties": {
        "amount": { "type": ["string", "null"], "format": "minor", "description": "How much." },
        "asset": { "type": "string", "description": "Of what." },
        "behind_ms": { "type": "integer", "format": "duration-ms", "description": "How late." },
        "fee": { "type": "string", "format": "minor-usdt", "description": "The fee." },
        "inner": { "oneOf": [{ "type": "null" }, { "$ref": "#/components/schemas/Inner", "description": "Within." }] },
        "is_own": { "type": "boolean", "description": "Own." },
    } });
    let columns = of(&schemas, &row);
    let said: Vec<(String, &str)> = columns
        .iter()
        .map(|column| (column.heading(), column.type_name()))
        .collect();
    let expected = [
        ("amount_minor [minor units of asset]", "whole number"),
        ("amount [units of asset]", "decimal number"),
        ("asset", "text"),
        ("behind_ms [ms]", "whole number"),
        ("fee_minor [minor units of USDT]", "whole number"),
        ("fee [units of USDT]", "decimal number"),
        ("inner.at [UTC]", "time"),
        ("inner.tags", "JSON"),
        ("is_own", "true or false"),
    ];
    assert_eq!(said, expected.map(|(heading, kind)| (heading.to_owned(), kind)));
    assert!(columns.iter().all(|column| !column.meaning.is_empty()), "{columns:?}");
}
