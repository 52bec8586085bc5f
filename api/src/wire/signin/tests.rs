use super::*;
use domain::time::Day;

fn ladder(signed_on: Option<i32>, streak: u32, today: i32) -> (bool, u32, u8, Vec<SignInDayState>) {
    let signin = Signin {
        signed_on: signed_on.map(Day),
        streak,
    };
    let info = SigninInfoData::of(&signin, &Config::standard(), Day(today).start());
    (
        info.signed,
        info.streak,
        info.step,
        info.days.iter().map(|day| day.state).collect(),
    )
}

#[test]
fn shows_done_today_and_next_t_18() {
    use SignInDayState::{Done, Next, Today};
    assert_eq!(
        ladder(None, 0, 100),
        (false, 0, 1, vec![Today, Next, Next, Next, Next, Next, Next])
    );
    assert_eq!(
        ladder(Some(99), 2, 100),
        (false, 2, 3, vec![Done, Done, Today, Next, Next, Next, Next])
    );
    assert_eq!(
        ladder(Some(100), 3, 100),
        (true, 3, 3, vec![Done, Done, Done, Next, Next, Next, Next])
    );
    assert_eq!(ladder(Some(99), 7, 100).2, 1);
    assert_eq!(
        ladder(Some(98), 6, 100),
        (false, 0, 1, vec![Today, Next, Next, Next, Next, Next, Next])
    );
    assert_eq!(ladder(Some(100), 7, 100).3, vec![Done; 7]);
}
