use super::*;

#[test]
fn nobody_under_18_and_a_bounded_number_of_tries() {
    assert_eq!(Kyc::standard().check(), Ok(()));
    let young = Kyc {
        age_min: 17,
        ..Kyc::standard()
    };
    assert_eq!(
        young.check().map_err(|finding| finding.text),
        Err("age_min is 18 to 99".into())
    );
    for submissions_max in [0, 21] {
        let endless = Kyc {
            submissions_max,
            ..Kyc::standard()
        };
        assert_eq!(
            endless.check().map_err(|finding| finding.text),
            Err("submissions_max is 1 to 20".into())
        );
    }
}
