//! What can be checked without a database: hashes of events, the Merkle tree over them, signed checkpoints, proofs,
//! and whole exports.
//!
//! ```text
//! event ─▶ leaf (SHA-256) ─▶ tree (RFC 6962) ─▶ checkpoint (signed note) ─▶ proof, bundle, export
//!   ├─▶ declared postings, by the rules of `domain`
//!   └─▶ what staff did: signatures, roles, decisions of two, sums
//! ```
//! The ledger writes by these rules and `ledger verify --bundle` checks by them; `verifier` is the same code in a
//! browser. Reads through what it is given, and knows nothing of databases, clocks, networks and secrets but the seed
//! of a notary's key.

pub mod approval;
pub mod authority;
pub mod bundle;
pub mod checkpoint;
pub mod cosignature;
mod declared;
pub mod export;
pub mod key;
pub mod leaf;
pub mod liabilities;
pub mod path;
pub mod prove;
mod recorded;
pub mod stream_id;
pub mod streams;
pub mod tree;
pub mod upcast;
pub mod witness;
pub mod witnessed;

pub use bundle::{Bundle, Proven};
pub use checkpoint::{Checkpoint, LogHead, Signed};
pub use cosignature::WitnessKey;
pub use declared::postings_of;
pub use key::Vkey;
pub use recorded::{Recorded, Unreadable};
pub use tree::Tree;

use thiserror::Error;

/// Why something is not proven, in a sentence without its end.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct Unproven(pub String);
