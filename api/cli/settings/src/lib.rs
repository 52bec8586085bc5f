//! Settings of the one binary: read from the environment or from flags, checked here, once.
//!
//! A setting that cannot work is refused with one plain sentence that names it (exit code 2).
//! Secrets are asked for apart ([`Settings::secrets`]), because most commands need none; in
//! development they are made once and kept in the data directory (see [`crate::secrets`]).
//! Knows nothing of commands, databases and HTTP.

pub mod database;
mod failure;
pub mod genesis;
pub mod progress;
mod rail;
mod reading;
pub mod secrets;
mod storage;
pub mod table;
#[cfg(test)]
mod tests;

use api::country::Countries;
use api::messenger;
use api::quarantine::Storage;
use clap::Args;
pub use failure::Failure;
use rail::ton_access;
use rails::Caps;
use rails::evm::Finality;
use reading::{
    address, choice, country_database, database, existing_folder, folder_to_be, given, number, origin, usdt,
};
use secrets::Secrets;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

/// Most partitions: an invite code carries ten bits of them.
const PARTITIONS_MAX: u16 = 1 << 10;
/// Most proxies in front of the service. ASSUMED: more is a mistake, not a network.
const TRUSTED_PROXIES_MAX: u8 = 8;

/// The folder of the web application in the source tree this binary was built from.
pub const WEB_SOURCES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../web");

/// The settings as written, before any check.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Settings (flag or environment variable)")]
pub struct RawSettings {
    /// Address of a PostgreSQL 15 or newer, `postgres://user@host/database`. Absent: an embedded server in the data directory
    #[arg(
        long,
        env = "DATABASE_URL",
        value_name = "URL",
        global = true,
        hide_env_values = true
    )]
    database_url: Option<String>,
    /// Folder of everything that is kept: the embedded database, the exported checkpoints and the development secrets
    #[arg(
        long,
        env = "LEDGER_DATA",
        value_name = "DIR",
        default_value = "./data",
        global = true
    )]
    data: String,
    /// Where players' calls and the web application are served
    #[arg(
        long,
        env = "LEDGER_HTTP",
        value_name = "ADDR",
        default_value = "127.0.0.1:8080",
        global = true
    )]
    http: String,
    /// Where the staff service binds; never the players' address
    #[arg(
        long,
        env = "LEDGER_STAFF_HTTP",
        value_name = "ADDR",
        default_value = "127.0.0.1:8081",
        global = true
    )]
    staff_http: String,
    /// Token of the messenger bot that signs logins. Absent in development: a throw-away one, kept in the data directory
    #[arg(
        long,
        env = "LEDGER_BOT_TOKEN",
        value_name = "TOKEN",
        global = true,
        hide_env_values = true
    )]
    bot_token: Option<String>,
    /// Key that wraps every personal data key, seals server seeds and signs checkpoints, 64 hex characters; the same for all processes of one database. Absent in development: made once, kept in the data directory
    #[arg(
        long,
        env = "LEDGER_MASTER_KEY",
        value_name = "HEX",
        global = true,
        hide_env_values = true
    )]
    master_key: Option<String>,
    /// Independent logs, 1 to 1024; fixed at the database's first migration
    #[arg(
        long,
        env = "LEDGER_PARTITIONS",
        value_name = "N",
        default_value = "1",
        global = true
    )]
    partitions: String,
    /// `development` or `production`; production accepts no development secret and offers no development login
    #[arg(
        long,
        env = "LEDGER_MODE",
        value_name = "MODE",
        default_value = "development",
        global = true
    )]
    mode: String,
    /// Folder with the built web application. Absent: `web/dist` of the source tree
    #[arg(long, env = "LEDGER_WEB", value_name = "DIR", global = true)]
    web: Option<String>,
    /// Folder with the programs of PostgreSQL for the embedded server. Absent: found, or fetched once
    #[arg(long, env = "LEDGER_PG_BIN", value_name = "DIR", global = true)]
    pg_bin: Option<String>,
    /// Reverse proxies in front whose X-Forwarded-For is believed, 0 to 8
    #[arg(
        long,
        env = "LEDGER_TRUSTED_PROXIES",
        value_name = "N",
        default_value = "0",
        global = true
    )]
    trusted_proxies: String,
    /// Address of the messenger's bot service, which knows who is in a channel. Absent: the public one in production, nobody in development but the stand-in of `ledger up`
    #[arg(long, env = "LEDGER_MESSENGER_URL", value_name = "URL", global = true)]
    messenger_url: Option<String>,
    /// Country database in the MaxMind DB format: which country an address is in. Absent: no country is known, and the configuration's default region mode holds
    #[arg(long, env = "LEDGER_COUNTRIES", value_name = "FILE", global = true)]
    countries: Option<String>,
    /// Nodes of the TON chain that payouts and top-ups go through, two at least, with commas between. Absent: no rail; `ledger up` starts a chain of its own
    #[arg(long, env = "LEDGER_TON_NODES", value_name = "URLS", global = true)]
    ton_nodes: Option<String>,
    /// Master contract of the USDT that counts on the TON chain. Absent: the one of the main net
    #[arg(long, env = "LEDGER_TON_MASTER", value_name = "ADDRESS", global = true)]
    ton_master: Option<String>,
    /// Key of the house's wallet on the TON chain, 64 hex characters; wanted with LEDGER_TON_NODES
    #[arg(
        long,
        env = "LEDGER_TON_KEY",
        value_name = "HEX",
        global = true,
        hide_env_values = true
    )]
    ton_key: Option<String>,
    /// Nodes of the EVM chain that payouts may go through beside TON, two at least, with commas between. Absent: no such rail, and no address of such a chain is taken
    #[arg(
        long,
        env = "LEDGER_EVM_NODES",
        value_name = "URLS",
        global = true,
        hide_env_values = true
    )]
    evm_nodes: Option<String>,
    /// Number of the EVM chain
    #[arg(long, env = "LEDGER_EVM_CHAIN", value_name = "N", default_value = "1", global = true)]
    evm_chain: String,
    /// Contract of the USDT that counts on the EVM chain, of six decimals. Absent: the one of Ethereum; wanted on any other chain
    #[arg(long, env = "LEDGER_EVM_TOKEN", value_name = "ADDRESS", global = true)]
    evm_token: Option<String>,
    /// Key of the house's account on the EVM chain, 64 hex characters; wanted with LEDGER_EVM_NODES. The account must be new: its numbers are the rail's alone
    #[arg(
        long,
        env = "LEDGER_EVM_KEY",
        value_name = "HEX",
        global = true,
        hide_env_values = true
    )]
    evm_key: Option<String>,
    /// When a block of the EVM chain is final: `finalized` as its nodes tell, or so many blocks after it, 1 to 10000
    #[arg(
        long,
        env = "LEDGER_EVM_FINAL",
        value_name = "WHEN",
        default_value = "finalized",
        global = true
    )]
    evm_final: String,
    /// What a payment on the EVM chain offers for a unit of gas at most, in gwei, 1 to 10000: beyond it payouts wait
    #[arg(
        long,
        env = "LEDGER_EVM_FEE_MAX",
        value_name = "GWEI",
        default_value = "100",
        global = true
    )]
    evm_fee_max: String,
    /// USDT that go out within an hour at most: what is beyond waits
    #[arg(
        long,
        env = "LEDGER_PAYOUT_HOUR_MAX",
        value_name = "USDT",
        default_value = "5000",
        global = true
    )]
    payout_hour_max: String,
    /// USDT that the house's wallet should hold at most: more raises an alert
    #[arg(
        long,
        env = "LEDGER_WALLET_MAX",
        value_name = "USDT",
        default_value = "100000",
        global = true
    )]
    wallet_max: String,
    /// Address of a service that speaks S3, without a path: images wait there until they are cleaned. Absent: they wait in the data directory
    #[arg(long, env = "LEDGER_S3_ENDPOINT", value_name = "URL", global = true)]
    s3_endpoint: Option<String>,
    /// Region of the bucket
    #[arg(
        long,
        env = "LEDGER_S3_REGION",
        value_name = "NAME",
        default_value = "us-east-1",
        global = true
    )]
    s3_region: String,
    /// The bucket's name
    #[arg(long, env = "LEDGER_S3_BUCKET", value_name = "NAME", global = true)]
    s3_bucket: Option<String>,
    /// Name of the key that opens the bucket
    #[arg(long, env = "LEDGER_S3_ACCESS_KEY", value_name = "ID", global = true)]
    s3_access_key: Option<String>,
    /// The key that opens the bucket
    #[arg(
        long,
        env = "LEDGER_S3_SECRET_KEY",
        value_name = "KEY",
        global = true,
        hide_env_values = true
    )]
    s3_secret_key: Option<String>,
    /// Form of the log on stderr, `human` or `json`; RUST_LOG says how much of it, for example `info,sqlx=warn`
    #[arg(
        long,
        env = "LEDGER_LOG",
        value_name = "FORM",
        default_value = "human",
        global = true
    )]
    log: String,
}

/// A setting that cannot work; the sentence names it and says what would.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BadSetting(pub String);

/// Where the facts are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Database {
    /// A server that somebody else runs.
    Url(String),
    /// A server of our own in the data directory.
    Embedded,
}

/// Whether strangers' money is at stake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Demo world, development login, secrets made on the spot.
    Development,
    /// Real secrets only.
    Production,
}

impl Mode {
    /// Its value of LEDGER_MODE.
    pub fn name(self) -> &'static str {
        match self {
            Mode::Development => "development",
            Mode::Production => "production",
        }
    }
}

/// Form of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogForm {
    /// Lines for people.
    Human,
    /// One JSON object a line.
    Json,
}

/// A rail on the TON chain.
#[derive(Clone)]
pub struct TonAccess {
    /// Addresses of its nodes.
    pub nodes: Vec<String>,
    /// The token's master contract.
    pub master: ton::Address,
    /// The house's key.
    pub key: [u8; 32],
}

impl std::fmt::Debug for TonAccess {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "TonAccess({})", self.nodes.join(" "))
    }
}

/// A rail on an EVM chain.
#[derive(Clone)]
pub struct EvmAccess {
    /// Addresses of its nodes.
    pub nodes: Vec<String>,
    /// The chain's number.
    pub chain: u64,
    /// The token's contract.
    pub token: evm::Address,
    /// The house's key.
    pub key: evm::Key,
    /// When a block is final.
    pub finality: Finality,
    /// What a payment offers for a unit of gas at most, in wei.
    pub fee_most: u128,
}

/// Addresses of nodes often carry a key, too.
impl std::fmt::Debug for EvmAccess {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            formatter,
            "EvmAccess({} nodes of chain {})",
            self.nodes.len(),
            self.chain
        )
    }
}

/// Checked settings.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where the facts are kept.
    pub database: Database,
    /// Folder of everything that is kept beside a foreign database.
    pub data: PathBuf,
    /// Address of the players' service.
    pub http: SocketAddr,
    /// Address of the staff service.
    pub staff_http: SocketAddr,
    /// Number of partitions at genesis, `1..=1024`.
    pub partitions: u16,
    /// Development or production.
    pub mode: Mode,
    /// Folder with the built web application, when one was named.
    pub web: Option<PathBuf>,
    /// Folder with the programs of PostgreSQL, when one was named.
    pub pg_bin: Option<PathBuf>,
    /// Proxies whose forwarding header is believed.
    pub trusted_proxies: u8,
    /// Address of the messenger's service, when somebody is to be asked.
    pub messenger: Option<String>,
    /// Which country an address is in, when a database was named.
    pub countries: Option<Countries>,
    /// The rail on the TON chain, when its nodes were named.
    pub ton: Option<TonAccess>,
    /// The rail on an EVM chain, when its nodes were named.
    pub evm: Option<EvmAccess>,
    /// What each of the house's wallets may do without a person.
    pub caps: Caps,
    /// Where images wait until they are cleaned.
    pub storage: Storage,
    /// Form of the log.
    pub log: LogForm,
    bot_token: Option<String>,
    master_key: Option<String>,
}

impl RawSettings {
    /// Checks every setting.
    ///
    /// # Errors
    /// The first one that cannot work.
    pub fn check(self) -> Result<Settings, BadSetting> {
        let http = address("LEDGER_HTTP", &self.http)?;
        let staff_http = address("LEDGER_STAFF_HTTP", &self.staff_http)?;
        if http == staff_http && http.port() != 0 {
            return Err(BadSetting(format!(
                "LEDGER_STAFF_HTTP must differ from LEDGER_HTTP, both are {http}."
            )));
        }
        let mode = choice(
            "LEDGER_MODE",
            &self.mode,
            [("development", Mode::Development), ("production", Mode::Production)],
        )?;
        let data = folder_to_be("LEDGER_DATA", &self.data)?;
        let bucket = storage::Raw {
            endpoint: given(self.s3_endpoint),
            region: self.s3_region,
            bucket: given(self.s3_bucket),
            access_key: given(self.s3_access_key),
            secret_key: given(self.s3_secret_key),
        };
        let storage = bucket.check(mode)?;
        let public = (mode == Mode::Production).then(|| messenger::PUBLIC.to_owned());
        Ok(Settings {
            database: database(given(self.database_url))?,
            storage: storage.map_or_else(|| Storage::Folder(data.join("quarantine")), Storage::Bucket),
            data,
            http,
            staff_http,
            partitions: number("LEDGER_PARTITIONS", &self.partitions, 1, PARTITIONS_MAX)?,
            mode,
            web: given(self.web)
                .map(|text| existing_folder("LEDGER_WEB", &text))
                .transpose()?,
            pg_bin: given(self.pg_bin)
                .map(|text| existing_folder("LEDGER_PG_BIN", &text))
                .transpose()?,
            trusted_proxies: number("LEDGER_TRUSTED_PROXIES", &self.trusted_proxies, 0, TRUSTED_PROXIES_MAX)?,
            messenger: given(self.messenger_url)
                .map(|text| origin("LEDGER_MESSENGER_URL", &text))
                .transpose()?
                .or(public),
            countries: given(self.countries)
                .map(|text| country_database("LEDGER_COUNTRIES", &text))
                .transpose()?,
            caps: Caps {
                hour: usdt("LEDGER_PAYOUT_HOUR_MAX", &self.payout_hour_max)?,
                wallet: usdt("LEDGER_WALLET_MAX", &self.wallet_max)?,
            },
            ton: ton_access(given(self.ton_nodes), given(self.ton_master), given(self.ton_key))?,
            evm: rail::evm_access(rail::RawEvm {
                nodes: given(self.evm_nodes),
                chain: self.evm_chain,
                token: given(self.evm_token),
                key: given(self.evm_key),
                finality: self.evm_final,
                fee_max: self.evm_fee_max,
            })?,
            log: choice(
                "LEDGER_LOG",
                &self.log,
                [("human", LogForm::Human), ("json", LogForm::Json)],
            )?,
            bot_token: given(self.bot_token),
            master_key: given(self.master_key),
        })
    }
}

impl Settings {
    /// The secrets of this installation. In development those that are not set are made, once.
    ///
    /// # Errors
    /// A secret that is missing or unfit, or a data directory that cannot keep one.
    pub fn secrets(&self) -> Result<Secrets, BadSetting> {
        let (token, key) = (self.bot_token.as_deref(), self.master_key.as_deref());
        match self.mode {
            Mode::Production => secrets::production(token, key),
            Mode::Development => secrets::development(token, key, &self.data),
        }
    }

    /// The folder with the web application: the one named, else the production build of the source tree.
    pub fn web_folder(&self) -> PathBuf {
        self.web.clone().unwrap_or_else(|| Path::new(WEB_SOURCES).join("dist"))
    }
}
