//! The world: all streams of one player behind one door, policies that repeat
//! themselves, a wallet service that crashes, and the chain, which tells the truth.

use super::Act;
use domain::ids::{OrderId, SubmissionId, WithdrawalId, derived};
use domain::kyc::{Decide, KycCheck, KycCommand, Submit, Verdict};
use domain::money::{Asset, Usdt};
use domain::player::coupon::OpenTopUp;
use domain::player::signin::SignIn;
use domain::player::{Event, Player};
use domain::policies::{PolicyCommand, RecordedEvent, react};
use domain::posting::{House, Purse};
use domain::stream::{Stream, StreamEvent};
use domain::testing::Angler;
use domain::time::HOUR_MS;
use domain::topup::{TopUp, TopUpCommand, TopUpEvent};
use domain::withdrawal::{
    Approve, Cause, NotPaid, Receipt, Send, Slot, Standing, State, Withdrawal, WithdrawalCommand, WithdrawalEvent,
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

/// All streams of one player, and the chain, which is nobody's stream.
pub struct World {
    player: Angler,
    withdrawals: BTreeMap<WithdrawalId, Withdrawal>,
    pub orders: BTreeMap<OrderId, TopUp>,
    check: KycCheck,
    pub log: Vec<Recorded>,
    followed: usize,
    answers: BTreeMap<Uuid, PolicyCommand>,
    keys: BTreeSet<String>,
    books: BTreeMap<&'static str, i64>,
    /// Slots the chain has executed, with the withdrawal that was paid.
    executed: BTreeMap<u64, WithdrawalId>,
    /// Payments that came, by number: of which order, how much.
    came: Vec<(OrderId, i64)>,
    /// A service that takes a timeout for a proof.
    lies: bool,
}

impl World {
    pub fn new(lies: bool) -> World {
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
            lies,
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

    /// The one door: a request is decided once.
    fn ask(&mut self, ask: PolicyCommand, request: Uuid) {
        if let Some(asked) = self.answers.get(&request) {
            assert_eq!(asked, &ask, "a request id stands for one question");
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
            other => panic!("{other:?} is of another world"),
        };
        self.log.extend(recorded);
    }

    fn once(&mut self, ask: PolicyCommand) {
        let request = derived("fresh", Uuid::from_u128(self.answers.len() as u128));
        self.ask(ask, request);
    }

    /// The policies follow the log to its end, having forgotten the last `again` events.
    fn policies(&mut self, again: usize) {
        self.followed = self.followed.saturating_sub(again);
        let id = self.player.player.id;
        while let Some(recorded) = self.log.get(self.followed).cloned() {
            let happened = match &recorded {
                Recorded::Player(event) => RecordedEvent::Player(id, event),
                Recorded::Withdrawal(withdrawal, event) => RecordedEvent::Withdrawal(*withdrawal, event),
                Recorded::TopUp(order, event) => RecordedEvent::TopUp(*order, event),
                Recorded::Kyc(event) => RecordedEvent::Kyc(id, event),
            };
            let event_id = derived("event", Uuid::from_u128(self.followed as u128));
            for reaction in react(happened, event_id) {
                self.ask(reaction.ask, reaction.request_id);
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

    fn review(&mut self, which: usize, says_yes: bool) {
        let Some((id, one)) = self.pick(which) else { return };
        let staff = "ann".to_owned();
        let command = if says_yes {
            WithdrawalCommand::Approve(Approve {
                is_lead: true,
                staff,
                own: None,
                digest: one.digest().unwrap_or_default(),
                standing: self.standing(),
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
            // A service that lost its place starts again from the first number.
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
        if self.executed.contains_key(&slot.query_id) && !(self.lies && gives_up) {
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
        let (lie, now) = (slot.valid_until.plus_ms(HOUR_MS), self.player.now);
        let cause = Cause::NeverProcessed {
            chain_time: if self.lies { lie } else { now },
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
            3 => KycCommand::Reset {
                by: "ann".into(),
                reason: "Again".into(),
            },
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
            Act::PolicyCommand(micro) => self.once(PolicyCommand::Player(id, self.player.withdrawal(micro).into())),
            Act::Review { which, says_yes } => self.review(which, says_yes),
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

    /// The watcher reports a payment; a second time after a restart.
    fn watch(&mut self, number: usize) {
        let Some(&(order, micro)) = self.came.get(number) else {
            return;
        };
        let (amount, tx, lt) = (Usdt::from_minor(micro), format!("in-{number}"), number as u64);
        self.once(PolicyCommand::TopUp(order, TopUpCommand::Pay { amount, tx, lt }));
    }

    fn booked(&self, name: &str) -> i64 {
        self.books.get(name).copied().unwrap_or(0)
    }

    /// Everything catches up, and the books are compared with the chain.
    pub fn ends(&mut self) -> Result<(), String> {
        self.policies(usize::MAX);
        (0..self.came.len()).for_each(|number| self.watch(number));
        self.policies(7);
        self.identity_is_known()?;
        let paid = self.paid()?;
        let out = self.withdrawals.values().filter(|one| one.state.is_out());
        let net = |one: &Withdrawal| one.request.as_ref().map_or(0, |request| request.terms.net().minor());
        let booked: i64 = self.booked(House::UsdtClearing.name());
        let (is_out, reopened): (i64, i64) = (out.map(net).sum(), self.reopened().map(net).sum());
        if booked != is_out + reopened {
            return Err(format!(
                "clearing holds {booked}, {is_out} is out, {reopened} will be again"
            ));
        }
        let came: i64 = self.came.iter().map(|(_, micro)| micro).sum();
        let credited = self.booked(Purse::Coupon.name());
        if credited != came {
            return Err(format!("{came} came, {credited} was credited"));
        }
        let custody = self.booked(House::UsdtCustody.name());
        if custody != paid - came {
            return Err(format!("custody moved {custody}, the chain {}", paid - came));
        }
        Ok(())
    }

    /// Withdrawals whose first slot was closed and that wait for another.
    fn reopened(&self) -> impl Iterator<Item = &Withdrawal> {
        let was_sent = |id: &WithdrawalId| {
            self.log.iter().any(
                |recorded| matches!(recorded, Recorded::Withdrawal(other, WithdrawalEvent::Sent { .. }) if other == id),
            )
        };
        let waits = |one: &Withdrawal| matches!(one.state, State::Approved | State::Review);
        self.withdrawals
            .iter()
            .filter(move |(id, one)| waits(one) && was_sent(id))
            .map(|(_, one)| one)
    }

    /// T-03, T-05: what the chain paid is confirmed or still out, and never refunded; the sum of what is settled.
    fn paid(&self) -> Result<i64, String> {
        let mut payments: BTreeMap<WithdrawalId, u32> = BTreeMap::new();
        for withdrawal in self.executed.values() {
            *payments.entry(*withdrawal).or_default() += 1;
        }
        let mut settled = 0;
        for (id, one) in &self.withdrawals {
            let times = payments.get(id).copied().unwrap_or(0);
            let refunded = matches!(one.state, State::Failed | State::Rejected);
            if times > 1 || (refunded && times > 0) {
                return Err(format!("paid {times} times and {:?}", one.state));
            }
            if one.state == State::Confirmed {
                assert_eq!(times, 1, "confirmed means paid");
                settled += one.request.as_ref().map_or(0, |request| request.terms.net().minor());
            }
        }
        Ok(settled)
    }

    fn identity_is_known(&self) -> Result<(), String> {
        let (told, known) = (self.check.status, self.player.player.identity.kyc);
        if told == known {
            Ok(())
        } else {
            Err(format!("the check is {told:?}, the player knows {known:?}"))
        }
    }
}
