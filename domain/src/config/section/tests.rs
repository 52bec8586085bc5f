use super::*;
use crate::testing::{Angler, START};
use crate::time::HOUR_MS;
use serde_json::json;

fn context(now: Timestamp) -> Context {
    let mut context = Angler::new().context(&crate::player::signin::SignIn.into());
    context.now = now;
    context
}

fn stakes(options: &[i64], replaces: u64) -> Propose {
    let mut body = Config::standard().section(Section::Game);
    body["play_options"] = json!(options);
    Propose {
        section: Section::Game,
        body,
        author: "ann".into(),
        reason: "smaller stakes".into(),
        effective_at: START,
        replaces,
    }
}

fn give(document: &mut SectionDocument, command: SectionCommand, now: Timestamp) {
    let decision = document.decide(&command, &context(now)).expect("accepted");
    decision.events.iter().for_each(|event| document.evolve(event));
}

fn approve(version: u64, approver: &str) -> SectionCommand {
    let approver = approver.into();
    SectionCommand::Approve { version, approver }
}

fn in_force(document: &SectionDocument, now: Timestamp) -> Config {
    let mut genesis = Config::standard();
    genesis.version = 1;
    Config::assemble(&genesis, [document], now)
}

#[test]
fn a_version_takes_force_at_its_time_and_never_before_a_second_person_approved() {
    let later = START.plus_ms(HOUR_MS);
    let mut document = SectionDocument::default();
    let propose = Propose {
        effective_at: later,
        ..stakes(&[10, 20], 0)
    };
    give(&mut document, SectionCommand::Propose(propose), START);
    assert_eq!(in_force(&document, later).game, Config::standard().game);
    give(&mut document, approve(1, "bo"), START);
    let before = in_force(&document, later.plus_ms(-1));
    assert_eq!((before.version, before.game.play_options.len()), (1, 9));
    let after = in_force(&document, later);
    assert_eq!((after.version, after.game.play_options), (2, vec![10, 20]));
}

#[test]
fn nobody_approves_the_own_proposal_an_unknown_one_or_a_decided_one() {
    let mut document = SectionDocument::default();
    give(&mut document, SectionCommand::Propose(stakes(&[10], 0)), START);
    let decide = |document: &SectionDocument, command| document.decide(&command, &context(START)).map(|_| ());
    assert_eq!(
        decide(&document, approve(1, "ann")),
        Err(Refusal::OtherPersonMustApprove)
    );
    assert_eq!(decide(&document, approve(2, "bo")), Err(Refusal::RecordNotFound));
    let (by, reason) = ("bo".to_owned(), " ".to_owned());
    let reject = SectionCommand::Reject { version: 1, by, reason };
    assert_eq!(decide(&document, reject), Err(Refusal::ReasonMissing));
    let (by, reason) = ("bo".to_owned(), "too small".to_owned());
    give(&mut document, SectionCommand::Reject { version: 1, by, reason }, START);
    assert_eq!(decide(&document, approve(1, "bo")), Err(Refusal::StateChanged));
}

#[test]
fn a_proposal_made_beside_an_approved_one_is_out_of_date() {
    let mut document = SectionDocument::default();
    give(&mut document, SectionCommand::Propose(stakes(&[10], 0)), START);
    give(&mut document, SectionCommand::Propose(stakes(&[20], 0)), START);
    give(&mut document, approve(2, "bo"), START);
    let decided = document.decide(&approve(1, "bo"), &context(START));
    assert_eq!(decided, Err(Refusal::StateChanged));
    let decided = document.decide(&SectionCommand::Propose(stakes(&[10], 0)), &context(START));
    assert_eq!(decided, Err(Refusal::StateChanged));
}

#[test]
fn what_breaks_a_check_is_named_and_not_recorded() {
    let document = SectionDocument::default();
    let refused = |propose: Propose| match document.decide(&SectionCommand::Propose(propose), &context(START)) {
        Err(Refusal::CheckFailed { field, .. }) => field,
        other => panic!("refused, not {other:?}"),
    };
    assert_eq!(refused(stakes(&[], 0)), "play_options must not be empty");
    let mut unknown = stakes(&[10], 0);
    unknown.body["luck"] = json!(1);
    assert!(refused(unknown).contains("luck"));
    let mut generous = stakes(&[10], 0);
    generous.body["paytable"]["bands"][0]["fish"][0]["w"] = json!(200_001);
    assert!(!refused(generous).is_empty());
}

#[test]
fn the_approver_sees_the_return_of_every_band() {
    let decision = SectionDocument::default().decide(&SectionCommand::Propose(stakes(&[10], 0)), &context(START));
    let events = decision.expect("a proposal").events;
    let [SectionEvent::ConfigProposed { figures, .. }] = events.as_slice() else {
        panic!("a proposal, not {events:?}");
    };
    let returns: Vec<&str> = figures.iter().map(|figure| figure.value.as_str()).collect();
    assert_eq!(returns[..5], ["940000"; 5]);
}

#[test]
fn days_of_a_tier_that_comes_into_force_first_keep_their_terms() {
    let mut document = SectionDocument::default();
    let vip = |claims: i64, replaces, effective_at| {
        let mut body = Config::standard().section(Section::Vip);
        let tiers = body["tiers"].as_array_mut().expect("tiers");
        let mut new = tiers.last().expect("a tier").clone();
        (new["vip_id"], new["rank"]) = (json!(6), json!(6));
        new["claims_per_day"] = json!(claims);
        tiers.push(new);
        let section = Section::Vip;
        Propose {
            section,
            body,
            effective_at,
            ..stakes(&[10], replaces)
        }
    };
    let (monday, tuesday) = (START.plus_ms(HOUR_MS), START.plus_ms(2 * HOUR_MS));
    give(&mut document, SectionCommand::Propose(vip(2, 0, monday)), START);
    give(&mut document, approve(1, "bo"), START);
    let worse = SectionCommand::Propose(vip(1, 1, tuesday));
    let Err(Refusal::CheckFailed { field, .. }) = document.decide(&worse, &context(START)) else {
        panic!("what may have been sold by Tuesday is kept");
    };
    assert!(field.starts_with("days of a VIP tier may have been sold"), "{field}");
    give(&mut document, SectionCommand::Propose(vip(2, 1, tuesday)), START);
}

#[test]
fn times_of_effect_rise_and_what_was_superseded_is_forgotten() {
    let mut document = SectionDocument::default();
    let late = START.plus_ms(10 * HOUR_MS);
    let first = Propose {
        effective_at: late,
        ..stakes(&[10], 0)
    };
    give(&mut document, SectionCommand::Propose(first), START);
    give(&mut document, approve(1, "bo"), START);
    give(&mut document, SectionCommand::Propose(stakes(&[20], 1)), START);
    give(&mut document, approve(2, "bo"), START);
    let times: Vec<_> = document.approved.iter().map(|one| one.effective_at).collect();
    assert_eq!(times, [late, late], "the second waits for the first");
    assert_eq!(in_force(&document, late).game.play_options, [20]);
    for version in 3..60 {
        let now = late.plus_ms(version as i64);
        give(&mut document, SectionCommand::Propose(stakes(&[30], version - 1)), now);
        give(&mut document, approve(version, "bo"), now);
    }
    assert!(
        document.approved.len() <= 2 && document.waiting.is_empty(),
        "{document:?}"
    );
}

#[test]
fn every_section_reads_what_it_writes_and_open_dives_keep_their_table() {
    let config = Config::standard();
    for &section in Section::ALL {
        assert_eq!(Section::named(section.name()), Some(section));
        assert_eq!(
            config.with_section(section, &config.section(section)).as_ref(),
            Ok(&config)
        );
    }
    let mut document = SectionDocument::default();
    give(&mut document, SectionCommand::Propose(stakes(&[10], 0)), START);
    give(&mut document, approve(1, "bo"), START);
    let hash = config.game.paytable.hash();
    assert!(in_force(&document, START).paytables.contains_key(&hash));
}
