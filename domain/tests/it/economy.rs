//! Random actions of the economy: VIP, coupons, shop, exchange, limits, staff.

mod books;

pub use books::Books;

use domain::config::Config;
use domain::config::region::Mode;
use domain::ids::{StockId, TakeId, WithdrawalId, derived};
use domain::money::{Coupon, Gusd, Usdt};
use domain::player::adjustment::Adjust;
use domain::player::coupon::{BuyCoupons, CloseTopUp, CreditTopUp, OpenTopUp, RefundCoupons};
use domain::player::erasure::{CancelErasure, EraseData, RequestErasure};
use domain::player::exchange::{ExchangeTokens, ExpireBonus, UnlockBonus};
use domain::player::freeze::{Freeze, Unfreeze};
use domain::player::identity::{SeeCountry, Source};
use domain::player::limits::{Break, SetLimit, Setting, TakeBreak};
use domain::player::messages::{ChooseMessages, NoteMessagesBlocked, Topics};
use domain::player::registration::AcceptTerms;
use domain::player::shop::BuyItem;
use domain::player::signin::SignIn;
use domain::player::vip::{ActivateVip, ClaimVip, ExpireVip, PayWith};
use domain::player::{Command, Event};
use domain::posting::{House, Purse};
use domain::testing::{ADDRESS, Angler};
use domain::time::DAY_MS;
use domain::treasury::PaymentKey;
use domain::withdrawal::Address;
use proptest::prelude::*;
use std::sync::Arc;
use uuid::Uuid;

/// Refusals that random play must have met.
pub const REFUSALS: [i32; 28] = [
    -1002, -1004, -1009, -1010, 2003, 2004, 2005, 2006, 2007, 2008, 3010, 3011, 4010, 5001, 5002, 5003, 5101, 5102,
    5104, 5203, 5204, 5205, 5302, 5303, 6001, 6012, 9003, 4008,
];

/// Numbers select; the state decides whether it is allowed.
#[derive(Clone, Debug)]
pub enum Action {
    Activate(u8, PayWith),
    ClaimVip(u8),
    ExpireVip,
    BuyCoupons(i64),
    OpenTopUp(i64),
    CloseTopUp,
    CreditTopUp { micro: i64, again: bool },
    Refund { micro: i64, stray: bool },
    Buy { item: usize, count: u32, off: i64 },
    Exchange(i64),
    Unlock { minor: i64, late: bool },
    ExpireBonus,
    Limit(Setting),
    Pause(Break, i64),
    Messages(bool),
    Region(&'static str),
    Freeze,
    Terms,
    Erase { for_good: u8 },
    HouseDay(i64),
    Fund(Purse),
    Later(i64),
}

pub fn action() -> impl Strategy<Value = Action> {
    use prop::sample::select;
    let micro = || select(vec![0, 1, 999_999, 1_000_000, 5_000_000, 20_000_000, 5_000_000_001]);
    let tier = || select(vec![1_u8, 1, 1, 2, 2, 3, 5, 0]);
    let pay = select(vec![PayWith::Coupon, PayWith::Coupon, PayWith::Usdt]);
    let gusd = select(vec![0, 150, 100_000, 1_000_000, 1_000_100, 30_000_000, 50_000_000]);
    let bonus = select(vec![0, 1, 20_000, 50_000, 50_001]);
    let counts = select(vec![1_u32, 1, 1, 2, 5, 0]);
    let limit = select(vec![None, Some(100_000), Some(500_000), Some(5_000_000), Some(-1)]);
    prop_oneof![
        4 => (tier(), pay).prop_map(|(vip_id, pay)| Action::Activate(vip_id, pay)),
        8 => tier().prop_map(Action::ClaimVip),
        2 => Just(Action::ExpireVip),
        2 => micro().prop_map(Action::BuyCoupons),
        3 => micro().prop_map(Action::OpenTopUp),
        1 => Just(Action::CloseTopUp),
        6 => (micro(), any::<bool>()).prop_map(|(micro, again)| Action::CreditTopUp { micro, again }),
        3 => (micro(), any::<bool>()).prop_map(|(micro, stray)| Action::Refund { micro, stray }),
        8 => (0..6_usize, counts, select(vec![0, 0, 0, 1])).prop_map(|(item, count, off)| Action::Buy { item, count, off }),
        4 => gusd.prop_map(Action::Exchange),
        4 => (bonus, select(vec![false, false, true])).prop_map(|(minor, late)| Action::Unlock { minor, late }),
        2 => Just(Action::ExpireBonus),
        3 => (0..5_u8, limit).prop_map(|(field, value)| Action::Limit(setting(field, value))),
        1 => (any::<bool>(), select(vec![0, 1, 200])).prop_map(|(long, days)| {
            Action::Pause(if long { Break::Exclude } else { Break::CoolOff }, days)
        }),
        1 => any::<bool>().prop_map(Action::Messages),
        1 => select(vec!["XX", "PP", "MT", "mt"]).prop_map(Action::Region),
        1 => Just(Action::Freeze),
        1 => Just(Action::Terms),
        1 => any::<u8>().prop_map(|for_good| Action::Erase { for_good }),
        1 => select(vec![0, -6_000_000_000]).prop_map(Action::HouseDay),
        4 => select(vec![Purse::Gusd, Purse::GusdBonus, Purse::Usdt]).prop_map(Action::Fund),
        2 => select(vec![8, 31, 61]).prop_map(Action::Later),
    ]
}

fn setting(field: u8, value: Option<i64>) -> Setting {
    let usdt = value.map(Usdt::from_minor);
    match field {
        0 => Setting::DepositDay(usdt),
        1 => Setting::DepositWeek(usdt),
        2 => Setting::DepositMonth(usdt),
        3 => Setting::LossDay(usdt),
        _ => Setting::SessionMin(value.map(|value| (value / 100_000).max(0) as u32)),
    }
}

fn messages(all: bool) -> Command {
    let (checkin, withdrawal, friend, bonus) = (all, all, all, all);
    let topics = Topics {
        checkin,
        withdrawal,
        friend,
        bonus,
    };
    let lang = "en".into();
    ChooseMessages { topics, lang }.into()
}

impl Action {
    /// The commands in the present state: mostly one, or a short sequence that restores the state.
    pub fn commands(&self, angler: &mut Angler) -> Vec<Command> {
        match *self {
            Action::Activate(vip_id, pay_with) => vec![ActivateVip { vip_id, pay_with }.into()],
            Action::ClaimVip(vip_id) => vec![ClaimVip { vip_id }.into()],
            Action::ExpireVip => vec![ExpireVip.into()],
            Action::BuyCoupons(micro) => {
                let amount = Usdt::from_minor(micro);
                vec![BuyCoupons { amount }.into()]
            }
            Action::Buy { item, count, off } => vec![buy(angler, item, count, off)],
            Action::Exchange(minor) => {
                let gusd = Gusd::from_minor(minor);
                vec![ExchangeTokens { gusd }.into()]
            }
            Action::Unlock { minor, late } => {
                let take = TakeId::of_request(Uuid::from_u128(angler.log.len() as u128));
                let command = UnlockBonus {
                    amount: Gusd::from_minor(minor),
                    pool: StockId::default(),
                    take: (!late).then_some(take),
                    request: None,
                };
                vec![command.into()]
            }
            Action::ExpireBonus => vec![ExpireBonus.into()],
            Action::Limit(setting) => vec![SetLimit { setting }.into()],
            Action::Messages(all) => vec![messages(all), NoteMessagesBlocked.into()],
            Action::HouseDay(micro) => {
                angler.house_day = Usdt::from_minor(micro);
                Vec::new()
            }
            Action::Later(days) => {
                angler.wait(days * DAY_MS);
                Vec::new()
            }
            Action::Fund(purse) => vec![fund(purse)],
            Action::OpenTopUp(_) | Action::CloseTopUp | Action::CreditTopUp { .. } | Action::Refund { .. } => {
                self.top_up(angler)
            }
            _ => self.interrupt(angler),
        }
    }

    fn top_up(&self, angler: &Angler) -> Vec<Command> {
        let now = angler.log.len();
        let open = angler.player.coupon.open_orders(angler.now).next();
        let order_no = open.map_or(format!("o-{now}"), |order| order.order_no.clone());
        let command = match *self {
            Action::OpenTopUp(micro) => {
                let (order_no, channel) = (format!("o-{now}"), "ton_usdt".into());
                let amount = Usdt::from_minor(micro);
                OpenTopUp {
                    order_no,
                    channel,
                    amount,
                }
                .into()
            }
            Action::CreditTopUp { micro, again } => {
                let tx = if again { "again".to_owned() } else { now.to_string() };
                let (amount, lt) = (Usdt::from_minor(micro), 1);
                CreditTopUp {
                    order_no,
                    amount,
                    tx,
                    lt,
                    from_suspense: false,
                }
                .into()
            }
            Action::Refund { micro, stray } => {
                let credited = angler.log.iter().rev().find_map(|event| match event {
                    Event::TopUpCredited(credited) if !stray => Some(credited.clone()),
                    _ => None,
                });
                let (case_id, proposer, approver) = ("case-1".into(), "ann".into(), "bob".into());
                let (order_no, tx, lt) = match credited {
                    Some(credited) => (credited.order_no, credited.tx, credited.lt),
                    None => (order_no, "none".to_owned(), 1),
                };
                let amount = Coupon::from_minor(micro);
                RefundCoupons {
                    order_no,
                    amount,
                    withdrawal: WithdrawalId(derived("refund", Uuid::from_u128(angler.log.len() as u128))),
                    payment: PaymentKey {
                        rail: "ton".into(),
                        tx,
                        lt,
                    },
                    address: Address::parse(ADDRESS).expect("an address"),
                    comment: None,
                    case_id,
                    proposer,
                    approver,
                }
                .into()
            }
            _ => CloseTopUp {
                order_no,
                reason: "expired".into(),
            }
            .into(),
        };
        vec![command]
    }

    /// A gate is closed, commands are tried, and it is opened again.
    fn interrupt(&self, angler: &mut Angler) -> Vec<Command> {
        let (staff, reason) = (|| "ann".to_owned(), || "Reason".to_owned());
        match *self {
            Action::Pause(kind, days) => {
                let pause: Command = TakeBreak { kind, days }.into();
                let tries = [angler.start(10, 1).into(), ClaimVip { vip_id: 1 }.into()];
                std::iter::once(pause).chain(tries).collect()
            }
            Action::Region(country) => {
                let see = |country: &str| {
                    SeeCountry {
                        country: country.into(),
                        source: Source::Connection,
                    }
                    .into()
                };
                let tries = [
                    angler.start(10, 1).into(),
                    BuyCoupons {
                        amount: Usdt::from_minor(1_000_000),
                    }
                    .into(),
                ];
                std::iter::once(see(country)).chain(tries).chain([see("DE")]).collect()
            }
            Action::Freeze => vec![
                Freeze {
                    staff: staff(),
                    reason: reason(),
                }
                .into(),
                SignIn.into(),
                Unfreeze {
                    staff: staff(),
                    reason: reason(),
                }
                .into(),
            ],
            Action::Erase { for_good } => erase(angler, for_good),
            _ => {
                let old = angler.config.product.terms_version.clone();
                let version = format!("{old}+");
                Arc::make_mut(&mut angler.config).product.terms_version = version.clone();
                vec![
                    angler.start(10, 1).into(),
                    AcceptTerms { version: old }.into(),
                    AcceptTerms { version }.into(),
                ]
            }
        }
    }
}

/// An erasure that staff cancel, or one whose wait is over at once.
fn erase(angler: &mut Angler, for_good: u8) -> Vec<Command> {
    let request = RequestErasure {
        staff: None,
        reason: String::new(),
    }
    .into();
    let erase: Command = EraseData { key_id: "key-1".into() }.into();
    if for_good > 0 {
        let cancel = CancelErasure {
            staff: "ann".into(),
            reason: "Reason".into(),
        };
        return vec![request, erase, cancel.into()];
    }
    angler.config = hasty(&angler.config);
    vec![angler.surface().into(), request, erase]
}

/// The numbers of random play: three kinds of regions, a limited item, a low loss limit.
pub fn numbers(config: &mut Config) {
    // Half a USDT, or random play would hardly ever meet the limit.
    config.game.loss_day = Usdt::from_minor(500_000);
    config.region.default_mode = Mode::Play;
    config.region.real = vec!["DE".into(), "MT".into()];
    config.region.blocked = vec!["XX".into()];
    config.shop.items[4].stock = Some(1);
    // One, or random play would hardly ever open too many before the first ends.
    config.pay.open_orders = 1;
}

/// A country with everything open.
pub fn at_home() -> SeeCountry {
    SeeCountry {
        country: "DE".into(),
        source: Source::Connection,
    }
}

pub fn fund(purse: Purse) -> Command {
    let (counter, delta) = match purse {
        Purse::Gusd => (House::GusdIssuePaid, 30_000_000),
        Purse::GusdBonus => (House::GusdIssueBonus, 100_000),
        _ => (House::UsdtReserve, 10_000_000),
    };
    let (case_id, proposer, approver) = ("case-1".into(), "ann".into(), "bob".into());
    Adjust {
        purse,
        delta,
        counter,
        case_id,
        proposer,
        approver,
        tx: None,
        restates: None,
    }
    .into()
}

/// The same numbers without a wait before an erasure.
fn hasty(config: &Arc<Config>) -> Arc<Config> {
    let mut config = config.clone();
    Arc::make_mut(&mut config).play.erasure_wait_days = 0;
    config
}

fn buy(angler: &Angler, item: usize, count: u32, off: i64) -> Command {
    let item = &angler.config.shop.items[item];
    let take = TakeId::of_request(Uuid::from_u128(1 << 64 | angler.log.len() as u128));
    BuyItem {
        item_id: item.item_id.clone(),
        price: Coupon::from_minor(item.price.minor() + off),
        count,
        take: (item.stock.is_some() && count != 2).then_some(take),
        request: None,
    }
    .into()
}
