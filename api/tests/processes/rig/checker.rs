//! The independent checker: compares the answers that players got with what the database holds. It reads
//! their journals and plain SQL, and shares no code with the ledger.
//!
//! | answered | must hold |
//! |---|---|
//! | any answer | one remembered answer under its request id, with the same code and bytes |
//! | an accepted command | one unbroken run of events, with exactly one of its own kind, ending where the answer points |
//! | balances in an answer | what the postings up to that position give |
//! | a refused command | no event |
//! | everything of a player | as many dives, casts and ends as were answered, and as many coins burned |

use super::client::Ack;
use serde_json::Value;
use sqlx::{PgConnection, Row};
use std::collections::{BTreeMap, HashMap, HashSet};
use uuid::Uuid;

/// Each call and the event that it is about.
const HEADLINES: [(&str, &str); 3] = [
    ("fishing/dive_start", "DiveStarted"),
    ("fishing/cast", "CastResolved"),
    ("fishing/surface", "DiveClosed"),
];

/// Balances in an answer.
const BALANCES: [&str; 8] = [
    "coin_paid",
    "coin_promo",
    "diamond",
    "gusd",
    "gusd_bonus",
    "usdt",
    "usdt_hold",
    "coupon",
];

struct Remembered {
    scope: Uuid,
    code: i32,
    answer: String,
    position: Option<i64>,
}

struct Recorded {
    player: String,
    kind: String,
    position: i64,
}

/// What the database holds.
struct Database {
    requests: HashMap<Uuid, Vec<Remembered>>,
    events: HashMap<Uuid, Vec<Recorded>>,
    counts: BTreeMap<(String, String), i64>,
    burned: BTreeMap<Uuid, i64>,
    sink: i64,
    /// Position and balance after each posting, in order.
    balances: HashMap<(Uuid, String), Vec<(i64, i64)>>,
}

/// Everything that does not fit, in sentences; empty when nothing was lost and nothing doubled.
pub async fn problems(database: &mut PgConnection, acks: &[Ack]) -> Vec<String> {
    let found = Database::read(database).await.expect("the database can be read");
    let mut problems: Vec<String> = acks.iter().filter_map(|ack| found.contradicts(ack)).collect();
    let ids: HashSet<Uuid> = acks.iter().map(|ack| ack.command.req_id).collect();
    if ids.len() != acks.len() {
        problems.push(format!("{} commands have {} request ids", acks.len(), ids.len()));
    }
    let players: HashSet<Uuid> = acks.iter().map(|ack| ack.command.player).collect();
    for player in players {
        let own: Vec<&Ack> = acks.iter().filter(|ack| ack.command.player == player).collect();
        problems.extend(found.miscounts(player, &own));
    }
    let burned = burned(acks.iter());
    if burned != found.sink {
        problems.push(format!(
            "the players burned {burned} coins, the house took {}",
            found.sink
        ));
    }
    problems
}

fn burned<'a>(acks: impl Iterator<Item = &'a Ack>) -> i64 {
    acks.filter(|ack| ack.error == 0).map(|ack| ack.command.burns).sum()
}

impl Database {
    async fn read(database: &mut PgConnection) -> Result<Database, sqlx::Error> {
        let mut found = Database {
            requests: HashMap::new(),
            events: HashMap::new(),
            counts: BTreeMap::new(),
            burned: BTreeMap::new(),
            sink: 0,
            balances: HashMap::new(),
        };
        let requests = "select request_id, scope, code, answer, position from requests";
        for row in sqlx::query(requests).fetch_all(&mut *database).await? {
            let (scope, code, answer, position) = (row.try_get(1)?, row.try_get(2)?, row.try_get(3)?, row.try_get(4)?);
            let remembered = Remembered {
                scope,
                code,
                answer,
                position,
            };
            found.requests.entry(row.try_get(0)?).or_default().push(remembered);
        }
        let events = "select (metadata->>'request_id')::uuid, aggregate_id, event_type, position from events
                       where aggregate_type = 'player' order by position";
        for row in sqlx::query(events).fetch_all(&mut *database).await? {
            let recorded = Recorded {
                player: row.try_get(1)?,
                kind: row.try_get(2)?,
                position: row.try_get(3)?,
            };
            *found
                .counts
                .entry((recorded.player.clone(), recorded.kind.clone()))
                .or_default() += 1;
            if let Some(request) = row.try_get(0)? {
                found.events.entry(request).or_default().push(recorded);
            }
        }
        let burned = "select owner, account, sum(amount)::bigint from postings
                       where account = 'h:coin_sink' or (account in ('coin_paid', 'coin_promo') and amount < 0)
                       group by owner, account";
        for row in sqlx::query(burned).fetch_all(&mut *database).await? {
            let (owner, account, amount): (Uuid, String, i64) = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
            if account == "h:coin_sink" {
                found.sink += amount;
            } else {
                *found.burned.entry(owner).or_default() -= amount;
            }
        }
        let after = "select owner, account, position, after from postings
                      where account = any($1::text[]) order by position, leg";
        for row in sqlx::query(after).bind(&BALANCES[..]).fetch_all(database).await? {
            let account = (row.try_get(0)?, row.try_get(1)?);
            let line = (row.try_get(2)?, row.try_get(3)?);
            found.balances.entry(account).or_default().push(line);
        }
        Ok(found)
    }

    fn contradicts(&self, ack: &Ack) -> Option<String> {
        let (call, id) = (ack.command.call, ack.command.req_id);
        let rows = self.requests.get(&id).map_or(&[][..], Vec::as_slice);
        let [row] = rows else {
            return Some(format!(
                "{call} {id} was answered {}, and is remembered {} times",
                ack.error,
                rows.len()
            ));
        };
        if (row.scope, row.code, row.answer.as_str()) != (ack.command.player, ack.error, ack.data.as_str()) {
            let (answered, kept) = (&ack.data, &row.answer);
            return Some(format!(
                "{call} {id} was answered {} {answered}, remembered is {} {kept}",
                ack.error, row.code
            ));
        }
        let events = self.events.get(&id).map_or(&[][..], Vec::as_slice);
        if ack.error == 0 {
            broken_run(ack, row, events).or_else(|| self.untrue_balance(ack, row.position?))
        } else {
            left_events(ack, events)
        }
    }

    /// A balance in the answer that the books do not give at its position.
    fn untrue_balance(&self, ack: &Ack, position: i64) -> Option<String> {
        let data: Value = serde_json::from_str(&ack.data).expect("JSON");
        BALANCES.iter().find_map(|account| {
            let lines = self.balances.get(&(ack.command.player, (*account).to_owned()));
            let lines = lines.map_or(&[][..], Vec::as_slice);
            let until = lines.partition_point(|(at, _)| *at <= position);
            let kept = until.checked_sub(1).map_or(0, |last| lines[last].1);
            let answered = minor(&data["asset"][*account]);
            (answered != kept).then(|| {
                let (call, id) = (ack.command.call, ack.command.req_id);
                format!("{call} {id}: the answer says {answered} {account}, the books {kept}")
            })
        })
    }

    fn miscounts(&self, player: Uuid, acks: &[&Ack]) -> Vec<String> {
        let accepted = |call: &str| {
            acks.iter()
                .filter(|ack| ack.error == 0 && ack.command.call == call)
                .count() as i64
        };
        let kept = |kind: &str| {
            self.counts
                .get(&(player.to_string(), kind.to_owned()))
                .copied()
                .unwrap_or_default()
        };
        let counts = HEADLINES.iter().filter(|(call, kind)| accepted(call) != kept(kind));
        let mut problems: Vec<String> = counts
            .map(|(call, kind)| {
                format!(
                    "{player}: {call} was accepted {} times, {kind} was recorded {}",
                    accepted(call),
                    kept(kind)
                )
            })
            .collect();
        let (answered, kept) = (
            burned(acks.iter().copied()),
            self.burned.get(&player).copied().unwrap_or_default(),
        );
        if answered != kept {
            problems.push(format!(
                "{player} burned {answered} coins by the answers and {kept} by the books"
            ));
        }
        problems
    }
}

/// What is wrong with the events of an accepted command.
fn broken_run(ack: &Ack, row: &Remembered, events: &[Recorded]) -> Option<String> {
    let (call, id) = (ack.command.call, ack.command.req_id);
    let headline = HEADLINES
        .iter()
        .find(|(known, _)| *known == call)
        .map_or("", |(_, kind)| *kind);
    let own = events.iter().filter(|event| event.kind == headline).count();
    let unbroken = events.windows(2).all(|pair| pair[1].position == pair[0].position + 1);
    let player = ack.command.player.to_string();
    let of_player = events.iter().all(|event| event.player == player);
    if own != 1 {
        return Some(format!("{call} {id} was accepted once and recorded {own} times"));
    }
    if !unbroken || !of_player {
        return Some(format!("{call} {id}: the events are not one run of one player"));
    }
    let last = events.last().map(|event| event.position);
    (last != row.position).then(|| {
        format!(
            "{call} {id}: the events end at {last:?}, the answer points at {:?}",
            row.position
        )
    })
}

/// Minor units of a number or of a text with all its decimals.
fn minor(amount: &Value) -> i64 {
    let digits = amount.as_str().map(|text| text.replace('.', ""));
    let parsed = digits.map(|digits| digits.parse().expect("an amount"));
    parsed
        .or_else(|| amount.as_i64())
        .expect("every answer has the balances")
}

fn left_events(ack: &Ack, events: &[Recorded]) -> Option<String> {
    let (call, id, error) = (ack.command.call, ack.command.req_id, ack.error);
    (!events.is_empty()).then(|| format!("{call} {id} was refused with {error} and left {} events", events.len()))
}
