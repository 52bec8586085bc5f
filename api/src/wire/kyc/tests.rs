use super::*;

#[test]
fn a_form_is_shown_masked() {
    let form = KeptForm {
        id_name: "王小明".into(),
        id_no: "X1".into(),
        country: "CN".into(),
        tel: "+8613800138000".into(),
        email: "ming@example.com".into(),
        id_urls: Vec::new(),
        id_type: 2,
    };
    let masked = form.masked();
    assert_eq!(
        (masked.id_name.as_str(), masked.tel.as_str(), masked.email.as_str()),
        ("王***", "***000", "m***@example.com")
    );
}
