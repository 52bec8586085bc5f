//! A connection whose client takes too few bytes ends: an answer that nobody reads, or that is read a byte at a time,
//! would hold its memory and its place for ever (T-71).
//!
//! Counted is the time in which bytes wait, and only that: a connection on which nothing waits may stay. A client has
//! [`Pace::wait`] of it, and each byte that it takes gives some back. So `n` bytes wait for `wait + n / bytes_per_s` at
//! most.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep};

/// How slowly a client may take what waits for it.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// How long it may take nothing.
    pub wait: Duration,
    /// What it must take on the average beyond that.
    pub bytes_per_s: u32,
}

impl Default for Pace {
    /// ASSUMED: a telephone in a tunnel, and half of the 64 kbit/s to which tariffs slow down.
    fn default() -> Pace {
        Pace {
            wait: Duration::from_secs(30),
            bytes_per_s: 4_096,
        }
    }
}

impl Pace {
    /// What is left of the time after bytes were taken that had waited so long.
    fn left_after(self, left: Duration, (waited, bytes): (Duration, u64)) -> Duration {
        let back = Duration::from_micros(bytes.saturating_mul(1_000_000) / u64::from(self.bytes_per_s.max(1)));
        (left.saturating_sub(waited) + back).min(self.wait)
    }
}

/// A stream whose writes wait so long and no longer.
pub struct WriteLimit<S> {
    stream: S,
    pace: Pace,
    /// How long writes may still wait.
    left: Duration,
    /// Runs while a write waits, since then.
    waits: Option<(Instant, Pin<Box<Sleep>>)>,
}

impl<S> WriteLimit<S> {
    /// At this pace.
    pub const fn new(stream: S, pace: Pace) -> WriteLimit<S> {
        WriteLimit {
            stream,
            pace,
            left: pace.wait,
            waits: None,
        }
    }

    /// `taken` are the bytes of a write that is done.
    fn limited<T>(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<T>>,
        taken: impl FnOnce(&T) -> usize,
    ) -> Poll<io::Result<T>> {
        if let Poll::Ready(written) = written {
            let waited = self.waits.take().map_or(Duration::ZERO, |(since, _)| since.elapsed());
            let bytes = written.as_ref().map_or(0, taken) as u64;
            self.left = self.pace.left_after(self.left, (waited, bytes));
            return Poll::Ready(written);
        }
        let left = self.left;
        if left.is_zero() {
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        let (_, over) = self
            .waits
            .get_or_insert_with(|| (Instant::now(), Box::pin(sleep(left))));
        over.as_mut()
            .poll(context)
            .map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for WriteLimit<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for WriteLimit<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.limited(context, written, |bytes| *bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.limited(context, written, |bytes| *bytes)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        self.limited(context, flushed, |()| 0)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    fn pace(bytes_per_s: u32) -> Pace {
        let wait = Duration::from_millis(1);
        Pace { wait, bytes_per_s }
    }

    #[tokio::test]
    async fn a_client_that_takes_nothing_ends_the_connection() {
        let (ours, _theirs) = tokio::io::duplex(16);
        let mut limited = WriteLimit::new(ours, pace(1));
        let written = limited.write_all(&[0; 64]).await;
        assert_eq!(written.expect_err("nobody reads").kind(), io::ErrorKind::TimedOut);
    }

    #[tokio::test]
    async fn a_client_that_reads_gets_everything() {
        let (ours, mut theirs) = tokio::io::duplex(16);
        let mut limited = WriteLimit::new(ours, Pace::default());
        let mut read = [0; 64];
        let (written, taken) = tokio::join!(limited.write_all(&[7; 64]), theirs.read_exact(&mut read));
        written.expect("taken");
        taken.expect("whole");
        assert_eq!(read, [7; 64]);
    }

    #[test]
    fn a_client_that_takes_a_byte_at_a_time_is_held_to_the_rate() {
        let byte = (Duration::from_millis(250), 1);
        // The first two rates give back what a byte waits, or more; the third half of it.
        for (bytes_per_s, taken) in [(1, None), (4, None), (8, Some(239))] {
            let wait = Duration::from_secs(30);
            let pace = Pace { wait, bytes_per_s };
            let lefts = std::iter::successors(Some(wait), |left| Some(pace.left_after(*left, byte)));
            let cut_after = lefts.take(1_000).position(|left| left < byte.0);
            assert_eq!(cut_after, taken, "{bytes_per_s}");
        }
    }
}
