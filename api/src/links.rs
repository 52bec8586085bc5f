//! Addresses outside the service that the app leads to. Each is of this installation; where none is known, the app
//! shows no way there.

use domain::ids::Scode;
use domain::withdrawal::{Address, Chain};

/// Stands for an invite code in [`Links::invite`].
pub const SCODE: &str = "{scode}";
/// Stands for a transaction in an explorer's address.
pub const TX: &str = "{tx}";

/// Where the app leads to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Links {
    /// Opens the app for a friend; holds [`SCODE`].
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

    /// Opens the app on one of its screens, by a start parameter `s_<screen>` in place of the invite code's; nothing where
    /// the invite link has another form.
    pub fn screen(&self, screen: &str) -> Option<String> {
        let invite = format!("r_{SCODE}");
        self.invite
            .contains(&invite)
            .then(|| self.invite.replace(&invite, &format!("s_{screen}")))
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
