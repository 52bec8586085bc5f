//! One node of TON over HTTP: the calls of toncenter's version 2.
//!
//! A node may be wrong, late or down. Its replies are parsed strictly, and count only when another node agrees.

use crate::http::Http;
pub use crate::http::NoAnswer;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hyper::{Method, StatusCode};
use serde::Deserialize;
use serde_json::{Value, json};
use ton::Address;
use ton::transaction::Transaction;

/// Transactions of a page.
const PAGE: usize = 64;
/// Transactions that are read of a payee's account at once. Not pages: each node puts as many on one as it likes, and
/// all must come to the same answer.
const TRANSACTIONS_MAX: usize = 64 * PAGE;

/// The error for a payee's account with too many transactions to be read.
pub const TOO_BUSY: &str = "more new transactions than are read at once";

pub struct Node {
    base: String,
    http: Http,
    page: usize,
    /// Transactions of a payee's account at most.
    pub(super) most: usize,
}

/// Whose account is read. The house reads all of its own, however long it was away: what is not read up to the
/// cursor moves no cursor, and would never be read. Nothing is paid for a payee's account that is busier than the
/// house can read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Account {
    /// One of the house's.
    Own(Address),
    Payee(Address),
}

impl Account {
    const fn address(self) -> Address {
        match self {
            Account::Own(address) | Account::Payee(address) => address,
        }
    }
}

/// Down to where an account is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Since {
    /// What happened after a logical time.
    After(u64),
    /// What happened at a second of the chain's time, or later.
    Second(u64),
}

impl Since {
    fn is_past(self, transaction: &Transaction) -> bool {
        match self {
            Since::After(lt) => transaction.lt <= lt,
            Since::Second(second) => transaction.now < second,
        }
    }

    /// True when a logical time alone says that a transaction is not asked for.
    const fn excludes(self, lt: u64) -> bool {
        matches!(self, Since::After(after) if lt <= after)
    }
}

#[derive(Deserialize)]
struct ApiReply {
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
            page: PAGE,
            most: TRANSACTIONS_MAX,
        }
    }

    async fn ask(&self, method: Method, call: &str, body: Option<Value>) -> Result<Value, NoAnswer> {
        let uri = format!("{}/api/v2/{call}", self.base);
        let (status, bytes) = self.http.ask(method, &uri, body.as_ref()).await?;
        let reply: ApiReply = serde_json::from_slice(&bytes).map_err(|_| format!("HTTP {status} without an answer"))?;
        if reply.ok && status == StatusCode::OK {
            Ok(reply.result)
        } else {
            Err(format!("{call}: {}", reply.error))
        }
    }

    async fn get(&self, call: &str) -> Result<Value, NoAnswer> {
        self.ask(Method::GET, call, None).await
    }

    pub async fn send(&self, boc: &[u8]) -> Result<(), NoAnswer> {
        let body = json!({ "boc": STANDARD.encode(boc) });
        self.ask(Method::POST, "sendBoc", Some(body)).await.map(drop)
    }

    /// Seconds of the last block.
    pub async fn time(&self) -> Result<u64, NoAnswer> {
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
    pub async fn account(&self, address: Address) -> Result<(u128, bool), NoAnswer> {
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
    async fn run(&self, address: Address, method: &str, stack: Value) -> Result<i128, NoAnswer> {
        let body = json!({ "address": address.raw(), "method": method, "stack": stack });
        let ran = self.ask(Method::POST, "runGetMethod", Some(body)).await?;
        if ran["exit_code"] != 0 {
            return Err(format!("{method} ended with {}", ran["exit_code"]));
        }
        let number = ran["stack"][0][1].as_str().and_then(read_number);
        number.ok_or_else(|| format!("{method} left no number"))
    }

    /// What a jetton wallet holds; nothing before it was deployed.
    pub async fn jettons(&self, wallet: Address) -> Result<u128, NoAnswer> {
        if !self.account(wallet).await?.1 {
            return Ok(0);
        }
        let held = self.run(wallet, "get_wallet_data", json!([])).await?;
        u128::try_from(held).map_err(|_| "a negative balance".to_owned())
    }

    /// Whether the house's wallet remembers a query id as executed.
    pub async fn is_processed(&self, wallet: Address, query_id: u64) -> Result<bool, NoAnswer> {
        if !self.account(wallet).await?.1 {
            return Ok(false);
        }
        let stack = json!([["num", format!("{query_id:#x}")], ["num", "0x0"]]);
        Ok(self.run(wallet, "processed?", stack).await? != 0)
    }

    /// Calls `take` with an account's transactions, newest first and without a gap, down to those read before.
    ///
    /// # Errors
    /// The node's error; what `take` was called with before is then incomplete.
    pub async fn each(
        &self,
        account: Account,
        since: Since,
        mut take: impl FnMut(Transaction),
    ) -> Result<(), NoAnswer> {
        let all = |transaction| {
            take(transaction);
            None::<()>
        };
        self.back(account, since, all).await.map(drop)
    }

    /// The newest of an account's transactions that is looked for, down to where it is read before.
    ///
    /// # Errors
    /// The node's error.
    pub async fn find(
        &self,
        account: Account,
        since: Since,
        wanted: impl Fn(&Transaction) -> bool,
    ) -> Result<Option<Transaction>, NoAnswer> {
        let look = |transaction| Some(transaction).filter(&wanted);
        self.back(account, since, look).await
    }

    /// Reads back page by page until something is found, the span is over or the account begins. Each transaction is
    /// the one that the next newer one names, and older: so every look ends, whatever the node says.
    async fn back<T>(
        &self,
        account: Account,
        since: Since,
        mut look: impl FnMut(Transaction) -> Option<T>,
    ) -> Result<Option<T>, NoAnswer> {
        let mut from: Option<(u64, [u8; 32])> = None;
        let is_bounded = matches!(account, Account::Payee(_));
        let mut read = 0;
        loop {
            let page = self.page(account.address(), from).await?;
            if page.is_empty() && from.is_some() {
                return Err("an account's earlier transactions are not there".to_owned());
            }
            for transaction in page {
                let follows = from.is_none_or(|(lt, _)| lt == transaction.lt);
                let goes_back = transaction.previous_lt < transaction.lt;
                if transaction.account != account.address().hash || !follows || !goes_back {
                    return Err("transactions that do not follow each other".to_owned());
                }
                if since.is_past(&transaction) {
                    return Ok(None);
                }
                if is_bounded && read >= self.most {
                    return Err(TOO_BUSY.to_owned());
                }
                read += 1;
                from = Some((transaction.previous_lt, transaction.previous_hash));
                if let Some(found) = look(transaction) {
                    return Ok(Some(found));
                }
            }
            // No page before the first transaction, and none of what is not asked for.
            if from.is_none_or(|(lt, _)| lt == 0 || since.excludes(lt)) {
                return Ok(None);
            }
        }
    }

    async fn page(&self, address: Address, from: Option<(u64, [u8; 32])>) -> Result<Vec<Transaction>, NoAnswer> {
        let mut call = format!(
            "getTransactions?address={}&limit={}&archival=true",
            address.raw(),
            self.page
        );
        if let Some((lt, hash)) = from {
            call.push_str(&format!("&lt={lt}&hash={}", hex::encode(hash)));
        }
        let page = self.get(&call).await?;
        let page = page.as_array().ok_or("no list of transactions")?;
        let read = |entry: &Value| {
            let data = entry["data"].as_str().ok_or("a transaction without data")?;
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
    if negative { number.checked_neg() } else { Some(number) }
}

#[cfg(test)]
mod tests;
