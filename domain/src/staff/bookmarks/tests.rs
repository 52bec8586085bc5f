use super::*;
use crate::staff::StaffCommand as Do;
use crate::staff::tests::Account;

fn bookmark(id: u128, title: &str, path: &str, is_shared: bool) -> Do {
    Do::SaveBookmark(Bookmark {
        id: Uuid::from_u128(id),
        title: title.into(),
        path: path.into(),
        is_shared,
    })
}

fn forget(id: u128, by: &str, roles: &[Role]) -> Do {
    Do::ForgetBookmark(ForgetBookmark {
        bookmark: Uuid::from_u128(id),
        by: by.into(),
        roles: roles.iter().copied().collect(),
        reason: "no longer needed".into(),
    })
}

#[test]
fn one_of_the_same_title_is_replaced() {
    let mut account = Account::of(&[Role::Support]);
    account.must(bookmark(1, "mine", "/trial", false));
    account.must(bookmark(2, "mine", "/trial?all=1", true));
    let kept = account.staff.bookmarks.iter().map(|kept| kept.bookmark.id.as_u128());
    assert_eq!(kept.collect::<Vec<u128>>(), [2]);
}

#[test]
fn refuses_a_title_or_an_address_that_is_none() {
    let account = Account::of(&[Role::Support]);
    let long = "n".repeat(BOOKMARK_TITLE_MAX + 1);
    for title in ["", " mine", "two\nlines", long.as_str()] {
        assert_eq!(account.refused(bookmark(1, title, "/trial", false)), -1006, "{title:?}");
    }
    let long = format!("/{}", "t".repeat(BOOKMARK_PATH_MAX));
    for path in ["", "trial", "/trial\n", long.as_str()] {
        assert_eq!(account.refused(bookmark(1, "mine", path, false)), -1006, "{path:?}");
    }
    let most = "名".repeat(BOOKMARK_TITLE_MAX);
    assert!(account.decide(&bookmark(1, &most, "/trial", false)).is_ok());
}

#[test]
fn keeps_fifty_and_no_more() {
    let mut account = Account::of(&[Role::Support]);
    for id in 0..BOOKMARKS_MAX as u128 {
        account.must(bookmark(id, &format!("view {id}"), "/trial", false));
    }
    assert_eq!(account.refused(bookmark(99, "one more", "/trial", false)), -1006);
    assert!(account.decide(&bookmark(99, "view 7", "/events", false)).is_ok());
    account.must(forget(7, "ann", &[Role::Support]));
    assert!(account.decide(&bookmark(99, "one more", "/trial", false)).is_ok());
}

#[test]
fn a_shared_one_is_taken_away_by_its_maker_or_security_and_a_private_one_by_its_maker_alone() {
    let mut account = Account::of(&[Role::Finance]);
    account.must(bookmark(1, "private", "/trial", false));
    account.must(bookmark(2, "shared", "/events", true));
    let security = &[Role::Security];
    for (id, by, roles, code) in [
        (1, "zoe", security.as_slice(), 4007),
        (2, "bob", &[Role::FinanceLead], 9001),
        (3, "ann", &[Role::Finance], 4007),
    ] {
        assert_eq!(account.refused(forget(id, by, roles)), code, "{id} by {by}");
    }
    for (id, by, roles) in [
        (1, "ann", [Role::Finance].as_slice()),
        (2, "ann", &[Role::Finance]),
        (2, "zoe", security),
    ] {
        assert!(account.decide(&forget(id, by, roles)).is_ok(), "{id} by {by}");
    }
}
