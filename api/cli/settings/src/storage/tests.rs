use super::*;

fn raw() -> BucketArgs {
    BucketArgs {
        s3_endpoint: Some("https://s3.example.com".into()),
        s3_region: "eu-central-1".into(),
        s3_bucket: Some("kyc.images-1".into()),
        s3_access_key: Some("AKID".into()),
        s3_secret_key: Some("secret/+".into()),
    }
}

fn sentence(change: impl FnOnce(&mut BucketArgs), mode: Mode) -> String {
    let mut raw = raw();
    change(&mut raw);
    raw.check(mode).expect_err("refused").to_string()
}

#[test]
fn a_bucket_is_named_whole_or_not_at_all() {
    let bucket = raw().check(Mode::Production).expect("fits").expect("a bucket");
    assert_eq!(
        (bucket.bucket.as_str(), bucket.region.as_str()),
        ("kyc.images-1", "eu-central-1")
    );
    let nothing = BucketArgs {
        s3_endpoint: None,
        s3_region: "us-east-1".into(),
        s3_bucket: None,
        s3_access_key: None,
        s3_secret_key: None,
    };
    assert_eq!(nothing.check(Mode::Production), Ok(None));
    for (part, name) in [
        (
            (|raw| raw.s3_endpoint = None) as fn(&mut BucketArgs),
            "LEDGER_S3_ENDPOINT",
        ),
        (|raw| raw.s3_bucket = None, "LEDGER_S3_BUCKET"),
        (|raw| raw.s3_access_key = None, "LEDGER_S3_ACCESS_KEY"),
        (|raw| raw.s3_secret_key = None, "LEDGER_S3_SECRET_KEY"),
    ] {
        let sentence = sentence(part, Mode::Development);
        assert!(
            sentence.starts_with(&format!("{name} must be set, because LEDGER_S3_")),
            "{sentence}"
        );
    }
}

#[test]
fn what_cannot_be_used_is_named() {
    let development = Mode::Development;
    assert!(sentence(|raw| raw.s3_endpoint = Some("s3".into()), development).starts_with("LEDGER_S3_ENDPOINT"));
    assert!(sentence(|raw| raw.s3_bucket = Some("a/b".into()), development).starts_with("LEDGER_S3_BUCKET"));
    assert!(sentence(|raw| raw.s3_region = String::new(), development).starts_with("LEDGER_S3_REGION"));
    assert!(sentence(|raw| raw.s3_access_key = Some("a b".into()), development).starts_with("LEDGER_S3_ACCESS_KEY"));
    let plain = |raw: &mut BucketArgs| raw.s3_endpoint = Some("http://127.0.0.1:9000".into());
    assert!(sentence(plain, Mode::Production).contains("https://"));
    let mut local = raw();
    plain(&mut local);
    assert!(local.check(development).is_ok());
}
