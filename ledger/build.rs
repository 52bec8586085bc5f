//! Migrations are embedded at compile time: a new file must recompile this crate.

fn main() {
    println!("cargo:rerun-if-changed=../migrations");
}
