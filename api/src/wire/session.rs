//! The sessions of a player: where the account is open (api §9.1).

use super::body::body;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The kind of device that a session was opened on, as far as its browser says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SessionDevice {
    Android,
    /// A phone or a tablet.
    Ios,
    Windows,
    Mac,
    Linux,
    #[default]
    Unknown,
}

/// What browsers call themselves contains one of these; the first that fits counts, because Android is a Linux too.
const SIGNS: [(&str, SessionDevice); 6] = [
    ("Android", SessionDevice::Android),
    ("iPhone", SessionDevice::Ios),
    ("iPad", SessionDevice::Ios),
    ("Windows", SessionDevice::Windows),
    ("Macintosh", SessionDevice::Mac),
    ("Linux", SessionDevice::Linux),
];

impl SessionDevice {
    /// The kind of a browser's name.
    pub fn of(agent: &str) -> SessionDevice {
        let fits = SIGNS.iter().find(|(sign, _)| agent.contains(sign));
        fits.map(|(_, device)| *device).unwrap_or_default()
    }

    /// As it is stored.
    pub const fn name(self) -> &'static str {
        match self {
            SessionDevice::Android => "android",
            SessionDevice::Ios => "ios",
            SessionDevice::Windows => "windows",
            SessionDevice::Mac => "mac",
            SessionDevice::Linux => "linux",
            SessionDevice::Unknown => "",
        }
    }

    /// The stored one; unknown for anything else.
    pub fn named(name: &str) -> SessionDevice {
        let fits = SIGNS.iter().find(|(_, device)| device.name() == name);
        fits.map(|(_, device)| *device).unwrap_or_default()
    }
}

/// An open session.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SessionLine {
    /// Names it in `session/end`; opens nothing.
    pub session: String,
    /// Where it was opened.
    pub device: SessionDevice,
    /// Opened, in milliseconds.
    pub created_at: i64,
    /// Last use in milliseconds; written down once an hour at most.
    pub seen_at: i64,
    /// The one that asks.
    pub current: bool,
}

body! {
    /// Asks where the account is open.
    SessionListBody(ts, token) {}
}

/// The open sessions, the last used first.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SessionListData {
    /// Five at most.
    pub list: Vec<SessionLine>,
}

body! {
    /// Ends a session, or every one but that which asks.
    SessionEndBody(ts, token) {
        /// Which one; absent: all others. One that has ended, or is none of the player's, changes nothing.
        session: Option<String>,
    }
}

/// What is still open.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SessionEndData {
    /// The open sessions, the last used first.
    pub list: Vec<SessionLine>,
}
