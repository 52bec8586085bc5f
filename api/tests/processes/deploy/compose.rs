//! What the files for containers say, read as data: containers are not started here.

use super::files::file;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::io::Write;
use std::process::{Command, Stdio};

/// Reads YAML and writes JSON. Patroni brings the module, and so do the packages of the failover drill.
const CONVERTED: &str = "import sys, json, yaml; json.dump(yaml.safe_load(sys.stdin), sys.stdout)";

/// A text of YAML as data; nothing where this machine cannot read it.
fn data(text: &str) -> Option<Value> {
    let python = Command::new("python3")
        .args(["-c", CONVERTED])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut python = python.ok()?;
    let mut input = python.stdin.take().expect("a pipe");
    // A program that ended at once says why below.
    input.write_all(text.as_bytes()).ok();
    drop(input);
    let output = python.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    if said.contains("ModuleNotFoundError") {
        return None;
    }
    assert!(output.status.success(), "{said}");
    Some(serde_json::from_slice(&output.stdout).expect("JSON"))
}

/// The later values over the earlier ones, key by key.
fn laid_over(below: &Value, over: &Value) -> Value {
    let (Value::Object(below), Value::Object(over)) = (below, over) else {
        return over.clone();
    };
    let mut both = below.clone();
    for (key, value) in over {
        let under = below.get(key).unwrap_or(&Value::Null);
        both.insert(key.clone(), laid_over(under, value));
    }
    both.into()
}

/// A file with what its services take over from another one; nothing where YAML cannot be read.
fn compose(name: &str) -> Option<Value> {
    let mut whole = data(&file(name))?;
    for (_, service) in whole["services"].as_object_mut().expect("services") {
        if let (Some(from), Some(of)) = (
            service["extends"]["file"].as_str(),
            service["extends"]["service"].as_str(),
        ) {
            let below = data(&file(from))?["services"][of].clone();
            *service = laid_over(&below, service);
        }
    }
    Some(whole)
}

/// Names that are listed, or are the keys of a map.
fn names(of: &Value) -> Vec<&str> {
    match of {
        Value::Array(listed) => listed.iter().filter_map(Value::as_str).collect(),
        Value::Object(map) => map.keys().map(String::as_str).collect(),
        _ => Vec::new(),
    }
}

/// Whether docker can know that it works: by the file, or by its image.
fn has_health(service: &Value) -> bool {
    let image = service["build"]["dockerfile"].as_str();
    let image = image.map(|path| file(path.trim_start_matches("api/deploy/")));
    service["healthcheck"]["test"].is_array() || image.is_some_and(|image| image.contains("\nHEALTHCHECK "))
}

fn image_is_unclear(service: &Value) -> bool {
    let tag = service["image"].as_str().and_then(|image| image.rsplit_once(':'));
    let is_versioned = tag.is_some_and(|(_, tag)| tag.starts_with(|letter: char| letter.is_ascii_digit()));
    !service["build"].is_object() && !is_versioned
}

/// What is wrong with a service among others.
fn findings_of(name: &str, services: &Value) -> Vec<String> {
    let service = &services[name];
    let mut found = Vec::new();
    let mut find = |is_so: bool, what: &str| found.extend(is_so.then(|| format!("{name} {what}")));
    find(image_is_unclear(service), "has no image of a known version");
    let ends = service["restart"] == "on-failure";
    find(!ends && service["restart"] != "unless-stopped", "is not started again");
    find(!ends && !has_health(service), "has no health check");
    for port in names(&service["ports"]) {
        find(!port.starts_with("127.0.0.1:"), "is open to every network");
    }
    for other in names(&service["depends_on"]) {
        let on = &services[other];
        find(on.is_null(), &format!("waits for {other}, which is not there"));
        let condition = service["depends_on"][other]["condition"].as_str().unwrap_or_default();
        let never = match condition {
            "service_healthy" => !has_health(on),
            "service_completed_successfully" => on["restart"] != "on-failure",
            _ => false,
        };
        find(never, &format!("waits for {other} in vain"));
    }
    found
}

/// What is wrong with a file: its services, and volumes that are not declared or not used.
fn findings(compose: &Value) -> Vec<String> {
    let services = &compose["services"];
    let mut found: Vec<String> = names(services)
        .into_iter()
        .flat_map(|name| findings_of(name, services))
        .collect();
    let all = names(services)
        .into_iter()
        .flat_map(|name| names(&services[name]["volumes"]));
    let used = all.filter_map(|volume| volume.split(':').next());
    let used: BTreeSet<&str> = used.filter(|volume| !volume.contains(['/', '$'])).collect();
    let declared: BTreeSet<&str> = names(&compose["volumes"]).into_iter().collect();
    let differ = used.symmetric_difference(&declared);
    found.extend(differ.map(|volume| format!("the volume {volume} is used or declared alone")));
    found
}

/// Variables that a file needs and that the comment at its head, or that of the file it is based on, does not name.
fn unnamed<'a>(text: &'a str, heads: &[&str]) -> Vec<&'a str> {
    let head = |text: &&str| {
        text.lines()
            .take_while(|line| line.starts_with('#'))
            .collect::<String>()
    };
    let head: String = heads.iter().map(head).collect();
    let needed = text.split("${").skip(1).filter_map(|rest| rest.split_once(":?}"));
    let needed = needed.map(|(name, _)| name).filter(|name| !name.contains('}'));
    let is_address = |name: &str| name.starts_with("LEDGER_") && name.ends_with("_URL");
    needed
        .filter(|name| !head.contains(name) && !is_address(name))
        .collect()
}

/// The settings with their defaults, as `ledger env-example` prints them.
const SETTINGS: &str = include_str!("../../../../.env.example");
/// Settings that nobody chooses in a container, and what gives them there.
const GIVEN: [(&str, &str); 12] = [
    ("DATABASE_URL", "the file makes it of SERVICE_PASSWORD"),
    ("LEDGER_MIGRATE_URL", "the service never has the owner's login"),
    ("LEDGER_DATA", "the image: its volume"),
    ("LEDGER_PG_BIN", "the database is a container of its own"),
    ("LEDGER_HTTP", "the image: its port"),
    ("LEDGER_STAFF_HTTP", "the image: its port"),
    ("LEDGER_METRICS_HTTP", "the image: its port"),
    ("LEDGER_MODE", "the image: production"),
    ("LEDGER_SYNC", "each file: it knows whether there is a standby"),
    ("LEDGER_STAFF_KEYS", "always required in production"),
    ("LEDGER_WEB", "the image: its page"),
    ("LEDGER_LOG", "the image: JSON"),
];
/// Defaults of the file's own: the volume of checkpoints, and the proxy on this machine.
const OWN: [(&str, &str); 2] = [
    ("LEDGER_CHECKPOINTS", "/var/lib/ledger-checkpoints"),
    ("LEDGER_TRUSTED_PROXIES", "1"),
];

/// Every setting with its default, empty where it has none.
fn settings() -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = SETTINGS.lines();
    let pairs = lines.filter_map(|line| line.strip_prefix('#')?.split_once('='));
    pairs.filter(|(name, _)| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_'))
}

/// Settings that a file does not hand to its service, or with another default.
fn dropped(compose: &str) -> Vec<&'static str> {
    let (_, service) = compose.split_once("\n  ledger:\n").expect("the service");
    let is_handed_on = |(name, default): &(&str, &str)| {
        let own = OWN.iter().find(|(own, _)| own == name);
        let default = own.map_or(*default, |(_, default)| *default);
        let ends = [format!(":-{default}"), ":?".to_owned()];
        ends.iter()
            .any(|end| service.contains(&format!("\n      {name}: ${{{name}{end}}}\n")))
    };
    let chosen = settings().filter(|(name, _)| GIVEN.iter().all(|(given, _)| given != name));
    chosen
        .filter(|setting| !is_handed_on(setting))
        .map(|(name, _)| name)
        .collect()
}

/// A process in a container has the settings that its file lists and no others.
#[test]
fn each_setting_reaches_the_service_in_its_container() {
    let compose = file("compose.yaml");
    assert!(settings().count() > 50);
    assert_eq!(dropped(&compose), [""; 0]);
    let line = "      LEDGER_TON_NODES: ${LEDGER_TON_NODES:-}\n";
    assert_eq!(dropped(&compose.replace(line, "")), ["LEDGER_TON_NODES"]);
    for (name, why) in GIVEN {
        assert!(settings().any(|(known, _)| known == name), "{name} is no setting");
        assert!(!compose.contains(&format!("${{{name}")), "{name}: {why}");
    }
    // The first of the two that starts fixes it for ever.
    assert_eq!(
        compose.matches("LEDGER_PARTITIONS: ${LEDGER_PARTITIONS:-1}\n").count(),
        2
    );
}

#[test]
fn each_container_has_a_version_a_health_check_and_what_it_waits_for() {
    for name in ["compose.yaml", "cluster.yaml"] {
        let Some(compose) = compose(name) else {
            return eprintln!("NOT TESTED: there is no python3 with its module yaml.");
        };
        assert!(names(&compose["services"]).len() >= 3, "{name}");
        assert_eq!(findings(&compose), [""; 0], "{name}");
    }
}

#[test]
fn what_would_be_wrong_with_a_container_is_noticed() {
    let Some(sound) = compose("compose.yaml") else {
        return eprintln!("NOT TESTED: there is no python3 with its module yaml.");
    };
    let defects = [
        (
            "database",
            "image",
            json!("postgres"),
            "database has no image of a known version",
        ),
        (
            "database",
            "healthcheck",
            Value::Null,
            "migrate waits for database in vain",
        ),
        ("database", "restart", Value::Null, "database is not started again"),
        (
            "migrate",
            "restart",
            json!("unless-stopped"),
            "ledger waits for migrate in vain",
        ),
        (
            "ledger",
            "ports",
            json!(["8080:8080"]),
            "ledger is open to every network",
        ),
        (
            "ledger",
            "depends_on",
            json!(["cache"]),
            "ledger waits for cache, which is not there",
        ),
        (
            "ledger",
            "volumes",
            json!(["logs:/var/log"]),
            "the volume logs is used or declared alone",
        ),
    ];
    for (service, key, value, what) in defects {
        let mut wrong = sound.clone();
        wrong["services"][service][key] = value;
        assert!(
            findings(&wrong).iter().any(|found| found == what),
            "{what}: {:?}",
            findings(&wrong)
        );
    }
}

#[test]
fn the_comment_at_the_head_names_each_variable_that_must_be_set() {
    let (single, cluster) = (file("compose.yaml"), file("cluster.yaml"));
    assert!(single.matches(":?}").count() > 5);
    assert_eq!(unnamed(&single, &[&single]), [""; 0]);
    assert_eq!(unnamed(&cluster, &[&single, &cluster]), [""; 0]);
    assert_eq!(unnamed(&cluster, &[&single])[..1], ["ADMIN_PASSWORD"]);
}
