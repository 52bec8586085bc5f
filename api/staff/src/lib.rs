//! The staff service (api §7): its own listener, its own sessions, its own calls. It stands on the mechanism of
//! endpoints of `api`, which knows nothing of it.
//!
//! ```text
//! listener ─▶ call: header, body, session, permission, reason ─▶ routes/<noun>::<verb> ─▶ ledger
//!          └▶ staff.html and its assets, with a policy of their own
//! ```
//! | part | is |
//! |---|---|
//! | [`router`] | every call, once: routes, document and matrix are made from it |
//! | [`permissions`] | which role may what: one table |
//! | [`call`] | one call, from the request to the envelope |
//! | [`session`], [`login`], [`known`], [`challenge`], [`credentials`], [`activation`] | who somebody is |
//! | [`accounts`] | accounts of members: from the console and from the command line |
//! | [`player_act`], [`access`] | an act on one player's account; everything that is held of one, for that person |
//! | [`proposals`] | what two people change |
//! | [`cases`] | what members look into together, and what names a case |
//! | [`report`], [`periods`] | the books of a day, and of closed months, quarters and years |
//! | [`withdrawals`], [`signatures`] | the queue and the history of withdrawals; under which signatures one was let go |
//! | [`exports`] | any list as a table in a file, at once or again and again |
//! | `bookmarks` | views of the console that members keep and share |
//! | [`notify`] | sends to the house's webhook what the alerts show |
//! | [`reading`], [`files`] | what finance and auditors read, at once or as a job, and the files of it |
//!
//! A player's token opens nothing here, and a staff cookie nothing there (threat T-33): other listener, other
//! table, other name. Knows nothing of settings files.

pub mod access;
pub mod accounts;
pub mod activation;
pub mod alerts;
mod bookmarks;
pub mod call;
pub mod cases;
pub mod challenge;
pub mod credentials;
pub mod exports;
pub mod facts;
pub mod files;
pub mod jobs;
pub mod known;
pub mod listener;
pub mod login;
pub mod notify;
pub mod openapi;
pub mod periods;
pub mod permissions;
pub mod player_act;
pub mod proposals;
mod queues;
pub mod reading;
pub mod reconciliation;
pub mod report;
pub mod router;
pub mod routes;
pub mod session;
pub mod signatures;
pub mod wire;
pub mod withdrawals;
