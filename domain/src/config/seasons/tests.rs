use super::*;

fn season(season_id: &str, first: i32, last: i32) -> Season {
    Season {
        season_id: season_id.into(),
        name: Text::new("Deep winter", "深冬"),
        board: Board::Invite,
        first: Day(first),
        last: Day(last),
    }
}

fn of(list: Vec<Season>) -> Seasons {
    Seasons { list }
}

#[test]
fn seasons_stand_in_order_and_those_of_one_board_do_not_overlap() {
    let good = of(vec![season("a", 10, 19), season("b", 20, 29)]);
    assert_eq!(good.check(), Ok(()));
    assert_eq!(Seasons::default().check(), Ok(()));
    let other_board = Season {
        board: Board::Withdraw,
        ..season("b", 15, 29)
    };
    assert_eq!(of(vec![season("a", 10, 19), other_board]).check(), Ok(()));
    let nameless = Season {
        name: Text::new("Winter", " "),
        ..season("a", 10, 19)
    };
    let of_species = Season {
        board: Board::Species,
        ..season("a", 10, 19)
    };
    for wrong in [
        vec![of_species],
        vec![season("a", 10, 19), season("b", 19, 29)],
        vec![season("b", 20, 29), season("a", 10, 19)],
        vec![season("a", 10, 19), season("a", 20, 29)],
        vec![season("a", 10, 9)],
        vec![season("a", 0, 366)],
        vec![season("A", 10, 19)],
        vec![season("", 10, 19)],
        vec![nameless],
    ] {
        assert!(of(wrong.clone()).check().is_err(), "{wrong:?}");
    }
}

#[test]
fn a_season_keeps_its_days_and_may_have_another_name() {
    let before = of(vec![season("a", 10, 19)]);
    let renamed = Season {
        name: Text::new("Winter", "冬季"),
        ..season("a", 10, 19)
    };
    for good in [vec![renamed], vec![], vec![season("a", 10, 19), season("b", 20, 29)]] {
        assert_eq!(of(good).check_after(&before), Ok(()));
    }
    for wrong in [season("a", 10, 20), season("a", 11, 19)] {
        assert!(of(vec![wrong]).check_after(&before).is_err());
    }
}

#[test]
fn a_season_is_shown_from_its_first_day_on_newest_first() {
    let seasons = of(vec![season("a", 10, 19), season("b", 20, 29)]);
    let ids = |today| {
        let begun = seasons.begun(Board::Invite, Day(today));
        begun
            .map(|season| season.season_id.as_str())
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(
        [ids(9), ids(10), ids(19), ids(20), ids(99)],
        ["", "a", "a", "b a", "b a"]
    );
    assert_eq!(seasons.begun(Board::Withdraw, Day(99)).count(), 0);
    let end = seasons.list[0].period().end();
    assert_eq!(end, Some(Day(20).start()), "the last day counts");
}
