//! The calls: the second segment of the path is the file, the last is the function
//! (api §2). A handler reads the body, builds the command, asks the ledger and
//! shapes the answer; it decides nothing.

pub mod collection;
pub mod coupon;
pub mod exchange;
pub mod fishing;
pub mod kyc;
pub mod limits;
pub mod login;
pub mod messages;
pub mod promotion;
pub mod redpacket;
pub mod session;
pub mod shop;
pub mod signin;
pub mod system;
pub mod team;
pub mod topup;
pub mod user;
pub mod utils;
pub mod vip;
pub mod wallet;
pub mod withdraw;
