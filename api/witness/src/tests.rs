use super::*;
use axum::body::Body;
use axum::http::{Request, StatusCode, header::CONTENT_TYPE};
use http_body_util::BodyExt;
use proofs::key::NotaryKey;
use proofs::{Checkpoint, Tree};
use std::sync::atomic::{AtomicU32, Ordering};
use tower::ServiceExt;

/// A folder of one test, removed at its end.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Scratch {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        Scratch(std::env::temp_dir().join(format!("ledger-witness-{}-{number}", std::process::id())))
    }

    fn witness(&self) -> Witness {
        self.witness_at(Arc::new(|| 5))
    }

    fn witness_at(&self, now: Now) -> Witness {
        let cosigner = Cosigner::of_seed(&[1; 32], "witness.example/1").expect("a name");
        let logs = vec![key().vkey().clone()];
        Witness::open(cosigner, logs, self.0.clone(), now).expect("a folder")
    }

    fn holds(&self, text: &str) -> bool {
        let mut files = std::fs::read_dir(&self.0).expect("a folder");
        files.any(|file| std::fs::read_to_string(file.expect("a file").path()).is_ok_and(|held| held == text))
    }

    fn evidence(&self) -> usize {
        let files = std::fs::read_dir(&self.0).expect("a folder");
        files
            .filter(|file| {
                let path = file.as_ref().expect("a file").path();
                path.extension().is_some_and(|end| end == "refused" || end == "fork")
            })
            .count()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}

fn key() -> NotaryKey {
    NotaryKey::of_seed([7; 32], "ledger/a")
}

/// The note over all logs, and the note of the one log whose events are these.
fn notes(leaves: &[u8]) -> Witnessed {
    let mut tree = Tree::default();
    leaves.iter().for_each(|leaf| tree.add([*leaf; 32]));
    let head = LogHead {
        size: tree.size(),
        root: tree.root(),
    };
    let checkpoint = Checkpoint {
        origin: "ledger/a".into(),
        number: 1,
        time: domain::time::Timestamp(1),
        logs: vec![head],
    };
    Witnessed {
        logs: vec![checkpoint.sign_log(&key(), 0, &head).expect("signed")],
        checkpoint: checkpoint.sign(&key()).expect("signed").note,
    }
}

fn note(leaves: &[u8]) -> String {
    notes(leaves).logs.remove(0)
}

fn request(old: u64, leaves: &[u8]) -> String {
    format!("old {old}\n\n{}", note(leaves))
}

/// Status, type and body of the answer to a request.
async fn post(witness: &Witness, body: String) -> (StatusCode, String, String) {
    let request = Request::post("/add-checkpoint")
        .body(Body::from(body))
        .expect("a request");
    let answer = server::routes(witness.clone())
        .oneshot(request)
        .await
        .expect("an answer");
    let kind = answer.headers()[CONTENT_TYPE].to_str().expect("text").to_owned();
    let status = answer.status();
    let body = answer.into_body().collect().await.expect("a body").to_bytes();
    (status, kind, String::from_utf8(body.to_vec()).expect("text"))
}

#[tokio::test]
async fn a_witness_remembers_what_it_cosigned_when_it_starts_again() {
    let scratch = Scratch::new();
    let (status, _, line) = post(&scratch.witness(), request(0, &[1, 2, 3])).await;
    assert_eq!(status, StatusCode::OK, "{line}");
    let witness = scratch.witness();
    assert_eq!(witness.key().cosigned(&(note(&[1, 2, 3]) + &line)), Some(5));
    assert_eq!(
        witness.newest("ledger/a/0").expect("read").map(|head| head.size),
        Some(3)
    );
    let smaller = post(&witness, request(0, &[1, 2])).await;
    assert_eq!(
        smaller,
        (StatusCode::CONFLICT, "text/x.tlog.size".into(), "3\n".into()),
        "a log that was set back"
    );
    let (status, kind, size) = post(&witness, request(3, &[1, 2, 4])).await;
    assert_eq!(
        (status, kind.as_str(), size.as_str()),
        (StatusCode::CONFLICT, "text/x.tlog.size", "3\n")
    );
    let (status, ..) = post(&witness, request(3, &[1, 2, 4, 5])).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(scratch.evidence(), 2, "both signed trees are kept");
    assert_eq!(
        post(&witness, request(3, &[1, 2, 3])).await.0,
        StatusCode::OK,
        "the same tree again"
    );
}

#[tokio::test]
async fn what_is_not_witnessed_gets_the_status_of_the_standard() {
    let scratch = Scratch::new();
    let witness = scratch.witness();
    let good = request(0, &[1]);
    for (body, status) in [
        (String::new(), StatusCode::BAD_REQUEST),
        (good.replace("old 0", "old 2"), StatusCode::BAD_REQUEST),
        (good.replace("ledger/a", "ledger/b"), StatusCode::NOT_FOUND),
        (
            good.replace("ledger/a/0\n1\n", "ledger/a/0\n2\n"),
            StatusCode::FORBIDDEN,
        ),
        ("x".repeat(70_000), StatusCode::PAYLOAD_TOO_LARGE),
    ] {
        assert_eq!(
            post(&witness, body.clone()).await.0,
            status,
            "{}",
            &body[..body.len().min(80)]
        );
    }
    assert_eq!(scratch.evidence(), 0);
    assert_eq!(post(&witness, good).await.0, StatusCode::OK);
}

#[tokio::test]
async fn while_a_process_decides_no_other_one_does_in_the_same_folder() {
    let scratch = Scratch::new();
    let lock = scratch.0.join(".lock");
    let is_taken = move || std::fs::File::open(&lock).expect("a lock").try_lock().is_err();
    let now = {
        let is_taken = is_taken.clone();
        Arc::new(move || u64::from(is_taken()))
    };
    let witness = scratch.witness_at(now);
    let (status, _, line) = post(&witness, request(0, &[1])).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(
        witness.key().cosigned(&(note(&[1]) + &line)),
        Some(1),
        "taken while it signs"
    );
    assert!(!is_taken());
}

#[tokio::test]
async fn a_damaged_memory_cosigns_nothing() {
    let scratch = Scratch::new();
    let witness = scratch.witness();
    assert_eq!(post(&witness, request(0, &[1])).await.0, StatusCode::OK);
    let file = std::fs::read_dir(&scratch.0)
        .expect("a folder")
        .next()
        .expect("a file")
        .expect("a file");
    std::fs::write(file.path(), "rubbish").expect("written");
    assert_eq!(
        post(&witness, request(0, &[9])).await.0,
        StatusCode::INTERNAL_SERVER_ERROR
    );
}

#[test]
fn what_is_published_without_its_logs_or_of_a_stranger_is_not_followed() {
    let scratch = Scratch::new();
    let witness = scratch.witness();
    let published = notes(&[1, 2]);
    witness.opens(&published).expect("one checkpoint");
    let without = Witnessed {
        logs: Vec::new(),
        ..published.clone()
    };
    let of_another = Witnessed {
        logs: notes(&[1, 3]).logs,
        ..published.clone()
    };
    let stranger = Witnessed {
        checkpoint: published.checkpoint.replace("ledger/a", "ledger/b"),
        ..published
    };
    for (published, why) in [
        (without, "over 1 logs, and the notes of 0"),
        (of_another, "is not of checkpoint 1"),
        (stranger, "is not known here"),
    ] {
        let refused = witness.opens(&published).expect_err(why);
        assert!(refused.0.contains(why), "{why}: {refused}");
    }
}

/// A stranger who reads what is published can send it back with a proof that is wrong or not needed.
#[tokio::test]
async fn a_stranger_takes_no_place_of_evidence() {
    let scratch = Scratch::new();
    let witness = scratch.witness();
    assert_eq!(post(&witness, request(0, &[1, 2])).await.0, StatusCode::OK);
    let hash = tlog_tiles::EMPTY_HASH;
    let superfluous = format!("old 2\n{hash}\n\n{}", note(&[1, 2]));
    let (status, ..) = post(&witness, superfluous).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(scratch.evidence(), 0, "the tree that was cosigned shows nothing");

    // Of the tree that follows, with a proof that is made up; and of another tree of that size.
    let [honest, other] = [[1, 2, 3], [2, 1, 3]].map(|leaves| format!("old 2\n{hash}\n\n{}", note(&leaves)));
    for request in [&honest, &other] {
        let (status, ..) = post(&witness, request.clone()).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(scratch.holds(request));
    }
    // What follows the first two leaves is the third one alone.
    let mut third = Tree::default();
    third.add([3; 32]);
    let proved = format!("old 2\n{}\n\n{}", third.root(), note(&[1, 2, 3]));
    assert_eq!(post(&witness, proved).await.0, StatusCode::OK);
    assert!(!scratch.holds(&honest), "the tree that was cosigned shows nothing");

    // Twenty are kept of each log and the newest, and nothing that comes later pushes one of the twenty out.
    let folder = Folder::at(scratch.0.clone()).expect("a folder");
    for origin in ["ledger/a/0", "ledger/a/01"] {
        for size in 1_000..1_030 {
            let head = LogHead { size, root: hash };
            let request = format!("made up {size}");
            folder.keep_refused(origin, &head, &request).expect("kept");
        }
    }
    assert!(scratch.holds(&other) && scratch.holds("made up 1029"));
    assert_eq!(scratch.evidence(), 42);
}
