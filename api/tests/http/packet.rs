//! Packets that staff put out.

use crate::test_app::TestApp;
use domain::config::Text;
use domain::money::Coin;
use domain::red_packet::{CreatePacket, Eligibility, Kind, PacketCode, Prize};
use domain::time::Timestamp;
use ledger::testing::players;
use workers::packets;

const DAY_MS: i64 = 86_400_000;

/// An equal packet of promo coins, open for a day.
pub fn coins(app: &TestApp, total: i64, shares: u32) -> CreatePacket {
    let now = Timestamp(app.now());
    CreatePacket {
        code: PacketCode::from_bits(uuid::Uuid::new_v4().as_u64_pair().1),
        kind: Kind::Equal,
        total: Prize::Coin(Coin::from_minor(total)),
        shares,
        min: 1,
        title: Text::new("For all", "人人有份"),
        from: now,
        to: now.plus_ms(DAY_MS),
        eligibility: Eligibility::default(),
        seed: "ab".repeat(32),
        by: "ann".into(),
    }
}

pub async fn put_out(app: &TestApp, create: CreatePacket) -> String {
    let code = create.code.to_string();
    let reply = packets::create(&app.ledger, create, players::staff())
        .await
        .expect("a reply");
    assert!(reply.is_accepted(), "{reply:?}");
    code
}
