//! The chain itself. Its clock moves, and blocks are made, only on request.

use super::FOLDER;
use super::node::post;
use anyhow::{Context, bail};
use serde_json::{Value, json};
use std::path::Path;
use std::process::Stdio;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};
use tokio::sync::Mutex;

/// What the program says once it can be asked, before its address.
const READY: &str = "Listening on ";
/// Longest wait for it.
const START_MAX: Duration = Duration::from_secs(30);
/// The chain's number.
const CHAIN_ID: u64 = 31_337;
/// Gas for what the harness itself sends.
const HARNESS_GAS: &str = "0x1e8480";

/// Selectors of the token's calls.
mod selector {
    pub const BALANCE_OF: &str = "70a08231";
    pub const MINT: &str = "40c10f19";
    pub const SET_FEE: &str = "69fe0e2d";
    pub const SET_MANNER: &str = "e821b3fe";
}

/// What becomes of a transfer to an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// It arrives.
    Takes,
    Reverts,
    /// The token answers `false` and moves nothing.
    AnswersFalse,
}

/// A running chain with one token.
#[derive(Debug)]
pub struct Anvil {
    /// Ends with this value.
    _process: Child,
    /// Kept open: the program writes a line for each question.
    _drain: tokio::task::JoinHandle<()>,
    at: String,
    owner: String,
    token: String,
    now_s: AtomicU64,
    /// Who makes or takes back a block waits for the others: a block's second is said before it is made.
    mining: Mutex<()>,
}

impl Anvil {
    /// Starts a chain whose first block is of this second, and puts the token on it.
    ///
    /// # Errors
    /// A program that is not there or does not begin.
    pub async fn start(genesis_s: u64) -> anyhow::Result<Anvil> {
        let program = super::installed().map_err(anyhow::Error::msg)?;
        let mut process = Command::new(program)
            .args(["--host", "127.0.0.1", "--port", "0", "--no-mining", "--accounts", "1"])
            .args(["--preserve-historical-states", "--chain-id", &CHAIN_ID.to_string()])
            .args(["--timestamp", &genesis_s.to_string()])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .context("anvil")?;
        let mut lines = BufReader::new(process.stdout.take().context("anvil's output")?).lines();
        let at = tokio::time::timeout(START_MAX, address(&mut lines))
            .await
            .context("anvil in time")??;
        let drain = tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
        let mut anvil = Anvil {
            _process: process,
            _drain: drain,
            at,
            owner: String::new(),
            token: String::new(),
            now_s: AtomicU64::new(genesis_s),
            mining: Mutex::new(()),
        };
        anvil.deploy().await?;
        Ok(anvil)
    }

    async fn deploy(&mut self) -> anyhow::Result<()> {
        let accounts = self.ask("eth_accounts", json!([])).await?;
        accounts[0].as_str().context("an account")?.clone_into(&mut self.owner);
        let code = std::fs::read_to_string(Path::new(FOLDER).join("contracts/TestUsdt.hex")).context("the token")?;
        let sent = json!({ "from": self.owner, "data": format!("0x{}", code.trim()), "gas": HARNESS_GAS });
        let receipt = self.sent(sent).await?;
        receipt["contractAddress"]
            .as_str()
            .context("a contract")?
            .clone_into(&mut self.token);
        Ok(())
    }

    /// `http://127.0.0.1:port`
    pub fn url(&self) -> String {
        format!("http://{}", self.at)
    }

    /// The chain's number.
    pub const fn chain_id(&self) -> u64 {
        CHAIN_ID
    }

    pub fn token(&self) -> &str {
        &self.token
    }

    /// The newest block's second, as long as nobody else makes blocks.
    pub fn now_s(&self) -> u64 {
        self.now_s.load(Ordering::Relaxed)
    }

    /// Any question of the chain's own.
    ///
    /// # Errors
    /// What it says instead of an answer.
    pub async fn ask(&self, method: &str, parameters: Value) -> anyhow::Result<Value> {
        let question = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": parameters });
        let mut reply = post(&self.at, &question).await?;
        if !reply["error"].is_null() {
            bail!("{method}: {}", reply["error"]);
        }
        Ok(reply["result"].take())
    }

    /// One block, a second later.
    ///
    /// # Errors
    /// A chain that does not answer.
    pub async fn mine(&self) -> anyhow::Result<()> {
        self.advance(1).await
    }

    /// One block, so many seconds later.
    ///
    /// # Errors
    /// A chain that does not answer.
    pub async fn advance(&self, seconds: u64) -> anyhow::Result<()> {
        let _turn = self.mining.lock().await;
        let now = self.now_s.fetch_add(seconds, Ordering::Relaxed) + seconds;
        self.ask("evm_setNextBlockTimestamp", json!([now])).await?;
        self.ask("evm_mine", json!([])).await.map(drop)
    }

    /// Sends from the account of the harness, and mines it.
    async fn sent(&self, transaction: Value) -> anyhow::Result<Value> {
        let hash = self.ask("eth_sendTransaction", json!([transaction])).await?;
        self.mine().await?;
        let receipt = self.ask("eth_getTransactionReceipt", json!([hash])).await?;
        if receipt["status"] != "0x1" {
            bail!("the harness's own transaction failed: {receipt}");
        }
        Ok(receipt)
    }

    async fn call_token(&self, call: String) -> anyhow::Result<()> {
        let call = json!({ "from": self.owner, "to": self.token, "data": call, "gas": HARNESS_GAS });
        self.sent(call).await.map(drop)
    }

    /// Money out of nothing, in a block of its own.
    ///
    /// # Errors
    /// A chain that does not answer.
    pub async fn mint(&self, to: &str, amount_minor: u128) -> anyhow::Result<()> {
        self.call_token(format!("0x{}{}{amount_minor:064x}", selector::MINT, word(to)))
            .await
    }

    /// What becomes of transfers to an account, from the next block on.
    ///
    /// # Errors
    /// A chain that does not answer.
    pub async fn manner(&self, payee: &str, manner: Manner) -> anyhow::Result<()> {
        let how = manner as u8;
        self.call_token(format!("0x{}{}{how:064x}", selector::SET_MANNER, word(payee)))
            .await
    }

    /// What the token keeps of each transfer, from the next block on.
    ///
    /// # Errors
    /// A chain that does not answer.
    pub async fn token_fee(&self, kept_minor: u128) -> anyhow::Result<()> {
        self.call_token(format!("0x{}{kept_minor:064x}", selector::SET_FEE))
            .await
    }

    /// Token of an account in the newest block.
    ///
    /// # Errors
    /// A chain that does not answer.
    pub async fn usdt_balance(&self, account: &str) -> anyhow::Result<u128> {
        let call = json!({ "to": self.token, "data": format!("0x{}{}", selector::BALANCE_OF, word(account)) });
        let reply = self.ask("eth_call", json!([call, "latest"])).await?;
        let digits = reply
            .as_str()
            .and_then(|text| text.strip_prefix("0x"))
            .context("a balance")?;
        Ok(u128::from_str_radix(digits, 16)?)
    }

    /// How many numbers of an account are executed in the newest block.
    ///
    /// # Errors
    /// A chain that does not answer.
    pub async fn used(&self, account: &str) -> anyhow::Result<u64> {
        let reply = self.ask("eth_getTransactionCount", json!([account, "latest"])).await?;
        let digits = reply
            .as_str()
            .and_then(|text| text.strip_prefix("0x"))
            .context("a count")?;
        Ok(u64::from_str_radix(digits, 16)?)
    }

    /// Gives an account what fees are paid with.
    ///
    /// # Errors
    /// A chain that does not answer.
    pub async fn set_gas(&self, account: &str, wei: u128) -> anyhow::Result<()> {
        self.ask("anvil_setBalance", json!([account, format!("{wei:#x}")]))
            .await
            .map(drop)
    }

    /// The price of gas in the next block.
    ///
    /// # Errors
    /// A chain that does not answer.
    pub async fn set_price(&self, wei: u128) -> anyhow::Result<()> {
        let price = format!("{wei:#x}");
        self.ask("anvil_setNextBlockBaseFeePerGas", json!([price]))
            .await
            .map(drop)
    }

    /// Takes the newest blocks back and puts empty ones in their place.
    ///
    /// # Errors
    /// A chain that does not answer.
    pub async fn reorganise(&self, depth: u64) -> anyhow::Result<()> {
        let _turn = self.mining.lock().await;
        self.ask("anvil_reorg", json!([depth, []])).await.map(drop)
    }

    /// Forgets every transaction that is in no block.
    ///
    /// # Errors
    /// A chain that does not answer.
    pub async fn forget(&self) -> anyhow::Result<()> {
        self.ask("anvil_dropAllTransactions", json!([])).await.map(drop)
    }
}

/// An account as an argument of a call.
fn word(account: &str) -> String {
    format!("{:0>64}", account.trim_start_matches("0x").to_lowercase())
}

async fn address(lines: &mut Lines<BufReader<ChildStdout>>) -> anyhow::Result<String> {
    while let Some(line) = lines.next_line().await? {
        if let Some(at) = line.trim().strip_prefix(READY) {
            return Ok(at.to_owned());
        }
    }
    bail!("anvil ended before it began")
}
