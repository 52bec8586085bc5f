use super::*;

#[test]
fn opens_only_what_was_sealed_for_the_same_purpose_and_data() {
    let sealer = Sealer::of_purpose(&[7; 32], "seeds");
    let sealed = sealer.seal(b"secret", b"player 1");
    assert_eq!(sealer.open(&sealed, b"player 1").as_deref(), Some(b"secret".as_slice()));
    assert_eq!(sealer.open(&sealed, b"player 2"), None);
    assert_eq!(Sealer::of_purpose(&[7; 32], "vault").open(&sealed, b"player 1"), None);
    for index in 0..sealed.len() {
        let mut changed = sealed.clone();
        changed[index] ^= 1;
        assert_eq!(sealer.open(&changed, b"player 1"), None, "byte {index}");
    }
}
