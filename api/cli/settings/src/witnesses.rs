//! Settings of witnesses: who cosigns the checkpoints of this log, and how many of them count (ledger §4.5).

use super::BadSetting;
use super::reading::{given, number, origin};
use clap::Args;
use ledger::notary::WitnessKey;
use ledger::notary::witnessed::Demand;

/// Most witnesses. ASSUMED: each is asked every few seconds, and a note carries a hundred signatures at most.
const WITNESSES_MAX: usize = 16;

/// The settings of witnesses, as written.
#[derive(Args, Clone, Debug)]
pub(super) struct WitnessArgs {
    /// Witnesses that are asked to cosign every checkpoint, `KEY URL` each, with commas between; KEY as `ledger witness --print-key` prints it. Absent: nobody is asked
    ///
    /// Run by other people on other machines they find what this service could hide: two histories for two readers, and
    /// a database that was set back.
    #[arg(long, env = "LEDGER_WITNESSES", value_name = "LIST", global = true)]
    witnesses: Option<String>,
    /// How many of them a checkpoint needs before `/checkpoint` shows it, and for `verify --checkpoint`. Absent: more than half of them
    #[arg(long, env = "LEDGER_WITNESSES_NEEDED", value_name = "N", global = true)]
    witnesses_needed: Option<String>,
}

/// The witnesses of this log.
#[derive(Clone, Debug, Default)]
pub struct Witnesses {
    /// The key of each, and its address.
    pub asked: Vec<(WitnessKey, String)>,
    /// How many of them must have cosigned; none given is more than half.
    pub needed: Option<usize>,
}

impl Witnesses {
    /// The keys, and how many of them are needed.
    pub fn demand(&self) -> Demand {
        Demand {
            witnesses: self.asked.iter().map(|(key, _)| key.clone()).collect(),
            needed: match (self.asked.len(), self.needed) {
                (0, _) => 0,
                (_, Some(needed)) => needed,
                (count, None) => count / 2 + 1,
            },
        }
    }
}

impl WitnessArgs {
    /// # Errors
    /// The first setting that cannot work.
    pub(super) fn check(self) -> Result<Witnesses, BadSetting> {
        let asked = given(self.witnesses)
            .map(|text| list(&text))
            .transpose()?
            .unwrap_or_default();
        // Without a list the number is that of `verify --witness`.
        let most = if asked.is_empty() { WITNESSES_MAX } else { asked.len() };
        let needed = given(self.witnesses_needed).map(|text| number("LEDGER_WITNESSES_NEEDED", &text, 1, most));
        let needed = needed.transpose()?;
        Ok(Witnesses { asked, needed })
    }
}

fn list(text: &str) -> Result<Vec<(WitnessKey, String)>, BadSetting> {
    let wrong = |why: String| {
        BadSetting(format!(
            "LEDGER_WITNESSES must be a list such as `KEY https://witness.example, KEY https://…`: {why}."
        ))
    };
    let mut asked: Vec<(WitnessKey, String)> = Vec::new();
    for entry in text.split(',') {
        let (key, url) = entry
            .trim()
            .split_once(' ')
            .ok_or_else(|| wrong(format!("{:?} has no address", entry.trim())))?;
        let key = WitnessKey::parse(key).map_err(|why| wrong(why.0))?;
        if asked.iter().any(|(other, _)| other.is_same_key(&key)) {
            return Err(wrong(format!("the key of {} is there twice", key.name)));
        }
        asked.push((key, origin("LEDGER_WITNESSES", url)?));
    }
    if asked.len() > WITNESSES_MAX {
        return Err(wrong(format!("there are {WITNESSES_MAX} at most")));
    }
    Ok(asked)
}
