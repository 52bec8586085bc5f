//! `play/…`: the desk of responsible play.

use super::ask;
use super::facts::StaffFact;
use serde::Serialize;
use utoipa::ToSchema;

ask! {
    /// Asks for players who excluded themselves, and for those who play near their limits now.
    PlayListBody(plain) {
        /// excluded, cool_off, loss, session or playing; all without.
        why: Option<String>,
        /// Players to look at for a page, up to 200: it may have fewer lines, and another page all the same.
        limit: Option<i64>,
        /// `next` of the page before.
        before: Option<String>,
    }
}

ask! {
    /// Notes a contact with a player; the reason is the note.
    PlayNoteBody(write) {
        /// Whom.
        #[schema(value_type = String, format = "uuid")]
        player: api::wire::body::Id,
    }
}

/// A player of the desk.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StaffPlayer {
    /// Who.
    pub player: String,
    /// excluded, cool_off, loss, session, or playing: excluded, and asked to play within a day.
    pub why: String,
    /// End of the break, if there is one.
    pub until_ms: Option<i64>,
    /// The limits that hold, and how much of them is used.
    pub limits: Vec<StaffFact>,
    /// Contacts, newest first.
    pub notes: Vec<StaffNote>,
}

/// A contact with a player.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StaffNote {
    /// Who noted it.
    pub by: String,
    /// What.
    pub text: String,
    /// When.
    pub at_ms: i64,
}

/// Players of the desk.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlayListData {
    /// Excluded ones first.
    pub list: Vec<StaffPlayer>,
    /// The next page begins behind it.
    pub next: Option<String>,
}
