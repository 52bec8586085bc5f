use super::*;
use crate::testing::Angler;

fn see(country: &str, source: Source) -> SeeCountry {
    SeeCountry {
        country: country.into(),
        source,
    }
}

#[test]
fn the_stricter_of_two_countries_decides_and_the_document_is_shown() {
    let mut angler = Angler::new().under(|config| config.region.blocked.push("US".into()));
    let mode = |angler: &Angler| angler.player.identity.mode(&angler.config);
    angler.must(see("MT", Source::Connection));
    assert_eq!(mode(&angler), Mode::Real);
    angler.must(see("US", Source::Document));
    assert_eq!(mode(&angler), Mode::Blocked);
    assert_eq!(angler.player.identity.country().map(String::as_str), Some("US"));
    angler.must(see("DE", Source::Document));
    assert_eq!(mode(&angler), Mode::Real);
}

#[test]
fn a_country_is_a_code_and_is_noted_once() {
    let mut angler = Angler::new();
    for wrong in ["", "mt", "MLT", "M1"] {
        let refused = angler.decide(see(wrong, Source::Connection)).expect_err("a refusal");
        assert_eq!(refused.code(), -1006);
    }
    angler.must(see("MT", Source::Connection));
    assert_eq!(angler.decide(see("MT", Source::Connection)), Err(Refusal::StateChanged));
    assert!(angler.decide(see("MT", Source::Document)).is_ok());
}

#[test]
fn the_newest_word_of_the_identity_check_holds_whenever_it_arrives() {
    let note = |status, revision| NoteKyc { status, revision };
    let mut angler = Angler::new();
    assert_eq!(angler.decide(note(Status::None, 0)), Err(Refusal::StateChanged));
    angler.must(note(Status::Approved, 2));
    assert!(angler.player.identity.is_approved());
    for late in [note(Status::UnderReview, 1), note(Status::Failed, 2)] {
        assert_eq!(angler.decide(late), Err(Refusal::StateChanged));
    }
    angler.must(note(Status::None, 3));
    assert!(!angler.player.identity.is_approved());
}
