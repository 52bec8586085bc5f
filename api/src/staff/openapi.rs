//! The OpenAPI document of the staff service, checked in as `api/openapi-staff.json`, and its texts of codes.

use super::login::LOGIN_REFUSED;
use super::router;
use crate::error::{self, CATALOGUE};
use crate::openapi::Document;
use crate::wire::user::Lang;

/// Codes that only this service gives, with their texts.
const OWN: &[(i32, &str)] = &[(
    LOGIN_REFUSED,
    "Name, password or code is wrong, or the account waits after wrong attempts",
)];

/// The text of a code; empty for success.
pub fn message(code: i32, data: &str) -> String {
    if code == error::UNAUTHENTICATED {
        return "Not signed in".to_owned();
    }
    let own = OWN.iter().find(|(known, _)| *known == code);
    own.map_or_else(|| error::message(code, Lang::En, data), |(_, text)| (*text).to_owned())
}

/// The document as it stands in `api/openapi-staff.json`.
pub fn document() -> String {
    let mut codes: Vec<i32> = CATALOGUE.iter().map(|entry| entry.code).collect();
    codes.extend(OWN.iter().map(|(code, _)| *code));
    let about = "Every call is a POST with a JSON body, the header x-staff and the cookie of a session. Every answer is an envelope.";
    router::collect(Document::empty()).written("Staff service", about, &codes)
}

#[cfg(test)]
mod tests {
    use super::{document, message};
    use crate::staff::router::ENDPOINTS;
    use serde_json::Value;

    #[test]
    fn the_checked_in_document_is_the_generated_one() {
        let checked_in = include_str!("../../openapi-staff.json");
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
}
