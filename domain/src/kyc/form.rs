//! What an identity form must hold (SPEC §5, PRODUCT §3.11). Ordinary functions of the
//! form: the same answer on the server and, by the same rules, in the client.
//!
//! Order of checks, which is the order of the codes:
//!
//! | check | code |
//! |---|---|
//! | no field is empty; the name is a name | 6101 |
//! | phone: E.164 | 6102 |
//! | mail: at most 254 characters, one @, a dot in the domain | 6103 |
//! | two to six different images, uploaded by this player | 6104 |
//! | country: of ISO 3166-1, not closed | 6105 |
//! | document: 1, 2 or 3 | 6106 |
//! | number: as documents of that kind have it | 6107 |
//! | age, where the number tells it | 6108 |
//! | each image is one | 6111 |
//!
//! A form holds personal data: it goes into the vault and into no event and no log.

use super::country::is_listed;
use super::number::{self, Born};
use crate::config::Config;
use crate::config::region::Mode;
use crate::refusal::Refusal;
use crate::time::Day;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// Letters of a name.
const NAME: RangeInclusive<usize> = 2..=100;
/// Digits of a phone number after the plus.
const PHONE: RangeInclusive<usize> = 7..=15;
/// Longest mail address, and its part before the @ (RFC 5321).
const EMAIL_MAX: usize = 254;
const LOCAL_MAX: usize = 64;
/// Images of a submission (SPEC §5: at least two).
const IMAGES: RangeInclusive<usize> = 2..=6;

/// The form as the player filled it in; the fields are those of SPEC §3. Prints nothing of itself.
#[derive(Clone, PartialEq, Eq)]
pub struct Form {
    /// The real name.
    pub id_name: String,
    /// The document's number.
    pub id_no: String,
    /// ISO 3166-1 alpha-2.
    pub country: String,
    /// Phone number.
    pub tel: String,
    /// Mail address.
    pub email: String,
    /// Keys of uploaded images.
    pub id_urls: Vec<String>,
    /// 1 identity card, 2 passport, 3 other document.
    pub id_type: u8,
}

/// A kind of document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DocumentKind {
    /// Identity card.
    Card,
    /// Passport.
    Passport,
    /// Another document of a government.
    Other,
}

/// A file that the player uploaded and did not use yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Upload {
    /// The key that was given out for it.
    pub key: String,
    /// Its bytes are an image within the limits (RAILS §C3).
    pub is_image: bool,
}

impl std::fmt::Debug for Form {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Form(personal)")
    }
}

impl DocumentKind {
    /// The kind of a number on the wire.
    pub const fn of(id_type: u8) -> Option<DocumentKind> {
        match id_type {
            1 => Some(DocumentKind::Card),
            2 => Some(DocumentKind::Passport),
            3 => Some(DocumentKind::Other),
            _ => None,
        }
    }
}

impl Form {
    /// Whether the form can be submitted, with the player's `uploads`.
    ///
    /// # Errors
    /// The refusal of the first violated check.
    pub fn check(&self, uploads: &[Upload], config: &Config, today: Day) -> Result<DocumentKind, Refusal> {
        let texts = [&self.id_name, &self.id_no, &self.country, &self.tel, &self.email];
        if texts.iter().any(|text| text.trim().is_empty()) || !is_name(&self.id_name) {
            return Err(Refusal::InformationIncomplete);
        }
        if !is_phone(&self.tel) {
            return Err(Refusal::PhoneNotValid);
        }
        if !is_email(&self.email) {
            return Err(Refusal::EmailNotValid);
        }
        let images = self.images(uploads)?;
        let is_closed = config.region.mode([&self.country].into_iter()) == Mode::Blocked;
        if !is_listed(&self.country) || is_closed {
            return Err(Refusal::CountryNotSupported);
        }
        let kind = DocumentKind::of(self.id_type).ok_or(Refusal::DocumentTypeInvalid)?;
        let born = number::check(&self.id_no, kind, &self.country).ok_or(Refusal::IdNumberNotValid)?;
        if let Born::On(birthday) = born
            && !birthday.is_aged(config.kyc.age_min, today)
        {
            return Err(Refusal::MustBeAdult);
        }
        if images.iter().any(|image| !image.is_image) {
            return Err(Refusal::UploadInvalid);
        }
        Ok(kind)
    }

    /// What the vault hashes to know the document again: the number without accidents of writing.
    pub fn document(&self) -> (String, u8, String) {
        let number = self.id_no.chars().filter(|letter| *letter != '-');
        let number = number.map(|letter| letter.to_ascii_uppercase()).collect();
        (self.country.clone(), self.id_type, number)
    }

    /// The images, all different and all the player's own (law I-34, cases T-63, T-65).
    fn images<'a>(&self, uploads: &'a [Upload]) -> Result<Vec<&'a Upload>, Refusal> {
        let keys: BTreeSet<&String> = self.id_urls.iter().collect();
        let own = |key: &&String| uploads.iter().find(|upload| upload.key == **key);
        let images: Option<Vec<&Upload>> = keys.iter().map(own).collect();
        let all_different = keys.len() == self.id_urls.len() && IMAGES.contains(&keys.len());
        images.filter(|_| all_different).ok_or(Refusal::ImagesMissing)
    }
}

/// Letters of any script, spaces and what stands between the parts of names.
fn is_name(text: &str) -> bool {
    let allowed = |letter: char| letter.is_alphabetic() || " .'-·".contains(letter);
    NAME.contains(&text.chars().count()) && text.chars().all(allowed) && text.chars().any(char::is_alphabetic)
}

/// `^\+[1-9]\d{6,14}$`.
fn is_phone(text: &str) -> bool {
    text.strip_prefix('+').is_some_and(|digits| {
        PHONE.contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0')
    })
}

fn is_email(text: &str) -> bool {
    let plain = text.len() <= EMAIL_MAX && text.bytes().all(|byte| byte.is_ascii_graphic());
    let Some((local, domain)) = text.split_once('@').filter(|_| plain) else {
        return false;
    };
    let label =
        |label: &str| !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    (1..=LOCAL_MAX).contains(&local.len()) && domain.contains('.') && domain.split('.').all(label)
}

#[cfg(test)]
mod tests {
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
            is_image: number != 9,
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
    fn the_first_violated_check_is_told() {
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
        let told: Vec<i32> = steps
            .into_iter()
            .map(|step| {
                step(&mut worse);
                code(|form| form.clone_from(&worse))
            })
            .collect();
        assert_eq!(told, [6111, 6108, 6107, 6106, 6105, 6104, 6103, 6102, 6101]);
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
}
