//! One node of an EVM chain over HTTP: the JSON-RPC calls that every such node has.
//!
//! A node may be wrong, late or down. Its replies are parsed strictly, and count only when another node agrees.

use super::Finality;
use crate::http::Http;
pub use crate::http::NoAnswer;
use evm::payout::Fee;
use evm::{Address, B256};
use hyper::Method;
use serde::Deserialize;
use serde_json::{Value, json};

/// Error code of a call that a contract reverted with data.
const REVERTED: i64 = 3;
/// Error codes under which nodes report much, a call that was reverted without data among it: a server's error, and an
/// error of the machine. Only the message says which it was: nodes word it differently, and all name a revert.
const REVERTED_OR_ELSE: [i64; 2] = [-32_000, -32_015];

pub struct Node {
    url: String,
    http: Http,
}

/// How far a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    /// The last block that is final.
    pub last_final: u64,
    /// Seconds of the newest block.
    pub time_s: u64,
}

/// What a contract did with a call that was only tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tried {
    Answered(Vec<u8>),
    Refused,
}

/// A log that a contract wrote.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Log {
    pub address: Address,
    /// What it is found by.
    pub topics: Vec<B256>,
    #[serde(deserialize_with = "hex_bytes::deserialize")]
    pub data: Vec<u8>,
    #[serde(deserialize_with = "hex_number::deserialize")]
    pub block_number: u64,
    pub transaction_hash: B256,
    /// Its index in the block.
    #[serde(deserialize_with = "hex_number::deserialize")]
    pub log_index: u64,
}

/// That a transaction is in a block.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Receipt {
    /// The block's number.
    #[serde(deserialize_with = "hex_number::deserialize")]
    pub block_number: u64,
    /// The block: another one may have the number later.
    pub block_hash: B256,
    /// 1 when it was carried out.
    #[serde(deserialize_with = "hex_number::deserialize")]
    pub status: u64,
    /// What contracts wrote.
    pub logs: Vec<Log>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Block {
    #[serde(deserialize_with = "hex_number::deserialize")]
    number: u64,
    #[serde(deserialize_with = "hex_number::deserialize")]
    timestamp: u64,
    hash: B256,
    #[serde(default)]
    base_fee_per_gas: Value,
}

#[derive(Deserialize)]
struct RpcReply {
    #[serde(default)]
    result: Value,
    error: Option<Wrong>,
}

#[derive(Deserialize)]
struct Wrong {
    code: i64,
    #[serde(default)]
    message: String,
}

impl Wrong {
    /// True when a contract refused a call; anything else says nothing about the contract.
    fn is_refusal(&self) -> bool {
        let says_so = || self.message.to_lowercase().contains("revert");
        self.code == REVERTED || REVERTED_OR_ELSE.contains(&self.code) && says_so()
    }
}

/// A block as calls name it.
fn at(block: u64) -> String {
    format!("{block:#x}")
}

fn number(value: &Value) -> Option<u128> {
    u128::from_str_radix(value.as_str()?.strip_prefix("0x")?, 16).ok()
}

impl Node {
    /// The node at this address.
    pub fn at(url: &str) -> Node {
        Node {
            url: url.to_owned(),
            http: Http::new(),
        }
    }

    async fn call(&self, method: &str, parameters: Value) -> Result<RpcReply, NoAnswer> {
        let question = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": parameters });
        let (status, bytes) = self.http.ask(Method::POST, &self.url, Some(&question)).await?;
        serde_json::from_slice(&bytes).map_err(|_| format!("HTTP {status} without an answer"))
    }

    async fn ask(&self, method: &str, parameters: Value) -> Result<Value, NoAnswer> {
        let reply = self.call(method, parameters).await?;
        match reply.error {
            None => Ok(reply.result),
            Some(wrong) => Err(format!("{method}: {} {}", wrong.code, wrong.message)),
        }
    }

    async fn number(&self, method: &str, parameters: Value) -> Result<u128, NoAnswer> {
        let reply = self.ask(method, parameters).await?;
        number(&reply).ok_or_else(|| format!("{method}: no number"))
    }

    async fn block(&self, which: &str) -> Result<Option<Block>, NoAnswer> {
        let reply = self.ask("eth_getBlockByNumber", json!([which, false])).await?;
        serde_json::from_value(reply).map_err(|_| "a block that cannot be read".to_owned())
    }

    pub async fn send(&self, raw: &[u8]) -> Result<(), NoAnswer> {
        let raw = format!("0x{}", hex::encode(raw));
        self.ask("eth_sendRawTransaction", json!([raw])).await.map(drop)
    }

    /// How far the node is. A node of another chain is an error.
    pub async fn head(&self, chain_id: u64, finality: Finality) -> Result<Head, NoAnswer> {
        if self.number("eth_chainId", json!([])).await? != u128::from(chain_id) {
            return Err("a node of another chain".to_owned());
        }
        let latest = self.block("latest").await?.ok_or("a chain without blocks")?;
        let last_final = match finality {
            Finality::Depth(blocks) => latest.number.saturating_sub(blocks),
            Finality::Reported => self.block("finalized").await?.map_or(0, |block| block.number),
        };
        Ok(Head {
            last_final,
            time_s: latest.timestamp,
        })
    }

    /// The block that has a number now.
    pub async fn block_hash(&self, block: u64) -> Result<Option<B256>, NoAnswer> {
        Ok(self.block(&at(block)).await?.map(|block| block.hash))
    }

    /// What became of a transaction; nothing while it is in no block.
    pub async fn receipt(&self, hash: [u8; 32]) -> Result<Option<Receipt>, NoAnswer> {
        let reply = self.ask("eth_getTransactionReceipt", json!([B256::from(hash)])).await?;
        serde_json::from_value(reply).map_err(|_| "a receipt that cannot be read".to_owned())
    }

    /// How many numbers an account had used up to a block.
    pub async fn count(&self, account: Address, block: u64) -> Result<u64, NoAnswer> {
        let count = self.number("eth_getTransactionCount", json!([account, at(block)]));
        u64::try_from(count.await?).map_err(|_| "a count beyond all accounts".to_owned())
    }

    /// What an account held up to a block of what fees are paid with.
    pub async fn balance(&self, account: Address, block: u64) -> Result<u128, NoAnswer> {
        self.number("eth_getBalance", json!([account, at(block)])).await
    }

    /// A number that a contract answers, up to a block.
    pub async fn read(&self, contract: Address, call: &[u8], block: u64) -> Result<u128, NoAnswer> {
        match self.try_at(contract, contract, call, &at(block)).await? {
            Tried::Answered(answer) => evm::erc20::read_number(&answer).ok_or_else(|| "no number".to_owned()),
            Tried::Refused => Err("a contract that answers nothing".to_owned()),
        }
    }

    /// What a contract would do with a call now.
    pub async fn attempt(&self, from: Address, to: Address, call: &[u8]) -> Result<Tried, NoAnswer> {
        self.try_at(from, to, call, "latest").await
    }

    async fn try_at(&self, from: Address, to: Address, call: &[u8], block: &str) -> Result<Tried, NoAnswer> {
        let call = json!({ "from": from, "to": to, "data": format!("0x{}", hex::encode(call)) });
        let reply = self.call("eth_call", json!([call, block])).await?;
        match reply.error {
            None => {
                let answer = reply.result.as_str().and_then(|text| text.strip_prefix("0x"));
                let answer = answer.and_then(|digits| hex::decode(digits).ok());
                answer
                    .map(Tried::Answered)
                    .ok_or_else(|| "no answer of a contract".to_owned())
            }
            Some(wrong) if wrong.is_refusal() => Ok(Tried::Refused),
            Some(wrong) => Err(format!("eth_call: {} {}", wrong.code, wrong.message)),
        }
    }

    /// Logs of a contract, of whole blocks.
    pub async fn logs(
        &self,
        contract: Address,
        topics: &[Option<B256>],
        from: u64,
        to: u64,
    ) -> Result<Vec<Log>, NoAnswer> {
        let asked = json!({ "address": contract, "topics": topics, "fromBlock": at(from), "toBlock": at(to) });
        let reply = self.ask("eth_getLogs", json!([asked])).await?;
        serde_json::from_value(reply).map_err(|_| "logs that cannot be read".to_owned())
    }

    /// What a transaction has to offer to be taken soon: twice the newest block's price, and what is usual on top.
    pub async fn fee(&self) -> Result<Fee, NoAnswer> {
        let tip = self.number("eth_maxPriorityFeePerGas", json!([])).await?;
        let latest = self.block("latest").await?.ok_or("a chain without blocks")?;
        let base = number(&latest.base_fee_per_gas).ok_or("a block without a price of gas")?;
        let most = base.saturating_mul(2).saturating_add(tip);
        Ok(Fee { most, tip })
    }
}

/// Numbers as nodes write them.
mod hex_number {
    use serde::{Deserialize, Deserializer, de::Error};

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        let text = String::deserialize(deserializer)?;
        let digits = text.strip_prefix("0x").ok_or_else(|| D::Error::custom("no 0x"))?;
        u64::from_str_radix(digits, 16).map_err(D::Error::custom)
    }
}

/// Bytes as nodes write them.
mod hex_bytes {
    use serde::{Deserialize, Deserializer, de::Error};

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
        let text = String::deserialize(deserializer)?;
        let digits = text.strip_prefix("0x").ok_or_else(|| D::Error::custom("no 0x"))?;
        hex::decode(digits).map_err(D::Error::custom)
    }
}
