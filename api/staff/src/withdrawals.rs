//! Withdrawals as staff see them: the queue of what is under way, and the history of what became of each (api §7.3).

use crate::wire::withdrawals::StaffWithdrawal;
use api::app::App;
use api::error::Failure;
use domain::config::Config;
use domain::ids::{PlayerId, WithdrawalId};
use domain::time::Timestamp;
use domain::withdrawal::{Request, State, Withdrawal};
use ledger::{Fault, Ledger, StreamId};
use projections::page::{Between, PAGE_MAX};
use projections::withdrawals::{Step, Which, WithdrawalRow, newest_before, page, steps, under_way_after};

/// Rows that are looked through for a page of one state.
const LOOKED_MAX: usize = 1_000;

/// A withdrawal's place in the list.
pub type Place = (Timestamp, WithdrawalId);

/// Which withdrawals are listed, and in which order.
#[derive(Clone, Copy, Debug)]
pub enum Wanted {
    /// Whatever became of them, newest first.
    All,
    /// Neither paid nor back, oldest first; in this state alone.
    UnderWay(Option<State>),
    /// Over in this way, newest first.
    Over(State),
    /// One player's, whatever became of them, newest first.
    Of(PlayerId),
}

impl Wanted {
    /// What a body asks for: nothing is what is under way, or everything of a player.
    pub fn named(name: Option<&str>, player: Option<PlayerId>) -> Option<Wanted> {
        match (name, player) {
            (None | Some("all"), Some(player)) => Some(Wanted::Of(player)),
            (Some(_), Some(_)) => None,
            (None, None) => Some(Wanted::UnderWay(None)),
            (Some("all"), None) => Some(Wanted::All),
            (Some(name), None) => named(name).map(|state| match state.is_final() {
                true => Wanted::Over(state),
                false => Wanted::UnderWay(Some(state)),
            }),
        }
    }

    /// The next rows that may be among them.
    async fn rows(
        self,
        ledger: &Ledger,
        (between, place): (Between, Option<Place>),
        limit: i64,
    ) -> Result<Vec<WithdrawalRow>, Fault> {
        let pool = ledger.pool();
        match self {
            Wanted::Of(player) => {
                let before = place.map(|(_, id)| id);
                let of_player = page(pool, ledger.partition_of(player.0), player, before, (limit, true));
                Ok(of_player.await?.lines)
            }
            Wanted::UnderWay(_) => under_way_after(pool, place, between, limit).await,
            Wanted::All => newest_before(pool, place, (between, false), limit).await,
            Wanted::Over(_) => newest_before(pool, place, (between, true), limit).await,
        }
    }

    /// What of them is added up.
    pub fn summed(self, between: Between) -> Which {
        let all = Which {
            between,
            ..Which::default()
        };
        match self {
            Wanted::All => all,
            Wanted::UnderWay(state) => Which {
                is_over: Some(false),
                state,
                ..all
            },
            Wanted::Over(state) => Which {
                is_over: Some(true),
                state: Some(state),
                ..all
            },
            Wanted::Of(player) => Which {
                player: Some(player),
                ..all
            },
        }
    }

    /// Lines of a page at most: a player's own list has a bound of its own.
    fn page_max(self, limit: i64) -> i64 {
        match self {
            Wanted::Of(_) => limit.min(PAGE_MAX),
            Wanted::All | Wanted::UnderWay(_) | Wanted::Over(_) => limit,
        }
    }

    fn is(self, state: State) -> bool {
        match self {
            Wanted::All | Wanted::Of(_) | Wanted::UnderWay(None) => true,
            Wanted::UnderWay(Some(wanted)) | Wanted::Over(wanted) => state == wanted,
        }
    }
}

/// Withdrawals that are wanted, and the place where the next page goes on.
///
/// # Errors
/// A fault of the ledger.
pub async fn page_of(
    app: &App,
    (wanted, between): (Wanted, Between),
    mut place: Option<Place>,
    limit: i64,
) -> Result<(Vec<StaffWithdrawal>, Option<Place>), Failure> {
    let (ledger, config, limit) = (app.ledger(), app.config(), wanted.page_max(limit));
    let (mut list, mut looked) = (Vec::new(), 0);
    loop {
        let rows = wanted.rows(ledger, (between, place), limit).await?;
        let ids: Vec<WithdrawalId> = rows.iter().map(|row| row.withdrawal).collect();
        let steps = steps(ledger.pool(), &ids).await?;
        let is_last = i64::try_from(rows.len()).is_ok_and(|rows| rows < limit);
        for row in rows {
            (place, looked) = (Some((row.requested.at, row.withdrawal)), looked + 1);
            let withdrawal = load(ledger, row.withdrawal).await?;
            // A player's own list is read whole.
            if wanted.is(withdrawal.state) && between.has(row.requested.at.0) {
                let steps = steps.get(&row.withdrawal).map_or(&[][..], Vec::as_slice);
                list.extend(shown(&row, &withdrawal, &config, steps));
            }
            if i64::try_from(list.len()).is_ok_and(|lines| lines >= limit) || looked >= LOOKED_MAX {
                return Ok((list, place));
            }
        }
        if is_last {
            return Ok((list, None));
        }
    }
}

fn named(name: &str) -> Option<State> {
    State::ALL.into_iter().find(|state| name_of(*state) == name)
}

/// The permanent name of a state on the staff's wire.
pub(crate) fn name_of(state: State) -> String {
    format!("{state:?}").to_lowercase()
}

/// A withdrawal as it stands.
///
/// # Errors
/// A fault of the ledger.
pub async fn load(ledger: &Ledger, withdrawal: WithdrawalId) -> Result<Withdrawal, Failure> {
    Ok(ledger.withdrawals().load(&StreamId::thing(withdrawal.0)).await?.state)
}

fn flags(request: &Request) -> Vec<String> {
    let facts = &request.facts;
    let flags = [
        (facts.needs_kyc, "identity"),
        (facts.needs_funds_review, "source_of_funds"),
        (facts.is_flagged, "flagged"),
        (facts.is_tied, "tied"),
        (!facts.topped_up, "never_topped_up"),
        // Coupons that staff give back nobody asked for on a device.
        (!facts.is_confirmed && request.refund.is_none(), "no_biometrics"),
    ];
    let flags = flags.into_iter().filter(|(holds, _)| *holds);
    flags.map(|(_, name)| name.to_owned()).collect()
}

/// A line of the list; nothing before the stream was opened.
pub fn shown(row: &WithdrawalRow, withdrawal: &Withdrawal, config: &Config, steps: &[Step]) -> Option<StaffWithdrawal> {
    let request = withdrawal.request.as_ref()?;
    let terms = &request.terms;
    let end = steps.last().filter(|_| withdrawal.state.is_final());
    Some(StaffWithdrawal {
        withdrawal: terms.withdrawal.to_string(),
        player: terms.player.to_string(),
        asset: "usdt".to_owned(),
        amount: terms.amount.minor().to_string(),
        fee: terms.fee.minor().to_string(),
        net: terms.net().minor().to_string(),
        address: terms.address.to_string(),
        comment: terms.comment.clone(),
        state: name_of(withdrawal.state),
        requested_ms: row.requested.at.0,
        deadline_ms: row.requested.at.plus_ms(config.withdraw.eta_ms).0,
        approved_by: withdrawal.approved_by.clone(),
        needs_two: terms.amount > config.withdraw.two_person_over,
        flags: flags(request),
        mismatch: withdrawal.mismatch.is_some(),
        tx: steps.iter().rev().find_map(|step| step.tx.clone()),
        ended_ms: end.map(|end| end.at.0),
        why: end.and_then(|end| end.reason.clone()),
        order_no: request.refund.as_ref().map(|refund| refund.order_no.clone()),
    })
}
