//! As much of PostgreSQL's wire protocol (version 3) as a proxy needs: where a frame ends, which
//! statement it carries, and whether that statement changes anything.

use std::collections::HashMap;
use std::io;
use tokio::io::{AsyncRead, AsyncReadExt};

/// The longest frame that is accepted; more is a broken stream.
const FRAME_BYTES_MAX: usize = 64 << 20;
/// What a client may ask for instead of a session.
const ASKS_FOR_TLS: u32 = 80_877_103;

/// One message with its header.
pub struct Frame {
    pub kind: u8,
    pub bytes: Vec<u8>,
}

/// Reads frames. Dropping a read half-way loses nothing.
pub struct Frames<R> {
    reader: R,
    buffer: Vec<u8>,
}

impl<R: AsyncRead + Unpin> Frames<R> {
    pub fn of(reader: R) -> Frames<R> {
        Frames {
            reader,
            buffer: Vec::new(),
        }
    }

    /// The next message; nothing at the end.
    pub async fn next(&mut self) -> io::Result<Option<Frame>> {
        let bytes = self.take(1).await?;
        Ok(bytes.map(|bytes| Frame { kind: bytes[0], bytes }))
    }

    /// The first message of a client, which has no kind; nothing for a client that left.
    pub async fn greeting(&mut self) -> io::Result<Option<Vec<u8>>> {
        self.take(0).await
    }

    async fn take(&mut self, header: usize) -> io::Result<Option<Vec<u8>>> {
        loop {
            if let Some(length) = length_at(&self.buffer, header) {
                let end = header + length;
                if !(4..=FRAME_BYTES_MAX).contains(&length) {
                    return Err(io::Error::other(format!("a frame of {length} bytes")));
                }
                if self.buffer.len() >= end {
                    return Ok(Some(self.buffer.drain(..end).collect()));
                }
            }
            if self.reader.read_buf(&mut self.buffer).await? == 0 {
                return Ok(None);
            }
        }
    }
}

fn length_at(bytes: &[u8], start: usize) -> Option<usize> {
    let bytes = bytes.get(start..start + 4)?.try_into().ok()?;
    usize::try_from(u32::from_be_bytes(bytes)).ok()
}

/// Whether a greeting asks for TLS, which nobody here speaks.
pub fn asks_for_tls(greeting: &[u8]) -> bool {
    length_at(greeting, 4) == usize::try_from(ASKS_FOR_TLS).ok()
}

/// A simple query.
pub fn query(statement: &str) -> Vec<u8> {
    frame(b'Q', [statement.as_bytes(), &[0]].concat())
}

fn frame(kind: u8, body: Vec<u8>) -> Vec<u8> {
    let length = u32::try_from(body.len() + 4).expect("a short frame");
    [&[kind][..], &length.to_be_bytes(), &body].concat()
}

impl Frame {
    /// The zero-ended texts at the start of the body.
    fn texts(&self) -> impl Iterator<Item = &str> {
        let body = self.bytes.get(5..).unwrap_or_default();
        body.split(|byte| *byte == 0)
            .map_while(|text| std::str::from_utf8(text).ok())
    }

    /// The status in a ReadyForQuery: `I`dle, in a `T`ransaction, in a failed on`E`.
    pub fn status(&self) -> u8 {
        self.bytes.get(5).copied().unwrap_or_default()
    }

    /// Ends an exchange: the server answers everything up to here with one ReadyForQuery.
    pub fn ends_request(&self) -> bool {
        matches!(self.kind, b'S' | b'Q')
    }

    /// The frame with `from` of its statement replaced; nothing when there is no such text in it.
    pub fn rewritten(&self, from: &str, to: &str) -> Option<Frame> {
        if !matches!(self.kind, b'P' | b'Q') {
            return None;
        }
        // Types of parameters follow the statement, so the body as a whole is no text.
        let (mut rest, mut body) = (&self.bytes[5..], Vec::new());
        let found = |bytes: &[u8]| bytes.windows(from.len()).position(|part| part == from.as_bytes());
        while let Some(at) = found(rest) {
            body.extend_from_slice(&rest[..at]);
            body.extend_from_slice(to.as_bytes());
            rest = &rest[at + from.len()..];
        }
        let bytes = (rest.len() < self.bytes.len() - 5).then(|| frame(self.kind, [&body, rest].concat()))?;
        Some(Frame { kind: self.kind, bytes })
    }
}

/// Which statements a session's exchanges run.
#[derive(Default)]
pub struct Statements {
    prepared: HashMap<String, String>,
    portals: HashMap<String, String>,
}

impl Statements {
    /// The statement that this frame runs, if it runs one.
    pub fn run_by(&mut self, frame: &Frame) -> Option<String> {
        let mut texts = frame.texts();
        let mut text = || texts.next().unwrap_or_default().to_owned();
        match frame.kind {
            b'P' => _ = self.prepared.insert(text(), text()),
            b'B' => _ = self.portals.insert(text(), text()),
            b'Q' => return Some(text()),
            b'E' => return self.prepared.get(self.portals.get(&text())?).cloned(),
            _ => {}
        }
        None
    }
}

/// Whether a statement changes rows.
pub fn changes(statement: &str) -> bool {
    let words = statement.split(|letter: char| !letter.is_ascii_alphabetic());
    // `for update` locks and changes nothing.
    let mut before = "";
    let mut found = false;
    for word in words.filter(|word| !word.is_empty()) {
        let is_change = ["insert", "update", "delete"]
            .iter()
            .any(|verb| word.eq_ignore_ascii_case(verb));
        found |= is_change && !before.eq_ignore_ascii_case("for") && !before.eq_ignore_ascii_case("do");
        before = word;
    }
    found
}

/// Whether a statement ends a transaction with its changes.
pub fn commits(statement: &str) -> bool {
    statement.trim().eq_ignore_ascii_case("commit")
}
