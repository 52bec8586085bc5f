//! Views of the console that a member keeps (api §7.29): a title for an address with its filters and its moment.
//!
//! They are how a member works and no fact about money. They stand in the member's stream all the same: who shared what
//! with whom, and who took it away, is then as certain as every other act. Which screens there are, the console knows.

use super::{Role, Roles, Ruling, Staff, StaffEvent, may};
use crate::finding::Finding;
use crate::refusal::{Refusal, check_reason, field};
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};
use std::ops::Not;
use uuid::Uuid;

/// Views of one member. ASSUMED: more are a list that nobody reads.
pub const BOOKMARKS_MAX: usize = 50;
/// Letters of a title.
pub const BOOKMARK_TITLE_MAX: usize = 60;
/// Characters of an address.
pub const BOOKMARK_PATH_MAX: usize = 1_000;

/// A view that is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bookmark {
    pub id: Uuid,
    /// One of its maker has it once.
    pub title: String,
    /// The path of a screen with its query.
    pub path: String,
    /// All staff see it.
    #[serde(default, skip_serializing_if = "Not::not")]
    pub is_shared: bool,
}

/// A view with the moment since which it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptBookmark {
    pub bookmark: Bookmark,
    pub at: Timestamp,
}

/// Who takes a view away, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForgetBookmark {
    pub bookmark: Uuid,
    pub by: String,
    /// Of who takes it away.
    pub roles: Roles,
    pub reason: String,
}

fn is_line(text: &str, most: usize) -> bool {
    let length = text.chars().count();
    (1..=most).contains(&length) && text.trim() == text && !text.chars().any(char::is_control)
}

impl Staff {
    /// Order of checks: the account, the title, the address, how many there are. One of the same title is replaced.
    pub(super) fn save_bookmark(&self, bookmark: &Bookmark, at: Timestamp) -> Ruling {
        self.name.as_ref().ok_or(Refusal::RecordNotFound)?;
        if !is_line(&bookmark.title, BOOKMARK_TITLE_MAX) {
            return Err(field("title"));
        }
        if !is_line(&bookmark.path, BOOKMARK_PATH_MAX) || !bookmark.path.starts_with('/') {
            return Err(field("path"));
        }
        let others = self.bookmarks.iter().map(|kept| &kept.bookmark);
        if others.filter(|other| other.title != bookmark.title).count() >= BOOKMARKS_MAX {
            return Err(full());
        }
        let bookmark = bookmark.clone();
        Ok(StaffEvent::BookmarkSaved { bookmark, at }.into())
    }

    /// Its maker may; a shared one whoever keeps accounts may take away too. A private one is nobody else's to know of.
    /// Order of checks: the reason, the view, the role.
    pub(super) fn forget_bookmark(&self, forget: &ForgetBookmark, at: Timestamp) -> Ruling {
        check_reason(&forget.reason)?;
        let of_it = |kept: &&KeptBookmark| kept.bookmark.id == forget.bookmark;
        let kept = self.bookmarks.iter().find(of_it).ok_or(Refusal::RecordNotFound)?;
        if self.name.as_ref() != Some(&forget.by) {
            kept.bookmark.is_shared.then_some(()).ok_or(Refusal::RecordNotFound)?;
            may(&forget.roles, &Roles::from([Role::Security]))?;
        }
        Ok(StaffEvent::BookmarkForgotten {
            bookmark: forget.bookmark,
            by: forget.by.clone(),
            reason: forget.reason.clone(),
            at,
        }
        .into())
    }

    /// Keeps a view in place of the one of its title.
    pub(super) fn keep_bookmark(&mut self, bookmark: &Bookmark, at: Timestamp) {
        self.bookmarks.retain(|kept| kept.bookmark.title != bookmark.title);
        let bookmark = bookmark.clone();
        self.bookmarks.push(KeptBookmark { bookmark, at });
    }
}

fn full() -> Refusal {
    let text = format!("{BOOKMARKS_MAX} views are kept at most: forget one first");
    Finding::new("bookmarks_full", text).with("most", BOOKMARKS_MAX).into()
}

#[cfg(test)]
mod tests;
