//! Cases and the acts that name them: their rows are those that the log makes again, in whichever pages they came.

use crate::play::compare;
use domain::case::{CaseCommand, CaseNo, Comment, Member, Open, State};
use domain::ids::{PlayerId, ProposalId, derived};
use domain::proposal::{Kind, ProposalCommand, Propose};
use ledger::testing::players::{open_the_house, register};
use ledger::testing::{ledger, on_one_and_four_partitions, owner_of};
use ledger::{Ledger, Plain, Request, StreamId};
use projections::cases::Wanted;
use projections::runner::drain;
use projections::{FOLLOWING, case_acts, cases};
use serde_json::json;
use sqlx::Executor;
use uuid::Uuid;

/// The case of a number that the test knows.
fn no(number: u128) -> CaseNo {
    CaseNo::of_request(Uuid::from_u128(number))
}

fn member(name: &str) -> Member {
    let name = name.into();
    Member { name, own: None }
}

async fn does(ledger: &Ledger, no: &CaseNo, command: CaseCommand) {
    ledger.clock().advance_ms(1_000);
    let stream = StreamId::thing(no.id().0);
    let reply = ledger
        .cases()
        .execute(&stream, command, Request::default(), Plain)
        .await;
    let reply = reply.expect("a reply");
    assert!(reply.is_accepted(), "{reply:?}");
}

async fn opens(ledger: &Ledger, no: &CaseNo, player: Option<PlayerId>) {
    let open = Open {
        no: no.clone(),
        title: format!("Paid twice: {no}"),
        about: None,
        player,
        by: member("ann"),
    };
    does(ledger, no, CaseCommand::Open(open)).await;
}

async fn is_given(ledger: &Ledger, no: &CaseNo, to: Option<&str>) {
    let (to, by) = (to.map(member), member("ann"));
    does(ledger, no, CaseCommand::Assign { to, by }).await;
}

async fn closes(ledger: &Ledger, no: &CaseNo) {
    let (outcome, by) = ("It was one payment".into(), member("bob"));
    does(ledger, no, CaseCommand::Close { outcome, by }).await;
}

async fn comments(ledger: &Ledger, no: &CaseNo) {
    let comment = Comment {
        text: derived("comment", no.id().0),
        digest: "d".repeat(64),
        bytes: 12,
        by: member("bob"),
    };
    does(ledger, no, CaseCommand::Comment(comment)).await;
}

/// A correction of a player's balance whose terms name a case.
async fn corrects(ledger: &Ledger, no: &CaseNo, player: PlayerId) {
    let proposal = ProposalId(derived("proposal", no.id().0));
    let propose = Propose {
        proposal,
        kind: Kind::Adjustment,
        what: json!({ "player": player, "case_id": no.to_string() }),
        players: vec![player],
        maker: "fay".into(),
        own: None,
        reason: "Paid twice".into(),
    };
    let (stream, command) = (StreamId::thing(proposal.0), ProposalCommand::Propose(propose));
    let reply = ledger
        .proposals()
        .execute(&stream, command, Request::default(), Plain)
        .await;
    assert!(reply.expect("a reply").is_accepted());
}

async fn cases_are_listed_as_the_log_has_them(partitions: u16) {
    let ledger = ledger(partitions).await;
    open_the_house(&ledger).await;
    let player = register(&ledger, 1).await;
    let all: Vec<CaseNo> = (1..=6).map(no).collect();
    // Opened, given, closed, opened again and given to nobody within one page.
    opens(&ledger, &all[0], Some(player)).await;
    is_given(&ledger, &all[0], Some("bob")).await;
    closes(&ledger, &all[0]).await;
    let (reason, by) = ("It was two".into(), member("ann"));
    does(&ledger, &all[0], CaseCommand::Reopen { reason, by }).await;
    is_given(&ledger, &all[0], None).await;
    for no in &all[1..4] {
        opens(&ledger, no, None).await;
        is_given(&ledger, no, Some("bob")).await;
    }
    corrects(&ledger, &all[1], player).await;
    drain(&ledger, FOLLOWING).await.expect("drained");
    // Rows that are there are changed by a page of their own.
    closes(&ledger, &all[2]).await;
    comments(&ledger, &all[1]).await;
    is_given(&ledger, &all[3], Some("ann")).await;
    opens(&ledger, &all[4], Some(player)).await;
    opens(&ledger, &all[5], None).await;
    corrects(&ledger, &all[0], player).await;
    drain(&ledger, FOLLOWING).await.expect("drained");

    for (name, rows) in [("cases", 6), ("case_acts", 2)] {
        let compared = compare(&ledger, name).await;
        assert_eq!((compared.live, compared.different), (rows, 0), "{name}");
    }
    let pool = ledger.pool();
    let listed = async |wanted| {
        let rows = cases::list(pool, wanted, 10).await.expect("read");
        rows.into_iter().map(|row| row.number).collect::<Vec<_>>()
    };
    let numbers = |indexes: &[usize]| indexes.iter().map(|index| all[*index].to_string()).collect::<Vec<_>>();
    let wanted = Wanted::default();
    assert_eq!(listed(wanted).await, numbers(&[5, 4, 3, 2, 1, 0]));
    let of = |state| Wanted {
        state: Some(state),
        ..wanted
    };
    assert_eq!(listed(of(State::Open)).await, numbers(&[5, 4, 3, 1, 0]));
    assert_eq!(listed(of(State::Closed)).await, numbers(&[2]));
    let assignee = Some("bob");
    assert_eq!(listed(Wanted { assignee, ..wanted }).await, numbers(&[2, 1]));
    let player = Some(player);
    assert_eq!(listed(Wanted { player, ..wanted }).await, numbers(&[4, 0]));
    let second = &cases::list(pool, wanted, 2).await.expect("read")[1];
    let before = Some((second.opened_at.0, second.case));
    assert_eq!(listed(Wanted { before, ..wanted }).await, numbers(&[3, 2, 1, 0]));
    let changed = &cases::list(pool, of(State::Closed), 1).await.expect("read")[0];
    assert!(changed.changed_at > changed.opened_at);
    for (index, acts) in [(0, 1), (1, 1), (2, 0)] {
        let found = case_acts::of_case(pool, all[index].id(), 10).await.expect("read");
        assert_eq!(found.len(), acts, "{index}");
    }
}

/// Views that follow are emptied by a migration where their rows are no longer those of the log, and come again.
async fn acts_of_cases_follow_the_log_anew(partitions: u16) {
    let ledger = ledger(partitions).await;
    open_the_house(&ledger).await;
    let player = register(&ledger, 1).await;
    opens(&ledger, &no(1), None).await;
    corrects(&ledger, &no(1), player).await;
    drain(&ledger, FOLLOWING).await.expect("drained");
    let owner = &mut owner_of(&ledger).await;
    for statement in [
        "delete from case_acts",
        include_str!("../../../migrations/0131_change_acts_of_cases.sql"),
    ] {
        owner.execute(statement).await.expect(statement);
    }
    drain(&ledger, FOLLOWING).await.expect("drained");
    let compared = compare(&ledger, "case_acts").await;
    assert_eq!((compared.live, compared.different), (1, 0));
}

on_one_and_four_partitions!(cases_are_listed_as_the_log_has_them, acts_of_cases_follow_the_log_anew,);
