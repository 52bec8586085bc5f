//! Who calls: the login by signed launch data, sessions, accounts that share a device or a network, and the country
//! of an address (domain §3.1, §3.8, §3.14).
//!
//! Staff log in elsewhere ([`crate::staff`]). Knows nothing of what an account may do.

pub mod country;
pub mod launch_data;
pub mod linked_accounts;
pub mod session;
pub mod shared_details;
pub mod tied_invites;
