use super::*;
use serde_json::json;

#[test]
fn a_difference_is_shown_leaf_by_leaf() {
    let (before, after) = (
        json!({ "a": 1, "b": [1, 2], "c": 3 }),
        json!({ "a": 1, "b": [1, 5, 6], "d": 4 }),
    );
    let shown: Vec<String> = between(&before, &after)
        .iter()
        .map(|one| format!("{} {:?} {:?}", one.path, one.before.as_deref(), one.after.as_deref()))
        .collect();
    assert_eq!(
        shown,
        [
            r#"b.1 Some("2") Some("5")"#,
            r#"b.2 None Some("6")"#,
            r#"c Some("3") None"#,
            r#"d None Some("4")"#
        ]
    );
}
