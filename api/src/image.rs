//! Images as they may be kept: read as far as their structure, decoded within limits, and drawn
//! anew as JPEG (domain §3.11, api §8, T-64).
//!
//! | step | what it costs an attacker's file at most |
//! |---|---|
//! | [`look`]: the parts up to the picture's end; sizes are read here | a walk over the bytes |
//! | too many pixels, too wide, animated, cut short | refused before anything is decoded |
//! | [`Seen::clean`]: decode, make smaller, turn upright, encode | [`Seen::kilopixels`] of [`KILOPIXELS_MAX`] at once |
//!
//! Nothing of the sent bytes is kept: no EXIF, no place, no text, no second file behind the
//! picture. What a sender says about the type is not asked. Pure: knows nothing of storage and HTTP.

mod structure;
#[cfg(test)]
mod tests;

use image::codecs::jpeg::JpegEncoder;
use image::metadata::Orientation;
use image::{DynamicImage, ExtendedColorType, ImageDecoder, ImageFormat, ImageReader, Limits};
use std::io::Cursor;
use structure::walk;

/// Most pixels (T-64: 40 million).
pub const PIXELS_MAX: u64 = 40_000_000;
/// Longest side (api §8.3).
pub const SIDE_MAX: u64 = 8_000;
/// Most thousands of pixels that a process decodes at once: one image of the largest kind. Beside its
/// pixels a decoder may hold as much again, so this is what bounds a process's memory.
pub const KILOPIXELS_MAX: u32 = (PIXELS_MAX / 1_000) as u32;
/// Longest side of a picture that is kept: text on documents stays legible, and a vault stays small.
pub const SIDE_KEPT_MAX: u32 = 4_096;
/// Most bytes of a decoded picture: [`PIXELS_MAX`] with transparency, not with 16 bits a colour.
const DECODED_BYTES_MAX: u64 = 4 * PIXELS_MAX;
/// Qualities that are tried until the picture fits: text stays legible in the last one.
const QUALITIES: [u8; 3] = [85, 70, 50];

/// A format that is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Jpeg,
    Png,
    Webp,
}

impl Format {
    pub const ALL: [Format; 3] = [Format::Jpeg, Format::Png, Format::Webp];

    pub const fn content_type(self) -> &'static str {
        match self {
            Format::Jpeg => "image/jpeg",
            Format::Png => "image/png",
            Format::Webp => "image/webp",
        }
    }

    const fn decoder(self) -> ImageFormat {
        match self {
            Format::Jpeg => ImageFormat::Jpeg,
            Format::Png => ImageFormat::Png,
            Format::Webp => ImageFormat::WebP,
        }
    }
}

/// A whole picture within the limits, judged by its parts; not decoded yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// By its bytes.
    pub format: Format,
    /// Pixels from left to right.
    pub width: u32,
    /// Pixels from top to bottom.
    pub height: u32,
    /// Where the picture ends; what comes after it is not looked at.
    end: usize,
}

/// Looks at the parts of a file; nothing when it is no whole, still picture within the limits.
pub fn look(bytes: &[u8]) -> Option<Seen> {
    let seen = walk(bytes)?;
    let (width, height) = (u64::from(seen.width), u64::from(seen.height));
    let fits = (1..=SIDE_MAX).contains(&width) && (1..=SIDE_MAX).contains(&height) && width * height <= PIXELS_MAX;
    fits.then_some(seen)
}

impl Seen {
    /// What decoding it takes of [`KILOPIXELS_MAX`].
    pub fn kilopixels(&self) -> u32 {
        let pixels = u64::from(self.width) * u64::from(self.height);
        u32::try_from(pixels.div_ceil(1_000)).map_or(KILOPIXELS_MAX, |count| count.min(KILOPIXELS_MAX))
    }

    /// The picture drawn anew, as a JPEG of at most `bytes_max`; nothing when the file does not decode
    /// to what its parts say.
    pub fn clean(&self, bytes: &[u8], bytes_max: usize) -> Option<Vec<u8>> {
        let picture = self.decode(bytes.get(..self.end)?)?.into_rgb8();
        QUALITIES.into_iter().find_map(|quality| {
            let mut drawn = Vec::new();
            JpegEncoder::new_with_quality(&mut drawn, quality)
                .encode(&picture, picture.width(), picture.height(), ExtendedColorType::Rgb8)
                .ok()?;
            Some(drawn).filter(|drawn| drawn.len() <= bytes_max)
        })
    }

    fn decode(&self, bytes: &[u8]) -> Option<DynamicImage> {
        let mut limits = Limits::default();
        limits.max_image_width = Some(self.width);
        limits.max_image_height = Some(self.height);
        limits.max_alloc = Some(DECODED_BYTES_MAX);
        let mut reader = ImageReader::with_format(Cursor::new(bytes), self.format.decoder());
        reader.limits(limits);
        let mut decoder = reader.into_decoder().ok()?;
        // Two readers that see two pictures in one file are how a check is got round.
        let is_same = decoder.dimensions() == (self.width, self.height);
        if !is_same || decoder.total_bytes() > DECODED_BYTES_MAX {
            return None;
        }
        let upright = decoder.orientation().unwrap_or(Orientation::NoTransforms);
        let mut picture = DynamicImage::from_decoder(decoder).ok()?;
        if picture.width().max(picture.height()) > SIDE_KEPT_MAX {
            picture = picture.thumbnail(SIDE_KEPT_MAX, SIDE_KEPT_MAX);
        }
        picture.apply_orientation(upright);
        Some(picture)
    }
}
