use crate::Recorded;
use crate::approval::FileKey;
use crate::authority::{Authority, Extent};
use domain::ids::{PlayerId, WithdrawalId};
use domain::money::Usdt;
use domain::staff::key::act_digest;
use domain::staff::{Approval, Role, Signature, StaffEvent, Statement};
use domain::stream::StreamEvent;
use domain::time::Timestamp;
use domain::treasury::{STAKES, TreasuryEvent};
use domain::withdrawal::{Address, Approver, Facts, Request, Terms, WithdrawalEvent};
use uuid::Uuid;

const CALL: &str = "withdrawals/approve";
const MINUTE_MS: i64 = 60_000;

/// What is recorded, in the order of the log, and when.
#[derive(Default)]
struct Log {
    events: Vec<Recorded>,
    at: i64,
}

impl Log {
    fn add(&mut self, (stream, key): (&str, &str), event: &impl StreamEvent, request: Uuid) {
        self.at += 1;
        self.events.push(Recorded {
            partition: 0,
            position: self.at,
            aggregate_type: stream.into(),
            aggregate_id: key.into(),
            sequence: self.at,
            event_id: request,
            event_type: event.name().into(),
            event_version: event.version().to_string(),
            payload: serde_json::to_string(event).expect("JSON"),
            metadata: format!(r#"{{"request_id":"{request}"}}"#),
            recorded_at_ms: self.at,
            leaf: Vec::new(),
        });
    }

    /// How often law I-41e is broken.
    fn broken(&self) -> u64 {
        let mut authority = Authority::of(Extent::Whole);
        self.events.iter().for_each(|event| authority.take(event));
        let laws = authority.judge().laws;
        laws.iter().find(|law| law.id == "I-41e").expect("a law").broken
    }

    /// A withdrawal whose digest in one of its forms ann signs and approves.
    fn lets_go(&mut self, id: u128, form: fn(&Terms, u32) -> String) {
        let (id, request) = (Uuid::from_u128(id), Uuid::from_u128(id << 64));
        let (key, asked) = (id.to_string(), asked(id));
        let digest = form(&asked.terms, 1);
        let stream = ("withdrawal", key.as_str());
        self.add(stream, &WithdrawalEvent::Requested { request: asked }, Uuid::nil());
        let signature = Some(signs(CALL, &key, &digest, request));
        let approval = Some(Approval {
            digest: digest.clone(),
            signature,
        });
        let acted = StaffEvent::StaffActed {
            session: Uuid::nil(),
            call: CALL.into(),
            roles: [Role::Finance].into_iter().collect(),
            subject: Some(key.clone()),
            reason: "on record".into(),
            request,
            worth: Usdt::ZERO,
            payment: None,
            tied: None,
            approval,
            at: Timestamp(self.at),
        };
        self.add(("staff", "ann"), &acted, request);
        let by = Approver::Staff(vec!["ann".into()]);
        self.add(stream, &WithdrawalEvent::Approved { by, digest }, request);
    }
}

fn asked(id: Uuid) -> Request {
    Request {
        terms: Terms {
            withdrawal: WithdrawalId(id),
            player: PlayerId(Uuid::from_u128(1)),
            amount: Usdt::from_minor(2_000_000),
            fee: Usdt::ZERO,
            address: Address::parse("EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N").expect("an address"),
            comment: None,
        },
        facts: Facts {
            vip_id: None,
            fee_ppm: 0,
            fee_min: Usdt::ZERO,
            lifetime: Usdt::ZERO,
            topped_up: true,
            kyc: Default::default(),
            needs_kyc: false,
            needs_funds_review: false,
            is_flagged: false,
            is_tied: false,
            is_confirmed: false,
            config_version: 1,
        },
        refund: None,
    }
}

fn signs(call: &str, subject: &str, digest: &str, request: Uuid) -> Signature {
    let statement = Statement {
        call,
        subject,
        digest,
        account: "ann",
        request,
    };
    FileKey::of_seed(&[1; 32]).sign(&statement).expect("plain")
}

/// Ann of finance with a key in force.
fn keyed() -> Log {
    keyed_as(Role::Finance)
}

/// Ann in a role, with a key in force.
fn keyed_as(role: Role) -> Log {
    let key = FileKey::of_seed(&[1; 32]).key();
    let at = Timestamp(1);
    let added = StaffEvent::StaffAdded {
        name: "ann".into(),
        roles: [role].into_iter().collect(),
        own: None,
        by: "zoe".into(),
        approver: None,
        reason: "hired".into(),
        activation: None,
        at,
    };
    let request = Uuid::from_u128(7);
    let proposed = StaffEvent::StaffKeyProposed {
        signature: signs("keys/propose", "ann", &key.id(), request),
        key: key.clone(),
        request,
        at,
    };
    let approved = StaffEvent::StaffKeyApproved {
        key: key.id(),
        account: "ann".into(),
        by: "zoe".into(),
        reason: "read out".into(),
        acts: true,
        all_acts: true,
        at,
    };
    let mut log = Log::default();
    for event in [added, proposed, approved] {
        log.add(("staff", "ann"), &event, request);
    }
    log
}

#[test]
fn what_was_signed_before_the_digest_named_the_player_holds_and_not_afterwards() {
    let mut log = keyed();
    log.lets_go(1, Terms::digest_without_player);
    log.at += 2 * MINUTE_MS;
    log.lets_go(2, Terms::digest_without_player);
    assert_eq!(log.broken(), 0, "all of them are older");
    log.lets_go(3, Terms::digest);
    log.lets_go(4, Terms::digest_without_player);
    assert_eq!(log.broken(), 0, "an older process beside a newer one");
    log.at += MINUTE_MS;
    log.lets_go(5, Terms::digest_without_player);
    assert_eq!(log.broken(), 1);
    log.lets_go(6, Terms::digest);
    assert_eq!(log.broken(), 1);
}

#[test]
fn a_withdrawal_of_another_player_than_was_signed_is_found() {
    let mut log = keyed();
    log.lets_go(1, Terms::digest);
    assert_eq!(log.broken(), 0);
    let (player, other) = (Uuid::from_u128(1).to_string(), Uuid::from_u128(2).to_string());
    for event in log.events.iter_mut().filter(|event| event.event_type == "Requested") {
        event.payload = event.payload.replace(&player, &other);
    }
    assert_eq!(log.broken(), 1);
}

/// Ann signs that she opens the stakes again, for this reason, and the treasury has it for another one perhaps.
fn opened(signed: &str, recorded: &str) -> u64 {
    let mut log = keyed_as(Role::FinanceLead);
    let request = Uuid::from_u128(9);
    let call = "treasury/open_stakes";
    let digest = act_digest(call, STAKES, signed);
    let acted = StaffEvent::StaffActed {
        session: Uuid::nil(),
        call: call.into(),
        roles: [Role::FinanceLead].into_iter().collect(),
        subject: Some(STAKES.into()),
        reason: signed.into(),
        request,
        worth: Usdt::ZERO,
        payment: None,
        tied: None,
        approval: Some(Approval {
            signature: Some(signs(call, STAKES, &digest, request)),
            digest,
        }),
        at: Timestamp(log.at),
    };
    log.add(("staff", "ann"), &acted, request);
    let (by, reason) = ("ann".into(), recorded.into());
    let opened = TreasuryEvent::StakesOpened { by, reason };
    log.add(("treasury", "reserve"), &opened, request);
    log.broken()
}

#[test]
fn stakes_that_are_opened_for_another_reason_than_was_signed_are_found() {
    assert_eq!(opened("covered again", "covered again"), 0);
    assert_eq!(opened("covered again", "for nothing"), 1);
}

#[test]
fn stakes_that_nobody_opened_are_found() {
    let mut log = keyed();
    let (by, reason) = ("ann".into(), "covered again".into());
    let opened = TreasuryEvent::StakesOpened { by, reason };
    log.add(("treasury", "reserve"), &opened, Uuid::from_u128(9));
    assert_eq!(log.broken(), 1);
}
