//! What a body must not be.

use super::*;
use crate::wire::fishing::{FishingCastBody, FishingReceiveFreeCoinBody};
use crate::wire::user::UserInfoBody;

const REQ: &str = "0193f0c2-0000-7000-8000-000000000001";

fn cast(fields: &str) -> Result<FishingCastBody, Malformed> {
    read(format!(r#"{{"token":"t","ts":1,"req_id":"{REQ}","dive_id":"{REQ}",{fields}}}"#).as_bytes())
}

fn refused(field: &str) -> Malformed {
    Malformed::Field(field.to_owned())
}

#[test]
fn names_the_field_that_is_missing_unknown_repeated_or_mistyped_t_25_t_32() {
    assert_eq!(cast(r#""seq":1,"shield":false"#).map(|body| body.seq), Ok(1));
    for (fields, field) in [
        (r#""shield":false"#, "seq"),
        (r#""seq":1,"seq":2,"shield":false"#, "seq"),
        (r#""seq":1e3,"shield":false"#, "seq"),
        (r#""seq":1.0,"shield":false"#, "seq"),
        (r#""seq":-1,"shield":false"#, "seq"),
        (r#""seq":-0,"shield":false"#, "seq"),
        (r#""seq":"1","shield":false"#, "seq"),
        (r#""seq":"٣","shield":false"#, "seq"),
        (r#""seq":4294967296,"shield":false"#, "seq"),
        (r#""seq":1,"shield":0"#, "shield"),
        (r#""seq":1,"shield":false,"user_id":"x""#, "user_id"),
        (r#""seq":1,"shield":"\u0000""#, "shield"),
    ] {
        assert_eq!(cast(fields).map(|_| ()), Err(refused(field)), "{fields}");
    }
}

#[test]
fn refuses_what_is_not_one_small_shallow_object_t_71() {
    let deep = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000));
    let large = format!(r#"{{"token":"{}"}}"#, "x".repeat(BODY_BYTES_MAX));
    for bytes in [
        "",
        "{",
        "null",
        "[]",
        "1",
        r#"{"ts":1,"token":"a"} x"#,
        "{\"ts\":\u{663}}",
        &deep,
        &large,
        r#"{"ts":1,"token":"\ud800"}"#,
    ] {
        assert_eq!(
            read::<UserInfoBody>(bytes.as_bytes()).map(|_| ()),
            Err(refused("body")),
            "{bytes:.40}"
        );
    }
    assert_eq!(read::<UserInfoBody>(b"\xff{}").map(|_| ()), Err(refused("body")));
}

#[test]
fn without_a_usable_token_nobody_is_known() {
    for bytes in [
        r#"{"ts":1}"#,
        r#"{"ts":1,"token":5}"#,
        r#"{"ts":1,"token":null}"#,
        r#"{"ts":1,"token":"a\u0000"}"#,
    ] {
        assert_eq!(
            read::<UserInfoBody>(bytes.as_bytes()).map(|_| ()),
            Err(Malformed::Token),
            "{bytes}"
        );
    }
}

#[test]
fn an_id_has_one_spelling() {
    let read_id =
        |id: &str| read::<FishingReceiveFreeCoinBody>(format!(r#"{{"ts":1,"token":"t","req_id":{id}}}"#).as_bytes());
    assert_eq!(
        read_id(&format!("\"{REQ}\"")).map(|body| body.req_id()),
        Ok(Uuid::try_parse(REQ).ok())
    );
    assert_eq!(read_id("null").map(|body| body.req_id()), Ok(None));
    for id in [
        format!("\"{{{REQ}}}\""),
        format!("\"urn:uuid:{REQ}\""),
        format!("\"{}\"", REQ.replace('-', "")),
        "\"\"".into(),
        "7".into(),
    ] {
        assert_eq!(read_id(&id).map(|_| ()), Err(refused("req_id")), "{id}");
    }
}

#[test]
fn the_digest_is_what_was_said_and_not_when_or_by_whom() {
    let body = |token: &str, ts: i64, seq: u32| FishingCastBody {
        ts,
        dive_id: Id(Uuid::nil()),
        seq,
        shield: false,
        token: token.to_owned(),
        req_id: Id(Uuid::nil()),
    };
    let first = digest("/a", &body("one", 1, 1));
    assert_eq!(first, digest("/a", &body("two", 2, 1)));
    assert_ne!(first, digest("/a", &body("one", 1, 2)));
    assert_ne!(first, digest("/b", &body("one", 1, 1)));
}
