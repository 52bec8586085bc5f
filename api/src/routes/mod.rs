//! The calls: the second segment of the path is the file, the last is the function
//! (DESIGN §2). A handler reads the body, builds the command, asks the ledger and
//! shapes the answer; it decides nothing.

pub mod fishing;
pub mod login;
pub mod signin;
pub mod system;
pub mod team;
pub mod user;
pub mod wallet;
