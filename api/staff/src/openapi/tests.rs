use super::{document, message};
use crate::router::ENDPOINTS;
use serde_json::Value;

#[test]
fn the_checked_in_document_is_the_generated_one() {
    let checked_in = include_str!("../../../openapi-staff.json");
    assert!(
        checked_in == document(),
        "api/openapi-staff.json is stale: run `ledger openapi --staff`"
    );
}

#[test]
fn every_call_is_in_the_document_and_no_body_takes_what_it_does_not_name() {
    let document: Value = serde_json::from_str(&document()).expect("JSON");
    let paths = document["paths"].as_object().expect("paths");
    assert_eq!(paths.len(), ENDPOINTS.len());
    for (path, item) in paths {
        let body = &item["post"]["requestBody"]["content"]["application/json"]["schema"]["$ref"];
        let name = body
            .as_str()
            .and_then(|name| name.rsplit('/').next())
            .expect("a reference");
        let schema = &document["components"]["schemas"][name];
        assert_eq!(schema["additionalProperties"], false, "{path}");
    }
}

#[test]
fn every_code_has_a_text() {
    assert!(message(9006, "null").starts_with("Name, password"));
    assert_eq!(message(9001, "null"), "No permission");
    assert_eq!(message(-1000, "null"), "Not signed in");
    assert_eq!(message(0, "null"), "");
}

#[test]
fn a_refusal_names_every_code_of_the_service() {
    let document: Value = serde_json::from_str(&document()).expect("JSON");
    let refused = &document["components"]["schemas"]["StaffRefused"]["properties"]["error"]["enum"];
    assert_eq!(refused, &document["x-error-codes"]);
    assert!(refused.as_array().expect("a list").contains(&9006.into()));
    let open = &document["paths"]["/staff/v1/session/open"]["post"]["responses"]["200"]["content"];
    let either = &open["application/json"]["schema"]["oneOf"];
    assert_eq!(either[1]["$ref"], "#/components/schemas/StaffRefused");
}
