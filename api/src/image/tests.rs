use super::*;
use proptest::prelude::*;

fn segment(marker: u8, data: &[u8]) -> Vec<u8> {
    let length = u16::try_from(data.len() + 2).expect("short");
    [&[0xff, marker], length.to_be_bytes().as_slice(), data].concat()
}

fn jpeg_of(width: u16, height: u16, beside: &[u8]) -> Vec<u8> {
    let [w, h] = [width, height].map(u16::to_be_bytes);
    let frame = [&[8], h.as_slice(), &w, &[1, 1, 0x11, 0]].concat();
    [
        &[0xff, 0xd8],
        segment(0xe0, b"JFIF\0").as_slice(),
        beside,
        &segment(0xc0, &frame),
        &segment(0xda, &[1, 1, 0, 0, 63, 0]),
        &[0x12, 0xff, 0x00, 0xff, 0xd0, 0x34, 0xff, 0xd9],
    ]
    .concat()
}

fn chunk(name: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let length = u32::try_from(data.len()).expect("short");
    [length.to_be_bytes().as_slice(), name, data, &[0; 4]].concat()
}

fn png_of(width: u32, height: u32, beside: &[u8]) -> Vec<u8> {
    let header = [width.to_be_bytes().as_slice(), &height.to_be_bytes(), &[8, 2, 0, 0, 0]].concat();
    let [header, data, end] = [chunk(b"IHDR", &header), chunk(b"IDAT", b"x"), chunk(b"IEND", b"")];
    [PNG_START, &header, beside, &data, &end].concat()
}

fn riff(name: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let length = u32::try_from(data.len()).expect("short");
    let padding = vec![0; data.len() % 2];
    [name.as_slice(), &length.to_le_bytes(), data, &padding].concat()
}

fn webp_of(flags: u8, width: u32, beside: &[u8]) -> Vec<u8> {
    let size = (width - 1).to_le_bytes();
    let extended = riff(b"VP8X", &[flags, 0, 0, 0, size[0], size[1], size[2], 0, 0, 0]);
    let picture = riff(b"VP8L", &[0x2f, 0, 0, 0, 0, 7, 7]);
    let body = [b"WEBP".as_slice(), &extended, &picture, beside].concat();
    riff(b"RIFF", &body)
}

#[test]
fn a_plain_picture_stays_as_it_is() {
    for (format, bytes) in [
        (Format::Jpeg, jpeg_of(640, 480, b"")),
        (Format::Png, png_of(640, 480, b"")),
        (Format::Webp, webp_of(0, 640, b"")),
    ] {
        assert_eq!(clean(format, &bytes).as_ref(), Some(&bytes), "{format:?}");
    }
}

#[test]
fn what_a_camera_wrote_beside_the_picture_is_left_out_t_64() {
    let place = b"Exif\0\0 52.5 N 13.4 E";
    for (format, with, without) in [
        (
            Format::Jpeg,
            jpeg_of(640, 480, &[segment(0xe1, place), segment(0xfe, place)].concat()),
            jpeg_of(640, 480, b""),
        ),
        (
            Format::Png,
            png_of(640, 480, &[chunk(b"eXIf", place), chunk(b"tEXt", place)].concat()),
            png_of(640, 480, b""),
        ),
        (
            Format::Webp,
            webp_of(
                WEBP_BESIDE,
                640,
                &[riff(b"EXIF", place), riff(b"XMP ", b"odd")].concat(),
            ),
            webp_of(0, 640, b""),
        ),
    ] {
        assert_eq!(clean(format, &with), Some(without), "{format:?}");
    }
}

#[test]
fn what_is_hidden_behind_the_picture_is_left_out_t_64() {
    for (format, bytes) in [
        (Format::Jpeg, jpeg_of(1, 1, b"")),
        (Format::Png, png_of(1, 1, b"")),
        (Format::Webp, webp_of(0, 1, b"")),
    ] {
        let with = [bytes.as_slice(), b"<script>alert(1)</script>"].concat();
        assert_eq!(clean(format, &with), Some(bytes), "{format:?}");
    }
}

#[test]
fn a_flood_of_pixels_is_refused_by_its_header_t_64() {
    assert_eq!(clean(Format::Jpeg, &jpeg_of(65_535, 65_535, b"")), None);
    assert_eq!(clean(Format::Png, &png_of(40_001, 1_000, b"")), None);
    assert!(clean(Format::Png, &png_of(40_000, 1_000, b"")).is_some());
    assert_eq!(clean(Format::Png, &png_of(0, 1_000, b"")), None);
    let wide = [
        b"WEBP".as_slice(),
        &riff(b"VP8X", &[0, 0, 0, 0, 255, 255, 255, 255, 255, 0]),
    ]
    .concat();
    assert_eq!(clean(Format::Webp, &riff(b"RIFF", &wide)), None);
}

#[test]
fn anything_else_under_the_name_of_a_picture_is_refused_t_64() {
    let svg = b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>".to_vec();
    let html = b"\x89PNG\r\n\x1a\n<html></html>".to_vec();
    for bytes in [
        Vec::new(),
        svg,
        html,
        vec![0xff, 0xd8, 0xff, 0xd9],
        b"RIFF\x04\0\0\0WEBP".to_vec(),
    ] {
        for format in Format::ALL {
            assert_eq!(clean(format, &bytes), None, "{format:?}");
        }
    }
    assert_eq!(clean(Format::Png, &jpeg_of(1, 1, b"")), None);
}

proptest! {
    #[test]
    fn a_cut_or_broken_picture_never_breaks_the_reader(cut in 0usize..200, place in 0usize..200, byte: u8) {
        for (format, mut bytes) in [
            (Format::Jpeg, jpeg_of(9, 9, b"")),
            (Format::Png, png_of(9, 9, b"")),
            (Format::Webp, webp_of(0, 9, b"")),
        ] {
            if let Some(letter) = bytes.get_mut(place) {
                *letter = byte;
            }
            bytes.truncate(cut);
            if let Some(kept) = clean(format, &bytes) {
                prop_assert!(kept.len() <= bytes.len());
                prop_assert_eq!(clean(format, &kept), Some(kept));
            }
        }
    }
}
