//! Exports of lists (api §7.23): any list of the service as a table, with the filters of its screen.
//!
//! | step | where |
//! |---|---|
//! | which lists there are, and their columns: read from the document of the service, so a new list needs nothing here | [`lists`], [`columns`] |
//! | the list's own handler, asked page by page in process, under the roles of who exports | [`pages`] |
//! | cells with their types, written as CSV, XLSX or Parquet | [`cells`], [`table`] |
//! | what each column means, beside the rows | [`dictionary`] |
//! | files are kept with who may fetch them and until when, and recorded with their hashes | [`kept`], [`taking`] |
//! | the call itself | [`tables`] |
//! | what was exported | [`history`] |
//! | exports that are made again and again | [`schedules`] |

pub(crate) mod cells;
pub(crate) mod columns;
pub(crate) mod dictionary;
pub(crate) mod history;
pub(crate) mod kept;
pub(crate) mod lists;
pub(crate) mod pages;
pub mod schedules;
pub(crate) mod table;
pub(crate) mod tables;
pub(crate) mod taking;
