//! Settings of the rails: nodes that have to agree, the token that counts, the house's key.

use super::BadSetting;
use super::reading::{given, number, origin, usdt};
use clap::Args;
use rails::evm::Finality;
use rails::{Caps, NODES_MIN};
use ton::contracts::USDT_MAIN_NET;

/// The chain on which a token need not be named.
const ETHEREUM: u64 = 1;
/// Tether's USDT on it.
const USDT_ETHEREUM: &str = "0xdAC17F958D2ee523a2206206994597C13D831ec7";
/// Wei of a gwei.
const GWEI: u128 = 1_000_000_000;
/// Longest wait for a final block.
const DEPTH_MAX: u64 = 10_000;

/// The settings of the rail on the TON chain, as written.
#[derive(Args, Clone, Debug)]
pub(super) struct TonArgs {
    /// Nodes of the TON chain that payouts and top-ups go through, two at least, with commas between. Absent: no rail; `ledger up` starts a chain of its own
    #[arg(long, env = "LEDGER_TON_NODES", value_name = "URLS", global = true)]
    ton_nodes: Option<String>,
    /// Master contract of the USDT that counts on the TON chain. Absent: the one of the main net
    #[arg(long, env = "LEDGER_TON_MASTER", value_name = "ADDRESS", global = true)]
    ton_master: Option<String>,
    /// Key of the house's wallet on the TON chain, 64 hex characters; wanted with LEDGER_TON_NODES
    #[arg(
        long,
        env = "LEDGER_TON_KEY",
        value_name = "HEX",
        global = true,
        hide_env_values = true
    )]
    ton_key: Option<String>,
}

/// The settings of the rail on an EVM chain, as written.
#[derive(Args, Clone, Debug)]
pub(super) struct EvmArgs {
    /// Nodes of the EVM chain that payouts may go through beside TON, two at least, with commas between. Absent: no such rail, and no address of such a chain is taken
    #[arg(
        long,
        env = "LEDGER_EVM_NODES",
        value_name = "URLS",
        global = true,
        hide_env_values = true
    )]
    evm_nodes: Option<String>,
    /// Number of the EVM chain
    #[arg(long, env = "LEDGER_EVM_CHAIN", value_name = "N", default_value = "1", global = true)]
    evm_chain: String,
    /// Contract of the USDT that counts on the EVM chain, of six decimals. Absent: the one of Ethereum; wanted on any other chain
    #[arg(long, env = "LEDGER_EVM_TOKEN", value_name = "ADDRESS", global = true)]
    evm_token: Option<String>,
    /// Key of the house's account on the EVM chain, 64 hex characters; wanted with LEDGER_EVM_NODES. The account must be new: its numbers are the rail's alone
    #[arg(
        long,
        env = "LEDGER_EVM_KEY",
        value_name = "HEX",
        global = true,
        hide_env_values = true
    )]
    evm_key: Option<String>,
    /// When a block of the EVM chain is final: `finalized` as its nodes report, or so many blocks after it, 1 to 10000
    #[arg(
        long,
        env = "LEDGER_EVM_FINAL",
        value_name = "WHEN",
        default_value = "finalized",
        global = true
    )]
    evm_final: String,
    /// What a payment on the EVM chain offers for a unit of gas at most, in gwei, 1 to 10000: beyond it payouts wait
    #[arg(
        long,
        env = "LEDGER_EVM_FEE_MAX",
        value_name = "GWEI",
        default_value = "100",
        global = true
    )]
    evm_fee_max: String,
}

/// What each of the house's wallets may do without a person, as written.
#[derive(Args, Clone, Debug)]
pub(super) struct CapsArgs {
    /// USDT that go out within an hour at most: what is beyond waits
    #[arg(
        long,
        env = "LEDGER_PAYOUT_HOUR_MAX",
        value_name = "USDT",
        default_value = "5000",
        global = true
    )]
    payout_hour_max: String,
    /// USDT that the house's wallet should hold at most: more raises an alert
    #[arg(
        long,
        env = "LEDGER_WALLET_MAX",
        value_name = "USDT",
        default_value = "100000",
        global = true
    )]
    wallet_max: String,
}

impl CapsArgs {
    /// # Errors
    /// The first setting that cannot work.
    pub(super) fn check(&self) -> Result<Caps, BadSetting> {
        Ok(Caps {
            hour: usdt("LEDGER_PAYOUT_HOUR_MAX", &self.payout_hour_max)?,
            wallet: usdt("LEDGER_WALLET_MAX", &self.wallet_max)?,
        })
    }
}

/// A rail on the TON chain.
#[derive(Clone)]
pub struct TonAccess {
    /// Addresses of its nodes.
    pub nodes: Vec<String>,
    /// The token's master contract.
    pub master: ton::Address,
    /// The house's key.
    pub key: [u8; 32],
}

impl std::fmt::Debug for TonAccess {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "TonAccess({})", self.nodes.join(" "))
    }
}

/// A rail on an EVM chain.
#[derive(Clone)]
pub struct EvmAccess {
    /// Addresses of its nodes.
    pub nodes: Vec<String>,
    /// The chain's number.
    pub chain: u64,
    /// The token's contract.
    pub token: evm::Address,
    /// The house's key.
    pub key: evm::Key,
    /// When a block is final.
    pub finality: Finality,
    /// What a payment offers for a unit of gas at most, in wei.
    pub fee_most: u128,
}

impl EvmAccess {
    /// The chain's name as wallets show it, by its registered number (EIP-155); its number where the name is not known here.
    pub fn network(&self) -> String {
        let name = match self.chain {
            ETHEREUM => "Ethereum",
            10 => "OP Mainnet",
            56 => "BNB Smart Chain",
            137 => "Polygon",
            8_453 => "Base",
            42_161 => "Arbitrum One",
            43_114 => "Avalanche C-Chain",
            number => return format!("EVM {number}"),
        };
        name.to_owned()
    }
}

/// Addresses of nodes often carry a key, too.
impl std::fmt::Debug for EvmAccess {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            formatter,
            "EvmAccess({} nodes of chain {})",
            self.nodes.len(),
            self.chain
        )
    }
}

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

impl TonArgs {
    /// The rail, when its nodes are named.
    ///
    /// # Errors
    /// The first setting that cannot work.
    pub(super) fn check(self) -> Result<Option<TonAccess>, BadSetting> {
        let Some(named) = given(self.ton_nodes) else {
            return Ok(None);
        };
        let master = given(self.ton_master);
        let master = master.as_deref().unwrap_or(USDT_MAIN_NET);
        let master = ton::Address::parse(master.trim()).map_err(|_| {
            BadSetting(format!(
                "LEDGER_TON_MASTER must be an address of the TON chain, not {master:?}."
            ))
        })?;
        let key = key("TON", given(self.ton_key))?;
        let nodes = nodes("LEDGER_TON_NODES", &named, |node| origin("LEDGER_TON_NODES", node))?;
        Ok(Some(TonAccess { nodes, master, key }))
    }
}

/// An address of a node: providers put an access key into its path, so it is never printed.
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
        return Ok(Finality::Reported);
    }
    let depth = text.trim().parse().ok().filter(|depth| (1..=DEPTH_MAX).contains(depth));
    depth.map(Finality::Depth).ok_or_else(|| {
        BadSetting(format!(
            "LEDGER_EVM_FINAL must be finalized or a number of blocks from 1 to {DEPTH_MAX}, not {text:?}."
        ))
    })
}

impl EvmArgs {
    /// The rail, when its nodes are named.
    ///
    /// # Errors
    /// The first setting that cannot work.
    pub(super) fn check(self) -> Result<Option<EvmAccess>, BadSetting> {
        let Some(named) = given(self.evm_nodes) else {
            return Ok(None);
        };
        let chain = number("LEDGER_EVM_CHAIN", &self.evm_chain, 1, u64::from(u32::MAX))?;
        let token = match (given(self.evm_token), chain) {
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
        let key = evm::Key::from_bytes(&key("EVM", given(self.evm_key))?)
            .ok_or_else(|| BadSetting("LEDGER_EVM_KEY is a number that is no key.".into()))?;
        Ok(Some(EvmAccess {
            nodes: nodes("LEDGER_EVM_NODES", &named, node)?,
            chain,
            token,
            key,
            finality: finality(&self.evm_final)?,
            fee_most: GWEI * u128::from(number("LEDGER_EVM_FEE_MAX", &self.evm_fee_max, 1_u16, 10_000)?),
        }))
    }
}
