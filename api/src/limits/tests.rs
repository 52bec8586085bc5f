use super::*;

fn ip(text: &str) -> IpAddr {
    text.parse().expect("an address")
}

#[test]
fn a_minute_s_worth_may_come_at_once_then_the_pace_holds() {
    let limits = Limits::default();
    let subject = Subject::Player(PlayerId::of_messenger(1));
    let count = |ms| limits.count(subject, Class::Cast, 24, Timestamp(ms));
    assert!((0..24).all(|_| count(1_000_000) == Ok(())));
    assert_eq!(count(1_000_000), Err(2_501));
    assert_eq!(limits.check(subject, Class::Cast, 24, Timestamp(1_000_000)), Err(2_501));
    assert_eq!(count(1_002_500), Ok(()));
    assert!(count(1_002_500).is_err());
    assert_eq!(limits.count(subject, Class::Claim, 5, Timestamp(1_000_000)), Ok(()));
    assert!((0..24).all(|_| count(2_000_000) == Ok(())));
}

#[test]
fn a_call_that_is_given_back_leaves_room_for_one_and_no_more() {
    let limits = Limits::default();
    let subject = Subject::Browser(Uuid::nil());
    let count = || limits.count(subject, Class::Login, 2, Timestamp(1_000_000));
    for _ in 0..9 {
        assert_eq!(count(), Ok(()));
        limits.give_back(subject, Class::Login, 2);
    }
    assert_eq!([count(), count()], [Ok(()); 2]);
    assert!(count().is_err());
}

#[test]
fn ten_wrong_codes_come_at_once_and_then_one_in_six_minutes() {
    let limits = Limits::default();
    let subject = Subject::Player(PlayerId::of_messenger(1));
    let count = |ms| limits.count(subject, Class::WrongCode, 10, Timestamp(ms));
    assert!((0..10).all(|_| count(1_000_000) == Ok(())));
    assert_eq!(count(1_000_000), Err(360_001));
    assert_eq!(count(1_360_000), Ok(()));
    assert!(count(1_360_000).is_err());
}

#[test]
fn each_part_of_a_player_has_its_own_pace() {
    let limits = Limits::default();
    let player = PlayerId::of_messenger(1);
    let verify = |task, ms| limits.pace(Subject::part(player, task), Class::Verify, 10_000, Timestamp(ms));
    assert_eq!((verify("a", 50_000), verify("b", 50_000)), (Ok(()), Ok(())));
    assert_eq!((verify("a", 59_999), verify("a", 60_000)), (Err(2), Ok(())));
}

#[test]
fn a_thousand_made_up_headers_do_not_raise_the_quota_t_69() {
    let limits = Limits::default();
    let passed = (0..1_000).filter(|number| {
        let header = format!("10.0.{}.{}", number / 250, number % 250);
        let address = address_of(ip("203.0.113.9"), std::iter::once(header.as_bytes()), 0);
        limits
            .count(Subject::Address(address), Class::Login, 10, Timestamp(5_000))
            .is_ok()
    });
    assert_eq!(passed.count(), 10);
}

#[test]
fn believes_our_own_proxies_and_nobody_further_left_t_69() {
    let peer = ip("10.0.0.1");
    let seen = |header: &'static str, proxies| address_of(peer, std::iter::once(header.as_bytes()), proxies);
    assert_eq!(seen("198.51.100.7", 0), peer.into());
    assert_eq!(seen("1.1.1.1, 198.51.100.7", 1), ip("198.51.100.7").into());
    assert_eq!(seen("1.1.1.1, 198.51.100.7, 10.0.0.2", 2), ip("198.51.100.7").into());
    assert_eq!(seen("nonsense", 1), peer.into());
    assert_eq!(seen("198.51.100.7", 2), peer.into());
    assert_eq!(
        address_of(peer, ["1.1.1.1", "198.51.100.7"].map(str::as_bytes).into_iter(), 1),
        ip("198.51.100.7").into()
    );
    // What a proxy appends to stays readable, whatever the client began with.
    assert_eq!(
        address_of(peer, std::iter::once(&b"\xff, 198.51.100.7"[..]), 1),
        ip("198.51.100.7").into()
    );
}

#[test]
fn ipv6_counts_by_its_64_and_mapped_ipv4_by_itself_t_69() {
    assert_eq!(
        Address::from(ip("2001:db8:1:2:3::4")),
        Address::from(ip("2001:db8:1:2:ffff::1"))
    );
    assert_ne!(
        Address::from(ip("2001:db8:1:2::1")),
        Address::from(ip("2001:db8:1:3::1"))
    );
    assert_eq!(Address::from(ip("::ffff:192.0.2.1")), Address::from(ip("192.0.2.1")));
}
