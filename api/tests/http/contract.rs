//! Compares answers with the OpenAPI document: every field it names, of its type, and no other (T-32).

use serde_json::Value;
use std::sync::OnceLock;

/// The calls of both services; made once, because that takes long.
pub fn document() -> &'static Value {
    static DOCUMENT: OnceLock<Value> = OnceLock::new();
    DOCUMENT.get_or_init(|| {
        let read = |text: String| serde_json::from_str::<Value>(&text).expect("the document is JSON");
        let (mut all, staff) = (read(api::openapi::document()), read(staff::openapi::document()));
        // Both services' calls in one document: no schema has the name of another one.
        for place in ["/paths", "/components/schemas"] {
            let added = staff
                .pointer(place)
                .and_then(Value::as_object)
                .cloned()
                .unwrap_or_default();
            let known = all.pointer_mut(place).and_then(Value::as_object_mut).expect("a place");
            for (name, value) in added {
                let before = known.insert(name.clone(), value.clone());
                assert!(
                    before.is_none_or(|before| before == value),
                    "two schemas are called {name}"
                );
            }
        }
        all
    })
}

/// Fails when the `data` of a done call is not what the document promises.
pub fn check(path: &str, data: &Value) {
    let envelope = &document()["paths"][path]["post"]["responses"]["200"]["content"]["application/json"]["schema"];
    let schema = &resolve(&envelope["oneOf"][0])["properties"]["data"];
    compare(path, schema, data);
}

/// The schema that a reference names, else this one.
pub fn resolve(schema: &Value) -> &Value {
    match schema["$ref"].as_str() {
        Some(reference) => document()
            .pointer(reference.trim_start_matches('#'))
            .expect("a known schema"),
        None => schema,
    }
}

fn compare(place: &str, schema: &Value, value: &Value) {
    let schema = resolve(schema);
    if let Some(variants) = schema["oneOf"].as_array() {
        let nullable = variants.iter().any(|variant| variant["type"] == "null");
        assert!(nullable || !value.is_null(), "{place} is null");
        let other = variants.iter().find(|variant| variant["type"] != "null");
        return if value.is_null() {
        } else {
            compare(place, other.expect("a variant"), value)
        };
    }
    let is_anything = ["type", "allOf"].iter().all(|word| schema.get(word).is_none());
    if is_anything {
        return;
    }
    let types: Vec<&str> = match &schema["type"] {
        Value::Array(types) => types.iter().filter_map(Value::as_str).collect(),
        one => one.as_str().into_iter().collect(),
    };
    match value {
        Value::Object(fields) => {
            let known = properties(schema);
            for (name, field) in fields {
                match known.iter().find(|(known, ..)| known == name) {
                    Some((_, schema, _)) => compare(&format!("{place}.{name}"), schema, field),
                    None => compare(&format!("{place}.{name}"), additional(schema, place, name), field),
                }
            }
            let missing = known
                .iter()
                .find(|(name, _, required)| *required && !fields.contains_key(name));
            assert!(missing.is_none(), "{place} lacks {:?}", missing.map(|(name, ..)| name));
        }
        Value::Array(items) => items
            .iter()
            .for_each(|item| compare(&format!("{place}[]"), &schema["items"], item)),
        Value::Null => assert!(types.contains(&"null"), "{place} is null"),
        Value::Bool(_) => assert!(types.contains(&"boolean"), "{place} is a boolean"),
        Value::Number(number) => assert!(types.contains(&"integer") && number.is_i64(), "{place} is {number}"),
        Value::String(text) => {
            assert!(types.contains(&"string"), "{place} is a text");
            let choices = schema["enum"].as_array();
            assert!(
                choices.is_none_or(|choices| choices.contains(value)),
                "{place} is {text:?}"
            );
        }
    }
}

fn additional<'a>(schema: &'a Value, place: &str, name: &str) -> &'a Value {
    let additional = &schema["additionalProperties"];
    assert!(additional.is_object(), "{place}.{name} is not in the document");
    additional
}

/// Name, schema and whether it is required, of an object or of all its parts.
fn properties(schema: &Value) -> Vec<(String, &Value, bool)> {
    if let Some(parts) = schema["allOf"].as_array() {
        return parts.iter().flat_map(|part| properties(resolve(part))).collect();
    }
    let required = |name: &str| {
        schema["required"]
            .as_array()
            .is_some_and(|names| names.iter().any(|known| known == name))
    };
    let fields = schema["properties"].as_object();
    fields
        .into_iter()
        .flatten()
        .map(|(name, schema)| (name.clone(), schema, required(name)))
        .collect()
}
