use super::*;
use crate::config::Text;

fn refusal(change: impl FnOnce(&mut Config)) -> String {
    let mut config = Config::standard();
    change(&mut config);
    config.check().expect_err("a refusal").text
}

#[test]
fn the_defaults_and_the_demo_world_pass() {
    assert_eq!(Config::standard().check(), Ok(()));
    assert_eq!(Config::production().check(), Ok(()));
    assert_eq!(Config::demo().check(), Ok(()));
}

#[test]
fn a_table_that_does_not_return_94_percent_is_refused() {
    let sentence = refusal(|config| config.game.paytable.bands[0].fish[0].x10 = 6);
    assert!(sentence.contains("band A"), "{sentence}");
}

#[test]
fn stakes_are_a_rising_row_of_1_to_10000() {
    assert_eq!(
        refusal(|config| config.game.play_options.clear()),
        "play_options must not be empty"
    );
    for stake in [0, -1, 10_001] {
        assert_eq!(
            refusal(|config| config.game.play_options = vec![stake]),
            "a stake is 1 to 10,000 coins"
        );
    }
    for row in [vec![20, 10], vec![10, 10]] {
        assert_eq!(
            refusal(|config| config.game.play_options = row),
            "play_options must be in rising order"
        );
    }
}

#[test]
fn shares_above_six_percent_are_refused_whatever_their_size() {
    let sentence = "referral shares above 6 % exceed the margin";
    assert_eq!(refusal(|config| config.team.rate_l2_ppm = 10_001), sentence);
    assert_eq!(
        refusal(|config| (config.team.rate_l1_ppm, config.team.rate_l2_ppm) = (u32::MAX, 1)),
        sentence
    );
}

#[test]
fn the_houses_code_can_be_typed() {
    for code in ["DEEPSEA", "DEEPSEA12", "deepsea1", "OFFICIAL", ""] {
        let code = serde_json::from_value(code.into()).expect("a text");
        assert_eq!(
            refusal(|config| config.team.root_scode = Some(code)),
            "root_scode is 8 characters of base 32 without I, L, O and U"
        );
    }
}

#[test]
fn amounts_that_a_rule_could_not_post_are_refused() {
    let sentence = "rewards are 0 to 1,000,000";
    assert_eq!(
        refusal(|config| config.coins.free_amount = Coin::from_minor(-1)),
        sentence
    );
    assert_eq!(refusal(|config| config.coins.signin[3] = (1, -1)), sentence);
    assert_eq!(refusal(|config| config.team.invite_diamonds = i64::MAX), sentence);
    assert_eq!(
        refusal(|config| config.team.valid_days = i64::MAX),
        "valid_days is 0 to 36,500"
    );
    assert_eq!(refusal(|config| config.game.shield_cost = 0), "a shield costs diamonds");
    assert_eq!(
        refusal(|config| config.game.loss_day = Usdt::from_minor(-1)),
        "loss_day is not negative"
    );
    let deep = "a deep start costs diamonds and lies between level 2 and 37";
    for (level, cost) in [(1, 1), (38, 1), (6, 0)] {
        assert_eq!(refusal(|config| _ = config.game.deep_start.insert(level, cost)), deep);
    }
}

#[test]
fn a_text_about_maintenance_is_in_both_languages_short_and_plain() {
    let with = |en: &str, zh: &str| {
        let text = Text::new(en, zh);
        let mut config = Config::standard();
        config.product.maintenance_text = text;
        config.check().map_err(|finding| finding.code)
    };
    assert_eq!(with("Back at noon UTC.", "中午（UTC）恢复。"), Ok(()));
    let long = "a".repeat(201);
    for (en, zh) in [("Back soon", ""), ("", "稍后"), (" ", "稍后"), (&long, "稍后")] {
        assert_eq!(with(en, zh), Err("maintenance_text_complete".into()));
    }
    assert_eq!(with("Back\u{7} soon", "稍后"), Err("maintenance_text_plain".into()));
}
