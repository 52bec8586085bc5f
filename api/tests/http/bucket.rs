//! Images through a bucket (api §8): a server of S3 in this process, which checks every signature and policy.

use crate::angler::Angler;
use crate::kyc::decides;
use crate::picture::{Fate, corpus, form, form_with, photo};
use crate::test_app::TestApp;
use crate::upload::{key, place};
use api::app::Settings;
use api::quarantine::{Access, Bucket, Storage};
use api::uploads::{LIFE_MS, TakenIn};
use axum::body::Bytes;
use domain::config::Config;
use domain::kyc::Verdict;
use domain::time::Timestamp;
use http_body_util::{BodyExt, Full};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::client::legacy::Client;
use hyper_util::rt::{TokioExecutor, TokioIo};
use s3s::auth::SimpleAuth;
use s3s::service::S3ServiceBuilder;
use s3s_fs::FileSystem;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};
use tokio::net::TcpListener;

/// A service that speaks S3, with one bucket.
pub struct Service {
    pub access: Access,
    folder: PathBuf,
    /// It answers nothing useful.
    pub is_down: Arc<AtomicBool>,
}

impl Service {
    pub async fn start() -> Service {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("ledger-s3-{}-{number}", std::process::id()));
        std::fs::create_dir_all(folder.join("images")).expect("a bucket");
        let mut builder = S3ServiceBuilder::new(FileSystem::new(&folder).expect("a folder"));
        builder.set_auth(SimpleAuth::from_single("AKID", "a-secret/+="));
        let service = builder.build();
        // A condition and the write that it guards are one step, as of a real service: one request after the other.
        let turn = Arc::<tokio::sync::Mutex<()>>::default();
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let endpoint = format!("http://{}", listener.local_addr().expect("an address"));
        let is_down = Arc::<AtomicBool>::default();
        let down = is_down.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (service, down, turn) = (service.clone(), down.clone(), turn.clone());
                let answering = service_fn(move |request: Request<hyper::body::Incoming>| {
                    let (service, down, turn) = (service.clone(), down.load(Ordering::SeqCst), turn.clone());
                    async move {
                        let _turn = turn.lock().await;
                        // A bucket that locks its objects takes none without a checksum.
                        let unchecked =
                            request.method() == Method::PUT && !request.headers().contains_key("x-amz-checksum-sha256");
                        let down = down.then_some(StatusCode::SERVICE_UNAVAILABLE);
                        if let Some(status) = down.or(unchecked.then_some(StatusCode::BAD_REQUEST)) {
                            let mut answer = Response::new(s3s::Body::empty());
                            *answer.status_mut() = status;
                            return Ok(answer);
                        }
                        hyper::service::Service::call(&service, request).await
                    }
                });
                let serving = http1::Builder::new().serve_connection(TokioIo::new(stream), answering);
                tokio::spawn(async move {
                    // A client that goes away is no failure of the service.
                    serving.await.ok();
                });
            }
        });
        let access = Access {
            endpoint,
            region: "eu-central-1".into(),
            bucket: "images".into(),
            access_key: "AKID".into(),
            secret_key: "a-secret/+=".into(),
        };
        Service {
            access,
            folder,
            is_down,
        }
    }

    /// A service on this service, with its clock at the service's time: signatures are good for minutes.
    async fn app(&self) -> TestApp {
        self.app_behind(0).await
    }

    /// The same with a clock that is so much behind.
    async fn app_behind(&self, ms: i64) -> TestApp {
        let settings = Settings {
            storage: Storage::Bucket(self.access.clone()),
            ..Settings::default()
        };
        let app = TestApp::open_with(Config::demo(), settings).await;
        let real = i64::try_from(
            SystemTime::now()
                .duration_since(UNIX_EPOCH)
                .expect("after 1970")
                .as_millis(),
        );
        app.wait_ms(real.expect("fits") - ms - app.now());
        app
    }

    /// Objects in quarantine.
    fn objects(&self) -> usize {
        let folder = self.folder.join("images/quarantine");
        std::fs::read_dir(folder).map_or(0, |files| {
            files
                .flatten()
                .filter(|file| file.file_name().to_string_lossy().starts_with("kyc-"))
                .count()
        })
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.folder).ok();
    }
}

/// Posts a form as a browser does; the service's status and its code.
async fn send(url: &Value, (kind, body): (String, Vec<u8>)) -> (StatusCode, String) {
    let client: Client<_, Full<Bytes>> = Client::builder(TokioExecutor::new()).build_http();
    let request = Request::builder()
        .method(Method::POST)
        .uri(url.as_str().expect("an address"))
        .header("content-type", kind)
        .body(Full::from(body))
        .expect("a request");
    let response = client.request(request).await.expect("an answer");
    let status = response.status();
    let bytes = response.into_body().collect().await.expect("a whole answer").to_bytes();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let code = text
        .split_once("<Code>")
        .and_then(|(_, rest)| rest.split_once("</Code>"));
    (status, code.map_or_else(String::new, |(code, _)| code.to_owned()))
}

async fn sent(place: &Value, file: &[u8]) -> StatusCode {
    send(&place["upload_url"], form(place, file)).await.0
}

fn identity(keys: &[&str]) -> Value {
    json!({
        "id_name": "Ana Angler", "id_no": "AB123456", "country": "MT", "tel": "+35699123456",
        "email": "ana@example.com", "id_urls": keys, "id_type": 2
    })
}

async fn placed(angler: &Angler<'_>, file: &[u8]) -> String {
    let place = place(angler).await;
    assert_eq!(sent(&place, file).await, StatusCode::NO_CONTENT);
    key(&place).to_owned()
}

#[tokio::test]
async fn a_form_goes_to_the_bucket_into_the_vault_and_out_of_the_bucket() {
    let service = Service::start().await;
    let app = service.app().await;
    let angler = app.player(1).await;
    let keys = [
        placed(&angler, &photo(b"front")).await,
        placed(&angler, &photo(b"back")).await,
    ];
    assert_eq!(service.objects(), 2);
    let body = identity(&[&keys[0], &keys[1]]);
    let answer = angler.call("kyc/edit", body).await.done().data;
    assert_eq!(service.objects(), 0, "nothing stays in quarantine");
    let kept = app
        .uploads()
        .read(angler.id, &keys[0])
        .await
        .expect("read")
        .expect("an image");
    assert!(kept.starts_with(&[0xff, 0xd8]) && !kept.windows(3).any(|part| part == b"GPS"));
    assert!(
        decides(&angler, &answer["submission_id"], Verdict::Approve, None)
            .await
            .is_accepted()
    );
}

#[tokio::test]
async fn the_shape_of_a_place_is_the_same_as_in_a_folder() {
    let service = Service::start().await;
    let (app, folder) = (service.app().await, TestApp::open().await);
    let (in_bucket, in_folder) = (place(&app.player(1).await).await, place(&folder.player(1).await).await);
    let names = |place: &Value| {
        place
            .as_object()
            .expect("an object")
            .keys()
            .cloned()
            .collect::<Vec<_>>()
    };
    assert_eq!(names(&in_bucket), names(&in_folder));
    for field in ["method", "file_field", "max_bytes", "types"] {
        assert_eq!(in_bucket[field], in_folder[field], "{field}");
    }
    let url = in_bucket["upload_url"].as_str().expect("an address");
    assert_eq!(url, format!("{}/images", service.access.endpoint));
    // No form passes this service.
    let answer = app
        .send(
            Method::POST,
            "/upload",
            &[("content-type", "multipart/form-data; boundary=x")],
            Vec::new(),
        )
        .await;
    assert_eq!(answer.status(), StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn the_bucket_takes_what_was_signed_and_nothing_else_t_65() {
    let service = Service::start().await;
    let app = service.app_behind(700_000).await;
    let angler = app.player(1).await;
    let late = place(&angler).await;
    let (status, code) = send(&late["upload_url"], form(&late, &photo(b"front"))).await;
    assert_eq!((status, code.as_str()), (StatusCode::FORBIDDEN, "AccessDenied"));
    app.wait_ms(700_000);
    let (mine, other) = (place(&angler).await, place(&angler).await);
    let file = photo(b"front");
    let changed = |name: &str, value: &Value| {
        let mut fields = mine["fields"].clone();
        fields[name] = value.clone();
        form_with(&fields, "file", &file)
    };
    for (name, value) in [
        ("key", json!("quarantine/kyc-other")),
        ("key", other["fields"]["key"].clone()),
        ("Content-Type", json!("text/html")),
        ("x-amz-signature", json!("0".repeat(64))),
        ("x-amz-signature", other["fields"]["x-amz-signature"].clone()),
        ("policy", other["fields"]["policy"].clone()),
        ("x-amz-credential", json!("OTHER/20250101/eu-central-1/s3/aws4_request")),
        ("acl", json!("public-read")),
    ] {
        let (status, code) = send(&mine["upload_url"], changed(name, &value)).await;
        assert!(status.is_client_error(), "{name} {value}: {status} {code}");
    }
    let (status, code) = send(&mine["upload_url"], form(&mine, &vec![0xff; (8 << 20) + 1])).await;
    assert_eq!((status.is_client_error(), code.as_str()), (true, "EntityTooLarge"));
    let (_, code) = send(&mine["upload_url"], form(&mine, b"")).await;
    assert_eq!(code, "EntityTooSmall");
    assert_eq!(service.objects(), 0);
    assert_eq!(sent(&mine, &file).await, StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn every_file_of_the_corpus_is_refused_or_cleaned_in_a_bucket_too_t_64() {
    let service = Service::start().await;
    let app = service.app().await;
    let (first, second) = (app.player(1).await, app.player(2).await);
    let fits = |file: &[u8]| (1..=8 << 20).contains(&file.len());
    let files = corpus().into_iter().filter(|(_, file, _)| fits(file));
    for (given, (name, file, fate)) in files.enumerate() {
        let angler = if given < 20 { &first } else { &second };
        let key = placed(angler, &file).await;
        let taken = app.uploads().take_in(angler.id, &key).await.expect("reached");
        match fate {
            Fate::Cleaned => assert!(matches!(taken, TakenIn::Kept(_)), "{name} {taken:?}"),
            Fate::Refused(_) => assert_eq!(taken, TakenIn::NotAnImage, "{name}"),
        }
    }
    assert_eq!(service.objects(), 0, "what was refused is destroyed too");
}

#[tokio::test]
async fn a_form_whose_images_are_none_or_did_not_come_is_refused() {
    let service = Service::start().await;
    let app = service.app().await;
    let angler = app.player(1).await;
    let front = placed(&angler, &photo(b"front")).await;
    let empty = place(&angler).await;
    let broken = placed(&angler, b"<svg/>").await;
    for other in [key(&empty), broken.as_str()] {
        angler.call("kyc/edit", identity(&[&front, other])).await.refused(6111);
    }
    let back = placed(&angler, &photo(b"back")).await;
    angler.call("kyc/edit", identity(&[&front, &back])).await.done();
}

#[tokio::test]
async fn a_bucket_is_swept_after_a_day() {
    let service = Service::start().await;
    let app = service.app().await;
    let angler = app.player(1).await;
    placed(&angler, &photo(b"front")).await;
    assert_eq!((app.uploads().sweep().await.expect("swept"), service.objects()), (0, 1));
    // The clock of the service is a day ahead, and the bucket takes no signature of tomorrow: the upload is made to
    // expire in the table.
    sqlx::query("update uploads set ends_at_ms = ends_at_ms - $1")
        .bind(LIFE_MS)
        .execute(app.ledger.pool())
        .await
        .expect("aged");
    assert_eq!((app.uploads().sweep().await.expect("swept"), service.objects()), (1, 0));
}

#[tokio::test]
async fn an_unreachable_bucket_refuses_nobody_and_loses_nothing() {
    let service = Service::start().await;
    let app = service.app().await;
    let angler = app.player(1).await;
    let keys = [
        placed(&angler, &photo(b"front")).await,
        placed(&angler, &photo(b"back")).await,
    ];
    let body = identity(&[&keys[0], &keys[1]]);
    service.is_down.store(true, Ordering::SeqCst);
    angler.call("kyc/edit", body.clone()).await.refused(-1008);
    service.is_down.store(false, Ordering::SeqCst);
    angler.call("kyc/edit", body).await.done();
}

#[tokio::test]
async fn the_start_finds_out_whether_the_keys_fit() {
    let service = Service::start().await;
    let real = i64::try_from(
        SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .expect("after 1970")
            .as_millis(),
    );
    let now = Timestamp(real.expect("fits"));
    let asked = async |change: fn(&mut Access)| {
        let mut access = service.access.clone();
        change(&mut access);
        Bucket::new(access)
            .check(now)
            .await
            .map_err(|why| why.map(|why| why.to_string()))
    };
    assert_eq!(asked(|_| ()).await, Ok(()));
    let refused = asked(|access| access.secret_key.push('x'))
        .await
        .expect_err("refused")
        .expect("a sentence");
    assert!(
        refused.contains("403 SignatureDoesNotMatch") && !refused.contains("a-secret"),
        "{refused}"
    );
    let refused = asked(|access| access.bucket = "other".into())
        .await
        .expect_err("refused")
        .expect("a sentence");
    assert!(refused.contains("404 NoSuchBucket"), "{refused}");
    assert_eq!(
        asked(|access| access.endpoint = "http://127.0.0.1:1".into()).await,
        Err(None),
        "not reached: that may pass"
    );
}
