//! What an export shows, for programs and in sentences: the same on the command line and in a browser.

use super::{Sealed, Shown};
use crate::authority::Law;
use domain::finding::Finding;
use serde_json::{Value, json};

/// Laws that only an export of everybody from the begin of every log is judged by.
const OF_EVERYTHING: &str = "I-41e, I-41f, I-41h, I-41i, I-41j, I-41k";

impl Shown {
    /// As JSON.
    pub fn as_json(&self) -> Value {
        let law = |law: &Law| json!({ "law": law.id, "says": law.says, "compared": law.compared, "open": law.open });
        let sealed = |sealed: &Sealed| json!({ "events": sealed.events, "refusals": sealed.refusals, "checked": sealed.checked });
        let notes = self.notes();
        json!({
            "origin": self.manifest.origin, "events": self.events, "postings": self.postings,
            "checkpoint": self.checkpoint, "sums": self.manifest.sums, "player": self.manifest.player,
            "signatures": self.authority.signatures, "laws": self.authority.laws.iter().map(law).collect::<Vec<_>>(),
            "open": self.open(), "skipped": self.authority.skipped, "sealed": self.sealed.as_ref().map(sealed),
            "notes": notes.iter().map(Finding::to_string).collect::<Vec<_>>(), "findings": notes,
        })
    }

    /// Acts of which it is not known yet whether they keep the laws of authority.
    pub fn open(&self) -> u64 {
        self.authority.laws.iter().map(|law| law.open).sum()
    }

    /// The laws of authority that hold, each with how many things it was asked of.
    pub fn laws(&self) -> String {
        let asked = |law: &Law| format!("{} (of {})", law.id, law.compared);
        let laws: Vec<String> = self.authority.laws.iter().map(asked).collect();
        laws.join(", ")
    }

    /// What could not be judged of staff, and what is known of who wrote the events.
    pub fn notes(&self) -> Vec<Finding> {
        let mut notes = Vec::new();
        let judged = &self.authority;
        let is_range = judged.laws.len() == 2;
        if is_range && self.manifest.player.is_some() {
            let text = format!("One player's export holds nothing about staff; {OF_EVERYTHING} were not judged.");
            notes.push(Finding::new("export_of_a_player", text).with("laws", OF_EVERYTHING));
        } else if is_range {
            let text = format!(
                "A range is judged for members whose accounts begin in it: {} events of others were passed over, and \
                 {OF_EVERYTHING} need an export from the begin of every log.",
                judged.skipped
            );
            let finding = Finding::new("export_of_a_range", text).with("laws", OF_EVERYTHING);
            notes.push(finding.with("skipped", judged.skipped));
        }
        let open = self.open();
        if open > 0 {
            let text = format!(
                "{open} acts of the last minute are open: they refer to what may be behind the end of another log, and a later \
                 export shows it."
            );
            notes.push(Finding::new("export_open_acts", text).with("acts", open));
        }
        notes.push(match &self.sealed {
            None => Finding::new(
                "export_without_macs",
                "It carries no MACs: hashes and signatures show what was changed, not who wrote it.",
            ),
            Some(Sealed { checked: false, .. }) => Finding::new(
                "export_macs_unchecked",
                "Without the master key its MACs were not recomputed: it is not checked who wrote the events.",
            ),
            Some(Sealed { events, refusals, .. }) => {
                let text = format!(
                    "The MACs of {events} events and {refusals} remembered refusals were made with the master key."
                );
                let finding = Finding::new("export_macs_hold", text).with("events", events);
                finding.with("refusals", refusals)
            }
        });
        notes
    }
}
