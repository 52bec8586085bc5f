//! The OpenAPI document of the staff service, checked in as `api/openapi-staff.json`, and its texts of codes.

use super::login::LOGIN_REFUSED;
use super::router;
use api::error::{self, CATALOGUE};
use api::openapi::Document;
use api::wire::user::Lang;

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
    router::collect(Document::new("StaffRefused", codes)).written("Staff service", about)
}

#[cfg(test)]
mod tests;
