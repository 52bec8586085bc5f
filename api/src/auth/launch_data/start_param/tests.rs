use super::*;

fn parts(text: &str) -> (Option<String>, Option<String>) {
    let read = StartParam::read(text);
    (read.inviter, read.packet)
}

#[test]
fn reads_the_three_shapes_in_any_case() {
    let (scode, packet) = (Some("ABCD2345".to_owned()), Some("0123456789".to_owned()));
    assert_eq!(parts("r_ABCD2345"), (scode.clone(), None));
    assert_eq!(parts("r_abcd2345"), (scode.clone(), None));
    assert_eq!(parts("p_0123456789"), (None, packet.clone()));
    assert_eq!(parts("r_ABCD2345__p_0123456789"), (scode, packet));
}

#[test]
fn any_other_shape_holds_neither_part() {
    for text in [
        "",
        "r_",
        "p_",
        "__",
        "ABCD2345",
        "r_ABCD234",
        "r_ABCD23456",
        "p_012345678",
        "R_ABCD2345",
        "x_ABCD2345",
        "r_ABCD234I",
        "r_ABCD234L",
        "r_ABCD234O",
        "r_ABCD234U",
        "r_ABCD234-",
        "r_ABCD234é",
        "p_0123456789__r_ABCD2345",
        "r_ABCD2345__",
        "r_ABCD2345__p_",
        "r_ABCD2345__x",
        "__p_0123456789",
        "r_ABCD2345__p_0123456789__p_0123456789",
        "r_ABCD2345_p_0123456789",
    ] {
        assert_eq!(StartParam::read(text), StartParam::default(), "{text}");
    }
}
