//! The simulation: all streams behind one command handler that stores answers and keys, one log,
//! independent balances, handlers that crash and policies that repeat themselves.

use domain::config::Text;
use domain::ids::{PacketId, PlayerId, StockId, TakeId, derived};
use domain::money::{Asset, Usdt};
use domain::player::signin::SignIn;
use domain::player::team::CountInvite;
use domain::player::{Event, Player};
use domain::policies::{PolicyCommand, Reaction, RecordedEvent, credit_share, react, use_take};
use domain::posting::{Account, House, Purse};
use domain::red_packet::{CreatePacket, Eligibility, Kind, PacketCommand, PacketEvent, Prize, RedPacket, Secrets};
use domain::refusal::Refusal;
use domain::stock::{Lot, Purpose, Stock, StockCommand, StockEvent};
use domain::stream::{Context, Stream, StreamEvent};
use domain::testing::{Angler, START, seed};
use domain::time::{DAY_MS, HOUR_MS};
use domain::treasury::{AllotPacket, AllotPool, FundPromoBudget, Treasury, TreasuryCommand, TreasuryEvent};
use std::collections::{BTreeMap, BTreeSet};
use uuid::Uuid;

/// Players who may do everything.
pub const PLAYERS: i64 = 4;
/// Shards of a day's pool.
pub const SHARDS: u16 = 2;
pub const ITEM: &str = "coins_1";
pub const TASK: &str = "dives_10";

/// An event with the stream it was recorded in.
#[derive(Clone, Debug)]
pub enum Recorded {
    Player(PlayerId, Event),
    Stock(StockId, StockEvent),
    RedPacket(PacketEvent),
    Treasury(TreasuryEvent),
}

/// All streams, one log, one set of keys, every answer stored.
pub struct World {
    pub clock: Angler,
    players: BTreeMap<PlayerId, Player>,
    stocks: BTreeMap<StockId, Stock>,
    packets: BTreeMap<PacketId, RedPacket>,
    treasury: Treasury,
    pub log: Vec<Recorded>,
    followed: usize,
    answers: BTreeMap<Uuid, (PolicyCommand, bool)>,
    keys: BTreeSet<String>,
    books: BTreeMap<(Uuid, &'static str), i64>,
    gives_back: bool,
}

/// Decides and records one command on one stream.
fn commit<S: Stream>(
    state: &mut S,
    owner: Uuid,
    command: &S::Command,
    context: &Context,
    world: (&mut BTreeSet<String>, &mut BTreeMap<(Uuid, &'static str), i64>),
) -> Result<Vec<S::Event>, Refusal> {
    let decision = state.decide(command, context)?;
    if let Some(taken) = decision.claims.iter().find(|claim| world.0.contains(&claim.key)) {
        return Err(taken.taken.clone());
    }
    world.0.extend(decision.claims.into_iter().map(|claim| claim.key));
    for event in &decision.events {
        state.evolve(event);
        let postings = event.postings(owner);
        assert!(Asset::ALL.iter().all(|asset| postings.sum(*asset) == 0), "I-01");
        for leg in postings.legs() {
            *world.1.entry((leg.account.owner(), leg.account.name())).or_default() += leg.amount;
        }
    }
    Ok(decision.events)
}

impl World {
    pub fn new(gives_back: bool) -> World {
        let clock = Angler::new().under(|config| {
            let unlock = &mut config.exchange.unlock;
            (unlock.pool_min, unlock.pool_max) = (Usdt::from_minor(70_001), Usdt::from_minor(130_000));
            let item = config.shop.items.iter_mut().find(|item| item.item_id == ITEM);
            item.expect("an item").stock = Some(5);
            let task = config.promotion.tasks.iter_mut().find(|task| task.task_id == TASK);
            task.expect("a task").stock = Some(2);
        });
        let mut world = World {
            players: (0..PLAYERS).map(grown_up).map(|player| (player.id, player)).collect(),
            clock,
            stocks: BTreeMap::new(),
            packets: BTreeMap::new(),
            treasury: Treasury::default(),
            log: Vec::new(),
            followed: 0,
            answers: BTreeMap::new(),
            keys: BTreeSet::new(),
            books: BTreeMap::new(),
            gives_back,
        };
        let fund = FundPromoBudget {
            amount: Usdt::from_minor(1_000_000),
            proposer: "ann".into(),
            approver: "bob".into(),
            reason: "Spring campaign".into(),
        };
        world.once(PolicyCommand::Treasury(TreasuryCommand::FundPromoBudget(fund)));
        for (lot, capacity) in [(item(), 5), (task(), 2)] {
            let offer = StockCommand::Offer {
                lot: lot.clone(),
                capacity,
                until: None,
            };
            world.once(PolicyCommand::Stock(lot.id(), offer));
        }
        world
    }

    /// The command handler: a request is decided once, and a reused id has the same body.
    fn ask(&mut self, ask: &PolicyCommand, request: Uuid) -> bool {
        if let Some((earlier, answer)) = self.answers.get(&request) {
            assert_eq!(earlier, ask, "a request id has one body");
            return *answer;
        }
        let context = self.clock.context(&SignIn.into());
        let world = (&mut self.keys, &mut self.books);
        let recorded: Result<Vec<Recorded>, Refusal> = match ask {
            PolicyCommand::Player(id, command) => {
                let player = self.players.entry(*id).or_default();
                commit(player, id.0, command, &context, world)
                    .map(|events| events.into_iter().map(|event| Recorded::Player(*id, event)).collect())
            }
            PolicyCommand::Stock(id, command) => {
                let stock = self.stocks.entry(*id).or_default();
                commit(stock, id.0, command, &context, world)
                    .map(|events| events.into_iter().map(|event| Recorded::Stock(*id, event)).collect())
            }
            PolicyCommand::RedPacket(id, command) => {
                let packet = self.packets.entry(*id).or_default();
                let number = id.0.as_u64_pair().1;
                let context = Context {
                    seed: packet.seed_needed(command).map(|_| seed(number)),
                    ..context
                };
                commit(packet, id.0, command, &context, world)
                    .map(|events| events.into_iter().map(Recorded::RedPacket).collect())
            }
            PolicyCommand::Withdrawal(..) | PolicyCommand::TopUp(..) | PolicyCommand::Kyc(..) => {
                panic!("payouts have their own simulation")
            }
            PolicyCommand::Treasury(command) => commit(&mut self.treasury, Uuid::nil(), command, &context, world)
                .map(|events| events.into_iter().map(Recorded::Treasury).collect()),
        };
        self.answers.insert(request, (ask.clone(), recorded.is_ok()));
        self.log.extend(recorded.iter().flatten().cloned());
        recorded.is_ok()
    }

    /// A request of its own.
    pub fn once(&mut self, ask: PolicyCommand) -> bool {
        self.ask(&ask, self.fresh())
    }

    fn fresh(&self) -> Uuid {
        derived("fresh", Uuid::from_u128(self.answers.len() as u128))
    }

    fn follow(&mut self, reaction: &Reaction) {
        if !self.ask(&reaction.command, reaction.request_id)
            && let Some(otherwise) = reaction.otherwise.as_ref().filter(|_| self.gives_back)
        {
            self.follow(otherwise);
        }
    }

    /// The policies follow the log to its end, repeating the last `again` events.
    pub fn policies(&mut self, again: usize) {
        self.followed = self.followed.saturating_sub(again);
        while let Some(recorded) = self.log.get(self.followed).cloned() {
            let event = match &recorded {
                Recorded::Player(player, event) => RecordedEvent::Player(*player, event),
                Recorded::Stock(stock, event) => RecordedEvent::Stock(*stock, event),
                Recorded::RedPacket(event) => RecordedEvent::RedPacket(event),
                Recorded::Treasury(event) => RecordedEvent::Treasury(event),
            };
            let event_id = derived("event", Uuid::from_u128(self.followed as u128));
            for reaction in react(event, event_id) {
                self.follow(&reaction);
            }
            self.followed += 1;
        }
    }

    /// A handler takes and uses; it crashes after `steps` steps.
    pub fn takes(&mut self, player: PlayerId, lot: &Lot, purpose: Purpose, steps: u8) {
        let request = self.fresh();
        let (stock, take) = (lot.id(), TakeId::of(request, &purpose));
        let command = StockCommand::Take {
            take,
            request: Some(request),
            taker: player,
            purpose,
        };
        if !self.ask(&PolicyCommand::Stock(stock, command), request) || steps < 2 {
            return;
        }
        let taken = self.log.iter().rev().find_map(|recorded| match recorded {
            Recorded::Stock(_, StockEvent::StockTaken(taken)) if taken.take == take => Some(taken.clone()),
            _ => None,
        });
        let mut reaction = use_take(stock, &taken.expect("a take"));
        if steps < 3 {
            reaction.otherwise = None;
        }
        self.follow(&reaction);
    }

    /// A handler claims and credits; it crashes after `steps` steps.
    pub fn claims(&mut self, player: PlayerId, packet: PacketId, steps: u8) {
        let context = self.clock.context(&SignIn.into());
        let claimer = self.players[&player].claimer(0, None, &context);
        let Ok(claimer) = claimer else { return };
        if self.once(PolicyCommand::RedPacket(packet, PacketCommand::Claim(claimer)))
            && steps > 1
            && let Some(claimed) = self.log.iter().rev().find_map(|recorded| match recorded {
                Recorded::RedPacket(PacketEvent::ShareClaimed(claimed)) => Some(claimed.clone()),
                _ => None,
            })
        {
            self.follow(&credit_share(&claimed));
        }
    }

    pub fn allots(&mut self, number: u64, micro: i64) {
        let create = Box::new(CreatePacket {
            packet: PacketId(Uuid::from_u128(u128::from(number))),
            secrets: Secrets::Sealed {
                under: Uuid::nil(),
                commit: seed(number).commit(),
            },
            kind: Kind::Lucky,
            total: Prize::Usdt(Usdt::from_minor(micro)),
            shares: 3,
            min: 1,
            title: Text::new("Good luck", "恭喜发财"),
            from: self.clock.now,
            to: self.clock.now.plus_ms(8 * HOUR_MS),
            eligibility: Eligibility::default(),
            by: "ann".into(),
        });
        self.once(PolicyCommand::Treasury(TreasuryCommand::AllotPacket(AllotPacket {
            create,
        })));
    }

    /// Clocks: a new day's pool, and the end of what is over.
    pub fn clocks(&mut self) {
        let (day, ngr, shards) = (self.clock.now.day(), Usdt::from_minor(100_000), SHARDS);
        self.once(PolicyCommand::Treasury(TreasuryCommand::AllotPool(AllotPool {
            day,
            ngr,
            shards,
        })));
        for stock in self.stocks.keys().copied().collect::<Vec<_>>() {
            self.once(PolicyCommand::Stock(stock, StockCommand::Close));
        }
        for packet in self.packets.keys().copied().collect::<Vec<_>>() {
            self.once(PolicyCommand::RedPacket(packet, PacketCommand::Expire));
        }
    }

    fn booked(&self, house: House) -> i64 {
        self.books.get(&(Uuid::nil(), house.name())).copied().unwrap_or(0)
    }

    /// Units of every stock that players' accepted commands have used.
    fn used(&self) -> BTreeMap<TakeId, i64> {
        let uses = self.log.iter().filter_map(|recorded| match recorded {
            Recorded::Player(_, Event::BonusUnlocked(unlocked)) => Some((unlocked.take, unlocked.gusd.minor())),
            Recorded::Player(_, Event::ShopPurchased(bought)) => {
                bought.take.map(|take| (take, i64::from(bought.count)))
            }
            Recorded::Player(_, Event::TaskReceived(received)) => received.take.map(|take| (take, 1)),
            _ => None,
        });
        let mut used = BTreeMap::new();
        for (take, units) in uses {
            assert!(used.insert(take, units).is_none(), "a take is used once");
        }
        used
    }

    /// Everything ends: policies catch up, clocks run, and the books are complete.
    pub fn ends(&mut self) -> Result<(), String> {
        self.policies(usize::MAX);
        self.clock.wait(2 * DAY_MS);
        for _ in 0..2 {
            self.clocks();
            self.policies(3);
            self.clock.wait(2 * DAY_MS);
        }
        let used = self.used();
        let out: i64 = self.stocks.values().map(|stock| stock.taken).sum();
        if out != used.values().sum::<i64>() {
            return Err(format!("{out} units are out, {used:?} are used"));
        }
        let over = self.stocks.values().find(|stock| stock.taken > stock.capacity);
        assert_eq!(over, None, "I-29");
        let held = self.booked(House::UsdtPacketHeld);
        if held != 0 {
            return Err(format!("{held} is held by packets that ended"));
        }
        let (budget, free) = (self.booked(House::UsdtPromoBudget), self.treasury.promo_free.minor());
        let is_open = |stock: &&Stock| matches!(stock.lot, Some(Lot::Pool { .. })) && !stock.is_closed;
        let promised: i64 = self.stocks.values().filter(is_open).map(Stock::left).sum();
        if budget != free + promised {
            return Err(format!(
                "the budget holds {budget}: {free} is free, {promised} promised"
            ));
        }
        self.purses();
        Ok(())
    }

    fn purses(&self) {
        for player in self.players.values() {
            let grown_up = grown_up(player.registration.tg_id);
            for purse in Purse::ALL {
                let account = Account::Player(player.id, purse);
                let moved = self.books.get(&(player.id.0, account.name())).copied().unwrap_or(0);
                let had = grown_up.wallet.minor(purse);
                assert_eq!(player.wallet.minor(purse), had + moved, "wallet == books");
            }
        }
    }
}

pub fn item() -> Lot {
    Lot::Item { item_id: ITEM.into() }
}

pub fn task() -> Lot {
    Lot::Task { task_id: TASK.into() }
}

/// A player of ten days with an invite, a top-up, ten dives and bonus tokens.
fn grown_up(tg_id: i64) -> Player {
    let at = START.plus_ms(-10 * DAY_MS);
    let mut angler = Angler::registered(tg_id, None, at)
        .with_promo(1_000)
        .with_bonus(200_000);
    angler.tops_up(6);
    let friend = PlayerId::of_messenger(1_000 + tg_id);
    angler.must(CountInvite { friend });
    for _ in 0..10 {
        angler.dives(10, 1).casts(1).surfaces();
    }
    angler.player
}
