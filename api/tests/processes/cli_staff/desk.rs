//! A ledger on a data directory and, beside it, its services: what the tests of staff on the command line start from.

use domain::time::Timestamp;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::time::{SystemTime, UNIX_EPOCH};

/// A data directory of one test, removed at its end.
pub struct Data(pub PathBuf);

/// A served ledger on a data directory, killed at the end of its test.
pub struct Desk {
    pub data: Data,
    server: Child,
    /// Where players are served.
    players: String,
    /// Where staff are served.
    pub url: String,
}

/// The secret of every authenticator of these tests.
const SECRET: &str = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
/// The second of security, whose session lies in a file of its own.
const SECOND: &str = "second_session";

impl Data {
    pub fn new(name: &str) -> Data {
        let path = std::env::temp_dir().join(format!("ledger-staff-{name}-{}", std::process::id()));
        std::fs::remove_dir_all(&path).ok();
        Data(path)
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ledger"));
        // Programs of PostgreSQL are looked for along PATH.
        let path = std::env::var_os("PATH").unwrap_or_default();
        command
            .env_clear()
            .env("PATH", path)
            .env("LEDGER_DATA", &self.0)
            .args(arguments);
        command
    }

    /// What a command that works prints.
    pub fn prints(&self, arguments: &[&str]) -> String {
        succeeded(arguments, &self.command(arguments).output().expect("the program runs"))
    }

    /// The data of a call of the staff service.
    pub fn calls(&self, arguments: &[&str]) -> Value {
        let printed = self.prints(&[arguments, &["--json"]].concat());
        serde_json::from_str(&printed).expect("JSON")
    }

    /// The one sentence with which a command ends; nothing was done.
    pub fn fails(&self, code: i32, arguments: &[&str]) -> String {
        let output = self.command(arguments).output().expect("the program runs");
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{arguments:?} {stderr}");
        let sentence = stderr.lines().last().unwrap_or_default().to_owned();
        assert!(sentence.ends_with('.'), "{stderr}");
        sentence
    }

    /// The sentence of a command that cannot work as it was given.
    pub fn refuses(&self, arguments: &[&str]) -> String {
        self.fails(2, arguments)
    }

    /// Serves players and staff; gives the process with both addresses.
    fn serve(&self, environment: &[(&str, &str)]) -> (Child, [String; 2]) {
        let mut server = self
            .command(&["serve", "--http", "127.0.0.1:0", "--staff-http", "127.0.0.1:0"])
            .envs(environment.iter().copied())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let mut lines = BufReader::new(server.stdout.take().expect("a pipe"))
            .lines()
            .map_while(Result::ok);
        let addresses = ["Serving players on http://", "Serving staff on "].map(|of| {
            let address = lines.find_map(|line| line.strip_prefix(of).map(str::to_owned));
            address.expect("an address")
        });
        (server, addresses)
    }

    pub fn file(&self, name: &str, body: &Value) -> String {
        let path = self.0.join(name);
        std::fs::write(&path, body.to_string()).expect("written");
        path.to_string_lossy().into_owned()
    }
}

impl Drop for Data {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}

/// The password of a member.
pub fn chosen_by(name: &str) -> String {
    format!("chosen by {name} herself")
}

/// The code that follows the one of this moment: it is accepted already, and good after the one of now was used.
pub fn next_code() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970");
    let next = i64::try_from(now.as_millis()).expect("a number") + 30_000;
    staff::credentials::code(SECRET, Timestamp(next)).expect("a code")
}

fn succeeded(arguments: &[&str], output: &Output) -> String {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{arguments:?} {stderr}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

impl Desk {
    /// Serves a new database; its first accounts are `ann` and `amy`, who keep accounts and are logged in, `amy` in a file
    /// of her own.
    pub fn open(name: &str) -> Desk {
        let data = Data::new(name);
        let [ann, amy] = ["ann", "amy"].map(|name| {
            let made = data.prints(&["staff", "add", name, "--role", "security"]);
            let code = made.lines().find_map(|line| line.strip_prefix("code"));
            code.expect("a code").trim().to_owned()
        });
        let (server, [players, url]) = data.serve(&[]);
        let desk = Desk {
            players,
            url,
            data,
            server,
        };
        let (ann, amy) = (desk.activate("ann", &ann), desk.activate("amy", &amy));
        desk.log_in("amy", &amy);
        let session = desk.data.0.join("staff_session");
        std::fs::rename(session, desk.data.0.join(SECOND)).expect("a session");
        desk.log_in("ann", &ann);
        desk
    }

    /// Another process of the services, in this environment, once the one before has ended.
    pub fn serve_again(&mut self, environment: &[(&str, &str)]) {
        self.server.kill().ok();
        self.server.wait().ok();
        (self.server, [self.players, self.url]) = self.data.serve(environment);
    }

    /// How the process of the services ends by itself.
    pub fn ended(&mut self) -> ExitStatus {
        self.server.wait().expect("an end")
    }

    /// The owner of an account spends its code; gives the password that was chosen.
    pub fn activate(&self, name: &str, code: &str) -> String {
        let output = self.tries_to_activate(name, code);
        let printed = succeeded(&["staff", "activate", name], &output);
        assert!(printed.starts_with(&format!("{name} is activated")), "{printed}");
        chosen_by(name)
    }

    pub fn tries_to_activate(&self, name: &str, code: &str) -> Output {
        let arguments = [
            "staff", "activate", name, "--code", code, "--secret", SECRET, "--url", &self.url,
        ];
        let mut command = self.data.command(&arguments);
        let output = command.env("LEDGER_STAFF_PASSWORD", chosen_by(name)).output();
        output.expect("the program runs")
    }

    /// The second of security approves what was proposed; gives the answer.
    pub fn approve(&self, made: &Value) -> Value {
        let text = |field: &str| made[field].as_str().expect("a text");
        let (proposal, digest) = (text("proposal"), text("digest"));
        let arguments = [
            "proposals",
            "approve",
            proposal,
            "--seen",
            digest,
            "--reason",
            "known to me",
            "--json",
        ];
        let output = self
            .data
            .command(&arguments)
            .env("LEDGER_STAFF_SESSION", self.data.0.join(SECOND))
            .output();
        let printed = succeeded(&arguments, &output.expect("the program runs"));
        serde_json::from_str(&printed).expect("JSON")
    }

    pub fn log_in(&self, name: &str, password: &str) {
        let code = self.data.prints(&["staff", "code", name]);
        self.log_in_by(&["--code", code.trim()], name, password);
    }

    /// The same once more, with the file of a key that another person approved.
    pub fn log_in_with(&self, file: &str, name: &str, password: &str) {
        self.log_in_by(&["--code", &next_code(), "--key", file], name, password);
    }

    fn log_in_by(&self, proof: &[&str], name: &str, password: &str) {
        let arguments = [&["staff", "login", name, "--url", &self.url], proof].concat();
        let output = self
            .data
            .command(&arguments)
            .env("LEDGER_STAFF_PASSWORD", password)
            .output();
        let printed = succeeded(&arguments, &output.expect("the program runs"));
        assert_eq!(printed, format!("{name} is logged in.\n"));
    }

    /// Registers the player of a messenger account by a first login.
    pub fn register(&self, tg_id: &str) {
        let init_data = self.data.prints(&["dev-login", "--tg-id", tg_id]);
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        let ts = i64::try_from(now.expect("after 1970").as_millis()).expect("a number");
        let body = json!({ "init_data": init_data.trim_end(), "ts": ts }).to_string();
        let request = format!(
            "POST /api/v1/login/telegram HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\n\
             content-length: {}\r\nconnection: close\r\n\r\n{body}",
            self.players,
            body.len()
        );
        let mut line = TcpStream::connect(&self.players).expect("a connection");
        line.write_all(request.as_bytes()).expect("sent");
        let mut answer = String::new();
        line.read_to_string(&mut answer).expect("an answer");
        assert!(answer.contains("\"error\":0"), "{answer}");
    }

    /// New accounts of these roles, approved and activated, with their passwords. Needs a session of who keeps accounts.
    pub fn hire<const N: usize>(&self, accounts: [(&str, &str); N]) -> [String; N] {
        accounts.map(|(name, role)| {
            let made = self.data.calls(&["staff", "add", name, "--role", role]);
            assert_eq!(self.approve(&made)["code"], 0);
            self.activate(name, made["code"].as_str().expect("a code"))
        })
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        self.server.kill().ok();
        self.server.wait().ok();
    }
}
