use super::*;

#[test]
fn accounts_have_names_that_the_tools_take_and_the_classes_of_the_chart() {
    let player = Uuid::from_u128(7);
    let named = |tool: Tool| {
        [
            tool.account(Uuid::nil(), "h:coin_issue.shop_extra", "ShopPurchased"),
            tool.account(player, "gusd_bonus", "DiveClosed"),
            tool.account(Uuid::nil(), "h:usdt_reserve", "ShopPurchased"),
            tool.opening(Uuid::nil(), "h:usdt_reserve"),
            tool.opening(Uuid::nil(), "h:coin_sink"),
        ]
        .map(|name| name.expect("listed"))
    };
    assert_eq!(
        named(Tool::Hledger),
        [
            "expenses:coin_issue.shop_extra".to_owned(),
            format!("liabilities:players:{player}:gusd_bonus"),
            "income:shop_sales".to_owned(),
            "equity:usdt_reserve".to_owned(),
            "equity:result_before".to_owned(),
        ]
    );
    assert_eq!(
        named(Tool::Beancount),
        [
            "Expenses:Coin-Issue-Shop-Extra".to_owned(),
            format!("Liabilities:Players:P{player}:Gusd-Bonus"),
            "Income:Shop-Sales".to_owned(),
            "Equity:Usdt-Reserve".to_owned(),
            "Equity:Result-Before".to_owned(),
        ]
    );
    assert_eq!(
        (sample(Asset::Coin), sample(Asset::Gusd)),
        ("1.".to_owned(), "0.01".to_owned())
    );
}

#[test]
fn an_account_that_is_in_no_chart_has_no_name() {
    let name = Tool::Hledger.account(Uuid::nil(), "h:unheard_of", "Exchanged");
    assert_eq!(name, Err(NotInChart("h:unheard_of".into())));
}
