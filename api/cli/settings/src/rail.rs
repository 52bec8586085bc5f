//! Settings of the rails: nodes that have to agree, the token that counts, the house's key.

use super::reading::{number, origin};
use super::{BadSetting, EvmAccess, TonAccess};
use rails::NODES_MIN;
use rails::evm::Finality;
use ton::contracts::USDT_MAIN_NET;

/// The chain on which a token need not be named.
const ETHEREUM: u64 = 1;
/// Tether's USDT on it.
const USDT_ETHEREUM: &str = "0xdAC17F958D2ee523a2206206994597C13D831ec7";
/// Wei of a gwei.
const GWEI: u128 = 1_000_000_000;
/// Longest wait for a final block.
const DEPTH_MAX: u64 = 10_000;

/// Nodes that have to agree: one that is named twice is one.
fn nodes(name: &str, text: &str, each: impl Fn(&str) -> Result<String, BadSetting>) -> Result<Vec<String>, BadSetting> {
    let mut nodes = text.split(',').map(each).collect::<Result<Vec<_>, _>>()?;
    nodes.sort();
    nodes.dedup();
    if nodes.len() < NODES_MIN {
        return Err(BadSetting(format!(
            "{name} must name {NODES_MIN} nodes at least, with commas between: one alone is not believed."
        )));
    }
    Ok(nodes)
}

fn key(rail: &str, given: Option<String>) -> Result<[u8; 32], BadSetting> {
    let wanted = format!("LEDGER_{rail}_NODES wants LEDGER_{rail}_KEY, the key of the house's wallet.");
    let key = given.ok_or(BadSetting(wanted))?;
    let mut bytes = [0; 32];
    hex::decode_to_slice(key.trim(), &mut bytes)
        .map_err(|_| BadSetting(format!("LEDGER_{rail}_KEY must be 64 hex characters, 32 bytes.")))?;
    Ok(bytes)
}

pub(super) fn ton_access(
    named: Option<String>,
    master: Option<String>,
    given: Option<String>,
) -> Result<Option<TonAccess>, BadSetting> {
    let Some(named) = named else { return Ok(None) };
    let master = master.as_deref().unwrap_or(USDT_MAIN_NET);
    let master = ton::Address::parse(master.trim()).map_err(|_| {
        BadSetting(format!(
            "LEDGER_TON_MASTER must be an address of the TON chain, not {master:?}."
        ))
    })?;
    let key = key("TON", given)?;
    let nodes = nodes("LEDGER_TON_NODES", &named, |node| origin("LEDGER_TON_NODES", node))?;
    Ok(Some(TonAccess { nodes, master, key }))
}

/// The settings of a rail on an EVM chain, as written.
pub(super) struct RawEvm {
    pub nodes: Option<String>,
    pub chain: String,
    pub token: Option<String>,
    pub key: Option<String>,
    pub finality: String,
    pub fee_max: String,
}

/// An address of a node: whoever sells access puts a key into its path, so it is told to nobody.
fn node(text: &str) -> Result<String, BadSetting> {
    let text = text.trim();
    let uri = text.parse::<hyper::Uri>().ok();
    let fits = uri.is_some_and(|uri| matches!(uri.scheme_str(), Some("http" | "https")) && uri.host().is_some());
    fits.then(|| text.to_owned()).ok_or_else(|| {
        BadSetting("LEDGER_EVM_NODES must be addresses such as https://node.example/key, with commas between.".into())
    })
}

fn finality(text: &str) -> Result<Finality, BadSetting> {
    if text.trim() == "finalized" {
        return Ok(Finality::Told);
    }
    let depth = text.trim().parse().ok().filter(|depth| (1..=DEPTH_MAX).contains(depth));
    depth.map(Finality::Depth).ok_or_else(|| {
        BadSetting(format!(
            "LEDGER_EVM_FINAL must be finalized or a number of blocks from 1 to {DEPTH_MAX}, not {text:?}."
        ))
    })
}

pub(super) fn evm_access(raw: RawEvm) -> Result<Option<EvmAccess>, BadSetting> {
    let Some(named) = raw.nodes else { return Ok(None) };
    let chain = number("LEDGER_EVM_CHAIN", &raw.chain, 1, u64::from(u32::MAX))?;
    let token = match (raw.token, chain) {
        (Some(token), _) => token,
        (None, ETHEREUM) => USDT_ETHEREUM.to_owned(),
        (None, _) => {
            return Err(BadSetting(
                "LEDGER_EVM_CHAIN wants LEDGER_EVM_TOKEN, the contract of its USDT.".into(),
            ));
        }
    };
    let token = evm::address(token.trim()).map_err(|_| {
        BadSetting(format!(
            "LEDGER_EVM_TOKEN must be an address with its checksum (EIP-55), not {token:?}."
        ))
    })?;
    let key = evm::Key::from_bytes(&key("EVM", raw.key)?)
        .ok_or_else(|| BadSetting("LEDGER_EVM_KEY is a number that is no key.".into()))?;
    Ok(Some(EvmAccess {
        nodes: nodes("LEDGER_EVM_NODES", &named, node)?,
        chain,
        token,
        key,
        finality: finality(&raw.finality)?,
        fee_most: GWEI * u128::from(number("LEDGER_EVM_FEE_MAX", &raw.fee_max, 1_u16, 10_000)?),
    }))
}
