use super::*;

#[test]
fn accounts_have_names_that_the_tools_take() {
    let player = Uuid::from_u128(7);
    let named = |tool: Tool| {
        [
            tool.account(Uuid::nil(), "h:coin_issue.shop_extra"),
            tool.account(player, "gusd_bonus"),
        ]
    };
    assert_eq!(
        named(Tool::Hledger),
        [
            "house:coin_issue.shop_extra".to_owned(),
            format!("players:{player}:gusd_bonus")
        ]
    );
    assert_eq!(
        named(Tool::Beancount),
        [
            "Equity:House:Coin-Issue-Shop-Extra".to_owned(),
            format!("Liabilities:Players:P{player}:Gusd-Bonus")
        ]
    );
    assert_eq!(
        (sample(Asset::Coin), sample(Asset::Gusd)),
        ("1.".to_owned(), "0.01".to_owned())
    );
}
