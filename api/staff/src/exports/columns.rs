//! Columns of a list, from the schema of its rows in the document.
//!
//! | in the document | column |
//! |---|---|
//! | integer `…_ms` | a moment, without the ending |
//! | integer of format `duration-ms` | milliseconds |
//! | text of format `minor` | two: minor units as they are, and the amount in units of the asset beside it |
//! | text of format `minor-usdt` | the same of an asset that is always this one |
//! | an object with fields | its fields, behind its name and a dot |
//! | other objects, arrays | JSON |

use domain::money::Asset;
use serde_json::{Map, Value};

/// Objects within objects that become columns; deeper ones are JSON.
const DEPTH_MAX: usize = 3;

/// How the cells of a column are typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Text,
    Json,
    Whole,
    Moment,
    YesNo,
    /// An amount in minor units.
    Minor,
    /// The same amount in units of the asset.
    Units(Of),
}

/// What an amount is of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Of {
    /// Always this asset.
    Is(Asset),
    /// The asset that stands here in the row.
    Beside(Vec<String>),
}

/// A column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Column {
    pub name: String,
    /// Where it stands in a row.
    pub path: Vec<String>,
    pub kind: Kind,
    /// Nothing for what has none.
    pub unit: String,
    pub meaning: String,
}

impl Column {
    /// Name and unit, as a heading says them.
    pub(crate) fn heading(&self) -> String {
        match self.unit.as_str() {
            "" => self.name.clone(),
            unit => format!("{} [{unit}]", self.name),
        }
    }

    /// The type in words.
    pub(crate) const fn type_name(&self) -> &'static str {
        match self.kind {
            Kind::Text => "text",
            Kind::Json => "JSON",
            Kind::Whole | Kind::Minor => "whole number",
            Kind::Moment => "time",
            Kind::YesNo => "true or false",
            Kind::Units(_) => "decimal number",
        }
    }
}

/// The columns of a schema.
pub(crate) fn of(schemas: &Value, row: &Value) -> Vec<Column> {
    let reader = Reader { schemas };
    let mut columns = Vec::new();
    reader.fields(&mut columns, &[], row, 0);
    columns
}

struct Reader<'a> {
    schemas: &'a Value,
}

impl<'a> Reader<'a> {
    fn fields(&self, columns: &mut Vec<Column>, path: &[String], schema: &'a Value, depth: usize) {
        let Some(properties) = self.target(schema).0["properties"].as_object() else {
            return;
        };
        for (name, schema) in properties {
            let path: Vec<String> = path.iter().chain([name]).cloned().collect();
            self.field(columns, path, schema, properties, depth);
        }
    }

    fn field(
        &self,
        columns: &mut Vec<Column>,
        path: Vec<String>,
        schema: &'a Value,
        beside: &Map<String, Value>,
        depth: usize,
    ) {
        let (target, said) = self.target(schema);
        let format = target["format"].as_str().unwrap_or_default();
        let name = path.join(".");
        let column = |name: &str, kind, unit: &str, meaning: &str| Column {
            name: name.to_owned(),
            path: path.clone(),
            kind,
            unit: unit.to_owned(),
            meaning: meaning.to_owned(),
        };
        let amount = format.strip_prefix("minor");
        match (type_of(target), amount) {
            ("string", Some(asset)) => {
                let of = match Asset::named(asset.trim_start_matches('-')) {
                    Some(asset) => Some(Of::Is(asset)),
                    None => beside.contains_key("asset").then(|| Of::Beside(sibling(&path))),
                };
                let unit = match &of {
                    Some(Of::Is(asset)) => asset.name().to_uppercase(),
                    _ => "asset".into(),
                };
                let minor = format!("{name}_minor");
                columns.push(column(&minor, Kind::Minor, &format!("minor units of {unit}"), said));
                if let Some(of) = of {
                    columns.push(column(&name, Kind::Units(of), &format!("units of {unit}"), said));
                }
            }
            ("integer", _) if format == "duration-ms" => columns.push(column(&name, Kind::Whole, "ms", said)),
            ("integer", _) => columns.push(match name.strip_suffix("_ms") {
                Some(name) => column(name, Kind::Moment, "UTC", said),
                None => column(&name, Kind::Whole, "", said),
            }),
            ("boolean", _) => columns.push(column(&name, Kind::YesNo, "", said)),
            ("string", None) => columns.push(column(&name, Kind::Text, "", said)),
            ("object", _) if target["properties"].is_object() && depth < DEPTH_MAX => {
                self.fields(columns, &path, schema, depth + 1);
            }
            _ => columns.push(column(&name, Kind::Json, "", said)),
        }
    }

    /// What a schema stands for, without the references and the null before it, and its own description.
    fn target(&self, schema: &'a Value) -> (&'a Value, &'a str) {
        let (mut target, mut said) = (schema, None);
        loop {
            said = said.or_else(|| target["description"].as_str());
            let next = match (&target["$ref"], &target["oneOf"]) {
                (Value::String(name), _) => name.rsplit('/').next().map(|name| &self.schemas[name]),
                (_, Value::Array(either)) => either.iter().find(|schema| schema["type"] != "null"),
                _ => None,
            };
            match next {
                Some(next) => target = next,
                None => return (target, said.unwrap_or_default()),
            }
        }
    }
}

fn sibling(path: &[String]) -> Vec<String> {
    let object = path.split_last().map_or(&[][..], |(_, object)| object);
    object.iter().cloned().chain(["asset".to_owned()]).collect()
}

/// The type, whether there may be nothing or not.
fn type_of(schema: &Value) -> &str {
    match &schema["type"] {
        Value::String(name) => Some(name.as_str()),
        Value::Array(names) => names
            .iter()
            .find_map(|name| name.as_str().filter(|name| *name != "null")),
        _ => None,
    }
    .unwrap_or_default()
}

#[cfg(test)]
mod tests;
