//! `ledger redpacket`: red packets and redeem codes, until the console makes them.

use settings::table::Table;
use super::{Failure, database, moment, staff};
use settings::Settings;
use workers::packets;
use clap::{Subcommand, ValueEnum};
use domain::config::Text;
use domain::money::{Coin, Diamond, Gusd, Usdt, format_minor};
use domain::red_packet::{CreatePacket, Eligibility, Kind, PacketCode, PacketCommand, Prize};
use domain::time::{HOUR_MS, Timestamp};
use ledger::{Ledger, Plain, StreamId};
use projections::red_packets::RedPackets;
use projections::runner;
use rand::RngExt;

/// Create, stop or list red packets and redeem codes.
#[derive(clap::Args, Debug)]
pub struct Redpacket {
    #[command(subcommand)]
    act: Act,
}

#[derive(Subcommand, Debug)]
enum Act {
    /// Create a packet and print its code; USDT comes out of the promo budget
    Create(Create),
    /// End a packet early; what nobody claimed goes back
    Stop {
        /// The code
        #[arg(value_parser = code)]
        code: PacketCode,
        /// Who stops it
        #[arg(long, value_name = "NAME", value_parser = staff::name)]
        by: String,
        /// Why
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },
    /// The newest fifty packets
    List,
}

#[derive(clap::Args, Debug)]
struct Create {
    /// How shares are made
    #[arg(long, value_enum)]
    kind: Shares,
    /// What is in it
    #[arg(long, value_enum)]
    asset: Holds,
    /// Everything in it, for example 1000 coins or 25.50 USDT
    #[arg(long, value_name = "AMOUNT")]
    total: String,
    /// How many shares, or uses of a code
    #[arg(long, value_name = "N")]
    shares: u32,
    /// The smallest share of a lucky packet; one unit when absent
    #[arg(long, value_name = "AMOUNT")]
    min: Option<String>,
    /// Name in English
    #[arg(long, value_name = "TEXT")]
    title: String,
    /// Name in Chinese
    #[arg(long, value_name = "TEXT")]
    title_zh: String,
    /// Hours until it ends: up to 24, a code up to 90 days
    #[arg(long, value_name = "N", default_value_t = 24)]
    hours: u32,
    /// Days since registration that a claimer needs
    #[arg(long, value_name = "N", default_value_t = 0)]
    min_age_days: u16,
    /// Casts in the last seven days that a claimer needs
    #[arg(long, value_name = "N", default_value_t = 0)]
    min_casts: u32,
    /// Country that may claim, of ISO 3166-1, given once for each; all when absent
    #[arg(long = "country", value_name = "CC")]
    countries: Vec<String>,
    /// Who creates it
    #[arg(long, value_name = "NAME", value_parser = staff::name)]
    by: String,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Shares {
    /// Random shares
    Lucky,
    /// Equal shares
    Equal,
    /// One amount, many uses
    Code,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Holds {
    /// Promo coins
    Coin,
    /// Diamonds
    Diamond,
    /// Bonus tokens
    GusdBonus,
    /// USDT of the promo budget
    Usdt,
}

fn code(text: &str) -> Result<PacketCode, String> {
    PacketCode::parse(text).ok_or_else(|| "a code has ten letters and digits, without I, L, O and U".into())
}

impl Redpacket {
    /// Does it.
    pub async fn run(self, settings: &Settings) -> Result<(), Failure> {
        staff::on_ledger(settings, async |ledger| match &self.act {
            Act::Create(create) => create.run(ledger).await,
            Act::Stop { code, by, reason } => stop(ledger, code, by, reason).await,
            Act::List => list(ledger).await,
        })
        .await
    }
}

impl Create {
    async fn run(&self, ledger: &Ledger) -> Result<(), Failure> {
        let create = self.packet(ledger.clock().now())?;
        let code = create.code.clone();
        staff::accepted(packets::create(ledger, create, staff::request(&self.by)).await)?;
        let id = StreamId::thing(code.packet().0);
        let packet = ledger.red_packets().load(&id).await.map_err(database::failure)?.state;
        // A promise of the budget makes the packet, and a packet that cannot be made gives the promise back.
        if packet.terms.is_none() {
            return Err(Failure::Usage(
                "The packet was refused; its money is free again.".into(),
            ));
        }
        println!("{code}");
        Ok(())
    }

    fn packet(&self, now: Timestamp) -> Result<CreatePacket, Failure> {
        let total = self.asset.read("--total", &self.total)?;
        let min = self.min.as_deref().map(|text| self.asset.read("--min", text));
        let mut dice = rand::rng();
        Ok(CreatePacket {
            code: PacketCode::from_bits(dice.random()),
            kind: match self.kind {
                Shares::Lucky => Kind::Lucky,
                Shares::Equal => Kind::Equal,
                Shares::Code => Kind::Code,
            },
            total,
            shares: self.shares,
            min: min.transpose()?.map_or(1, Prize::minor),
            title: Text::new(&self.title, &self.title_zh),
            from: now,
            to: now.plus_ms(i64::from(self.hours) * HOUR_MS),
            eligibility: Eligibility {
                min_age_days: self.min_age_days.into(),
                min_casts_7d: self.min_casts,
                countries: self.countries.clone(),
            },
            seed: hex::encode(dice.random::<[u8; 32]>()),
            by: self.by.clone(),
        })
    }
}

impl Holds {
    fn read(self, flag: &str, text: &str) -> Result<Prize, Failure> {
        let read = match self {
            Holds::Coin => Coin::parse(text).map(Prize::Coin),
            Holds::Diamond => Diamond::parse(text).map(Prize::Diamond),
            Holds::GusdBonus => Gusd::parse(text).map(Prize::GusdBonus),
            Holds::Usdt => Usdt::parse(text).map(Prize::Usdt),
        };
        read.map_err(|wrong| Failure::Usage(format!("{flag} {text:?} is no amount of that asset: {wrong}.")))
    }
}

async fn stop(ledger: &Ledger, code: &PacketCode, by: &str, reason: &str) -> Result<(), Failure> {
    let id = StreamId::thing(code.packet().0);
    let command = PacketCommand::Stop {
        by: by.to_owned(),
        reason: reason.to_owned(),
    };
    let reply = ledger
        .red_packets()
        .execute(&id, command, staff::request(by), Plain)
        .await;
    let reply = staff::accepted(reply)?;
    ledger::policies::apply_now(ledger, ledger.partition_of(id.owner), reply.position).await;
    println!("{code} is stopped.");
    Ok(())
}

async fn list(ledger: &Ledger) -> Result<(), Failure> {
    // Nobody may be serving beside this command, so it brings its view up to date itself.
    runner::drain(ledger, &[&RedPackets]).await.map_err(database::failure)?;
    let rows = projections::red_packets::newest(ledger.pool()).await;
    let mut table = Table::new(&[
        "code", "kind", "asset", "total", "shares", "left", "ends at", "state", "by",
    ]);
    for row in rows.map_err(database::failure)? {
        let scale = match row.asset.as_str() {
            "usdt" => 6,
            "gusd_bonus" => 2,
            _ => 0,
        };
        table.row(vec![
            row.code,
            row.kind,
            row.asset,
            format_minor(row.total, scale),
            row.shares.to_string(),
            (row.shares - row.claimed).to_string(),
            moment::write(row.to),
            row.ended.unwrap_or_else(|| "open".into()),
            row.by,
        ]);
    }
    print!("{table}");
    Ok(())
}
