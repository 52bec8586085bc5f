//! Red packets and redeem codes of staff: what was asked for, alone or of two people, and the packet that it becomes.

use super::changes::read;
use crate::call::accepted;
use api::error::Failure;
use domain::config::Text;
use domain::ids::{PacketId, ProposalId, derived};
use domain::money::{Coin, Diamond, Gusd, Usdt};
use domain::proposal::Change;
use domain::red_packet::{CreatePacket, Eligibility, Kind, Prize, Secrets, Terms};
use domain::refusal::Refusal;
use domain::time::{HOUR_MS, Timestamp};
use ledger::{Fault, Ledger, Request, StreamId};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// A packet, as asked for. Its time begins when it is put out, or later.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PacketWhat {
    /// lucky, equal or code.
    pub kind: String,
    /// coin, diamond, gusd_bonus or usdt.
    pub asset: String,
    /// Minor units.
    pub total: String,
    pub shares: u32,
    /// The smallest share of a lucky packet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<String>,
    pub title_en: String,
    pub title_zh: String,
    /// When it opens; at once without.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starts_ms: Option<i64>,
    pub hours: u32,
    pub min_age_days: u32,
    pub min_casts_7d: u32,
    pub countries: Vec<String>,
}

impl PacketWhat {
    /// What a body asks for: whatever else it has is of the call.
    pub fn of(body: &impl Serialize) -> PacketWhat {
        let fields = serde_json::to_value(body).expect("a body writes");
        serde_json::from_value(fields).expect("a body has the fields of a packet")
    }

    /// What is in it.
    ///
    /// # Errors
    /// -1006 with the field that is wrong.
    pub fn prize(&self) -> Result<Prize, Failure> {
        let total = minor(&self.total, "total")?;
        Ok(match self.asset.as_str() {
            "coin" => Prize::Coin(Coin::from_minor(total)),
            "diamond" => Prize::Diamond(Diamond::from_minor(total)),
            "gusd_bonus" => Prize::GusdBonus(Gusd::from_minor(total)),
            "usdt" => Prize::Usdt(Usdt::from_minor(total)),
            _ => return Err(Failure::invalid("asset")),
        })
    }

    /// The packet, not sealed yet. Its code will be kept under the request or the proposal: a repetition makes the same
    /// packet.
    ///
    /// # Errors
    /// -1006 with the first field that is wrong.
    pub fn packet(&self, now: Timestamp, source: Uuid, by: &str) -> Result<CreatePacket, Failure> {
        let from = self.starts_ms.map_or(now, |at| now.max(Timestamp(at)));
        Ok(CreatePacket {
            packet: PacketId::default(),
            secrets: Secrets::under(kept_under(source)),
            kind: match self.kind.as_str() {
                "lucky" => Kind::Lucky,
                "equal" => Kind::Equal,
                "code" => Kind::Code,
                _ => return Err(Failure::invalid("kind")),
            },
            total: self.prize()?,
            shares: self.shares,
            min: self.min.as_deref().map_or(Ok(1), |min| minor(min, "min"))?,
            title: Text::new(&self.title_en, &self.title_zh),
            from,
            to: from.plus_ms(i64::from(self.hours) * HOUR_MS),
            eligibility: Eligibility {
                min_age_days: self.min_age_days.into(),
                min_casts_7d: self.min_casts_7d,
                countries: self.countries.clone(),
            },
            by: by.to_owned(),
        })
    }
}

/// Where the vault keeps the code of a packet that a request or a proposal makes.
fn kept_under(source: Uuid) -> Uuid {
    derived("packet_secrets", source)
}

fn minor(text: &str, field: &str) -> Result<i64, Failure> {
    text.parse().map_err(|_| Failure::invalid(field))
}

/// Seals the packet and makes it, with money of the promo budget if it holds any.
///
/// # Errors
/// The refusal of its rules, 2004 beyond what is free of the budget.
pub async fn put_out(ledger: &Ledger, create: CreatePacket, request: Request) -> Result<Terms, Failure> {
    let create = ledger.seal_packet(create).await?;
    let id = StreamId::thing(create.packet.0);
    accepted(workers::packets::create(ledger, create, request).await)?;
    // A promise of the budget makes the packet, and a packet that cannot be made gives the promise back.
    let packet = ledger.red_packets().load(&id).await?.state;
    Ok(packet.terms.ok_or(Refusal::InsufficientUsdt)?)
}

/// A packet that this member made.
///
/// # Errors
/// 7201 for no packet, 9001 for one of somebody else.
pub async fn own(ledger: &Ledger, id: &StreamId, name: &str) -> Result<Terms, Failure> {
    let packet = ledger.red_packets().load(id).await?.state;
    let terms = packet.terms.ok_or(Refusal::PacketNotFound)?;
    if terms.by != name {
        return Err(Refusal::NoPermission.into());
    }
    Ok(terms)
}

/// The packet that came of a proposal; nothing before it was carried out, and for one that was put out before codes were
/// sealed.
///
/// # Errors
/// A fault of the ledger.
pub async fn made_by(ledger: &Ledger, proposal: ProposalId) -> Result<Option<PacketId>, Fault> {
    let secrets = Secrets::under(kept_under(proposal.0));
    let code = ledger.code_of(&secrets).await?;
    Ok(code.map(|code| ledger.vault().packet_of(&code)))
}

/// Puts out what two people agreed on, in the name of who proposed it.
///
/// # Errors
/// As [`put_out`].
pub(super) async fn carry_out(ledger: &Ledger, id: Uuid, change: &Change, request: Request) -> Result<(), Failure> {
    let what: PacketWhat = read(change)?;
    let create = what.packet(ledger.clock().now(), id, &change.maker)?;
    put_out(ledger, create, request).await.map(drop)
}
