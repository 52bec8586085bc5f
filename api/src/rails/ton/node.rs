//! One node of TON, asked over HTTP: the calls of toncenter's version 2.
//!
//! A node may be wrong, late or down. What it says is read strictly, and believed only beside another's word.

use crate::rails::http::Http;
pub use crate::rails::http::Unheard;
use axum::http::{Method, StatusCode};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use serde_json::{Value, json};
use ton::Address;
use ton::transaction::Transaction;

/// Transactions of a page.
const PAGE: usize = 64;
/// Pages that are read of one account at once; who is further behind goes on with the next look.
const PAGES_MAX: usize = 64;

/// What is said of an account on which too much has happened to be read.
pub const TOO_BUSY: &str = "more new transactions than are read at once";

/// One node.
pub struct Node {
    base: String,
    http: Http,
}

#[derive(Deserialize)]
struct Told {
    ok: bool,
    #[serde(default)]
    result: Value,
    #[serde(default)]
    error: Value,
}

impl Node {
    /// The node at this address, without a path.
    pub fn at(base: &str) -> Node {
        Node {
            base: base.trim_end_matches('/').to_owned(),
            http: Http::new(),
        }
    }

    async fn ask(&self, method: Method, call: &str, body: Option<Value>) -> Result<Value, Unheard> {
        let uri = format!("{}/api/v2/{call}", self.base);
        let (status, bytes) = self.http.ask(method, &uri, body.as_ref()).await?;
        let told: Told = serde_json::from_slice(&bytes).map_err(|_| format!("HTTP {status} without an answer"))?;
        if told.ok && status == StatusCode::OK {
            Ok(told.result)
        } else {
            Err(format!("{call}: {}", told.error))
        }
    }

    async fn get(&self, call: &str) -> Result<Value, Unheard> {
        self.ask(Method::GET, call, None).await
    }

    /// Hands a message over.
    pub async fn send(&self, boc: &[u8]) -> Result<(), Unheard> {
        let body = json!({ "boc": STANDARD.encode(boc) });
        self.ask(Method::POST, "sendBoc", Some(body)).await.map(drop)
    }

    /// Seconds of the last block.
    pub async fn time(&self) -> Result<u64, Unheard> {
        let info = self.get("getMasterchainInfo").await?;
        let last = &info["last"];
        let (workchain, seqno) = (&last["workchain"], &last["seqno"]);
        let shard = last["shard"].as_str().ok_or("a block without a shard")?;
        let call = format!("getBlockHeader?workchain={workchain}&shard={shard}&seqno={seqno}");
        let header = self.get(&call).await?;
        header["gen_utime"]
            .as_u64()
            .ok_or_else(|| "a block without a time".to_owned())
    }

    /// What an account holds of TON, in nanotons, and whether it has code.
    pub async fn account(&self, address: Address) -> Result<(u128, bool), Unheard> {
        let info = self
            .get(&format!("getAddressInformation?address={}", address.raw()))
            .await?;
        let balance = match &info["balance"] {
            Value::String(text) => text.parse().ok(),
            other => other.as_u64().map(u128::from),
        };
        let balance = balance.ok_or("an account without a balance")?;
        Ok((balance, info["state"] == "active"))
    }

    /// The first number on the stack of a get method.
    async fn run(&self, address: Address, method: &str, stack: Value) -> Result<i128, Unheard> {
        let body = json!({ "address": address.raw(), "method": method, "stack": stack });
        let ran = self.ask(Method::POST, "runGetMethod", Some(body)).await?;
        if ran["exit_code"] != 0 {
            return Err(format!("{method} ended with {}", ran["exit_code"]));
        }
        let number = ran["stack"][0][1].as_str().and_then(read_number);
        number.ok_or_else(|| format!("{method} left no number"))
    }

    /// What a jetton wallet holds; nothing before it was deployed.
    pub async fn jettons(&self, wallet: Address) -> Result<u128, Unheard> {
        if !self.account(wallet).await?.1 {
            return Ok(0);
        }
        let held = self.run(wallet, "get_wallet_data", json!([])).await?;
        u128::try_from(held).map_err(|_| "a negative balance".to_owned())
    }

    /// Whether the house's wallet remembers a query id as executed.
    pub async fn is_processed(&self, wallet: Address, query_id: u64) -> Result<bool, Unheard> {
        if !self.account(wallet).await?.1 {
            return Ok(false);
        }
        let stack = json!([["num", format!("{query_id:#x}")], ["num", "0x0"]]);
        Ok(self.run(wallet, "processed?", stack).await? != 0)
    }

    /// An account's transactions after a logical time, oldest first, none missing between.
    pub async fn transactions(&self, address: Address, after: u64) -> Result<Vec<Transaction>, Unheard> {
        let mut found: Vec<Transaction> = Vec::new();
        let mut from: Option<(u64, [u8; 32])> = None;
        for _ in 0..PAGES_MAX {
            let page = self.page(address, from).await?;
            for transaction in page {
                let follows = found.last().is_none_or(|newer| newer.previous_lt == transaction.lt);
                if transaction.account != address.hash || !follows {
                    return Err("transactions that do not follow each other".to_owned());
                }
                if transaction.lt <= after {
                    found.reverse();
                    return Ok(found);
                }
                found.push(transaction);
            }
            match found.last() {
                Some(oldest) if oldest.previous_lt > after => {
                    from = Some((oldest.previous_lt, oldest.previous_hash));
                }
                _ => {
                    found.reverse();
                    return Ok(found);
                }
            }
        }
        Err(TOO_BUSY.to_owned())
    }

    /// The newest of an account's transactions since a moment that is looked for.
    pub async fn find(
        &self,
        address: Address,
        since_s: u64,
        wanted: impl Fn(&Transaction) -> bool,
    ) -> Result<Option<Transaction>, Unheard> {
        let mut from = None;
        for _ in 0..PAGES_MAX {
            let page = self.page(address, from).await?;
            for transaction in page {
                if transaction.account != address.hash {
                    return Err("a transaction of another account".to_owned());
                }
                if transaction.now < since_s {
                    return Ok(None);
                }
                if wanted(&transaction) {
                    return Ok(Some(transaction));
                }
                from = Some((transaction.previous_lt, transaction.previous_hash));
            }
            // No page before the first transaction.
            if from.is_none_or(|(lt, _)| lt == 0) {
                return Ok(None);
            }
        }
        Err(TOO_BUSY.to_owned())
    }

    async fn page(&self, address: Address, from: Option<(u64, [u8; 32])>) -> Result<Vec<Transaction>, Unheard> {
        let mut call = format!("getTransactions?address={}&limit={PAGE}&archival=true", address.raw());
        if let Some((lt, hash)) = from {
            call.push_str(&format!("&lt={lt}&hash={}", hex::encode(hash)));
        }
        let page = self.get(&call).await?;
        let page = page.as_array().ok_or("no list of transactions")?;
        let read = |told: &Value| {
            let data = told["data"].as_str().ok_or("a transaction without data")?;
            let boc = STANDARD.decode(data).map_err(|_| "a transaction that is not base64")?;
            Transaction::parse(&boc).map_err(|error| error.to_string())
        };
        page.iter().map(read).collect()
    }
}

/// `0x1f`, `-0x1`, or decimal.
fn read_number(text: &str) -> Option<i128> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let number = match digits.strip_prefix("0x") {
        Some(hex) => i128::from_str_radix(hex, 16).ok()?,
        None => digits.parse().ok()?,
    };
    Some(if negative { -number } else { number })
}

#[cfg(test)]
mod tests {
    use super::read_number;

    #[test]
    fn numbers_of_the_stack_are_read_as_nodes_write_them() {
        for (text, number) in [
            ("0x0", Some(0)),
            ("-0x1", Some(-1)),
            ("0x1f", Some(31)),
            ("7", Some(7)),
            ("", None),
        ] {
            assert_eq!(read_number(text), number, "{text}");
        }
    }
}
