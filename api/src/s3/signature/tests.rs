use super::*;

fn access() -> Access {
    Access {
        endpoint: "https://s3.example.com".into(),
        region: "us-east-1".into(),
        bucket: "images".into(),
        access_key: "AKIDEXAMPLE".into(),
        secret_key: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY".into(),
    }
}

#[test]
fn a_moment_is_written_as_the_service_reads_it() {
    let at = Timestamp(1_440_938_160_007);
    assert_eq!(iso(at), "2015-08-30T12:36:00.007Z");
    let scope = Scope::of(&access(), at);
    assert_eq!(
        (scope.moment.as_str(), scope.scope.as_str()),
        ("20150830T123600Z", "20150830/us-east-1/s3/aws4_request")
    );
}

#[test]
fn secrets_never_print_themselves() {
    let printed = format!("{:?}", access());
    assert!(printed.contains("images") && !printed.contains("wJalr"), "{printed}");
}
