use super::*;
use crate::finding::Finding;
use crate::testing::Angler;

fn publish(replaces: u64, author: &str, approver: &str) -> Publish {
    let (author, approver) = (author.into(), approver.into());
    Publish {
        body: Box::new(Config::standard()),
        author,
        approver,
        replaces,
    }
}

fn decide(document: &ConfigDocument, command: &Publish) -> Result<Decision<ConfigEvent>, Refusal> {
    let angler = Angler::new();
    document.decide(command, &angler.context(&crate::player::signin::SignIn.into()))
}

fn give(document: &mut ConfigDocument, command: &Publish) {
    let decision = decide(document, command).expect("a version");
    decision.events.iter().for_each(|event| document.evolve(event));
}

#[test]
fn the_first_version_may_come_from_genesis_alone_and_every_other_needs_two_people() {
    let mut document = ConfigDocument::default();
    give(&mut document, &publish(0, GENESIS, GENESIS));
    assert_eq!(document.current.as_ref().map(|config| config.version), Some(1));
    assert_eq!(
        decide(&document, &publish(1, "ann", "ann")),
        Err(Refusal::OtherPersonMustApprove)
    );
    assert_eq!(decide(&document, &publish(0, "ann", "bob")), Err(Refusal::StateChanged));
    give(&mut document, &publish(1, "ann", "bob"));
    assert_eq!(document.current.map(|config| config.version), Some(2));
}

#[test]
fn a_version_that_fails_its_checks_is_refused() {
    let mut command = publish(0, "ann", "bob");
    command.body.game.shield_cost = 0;
    let refused = decide(&ConfigDocument::default(), &command);
    assert_eq!(
        refused,
        Err(Finding::new("shield_cost_range", "a shield costs diamonds").into())
    );
}

#[test]
fn the_terms_of_a_vip_tier_that_was_published_stay() {
    let mut document = ConfigDocument::default();
    give(&mut document, &publish(0, GENESIS, GENESIS));
    let mut command = publish(1, "ann", "bob");
    command.body.vip.tiers.pop();
    assert!(matches!(decide(&document, &command), Err(Refusal::CheckFailed { .. })));
    assert!(decide(&ConfigDocument::default(), &Publish { replaces: 0, ..command }).is_ok());
}

#[test]
fn a_document_from_before_a_section_existed_reads_with_its_default() {
    let mut text = serde_json::to_value(Config::standard()).expect("a document writes");
    let sections = text.as_object_mut().expect("a document");
    for later in ["vip", "shop", "exchange", "pay", "region", "play"] {
        sections.remove(later).expect("a section");
    }
    let read: Config = serde_json::from_value(text).expect("an old document reads");
    assert_eq!(read, Config::standard());
}

#[test]
fn tables_of_the_past_stay_known_but_are_not_written_again() {
    let mut document = ConfigDocument::default();
    give(&mut document, &publish(0, GENESIS, GENESIS));
    let mut command = publish(1, "ann", "bob");
    command.body.game.paytable.version = "pt-2".into();
    let ConfigEvent::ConfigPublished { body, .. } = decide(&document, &command).expect("a version").events.remove(0);
    assert!(body.paytables.is_empty());
    give(&mut document, &command);
    let current = document.current.expect("a version");
    let known: Vec<_> = current.paytables.values().map(|table| table.version.as_str()).collect();
    assert!(known.len() == 2 && known.contains(&"pt-1") && known.contains(&"pt-2"));
    assert!(current.paytables.contains_key(&current.table_hash()));
}
