//! The two secrets of an installation: the bot's token and the master key.
//!
//! Development makes what is missing, once, in `<data>/secrets`, readable by the owner alone; so
//! a second process signs and opens with the same ones. Everything made here carries a mark, and
//! production refuses whatever carries it: a development secret cannot slip into real use.

use crate::BadSetting;
use crate::service::Mode;
use rand::RngExt;
use std::fs::{self, OpenOptions, Permissions};
use std::io::{ErrorKind, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::Path;

/// Real bots have positive ids, so no real token begins like this.
const DEVELOPMENT_TOKEN: &str = "0:development-";
/// First four bytes of a master key made here; 28 random ones follow.
const DEVELOPMENT_KEY: &str = "de7e1095";
/// Length of a master key in hex characters: 32 bytes.
const KEY_CHARS: usize = 64;

/// What must never be printed, logged or committed.
#[derive(Clone)]
pub struct Secrets {
    /// Token of the messenger bot.
    pub bot_token: String,
    /// Wraps every personal data key and seals server seeds.
    pub master_key: [u8; 32],
}

impl std::fmt::Debug for Secrets {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Secrets(sealed)")
    }
}

/// Secrets of production: both given, neither made here.
///
/// # Errors
/// One sentence that names the setting.
pub fn production(bot_token: Option<&str>, master_key: Option<&str>) -> Result<Secrets, BadSetting> {
    let refuse = |name: &str, why: &str| {
        Err(BadSetting(format!(
            "{name} {why}; production does not start without its own."
        )))
    };
    let bot_token = match bot_token {
        None => return refuse("LEDGER_BOT_TOKEN", "is not set"),
        Some(token) if is_made_here(token) => {
            return refuse("LEDGER_BOT_TOKEN", "is a development token");
        }
        Some(token) => token_of(token)?,
    };
    let master_key = match master_key {
        None => return refuse("LEDGER_MASTER_KEY", "is not set"),
        Some(key) => key_of(key)?,
    };
    if let Some(why) = unfit_for_production(&master_key) {
        return refuse("LEDGER_MASTER_KEY", why);
    }
    Ok(Secrets { bot_token, master_key })
}

/// Why a key protects nobody's money.
fn unfit_for_production(key: &[u8; 32]) -> Option<&'static str> {
    if hex::encode(key).starts_with(DEVELOPMENT_KEY) {
        return Some("is a development key");
    }
    key.iter().all(|byte| *byte == key[0]).then_some("is one byte repeated")
}

/// Secrets of development: those given, the others made once and kept in `data`.
///
/// # Errors
/// A given secret that is unfit, or a folder that cannot keep one.
pub fn development(bot_token: Option<&str>, master_key: Option<&str>, data: &Path) -> Result<Secrets, BadSetting> {
    let bot_token = match bot_token {
        Some(token) => token_of(token)?,
        None => kept(data, "bot_token", || {
            format!("{DEVELOPMENT_TOKEN}{}", random_hex::<16>())
        })?,
    };
    let master_key = match master_key {
        Some(key) => key_of(key)?,
        None => key_of(&kept(data, "master_key", || {
            format!("{DEVELOPMENT_KEY}{}", random_hex::<28>())
        })?)?,
    };
    Ok(Secrets { bot_token, master_key })
}

/// Whether a bot token was made here, not given by a messenger.
pub(crate) fn is_made_here(bot_token: &str) -> bool {
    bot_token.starts_with(DEVELOPMENT_TOKEN)
}

fn token_of(text: &str) -> Result<String, BadSetting> {
    let shape = text
        .split_once(':')
        .filter(|(id, rest)| id.parse::<u64>().is_ok() && rest.len() >= 8);
    let plain = text.bytes().all(|byte| byte.is_ascii_graphic());
    let wrong =
        || BadSetting("LEDGER_BOT_TOKEN must be a bot's token, `<number>:<secret>`, as the messenger gave it.".into());
    shape.filter(|_| plain).map(|_| text.to_owned()).ok_or_else(wrong)
}

pub(crate) fn key_of(text: &str) -> Result<[u8; 32], BadSetting> {
    decoded(text).ok_or_else(|| BadSetting(format!("LEDGER_MASTER_KEY must be {KEY_CHARS} hex characters.")))
}

fn decoded(text: &str) -> Option<[u8; 32]> {
    let mut key = [0; 32];
    (text.len() == KEY_CHARS && hex::decode_to_slice(text, &mut key).is_ok()).then_some(key)
}

/// The keys of a list with commas. What they signed before is believed, so production takes none that was made here.
///
/// # Errors
/// A key that is none; in production one that it would not start with.
pub(crate) fn others_of(list: Option<&str>, mode: Mode) -> Result<Vec<[u8; 32]>, BadSetting> {
    let wrong = || {
        BadSetting(format!(
            "LEDGER_OTHER_MASTER_KEYS must be keys of {KEY_CHARS} hex characters each, separated by commas."
        ))
    };
    let keys = list.into_iter().flat_map(|list| list.split(','));
    let keys: Vec<_> = keys
        .map(|key| decoded(key.trim()).ok_or_else(wrong))
        .collect::<Result<_, _>>()?;
    match keys.iter().find_map(unfit_for_production) {
        Some(why) if mode == Mode::Production => Err(BadSetting(format!(
            "LEDGER_OTHER_MASTER_KEYS holds a key that {why}; production takes none of them."
        ))),
        _ => Ok(keys),
    }
}

/// The development key that was made in `data` before.
///
/// # Errors
/// A file that cannot be read or holds no key.
pub(crate) fn made_before(data: &Path) -> Result<Option<[u8; 32]>, BadSetting> {
    let path = data.join("secrets").join("master_key");
    match fs::read_to_string(&path) {
        Ok(text) => key_of(text.trim()).map(Some),
        Err(missing) if missing.kind() == ErrorKind::NotFound => Ok(None),
        Err(fault) => Err(BadSetting(format!("{} cannot be read: {fault}.", path.display()))),
    }
}

fn random_hex<const N: usize>() -> String {
    hex::encode(rand::rng().random::<[u8; N]>())
}

/// The secret of this name in the data directory; the first process that asks makes it, all others read that one.
fn kept(data: &Path, name: &str, make: impl FnOnce() -> String) -> Result<String, BadSetting> {
    let folder = data.join("secrets");
    let path = folder.join(name);
    let fault = |fault: std::io::Error| {
        let path = path.display();
        BadSetting(format!(
            "LEDGER_DATA cannot keep the development secret {path}: {fault}."
        ))
    };
    match fs::read_to_string(&path) {
        Err(missing) if missing.kind() == ErrorKind::NotFound => {}
        read => return read.map(|text| text.trim().to_owned()).map_err(fault),
    }
    make_folders(data, &folder).map_err(fault)?;
    let draft = folder.join(format!(".{name}.{}", random_hex::<8>()));
    write_private(&draft, &make()).map_err(fault)?;
    // A link fails when the name exists: of two first processes one wins and both read the winner's.
    let linked = fs::hard_link(&draft, &path);
    fs::remove_file(&draft).map_err(fault)?;
    match linked {
        Err(lost) if lost.kind() != ErrorKind::AlreadyExists => Err(fault(lost)),
        _ => fs::read_to_string(&path)
            .map(|text| text.trim().to_owned())
            .map_err(fault),
    }
}

/// Others may pass through a data directory, as the database of a root user needs, but not list it.
fn make_folders(data: &Path, secrets: &Path) -> std::io::Result<()> {
    if !data.is_dir() {
        fs::create_dir_all(data)?;
        fs::set_permissions(data, Permissions::from_mode(0o711))?;
    }
    fs::DirBuilder::new().recursive(true).mode(0o700).create(secrets)
}

fn write_private(path: &Path, text: &str) -> std::io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?;
    writeln!(file, "{text}")?;
    file.sync_all()
}

#[cfg(test)]
mod tests;
