use super::{VariantName, command, wait};
use std::fmt::{self, Debug, Formatter};

#[derive(Debug)]
#[expect(dead_code, reason = "only the names are read")]
enum Sample {
    Plain,
    Tuple(Inner),
    Number(u64),
    Fields { name: &'static str },
}

#[derive(Debug)]
#[expect(dead_code, reason = "only the names are read")]
struct Inner {
    name: &'static str,
}

#[test]
fn a_command_is_named_and_nothing_of_it_is_shown() {
    for (sample, name) in [
        (Sample::Plain, "Plain"),
        (Sample::Tuple(Inner { name: "Ana" }), "Tuple"),
        (Sample::Number(1_000_001), "Number"),
        (Sample::Fields { name: "Ana" }, "Fields"),
    ] {
        assert_eq!(VariantName(&sample).to_string(), name);
    }
}

struct NeverShown;

impl Debug for NeverShown {
    fn fmt(&self, _: &mut Formatter<'_>) -> fmt::Result {
        panic!("a command was formatted for a span that nobody wants");
    }
}

#[test]
fn without_a_collector_no_span_is_made_and_no_command_is_formatted() {
    assert!(command("player", &NeverShown).is_disabled());
    assert!(wait().is_disabled());
}
