//! One stream of every type that players and the clock share, beside the players and the house's own.

use domain::case::{self, CaseCommand, CaseNo};
use domain::config::{Config, Propose, Section, SectionCommand, Text};
use domain::day_close::{Close, DayClose};
use domain::ids::{OrderId, PacketId, PlayerId, ProposalId, StaffId, SubmissionId};
use domain::kyc::{KycCommand, Submit};
use domain::money::Asset;
use domain::money::{Coin, Usdt};
use domain::period;
use domain::proposal::{self, ProposalCommand};
use domain::rank::{Board, Period, RankCommand};
use domain::red_packet::{CreatePacket, Eligibility, Kind, PacketCommand, Prize, Secrets};
use domain::sample::{self, SampleCommand};
use domain::staff::{Add, Decided, Role, StaffCommand};
use domain::stock::{Lot, StockCommand};
use domain::stream::Stream;
use domain::testing::Angler;
use domain::time::{DAY_MS, Day, Month, Timestamp};
use domain::topup::{Order, TopUpCommand};
use domain::withdrawal::WithdrawalCommand;
use ledger::streams::Listed;
use ledger::{CommandHandler, Ledger, PERIODS_STREAM, Plain, Request, StreamId};
use uuid::Uuid;

/// Opens one of each for `player`.
pub async fn open(ledger: &Ledger, player: PlayerId) {
    let now = ledger.clock().now();
    let lot = Lot::Item { item_id: "rod".into() };
    let (id, capacity, until) = (StreamId::thing(lot.id().0), 5, None);
    must(ledger.stocks(), id, StockCommand::Offer { lot, capacity, until }).await;
    let packet = packet(now);
    let id = StreamId::thing(packet.packet.0);
    must(ledger.red_packets(), id, PacketCommand::Create(Box::new(packet))).await;
    let request = Angler::new()
        .with_usdt(100_000_000)
        .with_address()
        .withdraws(10_000_000);
    let id = StreamId::thing(request.terms.withdrawal.0);
    must(ledger.withdrawals(), id, WithdrawalCommand::Open(Box::new(request))).await;
    let order = order(player, now);
    let id = StreamId::thing(OrderId::of(&order.order_no).0);
    must(ledger.topups(), id, TopUpCommand::Create(order)).await;
    must(
        ledger.kyc_checks(),
        StreamId::player(player),
        KycCommand::Submit(submit(player)),
    )
    .await;
    let (board, period, entries) = (Board::Invite, Period::Day(now.plus_ms(-DAY_MS).day()), Vec::new());
    let close = RankCommand::Close { board, period, entries };
    must(ledger.ranks(), StreamId::thing(period.id(board).0), close).await;
    let id = StreamId::house(&Section::Limits.stream());
    must(ledger.sections(), id, SectionCommand::Propose(proposal(now))).await;
    let id = StreamId::thing(StaffId::of("ana").0);
    must(ledger.staff(), id, StaffCommand::Add(member())).await;
    let change = change(player);
    let id = StreamId::thing(change.proposal.0);
    must(ledger.proposals(), id, ProposalCommand::Propose(change)).await;
    let planned = SampleCommand::Plan {
        plan: plan(),
        by: "ana".into(),
    };
    must(ledger.samples(), StreamId::thing(Uuid::from_u128(47)), planned).await;
    let opened = matter(player);
    must(
        ledger.cases(),
        StreamId::thing(opened.no.id().0),
        CaseCommand::Open(opened),
    )
    .await;
    let closing = closing(now.plus_ms(-DAY_MS).day());
    must(ledger.day_closes(), StreamId::thing(DayClose::id(closing.day)), closing).await;
    let month = month(Month::of(now.day()).back(1), ledger.partitions().into());
    let close = period::Command::Month(month);
    must(ledger.periods(), StreamId::house(PERIODS_STREAM), close).await;
}

async fn must<S: Listed>(handler: &CommandHandler<S>, id: StreamId, command: <S as Stream>::Command) {
    let reply = handler
        .execute(&id, command, Request::default(), Plain)
        .await
        .expect("a reply");
    assert!(reply.is_accepted(), "{}: {reply:?}", S::TYPE);
}

fn packet(now: Timestamp) -> CreatePacket {
    CreatePacket {
        packet: PacketId(Uuid::from_u128(7)),
        secrets: Secrets::under(Uuid::from_u128(8)),
        kind: Kind::Equal,
        total: Prize::Coin(Coin::from_minor(100)),
        shares: 10,
        min: 1,
        title: Text::new("Good luck", "恭喜发财"),
        from: now,
        to: now.plus_ms(DAY_MS),
        eligibility: Eligibility::default(),
        by: "ana".into(),
    }
}

fn order(player: PlayerId, now: Timestamp) -> Order {
    Order {
        player,
        order_no: "order-1".into(),
        channel: "ton_usdt".into(),
        amount: Usdt::from_minor(10_000_000),
        valid_until: now.plus_ms(DAY_MS),
    }
}

fn submit(player: PlayerId) -> Submit {
    Submit {
        submission: SubmissionId(Uuid::from_u128(1)),
        player,
        doc_hash: "a".repeat(64),
        key_id: "key-1".into(),
        country: "MT".into(),
        images: 2,
        is_used_elsewhere: false,
    }
}

fn member() -> Add {
    Add {
        name: "ana".into(),
        roles: [Role::Content].into(),
        own: None,
        code: None,
        decided: Decided {
            approver: None,
            by: "zoe".into(),
            reason: "new desk".into(),
        },
    }
}

fn change(player: PlayerId) -> proposal::Propose {
    proposal::Propose {
        proposal: ProposalId(Uuid::from_u128(2)),
        kind: proposal::Kind::ClusterFreeze,
        what: serde_json::json!({ "players": [player] }),
        players: vec![player],
        maker: "ana".into(),
        own: None,
        reason: "one device".into(),
    }
}

fn matter(player: PlayerId) -> case::Open {
    case::Open {
        no: CaseNo::of_request(Uuid::from_u128(9)),
        title: "paid twice".into(),
        about: None,
        player: Some(player),
        by: case::Member {
            name: "ana".into(),
            own: None,
        },
    }
}

fn closing(day: Day) -> Close {
    Close {
        day,
        report: serde_json::json!({ "trial": [] }),
        signature: "note".into(),
        is_balanced: true,
        by: "ana".into(),
        reason: "all is well".into(),
    }
}

fn month(period: Month, logs: usize) -> period::Close {
    period::Close {
        period,
        begun: period.first(),
        days: period.days().collect(),
        until: vec![0; logs],
        figures: period::Figures::default(),
        rates: None,
        breaks: None,
        signature: "note".into(),
        agreed: period::Agreed {
            proposal: ProposalId(Uuid::from_u128(3)),
            proposer: "ana".into(),
            approver: "zoe".into(),
            reason: "all is well".into(),
        },
    }
}

fn plan() -> sample::Plan {
    sample::Plan {
        asset: Asset::Usdt,
        of: "players".into(),
        accounts: vec!["usdt".into()],
        after: vec![0],
        until: vec![9],
        lines: 1,
        units: 7,
        interval: 3,
        confidence: 95,
        tolerable: None,
        commit: String::new(),
    }
}

fn proposal(now: Timestamp) -> Propose {
    Propose {
        section: Section::Limits,
        body: Config::standard().section(Section::Limits),
        author: "ana".into(),
        reason: "as it was".into(),
        effective_at: now,
        replaces: 0,
    }
}
