//! What a client must know before a login.

use super::body::body;
use crate::links::Links;
use domain::config::{Config, Language};
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// The oldest client that works with this server (ASSUMED: there is only one generation so far).
const CLIENT_MIN: &str = "1";

body! {
    /// Asks for the product's configuration.
    SystemConfigBody(ts) {}
}

/// The product's configuration (domain §10.1).
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SystemConfigData {
    /// domain §10.9: 1.
    pub product_id: u32,
    /// domain §10.9: usdt.
    pub base_token: String,
    /// domain §10.9: gusd.
    pub token_symbol: String,
    /// Tokens for one USDT; domain §10.9: 10000.
    pub token_factor: u32,
    /// Interface languages on offer.
    pub languages: Vec<SystemLanguage>,
    /// Whether each module is under maintenance.
    pub maintenance: BTreeMap<String, bool>,
    /// The oldest client that works.
    pub min_client: String,
    /// Opens the debug console.
    pub debug: bool,
    /// Version of the terms that a player accepts (domain §3.14).
    pub terms_version: String,
    /// The house's invite code, which every player may enter; null without one (domain §3.8).
    #[schema(required)]
    pub root_scode: Option<String>,
    /// Where support answers; null where the installation names nothing.
    #[schema(required)]
    pub support_url: Option<String>,
    /// The product's channel of news; the same.
    #[schema(required)]
    pub channel_url: Option<String>,
    /// Where somebody gets the app who opened its page elsewhere; the same.
    #[schema(required)]
    pub download_url: Option<String>,
}

/// A language on offer.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SystemLanguage {
    /// Local code.
    pub code: String,
    /// Name in the language itself.
    pub label: String,
}

impl SystemConfigData {
    /// The configuration in force and the installation's addresses, with the state of every module.
    pub fn of(config: &Config, links: &Links, modules: &[&str]) -> SystemConfigData {
        let product = &config.product;
        let closed = |module: &str| product.maintenance.iter().any(|closed| closed == module);
        let language = |language: &Language| SystemLanguage {
            code: language.code.clone(),
            label: language.label.clone(),
        };
        SystemConfigData {
            product_id: product.id,
            base_token: product.base_token.clone(),
            token_symbol: product.token_symbol.clone(),
            token_factor: product.token_factor,
            languages: product.languages.iter().map(language).collect(),
            maintenance: modules
                .iter()
                .map(|module| ((*module).to_owned(), closed(module)))
                .collect(),
            min_client: CLIENT_MIN.to_owned(),
            debug: product.debug,
            terms_version: product.terms_version.clone(),
            root_scode: config.team.root_scode.as_ref().map(ToString::to_string),
            support_url: links.support.clone(),
            channel_url: links.channel.clone(),
            download_url: links.download.clone(),
        }
    }
}
