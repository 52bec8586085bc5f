//! Cases as given, when, then.

use super::*;
use crate::refusal::REASON_BYTES_MAX;
use crate::testing::Angler;
use CaseCommand as Do;

struct Desk {
    case: Case,
    clock: Angler,
}

const PLAYER: PlayerId = PlayerId(Uuid::from_u128(4));

impl Desk {
    fn empty() -> Desk {
        let (case, clock) = (Case::default(), Angler::new());
        Desk { case, clock }
    }

    fn open() -> Desk {
        let mut desk = Desk::empty();
        desk.must(Do::Open(open()));
        desk
    }

    fn closed() -> Desk {
        let mut desk = Desk::open();
        desk.must(close("It was one payment"));
        desk
    }

    fn decide(&self, command: &CaseCommand) -> Ruling {
        let context = self.clock.context(&crate::player::signin::SignIn.into());
        self.case.decide(command, &context)
    }

    fn must(&mut self, command: CaseCommand) {
        let decision = self.decide(&command).expect("accepted");
        decision.events.iter().for_each(|event| self.case.evolve(event));
    }

    fn refused(&self, command: CaseCommand) -> i32 {
        self.decide(&command).expect_err("a refusal").code()
    }
}

fn ann() -> Member {
    Member {
        name: "ann".into(),
        own: None,
    }
}

/// A member whose own account the case is about.
fn who_gains() -> Member {
    Member {
        own: Some(PLAYER),
        ..ann()
    }
}

fn open() -> Open {
    Open {
        no: CaseNo::of_request(Uuid::from_u128(1)),
        title: " Paid twice ".into(),
        about: Some(About {
            kind: AboutKind::Player,
            id: PLAYER.to_string(),
        }),
        player: Some(PLAYER),
        by: ann(),
    }
}

fn comment() -> Comment {
    Comment {
        text: Uuid::from_u128(2),
        digest: "d".repeat(64),
        bytes: 12,
        by: ann(),
    }
}

fn attach(number: u128) -> Attach {
    Attach {
        file: Uuid::from_u128(number),
        digest: "d".repeat(64),
        media_type: "application/pdf".into(),
        bytes: 1_200,
        by: ann(),
    }
}

fn assign(to: Option<&str>) -> CaseCommand {
    let named = |name: &str| Member {
        name: name.into(),
        own: None,
    };
    Do::Assign {
        to: to.map(named),
        by: ann(),
    }
}

fn close(outcome: &str) -> CaseCommand {
    Do::Close {
        outcome: outcome.into(),
        by: ann(),
    }
}

fn reopen(reason: &str) -> CaseCommand {
    Do::Reopen {
        reason: reason.into(),
        by: ann(),
    }
}

#[test]
fn a_case_is_opened_worked_on_closed_and_opened_again() {
    let mut desk = Desk::open();
    desk.must(Do::Comment(comment()));
    desk.must(Do::Attach(attach(3)));
    desk.must(assign(Some("bob")));
    desk.must(close("It was one payment"));
    assert_eq!(desk.case.state, State::Closed);
    desk.must(reopen("It was two"));
    let case = desk.case;
    assert_eq!((case.title.as_str(), case.player), ("Paid twice", Some(PLAYER)));
    assert_eq!((case.state, case.assignee.as_deref()), (State::Open, Some("bob")));
    let files = BTreeMap::from([(Uuid::from_u128(3), "application/pdf".to_owned())]);
    assert_eq!((case.comments, case.files), (1, files));
}

#[test]
fn nothing_is_added_to_a_closed_case_nor_to_one_that_was_never_opened() {
    let commands = [
        Do::Comment(comment()),
        Do::Attach(attach(3)),
        assign(Some("bob")),
        close("Done"),
    ];
    for command in commands {
        assert_eq!(Desk::closed().refused(command.clone()), 9003);
        assert_eq!(Desk::empty().refused(command), 4007);
    }
    assert_eq!(Desk::open().refused(reopen("It was two")), 9003);
    assert_eq!(Desk::open().refused(Do::Open(open())), 9003);
}

#[test]
fn whom_a_case_is_about_has_no_hand_in_it() {
    let by = who_gains();
    let opens = Open {
        by: by.clone(),
        ..open()
    };
    assert_eq!(Desk::empty().refused(Do::Open(opens)), 9002);
    let says = Comment {
        by: by.clone(),
        ..comment()
    };
    assert_eq!(Desk::open().refused(Do::Comment(says)), 9002);
    let closes = Do::Close {
        outcome: "All is well".into(),
        by: by.clone(),
    };
    assert_eq!(Desk::open().refused(closes), 9002);
    // A matter of the house concerns no player.
    let mut desk = Desk::empty();
    desk.must(Do::Open(Open {
        about: None,
        player: None,
        by,
        ..open()
    }));
}

#[test]
fn every_text_and_file_has_its_bounds() {
    for title in [" ".to_owned(), "x".repeat(TITLE_BYTES_MAX + 1)] {
        assert_eq!(Desk::empty().refused(Do::Open(Open { title, ..open() })), -1006);
    }
    for bytes in [0, COMMENT_BYTES_MAX + 1] {
        assert_eq!(Desk::open().refused(Do::Comment(Comment { bytes, ..comment() })), -1006);
    }
    for bytes in [0, ATTACHMENT_BYTES_MAX + 1] {
        assert_eq!(Desk::open().refused(Do::Attach(Attach { bytes, ..attach(3) })), -1006);
    }
    let media_type = "text/html".to_owned();
    let page = Attach {
        media_type,
        ..attach(3)
    };
    assert_eq!(Desk::open().refused(Do::Attach(page)), -1006);
    let about = Some(About {
        kind: AboutKind::Payment,
        id: "x".repeat(SUBJECT_BYTES_MAX + 1),
    });
    assert_eq!(Desk::empty().refused(Do::Open(Open { about, ..open() })), -1006);
    assert_eq!(Desk::open().refused(close(" ")), 9004);
    assert_eq!(Desk::closed().refused(reopen("")), 9004);
    assert_eq!(Desk::open().refused(close(&"x".repeat(REASON_BYTES_MAX + 1))), -1006);
}

#[test]
fn a_case_has_so_many_files_and_comments_and_no_more() {
    let mut desk = Desk::open();
    (0..ATTACHMENTS_MAX as u128).for_each(|number| desk.must(Do::Attach(attach(number))));
    assert_eq!(desk.refused(Do::Attach(attach(99))), -1006);
    (0..COMMENTS_MAX).for_each(|_| desk.must(Do::Comment(comment())));
    assert_eq!(desk.refused(Do::Comment(comment())), -1006);
}

#[test]
fn a_case_changes_hands_so_often_and_is_shown_whole() {
    let mut desk = Desk::open();
    for number in 0..CHANGES_MAX / 2 {
        desk.must(assign(Some(if number % 2 == 0 { "bob" } else { "ann" })));
        desk.must(close("It was one payment"));
        desk.must(reopen("It was two"));
    }
    assert_eq!(desk.refused(assign(None)), -1006);
    desk.must(close("It was two payments"));
    assert_eq!(desk.refused(reopen("It was three")), -1006);
    // One that opens it, and one that closes it after each time that it was open.
    let most = 1 + COMMENTS_MAX + ATTACHMENTS_MAX as u32 + CHANGES_MAX + CHANGES_MAX + 1;
    assert!(most < 1_000, "{most}");
}

#[test]
fn a_case_is_given_to_a_member_or_to_nobody_and_to_whom_has_it_not_again() {
    let mut desk = Desk::open();
    assert_eq!(desk.refused(assign(None)), 9003);
    let to = Some(who_gains());
    assert_eq!(desk.refused(Do::Assign { to, by: ann() }), 9002);
    desk.must(assign(Some("bob")));
    assert_eq!(desk.refused(assign(Some("bob"))), 9003);
    desk.must(assign(None));
    assert_eq!(desk.case.assignee, None);
}

#[test]
fn a_number_is_found_wherever_it_stands_and_nothing_else_is_one() {
    let no = CaseNo::of_request(Uuid::from_u128(1));
    assert_eq!(
        CaseNo::parse(&format!(" {} ", no.as_str().to_lowercase())),
        Some(no.clone())
    );
    let text = format!("as {no} says (see {no}, and C-7K2M9QXA).");
    let other = CaseNo::parse("C-7K2M9QXA").expect("a number");
    assert_eq!(CaseNo::named_in(&text), [no.clone(), no.clone(), other.clone()]);
    assert_ne!(no.id(), other.id());
    for text in [
        "case 7",
        "C-7K2M9QX",
        "C-7K2M9QXAB",
        "C-7K2M9QXU",
        "7K2M9QXA",
        "AC-7K2M9QXA",
    ] {
        assert_eq!(CaseNo::named_in(text), [], "{text}");
    }
}

#[test]
fn every_kind_and_state_has_one_name() {
    for kind in [
        AboutKind::Player,
        AboutKind::Withdrawal,
        AboutKind::Payment,
        AboutKind::Adjustment,
    ] {
        assert_eq!(AboutKind::named(kind.name()), Some(kind));
        assert_eq!(serde_json::to_value(kind).expect("a name"), kind.name());
    }
    for state in [State::Open, State::Closed] {
        assert_eq!(State::named(state.name()), Some(state));
        assert_eq!(serde_json::to_value(state).expect("a name"), state.name());
    }
}
