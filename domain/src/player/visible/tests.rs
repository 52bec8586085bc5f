use super::super::Event;
use super::*;

#[test]
fn every_event_of_the_catalogue_has_its_entry() {
    let catalogue: Vec<&str> = Event::CATALOGUE.iter().map(|(name, _)| *name).collect();
    let listed: Vec<&str> = VISIBLE.iter().map(|entry| entry.event).collect();
    assert_eq!(listed, catalogue);
    assert_eq!(Visible::of("Unheard"), None);
}

#[test]
fn no_entry_names_people_or_a_judgment_about_the_player() {
    let private = [
        "at",
        "proposer",
        "approver",
        "staff",
        "by",
        "inviter",
        "friend",
        "upline",
        "player",
        "to",
        "taker",
        "is_flagged",
        "is_tied",
        "needs_funds_review",
        "needs_kyc",
    ];
    for entry in VISIBLE {
        let named = |path: &&&str| path.split('.').any(|part| private.contains(&part));
        assert_eq!(entry.fields.iter().find(named), None, "{}", entry.event);
    }
}
