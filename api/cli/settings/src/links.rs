//! Settings of the addresses that the app leads to. Production demands those that a player may need: an app that
//! cannot say where support is, or that invites to somebody else's bot, is not started.

use super::reading::given;
use super::{BadSetting, EvmAccess, Mode, TonAccess};
use api::links::{INVITATION, Links, TX};
use clap::Args;
use std::net::SocketAddr;
use ton::contracts::USDT_MAIN_NET;

/// Public views of the chains whose USDT is known without a setting.
const TON_MAIN_NET: &str = "https://tonviewer.com/transaction/{tx}";
const ETHEREUM: (u64, &str) = (1, "https://etherscan.io/tx/{tx}");

/// The settings of addresses, as written.
#[derive(Args, Clone, Debug)]
pub(super) struct LinkArgs {
    /// Link that opens the app for a friend, such as https://t.me/bot/app?startapp=r_{scode}; `{scode}` stands for the player's invite code. Required in production. Absent in development: the page of this service that signs a new player in
    #[arg(long, env = "LEDGER_INVITE_URL", value_name = "URL", global = true)]
    invite_url: Option<String>,
    /// Where players reach support: a chat or a page. Required in production. Absent in development: the app names none
    #[arg(long, env = "LEDGER_SUPPORT_URL", value_name = "URL", global = true)]
    support_url: Option<String>,
    /// The product's channel of news. Required in production. Absent in development: the app names none
    #[arg(long, env = "LEDGER_CHANNEL_URL", value_name = "URL", global = true)]
    channel_url: Option<String>,
    /// Where somebody gets the app who opened its page outside the messenger. Required in production. Absent in development: the app names none
    #[arg(long, env = "LEDGER_DOWNLOAD_URL", value_name = "URL", global = true)]
    download_url: Option<String>,
    /// Public view of a transaction of the TON chain; `{tx}` stands for it. Absent: tonviewer.com for the main net's USDT, none for any other token
    #[arg(long, env = "LEDGER_TON_EXPLORER", value_name = "URL", global = true)]
    ton_explorer: Option<String>,
    /// Public view of a transaction of the EVM chain; `{tx}` stands for it. Absent: etherscan.io for Ethereum, none for any other chain
    #[arg(long, env = "LEDGER_EVM_EXPLORER", value_name = "URL", global = true)]
    evm_explorer: Option<String>,
}

/// Checked addresses; which of them must be there is asked for apart ([`Addresses::demand`]), because most commands need
/// none.
#[derive(Clone, Debug)]
pub struct Addresses {
    invite: Option<String>,
    others: Links,
}

impl LinkArgs {
    /// # Errors
    /// The first address that is none.
    pub(super) fn check(self, ton: Option<&TonAccess>, evm: Option<&EvmAccess>) -> Result<Addresses, BadSetting> {
        let main_net = ton.is_some_and(|ton| ton::Address::parse(USDT_MAIN_NET).is_ok_and(|main| main == ton.master));
        let ethereum = evm.is_some_and(|evm| evm.chain == ETHEREUM.0);
        let known = |is_known: bool, explorer: &str| is_known.then(|| explorer.to_owned());
        let plain = |name, text| given(text).map(|text| page(name, &text, None)).transpose();
        let with = |name, text, part| given(text).map(|text| page(name, &text, Some(part))).transpose();
        Ok(Addresses {
            invite: with("LEDGER_INVITE_URL", self.invite_url, INVITATION)?,
            others: Links {
                invite: String::new(),
                support: plain("LEDGER_SUPPORT_URL", self.support_url)?,
                channel: plain("LEDGER_CHANNEL_URL", self.channel_url)?,
                download: plain("LEDGER_DOWNLOAD_URL", self.download_url)?,
                ton_explorer: with("LEDGER_TON_EXPLORER", self.ton_explorer, TX)?.or(known(main_net, TON_MAIN_NET)),
                evm_explorer: with("LEDGER_EVM_EXPLORER", self.evm_explorer, TX)?.or(known(ethereum, ETHEREUM.1)),
            },
        })
    }
}

impl Addresses {
    /// What production must have before anything is started.
    ///
    /// # Errors
    /// The first address that is missing.
    pub fn demand(&self, mode: Mode) -> Result<(), BadSetting> {
        let wanted = [
            ("LEDGER_INVITE_URL", &self.invite),
            ("LEDGER_SUPPORT_URL", &self.others.support),
            ("LEDGER_CHANNEL_URL", &self.others.channel),
            ("LEDGER_DOWNLOAD_URL", &self.others.download),
        ];
        let missing = wanted.iter().find(|(_, given)| given.is_none());
        match missing.filter(|_| mode == Mode::Production) {
            Some((name, _)) => Err(BadSetting(format!(
                "{name} is not set; production does not start without its own addresses."
            ))),
            None => Ok(()),
        }
    }

    /// The addresses of a service that players reach at `served`.
    pub fn links(&self, served: SocketAddr) -> Links {
        let newcomer = || format!("http://{served}/dev?startapp={INVITATION}");
        Links {
            invite: self.invite.clone().unwrap_or_else(newcomer),
            ..self.others.clone()
        }
    }
}

/// The address of a page as it is opened on a player's device, with what stands for its changing part.
fn page(name: &str, text: &str, part: Option<&str>) -> Result<String, BadSetting> {
    let text = text.trim();
    let uri = text.replace(['{', '}'], "").parse::<hyper::Uri>().ok();
    let fits = uri.is_some_and(|uri| uri.scheme_str() == Some("https") && uri.host().is_some())
        && part.is_none_or(|part| text.contains(part));
    let holding = part.map_or_else(String::new, |part| format!(" with {part} in it"));
    fits.then(|| text.to_owned())
        .ok_or_else(|| BadSetting(format!("{name} must be an https:// address{holding}, not {text:?}.")))
}
