use super::*;

fn refusal(change: impl FnOnce(&mut Withdraw)) -> Option<String> {
    let mut withdraw = Withdraw::standard();
    change(&mut withdraw);
    withdraw.check().err().map(|finding| finding.text)
}

#[test]
fn amounts_that_a_rule_could_not_use_are_refused() {
    assert_eq!(refusal(|_| ()), None);
    let min = Some("min is above nothing and at most min_no_topup".into());
    assert_eq!(refusal(|withdraw| withdraw.min = Usdt::ZERO), min);
    assert_eq!(refusal(|withdraw| withdraw.min_no_topup = Usdt::from_minor(1)), min);
    let step = Some("step is above nothing and at most min".into());
    assert_eq!(refusal(|withdraw| withdraw.step = Usdt::ZERO), step);
    let bounds = Some("amounts of withdrawals are 0 to 1,000,000 USDT".into());
    assert_eq!(refusal(|withdraw| withdraw.auto_max = Usdt::from_minor(-1)), bounds);
    let wait = Some("a new address waits ten seconds to 30 days".into());
    assert_eq!(refusal(|withdraw| withdraw.address_wait_ms = 0), wait);
}

#[test]
fn what_needs_two_people_is_never_approved_without_any() {
    let sentence = "auto_max is at most two_person_over: what needs two people is not approved without any";
    let standard = Withdraw::standard();
    let above = Usdt::from_minor(standard.two_person_over.minor() + 1);
    assert_eq!(refusal(|withdraw| withdraw.auto_max = above), Some(sentence.into()));
    assert_eq!(
        refusal(|withdraw| withdraw.two_person_over = Usdt::ZERO),
        Some(sentence.into())
    );
    assert_eq!(refusal(|withdraw| withdraw.auto_max = withdraw.two_person_over), None);
    let old = Withdraw {
        auto_max: above,
        ..standard.clone()
    };
    assert_eq!(old.without_review_max(), standard.two_person_over);
    assert_eq!(standard.without_review_max(), standard.auto_max);
}

#[test]
fn the_houses_own_wallet_is_refused_in_both_written_forms() {
    let address = |text| Address::parse(text).expect("an address");
    let mut withdraw = Withdraw::standard();
    let own = address("EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N");
    withdraw.refused_addresses.push(own);
    assert!(withdraw.refuses(&address("UQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqEBI")));
    assert!(!withdraw.refuses(&address("EQAAAQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHx2j")));
}
