//! The calls and their answers, in the words of the real service.

use std::collections::HashMap;

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE};
use percent_encoding::percent_decode_str;
use serde_json::{Value, json};
use ton::Address;
use ton::transaction::Transaction;

use super::shapes::{block_id, masterchain, transaction_id, transaction_json};
use super::{Faults, stack};
use crate::getter::Method;
use crate::look::Page;
use crate::state::Block;
use crate::{Chain, Refused};

const LIMIT_DEFAULT: usize = 10;
const LIMIT_MAX: usize = 100;
const NOT_LOCATED: &str = "LITE_SERVER_UNKNOWN: cannot locate transaction in block with specified logical time";

#[derive(Clone, Debug)]
pub struct Failure {
    pub code: u16,
    pub error: String,
}

impl Failure {
    pub fn new(code: u16, error: &str) -> Failure {
        Failure {
            code,
            error: error.to_owned(),
        }
    }
}

/// A question: the method and its parameters, from the query or from a JSON body.
#[derive(Debug)]
pub struct Call {
    method: String,
    parameters: HashMap<String, Value>,
}

impl Call {
    pub fn read(path: &str, query: &str, body: &[u8]) -> Result<Call, Failure> {
        let method = path.strip_prefix("/api/v2/").ok_or(Failure::new(404, "Not Found"))?;
        let mut parameters = HashMap::new();
        for (name, value) in query.split('&').filter_map(|pair| pair.split_once('=')) {
            let value = percent_decode_str(value).decode_utf8_lossy();
            parameters.insert(name.to_owned(), json!(value));
        }
        if !body.is_empty() {
            let body: HashMap<String, Value> =
                serde_json::from_slice(body).map_err(|error| Failure::new(422, &error.to_string()))?;
            parameters.extend(body);
        }
        Ok(Call {
            method: method.to_owned(),
            parameters,
        })
    }

    /// True for the one call that changes something.
    pub fn sends(&self) -> bool {
        self.method == "sendBoc"
    }

    pub fn answer(&self, chain: &Chain, faults: &Faults) -> Result<Value, Failure> {
        let head = chain.head_behind(faults.behind);
        match self.method.as_str() {
            "sendBoc" => self.send(chain),
            "runGetMethod" => self.run(chain, head),
            "getAddressInformation" => self.address_information(chain, head),
            "getTransactions" => self.transactions(chain, head),
            "getMasterchainInfo" => Ok(masterchain(head)),
            "getBlockHeader" => self.block_header(chain, head),
            _ => Err(Failure::new(404, "Not Found")),
        }
    }

    fn send(&self, chain: &Chain) -> Result<Value, Failure> {
        let boc = decoded(self.text("boc")?).ok_or(Failure::new(422, "boc is not base64"))?;
        chain
            .send(&boc)
            .map(|()| sent())
            .map_err(|refused| not_accepted(&refused))
    }

    fn run(&self, chain: &Chain, head: Block) -> Result<Value, Failure> {
        let address = self.address()?;
        let method = match &self.parameters.get("method") {
            Some(Value::String(name)) => Method::Named(name.clone()),
            Some(value) => Method::Numbered(
                value
                    .as_u64()
                    .and_then(|id| u32::try_from(id).ok())
                    .ok_or(missing("method"))?,
            ),
            None => return Err(missing("method")),
        };
        let stack = self.parameters.get("stack").and_then(Value::as_array);
        let stack = stack
            .into_iter()
            .flatten()
            .map(stack::read)
            .collect::<Result<Vec<_>, _>>();
        let stack = stack.map_err(|error| Failure::new(422, &error))?;
        let account = chain.standing_at(address, head.seqno);
        // Without a contract the real service answers with the exit code of "no such thing".
        let (exit_code, gas_used, results) = match chain.run_at(address, head.seqno, &method, &stack) {
            Some(ran) => (ran.exit_code, ran.gas_used, ran.stack),
            None => (-13, 0, Vec::new()),
        };
        Ok(json!({
            "@type": "smc.runResult",
            "gas_used": gas_used,
            "stack": results.iter().map(stack::write).collect::<Vec<_>>(),
            "exit_code": exit_code,
            "block_id": block_id(head),
            "last_transaction_id": transaction_id(account.last_lt, account.last_hash),
        }))
    }

    fn address_information(&self, chain: &Chain, head: Block) -> Result<Value, Failure> {
        let account = chain.standing_at(self.address()?, head.seqno);
        let cell = |cell: &Option<ton::Cell>| cell.as_ref().map(stack::bytes).unwrap_or_default();
        Ok(json!({
            "@type": "raw.fullAccountState",
            "balance": account.balance.to_string(),
            "extra_currencies": [],
            "code": cell(&account.code),
            "data": cell(&account.data),
            "last_transaction_id": transaction_id(account.last_lt, account.last_hash),
            "block_id": block_id(head),
            "frozen_hash": "",
            "sync_utime": head.now,
            "state": account.word,
        }))
    }

    /// Newest first, from `lt` and `hash` (included) down to `to_lt` (left out).
    fn transactions(&self, chain: &Chain, head: Block) -> Result<Value, Failure> {
        let address = self.address()?;
        let limit = self.number("limit")?.and_then(|limit| usize::try_from(limit).ok());
        let from = self.number("lt")?;
        let page = Page {
            seqno: head.seqno,
            from_lt: from.unwrap_or(u64::MAX),
            to_lt: self.number("to_lt")?.unwrap_or(0),
            limit: limit.unwrap_or(LIMIT_DEFAULT).min(LIMIT_MAX),
        };
        let roots = chain.page(address, &page);
        let read = roots
            .iter()
            .map(|root| Transaction::read(root).expect("a transaction of ours"));
        let found: Vec<_> = roots.iter().zip(read).collect();
        if let (Some(lt), Some((_, first))) = (from, found.first()) {
            let hash = self.text("hash").ok().and_then(decoded);
            if first.lt != lt || hash.is_some_and(|hash| hash != first.hash) {
                return Err(Failure::new(500, NOT_LOCATED));
            }
        }
        let written = found.iter().map(|(root, transaction)| {
            let mut json = transaction_json(address, transaction);
            json["data"] = json!(stack::bytes(root));
            json
        });
        Ok(written.collect())
    }

    fn block_header(&self, chain: &Chain, head: Block) -> Result<Value, Failure> {
        let seqno = self.number("seqno")?.ok_or(missing("seqno"))?;
        let known = u32::try_from(seqno).ok().filter(|seqno| *seqno <= head.seqno);
        let block = known.and_then(|seqno| chain.block(seqno));
        let block = block.ok_or(Failure::new(500, "LITE_SERVER_NOTREADY: seqno not in db"))?;
        Ok(json!({
            "@type": "blocks.header",
            "id": block_id(block),
            "global_id": crate::config::GLOBAL_ID,
            "version": 0,
            "gen_utime": block.now,
            "end_lt": block.lt.to_string(),
            "is_key_block": false,
            "prev_blocks": [],
        }))
    }

    fn address(&self) -> Result<Address, Failure> {
        Address::parse(self.text("address")?).map_err(|_| Failure::new(416, "Incorrect address"))
    }

    fn text(&self, name: &str) -> Result<&str, Failure> {
        self.parameters.get(name).and_then(Value::as_str).ok_or(missing(name))
    }

    fn number(&self, name: &str) -> Result<Option<u64>, Failure> {
        let Some(value) = self.parameters.get(name) else {
            return Ok(None);
        };
        let number = value.as_u64().or_else(|| value.as_str()?.parse().ok());
        number
            .map(Some)
            .ok_or(Failure::new(422, &format!("{name} is not a number")))
    }
}

/// The answer to a message that was taken.
pub fn sent() -> Value {
    json!({ "@type": "ok" })
}

fn not_accepted(refused: &Refused) -> Failure {
    let what = match refused.exit {
        Some(exit) => format!("exitcode={exit}, steps=0, gas_used=0"),
        None => refused.why.clone(),
    };
    let error = format!(
        "LITE_SERVER_UNKNOWN: cannot apply external message to current state : \
         External message was not accepted\nCannot run message on account: {what}"
    );
    Failure::new(500, &error)
}

fn missing(name: &str) -> Failure {
    Failure::new(422, &format!("{name} is missing"))
}

/// Hashes and messages come in base64 of either alphabet; hashes in hex as well.
fn decoded(text: &str) -> Option<Vec<u8>> {
    let base64 = || STANDARD.decode(text).or_else(|_| URL_SAFE.decode(text)).ok();
    match text.len() {
        64 => hex::decode(text).ok().or_else(base64),
        _ => base64(),
    }
}
