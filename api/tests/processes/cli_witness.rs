//! A witness from the outside: `ledger witness` beside `ledger serve`, and what `ledger verify` believes with its key.

use crate::rig::installation::Installation;
use crate::rig::server::Server;
use ledger::testing::on_one_and_four_partitions;
use std::process::{Output, Stdio};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdout};

/// How long a checkpoint may take to be cosigned, on a busy machine.
const COSIGNED_MAX: Duration = Duration::from_secs(60);

on_one_and_four_partitions!(a_reader_demands_witnesses_of_a_checkpoint);

#[track_caller]
fn assert_says(output: &Output, code: i32, words: &str) {
    let said = [output.stdout.as_slice(), output.stderr.as_slice()].concat();
    let said = String::from_utf8_lossy(&said);
    assert_eq!(output.status.code(), Some(code), "{said}");
    assert!(said.contains(words), "{words:?} is not in {said}");
}

async fn line(installation: &Installation, arguments: &[&str]) -> String {
    let output = installation.run(arguments).await;
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

/// A running `ledger witness`; dropping it kills the process.
struct Running {
    key: String,
    url: String,
    _child: Child,
    // A closed pipe would break a program that says something more.
    _stdout: Lines<BufReader<ChildStdout>>,
}

impl Running {
    async fn start(installation: &Installation, name: &str, vkey: &str) -> Running {
        let folder = installation.folder.join(name);
        let folder = folder.to_string_lossy();
        let own = ["witness", "--name", name, "--folder", &folder];
        let key = line(installation, &[&own[..], &["--print-key"]].concat()).await;
        let arguments = [&own[..], &["--log-key", vkey, "--listen", "127.0.0.1:0"]].concat();
        let mut child = installation
            .command(&arguments)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut stdout = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let first = stdout.next_line().await.expect("text").expect("an address");
        let url = first.rsplit(' ').next().expect("an address").to_owned();
        assert_eq!(first, format!("Witness {key} on {url}"), "the key is kept");
        Running {
            key,
            url,
            _child: child,
            _stdout: stdout,
        }
    }
}

/// Status line and body of what a server publishes.
async fn get(server: &Server, path: &str) -> (String, String) {
    let address = server.url.trim_start_matches("http://");
    let mut stream = tokio::net::TcpStream::connect(address).await.expect("connects");
    let request = format!("GET {path} HTTP/1.1\r\nHost: ledger\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.expect("asked");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("answered");
    let (head, body) = answer.split_once("\r\n\r\n").expect("an answer");
    (head.lines().next().unwrap_or_default().to_owned(), body.to_owned())
}

async fn cosigned(server: &Server) -> String {
    let asked = async {
        loop {
            let (status, text) = get(server, "/checkpoint").await;
            if status.ends_with("200 OK") {
                return text;
            }
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(COSIGNED_MAX, asked)
        .await
        .expect("cosigned in time")
}

async fn a_reader_demands_witnesses_of_a_checkpoint(partitions: u16) {
    let installation = Installation::with_players_in(partitions, 4).await;
    let vkey = line(&installation, &["checkpoint", "--vkey"]).await;
    let one = Running::start(&installation, "witness.example/1", &vkey).await;
    let two = Running::start(&installation, "witness.example/2", &vkey).await;
    let list = format!("{} {}, {} {}", one.key, one.url, two.key, two.url);
    let settings = [("LEDGER_WITNESSES", list.as_str())];
    let server = Server::start_with(&installation, &settings).await;
    let text = cosigned(&server).await;
    assert_eq!(
        text.matches("— witness.example/1 ").count(),
        usize::from(partitions),
        "{text}"
    );
    let (status, log) = get(&server, "/log/0/checkpoint").await;
    assert!(status.ends_with("200 OK") && text.contains(&log), "{log}");
    assert!(get(&server, "/log/9/checkpoint").await.0.ends_with("404 Not Found"));

    let place = |name: &str| installation.folder.join(name).to_string_lossy().into_owned();
    let (held, alone) = (place("held.checkpoint"), place("alone.checkpoint"));
    std::fs::write(&held, &text).expect("written");
    line(&installation, &["checkpoint", "--out", &alone]).await;
    let verify = ["verify", "--vkey", &vkey, "--checkpoint"];
    let with = |file: &str, more: &[&str]| {
        let arguments: Vec<String> = verify
            .iter()
            .chain(&[file])
            .chain(more)
            .map(|text| (*text).to_owned())
            .collect();
        arguments
    };
    let stranger = line(
        &installation,
        &["witness", "--name", "x", "--folder", &place("x"), "--print-key"],
    )
    .await;
    for (arguments, code, words) in [
        (with(&held, &[]), 0, "everything fits"),
        (
            with(&held, &["--witness", &one.key, "--witness", &two.key]),
            0,
            "everything fits",
        ),
        (
            with(&held, &["--witness", &one.key, "--witness", &stranger]),
            2,
            "is cosigned by 1 of the 2",
        ),
        (
            with(
                &held,
                &["--witness", &one.key, "--witness", &stranger, "--witnesses-needed", "1"],
            ),
            0,
            "everything fits",
        ),
        (
            with(&alone, &["--witness", &one.key]),
            2,
            "no cosignature of partition 0",
        ),
        (with(&held, &["--witness", &vkey]), 2, "is not the key of a witness"),
        (
            with(&held, &["--witness", &one.key, "--witnesses-needed", "2"]),
            2,
            "there are 1 witnesses",
        ),
    ] {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        assert_says(&installation.run(&arguments).await, code, words);
    }
    let configured = installation
        .command(&[&verify[..], &[alone.as_str()]].concat())
        .env("LEDGER_WITNESSES", &list)
        .output()
        .await
        .expect("the program runs");
    assert_says(&configured, 2, "no cosignature of partition 0");

    let follow = [
        "witness",
        "--name",
        "y",
        "--folder",
        &place("y"),
        "--log-key",
        &vkey,
        "--once",
        "--follow",
        &server.url,
    ];
    assert_says(&installation.run(&follow).await, 0, "continue what was cosigned");
    let nothing = [&follow[..9], &[one.url.as_str()]].concat();
    assert_says(&installation.run(&nothing).await, 1, "NOT COSIGNED");
}
