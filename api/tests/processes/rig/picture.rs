//! Pictures as phones take them, files as attackers make them, and the form that carries either.

use image::codecs::{jpeg::JpegEncoder, png::PngEncoder, webp::WebPEncoder};
use image::{ExtendedColorType, ImageEncoder, ImageFormat, RgbImage};
use serde_json::Value;

/// What a camera writes beside a picture.
pub const PLACE: &[u8] = b"GPS 52.520008 N 13.404954 E";
/// The side lengths of the largest picture that is taken.
pub const LARGEST: (u32, u32) = (8_000, 5_000);
const BOUNDARY: &str = "----a-form-of-the-tests";

/// What must become of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Taken, and nothing is kept of it but the picture.
    Cleaned,
    /// Refused with this HTTP status.
    Refused(u16),
}

/// A small picture of its own for each `data`.
fn drawn(data: &[u8]) -> RgbImage {
    let shade = |x: u32, y: u32| {
        data.get((x as usize / 8 + y as usize) % data.len().max(1))
            .copied()
            .unwrap_or_default()
    };
    RgbImage::from_fn(64, 48, |x, y| image::Rgb([shade(x, y), (x * 4) as u8, (y * 5) as u8]))
}

fn encoded(encoder: impl ImageEncoder, picture: &RgbImage) {
    let (width, height) = picture.dimensions();
    encoder
        .write_image(picture, width, height, ExtendedColorType::Rgb8)
        .expect("encoded");
}

/// A photo as a phone takes it: with the place where it was taken.
pub fn photo(data: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    encoded(JpegEncoder::new_with_quality(&mut bytes, 90), &drawn(data));
    [
        &bytes[..2],
        &segment(
            0xe1,
            &[b"Exif\0\0MM\0*\0\0\0\x08\0\0\0\0\0\0".as_slice(), PLACE].concat(),
        ),
        &bytes[2..],
    ]
    .concat()
}

fn png(data: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    encoded(PngEncoder::new(&mut bytes), &drawn(data));
    bytes
}

fn webp(data: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    encoded(WebPEncoder::new_lossless(&mut bytes), &drawn(data));
    bytes
}

fn segment(marker: u8, data: &[u8]) -> Vec<u8> {
    let length = u16::try_from(data.len() + 2).expect("short");
    [&[0xff, marker], length.to_be_bytes().as_slice(), data].concat()
}

fn chunk(name: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let length = u32::try_from(data.len()).expect("short");
    [length.to_be_bytes().as_slice(), name, data, &[0; 4]].concat()
}

fn riff(name: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let length = u32::try_from(data.len()).expect("short");
    [name.as_slice(), &length.to_le_bytes(), data].concat()
}

/// A PNG that promises so many pixels and holds none.
fn flood(width: u32, height: u32) -> Vec<u8> {
    flood_of(width, height, [8, 2])
}

/// The same with so many bits a colour, of this kind.
fn flood_of(width: u32, height: u32, [bits, kind]: [u8; 2]) -> Vec<u8> {
    let header = [width.to_be_bytes(), height.to_be_bytes()].concat();
    let header = chunk(b"IHDR", &[header, vec![bits, kind, 0, 0, 0]].concat());
    [
        b"\x89PNG\r\n\x1a\n".to_vec(),
        header,
        chunk(b"IDAT", b"x"),
        chunk(b"IEND", b""),
    ]
    .concat()
}

/// A progressive JPEG of the largest size in a few kilobytes: its decoder keeps all coefficients.
pub fn progressive(width: u16, height: u16) -> Vec<u8> {
    let blocks = usize::from(width).div_ceil(8) * usize::from(height).div_ceil(8) * 3;
    progressive_of(width, height, blocks.div_ceil(8))
}

/// The same with so many bytes of blocks, whatever it promises.
fn progressive_of(width: u16, height: u16, length: usize) -> Vec<u8> {
    let [w, h] = [width, height].map(u16::to_be_bytes);
    let frame = [&[8], h.as_slice(), &w, &[3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]].concat();
    let codes = [&[0, 1], [0_u8; 15].as_slice(), &[0]].concat();
    [
        vec![0xff, 0xd8],
        segment(0xdb, &[[0].as_slice(), &[1; 64]].concat()),
        segment(0xc2, &frame),
        segment(0xc4, &codes),
        segment(0xda, &[3, 1, 0, 2, 0, 3, 0, 0, 0, 0]),
        vec![0; length],
        vec![0xff, 0xd9],
    ]
    .concat()
}

/// A transparent picture of the largest size. Saved by the library itself, which is quick: what is generic is compiled here
/// and slow.
fn transparent() -> Vec<u8> {
    let (width, height) = LARGEST;
    let pixels = vec![90; width as usize * height as usize * 4];
    let path = std::env::temp_dir().join(format!("ledger-largest-{}.png", uuid::Uuid::new_v4()));
    image::save_buffer_with_format(
        &path,
        &pixels,
        width,
        height,
        ExtendedColorType::Rgba8,
        ImageFormat::Png,
    )
    .expect("saved");
    let bytes = std::fs::read(&path).expect("read");
    std::fs::remove_file(path).ok();
    bytes
}

/// The heaviest pictures that are taken: what each costs a decoder is what an attacker sends.
pub fn heaviest() -> Vec<Vec<u8>> {
    let transparent = transparent();
    vec![
        progressive(8_000, 5_000),
        transparent.clone(),
        progressive(8_000, 4_999),
        transparent,
    ]
}

/// The corpus of T-64.
pub fn corpus() -> Vec<(&'static str, Vec<u8>, Fate)> {
    use Fate::{Cleaned, Refused};
    let (photo, png, webp) = (photo(b"front"), png(b"front"), webp(b"front"));
    let and = |bytes: &[u8], more: &[u8]| [bytes, more].concat();
    let still_to_moving = |extra: Vec<u8>| riff(b"RIFF", &and(&webp[8..], &extra));
    vec![
        ("no bytes", Vec::new(), Refused(415)),
        (
            "SVG",
            b"<svg xmlns=\"http://www.w3.org/2000/svg\" onload=\"alert(1)\"/>".to_vec(),
            Refused(415),
        ),
        (
            "HTML",
            b"<!doctype html><script>alert(1)</script>".to_vec(),
            Refused(415),
        ),
        (
            "HTML as PNG",
            b"\x89PNG\r\n\x1a\n<html><script>alert(1)</script></html>".to_vec(),
            Refused(415),
        ),
        ("PDF", b"%PDF-1.7\n1 0 obj".to_vec(), Refused(415)),
        (
            "GIF and script",
            b"GIF89a/*\x01\0\x01\0*/=1;alert(1)".to_vec(),
            Refused(415),
        ),
        (
            "JPEG and ZIP",
            and(&photo, b"PK\x03\x04\x14\0\0\0\x08\0evil.jar PK\x05\x06"),
            Cleaned,
        ),
        (
            "JPEG and HTML",
            and(&photo, b"<html><script>alert(1)</script>"),
            Cleaned,
        ),
        ("PNG and PHP", and(&png, b"<?php system($_GET[0]); ?>"), Cleaned),
        (
            "JPEG with a script as comment",
            [&photo[..2], &segment(0xfe, b"<script>alert(1)</script>"), &photo[2..]].concat(),
            Cleaned,
        ),
        ("EXIF with a place", photo.clone(), Cleaned),
        ("PNG", png.clone(), Cleaned),
        ("WebP", webp.clone(), Cleaned),
        ("a flood of pixels", flood(60_000, 60_000), Refused(415)),
        ("a flood of width", flood(u32::MAX, 1), Refused(415)),
        ("pixels that are not there", flood(8_000, 5_000), Refused(415)),
        (
            "a JPEG of 65,535 a side",
            progressive_of(65_535, 65_535, 100),
            Refused(415),
        ),
        (
            "a JPEG that is cut short",
            photo[..photo.len() - 20].to_vec(),
            Refused(415),
        ),
        ("a PNG that is cut short", png[..png.len() - 20].to_vec(), Refused(415)),
        (
            "a moving PNG",
            [&png[..33], &chunk(b"acTL", &[0; 8]), &png[33..]].concat(),
            Refused(415),
        ),
        ("a moving WebP", still_to_moving(riff(b"ANIM", &[0; 6])), Refused(415)),
        (
            "16 bits a colour, largest",
            flood_of(8_000, 5_000, [16, 6]),
            Refused(415),
        ),
        ("8 MiB and a byte", vec![0xff; (8 << 20) + 1], Refused(413)),
        ("100 MB", vec![0xff; 100_000_000], Refused(413)),
    ]
}

/// An upload's form as a browser posts it: its content type and its body.
pub fn form(upload: &Value, file: &[u8]) -> (String, Vec<u8>) {
    form_with(&upload["fields"], upload["file_field"].as_str().expect("a name"), file)
}

/// A form with these fields.
pub fn form_with(fields: &Value, file_field: &str, file: &[u8]) -> (String, Vec<u8>) {
    let mut body = String::new();
    for (name, value) in fields.as_object().expect("fields") {
        let value = value.as_str().expect("a text");
        body += &format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n");
    }
    body += &format!(
        "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{file_field}\"; filename=\"front.html\"\r\n\
         Content-Type: text/html\r\n\r\n"
    );
    let end = format!("\r\n--{BOUNDARY}--\r\n");
    let kind = format!("multipart/form-data; boundary={BOUNDARY}");
    (kind, [body.as_bytes(), file, end.as_bytes()].concat())
}
