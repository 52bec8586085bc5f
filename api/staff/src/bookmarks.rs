//! Views of the console that members keep (api §7.29): each in its maker's stream, shared ones read across them all.
//!
//! An address that leads to no screen is kept by nobody, so a view that a colleague shares can be opened; whether its
//! reader may see what is there, the screen's own calls decide. Knows the addresses of screens and nothing of what they
//! show.

use crate::accounts::{self, Account};
use crate::call::{StaffCall, accepted};
use crate::session::Member;
use crate::wire::bookmarks::{
    BookmarkLine, BookmarksForgetBody, BookmarksListData, BookmarksSaveBody, BookmarksSaveData,
};
use api::error::Failure;
use domain::finding::Finding;
use domain::ids::{StaffId, derived};
use domain::staff::bookmarks::BOOKMARKS_MAX;
use domain::staff::{Bookmark, ForgetBookmark, KeptBookmark, Staff, StaffCommand};
use ledger::{Ledger, Plain, Request, StreamId};
use uuid::Uuid;

/// Addresses of the console's screens; a segment that begins with a colon stands for any (`screens.test.ts` compares).
const SCREENS: [&str; 39] = [
    "/overview",
    "/players",
    "/player-list",
    "/players/:id",
    "/entries",
    "/trial",
    "/financials",
    "/statement",
    "/restatement",
    "/events",
    "/events/:partition/:position",
    "/registers",
    "/proofs",
    "/samples",
    "/unit-samples",
    "/replay",
    "/audits",
    "/exports",
    "/bundle",
    "/desks/alerts",
    "/desks/withdrawals",
    "/desks/cases",
    "/desks/kyc",
    "/desks/erasure",
    "/desks/topups",
    "/desks/proposals",
    "/desks/adjustments",
    "/desks/treasury",
    "/desks/freezes",
    "/desks/play",
    "/desks/ranks",
    "/desks/packets",
    "/desks/config",
    "/desks/days",
    "/desks/reconciliation",
    "/desks/periods",
    "/desks/views",
    "/desks/keys",
    "/desks/accounts",
];
/// Parts of a query in which somebody searches: what is looked for may be a name, and events are for ever.
const SEARCHED: [&str; 3] = ["q", "query", "search"];

/// The own views of a member, and those that others share, by title.
///
/// # Errors
/// A fault of the database.
pub(crate) async fn list(ledger: &Ledger, member: &Member) -> Result<BookmarksListData, Failure> {
    let mut list = Vec::new();
    for account in accounts::list(ledger).await? {
        let seen = account
            .state
            .bookmarks
            .iter()
            .filter(|kept| sees(member, account.id, kept));
        list.extend(seen.map(|kept| shown(member, &account, kept)));
    }
    list.sort_by(|one, other| (!one.own, &one.title, &one.by).cmp(&(!other.own, &other.title, &other.by)));
    let most = i64::try_from(BOOKMARKS_MAX).unwrap_or(i64::MAX);
    Ok(BookmarksListData { list, most })
}

fn sees(member: &Member, maker: StaffId, kept: &KeptBookmark) -> bool {
    kept.bookmark.is_shared || maker == member.id
}

fn shown(member: &Member, maker: &Account, KeptBookmark { bookmark, at }: &KeptBookmark) -> BookmarkLine {
    BookmarkLine {
        bookmark: bookmark.id.to_string(),
        title: bookmark.title.clone(),
        path: bookmark.path.clone(),
        shared: bookmark.is_shared,
        by: maker.state.name.clone().unwrap_or_default(),
        own: maker.id == member.id,
        at_ms: at.0,
    }
}

/// The view that a body describes.
///
/// # Errors
/// A finding: `bookmark_nowhere`, `bookmark_searches`.
pub(crate) fn planned(body: &BookmarksSaveBody) -> Result<Bookmark, Failure> {
    let (path, query) = body.path.split_once('?').unwrap_or((body.path.as_str(), ""));
    if !SCREENS.iter().any(|screen| is_at(screen, path)) {
        let text = "no screen of the console is at this address";
        return Err(Finding::new("bookmark_nowhere", text).into());
    }
    if query.split('&').any(searches) {
        let text = "an address without a search: what is looked for may be a name";
        return Err(Finding::new("bookmark_searches", text).into());
    }
    Ok(Bookmark {
        id: derived("bookmark", body.req_id.0),
        title: body.title.trim().to_owned(),
        path: body.path.clone(),
        is_shared: body.shared,
    })
}

fn is_at(screen: &str, path: &str) -> bool {
    let fits = |(wanted, given): (&str, &str)| match wanted.starts_with(':') {
        true => !given.is_empty(),
        false => wanted == given,
    };
    let (wanted, given) = (screen.split('/'), path.split('/'));
    wanted.clone().count() == given.clone().count() && wanted.zip(given).all(fits)
}

fn searches(part: &str) -> bool {
    let (name, value) = part.split_once('=').unwrap_or((part, ""));
    SEARCHED.contains(&name) && !value.is_empty()
}

/// Keeps it in the member's stream.
///
/// # Errors
/// As the stream: -1006 with the field, or the finding `bookmarks_full`.
pub(crate) async fn save(
    call: &StaffCall<BookmarksSaveBody>,
    bookmark: Bookmark,
    request: Request,
) -> Result<BookmarksSaveData, Failure> {
    let data = BookmarksSaveData {
        bookmark: bookmark.id.to_string(),
    };
    let command = StaffCommand::SaveBookmark(bookmark);
    decide(call.app.ledger(), call.member.id, command, request).await?;
    Ok(data)
}

/// Who made a view that the member sees.
///
/// # Errors
/// -1006 `bookmark` for none.
pub(crate) async fn maker(ledger: &Ledger, bookmark: Uuid, member: &Member) -> Result<StaffId, Failure> {
    let has = |id: StaffId, state: &Staff| {
        let mut of_it = state.bookmarks.iter().filter(|kept| kept.bookmark.id == bookmark);
        of_it.any(|kept| sees(member, id, kept))
    };
    let accounts = accounts::list(ledger).await?;
    let maker = accounts.into_iter().find(|account| has(account.id, &account.state));
    maker.map(|maker| maker.id).ok_or_else(|| Failure::invalid("bookmark"))
}

/// Keeps it no more in its maker's stream.
///
/// # Errors
/// As the stream: 9001 for a shared one of somebody else.
pub(crate) async fn forget(
    call: &StaffCall<BookmarksForgetBody>,
    maker: StaffId,
    request: Request,
) -> Result<(), Failure> {
    let command = StaffCommand::ForgetBookmark(ForgetBookmark {
        bookmark: call.body.bookmark.0,
        by: call.member.name.clone(),
        roles: call.member.roles.clone(),
        reason: call.reason(),
    });
    decide(call.app.ledger(), maker, command, request).await
}

async fn decide(ledger: &Ledger, maker: StaffId, command: StaffCommand, request: Request) -> Result<(), Failure> {
    let id = StreamId::thing(maker.0);
    accepted(ledger.staff().execute(&id, command, request, Plain).await).map(drop)
}
