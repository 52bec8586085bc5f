//! `ledger withdraw`: withdrawals that wait for a person.

use settings::table::Table;
use super::{Failure, database, moment, staff, subject};
use settings::Settings;
use ledger::policies;
use clap::Subcommand;
use domain::ids::{PlayerId, WithdrawalId};
use domain::withdrawal::{Approve, Standing, State, Withdrawal, WithdrawalCommand};
use ledger::{Ledger, Plain, StreamId};
use projections::withdrawals;
use uuid::Uuid;

/// Withdrawals that are listed at most.
const LISTED_MAX: u8 = 200;
/// Letters of a digest that are shown, and asked for: nobody finds two withdrawals with the same ones.
const DIGEST_SHOWN: usize = 16;

/// List withdrawals that wait; approve, flag or reject one.
#[derive(clap::Args, Debug)]
pub struct Withdraw {
    #[command(subcommand)]
    act: Act,
}

#[derive(Subcommand, Debug)]
enum Act {
    /// Withdrawals in review, oldest first, with what the rules found and the digest of what an approval is bound to
    List {
        /// Also those that are approved and on their way
        #[arg(long)]
        all: bool,
    },
    /// Let a withdrawal go; above the limit of two people this is the first or the second yes
    Approve {
        /// The withdrawal's id
        withdrawal: Uuid,
        /// Who approves
        #[arg(long, value_name = "NAME", value_parser = staff::name)]
        by: String,
        /// The digest that the list showed: the approval is bound to what was seen
        #[arg(long, value_name = "DIGEST")]
        seen: String,
        /// The player that the approver is, if any: an id, or tg: and a messenger id
        #[arg(long, value_name = "PLAYER", value_parser = subject::player)]
        own: Option<PlayerId>,
        /// The approver leads finance: the second yes is a lead's
        #[arg(long)]
        lead: bool,
    },
    /// Take an approved withdrawal, of which nothing was sent, back into review: what was agreed to holds no longer
    Flag {
        /// The withdrawal's id
        withdrawal: Uuid,
        /// Who flags it
        #[arg(long, value_name = "NAME", value_parser = staff::name)]
        by: String,
        /// Why
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },
    /// Refuse a withdrawal: all of it goes back to the player
    Reject {
        /// The withdrawal's id
        withdrawal: Uuid,
        /// Who rejects
        #[arg(long, value_name = "NAME", value_parser = staff::name)]
        by: String,
        /// Why; the player reads it
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },
}

impl Withdraw {
    /// Does it.
    pub async fn run(self, settings: &Settings) -> Result<(), Failure> {
        staff::on_ledger(settings, async |ledger| match &self.act {
            Act::List { all } => list(ledger, *all).await,
            Act::Approve {
                withdrawal,
                by,
                seen,
                own,
                lead,
            } => {
                let who = Yes {
                    by,
                    own: *own,
                    is_lead: *lead,
                };
                approve(ledger, *withdrawal, who, seen).await
            }
            Act::Flag { withdrawal, by, reason } => {
                let (by, reason) = (by.clone(), reason.clone());
                let flag = WithdrawalCommand::Flag { by: by.clone(), reason };
                tell(ledger, *withdrawal, flag, &by).await
            }
            Act::Reject { withdrawal, by, reason } => {
                let (by, reason) = (by.clone(), reason.clone());
                let reject = WithdrawalCommand::Reject { by: by.clone(), reason };
                tell(ledger, *withdrawal, reject, &by).await
            }
        })
        .await
    }
}

async fn list(ledger: &Ledger, all: bool) -> Result<(), Failure> {
    let rows = match all {
        true => withdrawals::under_way(ledger.pool(), None, LISTED_MAX.into()).await,
        false => withdrawals::in_review(ledger.pool(), LISTED_MAX.into()).await,
    };
    let mut table = Table::new(&[
        "withdrawal",
        "player",
        "amount",
        "net",
        "address",
        "state",
        "asked for at",
        "facts",
        "approved by",
        "digest",
    ]);
    for row in rows.map_err(database::failure)? {
        let withdrawal = load(ledger, row.withdrawal.0).await?;
        let terms = &row.requested.request.terms;
        let digest = withdrawal.digest().unwrap_or_default();
        table.row(vec![
            row.withdrawal.to_string(),
            terms.player.to_string(),
            terms.amount.to_string(),
            terms.net().to_string(),
            terms.address.to_string(),
            format!("{:?}", withdrawal.state).to_lowercase(),
            moment::write(row.requested.at),
            facts(&withdrawal).join(" "),
            withdrawal.approved_by.join(" "),
            digest.chars().take(DIGEST_SHOWN).collect(),
        ]);
    }
    print!("{table}");
    Ok(())
}

/// What a reviewer has to know of the request.
fn facts(withdrawal: &Withdrawal) -> Vec<&'static str> {
    let Some(request) = &withdrawal.request else {
        return Vec::new();
    };
    let facts = &request.facts;
    let told = [
        (facts.needs_kyc, "identity"),
        (facts.needs_funds_review, "source-of-funds"),
        (facts.is_flagged, "flagged"),
        (!facts.topped_up, "never-topped-up"),
        (!facts.is_confirmed, "no-biometrics"),
    ];
    told.into_iter()
        .filter_map(|(holds, name)| holds.then_some(name))
        .collect()
}

async fn load(ledger: &Ledger, withdrawal: Uuid) -> Result<Withdrawal, Failure> {
    let loaded = ledger.withdrawals().load(&StreamId::thing(withdrawal)).await;
    Ok(loaded.map_err(database::failure)?.state)
}

/// Who says yes.
struct Yes<'a> {
    by: &'a str,
    own: Option<PlayerId>,
    is_lead: bool,
}

/// The player counts as the player is now, not as at the request (case T-08).
async fn approve(ledger: &Ledger, id: Uuid, who: Yes<'_>, seen: &str) -> Result<(), Failure> {
    let withdrawal = load(ledger, id).await?;
    let (Some(request), Some(digest)) = (&withdrawal.request, withdrawal.digest()) else {
        return Err(Failure::Usage(format!("There is no withdrawal {id}.")));
    };
    if seen.len() < DIGEST_SHOWN || !digest.starts_with(seen) {
        return Err(Failure::Usage(
            "The digest is not that of this withdrawal: list it again and look at what has changed.".into(),
        ));
    }
    let player = StreamId::player(request.terms.player);
    let player = ledger.players().load(&player).await.map_err(database::failure)?.state;
    let approve = Approve {
        staff: who.by.to_owned(),
        own: who.own,
        is_lead: who.is_lead,
        digest,
        standing: Standing {
            kyc: player.identity.kyc,
            is_frozen: player.freeze.is_frozen,
        },
    };
    tell(ledger, id, WithdrawalCommand::Approve(approve), who.by).await
}

/// Asks the withdrawal's stream, books what follows on the player's, and prints how far it is now.
async fn tell(ledger: &Ledger, id: Uuid, command: WithdrawalCommand, by: &str) -> Result<(), Failure> {
    let stream = StreamId::thing(WithdrawalId(id).0);
    let reply = ledger
        .withdrawals()
        .execute(&stream, command, staff::request(by), Plain)
        .await;
    let reply = staff::accepted(reply)?;
    policies::apply_now(ledger, ledger.partition_of(id), reply.position).await;
    let withdrawal = load(ledger, id).await?;
    let waits = withdrawal.state == State::Review && !withdrawal.approved_by.is_empty();
    let more = if waits { "; a second person must approve" } else { "" };
    println!("{id} is {}{more}.", format!("{:?}", withdrawal.state).to_lowercase());
    Ok(())
}
