//! Views of the console that members keep.

use super::ask;
use serde::Serialize;
use utoipa::ToSchema;

ask! {
    /// Asks for the own views and those that colleagues share.
    BookmarksListBody(plain) {}
}

/// A view that is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct BookmarkLine {
    /// Names it.
    pub bookmark: String,
    /// What its maker calls it.
    pub title: String,
    /// The path of a screen of the console with its filters and its moment.
    pub path: String,
    /// All staff see it.
    pub shared: bool,
    /// Who made it.
    pub by: String,
    /// The asking member made it.
    pub own: bool,
    /// Since when it is kept.
    pub at_ms: i64,
}

/// The own views, and after them those of others, by title.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct BookmarksListData {
    /// The views.
    pub list: Vec<BookmarkLine>,
    /// How many a member may keep.
    pub most: i64,
}

ask! {
    /// Keeps a view, in place of the own one of the same title, which is the reason that is recorded.
    BookmarksSaveBody(write, title) {
        /// 1 to 60 characters.
        title: String,
        /// The path of a screen of the console with its query, without a search; up to 1,000 characters.
        path: String,
        /// All staff see it.
        shared: bool,
    }
}

/// What is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct BookmarksSaveData {
    /// Names it.
    pub bookmark: String,
}

ask! {
    /// Keeps a view no more.
    BookmarksForgetBody(write) {
        /// An own one; of others what is shared, for who keeps accounts.
        #[schema(value_type = String, format = "uuid")]
        bookmark: api::wire::body::Id,
    }
}
