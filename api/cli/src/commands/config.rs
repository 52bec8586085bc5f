//! `ledger config`: the product's numbers by section, proposed by one person and approved by another (api §4.1, §7.10).
//! Looking needs the database alone; every change goes through the staff service.

use super::staff::client::Client;
use super::staff::key::Signing;
use super::{Failure, database, moment, proposals};
use anyhow::Context;
use clap::Subcommand;
use domain::config::{Config, ConfigDocument, Figure, Section, SectionDocument, SectionEvent};
use domain::stream::Stream;
use domain::time::Timestamp;
use ledger::{CONFIG_STREAM, Clock, EventLog, feed};
use serde_json::{Value, json};
use settings::Settings;
use settings::table::Table;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Events of one section that are read at most: more than anybody decides in a year.
const EVENTS_MAX: i64 = 1_000;

/// List, show, propose, approve and reject versions of the product's numbers.
#[derive(clap::Args, Debug)]
pub struct ConfigCommand {
    #[command(subcommand)]
    act: Act,
    /// Print the data of an answer of the staff service as JSON
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Subcommand, Debug)]
enum Act {
    /// Every section with its version in force, those to come and those that wait
    List,
    /// Print a section in force, or one of its proposals with the computed figures
    Show {
        /// The section, as the list names it
        #[arg(value_parser = read_section)]
        section: Section,
        /// The proposal; absent: what is in force
        #[arg(long, value_name = "N")]
        version: Option<u64>,
    },
    /// Propose a whole section; its checks run now, and again at the approval
    Propose {
        /// The section, as the list names it
        #[arg(value_parser = read_section)]
        section: Section,
        /// A file with the section's JSON, or - for the standard input
        #[arg(long, value_name = "FILE")]
        file: PathBuf,
        /// Why; recorded for ever
        #[arg(long, value_name = "TEXT")]
        reason: String,
        /// From when on (RFC 3339); absent: from the approval on
        #[arg(long, value_name = "TIME", value_parser = moment::of_clock)]
        at: Option<Timestamp>,
        #[command(flatten)]
        signing: Signing,
    },
    /// Let a proposal take force; another person than its author
    Approve(Which),
    /// Turn a proposal down; the author may take the own one back
    Reject(Which),
}

#[derive(clap::Args, Debug)]
struct Which {
    /// The section, as the list names it
    #[arg(value_parser = read_section)]
    section: Section,
    /// The proposal
    version: u64,
    /// Why; recorded for ever
    #[arg(long, value_name = "TEXT")]
    reason: String,
    #[command(flatten)]
    signing: Signing,
}

impl Which {
    /// As the staff service names it.
    fn proposal(&self) -> String {
        format!("config.{}.{}", self.section.name(), self.version)
    }
}

fn read_section(text: &str) -> Result<Section, String> {
    let names: Vec<&str> = Section::ALL.iter().map(|section| section.name()).collect();
    Section::named(text).ok_or_else(|| format!("the sections are {}", names.join(", ")))
}

impl ConfigCommand {
    /// Does it.
    pub async fn run(self, settings: &Settings) -> Result<(), Failure> {
        let answer = match self.act {
            Act::List => return database::reading(settings, list).await,
            Act::Show { section, version } => {
                return database::reading(settings, async |log| show(log, section, version).await).await;
            }
            Act::Propose {
                section,
                file,
                reason,
                at,
                signing,
            } => {
                let (client, body) = (Client::open(settings)?, read_body(&file)?);
                let newest = client.read("config/info", json!({ "section": section.name() })).await?;
                let body = json!({
                    "section": section.name(),
                    "body": body,
                    "effective_ms": at.map(|at| at.0),
                    "replaces": newest.value()["section"]["newest"],
                });
                signing.act(&client, "config/propose", &reason, body).await?
            }
            Act::Approve(which) => {
                let (client, proposal) = (Client::open(settings)?, which.proposal());
                // A version never changes, so its number is bound to what was looked at.
                let seen = proposals::info(&client, &proposal).await?;
                let digest = seen.text("/proposal/digest");
                proposals::approve(&client, &which.signing, &proposal, &digest, &which.reason).await?
            }
            Act::Reject(which) => {
                let client = Client::open(settings)?;
                proposals::reject(&client, &which.signing, &which.proposal(), &which.reason).await?
            }
        };
        answer.print(self.json);
        Ok(())
    }
}

/// A document as its events make it.
async fn load<S: Stream>(log: &EventLog, key: &str) -> Result<S, Failure> {
    let events = feed::read_stream_page(log, S::TYPE, key, 0, EVENTS_MAX).await;
    let mut document = S::default();
    for event in events.map_err(database::failure)? {
        document.evolve(&event.decode().map_err(|fault| database::failure(fault.into()))?);
    }
    Ok(document)
}

async fn load_section(log: &EventLog, section: Section) -> Result<SectionDocument, Failure> {
    load(log, &section.stream()).await
}

/// What is in force now.
async fn in_force(log: &EventLog) -> Result<Config, Failure> {
    let genesis: ConfigDocument = load(log, CONFIG_STREAM).await?;
    let genesis = genesis
        .current
        .ok_or_else(|| Failure::Usage("This database has no configuration yet: run `ledger migrate`.".into()))?;
    let mut documents = Vec::new();
    for section in Section::ALL {
        documents.push(load_section(log, *section).await?);
    }
    Ok(Config::assemble(&genesis, &documents, Clock::system().now()))
}

async fn list(log: &EventLog) -> Result<(), Failure> {
    let now = Clock::system().now();
    let mut table = Table::new(&["section", "in force", "to come", "waiting"]);
    for section in Section::ALL {
        let document = load_section(log, *section).await?;
        let in_force = document.in_force(now).map_or(0, |version| version.version);
        let to_come = document.approved.iter().filter(|one| one.effective_at > now);
        let to_come: Vec<String> = to_come
            .map(|one| format!("{} from {}", one.version, moment::write(one.effective_at)))
            .collect();
        let waiting = document.waiting.iter();
        let waiting: Vec<String> = waiting
            .map(|(version, one)| format!("{version} by {}", one.author))
            .collect();
        table.row(vec![
            section.name().to_owned(),
            in_force.to_string(),
            to_come.join(", "),
            waiting.join(", "),
        ]);
    }
    print!("{table}");
    Ok(())
}

async fn show(log: &EventLog, section: Section, version: Option<u64>) -> Result<(), Failure> {
    let Some(version) = version else {
        return print_body(&in_force(log).await?.section(section));
    };
    let events = proposals(log, section).await?;
    let proposed = events.into_iter().find(|(number, ..)| *number == version);
    let (_, body, figures) =
        proposed.ok_or_else(|| Failure::Usage(format!("There is no version {version} of {}.", section.name())))?;
    print_body(&body)?;
    print_figures(&figures);
    Ok(())
}

/// Every proposal of a section: number, body and figures.
async fn proposals(log: &EventLog, section: Section) -> Result<Vec<(u64, Value, Vec<Figure>)>, Failure> {
    let page = feed::read_stream_page(log, SectionDocument::TYPE, &section.stream(), 0, EVENTS_MAX).await;
    let mut proposals = Vec::new();
    for recorded in page.map_err(database::failure)? {
        if let SectionEvent::ConfigProposed {
            version, body, figures, ..
        } = recorded.decode().map_err(|fault| database::failure(fault.into()))?
        {
            proposals.push((version, body, figures));
        }
    }
    Ok(proposals)
}

fn print_body(body: &Value) -> Result<(), Failure> {
    println!("{}", serde_json::to_string_pretty(body).context("numbers write")?);
    Ok(())
}

fn print_figures(figures: &[Figure]) {
    if figures.is_empty() {
        return;
    }
    let mut table = Table::new(&["figure", "value", "must be"]);
    for figure in figures {
        table.row(vec![figure.name.clone(), figure.value.clone(), figure.bound.clone()]);
    }
    print!("{table}");
}

fn read_body(file: &Path) -> Result<Value, Failure> {
    let mut text = String::new();
    let read = if file.as_os_str() == "-" {
        std::io::stdin().read_to_string(&mut text).map(|_| ())
    } else {
        std::fs::read_to_string(file).map(|read| text = read)
    };
    let named = file.display();
    read.map_err(|fault| Failure::Usage(format!("The file {named} cannot be read: {fault}.")))?;
    serde_json::from_str(&text).map_err(|error| Failure::Usage(format!("The file {named} is no JSON: {error}.")))
}
