//! Open connections of each address: one client does not fill the listener (T-71).

use crate::limits::Address;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

/// Open connections by address. Clones share everything.
#[derive(Clone, Debug)]
pub struct Places {
    max: u32,
    open: Arc<Mutex<HashMap<Address, u32>>>,
}

/// The place of one connection, until it is dropped.
pub struct Place {
    places: Places,
    address: Address,
}

impl Places {
    /// So many for each address.
    pub fn of(max: u32) -> Places {
        let open = Arc::default();
        Places { max, open }
    }

    /// A place for one more connection of this address; none when it has as many as it may have.
    pub fn take(&self, address: IpAddr) -> Option<Place> {
        let address = Address::from(address);
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.entry(address).or_default();
        if *count >= self.max {
            return None;
        }
        *count += 1;
        let places = self.clone();
        Some(Place { places, address })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = self.places.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.address);
            }
        }
    }
}
