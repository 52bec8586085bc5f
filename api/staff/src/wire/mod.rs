//! What travels between the console and the server: one struct for each body and each `data`, by noun.
//!
//! Bodies are read as strictly as players' ([`api::wire::body`]). Amounts are minor units as text beside their
//! asset, moments are `…_ms`, a position is a partition and a number. Knows nothing of HTTP and storage.

pub mod access;
pub mod alerts;
pub mod at;
pub mod audits;
pub mod bookmarks;
pub mod books;
pub mod cases;
pub mod config;
pub mod days;
pub mod dives;
pub mod entries;
pub mod erasure;
pub mod events;
pub mod exports;
pub mod facts;
pub mod finding;
pub mod freezes;
pub mod job;
pub mod keys;
pub mod kyc;
pub mod notifications;
pub mod overview;
pub mod packets;
pub mod page;
pub mod periods;
pub mod play;
pub mod players;
pub mod proofs;
pub mod proposals;
pub mod ranks;
pub mod reconciliation;
pub mod records;
pub mod registers;
pub mod replays;
pub mod samples;
pub mod session;
pub mod staff;
pub mod topups;
pub mod treasury;
pub mod views;
pub mod withdrawals;

use serde::Serialize;
use utoipa::ToSchema;

/// Declares a body: its own fields, and what its kind adds. `plain` adds nothing, `look` a reason, `write` a reason and
/// a request id, `signed` those and the signature of who has a key. `write` with a field adds the id alone, since the
/// field is the reason; a constant behind it bounds the body.
macro_rules! ask {
    ($(#[$doc:meta])* $name:ident(plain) { $($own:tt)* }) => {
        ask! { @write $(#[$doc])* $name { $($own)* } {} }
    };
    ($(#[$doc:meta])* $name:ident(look) { $($own:tt)* }) => {
        ask! { @write $(#[$doc])* $name {
            $($own)*
            /// Why; recorded for ever.
            reason: String,
        } {
            fn reason(&self) -> Option<&str> { Some(&self.reason) }
        } }
    };
    ($(#[$doc:meta])* $name:ident(write) { $($own:tt)* }) => {
        ask! { @write $(#[$doc])* $name {
            $($own)*
            /// Why; recorded for ever.
            reason: String,
            /// A repetition with the same id and body gets the same answer.
            #[schema(value_type = String, format = "uuid")]
            req_id: api::wire::body::Id,
        } {
            fn req_id(&self) -> Option<uuid::Uuid> { Some(self.req_id.0) }
            fn reason(&self) -> Option<&str> { Some(&self.reason) }
        } }
    };
    ($(#[$doc:meta])* $name:ident(write, $why:ident $(, $item:item)?) { $($own:tt)* }) => {
        ask! { @write $(#[$doc])* $name {
            $($own)*
            /// A repetition with the same id and body gets the same answer.
            #[schema(value_type = String, format = "uuid")]
            req_id: api::wire::body::Id,
        } {
            fn req_id(&self) -> Option<uuid::Uuid> { Some(self.req_id.0) }
            fn reason(&self) -> Option<&str> { Some(&self.$why) }
            $($item)?
        } }
    };
    ($(#[$doc:meta])* $name:ident(signed) { $($own:tt)* }) => {
        ask! { @write $(#[$doc])* $name {
            $($own)*
            /// Over the call, its subject and the digest of what is done (api §7.19); required of who has a key.
            signature: Option<crate::wire::keys::StaffSignature>,
            /// Why; recorded for ever.
            reason: String,
            /// A repetition with the same id and body gets the same answer.
            #[schema(value_type = String, format = "uuid")]
            req_id: api::wire::body::Id,
        } {
            fn req_id(&self) -> Option<uuid::Uuid> { Some(self.req_id.0) }
            fn reason(&self) -> Option<&str> { Some(&self.reason) }
            fn signature(&self) -> Option<domain::staff::Signature> { self.signature.as_ref().map(Into::into) }
        } }
    };
    (@write $(#[$doc:meta])* $name:ident { $($(#[$note:meta])* $field:ident: $kind:ty,)* } { $($body:item)* }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, serde::Deserialize, serde::Serialize, utoipa::ToSchema)]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            $($(#[$note])* pub $field: $kind,)*
        }

        impl api::wire::body::Body for $name {
            const FIELDS: &'static [(&'static str, bool)] =
                &[$((stringify!($field), api::wire::body::is_required(stringify!($kind))),)*];

            fn ts(&self) -> i64 { 0 }

            $($body)*
        }
    };
}
pub(crate) use ask;

/// The answer of a change that says nothing else.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct StaffDone {
    /// True.
    pub done: bool,
}

impl StaffDone {
    /// It was done.
    pub const DONE: StaffDone = StaffDone { done: true };
}
