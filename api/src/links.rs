//! Addresses outside the service that the app leads to. Each is of this installation; where none is known, the app
//! shows no way there.

use domain::ids::Scode;
use domain::red_packet::PacketCode;
use domain::withdrawal::{Address, Chain};

/// Stands for an invite code in [`Links::invite`].
pub const SCODE: &str = "{scode}";
/// The start parameter of an invitation (domain §3.1), which [`Links::invite`] ends with.
pub const INVITATION: &str = "r_{scode}";
/// Stands for a transaction in an explorer's address.
pub const TX: &str = "{tx}";

/// Where the app leads to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Links {
    /// Opens the app for a friend; holds [`INVITATION`].
    pub invite: String,
    /// Where support answers.
    pub support: Option<String>,
    /// The product's news.
    pub channel: Option<String>,
    /// Where somebody without the app gets it.
    pub download: Option<String>,
    /// Public views of transactions of the TON chain; holds [`TX`].
    pub ton_explorer: Option<String>,
    /// Public views of transactions of the EVM chain; holds [`TX`].
    pub evm_explorer: Option<String>,
}

impl Links {
    /// A player's own invite link.
    pub fn invite_of(&self, scode: &Scode) -> String {
        self.invite.replace(SCODE, scode.as_str())
    }

    /// Opens the app on one of its screens; nothing without an invite link.
    pub fn screen(&self, screen: &str) -> Option<String> {
        let is_known = self.invite.contains(INVITATION);
        is_known.then(|| self.invite.replace(INVITATION, &format!("s_{screen}")))
    }

    /// Opens the app at a packet, for whoever may claim.
    pub fn packet_of(&self, code: &PacketCode) -> String {
        self.invite.replace(INVITATION, &format!("p_{code}"))
    }

    /// A public view of the transaction that paid to an address.
    pub fn transaction(&self, address: &Address, tx: &str) -> Option<String> {
        let explorer = match address.chain()? {
            Chain::Ton => &self.ton_explorer,
            Chain::Evm => &self.evm_explorer,
        };
        explorer.as_ref().map(|explorer| explorer.replace(TX, tx))
    }
}
