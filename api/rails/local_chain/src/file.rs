//! The chain in one file, so that it survives a restart.
//!
//! JSON with the bytes of cells. Written beside and renamed: a crash leaves the old
//! file or the new one, never half of one. The whole chain each time: fine for days of
//! demo, wrong for anything more.

use std::collections::{BTreeMap, VecDeque};
use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, ensure};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use ton::{Address, Boc, Cell};
use tycho_types::cell::CellBuilder;
use tycho_types::models::ShardAccount;

use crate::state::{Block, Entry, Past, State};

const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
struct Saved {
    version: u32,
    seqno: u32,
    now: u64,
    lt: u64,
    queue: Vec<String>,
    accounts: Vec<SavedAccount>,
}

#[derive(Serialize, Deserialize)]
struct SavedAccount {
    address: String,
    state: String,
    transactions: Vec<(u32, u64, String)>,
}

/// Writes the chain; the directory must exist.
pub fn save(path: &Path, state: &State) -> anyhow::Result<()> {
    let saved = Saved {
        version: VERSION,
        seqno: state.head(0).seqno,
        now: state.head(0).now,
        lt: state.lt,
        queue: state.queue.iter().map(text).collect(),
        accounts: state.accounts.iter().map(saved_account).collect::<Result<_, _>>()?,
    };
    let beside = path.with_extension("part");
    let mut file = fs::File::create(&beside).with_context(|| format!("cannot write {}", beside.display()))?;
    file.write_all(&serde_json::to_vec(&saved)?)?;
    file.sync_all()?;
    fs::rename(&beside, path)?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    fs::File::open(folder.unwrap_or(Path::new(".")))?.sync_all()?;
    Ok(())
}

/// Reads the chain; nothing if there is no file yet.
pub fn load(path: &Path) -> anyhow::Result<Option<State>> {
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
    };
    let wrong = || format!("{} is not a local chain; remove it to begin a new one", path.display());
    let saved: Saved = serde_json::from_slice(&bytes).with_context(wrong)?;
    ensure!(saved.version == VERSION, wrong());
    let head = Block {
        seqno: saved.seqno,
        now: saved.now,
        lt: saved.lt,
    };
    Ok(Some(State {
        blocks: VecDeque::from([head]),
        accounts: accounts(saved.accounts, saved.seqno).with_context(wrong)?,
        queue: saved.queue.iter().map(|text| cell(text)).collect::<Result<_, _>>()?,
        lt: saved.lt,
        ..State::new(saved.now)
    }))
}

fn saved_account((address, past): (&Address, &Past)) -> anyhow::Result<SavedAccount> {
    let state = past.at(u32::MAX).context("an account without a state")?;
    let transactions = past.transactions.iter();
    Ok(SavedAccount {
        address: address.raw(),
        state: text(&CellBuilder::build_from(state)?),
        transactions: transactions
            .map(|entry| (entry.seqno, entry.lt, text(&entry.root)))
            .collect(),
    })
}

fn accounts(saved: Vec<SavedAccount>, seqno: u32) -> anyhow::Result<BTreeMap<Address, Past>> {
    let mut accounts = BTreeMap::new();
    for account in saved {
        let mut past = Past::default();
        past.push(seqno, cell(&account.state)?.parse::<ShardAccount>()?);
        for (seqno, lt, root) in account.transactions {
            let root = cell(&root)?;
            past.transactions.push(Entry { seqno, lt, root });
        }
        accounts.insert(Address::parse(&account.address)?, past);
    }
    Ok(accounts)
}

fn text(cell: &Cell) -> String {
    STANDARD.encode(Boc::encode(cell))
}

fn cell(text: &str) -> anyhow::Result<Cell> {
    Ok(Boc::decode(STANDARD.decode(text)?)?)
}
