use super::tables;

#[test]
fn a_list_is_a_table_in_the_order_of_its_fields() {
    let data = r#"{"list":[{"tx":"b","asset":"usdt","amount":"1500000","comment":null,"seen_ms":0},
        {"tx":"a","asset":"usdt","amount":"7","comment":null,"seen_ms":1}],"next":null}"#;
    assert_eq!(
        tables(data),
        "tx  asset    amount  seen at\n\
         b   usdt   1.500000  1970-01-01T00:00:00.000Z\n\
         a   usdt   0.000007  1970-01-01T00:00:00.001Z\n"
    );
    assert_eq!(tables(r#"{"list":[],"next":null}"#), "The list is empty.\n");
}

#[test]
fn a_record_has_its_plain_fields_first_and_then_what_is_inside() {
    let data = r#"{"inner":{"asset":"coin","total":"7","open":true},"digest":"ab","flags":["x","y"],
        "steps":[{"event":"Requested","data":{"n":1}}]}"#;
    assert_eq!(
        tables(data),
        "field   value\ndigest  ab\nflags   x y\n\n\
         inner:\nfield  value\nasset  coin\ntotal  7\nopen   yes\n\n\
         steps:\nevent      data\nRequested  {\"n\":1}\n"
    );
}

#[test]
fn what_a_proposal_changes_is_shown_with_its_amount() {
    let data = r#"{"proposal":{"kind":"reserve_fund","what":{"asset":"usdt","amount":"1000500000"},"code":null},
        "facts":[]}"#;
    assert_eq!(
        tables(data),
        "proposal:\nfield        value\nkind         reserve_fund\nwhat asset   usdt\nwhat amount  1000.500000\n"
    );
}

#[test]
fn values_are_shown_in_their_unit_and_beside_what_they_must_be() {
    let data = r#"{"facts":[
        {"name":"would_hold","unit":"usdt","value":"-1500000","bound":{"is":"at_least","value":"0"}},
        {"name":"frozen","unit":"yes_no","value":"false","bound":null},
        {"name":"session","unit":"minutes","value":"95","bound":null}],
        "list":[{"kind":"rail_stale","value":{"unit":"time","value":"0"},"bound":{"unit":"duration","value":"600000"}}]}"#;
    assert_eq!(
        tables(data),
        "facts:\nname        unit     value       bound\n\
         would_hold  usdt     -1.500000   at least 0.000000\n\
         frozen      yes_no   no\n\
         session     minutes  95 minutes\n\n\
         kind        value                     bound\n\
         rail_stale  1970-01-01T00:00:00.000Z  600000 ms\n"
    );
}
