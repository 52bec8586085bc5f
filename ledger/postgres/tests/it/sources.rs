//! Where the programs come from: the order of the look-up and the fetched package.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use base64::Engine;
use postgres::{EmbeddedError, Package, Sources, find_in};
use sha2::{Digest, Sha512};

use super::stage::{Folder, install};

/// Programs that only print a version: enough for the order of the look-up.
fn program(folder: &Path, version: &str) -> PathBuf {
    fs::create_dir_all(folder).expect("a folder");
    for name in ["postgres", "initdb"] {
        let text = folder.join(format!("{name}.sh"));
        fs::write(&text, format!("#!/bin/sh\necho '{name} (PostgreSQL) {version}'\n")).expect(name);
        install(&text, &folder.join(name));
    }
    folder.to_owned()
}

fn nowhere(folder: &Folder) -> Sources {
    Sources {
        explicit: None,
        system: Vec::new(),
        node_modules: Vec::new(),
        package: None,
        cache_dir: folder.0.join("cache"),
        data_major: None,
    }
}

fn modules(folder: &Folder, version: &str) -> PathBuf {
    let platform = Package::pinned().expect("a package for this machine").spec;
    let name = platform.rsplit_once('@').expect("name and version").0;
    program(&folder.0.join("node_modules").join(name).join("native/bin"), version);
    folder.0.join("node_modules")
}

#[test]
fn a_named_folder_wins_over_an_installed_one_and_that_over_node_modules() {
    let folder = Folder::new();
    let mut sources = nowhere(&folder);
    sources.node_modules = vec![folder.0.clone(), modules(&folder, "18.4")];
    assert_eq!(find_in(&sources).expect("node_modules").version, "18.4");

    for version in ["14.9", "15.3", "15.18", "9.6.24"] {
        sources.system.push(program(&folder.0.join(version), version));
    }
    sources.system.push(folder.0.join("missing"));
    assert_eq!(find_in(&sources).expect("the newest installed").version, "15.18");

    sources.explicit = Some(program(&folder.0.join("named"), "16.1"));
    assert_eq!(find_in(&sources).expect("the named one").version, "16.1");
}

#[test]
fn a_named_folder_that_does_not_fit_is_refused_and_nothing_else_is_tried() {
    let folder = Folder::new();
    let mut sources = nowhere(&folder);
    sources.system = vec![program(&folder.0.join("good"), "18.4")];
    for (named, reason) in [
        (folder.0.join("missing"), "holds no working postgres"),
        (program(&folder.0.join("old"), "14.9"), "version 15 or newer is needed"),
        (
            program(&folder.0.join("broken"), "'; exit 1; '"),
            "holds no working postgres",
        ),
    ] {
        sources.explicit = Some(named);
        let fault = find_in(&sources).expect_err("refused").to_string();
        assert!(fault.contains("LEDGER_PG_BIN") && fault.contains(reason), "{fault}");
    }
}

#[test]
fn existing_data_takes_only_its_own_major_version() {
    let folder = Folder::new();
    let mut sources = nowhere(&folder);
    sources.system = ["15.18", "16.1", "18.4"]
        .map(|one| program(&folder.0.join(one), one))
        .into();
    sources.data_major = Some(16);
    assert_eq!(find_in(&sources).expect("the same major").version, "16.1");
    sources.data_major = Some(17);
    let fault = find_in(&sources).expect_err("none fits").to_string();
    assert!(fault.contains("existing data needs PostgreSQL 17"), "{fault}");
}

#[test]
fn reports_what_to_install_when_there_is_nothing() {
    let fault = find_in(&nowhere(&Folder::new())).expect_err("nothing").to_string();
    for words in [
        "No PostgreSQL 15",
        "apt-get install postgresql",
        "brew install",
        "LEDGER_PG_BIN",
    ] {
        assert!(fault.contains(words), "{words}: {fault}");
    }
    assert_eq!(fault.lines().count(), 1);
}

/// A package of our own, fetched by the real npm from a local folder.
fn local_package(folder: &Folder) -> Package {
    let home = folder.0.join("package");
    program(&home.join("native/bin"), "18.4");
    fs::create_dir(home.join("native/lib")).expect("a folder");
    fs::write(home.join("native/lib/libpq.so.5.18"), "library").expect("a file");
    let links = r#"[{"source":"native/lib/libpq.so.5.18","target":"native/lib/libpq.so.5"}]"#;
    fs::write(home.join("native/pg-symlinks.json"), links).expect("the list of links");
    fs::write(home.join("package.json"), r#"{"name":"p","version":"1.0.0"}"#).expect("a manifest");
    let npm = Command::new("npm")
        .args(["pack", "--silent", "--cache"])
        .arg(folder.0.join("npm"))
        .arg("--pack-destination")
        .arg(&folder.0)
        .current_dir(&home)
        .stdout(Stdio::null())
        .status();
    assert!(npm.expect("npm is installed").success());
    let archive = fs::read(folder.0.join("p-1.0.0.tgz")).expect("the archive");
    Package {
        spec: home.display().to_string(),
        version: "18.4-local".to_owned(),
        major: 18,
        sha512: base64::engine::general_purpose::STANDARD.encode(Sha512::digest(archive)),
    }
}

#[test]
fn a_fetched_package_is_checked_unpacked_linked_and_kept() {
    let folder = Folder::new();
    let package = local_package(&folder);
    let sources = Sources {
        package: Some(package.clone()),
        ..nowhere(&folder)
    };
    let found = find_in(&sources).expect("fetched");
    assert_eq!(found.version, "18.4");
    let link = found.bin_dir.join("../lib/libpq.so.5");
    assert_eq!(fs::read_link(&link).expect("the link"), Path::new("libpq.so.5.18"));
    assert_eq!(fs::read_to_string(&link).expect("the library"), "library");

    fs::remove_dir_all(&package.spec).expect("nothing to fetch from any more");
    assert_eq!(find_in(&sources).expect("kept"), found);
    let kept: Vec<_> = fs::read_dir(&sources.cache_dir).expect("the cache").flatten().collect();
    assert_eq!(kept.len(), 1, "nothing half made stays: {kept:?}");
}

#[test]
fn a_package_with_another_checksum_is_refused_before_it_is_unpacked() {
    let folder = Folder::new();
    let mut package = local_package(&folder);
    package.sha512 = Package::pinned().expect("a package for this machine").sha512;
    let sources = Sources {
        package: Some(package),
        ..nowhere(&folder)
    };
    let fault = find_in(&sources).expect_err("refused");
    assert!(matches!(fault, EmbeddedError::WrongChecksum { .. }), "{fault}");
    assert_eq!(fs::read_dir(&sources.cache_dir).expect("the cache").count(), 0);
}
