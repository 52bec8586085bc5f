//! Roles of staff (api §7).

use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

macro_rules! roles {
    ($($(#[$doc:meta])* $variant:ident = $name:literal,)*) => {
        /// A role of a member of staff, who may have several.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum Role {
            $($(#[$doc])* $variant,)*
        }

        impl Role {
            /// All roles.
            pub const ALL: [Role; 8] = [$(Role::$variant,)*];

            /// The permanent name.
            pub const fn name(self) -> &'static str {
                match self { $(Role::$variant => $name,)* }
            }
        }
    };
}

roles! {
    /// Sees players, masked, and works on cases.
    Support = "support",
    /// Freezes, decides identity checks.
    Risk = "risk",
    /// Reviews withdrawals, assigns top-ups, reconciles.
    Finance = "finance",
    /// Gives the second approval, closes days.
    FinanceLead = "finance_lead",
    /// Tasks, shop, packets within the budget.
    Content = "content",
    /// Proposes numbers of the configuration.
    ConfigAdmin = "config_admin",
    /// Accounts, keys and sessions of staff.
    Security = "security",
    /// Reads everything, exports, replays; writes nothing.
    Auditor = "auditor",
}

impl Role {
    /// The role of a name.
    pub fn named(name: &str) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.name() == name)
    }
}

/// Roles, each once.
pub type Roles = BTreeSet<Role>;
