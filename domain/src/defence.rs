//! Checks that a test leaves out one at a time: an attack that is done without the check, and refused with it, fails for
//! no other reason (`api/tests/http/attacks`).
//!
//! Only a build with the feature `testing` has the switch, and only code turns it: no environment, no setting. In every
//! other build [`Defence::is_off`] is false while it is compiled, so nothing of it is left in the program. What is
//! switched off is off for the thread alone that switched it: tests that run at once do not meet.

/// A check that stops an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defence {
    /// A member does what a role of the member may.
    Permission,
    /// Nobody approves what he proposed.
    OtherPerson,
    /// Whoever must sign has signed.
    Signed,
    /// The signature is of a key of the member, and for this act.
    Signature,
    /// Launch data has the hash of the messenger.
    LaunchHash,
    /// Launch data is of this day.
    LaunchAge,
    /// What opens something is kept as a hash.
    Hashed,
    /// What opens something opens it once.
    Spent,
    /// What nobody else may read is sealed.
    Sealed,
    /// A hash of what can be guessed takes a key.
    KeyedHash,
}

#[cfg(not(feature = "testing"))]
impl Defence {
    /// Whether a test leaves it out; never in this build.
    #[inline(always)]
    pub const fn is_off(self) -> bool {
        false
    }
}

#[cfg(feature = "testing")]
pub use switch::Off;

#[cfg(feature = "testing")]
mod switch {
    use super::Defence;
    use std::cell::Cell;
    use std::marker::PhantomData;

    thread_local! {
        static OFF: Cell<Option<Defence>> = const { Cell::new(None) };
    }

    /// A defence is off for this thread while it lives.
    pub struct Off {
        /// It stays in its thread.
        _thread: PhantomData<*const ()>,
    }

    impl Defence {
        /// Whether a test leaves it out in this thread.
        pub fn is_off(self) -> bool {
            OFF.get() == Some(self)
        }

        /// Leaves it out until the answer is dropped; it alone.
        #[must_use]
        pub fn off(self) -> Off {
            assert_eq!(OFF.replace(Some(self)), None, "one defence at a time");
            Off { _thread: PhantomData }
        }
    }

    impl Drop for Off {
        fn drop(&mut self) {
            OFF.set(None);
        }
    }
}
