use super::*;

#[test]
fn a_ready_a_starting_and_a_broken_file_are_distinguished() {
    let ready = "4711\n/data\n1700000000\n5432\n/data/run\n\n  1 2\nready   \n";
    let parsed = PidFile {
        pid: 4711,
        socket_dir: "/data/run".into(),
        ready: true,
    };
    assert_eq!(PidFile::parse(ready), Some(parsed));
    let starting = PidFile {
        pid: 4711,
        socket_dir: PathBuf::new(),
        ready: false,
    };
    assert_eq!(PidFile::parse("4711\n/data\n1700000000\n5432\n"), Some(starting));
    let stopping = ready.replace("ready   ", "stopping");
    assert!(PidFile::parse(&stopping).is_some_and(|file| !file.ready));
    assert_eq!(PidFile::parse(""), None);
    assert_eq!(PidFile::parse("-4711\n/data\n"), None);
}
