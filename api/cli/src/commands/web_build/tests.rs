use super::*;
use serde_json::json;

fn web(name: &str) -> PathBuf {
    let web = std::env::temp_dir().join(format!("ledger-web-{name}-{}", std::process::id()));
    fs::remove_dir_all(&web).ok();
    fs::create_dir_all(web.join("src")).expect("a folder");
    fs::create_dir_all(web.join("node_modules")).expect("a folder");
    fs::write(web.join("package.json"), "{}").expect("a manifest");
    fs::write(web.join("src/main.ts"), "1").expect("a source");
    web
}

#[test]
fn the_digest_sees_changes_of_content_and_name_and_nothing_else() {
    let web = web("digest");
    let digest = || digest_of(&web).expect("read");
    let before = digest();
    fs::write(web.join("node_modules/x.js"), "1").expect("written");
    fs::write(web.join(".hidden"), "1").expect("written");
    assert_eq!(digest(), before);
    fs::rename(web.join("src/main.ts"), web.join("src/other.ts")).expect("renamed");
    assert_ne!(digest(), before);
    fs::rename(web.join("src/other.ts"), web.join("src/main.ts")).expect("renamed");
    fs::write(web.join("src/main.ts"), "2").expect("written");
    assert_ne!(digest(), before);
    fs::remove_dir_all(web).expect("removed");
}

#[test]
fn a_build_from_the_same_sources_is_served_without_npm() {
    let web = web("fresh");
    fs::create_dir_all(web.join(BUILD)).expect("a folder");
    fs::write(web.join(BUILD).join(STAMP), digest_of(&web).expect("read")).expect("a stamp");
    let folder = web.canonicalize().expect("exists").join(BUILD);
    assert_eq!(
        build(&web, &ProgressBar::hidden()).expect("nothing to do"),
        Web::Folder(folder)
    );
    fs::remove_dir_all(web).expect("removed");
}

#[test]
fn without_sources_there_is_a_sentence_instead() {
    let nowhere = build(Path::new("/nowhere/at/all"), &ProgressBar::hidden()).expect("not a fault");
    assert!(matches!(nowhere, Web::Absent(sentence) if sentence.ends_with('.')));
}

#[test]
fn packages_are_installed_when_npms_record_names_them_all() {
    let web = web("packages");
    let write = |path: &str, packages: Value| {
        fs::write(web.join(path), json!({ "packages": packages }).to_string()).expect("written");
    };
    let lock = json!({ "": {}, "node_modules/a": { "version": "1", "integrity": "x" }, "node_modules/b": { "version": "1", "optional": true } });
    write("package-lock.json", lock);
    assert!(!are_installed(&web));
    write(
        "node_modules/.package-lock.json",
        json!({ "node_modules/a": { "version": "1", "integrity": "x" } }),
    );
    assert!(are_installed(&web));
    write(
        "node_modules/.package-lock.json",
        json!({ "node_modules/a": { "version": "2", "integrity": "x" } }),
    );
    assert!(!are_installed(&web));
    fs::remove_dir_all(web).expect("removed");
}
