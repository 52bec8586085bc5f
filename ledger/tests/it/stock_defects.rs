//! Defects of the stock write path that ours does not have (ledger §4.1, §8).
//!
//! Each test shows the defect first, with cqrs-es and postgres-es as published, in scratch tables on
//! the same server: an upgrade that mends one fails here, and the promise can be read again.
//!
//! | stock | ours | tests |
//! |---|---|---|
//! | a snapshot has its events twice, and more of them than its sequence says | a snapshot is the fold up to its version | `snapshots` |
//! | views are updated after the commit, and errors are ignored | balances are in the commit; following views keep a cursor | `queries` |
//! | an error may have been committed | an unknown outcome is looked up before anybody is answered | `outcomes` |
//! | no order between streams, versions of 32 bits | gap-free positions in commit order, versions of 64 bits | `positions` |

mod bank;
mod cut;
mod outcomes;
mod positions;
mod queries;
mod snapshots;
