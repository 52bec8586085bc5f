//! Room on the disk for images on their way: taken as bytes arrive, so who sends slowly, or nothing, keeps nobody out.

use tokio::sync::{Semaphore, SemaphorePermit};

/// What images on their way take of the disk together, in KiB: 4 GiB (ASSUMED: a small part of a server's disk).
const KIB_MAX: usize = 4 << 20;

static ROOM: Semaphore = Semaphore::const_new(KIB_MAX);

/// What one image has taken; given back when it is dropped.
pub struct Taken<'a> {
    room: &'a Semaphore,
    kib: SemaphorePermit<'a>,
    bytes: usize,
}

/// There is no room for more at the moment.
#[derive(Debug, PartialEq, Eq)]
pub struct Full;

impl Taken<'static> {
    /// Nothing yet, of the room of this process.
    pub fn none() -> Taken<'static> {
        Taken::none_of(&ROOM)
    }
}

impl<'a> Taken<'a> {
    fn none_of(room: &'a Semaphore) -> Taken<'a> {
        let kib = room.try_acquire_many(0).expect("nothing is always there");
        Taken { room, kib, bytes: 0 }
    }

    /// Takes room for bytes that have arrived.
    ///
    /// # Errors
    /// [`Full`].
    pub fn grow(&mut self, bytes: usize) -> Result<(), Full> {
        self.bytes += bytes;
        let more = self.bytes.div_ceil(1 << 10).saturating_sub(self.kib.num_permits());
        let more = u32::try_from(more).map_err(|_| Full)?;
        self.kib.merge(self.room.try_acquire_many(more).map_err(|_| Full)?);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_sends_nothing_takes_no_room_and_what_was_taken_is_given_back() {
        let room = Semaphore::new(3);
        let waiting: Vec<Taken> = (0..1_000).map(|_| Taken::none_of(&room)).collect();
        let (mut one, mut other) = (Taken::none_of(&room), Taken::none_of(&room));
        for _ in 0..2_048 {
            assert_eq!(one.grow(1), Ok(()), "1,000 wait and hold nothing");
        }
        assert_eq!(other.grow(1_024), Ok(()));
        assert_eq!((one.grow(1), other.grow(1)), (Err(Full), Err(Full)));
        drop(one);
        assert_eq!(other.grow(1_023), Ok(()), "the rest of two KiB");
        drop((other, waiting));
        assert_eq!(room.available_permits(), 3);
    }
}
