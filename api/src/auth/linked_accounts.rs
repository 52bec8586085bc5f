//! Accounts that log in from the same device or network (domain §3.8, T-40).
//!
//! A device is named by a random id that the client keeps; a network is known by its address, the browser and the
//! UTC day, because addresses are lent. Both are kept as keyed hashes: whoever reads the database learns that two
//! accounts share something, not what. A client without an id, or behind a private address, is linked to nobody.
//!
//! | linked to | consequence |
//! |---|---|
//! | the inviter, by any device ever used or network | the invite will never be valid, and from then on brings no rebate ([`tied_invites`]) |
//! | another account, by device | one share of a red packet for both |
//! | more than [`ACCOUNTS_MAX`] accounts, by any device ever used | withdrawals are reviewed by a person |
//!
//! Knows nothing of countries and of what an account may do.

use super::tied_invites::{self, name_of};
use crate::app::App;
use crate::endpoint::Peer;
use crate::error::Failure;
use domain::ids::PlayerId;
use domain::player::team::Shared;
use domain::time::{DAY_MS, Timestamp};
use ledger::{Fault, Ledger};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use workers::personal;

/// Accounts on one device beside the player's own that need no review. ASSUMED: a family's phone.
pub const ACCOUNTS_MAX: usize = 3;
/// Devices of a player that are remembered: the first ones, for a client may name a new one at each login (ASSUMED).
const DEVICES_MAX: usize = 32;
/// Kind of the vault's record.
const RECORD: &str = "ties";

/// Keyed hashes of where a player was last seen, and on which devices before.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct LoginTraces {
    device: Option<[u8; 32]>,
    network: Option<[u8; 32]>,
    #[serde(default)]
    devices: Vec<[u8; 32]>,
}

/// Remembers where a player logs in from, and refuses the invites that are none.
///
/// # Errors
/// A fault of the vault.
pub async fn record_login(
    app: &App,
    player: PlayerId,
    peer: &Peer,
    device: &str,
    now: Timestamp,
) -> Result<(), Failure> {
    let vault = app.ledger().vault();
    let network = || format!("{}|{}|{}", now.0.div_euclid(DAY_MS), peer.address.ip(), peer.agent);
    let known = traces_of(app.ledger(), player).await?;
    let mut traces = LoginTraces {
        device: (!device.is_empty()).then(|| vault.fingerprint("device", device.as_bytes())),
        network: peer
            .address
            .is_public()
            .then(|| vault.fingerprint("network", network().as_bytes())),
        devices: known.devices,
    };
    // The device of a record that was made when it held no others.
    for device in known.device.into_iter().chain(traces.device) {
        if !traces.devices.contains(&device) && traces.devices.len() < DEVICES_MAX {
            traces.devices.push(device);
        }
    }
    let plain = serde_json::to_vec(&traces).map_err(|error| app.unreadable(&error))?;
    if !personal::keep(app.ledger(), player, RECORD, &plain).await? {
        return Ok(());
    }
    for trace in traces.all() {
        vault.share(player.0, trace).await?;
    }
    refuse_invites(app.ledger(), player).await?;
    Ok(())
}

/// Refuses the player's own invite, and those of the player's friends, as far as both accounts are linked, by any device
/// that the player ever used.
///
/// # Errors
/// A fault of the ledger.
pub async fn refuse_invites(ledger: &Ledger, player: PlayerId) -> Result<(), Fault> {
    let traces = traces_of(ledger, player).await?;
    let devices: BTreeSet<[u8; 32]> = traces.device.into_iter().chain(traces.devices).collect();
    let devices = devices.into_iter().map(|trace| (Shared::Device, trace));
    let network = traces.network.map(|trace| (Shared::Network, trace));
    let traces: Vec<_> = devices.chain(network).collect();
    tied_invites::refuse(ledger, player, &traces).await
}

/// The cluster of accounts that log in from the player's device; none for a client that names no device.
///
/// # Errors
/// A fault of the vault.
pub async fn cluster(ledger: &Ledger, player: PlayerId) -> Result<Option<String>, Fault> {
    Ok(traces_of(ledger, player).await?.device.as_ref().map(name_of))
}

/// The player's cluster with the other accounts of the device; none for a client that names no device.
///
/// # Errors
/// A fault of the vault.
pub async fn others(ledger: &Ledger, player: PlayerId) -> Result<Option<(String, Vec<PlayerId>)>, Fault> {
    let Some(trace) = traces_of(ledger, player).await?.device else {
        return Ok(None);
    };
    let others = ledger.vault().others(player.0, &trace).await?;
    Ok(Some((name_of(&trace), others.into_iter().map(PlayerId).collect())))
}

/// Every account that ever logged in from a device of the player's, now or before.
///
/// # Errors
/// A fault of the vault.
pub async fn all_others(ledger: &Ledger, player: PlayerId) -> Result<BTreeSet<PlayerId>, Fault> {
    let traces = traces_of(ledger, player).await?;
    let mut others = BTreeSet::new();
    for device in traces.device.iter().chain(&traces.devices) {
        others.extend(ledger.vault().others(player.0, device).await?.into_iter().map(PlayerId));
    }
    Ok(others)
}

/// Whether so many accounts share a device of the player's, now or before, that a person looks at withdrawals. A login
/// without a device, or from another one, does not change that.
///
/// # Errors
/// A fault of the vault.
pub async fn is_shared_by_many(ledger: &Ledger, player: PlayerId) -> Result<bool, Fault> {
    let traces = traces_of(ledger, player).await?;
    for device in traces.device.iter().chain(&traces.devices) {
        if ledger.vault().others(player.0, device).await?.len() > ACCOUNTS_MAX {
            return Ok(true);
        }
    }
    Ok(false)
}

impl LoginTraces {
    fn all(&self) -> impl Iterator<Item = &[u8; 32]> {
        self.device.iter().chain(&self.network)
    }
}

async fn traces_of(ledger: &Ledger, player: PlayerId) -> Result<LoginTraces, Fault> {
    let plain = ledger.vault().get(player.0, RECORD).await?;
    let read = plain.map(|plain| serde_json::from_slice(&plain)).transpose();
    let unreadable = |_| Fault::Law(format!("the login traces of {player} cannot be read"));
    Ok(read.map_err(unreadable)?.unwrap_or_default())
}
