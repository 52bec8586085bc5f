//! `ledger staff call`: any call of the staff service by its name, with the fields of its OpenAPI document.

use super::super::Failure;
use serde_json::{Map, Value, json};
use uuid::Uuid;

/// The body of a call from `--field value` pairs.
///
/// # Errors
/// One sentence: no such call, no such field, or a value of another type.
pub fn body(call: &str, arguments: &[String]) -> Result<Value, Failure> {
    let document: Value =
        serde_json::from_str(&::staff::openapi::document()).map_err(|error| Failure::Fault(error.into()))?;
    let path = format!("/staff/v1/{call}").replace('/', "~1");
    let reference = document
        .pointer(&format!(
            "/paths/{path}/post/requestBody/content/application~1json/schema/$ref"
        ))
        .and_then(Value::as_str)
        .and_then(|reference| reference.strip_prefix('#'))
        .ok_or_else(|| {
            Failure::Usage(format!(
                "There is no call {call}: `ledger openapi --staff` prints all calls."
            ))
        })?;
    let schema = document.pointer(reference).cloned().unwrap_or_default();
    fields(&schema, arguments).map(Value::Object).map_err(Failure::Usage)
}

fn fields(schema: &Value, arguments: &[String]) -> Result<Map<String, Value>, String> {
    let properties = schema["properties"].as_object();
    let mut body = Map::new();
    for pair in arguments.chunks(2) {
        let name = pair[0].strip_prefix("--").unwrap_or(&pair[0]).replace('-', "_");
        let Some(property) = properties.and_then(|properties| properties.get(&name)) else {
            let known: Vec<&str> = properties
                .into_iter()
                .flat_map(|known| known.keys().map(String::as_str))
                .collect();
            return Err(format!(
                "There is no field {name}: the fields are {}.",
                known.join(", ")
            ));
        };
        let text = pair.get(1).ok_or_else(|| format!("The field {name} has no value."))?;
        let value = typed(property, text).ok_or_else(|| format!("{text:?} cannot be a value of {name}."))?;
        match (body.get_mut(&name), value) {
            (Some(Value::Array(list)), Value::Array(more)) => list.extend(more),
            (_, value) => _ = body.insert(name, value),
        }
    }
    if properties.is_some_and(|properties| properties.contains_key("req_id")) && !body.contains_key("req_id") {
        body.insert("req_id".to_owned(), json!(Uuid::new_v4()));
    }
    Ok(body)
}

/// A text as a value of a property; lists are given with commas or several times, objects as JSON.
fn typed(property: &Value, text: &str) -> Option<Value> {
    let is = |name: &str| match &property["type"] {
        Value::Array(names) => names.iter().any(|known| known == name),
        known => known == name,
    };
    if is("string") {
        return Some(text.into());
    }
    if is("array") {
        let items = text.split(',').filter(|item| !item.is_empty());
        return items.map(|item| typed(&property["items"], item)).collect();
    }
    serde_json::from_str(text).ok()
}

#[cfg(test)]
mod tests;
