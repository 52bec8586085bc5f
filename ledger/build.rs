//! Embeds the migrations: number, description and text of each, in order, as `src/schema.rs` includes them. The library's
//! own macro does the same, and compiles the whole client of the database once more for the compiler to run.

use std::error::Error;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    // A new file must recompile this crate.
    println!("cargo:rerun-if-changed=../migrations");
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("../migrations");
    let entries = fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path()));
    let mut files = entries.collect::<Result<Vec<PathBuf>, _>>()?;
    files.retain(|file| file.extension().is_some_and(|extension| extension == "sql"));
    files.sort();
    let mut list = "&[\n".to_owned();
    for file in files {
        let name = file.file_stem().and_then(|name| name.to_str());
        let (number, description) = name
            .and_then(|name| name.split_once('_'))
            .ok_or("a migration has no number")?;
        let (number, description) = (number.parse::<i64>()?, description.replace('_', " "));
        writeln!(list, "    ({number}, {description:?}, include_str!({file:?})),")?;
    }
    list.push_str("]\n");
    fs::write(Path::new(&env::var("OUT_DIR")?).join("migrations.rs"), list)?;
    Ok(())
}
