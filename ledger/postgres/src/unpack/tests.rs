use super::*;

#[test]
fn paths_that_leave_the_package_are_refused() {
    assert_eq!(inside(Path::new("package/a/b")).ok(), Some(PathBuf::from("a/b")));
    for path in [
        "package/../a",
        "/package/a",
        "other/a",
        "../package/a",
        "package/a/../../b",
        "",
    ] {
        assert!(inside(Path::new(path)).is_err(), "{path}");
    }
}
