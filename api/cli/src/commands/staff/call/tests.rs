use super::*;

fn built(call: &str, arguments: &[&str]) -> Result<Value, String> {
    let arguments: Vec<String> = arguments.iter().map(|&argument| argument.to_owned()).collect();
    body(call, &arguments).map_err(|failure| match failure {
        Failure::Usage(sentence) => sentence,
        other => panic!("{other:?}"),
    })
}

#[test]
fn fields_have_the_types_of_the_document() {
    let arguments = [
        "--name",
        "ann",
        "--roles",
        "risk,support",
        "--roles",
        "auditor",
        "--reason",
        "new",
    ];
    let mut body = built("staff/add", &arguments).expect("a body");
    assert!(body["req_id"].take().is_string());
    assert_eq!(
        body,
        json!({ "name": "ann", "roles": ["risk", "support", "auditor"], "reason": "new", "req_id": null })
    );
    let body = built("kyc/list", &["--limit", "7"]).expect("a body");
    assert_eq!(body, json!({ "limit": 7 }));
}

#[test]
fn what_the_document_does_not_name_is_refused() {
    let refused = |call: &str, arguments: &[&str]| built(call, arguments).expect_err("refused");
    assert!(refused("staff/promote", &[]).starts_with("There is no call staff/promote"));
    assert!(refused("kyc/list", &["--after", "x"]).ends_with("the fields are before, from, limit, until."));
    assert_eq!(refused("kyc/list", &["--limit"]), "The field limit has no value.");
    assert_eq!(
        refused("kyc/list", &["--limit", "x"]),
        "\"x\" cannot be a value of limit."
    );
}
