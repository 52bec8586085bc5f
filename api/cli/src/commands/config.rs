//! `ledger config`: the product's numbers by section, proposed by one person and approved by
//! another (PRODUCT §4.1, §7.10).

use settings::table::Table;
use super::{Failure, database, moment, staff};
use settings::Settings;
use anyhow::Context;
use clap::Subcommand;
use domain::config::{Figure, Propose, Section, SectionCommand, SectionDocument, SectionEvent};
use domain::stream::Stream as _;
use domain::time::Timestamp;
use ledger::{Ledger, Plain, StreamId, feed};
use serde_json::Value;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Events of one section that are read at most: more than anybody decides in a year.
const EVENTS_MAX: i64 = 1_000;

/// List, show, propose, approve and reject versions of the product's numbers.
#[derive(clap::Args, Debug)]
pub struct Numbers {
    #[command(subcommand)]
    act: Act,
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
        /// Who proposes
        #[arg(long, value_name = "NAME", value_parser = staff::name)]
        by: String,
        /// Why
        #[arg(long, value_name = "TEXT")]
        reason: String,
        /// From when on (RFC 3339); absent: from the approval on
        #[arg(long, value_name = "TIME", value_parser = read_time)]
        at: Option<Timestamp>,
    },
    /// Let a proposal take force; another person than its author
    Approve {
        /// The section, as the list names it
        #[arg(value_parser = read_section)]
        section: Section,
        /// The proposal
        version: u64,
        /// Who approves
        #[arg(long, value_name = "NAME", value_parser = staff::name)]
        by: String,
    },
    /// Turn a proposal down; the author may take the own one back
    Reject {
        /// The section, as the list names it
        #[arg(value_parser = read_section)]
        section: Section,
        /// The proposal
        version: u64,
        /// Who rejects
        #[arg(long, value_name = "NAME", value_parser = staff::name)]
        by: String,
        /// Why
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },
}

fn read_section(text: &str) -> Result<Section, String> {
    let names: Vec<&str> = Section::ALL.iter().map(|section| section.name()).collect();
    Section::named(text).ok_or_else(|| format!("the sections are {}", names.join(", ")))
}

fn read_time(text: &str) -> Result<Timestamp, String> {
    moment::read(text).ok_or_else(|| "a time is written like 2025-01-31T12:00:00Z".into())
}

impl Numbers {
    /// Does it.
    pub async fn run(self, settings: &Settings) -> Result<(), Failure> {
        staff::on_ledger(settings, async |ledger| match self.act {
            Act::List => list(ledger).await,
            Act::Show { section, version } => show(ledger, section, version).await,
            Act::Propose {
                section,
                file,
                by,
                reason,
                at,
            } => {
                let propose = Propose {
                    section,
                    body: read_body(&file)?,
                    author: by,
                    reason,
                    effective_at: at.unwrap_or_default(),
                    replaces: newest(&load(ledger, section).await?),
                };
                propose_it(ledger, propose).await
            }
            Act::Approve { section, version, by } => {
                let approver = by.clone();
                let approve = SectionCommand::Approve { version, approver };
                decide(ledger, section, approve, &by).await?;
                let approved = load(ledger, section).await?.approved;
                let from = approved.iter().find(|one| one.version == version);
                let from = from.map_or_else(String::new, |one| moment::write(one.effective_at));
                println!("Version {version} of {} is in force from {from} on.", section.name());
                Ok(())
            }
            Act::Reject {
                section,
                version,
                by,
                reason,
            } => {
                let reject = SectionCommand::Reject {
                    version,
                    by: by.clone(),
                    reason,
                };
                decide(ledger, section, reject, &by).await?;
                println!("Version {version} of {} is rejected.", section.name());
                Ok(())
            }
        })
        .await
    }
}

async fn load(ledger: &Ledger, section: Section) -> Result<SectionDocument, Failure> {
    let loaded = ledger.sections().load(&StreamId::house(&section.stream())).await;
    Ok(loaded.map_err(database::failure)?.state)
}

/// The newest approved version; 0 before the first.
fn newest(document: &SectionDocument) -> u64 {
    document.approved.last().map_or(0, |approved| approved.version)
}

async fn decide(ledger: &Ledger, section: Section, command: SectionCommand, by: &str) -> Result<(), Failure> {
    let id = StreamId::house(&section.stream());
    let reply = ledger.sections().execute(&id, command, staff::request(by), Plain).await;
    staff::accepted(reply).map(|_| ())
}

async fn list(ledger: &Ledger) -> Result<(), Failure> {
    let now = ledger.clock().now();
    let mut table = Table::new(&["section", "in force", "to come", "waiting"]);
    for section in Section::ALL {
        let document = load(ledger, *section).await?;
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

async fn show(ledger: &Ledger, section: Section, version: Option<u64>) -> Result<(), Failure> {
    let Some(version) = version else {
        ledger.refresh().await.map_err(database::failure)?;
        return print_body(&ledger.current_config().section(section));
    };
    let events = proposals(ledger, section).await?;
    let proposed = events.into_iter().find(|(number, ..)| *number == version);
    let (_, body, figures) =
        proposed.ok_or_else(|| Failure::Usage(format!("There is no version {version} of {}.", section.name())))?;
    print_body(&body)?;
    print_figures(&figures);
    Ok(())
}

/// Every proposal of a section: number, body and figures.
async fn proposals(ledger: &Ledger, section: Section) -> Result<Vec<(u64, Value, Vec<Figure>)>, Failure> {
    let page = feed::read_stream_page(ledger.pool(), SectionDocument::TYPE, &section.stream(), 0, EVENTS_MAX).await;
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

async fn propose_it(ledger: &Ledger, propose: Propose) -> Result<(), Failure> {
    let (section, by) = (propose.section, propose.author.clone());
    decide(ledger, section, SectionCommand::Propose(propose), &by).await?;
    let last = proposals(ledger, section).await?.pop();
    if let Some((version, _, figures)) = last {
        println!(
            "Version {version} of {} waits for another person's approval. All checks hold.",
            section.name()
        );
        print_figures(&figures);
    }
    Ok(())
}
