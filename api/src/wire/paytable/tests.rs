use super::*;

#[test]
fn what_is_sent_has_the_published_hash() {
    let table = rule::Paytable::standard();
    let sent = serde_json::to_string(&Paytable::from(&table)).expect("writes");
    assert_eq!(domain::draw::hex_digest(sent.as_bytes()), table.hash());
}
