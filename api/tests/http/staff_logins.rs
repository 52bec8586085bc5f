//! Who guesses at an account is counted and seen, and keeps nobody out: the right proof passes at any time (threat
//! T-53).

use crate::key_file::KeyFile;
use crate::staff_site::{Clerk, StaffSite};
use crate::test_app::{TestApp, development};
use domain::config::Config;
use domain::staff::Role;
use serde_json::json;
use staff::credentials::{Secrets, demo};
use staff::login::LOGIN_REFUSED;

/// Too many calls.
const TOO_MANY: i64 = -1005;

async fn guesses(site: &StaffSite, times: usize) {
    for _ in 0..times {
        site.login("ann", "wrong", "000000")
            .await
            .0
            .refused(LOGIN_REFUSED.into());
    }
}

/// Wrong attempts at the account of ann, and for how long it is shown as guessed at.
async fn shown(site: &StaffSite, security: &Clerk<'_>) -> (i64, Option<i64>) {
    let list = security.ask("staff/list", json!({})).await.done().data;
    let all = list["list"].as_array().expect("a list");
    let ann = all.iter().find(|one| one["name"] == "ann").expect("the account");
    let left = ann["locked_until_ms"].as_i64().map(|until| until - site.now());
    (ann["failures"].as_i64().expect("a number"), left)
}

#[tokio::test]
async fn the_right_proof_passes_however_many_guesses_came_from_its_address_t_53() {
    let site = StaffSite::open().await;
    let zoe = site.clerk("zoe", &[Role::Security]).await;
    let issued = site.hire("ann", &[Role::Finance], None).await;
    guesses(&site, 4).await;
    assert_eq!(shown(&site, &zoe).await, (4, None));
    guesses(&site, 3).await;
    assert_eq!(
        shown(&site, &zoe).await,
        (7, Some(60_000)),
        "all count, time does not grow"
    );
    let made = ["StaffAdded", "StaffActivated", "StaffLocked"];
    assert_eq!(site.story("ann").await, made);
    let code = site.code(&issued);
    site.login("ann", &issued.password, &code).await.0.done();
    assert_eq!(shown(&site, &zoe).await, (0, None));
    // A code is good once, also now.
    site.login("ann", &issued.password, &code)
        .await
        .0
        .refused(LOGIN_REFUSED.into());
    // In a row, and longer after each further one once time ran out.
    site.wait_ms(60_000);
    guesses(&site, 4).await;
    site.wait_ms(60_000);
    assert_eq!(shown(&site, &zoe).await, (5, None));
    guesses(&site, 1).await;
    assert_eq!(shown(&site, &zoe).await, (6, Some(120_000)));
    let events = site.story("ann").await;
    assert_eq!(events[3..], ["StaffSessionOpened", "StaffLocked", "StaffLocked"]);
}

#[tokio::test]
async fn what_was_wrong_is_not_shown_however_often_somebody_guessed_before() {
    let site = StaffSite::open().await;
    let issued = site.hire("ann", &[Role::Finance], None).await;
    let code = site.code(&issued);
    let wrong_code = if code == "000000" { "000001" } else { "000000" };
    let mut answers = Vec::new();
    for before in [0, 2] {
        guesses(&site, before).await;
        for (name, password, code) in [
            ("nobody", issued.password.as_str(), code.as_str()),
            ("ann", "wrong", code.as_str()),
            ("ann", issued.password.as_str(), wrong_code),
            ("ann", issued.password.as_str(), ""),
        ] {
            let (answer, cookie) = site.login(name, password, code).await;
            assert_eq!(cookie, None, "{name}");
            answers.push((answer.status, answer.error, answer.message.clone(), answer.data.clone()));
        }
    }
    answers.dedup();
    assert_eq!(answers.len(), 1, "{answers:?}");
    assert_eq!(answers[0].1, i64::from(LOGIN_REFUSED));
}

#[tokio::test]
async fn a_stranger_who_guesses_keeps_nobody_out_t_53() {
    let mut site = StaffSite::open().await;
    let issued = site.hire("ann", &[Role::Finance], None).await;
    for (stranger, owner) in [([127, 0, 0, 2], [127, 0, 0, 1]), ([127, 0, 0, 2], [127, 0, 0, 2])] {
        site.is_at(stranger);
        guesses(&site, 7).await;
        site.is_at(owner);
        site.wait_ms(30_000);
        let (answer, _) = site.login("ann", &issued.password, &site.code(&issued)).await;
        answer.done();
    }
}

#[tokio::test]
async fn who_has_a_key_signs_while_the_account_is_guessed_at_too_t_53() {
    let site = StaffSite::open().await;
    let zoe = site.clerk("zoe", &[Role::Security]).await;
    let ann = site.clerk("ann", &[Role::Finance]).await;
    let key = KeyFile::new(1, "ann");
    key.enrol(&ann, &zoe).await;
    site.wait_ms(30_000);
    guesses(&site, 6).await;
    let (answer, cookie) = site.login("ann", &ann.issued.password, &site.code(&ann.issued)).await;
    assert_eq!(cookie, None, "a challenge is no session");
    let challenge = answer.done().data["challenge"].take();
    let (answer, cookie) = site.signs(&challenge, key.answers(&challenge)).await;
    answer.done();
    assert!(cookie.is_some());
}

/// A site whose limits are those of production.
async fn limited() -> StaffSite {
    StaffSite::of(TestApp::open_with(Config::standard(), development()).await).await
}

/// Guesses until the address has used its calls up.
async fn guesses_without_end(site: &StaffSite) {
    let mut codes = Vec::new();
    for _ in 0..12 {
        codes.push(site.login("ann", "wrong", "000000").await.0.error);
    }
    assert_eq!(codes[..10], [i64::from(LOGIN_REFUSED); 10]);
    assert_eq!(codes[10..], [TOO_MANY; 2]);
}

#[tokio::test]
async fn calls_of_an_address_bound_how_often_it_guesses() {
    let site = limited().await;
    let issued = site.hire("ann", &[Role::Finance], None).await;
    guesses_without_end(&site).await;
    site.wait_ms(60_000);
    let (answer, _) = site.login("ann", &issued.password, &site.code(&issued)).await;
    answer.done();
}

#[tokio::test]
async fn the_right_proof_passes_from_a_browser_that_gave_it_before_t_53() {
    let site = limited().await;
    let ann = site.hire("ann", &[Role::Finance], None).await;
    let eve = site.hire("eve", &[Role::Finance], None).await;
    let (answer, of_ann) = site.login_in("", "ann", &ann).await;
    answer.done();
    let (of_ann, of_eve) = (
        of_ann.expect("known"),
        site.login_in("", "eve", &eve).await.1.expect("known"),
    );
    site.wait_ms(90_000);
    guesses_without_end(&site).await;
    for stranger in ["", &of_eve, &of_ann.replace('.', ".0"), &of_ann[..of_ann.len() - 1]] {
        let answer = site.login_in(stranger, "ann", &ann).await.0;
        answer.refused(TOO_MANY);
    }
    let (answer, again) = site.login_in(&of_ann, "ann", &ann).await;
    answer.done();
    assert_eq!(again.as_ref(), Some(&of_ann), "it is the same browser");
    // Who stole it guesses no faster than an address does.
    let wrong = Secrets {
        password: "a guess of mine".into(),
        ..ann.clone()
    };
    let mut codes = Vec::new();
    for _ in 0..12 {
        codes.push(site.login_in(&of_ann, "ann", &wrong).await.0.error);
    }
    assert_eq!(codes[..10], [i64::from(LOGIN_REFUSED); 10]);
    assert_eq!(codes[10..], [TOO_MANY; 2]);
}

/// Two codes in a row, of which the second is shown now.
fn two_codes(site: &StaffSite, of: &Secrets) -> [String; 2] {
    let first = site.code(of);
    site.wait_ms(30_000);
    [first, site.code(of)]
}

/// Whoever guesses at the same address has none left.
async fn guesses_on(site: &StaffSite) {
    while site.login("ann", "wrong", "000000").await.0.error != TOO_MANY {}
}

#[tokio::test]
async fn two_codes_in_a_row_pass_from_a_new_browser_while_its_address_guesses_t_53() {
    let site = limited().await;
    let ann = site.hire("ann", &[Role::Finance], None).await;
    let [first, second] = two_codes(&site, &ann);
    guesses_on(&site).await;
    for code in [
        second.clone(),
        format!("{second}{first}"),
        format!("{second}{second}"),
        format!("000000{second}"),
        format!("{first}000000"),
        format!("{first}{second}1"),
    ] {
        site.login("ann", &ann.password, &code).await.0.refused(TOO_MANY);
    }
    let both = format!("{first} {second}");
    site.login("ann", &ann.password, &both).await.0.done();
    site.login("ann", &ann.password, &both).await.0.refused(TOO_MANY);
    site.login("nobody", &ann.password, &both).await.0.refused(TOO_MANY);
}

#[tokio::test]
async fn two_codes_try_one_password_and_no_more_t_53() {
    let site = limited().await;
    let ann = site.hire("ann", &[Role::Finance], None).await;
    let [first, second] = two_codes(&site, &ann);
    guesses_on(&site).await;
    for password in ["a guess of mine", &ann.password] {
        let (answer, _) = site.login("ann", password, &format!("{first}{second}")).await;
        answer.refused(TOO_MANY);
    }
    // Neither does one of them beside the next one.
    let [_, third] = two_codes(&site, &ann);
    guesses_on(&site).await;
    let (answer, _) = site.login("ann", &ann.password, &format!("{second}{third}")).await;
    answer.refused(TOO_MANY);
    let [_, fourth] = two_codes(&site, &ann);
    guesses_on(&site).await;
    let (answer, _) = site.login("ann", &ann.password, &format!("{third}{fourth}")).await;
    answer.done();
}

#[tokio::test]
async fn two_codes_are_as_good_as_one_where_nobody_guesses() {
    let site = limited().await;
    let ann = site.hire("ann", &[Role::Finance], None).await;
    let both = two_codes(&site, &ann);
    site.login("ann", &ann.password, &both.concat()).await.0.done();
    let (answer, _) = site.login("ann", &ann.password, &both[1]).await;
    answer.refused(LOGIN_REFUSED.into());
}

#[tokio::test]
async fn another_password_makes_a_browser_unknown() {
    let site = limited().await;
    let zoe = site.clerk("zoe", &[Role::Security]).await;
    let sam = site.clerk("sam", &[Role::Security]).await;
    let ann = site.hire("ann", &[Role::Finance], None).await;
    let known = site.login_in("", "ann", &ann).await.1.expect("known");
    let made = zoe.does("staff/reset", json!({ "name": "ann" })).await.done().data;
    sam.approves(&made).await.done();
    let secrets = site.chooses("ann", "another one of mine");
    site.activates("ann", made["code"].as_str().expect("a code"), &secrets)
        .await
        .done();
    guesses_without_end(&site).await;
    site.login_in(&known, "ann", &secrets).await.0.refused(TOO_MANY);
}

#[tokio::test]
async fn who_comes_to_work_uses_up_no_call_of_the_house() {
    let site = limited().await;
    for number in 0..11 {
        let name = format!("ann{number}");
        let issued = site.hire(&name, &[Role::Finance], None).await;
        site.signs_in(&name, issued).await;
    }
}

#[tokio::test]
async fn how_often_players_log_in_changes_nothing_about_who_guesses_t_53() {
    let mut config = Config::standard();
    config.limits.login_per_min = 100_000;
    let site = StaffSite::of(TestApp::open_with(config, development()).await).await;
    for player in 1..=11 {
        site.player(player).await;
    }
    guesses_without_end(&site).await;
}

#[tokio::test]
async fn a_code_of_activation_and_a_signature_pass_while_somebody_guesses_t_53() {
    let site = limited().await;
    let zoe = site.clerk("zoe", &[Role::Security]).await;
    let sam = site.clerk("sam", &[Role::Security]).await;
    let ann = site.clerk("ann", &[Role::Finance]).await;
    let key = KeyFile::new(1, "ann");
    key.enrol(&ann, &zoe).await;
    let code = zoe.adds("new", &sam).await;
    site.wait_ms(30_000);
    let (answer, _) = site.login("ann", &ann.issued.password, &site.code(&ann.issued)).await;
    let challenge = answer.done().data["challenge"].take();
    guesses_without_end(&site).await;
    site.signs(&challenge, key.answers(&challenge)).await.0.done();
    let secrets = site.chooses("new", "only I know this");
    site.activates("new", &"A".repeat(32), &secrets).await.refused(TOO_MANY);
    site.activates("new", &code, &secrets).await.done();
}

#[tokio::test]
async fn who_holds_the_master_key_derives_no_password_of_the_demo_t_53() {
    // Both databases have the same master key.
    let (one, other) = (TestApp::open().await, TestApp::open().await);
    let made = async |app: &TestApp| demo(&app.ledger, "demo").await.expect("kept");
    let (first, is_new) = made(&one).await;
    assert!(is_new);
    assert_eq!(made(&one).await, (first.clone(), false), "the same at every start");
    let (second, _) = made(&other).await;
    assert_ne!(first.password, second.password);
    assert_ne!(first.totp_secret, second.totp_secret);
}
