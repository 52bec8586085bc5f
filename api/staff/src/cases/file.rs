//! What may be attached to a case: what it is, is found in its bytes, and whatever its sender called it is not asked.

use super::{Found, Record};
use api::error::Failure;
use api::image;
use domain::case::ATTACHMENT_BYTES_MAX;
use domain::finding::Finding;
use domain::refusal::Refusal;
use ledger::{Fault, Ledger};
use tokio::sync::Semaphore;
use uuid::Uuid;

/// Most thousands of pixels of a picture (ASSUMED): a photograph of a telephone. 64 MB while it is drawn anew.
const KILOPIXELS_MAX: u32 = 16_000;
/// Pictures that are drawn at once.
static DRAWN: Semaphore = Semaphore::const_new(1);

/// The file as it is kept, with its type: a picture is drawn anew, as a player's is.
///
/// # Errors
/// -1006 for bytes that are nothing of this.
pub async fn taken(bytes: Vec<u8>) -> Result<(&'static str, Vec<u8>), Failure> {
    let finding_of = |code, what: &str| Failure::from(Finding::new(code, what).of("bytes"));
    if bytes.len() > ATTACHMENT_BYTES_MAX {
        return Err(finding_of("file_large", "more than 2 MiB"));
    }
    if bytes.starts_with(b"%PDF-") {
        return Ok(("application/pdf", bytes));
    }
    if let Some(seen) = image::look(&bytes) {
        if seen.kilopixels() > KILOPIXELS_MAX {
            return Err(finding_of("picture_large", "a picture of more than 16 million pixels"));
        }
        let _one = DRAWN
            .acquire()
            .await
            .map_err(|closed| Fault::Unknown(closed.to_string()))?;
        let drawn = tokio::task::spawn_blocking(move || seen.clean(&bytes, ATTACHMENT_BYTES_MAX)).await;
        let drawn = drawn.map_err(|broken| Fault::Unknown(broken.to_string()))?;
        return Ok((
            "image/jpeg",
            drawn.ok_or_else(|| finding_of("picture_broken", "no whole picture"))?,
        ));
    }
    let is_text = std::str::from_utf8(&bytes).is_ok_and(|text| !text.is_empty() && !text.contains('\0'));
    match is_text {
        true => Ok(("text/plain", bytes)),
        false => Err(finding_of("file_kind", "neither a PDF nor a picture nor text")),
    }
}

/// A file of a case: what it is, and its bytes.
///
/// # Errors
/// 4007 for none of it, and once they were destroyed with the player's data.
pub async fn read(ledger: &Ledger, found: &Found, file: Uuid) -> Result<(String, Vec<u8>), Failure> {
    let media_type = found.case.files.get(&file).ok_or(Refusal::RecordNotFound)?;
    let kept = ledger
        .vault()
        .get_many(&found.subjects(), &Record::File.kind(file))
        .await?;
    let bytes = kept.into_values().next().ok_or(Refusal::RecordNotFound)?;
    Ok((media_type.clone(), bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_a_file_is_stands_in_its_bytes() {
        let of = async |bytes: &[u8]| taken(bytes.to_vec()).await.map(|(kind, _)| kind).ok();
        assert_eq!(of(b"%PDF-1.7 and so on").await, Some("application/pdf"));
        assert_eq!(of("a;b\r\n1;2 \u{20ac}\r\n".as_bytes()).await, Some("text/plain"));
        assert_eq!(of(b"MZ\x90\x00\xff").await, None);
        assert_eq!(of(b"").await, None);
        assert_eq!(of(b"a\0b").await, None);
        assert_eq!(of(&vec![b'a'; ATTACHMENT_BYTES_MAX + 1]).await, None);
        assert_eq!(of(b"\x89PNG\r\n\x1a\n").await, None);
    }
}
