//! The stream of the product's numbers: every version has an author and an approver.

use super::Config;
use crate::posting::Postings;
use crate::refusal::Refusal;
use crate::stream::{Context, Decision, Stream, StreamEvent};
use crate::upcast::Lineage;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use uuid::Uuid;

/// Publishes a new version of the document.
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
    const STATE_VERSION: u16 = 3;
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
        command.body.check()?;
        let kept = self
            .current
            .as_ref()
            .map_or(Ok(()), |before| command.body.check_after(before));
        kept?;
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
mod tests;
