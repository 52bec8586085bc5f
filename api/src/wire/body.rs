//! Strict reading of a request body.
//!
//! Order of checks, each with the name of the offending field:
//! 1. size and JSON form, one object (`body`);
//! 2. no field twice, none unknown, none missing;
//! 3. no NUL character in any string (stores cannot keep it);
//! 4. every field of exactly its type: no float for an integer, no digits in a string;
//! 5. no `req_id` of version 5: those are the ids of policies' steps, and anybody can compute them. One that
//!    a player had used first could never be used by the policy.
//!
//! A missing or mistyped `token` is no defect of form but a caller nobody knows.

use domain::staff::Signature;
use serde::de::{DeserializeOwned, Deserializer, MapAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use utoipa::ToSchema;
use uuid::Uuid;

/// Largest body in bytes (T-71), but for a call with a file in it.
pub const BODY_BYTES_MAX: usize = 64 * 1024;
/// Longest field name that is named back to the caller.
const FIELD_CHARS_MAX: usize = 64;

/// Why a body was not taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Malformed {
    /// The named field is missing, unknown, repeated or mistyped (-1006).
    Field(String),
    /// There is no usable token (-1000).
    Token,
}

impl Malformed {
    fn field(name: &str) -> Malformed {
        match name {
            "token" => Malformed::Token,
            _ => Malformed::Field(name.chars().take(FIELD_CHARS_MAX).collect()),
        }
    }
}

/// The body of one call.
pub trait Body: DeserializeOwned + Serialize + ToSchema + Send + Sync + 'static {
    /// Every field, and whether it must be there.
    const FIELDS: &'static [(&'static str, bool)];
    /// Bytes of it at most.
    const BYTES_MAX: usize = BODY_BYTES_MAX;

    /// The caller's clock in milliseconds: checked for form, never used for business (T-75).
    fn ts(&self) -> i64;

    /// The session token; empty for calls without one.
    fn token(&self) -> &str {
        ""
    }

    /// The id under which a repetition gets the same answer.
    fn req_id(&self) -> Option<Uuid> {
        None
    }

    /// Why a member of staff calls; nothing for calls that need no reason.
    fn reason(&self) -> Option<&str> {
        None
    }

    /// A member's signature for what the call does; nothing for calls that nobody signs.
    fn signature(&self) -> Option<Signature> {
        None
    }

    /// A position of the player's log that the answer must not be older than.
    fn min_position(&self) -> Option<i64> {
        None
    }
}

/// An id on the wire: a UUID in its one usual spelling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Id(pub Uuid);

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let id = Uuid::try_parse(&text).map_err(serde::de::Error::custom)?;
        let usual = id.hyphenated().to_string() == text.to_ascii_lowercase();
        if usual {
            Ok(Id(id))
        } else {
            Err(serde::de::Error::custom("an id has 36 characters"))
        }
    }
}

/// An optional field is one whose type is written `Option`; serde and the document see it the same way.
pub const fn is_required(kind: &str) -> bool {
    let kind = kind.as_bytes();
    !(kind.len() > 6
        && kind[0] == b'O'
        && kind[1] == b'p'
        && kind[2] == b't'
        && kind[3] == b'i'
        && kind[4] == b'o'
        && kind[5] == b'n')
}

/// Declares a body: its own fields, and `ts`, `token`, `req_id` and `min_position` as the head says.
macro_rules! body {
    ($(#[$doc:meta])* $name:ident(ts) { $($own:tt)* }) => {
        body! { @write $(#[$doc])* $name { $($own)* } {} }
    };
    ($(#[$doc:meta])* $name:ident(ts, token) { $($own:tt)* }) => {
        body! { @write $(#[$doc])* $name {
            $($own)*
            /// The session token.
            token: String,
        } {
            fn token(&self) -> &str { &self.token }
        } }
    };
    ($(#[$doc:meta])* $name:ident(ts, token, min_position?) { $($own:tt)* }) => {
        body! { @write $(#[$doc])* $name {
            $($own)*
            /// The session token.
            token: String,
            /// `position` of an earlier answer: this one is not older, or says that it is busy (-1008).
            #[schema(nullable = false, minimum = 0)]
            min_position: Option<i64>,
        } {
            fn token(&self) -> &str { &self.token }
            fn min_position(&self) -> Option<i64> { self.min_position }
        } }
    };
    ($(#[$doc:meta])* $name:ident(ts, token, req_id) { $($own:tt)* }) => {
        body! { @write $(#[$doc])* $name {
            $($own)*
            /// The session token.
            token: String,
            /// A repetition with the same id and body gets the same answer. Of any version but 5.
            #[schema(value_type = String, format = "uuid")]
            req_id: crate::wire::body::Id,
        } {
            fn token(&self) -> &str { &self.token }
            fn req_id(&self) -> Option<uuid::Uuid> { Some(self.req_id.0) }
        } }
    };
    ($(#[$doc:meta])* $name:ident(ts, token, req_id?) { $($own:tt)* }) => {
        body! { @write $(#[$doc])* $name {
            $($own)*
            /// The session token.
            token: String,
            /// A repetition with the same id and body gets the same answer. Of any version but 5.
            #[schema(value_type = Option<String>, format = "uuid", nullable = false)]
            req_id: Option<crate::wire::body::Id>,
        } {
            fn token(&self) -> &str { &self.token }
            fn req_id(&self) -> Option<uuid::Uuid> { self.req_id.map(|id| id.0) }
        } }
    };
    (@write $(#[$doc:meta])* $name:ident { $($(#[$note:meta])* $field:ident: $kind:ty,)* } { $($method:item)* }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, serde::Deserialize, serde::Serialize, utoipa::ToSchema)]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            /// The caller's clock in milliseconds.
            pub ts: i64,
            $($(#[$note])* pub $field: $kind,)*
        }

        impl crate::wire::body::Body for $name {
            const FIELDS: &'static [(&'static str, bool)] =
                &[("ts", true), $((stringify!($field), crate::wire::body::is_required(stringify!($kind))),)*];

            fn ts(&self) -> i64 { self.ts }

            $($method)*
        }
    };
}
pub(crate) use body;

/// Reads a body.
///
/// # Errors
/// [`Malformed`], in the order of the module's list.
pub fn read<B: Body>(bytes: &[u8]) -> Result<B, Malformed> {
    let form = || Malformed::Field("body".to_owned());
    if bytes.len() > B::BYTES_MAX {
        return Err(form());
    }
    let Pairs(pairs) = serde_json::from_slice(bytes).map_err(|_| form())?;
    let fields = checked_fields(pairs, B::FIELDS)?;
    if let Some((name, _)) = fields.iter().find(|(_, value)| has_nul(value)) {
        return Err(Malformed::field(name));
    }
    let body: B = serde_path_to_error::deserialize(Value::Object(fields)).map_err(|error| {
        let path = error.path().iter().next().map(ToString::to_string);
        path.map_or_else(form, |name| Malformed::field(&name))
    })?;
    if body.req_id().is_some_and(is_own_step) {
        return Err(Malformed::field("req_id"));
    }
    Ok(body)
}

/// Ids of policies' steps are derived from their cause (`domain::ids::derived`).
fn is_own_step(id: Uuid) -> bool {
    id.get_version() == Some(uuid::Version::Sha1) && id.get_variant() == uuid::Variant::RFC4122
}

/// What the request says, independent of when and by which session: SHA-256 over the path and the
/// fields in the order of their names, without `token`, `ts` and absent ones.
pub fn digest<B: Body>(path: &str, body: &B) -> [u8; 32] {
    let written = serde_json::to_value(body).expect("a body has a JSON form");
    let fields: BTreeMap<&String, &Value> = written.as_object().into_iter().flatten().collect();
    let said = fields
        .into_iter()
        .filter(|(name, value)| !matches!(name.as_str(), "ts" | "token") && !value.is_null());
    let said: BTreeMap<&String, &Value> = said.collect();
    let text = serde_json::to_string(&said).expect("a body has a JSON form");
    Sha256::new()
        .chain_update(path)
        .chain_update([0])
        .chain_update(text)
        .finalize()
        .into()
}

fn checked_fields(pairs: Vec<(String, Value)>, known: &[(&str, bool)]) -> Result<Map<String, Value>, Malformed> {
    let mut fields = Map::new();
    for (name, value) in pairs {
        if !known.iter().any(|(field, _)| *field == name) || fields.contains_key(&name) {
            return Err(Malformed::field(&name));
        }
        fields.insert(name, value);
    }
    match known
        .iter()
        .find(|(field, required)| *required && !fields.contains_key(*field))
    {
        Some((missing, _)) => Err(Malformed::field(missing)),
        None => Ok(fields),
    }
}

fn has_nul(value: &Value) -> bool {
    match value {
        Value::String(text) => text.contains('\0'),
        Value::Array(items) => items.iter().any(has_nul),
        Value::Object(fields) => fields.iter().any(|(name, value)| name.contains('\0') || has_nul(value)),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

/// The fields of an object as they came: a map would hide one that stands there twice.
struct Pairs(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for Pairs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(PairsVisitor)
    }
}

struct PairsVisitor;

impl<'de> Visitor<'de> for PairsVisitor {
    type Value = Pairs;

    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("a JSON object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Pairs, A::Error> {
        let mut pairs = Vec::new();
        while let Some(pair) = map.next_entry()? {
            pairs.push(pair);
        }
        Ok(Pairs(pairs))
    }
}

#[cfg(test)]
mod tests;
