//! Images as they may be kept: JPEG, PNG or WebP by their own structure, without what a
//! camera or a phone wrote beside the picture (PRODUCT §3.11, T-64).
//!
//! | format | kept | left out |
//! |---|---|---|
//! | JPEG | segments of the picture, the colour profile | APP1 and other application data, comments, anything after the end |
//! | PNG | chunks of the picture and its colours | texts, time, EXIF, unknown chunks, anything after the end |
//! | WebP | chunks of the picture and its colours | EXIF, XMP, unknown chunks, anything after the end |
//!
//! A picture of more than [`PIXELS_MAX`] is refused by its header alone: nothing here decodes
//! one. Pure: knows nothing of storage and HTTP.

/// Most pixels (T-64: 40 million).
pub const PIXELS_MAX: u64 = 40_000_000;

/// A format that is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// JPEG.
    Jpeg,
    /// PNG.
    Png,
    /// WebP.
    Webp,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 3] = [Format::Jpeg, Format::Png, Format::Webp];

    /// The content type.
    pub const fn content_type(self) -> &'static str {
        match self {
            Format::Jpeg => "image/jpeg",
            Format::Png => "image/png",
            Format::Webp => "image/webp",
        }
    }

    /// The format of a content type.
    pub fn of(content_type: &str) -> Option<Format> {
        Format::ALL
            .into_iter()
            .find(|format| format.content_type() == content_type)
    }
}

/// The picture without anything beside it; nothing when the bytes are no whole picture of that format.
pub fn clean(format: Format, bytes: &[u8]) -> Option<Vec<u8>> {
    match format {
        Format::Jpeg => jpeg(bytes),
        Format::Png => png(bytes),
        Format::Webp => webp(bytes),
    }
}

fn fits(width: u64, height: u64) -> bool {
    (1..=PIXELS_MAX).contains(&width.saturating_mul(height))
}

fn big(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0, |sum, byte| sum << 8 | u64::from(*byte))
}

fn little(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |sum, byte| sum << 8 | u64::from(*byte))
}

/// Segments up to the end of the image; the picture's data between them as it is.
fn jpeg(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut rest = bytes.strip_prefix(&[0xff, 0xd8])?;
    let mut kept = vec![0xff, 0xd8];
    let (mut has_frame, mut has_scan) = (false, false);
    loop {
        let marker = *rest.get(1).filter(|_| rest[0] == 0xff)?;
        match marker {
            0xff => rest = &rest[1..],
            0xd9 => {
                kept.extend([0xff, 0xd9]);
                return (has_frame && has_scan).then_some(kept);
            }
            0x00 | 0x01 | 0xd0..=0xd8 => return None,
            _ => {
                let length = usize::try_from(big(rest.get(2..4)?)).ok()?;
                let (segment, after) = rest.split_at_checked(length.checked_add(2).filter(|_| length >= 2)?)?;
                if is_frame(marker) {
                    has_frame = fits(big(segment.get(7..9)?), big(segment.get(5..7)?));
                    has_frame.then_some(())?;
                }
                if is_of_jpeg_picture(marker) {
                    kept.extend(segment);
                }
                rest = after;
                if marker == 0xda {
                    has_scan = true;
                    let data = scan_length(rest);
                    kept.extend(&rest[..data]);
                    rest = &rest[data..];
                }
            }
        }
    }
}

const fn is_frame(marker: u8) -> bool {
    matches!(marker, 0xc0..=0xcf) && !matches!(marker, 0xc4 | 0xc8 | 0xcc)
}

/// Tables, frames and scans; of application data JFIF, the colour profile and Adobe's colour transform.
const fn is_of_jpeg_picture(marker: u8) -> bool {
    matches!(marker, 0xc0..=0xcf | 0xda..=0xdf | 0xe0 | 0xe2 | 0xee)
}

/// Bytes of entropy-coded data: up to a marker that is neither a stuffed byte nor a restart.
fn scan_length(bytes: &[u8]) -> usize {
    let ends = |pair: &[u8]| pair[0] == 0xff && !matches!(pair[1], 0x00 | 0xd0..=0xd7);
    bytes.windows(2).position(ends).unwrap_or(bytes.len())
}

const PNG_START: &[u8] = b"\x89PNG\r\n\x1a\n";
const PNG_KEPT: [&[u8]; 10] = [
    b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS", b"gAMA", b"cHRM", b"sRGB", b"iCCP", b"sBIT",
];

/// Chunks up to the end of the image. Their checksums go with them and are the viewer's to check.
fn png(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut rest = bytes.strip_prefix(PNG_START)?;
    let mut kept = PNG_START.to_vec();
    let mut has_data = false;
    loop {
        let length = usize::try_from(big(rest.get(..4)?)).ok()?;
        let (chunk, after) = rest.split_at_checked(length.checked_add(12)?)?;
        let name = &chunk[4..8];
        // The header comes first and only once.
        let is_first = kept.len() == PNG_START.len();
        if is_first != (name == b"IHDR")
            || (is_first && !(length == 13 && fits(big(&chunk[8..12]), big(&chunk[12..16]))))
        {
            return None;
        }
        if PNG_KEPT.contains(&name) {
            kept.extend(chunk);
        }
        has_data |= name == b"IDAT" && length > 0;
        if name == b"IEND" {
            return has_data.then_some(kept);
        }
        rest = after;
    }
}

const WEBP_KEPT: [&[u8]; 7] = [b"VP8 ", b"VP8L", b"VP8X", b"ANIM", b"ANMF", b"ALPH", b"ICCP"];
/// Flags of `VP8X` that announce EXIF and XMP.
const WEBP_BESIDE: u8 = 0b0000_1100;

/// Chunks within the declared length, with the length written anew.
fn webp(bytes: &[u8]) -> Option<Vec<u8>> {
    let declared = usize::try_from(little(bytes.get(4..8)?)).ok()?;
    let body = bytes.get(8..declared.checked_add(8)?)?;
    let mut rest = body.strip_prefix(b"WEBP").filter(|_| bytes.starts_with(b"RIFF"))?;
    let (mut kept, mut is_sized) = (b"WEBP".to_vec(), false);
    while !rest.is_empty() {
        let length = usize::try_from(little(rest.get(4..8)?)).ok()?;
        let (chunk, after) = rest.split_at_checked(length.checked_add(8 + length % 2)?)?;
        let name = &chunk[..4];
        if let Some((width, height)) = webp_size(name, &chunk[8..]) {
            fits(width, height).then_some(())?;
            is_sized = true;
        }
        if WEBP_KEPT.contains(&name) {
            let at = kept.len();
            kept.extend(chunk);
            if name == b"VP8X" {
                *kept.get_mut(at + 8)? &= !WEBP_BESIDE;
            }
        }
        rest = after;
    }
    let length = u32::try_from(kept.len()).ok().filter(|_| is_sized)?;
    Some([b"RIFF".as_slice(), &length.to_le_bytes(), &kept].concat())
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

#[cfg(test)]
mod tests;
