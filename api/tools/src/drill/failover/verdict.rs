//! What the players were answered beside what the database holds; reads nothing that a service reported of itself but
//! the answers of `ledger verify` and `ledger audit`.

use super::fault::Fault;
use super::load::Played;
use serde_json::{Value, json};
use sqlx::{PgConnection, Row};
use std::collections::HashMap;
use std::fmt;
use std::time::{Duration, Instant};
use uuid::Uuid;

/// Sentences of one kind that are printed.
const SENTENCES_MAX: usize = 5;
/// A planned change may stop writing for so long.
const SWITCHOVER_MAX: Duration = Duration::from_secs(5);
/// A lost primary may stop it so much longer than Patroni waits for it.
const BEYOND_TTL: Duration = Duration::from_secs(5);
/// And so much longer when it only says nothing: then a statement waits for its end (ledger §4.3).
const STATEMENT_MAX: Duration = Duration::from_secs(10);

/// After a loss every service stops within so long once it has a primary again.
const STOPPED_MAX: Duration = Duration::from_secs(2);

/// Calls whose answers hold a name, which is not kept with them.
const WITH_NAMES: [&str; 1] = ["user/accept_terms"];

/// Streams with a version that is missing, and logs with a position that is.
const GAPS: &str = "
select count(*) from (
    select 1 from events group by partition, aggregate_type, aggregate_id
    having count(*) <> max(sequence) or min(sequence) <> 1
    union all
    select 1 from heads h left join events e using (partition)
     group by h.partition, h.position having count(e.position) <> h.position) gaps";
/// Requests with two answers, or whose events are not one run.
const DOUBLED: &str = "
select count(*) from (
    select 1 from requests group by scope, request_id having count(*) > 1
    union all
    select 1 from events where metadata->>'request_id' is not null
     group by partition, metadata->>'request_id' having max(position) - min(position) + 1 <> count(*)) doubled";

/// What a loss brought with it, where replication was not synchronous.
#[derive(Clone, Debug)]
pub struct Loss {
    /// When there was a primary again, which had lost something.
    pub led: Instant,
    /// Commands that were acknowledged on top of it.
    pub acknowledged_after: usize,
    /// From the moment when there was a primary again until every service said that it is not ready.
    pub stopped_after: Option<Duration>,
    /// What `ledger verify --checkpoint` says is missing.
    pub named: Option<String>,
}

/// The counts of a drill.
#[derive(Clone, Debug, Default)]
pub struct Verdict {
    /// Each fault, with the longest time in which nothing was acknowledged; none when it was skipped.
    pub faults: Vec<(Fault, Option<Duration>)>,
    pub loss: Option<Loss>,
    acknowledged: usize,
    lost: usize,
    doubled: u64,
    version_gaps: u64,
    longest_gap: Duration,
    ready_silence: Duration,
    answers_5xx: u64,
    answers_busy: u64,
    /// How often a Patroni ended by itself and was started again.
    pub patroni_restarts: u32,
    /// Whatever else must not be, in words.
    pub other: Vec<String>,
}

impl Verdict {
    /// Looks for every acknowledged command in the database. Before they are sent again, which would bring them back.
    /// What was refused without asking a stream is not kept, and no promise: it leaves the journal.
    pub async fn look(&mut self, database: &mut PgConnection, played: &mut Played) -> anyhow::Result<()> {
        let ids: Vec<Uuid> = played.acknowledged.iter().map(|one| one.req_id).collect();
        let kept = "select request_id, code, answer from requests where request_id = any($1)";
        let mut answers = HashMap::new();
        for row in sqlx::query(kept).bind(ids).fetch_all(&mut *database).await? {
            let answer: (i32, String) = (row.try_get(1)?, row.try_get(2)?);
            answers.insert(row.try_get::<Uuid, _>(0)?, answer);
        }
        played
            .acknowledged
            .retain(|one| one.error == 0 || answers.contains_key(&one.req_id));
        self.acknowledged = played.acknowledged.len();
        let lost = played.acknowledged.iter().filter_map(|one| {
            let (kept, call) = (answers.get(&one.req_id), one.call);
            let is_kept = kept.is_some_and(|(code, answer)| {
                *code == one.error && (*answer == one.data || WITH_NAMES.contains(&call))
            });
            let code = kept.map(|(code, _)| code);
            (!is_kept).then(|| format!("{call} {} was answered {}, kept is {code:?}", one.req_id, one.error))
        });
        let lost: Vec<String> = lost.collect();
        self.lost = lost.len();
        if self.loss.is_none() {
            self.other.extend(lost.into_iter().take(SENTENCES_MAX));
        }
        if let Some(loss) = &mut self.loss {
            let after = played.acknowledged.iter().filter(|one| one.at > loss.led);
            loss.acknowledged_after = after.count();
        }
        self.version_gaps = count(database, GAPS).await?;
        self.doubled = count(database, DOUBLED).await?;
        Ok(())
    }

    /// What the players saw, their repetitions included. With a loss, their own books know what the log does not.
    pub fn hear(&mut self, played: &Played) {
        let tally = &played.tally;
        self.longest_gap = played.longest_gap;
        self.ready_silence = played.ready_silence;
        self.answers_5xx = tally.total().server_faults;
        self.answers_busy = tally.total().refused.get(&-1008).copied().unwrap_or_default();
        let Some(loss) = &self.loss else {
            self.doubled += tally.mismatches.len() as u64;
            for sentences in [
                &tally.mismatches,
                &tally.balances_wrong,
                &tally.dives_unfair,
                &tally.gave_up,
            ] {
                self.other.extend(sentences.iter().take(SENTENCES_MAX).cloned());
            }
            return;
        };
        if self.lost == 0 {
            self.other
                .push("nothing was lost, so nothing was shown: the standbys had everything".to_owned());
        }
        if loss.stopped_after.is_none() {
            self.other.push("a service was still ready after the loss".to_owned());
        }
    }

    /// Compares the times with what Patroni's settings and this program promise.
    pub fn compare_gaps(&mut self, ttl: Duration) {
        for (fault, gap) in &self.faults {
            let max = match fault {
                Fault::Switchover => SWITCHOVER_MAX,
                Fault::NetworkCut => ttl + BEYOND_TTL + STATEMENT_MAX,
                _ => ttl + BEYOND_TTL,
            };
            if gap.is_some_and(|gap| gap > max) {
                self.other
                    .push(format!("{} stopped writing for longer than {max:?}", fault.name()));
            }
        }
        let stopped_after = self.loss.as_ref().and_then(|loss| loss.stopped_after);
        if stopped_after.is_some_and(|time| time > STOPPED_MAX) {
            self.other.push(format!(
                "a service was ready for longer than {STOPPED_MAX:?} after the loss"
            ));
        }
    }

    /// Whether nothing went wrong.
    pub fn is_clean(&self) -> bool {
        let is_lost = match &self.loss {
            Some(loss) => loss.acknowledged_after > 0 || loss.named.is_none(),
            None => self.lost > 0,
        };
        !is_lost && self.doubled + self.version_gaps + self.answers_5xx == 0 && self.other.is_empty()
    }

    /// The line that programs read.
    pub fn json(&self) -> Value {
        let faults: Vec<Value> = self
            .faults
            .iter()
            .map(|(fault, gap)| json!({ "fault": fault.name(), "gap_s": gap.map(seconds) }))
            .collect();
        let mut report = json!({
            "rounds": self.faults.len(), "acknowledged": self.acknowledged, "lost": self.lost, "doubled": self.doubled,
            "version_gaps": self.version_gaps, "longest_gap_s": seconds(self.longest_gap),
            "answers_5xx": self.answers_5xx, "answers_busy": self.answers_busy,
            "ready_without_answers_s": seconds(self.ready_silence), "patroni_restarts": self.patroni_restarts,
            "faults": faults, "other": self.other,
        });
        if let Some(loss) = &self.loss {
            report["acknowledged_after_loss"] = loss.acknowledged_after.into();
            report["stopped_after_s"] = json!(loss.stopped_after.map(seconds));
            report["verify_names"] = json!(loss.named);
        }
        report
    }
}

async fn count(database: &mut PgConnection, statement: &'static str) -> anyhow::Result<u64> {
    let found: i64 = sqlx::query_scalar(statement).fetch_one(database).await?;
    Ok(u64::try_from(found)?)
}

/// Whole tenths.
fn seconds(time: Duration) -> f64 {
    let tenths = u64::try_from(time.as_millis() / 100).unwrap_or(u64::MAX);
    Duration::from_millis(tenths.saturating_mul(100)).as_secs_f64()
}

impl fmt::Display for Verdict {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (fault, gap) in &self.faults {
            match gap {
                Some(gap) => writeln!(
                    formatter,
                    "{:15} {:5.1} s without an answer",
                    fault.name(),
                    seconds(*gap)
                )?,
                None => writeln!(
                    formatter,
                    "{:15} SKIPPED: a disk can be mounted by root alone",
                    fault.name()
                )?,
            }
        }
        write!(
            formatter,
            "{} commands were acknowledged: {} lost, {} doubled, {} gaps of versions; {} answers 5xx, {} Busy; the longest \
             time without an answer was {:.1} s",
            self.acknowledged,
            self.lost,
            self.doubled,
            self.version_gaps,
            self.answers_5xx,
            self.answers_busy,
            seconds(self.longest_gap)
        )?;
        if let Some(loss) = &self.loss {
            let after = loss.acknowledged_after;
            write!(formatter, "\n{after} commands were acknowledged after the loss")?;
            loss.stopped_after.map_or(Ok(()), |time| {
                write!(
                    formatter,
                    "; every service had stopped {:.1} s after there was a primary again",
                    seconds(time)
                )
            })?;
            let named = loss.named.as_deref().unwrap_or("nothing");
            write!(formatter, "\nledger verify --checkpoint names: {named}")?;
        }
        if self.patroni_restarts > 0 {
            let restarts = self.patroni_restarts;
            write!(
                formatter,
                "\n{restarts} times a Patroni ended by itself and was started again"
            )?;
        }
        self.other.iter().try_for_each(|other| write!(formatter, "\n{other}"))
    }
}
