//! Settings of the one binary: read from the environment or from flags, checked here, once.
//!
//! A setting that cannot work is refused with one plain sentence that names it (exit code 2).
//! Secrets are asked for apart ([`Settings::secrets`]), because most commands need none; in
//! development they are made once and kept in the data directory (see [`crate::secrets`]).
//! `.env.example` is made from the same declarations ([`env_example`]).
//! Knows nothing of commands, databases and HTTP.

mod checkpoints;
pub mod database;
pub mod env_example;
mod failure;
pub mod genesis;
mod links;
mod notify;
pub mod progress;
mod rail;
mod reading;
pub mod secrets;
mod service;
mod storage;
mod store;
pub mod table;
#[cfg(test)]
mod tests;
mod witnesses;

use api::notify::Target;
use api::quarantine::Storage;
pub use checkpoints::Checkpoints;
use clap::Args;
pub use failure::Failure;
use ledger::MasterKeys;
pub use links::Addresses;
pub use rail::{EvmAccess, TonAccess};
use rails::Caps;
use secrets::Secrets;
pub use service::{LogForm, Mode, Service};
use std::path::{Path, PathBuf};
pub use store::{Database, Store};
pub use witnesses::Witnesses;

/// The folder of the web application in the source tree this binary was built from.
pub const WEB_SOURCES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../web");

/// The settings as written, before any check.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Settings (flag or environment variable)")]
pub struct RawSettings {
    #[command(flatten)]
    store: store::StoreArgs,
    #[command(flatten)]
    service: service::ServiceArgs,
    #[command(flatten)]
    secrets: store::SecretArgs,
    #[command(flatten)]
    ton: rail::TonArgs,
    #[command(flatten)]
    evm: rail::EvmArgs,
    #[command(flatten)]
    caps: rail::CapsArgs,
    #[command(flatten)]
    links: links::LinkArgs,
    #[command(flatten)]
    bucket: storage::BucketArgs,
    #[command(flatten)]
    witnesses: witnesses::WitnessArgs,
    #[command(flatten)]
    notify: notify::NotifyArgs,
}

/// A setting that cannot work; the sentence names it and says what would.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BadSetting(pub String);

/// Checked settings.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The database and the data directory.
    pub store: Store,
    /// The players' service and the staff service.
    pub service: Service,
    /// The rail on the TON chain, when its nodes were named.
    pub ton: Option<TonAccess>,
    /// The rail on an EVM chain, when its nodes were named.
    pub evm: Option<EvmAccess>,
    /// What each of the house's wallets may do without a person.
    pub caps: Caps,
    /// Addresses that the app leads to.
    pub addresses: Addresses,
    /// Where images wait until they are cleaned.
    pub storage: Storage,
    /// Where checkpoints are exported to.
    pub checkpoints: Checkpoints,
    /// Who cosigns checkpoints.
    pub witnesses: Witnesses,
    /// The webhook that alerts are sent to, when one was named.
    pub notify: Option<Target>,
    bot_token: Option<String>,
    master_key: Option<String>,
    other_master_keys: Vec<[u8; 32]>,
}

impl RawSettings {
    /// Checks every setting.
    ///
    /// # Errors
    /// The first one that cannot work.
    pub fn check(self) -> Result<Settings, BadSetting> {
        let bucket_of_checkpoints = self.store.bucket_of_checkpoints()?;
        let (store, service) = (self.store.check()?, self.service.check()?);
        let buckets = self.bucket.check(service.mode, bucket_of_checkpoints)?;
        let notify = self.notify.check(service.mode)?;
        let (ton, evm) = (self.ton.check()?, self.evm.check()?);
        let other_master_keys = reading::given(self.secrets.other_master_keys);
        let other_master_keys = secrets::others_of(other_master_keys.as_deref(), service.mode)?;
        Ok(Settings {
            addresses: self.links.check(ton.as_ref(), evm.as_ref())?,
            checkpoints: Checkpoints::new(&buckets, &store.checkpoints),
            storage: buckets
                .images
                .map_or_else(|| Storage::Folder(store.data.join("quarantine")), Storage::Bucket),
            store,
            service,
            ton,
            evm,
            caps: self.caps.check()?,
            witnesses: self.witnesses.check()?,
            notify,
            bot_token: reading::given(self.secrets.bot_token),
            master_key: reading::given(self.secrets.master_key),
            other_master_keys,
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
        match self.service.mode {
            Mode::Production => secrets::production(token, key),
            Mode::Development => secrets::development(token, key, &self.store.data),
        }
    }

    /// The bot token with which `GET /dev` signs logins of anybody: in development, on this machine's own address, and
    /// only a token that was made here. Whoever reaches the listener could sign as anybody under a real one.
    ///
    /// # Errors
    /// As [`Settings::secrets`].
    pub fn throw_away_token(&self) -> Result<Option<String>, BadSetting> {
        let is_open = self.service.mode == Mode::Development && self.service.http.ip().is_loopback();
        let token = self.secrets()?.bot_token;
        Ok(Some(token).filter(|token| is_open && secrets::is_made_here(token)))
    }

    /// The master keys of this installation, as [`Settings::secrets`] gives the one in use.
    ///
    /// # Errors
    /// As [`Settings::secrets`].
    pub fn master_keys(&self) -> Result<MasterKeys, BadSetting> {
        Ok(self.with_others(self.secrets()?.master_key))
    }

    /// Those that are given or, in development, were made here before. None is made.
    ///
    /// # Errors
    /// A key that is none.
    pub fn known_master_keys(&self) -> Result<Option<MasterKeys>, BadSetting> {
        let current = match (&self.master_key, self.service.mode) {
            (Some(key), _) => secrets::key_of(key).map(Some),
            (None, Mode::Development) => secrets::made_before(&self.store.data),
            (None, Mode::Production) => Ok(None),
        };
        Ok(current?.map(|current| self.with_others(current)))
    }

    fn with_others(&self, current: [u8; 32]) -> MasterKeys {
        let others = self.other_master_keys.iter().copied().filter(|other| *other != current);
        MasterKeys {
            current,
            others: others.collect(),
        }
    }

    /// The folder with the web application: the one named, else the production build of the source tree.
    pub fn web_folder(&self) -> PathBuf {
        self.service
            .web
            .clone()
            .unwrap_or_else(|| Path::new(WEB_SOURCES).join("dist"))
    }
}
