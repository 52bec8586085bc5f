use super::*;
use serde_json::json;

fn answered(gusd: &str, usdt: &str) -> Value {
    json!({ "asset": { "gusd": gusd, "usdt": usdt } })
}

#[test]
fn ten_thousand_tokens_are_one_usdt_and_anything_else_is_reported() {
    let body = json!({ "pair": "gusd_usdt", "amount": "10000" });
    let body = body.as_object().expect("fields");
    for (after, fits) in [
        (answered("5.00", "1.000000"), true),
        (answered("5.01", "1.000000"), false),
    ] {
        let mut books = Books::default();
        let opened = books.enter("fishing/player_info", body, &answered("10005.00", "0.000000"));
        assert_eq!((opened, books.compared), (None, 0));
        assert_eq!(books.enter("exchange/do", body, &after).is_none(), fits, "{after}");
        assert_eq!(books.compared, 1);
    }
}
