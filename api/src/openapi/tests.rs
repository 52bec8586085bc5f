use super::document;
use serde_json::Value;

#[test]
fn the_checked_in_document_is_the_generated_one() {
    let checked_in = include_str!("../../openapi.json");
    assert!(
        checked_in == document(),
        "api/openapi.json is stale: run `ledger openapi`"
    );
}

#[test]
fn every_call_has_a_name_a_body_with_ts_and_an_envelope() {
    let document: Value = serde_json::from_str(&document()).expect("JSON");
    let schemas = &document["components"]["schemas"];
    let name = |schema: &Value| {
        schema["$ref"]
            .as_str()
            .and_then(|name| name.rsplit('/').next())
            .map(str::to_owned)
            .expect("a reference")
    };
    let paths = document["paths"].as_object().expect("paths");
    assert_eq!(paths.len(), crate::router::ENDPOINTS.len());
    for (path, item) in paths {
        let call = &item["post"];
        assert_eq!(
            call["operationId"],
            path.trim_start_matches("/api/v1/").replace('/', "_")
        );
        let body = name(&call["requestBody"]["content"]["application/json"]["schema"]);
        assert!(schemas[&body]["properties"]["ts"].is_object(), "{path}");
        assert_eq!(schemas[&body]["additionalProperties"], false, "{path}");
        let either = &call["responses"]["200"]["content"]["application/json"]["schema"]["oneOf"];
        assert_eq!(name(&either[1]), "Refused", "{path}");
        let answer = name(&either[0]);
        assert!(answer.starts_with("Envelope_"), "{answer}");
        assert!(schemas[&answer]["properties"]["data"].is_object(), "{path}");
    }
}

#[test]
fn every_reference_leads_somewhere() {
    fn references<'a>(value: &'a Value, found: &mut Vec<&'a str>) {
        match value {
            Value::Object(fields) => fields.iter().for_each(|(name, value)| match value.as_str() {
                Some(reference) if name == "$ref" => found.push(reference),
                _ => references(value, found),
            }),
            Value::Array(items) => items.iter().for_each(|item| references(item, found)),
            _ => {}
        }
    }
    let document: Value = serde_json::from_str(&document()).expect("JSON");
    let mut found = Vec::new();
    references(&document, &mut found);
    for reference in found {
        assert!(
            document.pointer(reference.trim_start_matches('#')).is_some(),
            "{reference}"
        );
    }
}
