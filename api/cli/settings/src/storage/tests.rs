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
    raw.check(mode, None).expect_err("refused").to_string()
}

#[test]
fn a_bucket_is_named_whole_or_not_at_all() {
    let buckets = raw().check(Mode::Production, None).expect("fits");
    let bucket = buckets.images.expect("a bucket");
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
    let none = nothing.check(Mode::Production, None).expect("fits");
    assert!(none.images.is_none() && none.checkpoints.is_none());
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
    assert!(local.check(development, None).is_ok());
}

#[test]
fn checkpoints_lie_in_a_bucket_of_their_own_with_the_same_keys() {
    let place = |text| Place::parse("LEDGER_CHECKPOINTS", text);
    let of = |text| place(text).expect("fits").expect("a bucket");
    let mut raw = raw();
    raw.s3_bucket = None;
    let buckets = raw
        .clone()
        .check(Mode::Production, Some(of("s3://held.elsewhere/ledger/a/")));
    let buckets = buckets.expect("fits");
    let (access, folder) = buckets.checkpoints.expect("a bucket");
    assert!(buckets.images.is_none());
    assert_eq!(
        (access.bucket.as_str(), access.access_key.as_str(), folder.as_str()),
        ("held.elsewhere", "AKID", "ledger/a")
    );
    assert_eq!(of("s3://held").folder, "");
    assert_eq!(place("/var/lib/checkpoints"), Ok(None));
    for unfit in ["s3://", "s3://a b/c", "s3://held/a?b"] {
        assert!(
            place(unfit)
                .expect_err(unfit)
                .to_string()
                .starts_with("LEDGER_CHECKPOINTS")
        );
    }
    raw.s3_endpoint = None;
    let alone = raw
        .check(Mode::Development, Some(of("s3://held")))
        .expect_err("refused");
    assert_eq!(
        alone.to_string(),
        "LEDGER_S3_ENDPOINT must be set, because LEDGER_CHECKPOINTS is: a bucket takes both, or neither."
    );
}
