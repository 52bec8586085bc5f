//! All that waits for a second person, whichever stream it is in: how many, what they move in USDT, since when.

use super::{amount, decided, section, versions};
use domain::config::Section;
use domain::ids::ProposalId;
use domain::money::{Asset, Usdt};
use domain::proposal::State;
use ledger::{Fault, Ledger};
use projections::page::Waiting;
use projections::proposals::{ProposalRow, Wanted, list};

/// Proposals that are read at once.
const PAGE: usize = 200;

/// Proposals that wait; of one maker alone where one is named. A version of the configuration moves nothing.
///
/// # Errors
/// A fault of the database.
pub async fn all(ledger: &Ledger, maker: Option<&str>) -> Result<Waiting, Fault> {
    let mut waiting = Waiting::default();
    let mut wanted = Wanted {
        state: Some(State::Waiting.name()),
        maker,
        ..Wanted::default()
    };
    loop {
        let rows = list(ledger.pool(), wanted, i64::try_from(PAGE).unwrap_or(i64::MAX)).await?;
        add(ledger, &rows, &mut waiting).await?;
        match rows.last() {
            Some(last) if rows.len() == PAGE => wanted.before = Some((last.at.0, last.proposal)),
            _ => break,
        }
    }
    for name in Section::ALL {
        if section(ledger, *name).await?.waiting.is_empty() {
            continue;
        }
        let versions = versions::of_section(ledger, *name).await?.into_values();
        let open = versions.filter(|version| version.state == State::Waiting);
        let own = open.filter(|version| maker.is_none_or(|maker| version.proposed.author == maker));
        own.for_each(|version| waiting.add(Usdt::default(), version.at));
    }
    Ok(waiting)
}

async fn add(ledger: &Ledger, rows: &[ProposalRow], waiting: &mut Waiting) -> Result<(), Fault> {
    let ids: Vec<ProposalId> = rows.iter().map(|row| row.proposal).collect();
    let page = decided::page(ledger, &ids).await?;
    for row in rows {
        let change = page.get(&row.proposal).and_then(|one| one.proposal.change.as_ref());
        let moves = match change {
            Some(change) => amount::of_change(ledger, change).await?,
            None => None,
        };
        let in_usdt = moves.filter(|moves| moves.asset == Asset::Usdt.name());
        let minor = in_usdt.and_then(|moves| moves.amount.parse::<i64>().ok());
        waiting.add(Usdt::from_minor(minor.unwrap_or_default().saturating_abs()), row.at);
    }
    Ok(())
}
