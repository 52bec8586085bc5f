//! The follower of the books: one cursor under which `balances` and `postings` are written together.
//!
//! The rows are made by the ledger ([`ledger::books`]), so that a reader can write the missing page itself; here they
//! follow all the time, like every view, and stop visibly before an event that they cannot take.

use crate::view::{View, Writing};
use ledger::books;
use ledger::log_page::LogPage;
use sqlx::PgConnection;

#[derive(Clone, Copy, Debug)]
pub struct Books;

impl View for Books {
    fn name(&self) -> &'static str {
        books::CURSOR
    }

    fn page_max(&self) -> i64 {
        books::PAGE_MAX
    }

    fn is_alone(&self) -> bool {
        true
    }

    fn write<'a>(&'a self, transaction: &'a mut PgConnection, page: &'a LogPage) -> Writing<'a> {
        Box::pin(books::write(transaction, page))
    }
}
