//! The parts of an image file, read without decoding: which format, how large, and where it ends.
//!
//! | format | a whole picture | refused |
//! |---|---|---|
//! | JPEG | segments, one frame, a scan, the end marker | two frames, no end |
//! | PNG | one header, data, the end chunk | `acTL`: animated |
//! | WebP | chunks within the declared length | `ANIM`, `ANMF`: animated |
//!
//! A decoder that is generous to broken files would draw grey where an image was cut; here it is refused.

use super::{Format, Seen};

/// The parts of the file up to the picture's end.
pub(super) fn walk(bytes: &[u8]) -> Option<Seen> {
    let (format, (size, end)) = if bytes.starts_with(&[0xff, 0xd8]) {
        (Format::Jpeg, jpeg(bytes)?)
    } else if bytes.starts_with(PNG_START) {
        (Format::Png, png(bytes)?)
    } else {
        (Format::Webp, webp(bytes)?)
    };
    Some(Seen {
        format,
        width: u32::try_from(size.0).ok()?,
        height: u32::try_from(size.1).ok()?,
        end,
    })
}

/// Width and height, and where the picture ends.
type Extent = ((u64, u64), usize);

fn big(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0, |sum, byte| sum << 8 | u64::from(*byte))
}

fn little(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |sum, byte| sum << 8 | u64::from(*byte))
}

fn jpeg(bytes: &[u8]) -> Option<Extent> {
    let (mut at, mut size, mut has_scan) = (2, None, false);
    loop {
        let marker = *bytes.get(at + 1).filter(|_| bytes[at] == 0xff)?;
        match marker {
            0xff => at += 1,
            0xd9 => return size.filter(|_| has_scan).map(|size| (size, at + 2)),
            0x00 | 0x01 | 0xd0..=0xd8 => return None,
            _ => {
                let length = usize::try_from(big(bytes.get(at + 2..at + 4)?)).ok()?;
                let segment = bytes.get(at..at + 2 + length).filter(|_| length >= 2)?;
                if is_frame(marker) {
                    // A second frame would be a second picture.
                    size.is_none().then_some(())?;
                    size = Some((big(segment.get(7..9)?), big(segment.get(5..7)?)));
                }
                at += segment.len();
                if marker == 0xda {
                    has_scan = true;
                    at += scan_length(&bytes[at..]);
                }
            }
        }
    }
}

const fn is_frame(marker: u8) -> bool {
    matches!(marker, 0xc0..=0xcf) && !matches!(marker, 0xc4 | 0xc8 | 0xcc)
}

/// Bytes of entropy-coded data: up to a marker that is neither a stuffed byte nor a restart.
fn scan_length(bytes: &[u8]) -> usize {
    let ends = |pair: &[u8]| pair[0] == 0xff && !matches!(pair[1], 0x00 | 0xd0..=0xd7);
    bytes.windows(2).position(ends).unwrap_or(bytes.len())
}

const PNG_START: &[u8] = b"\x89PNG\r\n\x1a\n";

/// Checksums of chunks are the decoder's to check.
fn png(bytes: &[u8]) -> Option<Extent> {
    let (mut at, mut size, mut has_data) = (PNG_START.len(), None, false);
    loop {
        let length = usize::try_from(big(bytes.get(at..at + 4)?)).ok()?;
        let chunk = bytes.get(at..at.checked_add(length)?.checked_add(12)?)?;
        // The header comes first and only once.
        match &chunk[4..8] {
            b"IHDR" if size.is_none() && length == 13 => size = Some((big(&chunk[8..12]), big(&chunk[12..16]))),
            b"IHDR" | b"acTL" => return None,
            _ if size.is_none() => return None,
            b"IDAT" => has_data |= length > 0,
            b"IEND" => return size.filter(|_| has_data).map(|size| (size, at + chunk.len())),
            _ => {}
        }
        at += chunk.len();
    }
}

/// The first size found is the canvas; a picture chunk must be there too.
fn webp(bytes: &[u8]) -> Option<Extent> {
    let end = usize::try_from(little(bytes.get(4..8)?)).ok()?.checked_add(8)?;
    let body = bytes.get(8..end)?.strip_prefix(b"WEBP");
    let mut rest = body.filter(|_| bytes.starts_with(b"RIFF"))?;
    let (mut size, mut has_picture) = (None, false);
    while !rest.is_empty() {
        let length = usize::try_from(little(rest.get(4..8)?)).ok()?;
        let (chunk, after) = rest.split_at_checked(length.checked_add(8 + length % 2)?)?;
        let name = &chunk[..4];
        if matches!(name, b"ANIM" | b"ANMF") {
            return None;
        }
        size = size.or(webp_size(name, &chunk[8..]));
        has_picture |= matches!(name, b"VP8 " | b"VP8L");
        rest = after;
    }
    size.filter(|_| has_picture).map(|size| (size, end))
}

fn webp_size(name: &[u8], data: &[u8]) -> Option<(u64, u64)> {
    match name {
        b"VP8X" => Some((little(data.get(4..7)?) + 1, little(data.get(7..10)?) + 1)),
        b"VP8L" => {
            let bits = little(data.get(1..5).filter(|_| data[0] == 0x2f)?);
            Some(((bits & 0x3fff) + 1, (bits >> 14 & 0x3fff) + 1))
        }
        b"VP8 " => {
            let size = data
                .get(6..10)
                .filter(|_| data.get(3..6) == Some(&[0x9d, 0x01, 0x2a]))?;
            Some((little(&size[..2]) & 0x3fff, little(&size[2..]) & 0x3fff))
        }
        _ => None,
    }
}
