use super::*;
use domain::ids::PlayerId;
use domain::posting::{House, Posting, Purse};

#[test]
fn a_leg_shows_a_balance_only_where_this_stream_alone_writes_it() {
    let player = PlayerId::of_messenger(7);
    let line = |account, amount, after| {
        leg_line(
            &Leg {
                posting: Posting { account, amount },
                after,
            },
            player.0,
        )
    };
    assert_eq!(
        line(Account::Player(player, Purse::Gusd), 1_250, 2_000),
        "gusd                                 +12.50  = 20.00"
    );
    assert_eq!(
        line(Account::House(House::CoinSink), -100, -100),
        "h:coin_sink                            -100"
    );
    let inviter = PlayerId::of_messenger(8);
    assert!(line(Account::ReferralDue(inviter), 5, 5).ends_with(&format!("+0.000005  of {inviter}")));
}

#[test]
fn the_content_of_an_event_leaves_out_its_own_name() {
    assert_eq!(content("{\"SignedIn\":{\"step\":1}}", "SignedIn"), "{\"step\":1}");
    assert_eq!(content("[1]", "SignedIn"), "[1]");
}
