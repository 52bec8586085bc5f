use super::*;

#[test]
fn the_lock_file_has_the_version_of_every_crate_that_matters() {
    let versions = crates(include_str!("../../../../../Cargo.lock"));
    for name in CRATES {
        assert!(
            versions.contains(&format!("{name} ")),
            "{name} is missing in {versions}"
        );
    }
    assert!(versions.starts_with("cqrs-es 0.5"), "{versions}");
}

#[test]
fn the_probe_leaves_nothing_behind() {
    let folder = std::env::temp_dir().join(format!("ledger-probe-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let report = probe(&folder).expect("a probe");
    assert!(report.contains("median"), "{report}");
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 0);
    fs::remove_dir(&folder).expect("an empty folder");
}
