//! Packets that staff put out.

use crate::test_app::TestApp;
use domain::config::Text;
use domain::ids::PacketId;
use domain::money::Coin;
use domain::red_packet::{CreatePacket, Eligibility, Kind, Prize, Secrets};
use domain::time::Timestamp;
use ledger::testing::players;
use workers::packets;

const DAY_MS: i64 = 86_400_000;

/// An equal packet of promo coins, open for a day, not sealed yet.
pub fn coins(app: &TestApp, total: i64, shares: u32) -> CreatePacket {
    let now = Timestamp(app.now());
    CreatePacket {
        packet: PacketId::default(),
        secrets: Secrets::under(uuid::Uuid::new_v4()),
        kind: Kind::Equal,
        total: Prize::Coin(Coin::from_minor(total)),
        shares,
        min: 1,
        title: Text::new("For all", "人人有份"),
        from: now,
        to: now.plus_ms(DAY_MS),
        eligibility: Eligibility::default(),
        by: "ann".into(),
    }
}

pub async fn put_out(app: &TestApp, create: CreatePacket) -> String {
    let create = app.ledger.seal_packet(create).await.expect("sealed");
    let code = app.ledger.code_of(&create.secrets).await.expect("opened");
    let reply = packets::create(&app.ledger, create, players::staff())
        .await
        .expect("a reply");
    assert!(reply.is_accepted(), "{reply:?}");
    code.expect("a code").to_string()
}
