//! What is held of a person, made for that person (api §7.26): the same kinds of records that an erasure destroys, what
//! the account's own events say, and what else is kept beside the log.
//!
//! Given are the person's own data alone: of an event the fields that players may see (`domain::player::visible`), of a
//! case its texts and files without the names of staff. What is held and not given is named with its reason.

use crate::facts;
use crate::reading::players::limits;
use crate::wire::access::{AccessFileData, AccessPart, AccessWithheld};
use api::app::App;
use api::error::Failure;
use api::wire::why::WalletWhy;
use base64::prelude::{BASE64_STANDARD, Engine};
use domain::ids::PlayerId;
use domain::kyc::KycCheck;
use domain::player::Player;
use domain::stream::Stream;
use domain::time::Timestamp;
use ledger::feed::{self, Recorded};
use ledger::{Fault, Ledger, StreamId, entries, log};
use projections::{cases, message_outbox};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use uuid::Uuid;

/// Fields of a record by name.
type Row = BTreeMap<String, String>;

/// The newest events of a stream that are given. ASSUMED: two years of daily play; older ones are counted.
const HISTORY_MAX: i64 = 20_000;
/// Bytes of images and files that one answer carries. ASSUMED: twice what one identity check may bring.
const BYTES_MAX: usize = 32 << 20;
/// Lines of messages and cases at most (ASSUMED: more than anybody has).
const LINES_MAX: i64 = 1_000;

/// What becomes of a kind of record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Treatment {
    /// A document, field by field, in this part.
    Fields(&'static str),
    /// A text that people wrote.
    Text(&'static str),
    /// An image or a file.
    Bytes(&'static str),
    /// Not given: a name, and why.
    Withheld(&'static str, &'static str),
}

/// Every kind of record that the vault keeps of a player, by the begin of its name.
pub const KINDS: &[(&str, Treatment)] = &[
    ("profile", Treatment::Fields("profile")),
    ("kyc:", Treatment::Fields("identity_forms")),
    ("upload:", Treatment::Bytes("images")),
    ("case_text:", Treatment::Text("case_texts")),
    ("case_file:", Treatment::Bytes("case_files")),
    (
        "ties",
        Treatment::Withheld(
            "device_traces",
            "keyed hashes of devices and networks: they show that the same one comes again, and nothing else",
        ),
    ),
];

/// Of a kind that nobody listed.
pub const UNKNOWN: Treatment =
    Treatment::Withheld("unknown_records", "records of a kind that this version cannot read");

/// What becomes of a record of this kind.
pub fn treatment(kind: &str) -> Treatment {
    let found = KINDS.iter().find(|(begin, _)| kind.starts_with(begin));
    found.map_or(UNKNOWN, |(_, treatment)| *treatment)
}

/// A file while it is made.
#[derive(Default)]
struct Making {
    parts: BTreeMap<&'static str, Vec<Row>>,
    withheld: BTreeMap<&'static str, (i64, &'static str)>,
    bytes: usize,
}

/// Everything that is held of a player.
///
/// # Errors
/// A fault of the database or of the vault.
pub async fn file(app: &App, player: PlayerId, now: Timestamp) -> Result<AccessFileData, Failure> {
    let (ledger, mut making) = (app.ledger(), Making::default());
    account(ledger, player, now, &mut making).await?;
    making.vault(ledger, player).await?;
    beside(app, player, now, &mut making).await?;
    for stream in [Player::TYPE, KycCheck::TYPE] {
        history(ledger, player, stream, &mut making).await?;
    }
    Ok(making.data(player, now))
}

impl Making {
    fn add(&mut self, part: &'static str, record: &Value) {
        let mut row = Row::new();
        flatten("", record, &mut row);
        self.parts.entry(part).or_default().push(row);
    }

    fn withhold(&mut self, what: &'static str, count: i64, why: &'static str) {
        self.withheld.entry(what).or_insert((0, why)).0 += count;
    }

    /// Each record of the vault, one by one: their sum is bounded, a single one is already.
    async fn vault(&mut self, ledger: &Ledger, player: PlayerId) -> Result<(), Fault> {
        for kind in ledger.vault().kinds(player.0).await? {
            if let Treatment::Withheld(what, why) = treatment(&kind) {
                self.withhold(what, 1, why);
            } else if let Some(plain) = ledger.vault().get(player.0, &kind).await? {
                self.record(&kind, &plain);
            }
        }
        Ok(())
    }

    fn record(&mut self, kind: &str, plain: &[u8]) {
        match treatment(kind) {
            Treatment::Fields(part) => {
                let read: Value = serde_json::from_slice(plain).unwrap_or_default();
                self.add(part, &json!({ "record": kind, "": read }));
            }
            Treatment::Text(part) => {
                self.add(part, &json!({ "record": kind, "text": String::from_utf8_lossy(plain) }));
            }
            Treatment::Bytes(_) if self.bytes + plain.len() > BYTES_MAX => {
                self.withhold("large_records", 1, "images and files beyond what one answer carries");
            }
            Treatment::Bytes(part) => {
                self.bytes += plain.len();
                let bytes = BASE64_STANDARD.encode(plain);
                self.add(
                    part,
                    &json!({ "record": kind, "media_type": media_type(plain), "bytes": bytes }),
                );
            }
            Treatment::Withheld(what, why) => self.withhold(what, 1, why),
        }
    }

    fn data(self, player: PlayerId, now: Timestamp) -> AccessFileData {
        let part = |(name, records): (&str, Vec<Row>)| AccessPart {
            name: name.to_owned(),
            records,
        };
        let withheld = |(what, (count, why)): (&str, (i64, &str))| AccessWithheld {
            what: what.to_owned(),
            count: Some(count).filter(|count| *count > 0),
            why: why.to_owned(),
        };
        AccessFileData {
            player: player.to_string(),
            made_ms: now.0,
            parts: self.parts.into_iter().map(part).collect(),
            withheld: self.withheld.into_iter().map(withheld).collect(),
        }
    }
}

/// Images are drawn anew when they come in, in one format; what else is kept is a PDF or a text.
fn media_type(bytes: &[u8]) -> &'static str {
    match bytes {
        [0xff, 0xd8, ..] => "image/jpeg",
        _ if bytes.starts_with(b"%PDF-") => "application/pdf",
        _ => "text/plain",
    }
}

/// What the account's own streams fold to.
async fn account(ledger: &Ledger, player: PlayerId, now: Timestamp, making: &mut Making) -> Result<(), Fault> {
    let id = StreamId::player(player);
    let state = ledger.players().load(&id).await?.state;
    let registration = &state.registration;
    making.add(
        "account",
        &json!({
            "player": player.to_string(),
            "messenger_id": registration.tg_id,
            "invite_code": registration.scode.to_string(),
            "language": registration.lang,
            "registered_ms": registration.registered_at.0,
            "was_invited": registration.inviter.is_some(),
            "terms": registration.terms,
            "country_of_connection": state.identity.connection,
            "country_of_document": state.identity.document,
        }),
    );
    making.add("limits", &json!(limits(&state, now)));
    let check = ledger.kyc_checks().load(&id).await?.state;
    if check.revision > 0 {
        making.add(
            "identity",
            &json!({
                "status": check.status, "country": check.country, "reasons": check.reasons,
                "expires_on": check.expires_on,
            }),
        );
    }
    for address in facts::addresses(ledger, player).await? {
        making.add(
            "addresses",
            &json!({ "address": address.address, "set_ms": address.at_ms }),
        );
    }
    making.withhold(
        "fingerprints",
        0,
        "keyed hashes of payout address, phone, mail, document and images: they show that the same one comes again",
    );
    Ok(())
}

/// What is kept beside the log: sessions, messages, cases.
async fn beside(app: &App, player: PlayerId, now: Timestamp, making: &mut Making) -> Result<(), Failure> {
    let ledger = app.ledger();
    for session in app.sessions().list(player, "", now).await? {
        making.add(
            "sessions",
            &json!({ "device": session.device, "created_ms": session.created_at, "seen_ms": session.seen_at }),
        );
    }
    let partition = ledger.partition_of(player.0);
    for message in message_outbox::of_player(ledger.pool(), partition, player, LINES_MAX).await? {
        making.add(
            "messages",
            &json!({ "kind": message.kind, "written_ms": message.written_at.0, "outcome": message.outcome }),
        );
    }
    let wanted = cases::Wanted {
        player: Some(player),
        ..cases::Wanted::default()
    };
    for case in cases::list(ledger.pool(), wanted, LINES_MAX).await? {
        making.add(
            "cases",
            &json!({
                "number": case.number, "title": case.title, "state": case.state, "opened_ms": case.opened_at.0,
            }),
        );
    }
    Ok(())
}

/// What happened, newest last: what players may see of each event, and what it moved on the player's accounts.
async fn history(ledger: &Ledger, player: PlayerId, stream: &str, making: &mut Making) -> Result<(), Fault> {
    let key = StreamId::player(player).key;
    let version = log::version_at(ledger.pool(), stream, &key, i64::MAX).await?;
    let mut read = (version - HISTORY_MAX).max(0);
    making.withhold(
        "older_history",
        read,
        "older events: the statement of the account has them all",
    );
    while read < version {
        let wanted = feed::PAGE_MAX.min(version - read);
        let page = feed::read_stream_page(ledger.pool(), stream, &key, read, wanted).await?;
        let Some(last) = page.last() else { break };
        read = last.sequence;
        happened(ledger, player.0, &page, making).await?;
    }
    Ok(())
}

async fn happened(ledger: &Ledger, owner: Uuid, page: &[Recorded], making: &mut Making) -> Result<(), Fault> {
    let positions: Vec<i64> = page.iter().map(|event| event.position).collect();
    let partition = i32::from(ledger.partition_of(owner));
    let legs = entries::legs(ledger.pool(), partition, &positions).await?;
    for event in page {
        let own = |leg: &&entries::Line| leg.owner == owner && leg.cursor.position == event.position;
        let moved = legs.iter().filter(own).map(|leg| {
            let amount = format!("{} {}, then {}", leg.amount, leg.asset, leg.after);
            (leg.account.clone(), Value::from(amount))
        });
        let moved: serde_json::Map<String, Value> = moved.collect();
        let seen = WalletWhy::of(&event.event_type, &event.event_id.to_string(), &event.payload, 0);
        let seen = seen
            .inputs
            .into_iter()
            .map(|input| (input.name, Value::from(input.value)));
        let seen: serde_json::Map<String, Value> = seen.collect();
        making.add(
            "history",
            &json!({ "at_ms": event.recorded_at_ms, "event": event.event_type, "": seen, "moved": moved }),
        );
    }
    Ok(())
}

/// Values by their names; what has none takes that of what it stands in. Lists are one text.
fn flatten(name: &str, value: &Value, row: &mut Row) {
    match value {
        Value::Null => {}
        Value::Object(fields) => {
            for (field, value) in fields {
                let inner = [name, field].into_iter().filter(|part| !part.is_empty());
                flatten(&inner.collect::<Vec<_>>().join("."), value, row);
            }
        }
        Value::Array(list) => {
            let texts = list
                .iter()
                .map(|one| one.as_str().map_or_else(|| one.to_string(), str::to_owned));
            row.insert(name.to_owned(), texts.collect::<Vec<_>>().join(", "));
        }
        Value::String(text) => _ = row.insert(name.to_owned(), text.clone()),
        other => _ = row.insert(name.to_owned(), other.to_string()),
    }
}
