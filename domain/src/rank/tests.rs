//! Boards as given, when, then.

use super::*;
use crate::testing::Angler;
use crate::time::{DAY_MS, HOUR_MS};
use proptest::prelude::*;

const DAY: Period = Period::Day(Day(20_089));

fn entry(player: u128, score: i64, reached_ms: i64) -> Entry {
    Entry {
        player: PlayerId(Uuid::from_u128(player)),
        score,
        reached_at: Day(20_089).start().plus_ms(reached_ms),
    }
}

fn decide(rank: &Rank, command: &RankCommand, now: Timestamp) -> Result<RankEvent, Refusal> {
    let mut context = Angler::new().context(&crate::player::signin::SignIn.into());
    context.now = now;
    rank.decide(command, &context)
        .map(|decision| decision.events[0].clone())
}

fn close(period: Period, entries: &[Entry]) -> RankCommand {
    RankCommand::Close {
        board: Board::Invite,
        period,
        entries: entries.to_vec(),
    }
}

fn closed(entries: &[Entry]) -> Rank {
    let mut rank = Rank::default();
    let now = Day(20_090).start();
    let event = decide(&rank, &close(DAY, entries), now).expect("closes");
    rank.evolve(&event);
    rank
}

fn correct(player: u128, reason: &str) -> RankCommand {
    RankCommand::Correct(Correct {
        player: PlayerId(Uuid::from_u128(player)),
        case_id: "case-1".into(),
        proposer: "ann".into(),
        approver: "bob".into(),
        reason: reason.into(),
    })
}

fn players(rank: &Rank) -> Vec<u128> {
    rank.top.iter().map(|entry| entry.player.0.as_u128()).collect()
}

#[test]
fn the_higher_score_then_the_earlier_then_the_lower_id() {
    let rank = closed(&[
        entry(1, 5, 10),
        entry(2, 9, 90),
        entry(3, 5, 9),
        entry(5, 9, 50),
        entry(4, 9, 50),
        entry(6, 0, 1),
        entry(7, -1, 1),
    ]);
    assert_eq!(players(&rank), [4, 5, 2, 3, 1], "and nobody without a score");
}

#[test]
fn a_period_closes_once_and_only_when_it_is_over() {
    let end = Day(20_090).start();
    let early = decide(&Rank::default(), &close(DAY, &[]), end.plus_ms(-1));
    assert_eq!(early, Err(Refusal::NotReadyYet { at: end.0 }));
    assert_eq!(decide(&closed(&[]), &close(DAY, &[]), end), Err(Refusal::StateChanged));
    // 2025-01-06 was a Monday.
    let monday = Day(20_094);
    assert_eq!(Period::Week(monday).end(), Some(Day(20_101).start()));
    let off = Period::Week(monday.next());
    let refused = decide(&Rank::default(), &close(off, &[]), Day(20_200).start());
    assert_eq!(refused, Err(field("period")));
}

#[test]
fn species_are_compared_by_the_week_alone() {
    let close = |period| RankCommand::Close {
        board: Board::Species,
        period,
        entries: Vec::new(),
    };
    let now = Day(20_200).start();
    assert!(decide(&Rank::default(), &close(Period::Week(Day(20_094))), now).is_ok());
    let (first, last) = (Day(20_094), Day(20_100));
    for other in [DAY, Period::Season { first, last }] {
        assert_eq!(decide(&Rank::default(), &close(other), now), Err(field("period")));
    }
}

#[test]
fn what_a_view_cannot_have_seen_is_refused() {
    let end = Day(20_090).start();
    let refused = |entries: &[Entry]| decide(&Rank::default(), &close(DAY, entries), end);
    assert_eq!(refused(&[entry(1, 1, 1), entry(1, 2, 2)]), Err(field("entries")));
    assert_eq!(
        refused(&[entry(1, 1, DAY_MS)]),
        Err(field("entries")),
        "reached too late"
    );
    assert!(refused(&[entry(1, 1, DAY_MS - 1)]).is_ok());
}

#[test]
fn a_correction_takes_one_off_and_the_others_move_up() {
    let mut rank = closed(&[entry(1, 3, 1), entry(2, 2, 1), entry(3, 1, 1)]);
    let now = Day(20_090).start().plus_ms(HOUR_MS);
    assert_eq!(decide(&rank, &correct(1, " "), now), Err(Refusal::ReasonMissing));
    let RankCommand::Correct(fraud) = correct(1, "Fraud") else {
        panic!("a correction");
    };
    let (approver, case_id) = (fraud.proposer.clone(), " ".to_owned());
    let alone = RankCommand::Correct(Correct {
        approver,
        ..fraud.clone()
    });
    assert_eq!(decide(&rank, &alone, now), Err(Refusal::OtherPersonMustApprove));
    let of_no_case = RankCommand::Correct(Correct { case_id, ..fraud });
    assert_eq!(decide(&rank, &of_no_case, now), Err(Refusal::ReasonMissing));
    assert_eq!(decide(&rank, &correct(9, "Fraud"), now), Err(Refusal::RecordNotFound));
    let event = decide(&rank, &correct(1, "Fraud"), now).expect("corrects");
    rank.evolve(&event);
    assert_eq!(
        (players(&rank), rank.place(PlayerId(Uuid::from_u128(3)))),
        (vec![2, 3], Some(2))
    );
    assert_eq!(decide(&rank, &correct(1, "Fraud"), now), Err(Refusal::RecordNotFound));
}

#[test]
fn each_board_and_period_has_its_own_stream() {
    let ids = [
        DAY.id(Board::Invite),
        DAY.id(Board::Withdraw),
        Period::Week(Day(20_089)).id(Board::Invite),
        Period::Day(Day(20_090)).id(Board::Invite),
    ];
    assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len());
    assert_eq!(DAY.id(Board::Invite), ids[0]);
}

proptest! {
    #[test]
    fn the_same_data_gives_the_same_board_in_whatever_order_it_comes(
        scores in prop::collection::vec((0..4_i64, 0..3_i64), 0..150),
        seed in any::<u64>(),
    ) {
        let entries: Vec<Entry> = (1..).zip(&scores).map(|(id, (score, at))| entry(id, *score, *at)).collect();
        let mut shuffled = entries.clone();
        shuffled.sort_by_key(|entry| entry.player.0.as_u128().wrapping_mul(u128::from(seed | 1)) % 1_009);
        let top = order(entries.clone());
        prop_assert_eq!(&top, &order(shuffled));
        prop_assert!(top.len() <= TOP);
        // Independent check: a player left out is never better than the last one listed.
        let better = |one: &Entry, other: &Entry| {
            one.score > other.score
                || one.score == other.score && (one.reached_at, one.player) < (other.reached_at, other.player)
        };
        let last = top.last();
        let left_out = entries.iter().filter(|entry| entry.score > 0 && !top.contains(entry));
        for entry in left_out {
            prop_assert!(top.len() == TOP && last.is_some_and(|last| better(last, entry)));
        }
        prop_assert!(top.windows(2).all(|pair| better(&pair[0], &pair[1])));
    }
}
