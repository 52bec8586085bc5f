//! Reads the kinds of settings from their texts; a wrong one gets a sentence that says what is allowed.

use super::BadSetting;
use api::auth::country::Countries;
use domain::money::Usdt;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

/// An empty variable is one that is not set: shells and process managers do not always distinguish them.
pub(super) fn given(text: Option<String>) -> Option<String> {
    text.filter(|text| !text.trim().is_empty())
}

pub(super) fn address(name: &str, text: &str) -> Result<SocketAddr, BadSetting> {
    let wrong = |_| {
        BadSetting(format!(
            "{name} must be an address with a port such as 127.0.0.1:8080, not {text:?}."
        ))
    };
    text.trim().parse().map_err(wrong)
}

pub(super) fn number<N>(name: &str, text: &str, min: N, max: N) -> Result<N, BadSetting>
where
    N: std::str::FromStr + PartialOrd + std::fmt::Display,
{
    let parsed = text
        .trim()
        .parse()
        .ok()
        .filter(|number| (&min..=&max).contains(&number));
    parsed.ok_or_else(|| {
        BadSetting(format!(
            "{name} must be a whole number from {min} to {max}, not {text:?}."
        ))
    })
}

pub(super) fn choice<C, const N: usize>(name: &str, text: &str, choices: [(&str, C); N]) -> Result<C, BadSetting> {
    let words = choices.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(" or ");
    let chosen = choices.into_iter().find(|(word, _)| *word == text.trim());
    chosen
        .map(|(_, choice)| choice)
        .ok_or_else(|| BadSetting(format!("{name} must be {words}, not {text:?}.")))
}

/// An address of HTTP without a path: what is asked is appended.
pub(super) fn origin(name: &str, text: &str) -> Result<String, BadSetting> {
    let text = text.trim().trim_end_matches('/');
    let uri = text.parse::<hyper::Uri>().ok();
    let fits = uri.is_some_and(|uri| {
        matches!(uri.scheme_str(), Some("http" | "https")) && uri.host().is_some() && uri.path() == "/"
    });
    fits.then(|| text.to_owned()).ok_or_else(|| {
        BadSetting(format!(
            "{name} must be an address such as https://host.example, without a path, not {text:?}."
        ))
    })
}

/// Hosts as they stand in an address, with a port or without; none for an empty text.
pub(super) fn hosts(name: &str, text: &str) -> Result<Vec<String>, BadSetting> {
    let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
    let host = |part: &str| {
        let authority = part.parse::<hyper::http::uri::Authority>().ok();
        let fits = authority.is_some_and(|authority| !authority.as_str().contains('@'));
        fits.then(|| part.to_ascii_lowercase()).ok_or_else(|| {
            BadSetting(format!(
                "{name} must be hosts such as game.example, without https://, not {part:?}."
            ))
        })
    };
    parts.map(host).collect()
}

pub(super) fn usdt(name: &str, text: &str) -> Result<Usdt, BadSetting> {
    let parsed = Usdt::parse(text.trim()).ok().filter(|amount| *amount > Usdt::ZERO);
    parsed.ok_or_else(|| BadSetting(format!("{name} must be an amount of USDT such as 5000, not {text:?}.")))
}

pub(super) fn country_database(name: &str, text: &str) -> Result<Countries, BadSetting> {
    Countries::open(Path::new(text.trim())).map_err(|fault| {
        BadSetting(format!(
            "{name} must name a country database in the MaxMind DB format, {text:?} is none: {}.",
            fault.to_string().trim_end_matches('.')
        ))
    })
}

pub(super) fn existing_folder(name: &str, text: &str) -> Result<PathBuf, BadSetting> {
    let path = PathBuf::from(text);
    if path.is_dir() {
        Ok(path)
    } else {
        Err(BadSetting(format!(
            "{name} must name an existing folder, {text:?} is none."
        )))
    }
}

pub(super) fn folder_to_be(name: &str, text: &str) -> Result<PathBuf, BadSetting> {
    let path = PathBuf::from(text);
    if text.trim().is_empty() || path.exists() && !path.is_dir() {
        return Err(BadSetting(format!("{name} must name a folder, {text:?} is none.")));
    }
    std::path::absolute(&path).map_err(|fault| BadSetting(format!("{name} {text:?} cannot be used: {fault}.")))
}
