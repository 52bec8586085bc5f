//! What an identity form must hold (domain §10.5, domain §3.11). Ordinary functions of the
//! form: server and client apply the same rules.
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
//! | number: the format of that kind of document | 6107 |
//! | age, where the number contains it | 6108 |
//! | each file is an image | 6111 |
//! | two of them differ | 6104 |
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
/// Images of a submission (domain §10.5: at least two).
const IMAGES: RangeInclusive<usize> = 2..=Form::IMAGES_MAX;

/// The form as the player filled it in; the fields are those of domain §10.3. Its `Debug` output shows no field.
#[derive(Clone, PartialEq, Eq)]
pub struct Form {
    /// The real name.
    pub id_name: String,
    /// The document's number.
    pub id_no: String,
    /// ISO 3166-1 alpha-2.
    pub country: String,
    pub tel: String,
    pub email: String,
    /// Keys of uploaded images.
    pub id_urls: Vec<String>,
    /// 1 identity card, 2 passport, 3 other document.
    pub id_type: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DocumentKind {
    Card,
    Passport,
    /// Another document of a government.
    Other,
}

/// An uploaded file that is not used yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Upload {
    /// The key issued for it.
    pub key: String,
    /// The hash of the re-encoded image; `None` when the file is not an image.
    pub image: Option<Vec<u8>>,
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
    /// Images of a submission at most.
    pub const IMAGES_MAX: usize = 6;

    /// Whether the form can be submitted, with the player's `uploads`.
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
        let pictures: Option<BTreeSet<&Vec<u8>>> = images.iter().map(|upload| upload.image.as_ref()).collect();
        // The same picture under two keys counts once.
        match pictures {
            None => return Err(Refusal::UploadInvalid),
            Some(pictures) if pictures.len() < *IMAGES.start() => return Err(Refusal::ImagesMissing),
            Some(_) => {}
        }
        Ok(kind)
    }

    /// What the vault hashes to recognise the document: the number in normal form.
    pub fn document(&self) -> (String, u8, String) {
        let number = self.id_no.chars().filter(|letter| *letter != '-');
        let number = number.map(|letter| letter.to_ascii_uppercase()).collect();
        (self.country.clone(), self.id_type, number)
    }

    /// The images, all different and all the player's own (law I-34, threats T-63, T-65).
    fn images<'a>(&self, uploads: &'a [Upload]) -> Result<Vec<&'a Upload>, Refusal> {
        let keys: BTreeSet<&String> = self.id_urls.iter().collect();
        let own = |key: &&String| uploads.iter().find(|upload| upload.key == **key);
        let images: Option<Vec<&Upload>> = keys.iter().map(own).collect();
        let all_different = keys.len() == self.id_urls.len() && IMAGES.contains(&keys.len());
        images.filter(|_| all_different).ok_or(Refusal::ImagesMissing)
    }
}

/// Letters of any script, spaces and the separators used in names.
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
mod tests;
