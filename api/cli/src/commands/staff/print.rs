//! The data of any staff call as tables: fields in the order in which the service wrote them, moments and amounts as
//! people read them.

use super::super::{amount, moment};
use domain::money::Asset;
use domain::time::Timestamp;
use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use settings::table::Table;

/// Fields that are minor units of the asset beside them.
const AMOUNTS: [&str; 5] = ["amount", "fee", "net", "total", "min"];

/// JSON with the order of its fields.
#[derive(Deserialize, Serialize)]
#[serde(untagged)]
enum Tree {
    Fields(Fields),
    List(Vec<Tree>),
    Plain(Value),
}

type Fields = IndexMap<String, Tree>;

/// The data as text: scalars first, then a table for each list of objects and for each object.
pub fn tables(data: &str) -> String {
    let Ok(Tree::Fields(fields)) = serde_json::from_str(data) else {
        return format!("{data}\n");
    };
    let mut text = record(&fields);
    for (name, value) in &fields {
        let table = match value {
            Tree::Fields(fields) => inner(fields),
            Tree::List(rows) if rows.is_empty() && name == "list" => "The list is empty.\n".to_owned(),
            Tree::List(rows) if is_table(rows) => grid(rows),
            Tree::List(_) | Tree::Plain(_) => continue,
        };
        if !text.is_empty() {
            text.push('\n');
        }
        if name != "list" {
            text.push_str(&format!("{}:\n", name.replace('_', " ")));
        }
        text.push_str(&table);
    }
    text
}

fn is_table(rows: &[Tree]) -> bool {
    !rows.is_empty() && rows.iter().all(|row| matches!(row, Tree::Fields(_)))
}

/// Fields that are no table of their own, one a line; null is left out.
fn record(fields: &Fields) -> String {
    lines(fields.iter().filter(|(_, value)| is_plain(value)).map(|(name, value)| {
        let text = cell(name, value, fields);
        (heading(name), text)
    }))
}

/// An object inside the answer, whole: what is inside it stands under both names.
fn inner(fields: &Fields) -> String {
    let named = fields.iter().flat_map(|(name, value)| match value {
        Tree::Fields(parts) => parts
            .iter()
            .filter(|(_, part)| !matches!(part, Tree::Plain(Value::Null)))
            .map(|(part, value)| (format!("{} {}", heading(name), heading(part)), cell(part, value, parts)))
            .collect(),
        value if is_plain(value) => vec![(heading(name), cell(name, value, fields))],
        _ => Vec::new(),
    });
    lines(named)
}

fn is_plain(value: &Tree) -> bool {
    match value {
        Tree::Plain(value) => !value.is_null(),
        Tree::List(rows) => !rows.is_empty() && !is_table(rows),
        Tree::Fields(_) => false,
    }
}

fn lines(rows: impl Iterator<Item = (String, String)>) -> String {
    let mut table = Table::new(&["field", "value"]);
    let mut is_empty = true;
    for (name, text) in rows {
        table.row(vec![name, text]);
        is_empty = false;
    }
    if is_empty { String::new() } else { table.to_string() }
}

/// Objects of one shape, one a line; columns that are empty everywhere are left out.
fn grid(rows: &[Tree]) -> String {
    let rows: Vec<&Fields> = rows
        .iter()
        .filter_map(|row| match row {
            Tree::Fields(fields) => Some(fields),
            Tree::Plain(_) | Tree::List(_) => None,
        })
        .collect();
    let first = rows.first().into_iter().flat_map(|row| row.keys());
    let text = |row: &Fields, name: &str| row.get(name).map_or_else(String::new, |value| cell(name, value, row));
    let is_used = |name: &&str| rows.iter().any(|row| !text(row, name).is_empty());
    let names: Vec<&str> = first.map(String::as_str).filter(is_used).collect();
    let headings: Vec<String> = names.iter().map(|name| heading(name)).collect();
    let mut table = Table::new(&headings.iter().map(String::as_str).collect::<Vec<_>>());
    for row in rows {
        table.row(names.iter().map(|name| text(row, name)).collect());
    }
    table.to_string()
}

fn heading(name: &str) -> String {
    match name.strip_suffix("_ms") {
        Some(name) => format!("{} at", name.replace('_', " ")),
        None => name.replace('_', " "),
    }
}

fn cell(name: &str, value: &Tree, row: &Fields) -> String {
    match value {
        Tree::Plain(Value::Null) => String::new(),
        Tree::Plain(Value::Bool(holds)) => if *holds { "yes" } else { "no" }.to_owned(),
        Tree::Plain(Value::Number(number)) => match number.as_i64().filter(|_| name.ends_with("_ms")) {
            Some(at) => moment::write(Timestamp(at)),
            None => number.to_string(),
        },
        Tree::Plain(Value::String(text)) => match (word(row, "asset"), word(row, "unit"), text.parse()) {
            (Some(asset), _, Ok(minor)) if AMOUNTS.contains(&name) => amount::written(asset, minor),
            (_, Some(unit), _) if name == "value" => in_unit(unit, text),
            _ => text.clone(),
        },
        Tree::Fields(parts) if name == "bound" && parts.contains_key("is") => bound(parts, word(row, "unit")),
        Tree::Fields(parts) if parts.contains_key("unit") && parts.len() == 2 => parts
            .get("value")
            .map_or_else(String::new, |value| cell("value", value, parts)),
        Tree::List(items) if !is_table(items) => {
            let items: Vec<String> = items.iter().map(|item| cell(name, item, &Fields::new())).collect();
            items.join(" ")
        }
        Tree::Plain(_) | Tree::List(_) | Tree::Fields(_) => json!(value).to_string(),
    }
}

fn word<'f>(fields: &'f Fields, name: &str) -> Option<&'f str> {
    match fields.get(name) {
        Some(Tree::Plain(Value::String(word))) => Some(word),
        _ => None,
    }
}

/// What a value must be, in the unit of the value.
fn bound(parts: &Fields, unit: Option<&str>) -> String {
    let value = in_unit(unit.unwrap_or_default(), word(parts, "value").unwrap_or_default());
    match word(parts, "is").unwrap_or_default() {
        "exactly" | "note" => value,
        kind => format!("{} {value}", kind.replace('_', " ")),
    }
}

/// A value as people read it; the unit of a number that is no amount and no moment follows it.
fn in_unit(unit: &str, value: &str) -> String {
    let Ok(number) = value.parse::<i64>() else {
        return match (unit, value) {
            ("yes_no", "true") => "yes".to_owned(),
            ("yes_no", "false") => "no".to_owned(),
            _ => value.to_owned(),
        };
    };
    match unit {
        asset if Asset::named(asset).is_some() => amount::written(asset, number.into()),
        "time" => moment::write(Timestamp(number)),
        "duration" => format!("{value} ms"),
        "ppm" | "minutes" => format!("{value} {unit}"),
        _ => value.to_owned(),
    }
}

#[cfg(test)]
mod tests;
