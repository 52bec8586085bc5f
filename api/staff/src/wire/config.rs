//! `config/…`: the product's numbers by section.

use super::ask;
use super::facts::StaffFact;
use serde::Serialize;
use utoipa::ToSchema;

ask! {
    /// Asks for every section.
    ConfigListBody(plain) {}
}

ask! {
    /// Asks for one section: what is in force, to come, and waiting.
    ConfigInfoBody(plain) {
        /// Its name, as the list names it.
        section: String,
    }
}

ask! {
    /// Proposes a whole section; all checks run now and again at the approval.
    ConfigProposeBody(signed) {
        /// Its name.
        section: String,
        /// The whole section.
        #[schema(value_type = std::collections::HashMap<String, serde_json::Value>)]
        body: serde_json::Value,
        /// From when on; nothing means from the approval on.
        effective_ms: Option<i64>,
        /// The newest approved version that the author saw; 0 before the first.
        replaces: i64,
    }
}

/// A section.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StaffSection {
    /// Its name.
    pub section: String,
    /// The version in force; 0 for the first numbers of the database.
    pub in_force: i64,
    /// The newest approved version, which a proposal replaces.
    pub newest: i64,
    /// Approved versions that come into force later.
    pub to_come: Vec<StaffVersion>,
    /// Proposals that wait.
    pub waiting: Vec<StaffVersion>,
}

/// A version of a section.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StaffVersion {
    /// Its number.
    pub version: i64,
    /// Who wrote it; nothing where it is not shown.
    pub author: Option<String>,
    /// From when on.
    pub effective_ms: i64,
}

/// Every section.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ConfigListData {
    /// In the order of the document.
    pub list: Vec<StaffSection>,
}

/// A number that a version changes.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StaffDiff {
    /// Where it is: fields and places with dots between.
    pub path: String,
    /// What is in force, as JSON; nothing when it is new.
    pub before: Option<String>,
    /// What is proposed, as JSON; nothing when it goes.
    pub after: Option<String>,
}

/// A proposal of a section.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StaffChange {
    /// The proposal's id, for `proposals/…`.
    pub proposal: String,
    /// Its version.
    pub version: i64,
    /// What an approval is bound to.
    pub digest: String,
    /// Who wrote it.
    pub author: String,
    /// Why.
    pub reason: String,
    /// When it was proposed.
    pub at_ms: i64,
    /// What it changes of what is in force.
    pub diff: Vec<StaffDiff>,
    /// The numbers that decide whether the house keeps its promise.
    pub checks: Vec<StaffFact>,
}

/// One section.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ConfigInfoData {
    /// How it stands.
    pub section: StaffSection,
    /// The numbers in force.
    #[schema(value_type = std::collections::HashMap<String, serde_json::Value>)]
    pub body: serde_json::Value,
    /// The numbers of the newest approved version, on which a change is written: those in force where none is to come.
    #[schema(value_type = std::collections::HashMap<String, serde_json::Value>)]
    pub newest_body: serde_json::Value,
    /// Its proposals that wait.
    pub changes: Vec<StaffChange>,
}
