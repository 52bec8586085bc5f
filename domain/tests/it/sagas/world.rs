//! The simulation: all streams of one player behind one command handler, policies that repeat
//! themselves, a payout worker that crashes, and the chain, which is authoritative.

use super::Act;
use domain::ids::{OrderId, SubmissionId, WithdrawalId, derived};
use domain::kyc::{Decide, KycCheck, KycCommand, Reset, Submit, Verdict};
use domain::money::{Asset, Usdt};
use domain::player::coupon::OpenTopUp;
use domain::player::signin::SignIn;
use domain::player::{Event, Player};
use domain::policies::{PolicyCommand, RecordedEvent, react};
use domain::stream::{Stream, StreamEvent};
use domain::testing::Angler;
use domain::time::HOUR_MS;
use domain::topup::{TopUp, TopUpCommand, TopUpEvent};
use domain::treasury::{PaymentKey, ReceiveUnmatched, Treasury, TreasuryCommand};
use domain::withdrawal::{
    Approve, Cause, NotPaid, Receipt, Send, Slot, Standing, Withdrawal, WithdrawalCommand, WithdrawalEvent,
};
use std::collections::{BTreeMap, BTreeSet};
use uuid::Uuid;

/// An event with the stream it was recorded in.
#[derive(Clone)]
pub enum Recorded {
    Player(Event),
    Withdrawal(WithdrawalId, WithdrawalEvent),
    TopUp(OrderId, TopUpEvent),
    Kyc(domain::kyc::KycEvent),
}

/// All streams of one player, and the chain, which is not a stream.
pub struct World {
    pub(super) player: Angler,
    pub(super) withdrawals: BTreeMap<WithdrawalId, Withdrawal>,
    pub orders: BTreeMap<OrderId, TopUp>,
    pub(super) check: KycCheck,
    pub log: Vec<Recorded>,
    followed: usize,
    answers: BTreeMap<Uuid, PolicyCommand>,
    keys: BTreeSet<String>,
    pub(super) books: BTreeMap<&'static str, i64>,
    /// Slots the chain has executed, with the withdrawal that was paid.
    pub(super) executed: BTreeMap<u64, WithdrawalId>,
    /// Received payments, by number: order and amount.
    pub(super) came: Vec<(OrderId, i64)>,
    /// A worker that treats a timeout as a proof.
    trusts_timeouts: bool,
}

impl World {
    pub fn new(trusts_timeouts: bool) -> World {
        let mut player = Angler::new().with_usdt(2_000_000_000).with_address().under(|config| {
            let free = &mut config.vip.free;
            (free.withdrawals_per_day, free.usdt_per_day) = (9, Usdt::from_minor(900_000_000));
        });
        player.tops_up(1);
        World {
            player,
            withdrawals: BTreeMap::new(),
            orders: BTreeMap::new(),
            check: KycCheck::default(),
            log: Vec::new(),
            followed: 0,
            answers: BTreeMap::new(),
            keys: BTreeSet::new(),
            books: BTreeMap::new(),
            executed: BTreeMap::new(),
            came: Vec::new(),
            trusts_timeouts,
        }
    }

    /// Decides and records one command on one stream: one more key or event, or nothing at all.
    fn commit<S: Stream>(&mut self, state: &mut S, command: &S::Command) -> Vec<S::Event> {
        let context = self.player.context(&SignIn.into());
        let Ok(decision) = state.decide(command, &context) else {
            return Vec::new();
        };
        if decision.claims.iter().any(|claim| self.keys.contains(&claim.key)) {
            return Vec::new();
        }
        self.keys.extend(decision.claims.into_iter().map(|claim| claim.key));
        for event in &decision.events {
            state.evolve(event);
            let postings = event.postings(self.player.player.id.0);
            assert!(Asset::ALL.iter().all(|asset| postings.sum(*asset) == 0), "I-01");
            for leg in postings.legs() {
                *self.books.entry(leg.account.name()).or_default() += leg.amount;
            }
        }
        decision.events
    }

    /// The command handler: a request is decided once.
    fn ask(&mut self, ask: PolicyCommand, request: Uuid) {
        if let Some(earlier) = self.answers.get(&request) {
            assert_eq!(earlier, &ask, "a request id has one body");
            return;
        }
        self.answers.insert(request, ask.clone());
        let recorded: Vec<Recorded> = match ask {
            PolicyCommand::Player(id, command) => {
                assert_eq!(id, self.player.player.id);
                let mut player = Player::clone(&self.player.player);
                let events = self.commit(&mut player, &command);
                self.player.player = player;
                self.player.log.extend(events.iter().cloned());
                events.into_iter().map(Recorded::Player).collect()
            }
            PolicyCommand::Withdrawal(id, command) => {
                let mut withdrawal = self.withdrawals.remove(&id).unwrap_or_default();
                let events = self.commit(&mut withdrawal, &command);
                self.withdrawals.insert(id, withdrawal);
                events
                    .into_iter()
                    .map(|event| Recorded::Withdrawal(id, event))
                    .collect()
            }
            PolicyCommand::TopUp(id, command) => {
                let mut order = self.orders.remove(&id).unwrap_or_default();
                let events = self.commit(&mut order, &command);
                self.orders.insert(id, order);
                events.into_iter().map(|event| Recorded::TopUp(id, event)).collect()
            }
            PolicyCommand::Kyc(_, command) => {
                let mut check = self.check.clone();
                let events = self.commit(&mut check, &command);
                self.check = check;
                events.into_iter().map(Recorded::Kyc).collect()
            }
            other => panic!("{other:?} is not part of this simulation"),
        };
        self.log.extend(recorded);
    }

    fn once(&mut self, ask: PolicyCommand) {
        let request = derived("fresh", Uuid::from_u128(self.answers.len() as u128));
        self.ask(ask, request);
    }

    /// The policies follow the log to its end, repeating the last `again` events.
    pub(super) fn policies(&mut self, again: usize) {
        self.followed = self.followed.saturating_sub(again);
        let id = self.player.player.id;
        while let Some(recorded) = self.log.get(self.followed).cloned() {
            let event = match &recorded {
                Recorded::Player(event) => RecordedEvent::Player(id, event),
                Recorded::Withdrawal(withdrawal, event) => RecordedEvent::Withdrawal(*withdrawal, event),
                Recorded::TopUp(order, event) => RecordedEvent::TopUp(*order, event),
                Recorded::Kyc(event) => RecordedEvent::Kyc(id, event),
            };
            let event_id = derived("event", Uuid::from_u128(self.followed as u128));
            for reaction in react(event, event_id) {
                self.ask(reaction.command, reaction.request_id);
            }
            self.followed += 1;
        }
    }

    /// One of the withdrawals that were opened.
    fn pick(&self, which: usize) -> Option<(WithdrawalId, Withdrawal)> {
        let known = self.withdrawals.iter().filter(|(_, one)| one.request.is_some());
        let count = known.clone().count().max(1);
        known.cycle().nth(which % count).map(|(id, one)| (*id, one.clone()))
    }

    fn standing(&self) -> Standing {
        Standing {
            kyc: self.player.player.identity.kyc,
            is_frozen: false,
        }
    }

    fn review(&mut self, which: usize, approves: bool) {
        let Some((id, one)) = self.pick(which) else { return };
        let staff = "ann".to_owned();
        let command = if approves {
            WithdrawalCommand::Approve(Approve {
                is_lead: true,
                staff,
                own: None,
                digest: one.digest().unwrap_or_default(),
                standing: self.standing(),
                let_go: Usdt::ZERO,
                may_alone: true,
            })
        } else {
            let reason = "Stolen funds".into();
            WithdrawalCommand::Reject { by: staff, reason }
        };
        self.once(PolicyCommand::Withdrawal(id, command));
    }

    fn send(&mut self, which: usize) {
        let Some((id, one)) = self.pick(which) else { return };
        let slot = Slot {
            rail: "ton".into(),
            wallet: "hot-1".into(),
            // A worker that lost its position starts again from the first number.
            query_id: (self.log.len() % 40) as u64,
            valid_until: self.player.now.plus_ms(HOUR_MS),
        };
        let send = Send {
            slot,
            digest: one.digest().unwrap_or_default(),
            standing: self.standing(),
        };
        self.once(PolicyCommand::Withdrawal(id, WithdrawalCommand::Send(send)));
    }

    /// The chain executes the message in a slot: in time, once.
    fn execute(&mut self, which: usize) {
        let Some((id, one)) = self.pick(which) else { return };
        let in_time = one
            .slot
            .filter(|slot| one.state.is_out() && self.player.now < slot.valid_until);
        if let Some(slot) = in_time {
            let paid = *self.executed.entry(slot.query_id).or_insert(id);
            assert_eq!(paid, id, "I-10: a slot is of one withdrawal for ever");
        }
    }

    /// The service reads the chain: a payment, or a proof that there is none, or nothing yet.
    fn observe(&mut self, which: usize, gives_up: bool) {
        let Some((id, one)) = self.pick(which) else { return };
        let (Some(slot), Some(request)) = (one.slot, one.request) else {
            return;
        };
        if self.executed.contains_key(&slot.query_id) && !(self.trusts_timeouts && gives_up) {
            let receipt = Receipt {
                tx: format!("tx-{}", slot.query_id),
                lt: slot.query_id,
                address: request.terms.address.clone(),
                comment: request.terms.comment.clone(),
                amount: request.terms.net(),
                nodes: 2,
                slot,
            };
            self.once(PolicyCommand::Withdrawal(id, WithdrawalCommand::Confirm(receipt)));
            return;
        }
        let (late, now) = (slot.valid_until.plus_ms(HOUR_MS), self.player.now);
        let cause = Cause::NeverProcessed {
            chain_time: if self.trusts_timeouts { late } else { now },
        };
        let proof = NotPaid { slot, cause, nodes: 2 };
        let command = if gives_up {
            let reason = "Not paid".into();
            let proof = Some(proof);
            WithdrawalCommand::Fail { reason, proof }
        } else {
            WithdrawalCommand::CloseSlot(proof)
        };
        self.once(PolicyCommand::Withdrawal(id, command));
    }

    fn orders_known(&self) -> Vec<OrderId> {
        let opened = self.player.log.iter().filter_map(|event| match event {
            Event::TopUpOpened(opened) => Some(OrderId::of(&opened.order_no)),
            _ => None,
        });
        opened.collect()
    }

    fn identity(&mut self, act: u8) {
        let player = self.player.player.id;
        let command = match act {
            0 => KycCommand::Submit(Submit {
                submission: SubmissionId(derived("submit", Uuid::from_u128(self.log.len() as u128))),
                player,
                doc_hash: "a".repeat(64),
                key_id: "key-1".into(),
                country: "MT".into(),
                images: 2,
                is_used_elsewhere: false,
            }),
            3 => KycCommand::Reset(Reset {
                revision: self.check.revision,
                by: "ann".into(),
                approver: "bob".into(),
                reason: "Again".into(),
            }),
            _ => KycCommand::Decide(Decide {
                submission: self.check.submission.unwrap_or_default(),
                verdict: Verdict::Approve,
                reasons: Vec::new(),
                by: "ann".into(),
                own: None,
                expires_on: None,
            }),
        };
        self.once(PolicyCommand::Kyc(player, command));
    }

    pub fn play(&mut self, act: &Act) {
        let id = self.player.player.id;
        match *act {
            Act::Withdraw(micro) => self.once(PolicyCommand::Player(id, self.player.withdrawal(micro).into())),
            Act::Review { which, approves } => self.review(which, approves),
            Act::Send(which) => self.send(which),
            Act::Execute(which) => self.execute(which),
            Act::Observe(which) => self.observe(which, false),
            Act::GiveUp(which) => self.observe(which, true),
            Act::Order => {
                let open = OpenTopUp {
                    order_no: format!("o-{}", self.log.len()),
                    channel: "ton_usdt".into(),
                    amount: Usdt::from_minor(5_000_000),
                };
                self.once(PolicyCommand::Player(id, open.into()));
            }
            Act::Pay { which, micro } => {
                let orders = self.orders_known();
                self.came.extend(orders.get(which).map(|order| (*order, micro)));
            }
            Act::Watch(back) => self.watch(self.came.len().saturating_sub(1 + back)),
            Act::CloseOrders => {
                for order in self.orders_known() {
                    self.once(PolicyCommand::TopUp(order, TopUpCommand::Expire));
                }
            }
            Act::Identity(act) => self.identity(act),
            Act::Policies(again) => self.policies(again),
            Act::Wait(ms) => _ = self.player.wait(ms),
        }
    }

    /// The watcher reports a payment; a second time after a restart. Every other one names no order: it is booked when
    /// it is seen for the first time, and staff have assigned it when it is seen again.
    pub(super) fn watch(&mut self, number: usize) {
        let Some(&(order, micro)) = self.came.get(number) else {
            return;
        };
        let (amount, tx, lt) = (Usdt::from_minor(micro), format!("in-{number}"), number as u64);
        let from_suspense = number % 2 == 1;
        if from_suspense {
            let (rail, tx) = ("ton_usdt".to_owned(), tx.clone());
            let payment = PaymentKey { rail, tx, lt };
            let receive = TreasuryCommand::ReceiveUnmatched(ReceiveUnmatched { payment, amount });
            if !self.commit(&mut Treasury::default(), &receive).is_empty() {
                return;
            }
        }
        let pay = TopUpCommand::Pay {
            amount,
            tx,
            lt,
            from_suspense,
        };
        self.once(PolicyCommand::TopUp(order, pay));
    }
}
