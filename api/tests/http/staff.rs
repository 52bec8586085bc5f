//! Staff: who gets in, who stays in, and who may what, over real HTTP.

use crate::contract;
use crate::staff_site::StaffSite;
use crate::test_app::read;
use api::endpoint::{Access, Mode};
use domain::staff::Role;
use serde_json::{Value, json};
use staff::permissions;
use staff::router::ENDPOINTS;
use uuid::Uuid;

const LOGIN_REFUSED: i64 = 9006;

#[tokio::test]
async fn a_member_signs_in_with_password_and_code_and_leaves() {
    let site = StaffSite::open().await;
    let ann = site.clerk("ann", &[Role::Finance, Role::Auditor]).await;
    let me = ann.ask("session/me", json!({})).await.done().data;
    assert_eq!(
        (&me["name"], &me["roles"]),
        (&json!("ann"), &json!(["finance", "auditor"]))
    );
    assert_eq!(me["development"], true);
    assert!(me["can"].as_array().expect("a list").contains(&json!("staff.list")));
    ann.ask("session/close", json!({})).await.done();
    ann.ask("session/me", json!({})).await.refused(-1000);
    let story = site.story("ann").await;
    assert_eq!(
        story,
        [
            "StaffAdded",
            "StaffActivated",
            "StaffSessionOpened",
            "StaffSessionEnded"
        ]
    );
}

#[tokio::test]
async fn a_code_is_accepted_once_t_53() {
    let site = StaffSite::open().await;
    let ann = site.clerk("ann", &[Role::Finance]).await;
    let code = site.code(&ann.issued);
    let (answer, cookie) = site.login("ann", &ann.issued.password, &code).await;
    answer.refused(LOGIN_REFUSED);
    assert_eq!(cookie, None);
    site.wait_ms(30_000);
    let (answer, _) = site.login("ann", &ann.issued.password, &site.code(&ann.issued)).await;
    answer.done();
}

#[tokio::test]
async fn two_logins_at_once_with_one_code_are_one() {
    let site = StaffSite::open().await;
    let issued = site.hire("ann", &[Role::Finance], None).await;
    let code = site.code(&issued);
    let (one, other) = tokio::join!(
        site.login("ann", &issued.password, &code),
        site.login("ann", &issued.password, &code)
    );
    let mut codes = [one.0.error, other.0.error];
    codes.sort_unstable();
    assert_eq!(codes, [0, LOGIN_REFUSED]);
}

#[tokio::test]
async fn a_session_ends_at_once_with_the_account_the_roles_or_the_password() {
    let site = StaffSite::open().await;
    let zoe = site.clerk("zoe", &[Role::Security]).await;
    let sam = site.clerk("sam", &[Role::Security]).await;
    for (name, call, more) in [
        ("ann", "staff/disable", json!({})),
        ("bob", "staff/roles", json!({ "roles": ["support"] })),
        ("cai", "staff/reset", json!({})),
    ] {
        let member = site.clerk(name, &[Role::Finance]).await;
        member.ask("session/me", json!({})).await.done();
        let mut body = more;
        body["name"] = json!(name);
        let made = zoe.does(call, body).await.done().data;
        if call != "staff/disable" {
            member.ask("session/me", json!({})).await.done();
            assert_eq!(sam.approves(&made).await.done().data["code"], 0);
        }
        member.ask("session/me", json!({})).await.refused(-1000);
    }
    site.wait_ms(30_000);
    let list = zoe.ask("staff/list", json!({})).await.done().data;
    let of = |name: &str| {
        let all = list["list"].as_array().expect("a list");
        all.iter().find(|one| one["name"] == name).expect("the account").clone()
    };
    assert_eq!(of("ann")["disabled"], true);
    assert_eq!(of("bob")["roles"], json!(["support"]));
    assert_eq!(of("cai")["sessions"], 0);
}

#[tokio::test]
async fn a_session_ends_after_an_hour_without_use_and_after_a_day_of_work() {
    let site = StaffSite::open().await;
    let ann = site.clerk("ann", &[Role::Finance]).await;
    for _ in 0..13 {
        site.wait_ms(50 * 60_000);
        ann.ask("session/me", json!({})).await.done();
    }
    site.wait_ms(59 * 60_000);
    ann.ask("session/me", json!({})).await.done();
    site.wait_ms(40 * 60_000);
    ann.ask("session/me", json!({})).await.refused(-1000);
    let ben = site.clerk("ben", &[Role::Finance]).await;
    site.wait_ms(60 * 60_000);
    ben.ask("session/me", json!({})).await.refused(-1000);
}

#[tokio::test]
async fn without_the_header_of_the_console_nothing_is_done() {
    let site = StaffSite::open().await;
    let zoe = site.clerk("zoe", &[Role::Security]).await;
    let facts = site.facts().await;
    let cookie = [("cookie", zoe.cookie())];
    let body = json!({ "name": "eve", "roles": ["finance"], "reason": "mine", "req_id": Uuid::new_v4() });
    let answer = read(site.post("staff/add", &body, &cookie).await);
    assert_eq!(answer.refused(-1006), json!({ "field": "x-staff" }));
    assert_eq!(site.facts().await, facts);
}

#[tokio::test]
async fn bad_input_is_named_and_changes_nothing() {
    let site = StaffSite::open().await;
    let zoe = site.clerk("zoe", &[Role::Security]).await;
    let facts = site.facts().await;
    let add = |name: &str, roles: Value| json!({ "name": name, "roles": roles });
    for (body, field) in [
        (add("eve", json!(["king"])), "roles"),
        (add("eve", json!("finance")), "roles"),
        (json!({ "name": "eve" }), "roles"),
        (json!({ "name": "eve", "roles": ["risk"], "token": "x" }), "token"),
        (json!({ "name": "eve", "roles": ["risk"], "req_id": "7" }), "req_id"),
    ] {
        let refused = zoe.does("staff/add", body).await.refused(-1006);
        assert_eq!(refused["field"], field);
    }
    zoe.does("staff/disable", json!({ "name": "zoe", "reason": " " }))
        .await
        .refused(9004);
    assert_eq!(site.facts().await, facts);
    zoe.does("staff/disable", json!({ "name": "zoe" })).await.refused(9002);
    zoe.does("staff/disable", json!({ "name": "nobody" }))
        .await
        .refused(4007);
    assert_eq!(read(site.post("staff/fly", &json!({}), &[]).await).status, 404);
}

/// Threat T-33, law I-41: a cell is allowed exactly when the table says so. An allowed call is refused for its empty
/// body or done; a forbidden one answers 9001 and leaves no trace.
#[tokio::test]
async fn every_role_may_what_the_table_says_and_nothing_else() {
    let site = StaffSite::open().await;
    for role in Role::ALL {
        let clerk = site.clerk(role.name(), &[role]).await;
        for spec in ENDPOINTS.iter().filter(|spec| spec.access == Access::Session) {
            if spec.mode == Mode::Session {
                continue;
            }
            let call = format!("{}/{}", spec.noun, spec.verb);
            let may = permissions::roles(spec.noun, spec.verb).contains(&role);
            let facts = if may { None } else { Some(site.facts().await) };
            let answer = match spec.mode {
                Mode::Read => clerk.ask(&call, body_of(spec.path)).await,
                Mode::Look => clerk.looks(&call, body_of(spec.path)).await,
                Mode::Write if !takes_reason(spec.path) => clerk.asks(&call, body_of(spec.path)).await,
                Mode::Write | Mode::Session => clerk.does(&call, body_of(spec.path)).await,
            };
            assert_eq!(answer.error == 9001, !may, "{} {call}: {answer:?}", role.name());
            assert!(answer.status < 500, "{call}: {answer:?}");
            if let Some(before) = facts {
                assert_eq!(site.facts().await, before, "{call} left a trace");
            }
        }
    }
}

/// The schema of a call's body.
fn schema_of(path: &str) -> &'static Value {
    let schema = &contract::document()["paths"][path]["post"]["requestBody"]["content"]["application/json"]["schema"];
    contract::resolve(schema)
}

/// Another field is the reason of some calls.
pub fn takes_reason(path: &str) -> bool {
    schema_of(path)["properties"]["reason"].is_object()
}

/// A body that has every required field of its type, and no sense.
pub fn body_of(path: &str) -> Value {
    let mut body = sample(schema_of(path));
    let fields = body.as_object_mut().expect("an object");
    fields.retain(|name, _| !matches!(name.as_str(), "reason" | "req_id"));
    body
}

/// A value of a schema that means nothing: of its required fields alone, and of its first kind.
fn sample(schema: &Value) -> Value {
    let schema = contract::resolve(schema);
    if let Some(first) = schema["oneOf"].get(0).or(schema["enum"].get(0)) {
        let is_schema = first.is_object();
        return if is_schema { sample(first) } else { first.clone() };
    }
    match (schema["type"].as_str(), schema["format"].as_str()) {
        (Some("string"), Some("uuid")) => json!(Uuid::nil()),
        (Some("string"), _) => json!("nothing"),
        (Some("integer"), _) => json!(1),
        (Some("boolean"), _) => json!(false),
        (Some("array"), _) => json!([]),
        _ => {
            let required = schema["required"].as_array().cloned().unwrap_or_default();
            let fields = required.iter().filter_map(Value::as_str);
            let field = |name: &str| (name.to_owned(), sample(&schema["properties"][name]));
            fields.map(field).collect::<serde_json::Map<_, _>>().into()
        }
    }
}

#[tokio::test]
async fn a_player_s_token_opens_nothing_here_and_a_staff_cookie_nothing_there_t_33() {
    let site = StaffSite::open().await;
    let player = site.player(1).await;
    let cookie = format!("staff={}", player.token);
    let headers = [("x-staff", "1"), ("cookie", cookie.as_str())];
    read(site.post("session/me", &json!({}), &headers).await).refused(-1000);
    let ann = site.clerk("ann", &[Role::Finance]).await;
    let token = ann.cookie().split_once('=').expect("a pair").1;
    let body = json!({ "ts": site.now(), "token": token });
    let answer = site.post_raw("/api/v1/user/info", body.to_string()).await;
    answer.refused(-1000);
    let missing = site.post_raw("/staff/v1/session/me", body.to_string()).await;
    assert_eq!(missing.status, 404);
}

#[tokio::test]
async fn the_console_is_served_with_a_policy_of_its_own() {
    let folder = std::env::temp_dir().join(format!("console-{}", Uuid::new_v4()));
    std::fs::create_dir_all(folder.join("assets")).expect("a folder");
    std::fs::write(folder.join("staff.html"), "<!doctype html><title>Staff</title>").expect("a page");
    let site = StaffSite::open_with(Some(folder.clone())).await;
    let page = site.fetch("/").await;
    std::fs::remove_dir_all(&folder).ok();
    assert_eq!(page.status().as_u16(), 200);
    let policy = page.headers()["content-security-policy"].to_str().expect("text");
    for part in [
        "frame-ancestors 'none'",
        "script-src 'self' 'wasm-unsafe-eval';",
        "require-trusted-types-for 'script'",
    ] {
        assert!(policy.contains(part), "{policy}");
    }
    assert_eq!(page.headers()["cross-origin-opener-policy"], "same-origin");
    assert_eq!(site.fetch("/openapi.json").await.status().as_u16(), 200);
}
