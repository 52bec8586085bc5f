//! `dives/…`: dives that are cancelled.

use super::ask;

ask! {
    /// Proposes to cancel an open dive after a fault; its stakes return.
    DivesProposeBody(signed) {
        /// Whose.
        #[schema(value_type = String, format = "uuid")]
        player: api::wire::body::Id,
        /// The dive.
        #[schema(value_type = String, format = "uuid")]
        dive: api::wire::body::Id,
        /// The case that explains it: its number, or what it is called elsewhere.
        case_id: String,
    }
}
