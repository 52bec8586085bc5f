//! What an approval is bound to.

use super::*;

#[test]
fn an_approval_and_a_signature_hold_for_exactly_these_terms_t_51() {
    // Threat T-51: any field voids.
    let request = request(100_000_000);
    let digest = request.terms.digest(1);
    let changes: [fn(&mut Terms); 7] = [
        |terms| terms.withdrawal = Default::default(),
        |terms| terms.player = Default::default(),
        |terms| terms.amount += Usdt::from_minor(1),
        |terms| terms.fee += Usdt::from_minor(1),
        |terms| {
            let other = "UQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqEBI";
            terms.address = Address::parse(other).expect("an address");
        },
        |terms| terms.comment = Some(String::new()),
        |terms| terms.comment = Some("null".into()),
    ];
    for change in changes {
        let mut changed = request.terms.clone();
        change(&mut changed);
        assert_ne!(changed.digest(1), digest, "{changed:?}");
    }
    assert_ne!(request.terms.digest(2), digest);
    let other = Approve {
        digest: request.terms.digest(2),
        ..Desk::in_review().approve("ann")
    };
    assert_eq!(Desk::in_review().refused(Do::Approve(other)), 9003);
    let forged = Send {
        digest: "0".repeat(64),
        ..Desk::approved().send(1)
    };
    assert_eq!(Desk::approved().refused(Do::Send(forged)), 9003);
}

#[test]
fn what_was_approved_before_the_digest_named_the_player_is_sent_as_it_was_approved_t_51() {
    let mut desk = Desk::in_review();
    let terms = desk.withdrawal.request.clone().expect("a request").terms;
    let older = terms.digest_without_player(1);
    assert_ne!(older, terms.digest(1));
    let approve = Approve {
        digest: older.clone(),
        ..desk.approve("ann")
    };
    assert_eq!(desk.refused(Do::Approve(approve)), 9003, "nobody approves so today");
    desk.withdrawal.evolve(&WithdrawalEvent::Approved {
        by: Approver::Auto,
        digest: older.clone(),
    });
    let newer = Send {
        digest: terms.digest(1),
        ..desk.send(1)
    };
    assert_eq!(desk.refused(Do::Send(newer)), 9003);
    assert_eq!(desk.send(1).digest, older);
    desk.must(Do::Send(desk.send(1)));
}
