//! The staff service (PRODUCT §7).

pub mod reading;
pub mod wire;
