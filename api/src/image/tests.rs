use super::*;
use image::codecs::{png::PngEncoder, webp::WebPEncoder};
use image::{ImageEncoder, RgbImage};
use proptest::prelude::*;

const BYTES_MAX: usize = 8 << 20;

/// A picture whose left half is red, so that turning it shows.
fn drawn(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(width, height, |x, _| {
        image::Rgb([if x < width / 2 { 250 } else { 5 }, 5, 5])
    })
}

fn encoded(format: Format, width: u32, height: u32) -> Vec<u8> {
    let (picture, colours, mut bytes) = (drawn(width, height), ExtendedColorType::Rgb8, Vec::new());
    let done = match format {
        Format::Jpeg => JpegEncoder::new(&mut bytes).write_image(&picture, width, height, colours),
        Format::Png => PngEncoder::new(&mut bytes).write_image(&picture, width, height, colours),
        Format::Webp => WebPEncoder::new_lossless(&mut bytes).write_image(&picture, width, height, colours),
    };
    done.expect("encoded");
    bytes
}

fn clean(bytes: &[u8]) -> Option<Vec<u8>> {
    look(bytes)?.clean(bytes, BYTES_MAX)
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
    let padding = vec![0; data.len() % 2];
    [name.as_slice(), &length.to_le_bytes(), data, &padding].concat()
}

/// EXIF with one entry: how the camera was held.
fn exif(orientation: u8) -> Vec<u8> {
    let entry = [0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0];
    [
        b"Exif\0\0II*\0\x08\0\0\0\x01\0".as_slice(),
        &entry,
        &[0; 4],
        b"N 52.520008",
    ]
    .concat()
}

/// A JPEG with something between its start and its first own segment.
fn jpeg_with(beside: &[u8]) -> Vec<u8> {
    let plain = encoded(Format::Jpeg, 64, 32);
    [&plain[..2], beside, &plain[2..]].concat()
}

#[test]
fn a_picture_of_each_format_is_drawn_anew_as_jpeg() {
    for format in Format::ALL {
        let bytes = encoded(format, 64, 32);
        let seen = look(&bytes).expect("seen");
        assert_eq!((seen.format, seen.width, seen.height), (format, 64, 32));
        let kept = clean(&bytes).expect("clean");
        let again = look(&kept).expect("a picture");
        assert_eq!((again.format, again.width, again.height), (Format::Jpeg, 64, 32));
        let picture = again.decode(&kept).expect("decodes").into_rgb8();
        assert!(picture.get_pixel(4, 16)[0] > 200 && picture.get_pixel(60, 16)[0] < 60);
    }
}

#[test]
fn a_picture_that_is_wider_than_anybody_reads_is_made_smaller() {
    let bytes = encoded(Format::Jpeg, 5_000, 20);
    let seen = clean(&bytes).as_deref().and_then(look).expect("a picture");
    assert_eq!((seen.width, seen.height), (SIDE_KEPT_MAX, 16));
}

#[test]
fn a_photo_taken_sideways_is_turned_upright_before_that_is_forgotten() {
    let kept = clean(&jpeg_with(&segment(0xe1, &exif(6)))).expect("clean");
    let seen = look(&kept).expect("a picture");
    assert_eq!((seen.width, seen.height), (32, 64));
    let picture = seen.decode(&kept).expect("decodes").into_rgb8();
    assert!(picture.get_pixel(16, 4)[0] > 200 && picture.get_pixel(16, 60)[0] < 60);
}

#[test]
fn what_a_camera_wrote_beside_the_picture_is_left_out_t_64() {
    let place = exif(1);
    let png = encoded(Format::Png, 64, 32);
    let webp = encoded(Format::Webp, 64, 32);
    for bytes in [
        jpeg_with(&[segment(0xe1, &place), segment(0xfe, &place)].concat()),
        [&png[..33], &chunk(b"prVt", &place), &png[33..]].concat(),
        riff(b"RIFF", &[&webp[8..], &riff(b"EXIF", &place)].concat()),
    ] {
        let kept = clean(&bytes).expect("clean");
        assert!(bytes.windows(5).any(|part| part == b"52.52"), "it was there");
        assert!(!kept.windows(5).any(|part| part == b"52.52"));
        assert!(!kept.windows(4).any(|part| part == b"Exif"));
    }
}

#[test]
fn what_is_hidden_behind_the_picture_is_left_out_t_64() {
    for format in Format::ALL {
        let bytes = [
            encoded(format, 64, 32).as_slice(),
            b"PK\x03\x04<script>alert(1)</script>",
        ]
        .concat();
        let kept = clean(&bytes).expect("clean");
        assert!(!kept.windows(7).any(|part| part == b"<script"), "{format:?}");
    }
}

#[test]
fn a_flood_of_pixels_is_refused_by_its_header_t_64() {
    let header = |width: u32, height: u32| {
        let size = [width.to_be_bytes(), height.to_be_bytes()].concat();
        let parts = [
            chunk(b"IHDR", &[size, vec![8, 2, 0, 0, 0]].concat()),
            chunk(b"IDAT", b"x"),
            chunk(b"IEND", b""),
        ];
        [b"\x89PNG\r\n\x1a\n".to_vec(), parts.concat()].concat()
    };
    assert!(look(&header(8_000, 5_000)).is_some());
    for (width, height) in [
        (8_000, 5_001),
        (8_001, 1),
        (1, 8_001),
        (0, 9),
        (9, 0),
        (u32::MAX, u32::MAX),
    ] {
        assert_eq!(look(&header(width, height)), None, "{width} x {height}");
    }
    // The header promises what its data does not hold.
    assert_eq!(clean(&header(8_000, 5_000)), None);
}

#[test]
fn a_moving_or_a_doubled_picture_is_refused_t_64() {
    let png = encoded(Format::Png, 64, 32);
    assert_eq!(look(&[&png[..33], &chunk(b"acTL", &[0; 8]), &png[33..]].concat()), None);
    let webp = encoded(Format::Webp, 64, 32);
    assert_eq!(
        look(&riff(b"RIFF", &[&webp[8..], &riff(b"ANIM", &[0; 6])].concat())),
        None
    );
    let frame = segment(0xc0, &[8, 0, 9, 0, 9, 1, 1, 0x11, 0]);
    assert_eq!(look(&jpeg_with(&frame)), None);
}

#[test]
fn anything_else_under_the_name_of_a_picture_is_refused_t_64() {
    for bytes in [
        b"".as_slice(),
        b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>",
        b"\x89PNG\r\n\x1a\n<html></html>",
        &[0xff, 0xd8, 0xff, 0xd9],
        b"RIFF\x04\0\0\0WEBP",
        b"GIF89a\x01\0\x01\0\0\0\0;",
        b"%PDF-1.7",
    ] {
        assert_eq!(look(bytes), None, "{bytes:?}");
    }
}

#[test]
fn a_picture_that_was_cut_short_is_refused() {
    for format in Format::ALL {
        let bytes = encoded(format, 64, 32);
        for length in 0..bytes.len() {
            assert_eq!(clean(&bytes[..length]), None, "{format:?} {length}");
        }
    }
}

#[test]
fn a_picture_that_does_not_fit_is_drawn_more_coarsely_or_refused() {
    let noise = RgbImage::from_fn(256, 256, |x, y| {
        image::Rgb([0, 8, 16].map(|shift| ((x.wrapping_mul(2_654_435_761) ^ y.wrapping_mul(40_503)) >> shift) as u8))
    });
    let mut bytes = Vec::new();
    JpegEncoder::new_with_quality(&mut bytes, 95)
        .encode(&noise, 256, 256, ExtendedColorType::Rgb8)
        .expect("encoded");
    let seen = look(&bytes).expect("seen");
    let fine = seen.clean(&bytes, BYTES_MAX).expect("fits").len();
    let coarse = seen.clean(&bytes, fine - 1).expect("fits").len();
    assert!(coarse < fine);
    assert_eq!(seen.clean(&bytes, 100), None);
}

proptest! {
    #[test]
    fn a_broken_picture_never_breaks_the_reader(place in 0usize..2_000, bytes in proptest::collection::vec(any::<u8>(), 0..8)) {
        for format in Format::ALL {
            let mut picture = encoded(format, 64, 32);
            let at = place % picture.len();
            for (index, byte) in bytes.iter().enumerate() {
                if let Some(letter) = picture.get_mut(at + index) {
                    *letter = *byte;
                }
            }
            if let Some(kept) = clean(&picture) {
                prop_assert!(look(&kept).is_some());
            }
        }
    }
}
