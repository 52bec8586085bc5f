use super::*;

#[test]
fn versions_are_read_from_every_known_form_of_the_line() {
    for (line, version, sorted) in [
        (
            "postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)\n",
            "15.18",
            (15, 18),
        ),
        ("postgres (PostgreSQL) 18.4\n", "18.4", (18, 4)),
        ("postgres (PostgreSQL) 19beta1\n", "19beta1", (19, 0)),
        ("postgres (PostgreSQL) 9.6.24\n", "9.6.24", (9, 6)),
    ] {
        assert_eq!(version_in(line).as_deref(), Some(version));
        assert_eq!(numbers(version), sorted);
    }
    assert_eq!(version_in("something else 15.1"), None);
    assert_eq!(version_in("postgres (PostgreSQL) "), None);
}
