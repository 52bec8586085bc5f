//! The staff service (PRODUCT §7).

pub mod jobs;
pub mod reading;
pub mod wire;
