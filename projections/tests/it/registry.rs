//! The list of views is complete, in the code and in its documentation.

use projections::rebuild::{Mode, views};
use std::collections::BTreeSet;
use std::path::Path;

/// Tables that migrations of these numbers create.
fn tables(numbers: std::ops::Range<u32>) -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../migrations");
    let files = std::fs::read_dir(folder).expect("migrations");
    let texts = files.filter_map(|file| {
        let path = file.expect("a file").path();
        let number: u32 = path.file_name()?.to_str()?.get(..4)?.parse().ok()?;
        numbers
            .contains(&number)
            .then(|| std::fs::read_to_string(&path).expect("a migration"))
    });
    texts.flat_map(|text| created(&text)).collect()
}

fn created(migration: &str) -> Vec<String> {
    let lines = migration.lines().filter_map(|line| line.strip_prefix("create table "));
    lines
        .filter_map(|rest| rest.split_whitespace().next().map(str::to_owned))
        .collect()
}

fn registered(wanted: Mode) -> BTreeSet<String> {
    views()
        .filter(|(_, mode)| *mode == wanted)
        .map(|(view, _)| view.name().to_owned())
        .collect()
}

#[test]
fn every_table_of_a_following_view_is_registered_and_every_view_has_its_table() {
    // The ranges of numbers stand in migrations/README.md.
    assert_eq!(tables(100..200), registered(Mode::Following));
    let facts = tables(0..100);
    assert!(registered(Mode::Books).is_subset(&facts), "{facts:?}");
}

#[test]
fn a_table_is_found_in_its_migration() {
    let text =
        "-- A view.\ncreate table lists (\n    a int\n);\ncreate index i on lists (a);\ncreate table more (b int);\n";
    assert_eq!(created(text), ["lists", "more"]);
}

#[test]
fn the_list_of_views_stands_in_the_crates_first_lines() {
    let head = include_str!("../../src/lib.rs");
    for (view, mode) in views() {
        let line = format!("//! | `{}` | {} | ", view.name(), mode.name());
        assert!(head.contains(&line), "{line}");
    }
}
