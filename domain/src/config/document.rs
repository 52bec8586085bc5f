//! The stream of the product's numbers: every version has an author and an approver.

use super::Config;
use crate::posting::Postings;
use crate::refusal::Refusal;
use crate::stream::{Context, Decision, Stream, StreamEvent};
use crate::upcast::Lineage;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use uuid::Uuid;

/// Asks for a new version of the document.
#[derive(Clone, Debug, PartialEq)]
pub struct Publish {
    /// The whole document.
    pub body: Box<Config>,
    /// Who wrote it.
    pub author: String,
    /// Who approved it: another person, except at genesis.
    pub approver: String,
    /// The version the author saw.
    pub replaces: u64,
}

/// A version came into force.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ConfigEvent {
    /// The document in force from here on.
    ConfigPublished {
        /// Counted from 1.
        version: u64,
        /// The whole document, without the tables of the past.
        body: Box<Config>,
        /// Who wrote it.
        author: String,
        /// Who approved it.
        approver: String,
    },
}

impl ConfigEvent {
    /// Name and version of every event that can be recorded.
    pub const CATALOGUE: &'static [(&'static str, u16)] = &[("ConfigPublished", 1)];
}

impl StreamEvent for ConfigEvent {
    fn name(&self) -> &'static str {
        ConfigEvent::CATALOGUE[0].0
    }

    fn version(&self) -> u16 {
        ConfigEvent::CATALOGUE[0].1
    }

    fn lineage(name: &str) -> Option<Lineage> {
        (name == ConfigEvent::CATALOGUE[0].0).then_some(const { Lineage::new(ConfigEvent::CATALOGUE[0].1, &[]) })
    }

    fn postings(&self, _owner: Uuid) -> Postings {
        Postings::NONE
    }
}

/// The stream of the product document.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ConfigDocument {
    /// The document in force.
    pub current: Option<Arc<Config>>,
}

/// The author and approver of the first version.
pub const GENESIS: &str = "genesis";

impl Stream for ConfigDocument {
    const TYPE: &'static str = "config";
    const STATE_VERSION: u16 = 2;
    type Command = Publish;
    type Event = ConfigEvent;

    fn decide(&self, command: &Publish, _context: &Context) -> Result<Decision<ConfigEvent>, Refusal> {
        let version = self.current.as_ref().map_or(0, |config| config.version);
        if command.replaces != version {
            return Err(Refusal::StateChanged);
        }
        if command.author == command.approver && version > 0 {
            return Err(Refusal::OtherPersonMustApprove);
        }
        command.body.check().map_err(|field| Refusal::InvalidField { field })?;
        let kept = self
            .current
            .as_ref()
            .map_or(Ok(()), |before| command.body.check_after(before));
        kept.map_err(|field| Refusal::InvalidField { field })?;
        let mut body = command.body.clone();
        body.version = version + 1;
        body.paytables.clear();
        let (author, approver) = (command.author.clone(), command.approver.clone());
        Ok(ConfigEvent::ConfigPublished {
            version: version + 1,
            body,
            author,
            approver,
        }
        .into())
    }

    fn evolve(&mut self, event: &ConfigEvent) {
        let ConfigEvent::ConfigPublished { body, .. } = event;
        let known = self
            .current
            .take()
            .map(|config| config.paytables.clone())
            .unwrap_or_default();
        self.current = Some(Arc::new(Config::clone(body).with_paytables(known)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Angler;

    fn publish(replaces: u64, author: &str, approver: &str) -> Publish {
        let (author, approver) = (author.into(), approver.into());
        Publish {
            body: Box::new(Config::standard()),
            author,
            approver,
            replaces,
        }
    }

    fn decide(document: &ConfigDocument, command: &Publish) -> Result<Decision<ConfigEvent>, Refusal> {
        let angler = Angler::new();
        document.decide(command, &angler.context(&crate::player::signin::SignIn.into()))
    }

    fn give(document: &mut ConfigDocument, command: &Publish) {
        let decision = decide(document, command).expect("a version");
        decision.events.iter().for_each(|event| document.evolve(event));
    }

    #[test]
    fn the_first_version_may_come_from_genesis_alone_and_every_other_needs_two_people() {
        let mut document = ConfigDocument::default();
        give(&mut document, &publish(0, GENESIS, GENESIS));
        assert_eq!(document.current.as_ref().map(|config| config.version), Some(1));
        assert_eq!(
            decide(&document, &publish(1, "ann", "ann")),
            Err(Refusal::OtherPersonMustApprove)
        );
        assert_eq!(decide(&document, &publish(0, "ann", "bob")), Err(Refusal::StateChanged));
        give(&mut document, &publish(1, "ann", "bob"));
        assert_eq!(document.current.map(|config| config.version), Some(2));
    }

    #[test]
    fn a_version_that_fails_its_checks_is_refused() {
        let mut command = publish(0, "ann", "bob");
        command.body.game.shield_cost = 0;
        let refused = decide(&ConfigDocument::default(), &command);
        assert_eq!(
            refused,
            Err(Refusal::InvalidField {
                field: "a shield costs diamonds".into()
            })
        );
    }

    #[test]
    fn the_terms_of_a_vip_tier_that_was_published_stay() {
        let mut document = ConfigDocument::default();
        give(&mut document, &publish(0, GENESIS, GENESIS));
        let mut command = publish(1, "ann", "bob");
        command.body.vip.tiers.pop();
        assert!(matches!(decide(&document, &command), Err(Refusal::InvalidField { .. })));
        assert!(decide(&ConfigDocument::default(), &Publish { replaces: 0, ..command }).is_ok());
    }

    #[test]
    fn a_document_from_before_a_section_existed_reads_with_its_default() {
        let mut text = serde_json::to_value(Config::standard()).expect("a document writes");
        let sections = text.as_object_mut().expect("a document");
        for later in ["vip", "shop", "exchange", "pay", "region", "play"] {
            sections.remove(later).expect("a section");
        }
        let read: Config = serde_json::from_value(text).expect("an old document reads");
        assert_eq!(read, Config::standard());
    }

    #[test]
    fn tables_of_the_past_stay_known_but_are_not_written_again() {
        let mut document = ConfigDocument::default();
        give(&mut document, &publish(0, GENESIS, GENESIS));
        let mut command = publish(1, "ann", "bob");
        command.body.game.paytable.version = "pt-2".into();
        let ConfigEvent::ConfigPublished { body, .. } =
            decide(&document, &command).expect("a version").events.remove(0);
        assert!(body.paytables.is_empty());
        give(&mut document, &command);
        let current = document.current.expect("a version");
        let known: Vec<_> = current.paytables.values().map(|table| table.version.as_str()).collect();
        assert!(known.len() == 2 && known.contains(&"pt-1") && known.contains(&"pt-2"));
        assert!(current.paytables.contains_key(&current.table_hash()));
    }
}
