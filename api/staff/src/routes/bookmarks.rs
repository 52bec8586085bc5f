//! Views of the console that members keep and share (api §7.29).

use crate::bookmarks;
use crate::call::StaffCall;
use crate::wire::StaffDone;
use crate::wire::bookmarks::{
    BookmarksForgetBody, BookmarksListBody, BookmarksListData, BookmarksSaveBody, BookmarksSaveData,
};
use api::endpoint::{Answer, Data};

/// The own views and those that colleagues share.
pub async fn list(call: StaffCall<BookmarksListBody>) -> Answer<BookmarksListData> {
    let data = bookmarks::list(call.app.ledger(), &call.member).await?;
    Ok(Data::of(&data))
}

/// Keeps one, in place of the own one of the same title.
///
/// # Errors
/// -1006 with the field or the finding: an address that leads nowhere, one with a search, one view too many.
pub async fn save(call: StaffCall<BookmarksSaveBody>) -> Answer<BookmarksSaveData> {
    let bookmark = bookmarks::planned(&call.body)?;
    let request = call.begin(bookmark.id).await?;
    let data = bookmarks::save(&call, bookmark, request).await?;
    Ok(Data::of(&data))
}

/// Keeps it no more.
///
/// # Errors
/// -1006 `bookmark` for none that the member sees, 9001 for one of somebody else.
pub async fn forget(call: StaffCall<BookmarksForgetBody>) -> Answer<StaffDone> {
    let maker = bookmarks::maker(call.app.ledger(), call.body.bookmark.0, &call.member).await?;
    let request = call.begin(call.body.bookmark.0).await?;
    bookmarks::forget(&call, maker, request).await?;
    Ok(Data::of(&StaffDone::DONE))
}
