use super::*;

#[test]
fn numbers_line_up_at_their_last_digit_and_text_at_its_first() {
    let mut table = Table::new(&["call", "count", "refused"]);
    table.row(vec!["fishing/cast".into(), "1204".into(), "2001: 3".into()]);
    table.row(vec!["捕鱼".into(), "7".into()]);
    let text = table.to_string();
    assert_eq!(
        text,
        "call          count  refused\nfishing/cast   1204  2001: 3\n捕鱼                7\n"
    );
}

#[test]
fn a_table_without_rows_is_its_headings() {
    assert_eq!(Table::new(&["a", "b"]).to_string(), "a  b\n");
}
