//! `ledger verify --bundle`: do proofs hold? Needs no database, no network and no secret, but the master key for MACs.

use super::amount::counted;
use super::checkpoint::read;
use super::{Failure, moment};
use ledger::MasterKeys;
use ledger::export::{self, MANIFEST};
use ledger::notary::{Bundle, Proven, Unproven, Vkey};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Longest bundle that is read: an event with a large payload, or proofs of 1,024 partitions, take less.
const BYTES_MAX: u64 = 16 << 20;

/// A bundle with what became of it.
type Checked = (PathBuf, Result<Proven, Unproven>);

/// Whether MACs are made anew, and with what.
pub enum Macs {
    Unasked,
    /// With the master keys that this installation has.
    Asked(Option<MasterKeys>),
}

/// Checks a bundle, or all `*.json` of a folder, and prints what is proven.
pub fn run(path: &Path, vkey: Option<&str>, macs: Macs, as_json: bool) -> Result<(), Failure> {
    let vkey = trusted(vkey)?;
    if vkey.is_none() {
        eprintln!(
            "Warning: the key came with the bundle, so it vouches for itself only; pass the key that you trust by --vkey."
        );
    }
    if path.join(MANIFEST).is_file() {
        return check_export(path, vkey.as_ref(), &macs, as_json);
    }
    if matches!(macs, Macs::Asked(_)) {
        return Err(Failure::Usage(
            "--with-seals is for an export: a proof carries no MACs.".into(),
        ));
    }
    let mut checked: Vec<Checked> = Vec::new();
    for file in files(path)? {
        let text = read(&file, BYTES_MAX)?;
        checked.push((file, check(&text, vkey.as_ref())));
    }
    let ok = checked.iter().all(|(_, proven)| proven.is_ok());
    if as_json {
        let bundles: Vec<Value> = checked.iter().map(json_of).collect();
        println!(
            "{}",
            json!({ "ok": ok, "trusted_key": vkey.is_some(), "bundles": bundles })
        );
    } else {
        checked.iter().for_each(print);
    }
    if ok { Ok(()) } else { Err(Failure::Found) }
}

/// Checks an export and prints what it shows. With a key, an export fails unless a checkpoint signed by the key covers
/// all of it: else its rows could have been written anew to fit each other. An export of a range or of one player has no
/// such checkpoint and is checked without a key.
fn check_export(folder: &Path, vkey: Option<&Vkey>, macs: &Macs, as_json: bool) -> Result<(), Failure> {
    let shown = match macs {
        Macs::Asked(Some(masters)) => export::check_macs(folder, vkey, masters),
        Macs::Asked(None) | Macs::Unasked => export::check(&export::Folder(folder.to_owned()), vkey, &mut |_, _| ()),
    };
    let place = folder.display();
    match (&shown, as_json) {
        (Ok(shown), true) => {
            let mut all = shown.as_json();
            all["ok"] = true.into();
            all["trusted_key"] = vkey.is_some().into();
            println!("{all}");
        }
        (Err(why), true) => println!("{}", json!({ "ok": false, "why": why.to_string() })),
        (Ok(shown), false) => {
            let whose = if shown.manifest.player.is_some() {
                "one player's"
            } else {
                "all"
            };
            println!(
                "{place}: {} and {} of {}, {whose}: everything fits.",
                counted(shown.events, "event"),
                counted(shown.postings, "posting"),
                shown.manifest.origin
            );
            if shown.authority.signatures > 0 {
                println!(
                    "Approvals and acts of staff that are signed by who gave them: {}.",
                    shown.authority.signatures
                );
            }
            println!("Laws of authority that hold: {}.", shown.laws());
            shown.notes().iter().for_each(|note| println!("{note}"));
            match shown.checkpoint {
                Some(number) => println!("They are all that checkpoint {number} covers."),
                None => println!("Nothing signed covers this file: its rows fit each other, which shows no more."),
            }
        }
        (Err(why), false) => println!("{place}: DOES NOT FIT: {why}."),
    }
    match shown {
        Ok(shown) if matches!(macs, Macs::Asked(_)) && shown.sealed.is_none() => Err(Failure::Usage(
            "This export carries no MACs: `ledger export --with-seals` writes them.".into(),
        )),
        Ok(_) => Ok(()),
        Err(_) => Err(Failure::Found),
    }
}

/// The key that somebody trusts.
///
/// # Errors
/// A text that is no key.
pub fn trusted(vkey: Option<&str>) -> Result<Option<Vkey>, Failure> {
    let unfit = |why: Unproven| Failure::Usage(format!("--vkey: {why}."));
    vkey.map(|vkey| Vkey::parse(vkey).map_err(unfit)).transpose()
}

fn check(text: &str, vkey: Option<&Vkey>) -> Result<Proven, Unproven> {
    let bundle: Bundle =
        serde_json::from_str(text).map_err(|error| Unproven(format!("it is not a bundle: {error}")))?;
    bundle.verify(vkey)
}

fn files(path: &Path) -> Result<Vec<PathBuf>, Failure> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let unfit = |why: String| Failure::Usage(format!("{} cannot be read: {why}.", path.display()));
    let entries = std::fs::read_dir(path).map_err(|fault| unfit(fault.to_string()))?;
    let paths = entries.map(|entry| Ok(entry.map_err(|fault| unfit(fault.to_string()))?.path()));
    let mut paths = paths.collect::<Result<Vec<PathBuf>, Failure>>()?;
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "json"));
    paths.sort();
    if paths.is_empty() {
        return Err(unfit("it holds no bundle, no file that ends with .json".into()));
    }
    Ok(paths)
}

fn print((path, proven): &Checked) {
    let path = path.display();
    match proven {
        Ok(Proven { what, checkpoint }) => {
            let at = moment::write(checkpoint.time);
            println!(
                "{path}: proven: {what}, by checkpoint {} of {at} of {}.",
                checkpoint.number, checkpoint.origin
            );
        }
        Err(why) => println!("{path}: NOT PROVEN: {why}."),
    }
}

fn json_of((path, proven): &Checked) -> Value {
    let file = path.display().to_string();
    match proven {
        Ok(Proven { what, checkpoint }) => json!({
            "file": file, "ok": true, "what": what, "origin": checkpoint.origin, "checkpoint": checkpoint.number,
            "time": moment::write(checkpoint.time),
        }),
        Err(why) => json!({ "file": file, "ok": false, "why": why.to_string() }),
    }
}

#[cfg(test)]
mod tests;
