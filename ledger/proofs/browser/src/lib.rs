//! Checks in a browser, compiled to WebAssembly: the code of `ledger verify --bundle` for auditors, and of
//! `ledger liabilities verify` for players.
//!
//! Files are read through a function of the page, piece by piece, so an export need not fit into memory. The result
//! is JSON, the same as the command line prints. Knows nothing of networks: nothing leaves the page.

mod chosen;

use chosen::Chosen;
use domain::ids::PlayerId;
use domain::money::Asset;
use js_sys::Function;
use proofs::export::check;
use proofs::liabilities::{Owed, Proof, Statement};
use proofs::{Bundle, Vkey};
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

/// Checks an export. `read(name, offset, length)` gives the bytes of a file from an offset, fewer only at its end, or
/// nothing when there is no such file; `progress(events, of)` is called with how far it is. `vkey` is the key that is
/// trusted, or empty for the one that came with the files; with a key an export fails unless a checkpoint signed by it covers all of the export.
/// Returns `{ok: true, …}` or `{ok: false, why}` as JSON.
#[wasm_bindgen]
pub fn verify_export(read: Function, progress: &Function, vkey: &str) -> String {
    let mut report = |events: u64, of: u64| {
        // A callback that fails is no reason to stop.
        let _ = progress.call2(&JsValue::NULL, &(events as f64).into(), &(of as f64).into());
    };
    let shown = trusted(vkey)
        .and_then(|vkey| check(&Chosen { read }, vkey.as_ref(), &mut report).map_err(|why| why.to_string()));
    as_json(shown.map(|shown| shown.as_json()))
}

/// Checks a proof of inclusion or consistency, given as the text of its file. Returns JSON as [`verify_export`] does.
#[wasm_bindgen]
pub fn verify_proof(text: &str, vkey: &str) -> String {
    let proven = trusted(vkey).and_then(|vkey| {
        let bundle: Bundle = serde_json::from_str(text).map_err(|why| format!("it is not a bundle: {why}"))?;
        bundle.verify(vkey.as_ref()).map_err(|why| why.to_string())
    });
    as_json(proven.map(|proven| {
        json!({
            "what": proven.what, "origin": proven.checkpoint.origin, "checkpoint": proven.checkpoint.number,
            "time_ms": proven.checkpoint.time.0,
        })
    }))
}

/// Checks that amounts of one player are in what the house signed. `note` is the statement, `vkey` the key of the
/// database, `proofs` a JSON list of at most one proof an asset, and `messenger` the id of the player's messenger account,
/// from which the player's id follows: what a server says of it is not believed. Returns JSON as [`verify_export`] does,
/// amounts and totals with the decimals of their asset, and `after`: the place in the player's log behind the last event
/// that counts, as a cursor of the history of his balances.
#[wasm_bindgen]
pub fn verify_liabilities(note: &str, vkey: &str, proofs: &str, messenger: &str) -> String {
    let shown = trusted(vkey).and_then(|vkey| {
        let vkey = vkey.ok_or("there is no key")?;
        let messenger = messenger.parse().map_err(|_| "there is no messenger account")?;
        let proofs: Vec<Proof> = serde_json::from_str(proofs).map_err(|why| format!("these are no proofs: {why}"))?;
        let statement = Statement::open(note, &vkey).map_err(|why| why.to_string())?;
        let player = PlayerId::of_messenger(messenger);
        let holds = statement.check_share(player.0, &proofs);
        holds.map_err(|why| why.to_string())?;
        Ok(share(&statement, player, &proofs))
    });
    as_json(shown)
}

fn share(statement: &Statement, player: PlayerId, proofs: &[Proof]) -> Value {
    let written = |asset: Asset, minor: u64| i64::try_from(minor).map(|minor| asset.format(minor)).ok();
    let line = |owed: &Owed| {
        let own = proofs.iter().find(|proof| proof.asset == owed.asset);
        json!({
            "asset": owed.asset, "total": written(owed.asset, owed.total),
            "own": written(owed.asset, own.map_or(0, |proof| proof.amount)),
        })
    };
    json!({
        "origin": statement.origin, "checkpoint": statement.checkpoint, "time_ms": statement.extent.time.0,
        "after": format!("{}-0", statement.extent.of_log(player.0) + 1),
        "owed": statement.owed.iter().map(line).collect::<Vec<_>>(),
    })
}

fn trusted(vkey: &str) -> Result<Option<Vkey>, String> {
    if vkey.trim().is_empty() {
        return Ok(None);
    }
    Vkey::parse(vkey).map(Some).map_err(|why| why.to_string())
}

fn as_json(found: Result<Value, String>) -> String {
    match found {
        Ok(mut shown) => {
            shown["ok"] = Value::Bool(true);
            shown
        }
        Err(why) => json!({ "ok": false, "why": why }),
    }
    .to_string()
}
