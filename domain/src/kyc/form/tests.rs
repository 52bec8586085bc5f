//! What a form must hold, at its bounds.

use super::*;

fn form() -> Form {
    Form {
        id_name: "Ana María O'Neill-López".into(),
        id_no: "AB-1234".into(),
        country: "MT".into(),
        tel: "+3562112345".into(),
        email: "ana@mail.example".into(),
        id_urls: vec!["k1".into(), "k2".into()],
        id_type: 3,
    }
}

fn uploads() -> Vec<Upload> {
    let upload = |number: u8| Upload {
        key: format!("k{number}"),
        // k9 is no image; k8 is the same picture as k7.
        image: (number != 9).then(|| vec![if number == 8 { 7 } else { number }]),
    };
    (1..=9).map(upload).collect()
}

fn code(change: impl FnOnce(&mut Form)) -> i32 {
    let mut form = form();
    change(&mut form);
    let mut config = Config::standard();
    config.region.blocked.push("US".into());
    let checked = form.check(&uploads(), &config, Day(20_089));
    checked.err().map_or(0, |refusal| refusal.code())
}

#[test]
fn no_field_is_empty_and_a_name_is_a_name() {
    assert_eq!(code(|_| ()), 0);
    let empty: [fn(&mut Form); 5] = [
        |form| form.id_name.clear(),
        |form| form.id_no = " ".into(),
        |form| form.country.clear(),
        |form| form.tel.clear(),
        |form| form.email.clear(),
    ];
    for change in empty {
        assert_eq!(code(change), 6101);
    }
    for (name, expected) in [
        ("王伟", 0),
        ("Ng", 0),
        ("阿卜杜拉·买买提", 0),
        ("A", 6101),
        ("..", 6101),
        ("Ana7", 6101),
        ("Ana\0", 6101),
        ("Ana\u{202e}anA", 6101),
        ("<b>Ana</b>", 6101),
        (&"x".repeat(100), 0),
        (&"x".repeat(101), 6101),
    ] {
        assert_eq!(code(|form| form.id_name = name.into()), expected, "{name:?}");
    }
}

#[test]
fn a_phone_number_is_of_e164() {
    for (tel, expected) in [
        ("+1234567", 0),
        ("+123456", 6102),
        ("+123456789012345", 0),
        ("+1234567890123456", 6102),
        ("+0234567", 6102),
        ("12345678", 6102),
        ("+1 234567", 6102),
        ("++1234567", 6102),
        ("+١٢٣٤٥٦٧", 6102),
    ] {
        assert_eq!(code(|form| form.tel = tel.into()), expected, "{tel}");
    }
}

#[test]
fn a_mail_address_has_one_at_and_a_domain_with_a_dot() {
    let long = |local: usize, rest: &str| format!("{}@{rest}", "x".repeat(local));
    let domain = format!("{}.example", ["y".repeat(60), "y".repeat(60), "y".repeat(59)].join("."));
    assert_eq!(long(64, &domain).len(), 254);
    for (email, expected) in [
        ("a@b.c".to_owned(), 0),
        ("a.b+c@mail.example".into(), 0),
        ("a@b".into(), 6103),
        ("a@@b.c".into(), 6103),
        ("a@b.c@d".into(), 6103),
        ("@b.c".into(), 6103),
        ("a@.c".into(), 6103),
        ("a@b.".into(), 6103),
        ("a b@c.d".into(), 6103),
        ("a@b.c\n".into(), 6103),
        (long(64, "b.c"), 0),
        (long(65, "b.c"), 6103),
        (long(64, &domain), 0),
        (long(64, &format!("y{domain}")), 6103),
    ] {
        assert_eq!(code(|form| form.email.clone_from(&email)), expected, "{email}");
    }
}

#[test]
fn images_are_two_to_six_different_ones_of_the_players_own() {
    let keys = |keys: &[&str]| keys.iter().map(|key| (*key).to_owned()).collect::<Vec<_>>();
    for (id_urls, expected) in [
        (keys(&[]), 6104),
        (keys(&["k1"]), 6104),
        (keys(&["k1", "k1"]), 6104),
        (keys(&["k1", "k2", "k3", "k4", "k5", "k6"]), 0),
        (keys(&["k1", "k2", "k3", "k4", "k5", "k6", "k7"]), 6104),
        (keys(&["k1", "stranger"]), 6104),
        (keys(&["k1", "http://169.254.169.254/"]), 6104),
        (keys(&["k1", "k9"]), 6111),
        (keys(&["k7", "k8"]), 6104),
        (keys(&["k1", "k7", "k8"]), 0),
    ] {
        assert_eq!(code(|form| form.id_urls.clone_from(&id_urls)), expected, "{id_urls:?}");
    }
}

#[test]
fn the_country_is_listed_and_open_and_the_document_is_one_of_three() {
    for (country, expected) in [("DE", 0), ("XX", 6105), ("de", 6105), ("DEU", 6105), ("US", 6105)] {
        assert_eq!(code(|form| form.country = country.into()), expected, "{country}");
    }
    for (id_type, expected) in [(0, 6106), (1, 0), (3, 0), (4, 6106), (2, 6107)] {
        assert_eq!(code(|form| form.id_type = id_type), expected, "{id_type}");
    }
}

#[test]
fn the_first_violated_check_is_returned() {
    let steps: [fn(&mut Form); 9] = [
        |form| form.id_urls = vec!["k1".into(), "k9".into()],
        |form| (form.id_type, form.country, form.id_no) = (1, "CN".into(), "110101201001010015".into()),
        |form| form.id_no = "1".into(),
        |form| form.id_type = 9,
        |form| form.country = "XX".into(),
        |form| form.id_urls.clear(),
        |form| form.email = "a".into(),
        |form| form.tel = "1".into(),
        |form| form.id_name.clear(),
    ];
    let mut worse = form();
    let recorded: Vec<i32> = steps
        .into_iter()
        .map(|step| {
            step(&mut worse);
            code(|form| form.clone_from(&worse))
        })
        .collect();
    assert_eq!(recorded, [6111, 6108, 6107, 6106, 6105, 6104, 6103, 6102, 6101]);
}

#[test]
fn a_form_prints_nothing_and_a_document_is_known_again_however_it_is_written() {
    assert_eq!(format!("{:?}", form()), "Form(personal)");
    let other = Form {
        id_no: "ab1234".into(),
        ..form()
    };
    assert_eq!(other.document(), form().document());
}
