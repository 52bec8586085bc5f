//! Settings of notifications: the webhook that alerts are sent to, and the key that signs them (api §7.30).

use super::BadSetting;
use super::reading::given;
use super::service::Mode;
use api::notify::Target;
use clap::Args;
use std::net::IpAddr;

/// Characters of a key: a shorter one can be guessed from one message.
const KEY_CHARS_MIN: usize = 32;

/// The settings of notifications, as written.
#[derive(Args, Clone, Debug)]
pub(super) struct NotifyArgs {
    /// Address that a message is sent to when an alert of the staff console begins, grows and ends, `https://…`; plain HTTP on this machine itself in development. Absent: nothing is sent
    ///
    /// Each message is JSON by POST: a code, a count, a sum and moments, never a player. A gateway for mail or a chat subscribes there.
    #[arg(
        long,
        env = "LEDGER_NOTIFY_URL",
        value_name = "URL",
        global = true,
        hide_env_values = true
    )]
    notify_url: Option<String>,
    /// Key that signs those messages (HMAC-SHA256), 32 characters or more; needed with the address
    #[arg(
        long,
        env = "LEDGER_NOTIFY_KEY",
        value_name = "KEY",
        global = true,
        hide_env_values = true
    )]
    notify_key: Option<String>,
}

impl NotifyArgs {
    /// # Errors
    /// The first setting that cannot work.
    pub(super) fn check(self, mode: Mode) -> Result<Option<Target>, BadSetting> {
        let (url, key) = (given(self.notify_url), given(self.notify_key));
        let key = key.map(|key| key_of(&key)).transpose()?;
        let Some(url) = url else {
            return Ok(None);
        };
        let url = url_of(url.trim(), mode)?;
        let missing = "LEDGER_NOTIFY_KEY is not set: what is sent to LEDGER_NOTIFY_URL is signed with it.";
        let key = key.ok_or_else(|| BadSetting(missing.into()))?;
        Ok(Some(Target { url, key }))
    }
}

/// The sentence names no address: one may hold a secret.
fn url_of(text: &str, mode: Mode) -> Result<String, BadSetting> {
    let uri = text.parse::<hyper::Uri>().ok();
    let fits = uri.is_some_and(|uri| match (uri.scheme_str(), uri.host()) {
        (Some("https"), Some(host)) => !host.is_empty(),
        (Some("http"), Some(host)) => mode == Mode::Development && is_loopback(host),
        _ => false,
    });
    fits.then(|| text.to_owned()).ok_or_else(|| {
        let plain = "plain HTTP goes to this machine alone, in development";
        BadSetting(format!(
            "LEDGER_NOTIFY_URL must be an address such as https://hooks.example/alerts; {plain}."
        ))
    })
}

fn is_loopback(host: &str) -> bool {
    let address = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    host == "localhost" || address.is_ok_and(|address| address.is_loopback())
}

fn key_of(text: &str) -> Result<String, BadSetting> {
    let fits = text.len() >= KEY_CHARS_MIN && text.bytes().all(|byte| byte.is_ascii_graphic());
    fits.then(|| text.to_owned()).ok_or_else(|| {
        BadSetting(format!(
            "LEDGER_NOTIFY_KEY must be {KEY_CHARS_MIN} or more letters, digits and signs, without spaces."
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "0123456789abcdef0123456789abcdef";

    fn check(url: Option<&str>, key: Option<&str>, mode: Mode) -> Result<bool, String> {
        let args = NotifyArgs {
            notify_url: url.map(str::to_owned),
            notify_key: key.map(str::to_owned),
        };
        args.check(mode).map(|target| target.is_some()).map_err(|wrong| wrong.0)
    }

    #[test]
    fn an_address_needs_its_key_and_production_needs_tls() {
        let (dev, live) = (Mode::Development, Mode::Production);
        assert_eq!(check(None, None, live), Ok(false));
        assert_eq!(check(Some("https://hooks.example/a?b=c"), Some(KEY), live), Ok(true));
        for local in ["http://127.0.0.1:9/hook", "http://localhost:9", "http://[::1]:9/"] {
            assert_eq!(check(Some(local), Some(KEY), dev), Ok(true), "{local}");
            assert!(check(Some(local), Some(KEY), live).is_err(), "{local}");
        }
        for wrong in ["hook.test", "ftp://hook.test", "http://hook.test", "https://"] {
            let sentence = check(Some(wrong), Some(KEY), dev).expect_err(wrong);
            assert!(
                sentence.starts_with("LEDGER_NOTIFY_URL must be") && !sentence.contains("hook.test"),
                "{sentence}"
            );
        }
        for mode in [dev, live] {
            let sentence = check(Some("https://hooks.example"), None, mode).expect_err("no key");
            assert!(sentence.starts_with("LEDGER_NOTIFY_KEY is not set"), "{sentence}");
        }
        let sentence = check(Some("https://hooks.example"), Some("short"), dev).expect_err("short");
        assert!(sentence.starts_with("LEDGER_NOTIFY_KEY must be 32") && !sentence.contains("short"));
    }
}
