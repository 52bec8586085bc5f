use super::*;

#[test]
fn a_code_contains_its_partition_and_reads_in_any_case() {
    for partition in [0, 1, 3, 1023] {
        let code = Scode::mint(PlayerId::of_messenger(7), partition, 0);
        assert_eq!(code.partition(), partition);
        assert_eq!(Scode::parse(&code.as_str().to_lowercase()), Some(code));
    }
}

#[test]
fn a_taken_code_has_a_next_candidate() {
    let player = PlayerId::of_messenger(7);
    assert_ne!(Scode::mint(player, 0, 0), Scode::mint(player, 0, 1));
}

#[test]
fn refuses_letters_that_people_confuse() {
    for text in [
        "ABCDEFGI",
        "ABCDEFGO",
        "ABCDEFGU",
        "ABCDEFGL",
        "ABC",
        "ABCDEFGHJ",
        "ABCDEFG\0",
    ] {
        assert_eq!(Scode::parse(text), None);
    }
}
