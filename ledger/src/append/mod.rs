//! The append: how decided commands become durable facts.
//!
//! | file | is |
//! |---|---|
//! | [`entry`] | a decided command on its way to the writer, and how its outcome goes back |
//! | [`rows`] | the rows that a command writes |
//! | [`writer`] | the queue of one partition: takes what waits and hands over batches |
//! | [`batch_writer`] | writes a batch and finds the outcome of each command |
//! | [`session`] | its connection to the primary, and what must be so before anything is written over it |
//! | [`statement`] | the one SQL statement |
//! | [`function`] | the same as a function, where servers share the logs |
//! | [`resolve`] | after a conflict or a lost connection: which commands won |
//!
//! Knows nothing of rules, of HTTP and of what an event means.

pub(crate) mod batch_writer;
pub(crate) mod entry;
pub(crate) mod function;
pub(crate) mod resolve;
pub(crate) mod rows;
mod session;
pub(crate) mod statement;
pub(crate) mod writer;
