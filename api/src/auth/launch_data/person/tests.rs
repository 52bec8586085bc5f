//! Names that people really type, and documents the messenger never wrote.

use super::*;

fn read_json(json: &str) -> Result<Person, LaunchError> {
    read(json)
}

fn nickname(first: &str, last: &str) -> String {
    let user = serde_json::json!({ "id": 7, "first_name": first, "last_name": last });
    read(&user.to_string()).map(|person| person.nickname).expect("a person")
}

fn refusal(json: &str) -> Option<LaunchError> {
    read_json(json).err()
}

fn is_malformed(json: &str) -> bool {
    matches!(refusal(json), Some(LaunchError::Malformed(_)))
}

#[test]
fn keeps_names_of_all_scripts_as_they_are_t_62() {
    for name in [
        "Ann",
        "李小龙",
        "O'Neil <b>",
        "محمد رضا",
        "می\u{200c}خواهم",
        "Zoë",
        "Zoe\u{308}",
        "👩\u{200d}🚀",
        "❤\u{fe0f}",
    ] {
        assert_eq!(nickname(name, ""), name);
    }
    assert_eq!(nickname("Ann", "Lee"), "Ann Lee");
}

#[test]
fn trims_and_joins_runs_of_space_t_62() {
    assert_eq!(nickname("  Ann \n\t B\u{a0}\u{2003}", "\u{3000}Lee\r\n"), "Ann B Lee");
}

#[test]
fn removes_direction_overrides_control_characters_and_fillers_t_62() {
    assert_eq!(
        nickname("\u{202e}gpj.\u{2066}exe\u{200f}", "\u{feff}\u{200b}x\u{ad}"),
        "gpj.exe x"
    );
    assert_eq!(nickname("a\u{1}\u{7f}\u{85}b", "\u{fffe}\u{1ffff}"), "a b");
}

#[test]
fn cuts_long_names_at_64_characters_and_stacked_accents_at_three_t_62() {
    assert_eq!(nickname(&"龙".repeat(64), "x"), "龙".repeat(64));
    assert_eq!(nickname(&"🐟".repeat(2_600), ""), "🐟".repeat(64));
    assert_eq!(
        nickname(&format!("{}👩\u{200d}🚀", "a".repeat(62)), ""),
        format!("{}👩", "a".repeat(62))
    );
    assert_eq!(
        nickname(&format!("Z{}a", "\u{301}".repeat(200)), ""),
        "Z\u{301}\u{301}\u{301}a"
    );
}

#[test]
fn an_invisible_name_gives_way_to_the_handle_or_to_player_t_62() {
    for name in [
        "",
        " ",
        "\u{3164}",
        "\u{2800}\u{200d}\u{fe0f}",
        "\u{202e}",
        "\u{301}",
        "\u{e0041}",
    ] {
        assert_eq!(nickname(name, name), "Player", "{name:?}");
        let user = serde_json::json!({ "id": 7, "first_name": name, "username": "ann_7" });
        assert_eq!(
            read(&user.to_string()).map(|person| person.nickname),
            Ok("ann_7".to_owned())
        );
    }
}

#[test]
fn refuses_nul_in_any_string_at_any_depth_t_62() {
    for json in [
        r#"{"id":7,"first_name":"a\u0000b"}"#,
        r#"{"id":7,"first_name":"a","unknown":[{"x":"\u0000"}]}"#,
        r#"{"id":7,"first_name":"a","unknown":{"\u0000":1}}"#,
        "{\"id\":7,\"first_name\":\"a\0b\"}",
    ] {
        assert!(is_malformed(json), "{json:?}");
    }
    assert_eq!(
        nickname(r"a\u0000b", ""),
        r"a\u0000b",
        "The written backslash is an innocent name."
    );
}

#[test]
fn refuses_half_surrogate_pairs_in_known_and_unknown_fields_t_62() {
    for escape in [r"\ud800", r"\udc00", r"\ud83d x", r"\ud83d\ud83d", r"\ude00\ud83d"] {
        assert!(
            is_malformed(&format!(r#"{{"id":7,"first_name":"{escape}"}}"#)),
            "{escape}"
        );
        assert!(
            is_malformed(&format!(r#"{{"id":7,"first_name":"a","unknown":"{escape}"}}"#)),
            "{escape}"
        );
    }
    let whole = read(r#"{"id":7,"first_name":"\ud83d\udc1f"}"#).map(|person| person.nickname);
    assert_eq!(whole, Ok("🐟".to_owned()));
}

#[test]
fn refuses_bots() {
    assert_eq!(
        refusal(r#"{"id":7,"first_name":"a","is_bot":true}"#),
        Some(LaunchError::Bot)
    );
    assert_eq!(refusal(r#"{"id":7,"first_name":"a","is_bot":false}"#), None);
    assert!(is_malformed(r#"{"id":7,"first_name":"a","is_bot":1}"#));
}

#[test]
fn takes_ids_from_one_to_two_to_the_52_t_34() {
    let with_id = |id: &str| {
        read(&format!(r#"{{"id":{id},"first_name":"a"}}"#))
            .map(|person| person.tg_id)
            .ok()
    };
    assert_eq!((with_id("1"), with_id("4503599627370496")), (Some(1), Some(1 << 52)));
    for id in [
        "0",
        "-1",
        "4503599627370497",
        "9223372036854775808",
        "1.0",
        "1e3",
        "\"7\"",
        "null",
        "07",
    ] {
        assert_eq!(with_id(id), None, "{id}");
    }
}

#[test]
fn refuses_documents_that_are_cut_doubled_or_of_another_kind_t_34() {
    let deep = format!(r#"{{"id":7,"first_name":"a","x":{}}}"#, "[".repeat(500));
    for json in [
        "",
        "7",
        "[]",
        "null",
        "{}",
        r#"{"id":7}"#,
        r#"{"first_name":"a"}"#,
        r#"{"id":7,"first_name":null}"#,
        &deep,
    ] {
        assert!(is_malformed(json), "{json}");
    }
    assert!(is_malformed(r#"{"id":7,"id":8,"first_name":"a"}"#));
    assert!(is_malformed(r#"{"id":7,"first_name":"a"} "b""#));
}

#[test]
fn keeps_https_pictures_only() {
    let with_photo = |address: &str| {
        let user = serde_json::json!({ "id": 7, "first_name": "a", "photo_url": address });
        read(&user.to_string()).map(|person| person.avatar).expect("a person")
    };
    let real = "https://t.me/i/userpic/320/4FPEE4tmP3ATHa57u6MqTDih13LTOiMoKoLDRG4PnSA.svg";
    assert_eq!(with_photo(real).as_deref(), Some(real));
    let long = format!("https://t.me/{}", "a".repeat(512));
    for address in [
        "",
        "http://t.me/a",
        "javascript:alert(1)",
        "//t.me/a",
        "HTTPS://t.me/a",
        "https://",
        "https:///a",
        "https://a@t.me/",
        "https://t.me/a b",
        "https://t.me/\"x",
        "https://t.me/)x",
        "https://t.me/é",
        &long,
    ] {
        assert_eq!(with_photo(address), None, "{address}");
    }
}

#[test]
fn drops_handles_and_languages_of_foreign_shape() {
    let json = r#"{"id":7,"first_name":"a","username":"a b","language_code":"zh_CN<"}"#;
    let person = read(json).map(|person| (person.username, person.lang));
    assert_eq!(person, Ok((None, None)));
    let json = r#"{"id":7,"first_name":"a","username":"a_B9","language_code":"zh-hans","is_premium":true,"x":9e99}"#;
    let person = read(json).map(|person| (person.username, person.lang));
    assert_eq!(person, Ok((Some("a_B9".into()), Some("zh-hans".into()))));
}
