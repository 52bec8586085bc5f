use super::*;
use serde_json::json;

fn column(name: &str, kind: Kind) -> Column {
    Column {
        name: name.into(),
        path: vec![name.into()],
        kind,
        unit: String::new(),
        meaning: String::new(),
    }
}

#[test]
fn amounts_have_the_decimals_of_their_asset_and_moments_are_utc() {
    let beside = || Kind::Units(Of::Beside(vec!["asset".into()]));
    let columns = [
        column("amount", Kind::Minor),
        column("amount", beside()),
        column("fee", Kind::Units(Of::Is(Asset::Usdt))),
        column("at", Kind::Moment),
        column("nothing", Kind::Text),
        column("parts", Kind::Json),
    ];
    let row = json!({ "amount": "-1234", "asset": "gusd", "fee": "5", "at": 1_735_732_800_001_i64, "parts": ["=1"] });
    let texts: Vec<String> = of(&columns, &row).iter().map(Cell::text).collect();
    assert_eq!(
        texts,
        [
            "-1234",
            "-12.34",
            "0.000005",
            "2025-01-01T12:00:00.001Z",
            "",
            r#"["=1"]"#
        ]
    );
    let unknown = json!({ "amount": "7", "asset": "shell" });
    assert_eq!(of(&[column("amount", beside())], &unknown), [Cell::Empty]);
}
