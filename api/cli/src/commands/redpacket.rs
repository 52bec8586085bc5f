//! `ledger redpacket`: red packets and redeem codes, through the staff service.

use super::Failure;
use super::staff::client::{Answer, Client};
use super::staff::key::Signing;
use api::moment;
use clap::{Subcommand, ValueEnum};
use domain::money::{Coin, Diamond, Gusd, Usdt};
use domain::red_packet::Prize;
use domain::time::Timestamp;
use serde_json::{Value, json};
use settings::Settings;
use uuid::Uuid;

/// Create, show, stop or list red packets and redeem codes.
#[derive(clap::Args, Debug)]
pub struct Redpacket {
    #[command(subcommand)]
    act: Act,
    /// Print the data of the answer as JSON
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Subcommand, Debug)]
enum Act {
    /// Create a packet and print its id, code and link; USDT comes out of the promo budget
    Create(Create),
    /// The code of a packet that you made, alone or by a proposal; the look is recorded
    Code {
        /// Its id, which the list and the proposal name
        packet: Uuid,
        /// Why; recorded for ever
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },
    /// End a packet early; what nobody claimed goes back
    Stop {
        /// Its id
        packet: Uuid,
        /// Why; recorded for ever
        #[arg(long, value_name = "TEXT")]
        reason: String,
        #[command(flatten)]
        signing: Signing,
    },
    /// Packets, newest first
    List {
        /// `next` of the page before
        #[arg(long, value_name = "CURSOR")]
        before: Option<String>,
    },
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
    /// When it opens, for example 2026-01-31T12:00:00Z; at once when absent
    #[arg(long, value_name = "TIME", value_parser = moment::of_clock)]
    starts: Option<Timestamp>,
    /// Hours that it is open: up to 24, a code up to 90 days
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
    /// Why; recorded for ever
    #[arg(long, value_name = "TEXT")]
    reason: String,
    /// Propose it, for a second person to put out: more than one person may in a day, all assets by their worth
    #[arg(long)]
    propose: bool,
    #[command(flatten)]
    signing: Signing,
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

impl Redpacket {
    /// Does it.
    pub async fn run(self, settings: &Settings) -> Result<(), Failure> {
        let client = Client::open(settings)?;
        let answer = match self.act {
            Act::Create(create) => create.send(&client).await?,
            Act::Code { packet, reason } => {
                let body = json!({ "packet": packet, "reason": reason, "req_id": Uuid::new_v4() });
                client.repeat("packets/code", &body).await?
            }
            Act::Stop {
                packet,
                reason,
                signing,
            } => {
                let body = json!({ "packet": packet });
                signing.act(&client, "packets/stop", &reason, body).await?
            }
            Act::List { before } => client.read("packets/list", json!({ "before": before })).await?,
        };
        answer.print(self.json);
        Ok(())
    }
}

impl Create {
    async fn send(&self, client: &Client) -> Result<Answer, Failure> {
        let call = match self.propose {
            true => "packets/propose",
            false => "packets/create",
        };
        self.signing.act(client, call, &self.reason, self.body()?).await
    }

    fn body(&self) -> Result<Value, Failure> {
        let min = self.min.as_deref().map(|text| self.asset.minor("--min", text));
        Ok(json!({
            "kind": match self.kind {
                Shares::Lucky => "lucky",
                Shares::Equal => "equal",
                Shares::Code => "code",
            },
            "asset": match self.asset {
                Holds::Coin => "coin",
                Holds::Diamond => "diamond",
                Holds::GusdBonus => "gusd_bonus",
                Holds::Usdt => "usdt",
            },
            "total": self.asset.minor("--total", &self.total)?,
            "shares": self.shares,
            "min": min.transpose()?,
            "title_en": self.title,
            "title_zh": self.title_zh,
            "starts_ms": self.starts.map(|at| at.0),
            "hours": self.hours,
            "min_age_days": self.min_age_days,
            "min_casts_7d": self.min_casts,
            "countries": self.countries,
        }))
    }
}

impl Holds {
    /// Minor units, as the service takes them.
    fn minor(self, flag: &str, text: &str) -> Result<String, Failure> {
        let read = match self {
            Holds::Coin => Coin::parse(text).map(Prize::Coin),
            Holds::Diamond => Diamond::parse(text).map(Prize::Diamond),
            Holds::GusdBonus => Gusd::parse(text).map(Prize::GusdBonus),
            Holds::Usdt => Usdt::parse(text).map(Prize::Usdt),
        };
        let read = read.map(|prize| prize.minor().to_string());
        read.map_err(|wrong| Failure::Usage(format!("{flag} {text:?} is no amount of that asset: {wrong}.")))
    }
}
